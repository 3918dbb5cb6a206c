//! Within a crate, as between crates, imports go one way: of two files at most one uses what the other has, directly or by way of others.
//! What a file takes by a bare name, from its own folder or from the crate as a whole, counts like any other import, but in the rooms that
//! are named here: there a file and what it names of its folder are one.

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
    (
        "spec",
        &["case", "layout", "operator", "output", "way"],
        "a case is put to an operator in a way, and says which suit it; an operator says what the outputs of a case are",
    ),
    (
        "tensor",
        &["dtype", "element"],
        "the list of types is made of the table, which tells of each type by its name in the list",
    ),
];

/// Files that name what is in their folders while that uses what they have, by their crate, and why they do; so do those in the folders.
const ROOMS: [(&str, &[&str], &str); 10] = [
    (
        "backends",
        &["adapter", "kernel", "recording"],
        "what an implementation is at the top, each part of what becomes of it in a file, which is told the whole",
    ),
    ("cases", &["generate", "source"], "a table of functions that make cases, which share what is beside the table"),
    (
        "cli",
        &["command::exhaust", "command::merge", "command::qualify"],
        "a command chooses which of its forms is meant, and these take its arguments",
    ),
    (
        "harness",
        &["fingerprint", "shrink"],
        "a thing is taken apart by its parts: of rules the lanes, of a violation the smaller cases",
    ),
    (
        "kernels",
        &["lib"],
        "what is exported is what all files are written in: the source is hashed, and named by proofs",
    ),
    ("mutants", &["context", "view"], "a table of faults, of which a part is long"),
    ("onnx", &["model", "node_tests"], "a model is drafted, and read, by parts that share its constants and errors"),
    (
        "report",
        &["departure::cause", "evidence", "qualification::markdown", "render", "standing"],
        "a page is written of its parts, each of which is given the whole and what all write alike",
    ),
    ("reproduce", &["lib"], "a program is written in one of its languages, each of which is given what it is to show"),
    (
        "spec",
        &["clause", "defect", "operator", "profile", "statement", "way"],
        "a table, and rows of it in files: the row is of the type of the table",
    ),
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

/// Whether a module is the crate as a whole.
fn is_root(module: &str) -> bool {
    ["lib", "main"].contains(&module)
}

/// The other modules that the source of one names; what it names of its own folder only where it is no room.
fn named(sources: &Sources, module: &str, is_room: bool) -> BTreeSet<String> {
    let code = code(&sources[module]);
    let folder = if is_root(module) { String::new() } else { format!("{module}::") };
    let in_folder = |name: &str| !is_room && !is_root(name) && sources.contains_key(&format!("{folder}{name}"));
    let (tokens, mut paths) = (code.split_whitespace().collect::<Vec<_>>(), Vec::new());
    for at in 0..tokens.len() {
        let is_start = ["crate", "self", "super"].contains(&tokens[at]) || in_folder(tokens[at]);
        if is_start && tokens.get(at + 1) == Some(&"→") && (at == 0 || tokens[at - 1] != "→") {
            tree(&tokens, at, Vec::new(), &mut paths);
        }
    }
    let meant = paths.iter().filter_map(|path| {
        let mut place: Vec<&str> = module.split("::").filter(|name| !is_root(name)).collect();
        for &word in path {
            match word {
                "crate" => place.clear(),
                "self" => {}
                "super" => drop(place.pop()),
                word => place.push(word),
            }
        }
        let known = |length: usize| Some(place[..length].join("::")).filter(|known| sources.contains_key(known));
        let root = || ["lib", "main"].into_iter().find(|root| sources.contains_key(*root)).map(ToOwned::to_owned);
        (1..=place.len()).rev().find_map(known).or_else(root)
    });
    meant.filter(|other| other != module).collect()
}

/// The modules that use each other, circle by circle, where these are rooms.
fn circles<'s>(sources: &'s Sources, rooms: &[&str]) -> BTreeSet<Vec<&'s str>> {
    let in_room = |module: &str, room: &str| {
        is_root(room) || module.strip_prefix(room).is_some_and(|rest| rest.is_empty() || rest.starts_with("::"))
    };
    let is_room = |module: &str| rooms.iter().any(|room| in_room(module, room));
    let named = |module: &'s String| (module.as_str(), named(sources, module, is_room(module)));
    let mut reached: BTreeMap<&str, _> = sources.keys().map(named).collect();
    for between in sources.keys() {
        let beyond = reached[between.as_str()].clone();
        reached.values_mut().filter(|it| it.contains(between)).for_each(|it| it.extend(beyond.iter().cloned()));
    }
    let meet = |one: &str, other: &str| reached[one].contains(other) && reached[other].contains(one);
    let circle = |&module: &&str| reached.keys().copied().filter(|other| meet(module, other)).collect::<Vec<_>>();
    reached.keys().map(circle).filter(|circle| !circle.is_empty()).collect()
}

/// The rooms of a crate.
fn rooms(name: &str) -> Vec<&'static str> {
    ROOMS.iter().filter(|(of, ..)| *of == name).flat_map(|(_, rooms, _)| rooms.iter().copied()).collect()
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
    let named = crates
        .iter()
        .flat_map(|(name, it)| circles(it, &rooms(name)).into_iter().map(move |files| (name.as_str(), files)));
    assert_eq!(named.collect::<Vec<_>>(), CIRCLES.map(|(name, files, _)| (name, files.to_vec())));
}

#[test]
fn every_room_is_one() {
    let crates = crates();
    for (name, room) in ROOMS.iter().flat_map(|(name, rooms, _)| rooms.iter().map(move |room| (name, room))) {
        let (sources, rooms) = (&crates[*name], rooms(name));
        let others: Vec<&str> = rooms.iter().copied().filter(|other| other != room).collect();
        assert_ne!(circles(sources, &others), circles(sources, &rooms), "{name}, {room}");
    }
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
        assert_eq!(circles(&sources(back), &["lib"]), [vec!["above", "below::deep"]].into(), "{back}");
    }
    let straight = "//! crate::above\nuse super::O;\n#[cfg(test)]\nmod tests {\n    use crate::above;\n}\n";
    assert!(circles(&sources(straight), &["lib"]).is_empty());
    // A bare name is one of the crate's, which has it from the file.
    assert_eq!(circles(&sources(straight), &[]), [vec!["above", "lib"]].into());
}
