//! The site of the published atlas, which `.ci/atlas` makes: of its pages holds what holds of those of the sample.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::atlas::{broken, content, is, only_text, resolved, values};

/// The faults that are published, a folder each.
const FOUND: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../reports/found");

/// Where people keep what is theirs.
const FOLDERS: [&str; 8] = ["root/", "home/", "Users/", "work/", "tmp/", "private/", "opt/", "var/"];

/// A folder of the machine on which something was recorded, as a page names it.
fn folder_of_a_machine(text: &str) -> Option<&str> {
    let is_inner = |c: char| c.is_alphanumeric() || "_/.-".contains(c);
    text.match_indices('/').find_map(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        (!before.ends_with(is_inner) && FOLDERS.iter().any(|folder| after.starts_with(folder)))
            .then(|| after.split(|c: char| c.is_whitespace() || "<\"".contains(c)).next().unwrap_or(after))
    })
}

/// The texts of a folder, by their paths from `site`.
fn read(site: &Path, folder: &Path, pages: &mut BTreeMap<String, String>) {
    for entry in fs::read_dir(folder).expect("a folder of the site") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            read(site, &path, pages);
        } else {
            let name = path.strip_prefix(site).expect("a file of the site").to_str().expect("a name").to_owned();
            pages.insert(name, fs::read_to_string(&path).expect("a text"));
        }
    }
}

/// The links of a page to files of the site, as paths from its folder.
fn links(pages: &BTreeMap<String, String>, path: &str) -> BTreeSet<String> {
    let content = content(&pages[path]);
    let files = values(&content, "href").into_iter().filter(|target| !target.starts_with("https://"));
    files.filter_map(|target| target.split('#').next()).map(|file| resolved(path, file)).collect()
}

/// What is wrong with the page of a published fault, and with what leads to it.
fn wrong_of_a_fault(pages: &BTreeMap<String, String>, folder: &Path) -> Vec<String> {
    let name = folder.file_name().and_then(|name| name.to_str()).expect("a name");
    let path = format!("found/{name}.html");
    let Some(page) = pages.get(&path).filter(|_| links(pages, "index.html").contains(&path)) else {
        return vec![format!("{name}: no page, or no link to it")];
    };
    let escapes = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    let page = escapes.iter().fold(page.clone(), |page, (escape, plain)| page.replace(escape, plain));
    let parts: Vec<PathBuf> = fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path()).collect();
    let is_shown = |part: &&PathBuf| part.file_stem().is_some_and(|stem| stem == "reproduce" || stem == "issue");
    let missing = parts.iter().filter(is_shown).filter(|part| {
        let text = fs::read_to_string(part).expect("a text");
        !page.contains(text.trim())
    });
    let mut wrong: Vec<String> = missing.map(|part| format!("not the whole {}", part.display())).collect();
    let readme = fs::read_to_string(folder.join("README.md")).expect("what it is");
    let row = readme.lines().find_map(|line| line.strip_prefix("| In the atlas | "));
    for runtime in row.unwrap_or_default().split('`').skip(1).step_by(2) {
        let runtime = format!("runtimes/{runtime}/index.html");
        if !pages.contains_key(&runtime) || !links(pages, &runtime).contains(&path) {
            wrong.push(format!("{name}: {runtime} does not link to it"));
        }
    }
    wrong.extend(row.is_none().then(|| format!("{name}: README.md does not say who has it in the atlas")));
    wrong
}

#[test]
fn a_folder_of_a_machine_is_told_from_a_path_within() {
    for named in ["/home/ada/x.py", "at /tmp/a", "(/work/it/y"] {
        assert!(folder_of_a_machine(named).is_some(), "{named}");
    }
    for none in ["found/var/x", "https://home/a", "../opt/x", "/usr/bin", "a - /rooted"] {
        assert_eq!(folder_of_a_machine(none), None);
    }
}

#[test]
#[ignore = "the site takes minutes to make: `.ci/atlas` makes it, and names its folder in OPCONFORM_ATLAS_SITE"]
fn the_published_site_keeps_what_the_sample_does() {
    let site = PathBuf::from(std::env::var_os("OPCONFORM_ATLAS_SITE").expect("OPCONFORM_ATLAS_SITE"));
    let mut pages = BTreeMap::new();
    read(&site, &site, &mut pages);
    assert_eq!(broken(&pages), [""; 0]);
    let (mut reached, mut waiting) = (BTreeSet::new(), vec!["index.html".to_owned()]);
    while let Some(path) = waiting.pop() {
        if reached.insert(path.clone()) {
            waiting.extend(links(&pages, &path).into_iter().filter(|it| is(it, "html") && !reached.contains(it)));
        }
    }
    for (path, text) in pages.iter().filter(|(path, _)| is(path, "html")) {
        assert!(reached.contains(path), "{path} is not reached from the first page");
        assert!(text.len() < 2_000_000, "{path}: {} bytes", text.len());
        assert_eq!(folder_of_a_machine(text), None, "{path}");
        only_text(path, text);
        let says = ["backend", "adapter"].iter().any(|how| text.contains(&format!("opconform run --{how} ")));
        assert!(says || !path.starts_with("runtimes/"), "{path} does not say how it is asked again");
    }
    let faults = fs::read_dir(FOUND).expect("the faults").map(|entry| entry.expect("an entry").path());
    let faults: Vec<PathBuf> = faults.filter(|folder| folder.join("issue.md").is_file()).collect();
    let wrong: Vec<String> = faults.iter().flat_map(|folder| wrong_of_a_fault(&pages, folder)).collect();
    assert_eq!(wrong, [""; 0]);
    assert!(faults.len() >= 8 && reached.len() > 300, "{} faults, {} pages", faults.len(), reached.len());
}
