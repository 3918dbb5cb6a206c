//! Faults that were found in current releases: a list of them on the first page, and a page of each, which says what it is, who has it
//! since when, and by what program anyone sees it.
//!
//! They are told by folders, as `reports/found` has them: a list in `README.md` that links to each in a table, the worst first; and in the
//! folder of each a `README.md`, an `issue.md` to be sent, and the program.

use std::collections::BTreeMap;

use maud::{Markup, html};

use super::address::Addresses;
use super::frame::{Frame, up};
use super::markdown::{blocks, cells, code, inline, plain};
use super::page::Page;
use super::view::Runtime;
use crate::render::html::detail::copied;
use crate::text::visible;

const DEPTH: usize = 1;
/// The row of a page that names the runtimes of the atlas which have the fault.
const IN_THE_ATLAS: &str = "In the atlas";

/// What the folder of a fault holds.
#[derive(Clone, Debug)]
pub struct FaultFiles {
    /// The name of the folder.
    pub name: String,
    /// `README.md`.
    pub page: String,
    /// `issue.md`.
    pub issue: String,
    /// The name of the program.
    pub program: String,
    /// The program.
    pub text: String,
}

/// Why folders tell of no faults.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum FoundError {
    /// A fault is not in the list.
    #[error("{} is not in the list: add a row that links to it to the table of README.md", visible(.0))]
    Unlisted(String),
    /// The list has a fault that is not there.
    #[error("the list has {}, of which there is no folder with an issue.md: take its row out of README.md", visible(.0))]
    Missing(String),
    /// A row of the list has other columns.
    #[error(
        "{}: a row of {columns} columns in README.md, expected what, who, since, witness and reported",
        visible(name)
    )]
    Columns {
        /// The fault.
        name: String,
        /// How many there are.
        columns: usize,
    },
    /// A fault is in the list twice.
    #[error("the list has {} twice: leave one row", visible(.0))]
    Twice(String),
}

/// Faults of current releases, the worst first.
#[derive(Clone, Debug, Default)]
pub struct FoundFaults {
    faults: Vec<Fault>,
}

/// A fault; everything but its name is Markdown.
#[derive(Clone, Debug)]
struct Fault {
    title: String,
    who: String,
    since: String,
    witness: String,
    reported: String,
    files: FaultFiles,
    /// The runtimes of the atlas that have it, by name.
    runtimes: Vec<String>,
}

impl FoundFaults {
    /// The faults that a list links to, in its order.
    ///
    /// # Errors
    /// Where the list and the folders are not of the same faults, or a row cannot be read.
    pub fn of(list: &str, folders: Vec<FaultFiles>) -> Result<Self, FoundError> {
        let mut folders: BTreeMap<String, FaultFiles> = folders.into_iter().map(|it| (it.name.clone(), it)).collect();
        let mut faults: Vec<Fault> = Vec::new();
        for row in list.lines().filter_map(cells) {
            let Some((title, name)) = row.first().and_then(|cell| linked(cell)) else { continue };
            let [_, who, since, witness, reported] = row[..] else {
                return Err(FoundError::Columns { name: name.to_owned(), columns: row.len() });
            };
            let Some(files) = folders.remove(name) else {
                let is_known = faults.iter().any(|fault| fault.files.name == name);
                let name = name.to_owned();
                return Err(if is_known { FoundError::Twice(name) } else { FoundError::Missing(name) });
            };
            let [title, who, since, witness, reported] = [title, who, since, witness, reported].map(ToOwned::to_owned);
            let runtimes = runtimes(&files.page);
            faults.push(Fault { title, who, since, witness, reported, files, runtimes });
        }
        match folders.into_keys().next() {
            Some(name) => Err(FoundError::Unlisted(name)),
            None => Ok(Self { faults }),
        }
    }

    /// These and others, in their order.
    #[must_use]
    pub fn and(mut self, others: Self) -> Self {
        self.faults.extend(others.faults);
        self
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.faults.is_empty()
    }

    pub(super) fn len(&self) -> usize {
        self.faults.len()
    }

    /// A page of each.
    pub(super) fn pages(&self, runtimes: &[Runtime]) -> Vec<Page> {
        let addresses = self.addresses();
        let page = |fault: &Fault| Page { path: path(&addresses, fault), text: page(fault, runtimes) };
        self.faults.iter().map(page).collect()
    }

    /// The list of them, for the first page.
    pub(super) fn list(&self) -> Markup {
        let addresses = self.addresses();
        html! {
            div.scroll role="region" aria-label="Found faults" tabindex="0" {
                table.list.cards {
                    caption { "Faults of current releases, the worst first" }
                    thead { tr { @for title in ["What", "Who", "Since", "Witness → got", "Reported"] { th scope="col" { (title) } } } }
                    tbody { @for fault in &self.faults {
                        tr data-text="" {
                            th scope="row" { a href=(path(&addresses, fault)) { (plain(&fault.title)) } }
                            td data-name="who" { (inline(&fault.who)) }
                            td data-name="since" { (inline(&fault.since)) }
                            td { (inline(&fault.witness)) }
                            td data-name="reported" { (inline(&fault.reported)) }
                        }
                    } }
                }
            }
        }
    }

