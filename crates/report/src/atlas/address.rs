//! Addresses of pages: made of the names of what they are about, and the same in every atlas.

use std::collections::BTreeMap;

use opconform_files::sha256;

/// The characters of the longest name that is part of an address as it is.
const LONGEST: usize = 64;
/// Names of files that something else has in the folder of a runtime.
const TAKEN: [&str; 2] = ["index", "badge"];

/// The addresses of names of one kind.
#[derive(Debug)]
pub(super) struct Addresses {
    by_name: BTreeMap<String, String>,
}

impl Addresses {
    /// Addresses of these names, of which no two are the same.
    pub(super) fn of<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        let plain: BTreeMap<String, String> = names.into_iter().map(|name| (name.to_owned(), plain(name))).collect();
        let mut times: BTreeMap<&str, usize> = BTreeMap::new();
        for address in plain.values() {
            *times.entry(address).or_default() += 1;
        }
        let own = |(name, address): (&String, &String)| {
            let is_its_own = times.get(address.as_str()) == Some(&1) && is_usable(address);
            let address = if is_its_own { address.clone() } else { hashed(name, address) };
            (name.clone(), address)
        };
        Self { by_name: plain.iter().map(own).collect() }
    }

    /// The address of a name.
    pub(super) fn get(&self, name: &str) -> &str {
        self.by_name.get(name).map_or("unknown", String::as_str)
    }
}

/// A name in characters that every file system and every address takes.
fn plain(name: &str) -> String {
    let safe = |c: char| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c.to_ascii_lowercase() } else { '-' };
    // A file whose name begins with a dot is not seen.
    name.trim_start_matches('.').chars().take(LONGEST + 1).map(safe).collect()
}

fn is_usable(address: &str) -> bool {
    (1..=LONGEST).contains(&address.len()) && !TAKEN.contains(&address)
}

/// An address that no other name has.
fn hashed(name: &str, plain: &str) -> String {
    let hash = sha256(name.as_bytes());
    let head = plain.get(..LONGEST.min(plain.len()) / 2).unwrap_or_default();
    format!("{head}~{}", &hash[..12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plain_name_is_its_own_address() {
        let addresses = Addresses::of(["numpy", "2.4.6", "IEEE 754", ".NET", "SONNX-MAX-P1"]);
        for (name, address) in [("numpy", "numpy"), ("2.4.6", "2.4.6"), ("IEEE 754", "ieee-754"), (".NET", "net")] {
            assert_eq!(addresses.get(name), address);
        }
    }

    #[test]
    fn no_two_names_have_one_address_and_none_leads_elsewhere() {
        let long = "x".repeat(1000);
        let names = [
            "a b",
            "a-b",
            "A-B",
            "..",
            ".",
            "",
            "../../etc",
            "index",
            ".index",
            "badge",
            &long,
            "<script>",
            "\u{202e}",
        ];
        let addresses = Addresses::of(names);
        let mut seen: Vec<&str> = names.iter().map(|name| addresses.get(name)).collect();
        for address in &seen {
            assert!(
                address.len() < 80 && !address.starts_with('.') && !["", "index", "badge"].contains(address),
                "{address}"
            );
            assert!(address.chars().all(|c| c.is_ascii_alphanumeric() || "-_.~".contains(c)), "{address}");
        }
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), names.len());
    }
}
