//! Within a crate, as between crates, imports go one way: of two files at most one uses what the other has, directly or by way of others.
//! What a file takes of its own folder by a bare name is not counted: the two are one room.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// Files that use each other, by their crate, and why they do.
const CIRCLES: [(&str, &[&str], &str); 3] = [
    (
        "kernels",
        &["element", "fold", "isa", "operand", "portable", "simd", "zip"],
        "an element names its vectors and its loops, which are compiled for it alone; both are made of elements",
    ),
    ("spec", &["case", "layout", "operator", "way"], "a case is put to an operator in a way, and says which suit it"),
    ("tensor", &["dtype", "element"], "a row of the table of types names the file of the type, which names the row"),
];

/// Sources by their modules, such as `a::b`.
type Sources = BTreeMap<String, String>;

/// The code of a source, without comments and tests: `→` for `::`, and spaces around whatever is no word.
fn code(source: &str) -> String {
    let product = source.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = product.lines().filter_map(|line| line.split("//").next()).map(|line| line.replace("::", "→") + "\n");
    let apart = |c: char| if c.is_alphanumeric() || c == '_' { c.to_string() } else { format!(" {c} ") };
    lines.collect::<String>().chars().map(apart).collect()
}

/// Adds the paths of the tree that begins at a token, such as `a::{b, c::d}`, each behind `path`; returns the token after the tree.
fn tree<'t>(tokens: &[&'t str], mut at: usize, mut path: Vec<&'t str>, found: &mut Vec<Vec<&'t str>>) -> usize {
    loop {
        match tokens.get(at) {
            Some(&"{") => {
                while tokens.get(at).is_some_and(|&token| token != "}") {
                    at = tree(tokens, at + 1, path.clone(), found);
                    // What a name is called here is no part of its path.
                    at += tokens[at..].iter().take_while(|token| ![",", "}"].contains(*token)).count();
                }
                return at + 1;
            }
            Some(word) if word.starts_with(|c: char| c.is_alphabetic() || "_*".contains(c)) => path.push(word),
            _ => return at,
        }
        at += 1;
        if tokens.get(at) != Some(&"→") {
            found.push(path);
            return at;
        }
        at += 1;
    }
}

/// The other modules that the source of one names.
fn named(sources: &Sources, module: &str) -> BTreeSet<String> {
    let code = code(&sources[module]);
    let (tokens, mut paths) = (code.split_whitespace().collect::<Vec<_>>(), Vec::new());
    for at in 0..tokens.len() {
        let begins = ["crate", "self", "super"].contains(&tokens[at]) && tokens.get(at + 1) == Some(&"→");
        if begins && (at == 0 || tokens[at - 1] != "→") {
            tree(&tokens, at, Vec::new(), &mut paths);
        }
    }
    let meant = paths.iter().filter_map(|path| {
        let mut place: Vec<&str> = module.split("::").filter(|name| !["lib", "main"].contains(name)).collect();
        for &word in path {
            match word {
                "crate" => place.clear(),
                "self" => {}
                "super" => drop(place.pop()),
                word => place.push(word),
            }
        }
        (1..=place.len()).rev().map(|length| place[..length].join("::")).find(|known| sources.contains_key(known))
    });
    meant.filter(|other| other != module).collect()
}

/// The modules that use each other, circle by circle.
fn circles(sources: &Sources) -> BTreeSet<Vec<&str>> {
    let mut reached: BTreeMap<&str, _> =
        sources.keys().map(|module| (module.as_str(), named(sources, module))).collect();
    for between in sources.keys() {
        let beyond = reached[between.as_str()].clone();
        reached.values_mut().filter(|it| it.contains(between)).for_each(|it| it.extend(beyond.iter().cloned()));
    }
    let meet = |one: &str, other: &str| reached[one].contains(other) && reached[other].contains(one);
    let circle = |&module: &&str| reached.keys().copied().filter(|other| meet(module, other)).collect::<Vec<_>>();
    reached.keys().map(circle).filter(|circle| !circle.is_empty()).collect()
}

/// What is in a folder.
fn entries(folder: &Path) -> impl Iterator<Item = PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
}

/// The sources of a folder and of those in it.
fn read(folder: &Path) -> Sources {
    let (mut paths, mut sources) = (vec![folder.to_owned()], Sources::new());
    while let Some(path) = paths.pop() {
        if path.is_dir() {
            paths.extend(entries(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let place = path.with_extension("");
            let names: Vec<_> =
                place.strip_prefix(folder).expect("a place in it").iter().map(OsStr::to_string_lossy).collect();
            sources.insert(names.join("::"), fs::read_to_string(path).expect("a source"));
        }
    }
    sources
}

/// The sources of each crate.
fn crates() -> BTreeMap<String, Sources> {
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    let folders = entries(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/..")));
    folders.map(|path| (name(&path), read(&path.join("src")))).collect()
}

#[test]
fn files_use_each_other_in_no_circle_but_these() {
    let crates = crates();
    assert!(crates.len() > 10 && crates.values().map(BTreeMap::len).sum::<usize>() > 500);
    let named = crates.iter().flat_map(|(name, it)| circles(it).into_iter().map(move |files| (name.as_str(), files)));
    assert_eq!(named.collect::<Vec<_>>(), CIRCLES.map(|(name, files, _)| (name, files.to_vec())));
}

#[test]
fn no_file_has_over_400_lines_of_code() {
    for (name, (module, source)) in crates().iter().flat_map(|(name, it)| it.iter().map(move |file| (name, file))) {
        let lines = code(source).lines().filter(|line| !line.trim().is_empty()).count();
        assert!(lines <= 400, "{lines} in {name}, {module}");
    }
}

#[test]
fn a_circle_is_seen_and_a_straight_line_is_not() {
    let above = "use crate::{\n    below::deep::{self as it, D},\n    other,\n};";
    let sources = |deep: &str| -> Sources {
        let files = [("lib", "pub use above::A;"), ("above", above), ("below", ""), ("below::deep", deep)];
        files.map(|(module, text)| (module.to_owned(), text.to_owned())).into()
    };
    for back in ["use super::super::above;", "fn f() -> crate::above::A {}", "use crate::{other::O, above as x};"] {
        assert_eq!(circles(&sources(back)), [vec!["above", "below::deep"]].into(), "{back}");
    }
    let straight = "//! crate::above\nuse super::O;\n#[cfg(test)]\nmod tests {\n    use crate::above;\n}\n";
    assert!(circles(&sources(straight)).is_empty());
}