    /// Those that a runtime has, for its page, which is so many folders below that of the site; nothing where it has none.
    pub(super) fn of_runtime(&self, name: &str, depth: usize) -> Option<Markup> {
        let addresses = self.addresses();
        let own: Vec<&Fault> = self.faults.iter().filter(|it| it.runtimes.iter().any(|it| it == name)).collect();
        (!own.is_empty()).then(|| {
            html! { ul.reasons { @for fault in own {
                li {
                    a href=(format!("{}{}", up(depth), path(&addresses, fault))) { (plain(&fault.title)) }
                    " " span.by { (inline(&fault.witness)) " · " (inline(&fault.who)) ", since " (inline(&fault.since)) }
                }
            } } }
        })
    }

    fn addresses(&self) -> Addresses {
        Addresses::of(self.faults.iter().map(|fault| fault.files.name.as_str()))
    }
}

fn path(addresses: &Addresses, fault: &Fault) -> String {
    format!("found/{}.html", addresses.get(&fault.files.name))
}

/// What a cell reads, and the folder that it links to; `None` of a cell that links to none.
fn linked(cell: &str) -> Option<(&str, &str)> {
    let (title, folder) = cell.strip_prefix('[')?.strip_suffix("/)")?.split_once("](")?;
    (!folder.contains(['/', ':'])).then_some((title, folder))
}

/// The runtimes that a page names.
fn runtimes(page: &str) -> Vec<String> {
    let row = page.lines().filter_map(cells).find(|cells| cells.first() == Some(&IN_THE_ATLAS));
    row.and_then(|cells| cells.get(1).map(|cell| code(cell))).into_iter().flatten().map(ToOwned::to_owned).collect()
}

fn page(fault: &Fault, runtimes: &[Runtime]) -> String {
    let FaultFiles { page, issue, program, text, .. } = &fault.files;
    // What names the runtimes leads to them here.
    let told: Vec<&str> =
        page.lines().filter(|line| cells(line).is_none_or(|cells| cells.first() != Some(&IN_THE_ATLAS))).collect();
    let has_it = |runtime: &&Runtime| runtime.versions.iter().any(|view| fault.runtimes.contains(&view.backend().name));
    let having: Vec<&Runtime> = runtimes.iter().filter(has_it).collect();
    let main = html! {
        section #fault {
            (blocks(&told.join("\n")))
        }
        @if !having.is_empty() {
            section #runtimes aria-labelledby="h-runtimes" {
                h2 #h-runtimes { "In the atlas" }
                ul.reasons { @for runtime in having {
                    li { a href=(format!("{}{}/index.html", up(DEPTH), runtime.folder)) { (runtime.label) } }
                } }
            }
        }
        section #program aria-labelledby="h-program" {
            h2 #h-program { "The program" }
            (copied("", program, text))
        }
        section #issue aria-labelledby="h-issue" {
            h2 #h-issue { "The issue, to be sent" }
            (copied("", "issue.md", issue))
        }
    };
    let lead = html! { (inline(&fault.witness)) " · " (inline(&fault.who)) ", since " (inline(&fault.since)) };
    Frame { title: &plain(&fault.title), lead, depth: DEPTH, main, script: None }.page()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &str = "# Found\n\n| what | who | since | witness → got | reported |\n|---|---|---|---|---|\n\
        | [It is lost](a-b/) | a 1.0 | 0.9 | `Max(1)` → `2` | no |\n";

    fn files(name: &str) -> FaultFiles {
        let page = "# a: It is lost\n\n| | |\n|---|---|\n| Got | `2` |\n| In the atlas | `a`, `b` |\n".to_owned();
        let [issue, program, text] = ["# It is lost\n", "reproduce.py", "print(2)\n"].map(ToOwned::to_owned);
        FaultFiles { name: name.to_owned(), page, issue, program, text }
    }

    #[test]
    fn a_list_and_its_folders_are_the_same_faults() {
        let found = FoundFaults::of(LIST, vec![files("a-b")]).expect("faults");
        assert_eq!(found.len(), 1);
        let Fault { title, who, since, witness, reported, runtimes, .. } = &found.faults[0];
        assert_eq!([title, who, since, witness, reported], ["It is lost", "a 1.0", "0.9", "`Max(1)` → `2`", "no"]);
        assert_eq!(*runtimes, ["a", "b"]);
        assert!(found.of_runtime("a", 2).is_some_and(|it| it.into_string().contains("../../found/a-b.html")));
        assert!(found.of_runtime("c", 2).is_none());
        let of = |list: &str, names: &[&str]| {
            FoundFaults::of(list, names.iter().map(|name| files(name)).collect()).map(drop)
        };
        assert_eq!(of(LIST, &[]), Err(FoundError::Missing("a-b".to_owned())));
        assert_eq!(of(LIST, &["a-b", "c"]), Err(FoundError::Unlisted("c".to_owned())));
        assert_eq!(
            of(&format!("{LIST}| [Again](a-b/) | | | | |\n"), &["a-b"]),
            Err(FoundError::Twice("a-b".to_owned()))
        );
        let narrow = of(&format!("{LIST}| [c](c/) | a |\n"), &["a-b", "c"]);
        assert_eq!(narrow, Err(FoundError::Columns { name: "c".to_owned(), columns: 2 }));
    }

    #[test]
    fn what_a_cell_links_to_is_a_folder_beside_the_list() {
        assert_eq!(linked("[a](b/)"), Some(("a", "b")));
        for other in ["a", "[a](b)", "[a](../b/)", "[a](https://b/)"] {
            assert_eq!(linked(other), None, "{other}");
        }
    }
}
