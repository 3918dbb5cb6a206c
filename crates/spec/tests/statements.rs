//! Every statement of the sources has a row, and every row a statement; what judges a statement is a clause.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use opconform_spec::{Clause, Document, Treatment, clauses, statements};

/// The sources as the project was given them, where they stand beside the repository.
const SEEDS: &[(Document, &str)] = &[
    (Document::SonnxSeed, "000_"),
    (Document::DotnetSeed, "001_"),
    (Document::OnnxSeed, "002_"),
    (Document::Paddle, "003_"),
    (Document::Mars, "004_"),
];

#[test]
fn what_judges_a_statement_is_a_clause() {
    for statement in statements() {
        match statement.treatment {
            Treatment::Judged(ids) => {
                assert!(!ids.is_empty(), "{statement:?}");
                for id in ids {
                    assert!(Clause::named(id).is_some(), "{id}, of {:?}", statement.words);
                }
            }
            Treatment::NotJudged(reason) => assert!(!reason.is_empty(), "{statement:?}"),
        }
    }
}

#[test]
fn a_clause_that_quotes_a_source_has_a_statement_that_names_it() {
    let is_read = |document: &Document| SEEDS.iter().any(|(read, _)| read == document);
    let is_named = |clause: &Clause| {
        let ids = |treatment| if let Treatment::Judged(ids) = treatment { ids } else { &[] };
        statements().any(|statement| ids(statement.treatment).contains(&clause.id))
    };
    let quoting = clauses().filter(|clause| clause.documents.iter().any(is_read));
    let unnamed: Vec<&str> = quoting.filter(|clause| !is_named(clause)).map(|clause| clause.id).collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
}

#[test]
fn every_statement_of_the_sources_has_a_row() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/seeds");
    let Ok(files) = fs::read_dir(&folder) else {
        println!("not checked: the sources are not at hand in {}", folder.display());
        return;
    };
    let files: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    for &(document, prefix) in SEEDS {
        let is_source =
            |path: &&PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(prefix));
        let path = files.iter().find(is_source).expect(prefix);
        let text = fs::read_to_string(path).expect("text");
        let rows: Vec<String> =
            statements().filter(|row| row.document == document).map(|row| plain(row.words)).collect();
        let mut used = BTreeSet::new();
        for sentence in sentences(&text) {
            // Of two rows that begin alike, the longer one is meant.
            let row = rows.iter().filter(|words| is_of(words, &sentence)).max_by_key(|words| words.len());
            let row = row.unwrap_or_else(|| panic!("{document:?}: no row for: {sentence}"));
            used.insert(row.clone());
        }
        let unused: Vec<&String> = rows.iter().filter(|words| !used.contains(*words)).collect();
        assert!(unused.is_empty(), "{document:?}: rows that no statement begins with: {unused:#?}");
    }
}

/// Whether a sentence begins with the words of a row, and not with a longer word than the last of them; but for markup, of which a row may
/// name the beginning.
fn is_of(words: &str, sentence: &str) -> bool {
    let goes_on = |rest: &str| words.ends_with(char::is_alphanumeric) && rest.starts_with(char::is_alphanumeric);
    sentence.strip_prefix(words).is_some_and(|rest| words.starts_with('<') || !goes_on(rest))
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The sentences, rows, items and lines of code of a text.
fn sentences(text: &str) -> Vec<String> {
    let mut sentences = Vec::new();
    let mut paragraph: Vec<String> = Vec::new();
    for line in text.lines().chain([""]) {
        let line = line.trim();
        if line.is_empty() {
            sentences.extend(paragraph.drain(..).flat_map(|unit| split(&unit)));
        } else if paragraph.is_empty() || begins(line) {
            paragraph.push(plain(line));
        } else if let Some(unit) = paragraph.last_mut() {
            unit.push(' ');
            unit.push_str(&plain(line));
        }
    }
    sentences
}

/// Whether a line begins an item, a row, a heading, a remark, markup, or an entry of a list of definitions.
fn begins(line: &str) -> bool {
    let is_numbered = line.split_once(". ").is_some_and(|(number, _)| number.chars().all(|c| c.is_ascii_digit()));
    let is_definition = (line.split_once(" :")).is_some_and(|(name, _)| {
        name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || matches!(c, ',' | ' '))
    });
    let is_marked = ["* ", "|", "#", "<", ".", "- ", ">>>", "shape("].iter().any(|mark| line.starts_with(mark));
    is_numbered || is_definition || is_marked || line.starts_with("Returns scalar")
}

/// The sentences of a paragraph: each ends with a full stop before a capital letter. A line of markup is one.
fn split(paragraph: &str) -> Vec<String> {
    if paragraph.starts_with('<') {
        return vec![paragraph.to_owned()];
    }
    let mut sentences = vec![String::new()];
    for word in paragraph.split(' ') {
        let begins = word.starts_with(|c: char| c.is_uppercase() || c == '*');
        let last = sentences.last_mut().expect("one");
        if begins && (last.ends_with(". ") || last.ends_with("。 ")) {
            sentences.push(String::new());
        }
        let last = sentences.last_mut().expect("one");
        last.push_str(word);
        last.push(' ');
    }
    sentences.into_iter().map(|sentence| sentence.trim().to_owned()).collect()
}
