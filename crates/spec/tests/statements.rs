//! Every statement of the sources has a row, and every row a statement; what judges a statement is a clause.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use opconform_spec::{Clause, Document, Treatment, clauses, statements};

/// The sources that are in `sources`: of SONNX at 9bed1da `max.md`, its formulas, `broadcast.md` and `general_restrictions.md`; of ONNX 1.23.0
/// those sections of `docs/Changelog.md` that a profile reads. Both are under the Apache License 2.0.
const KEPT: &[(Document, &str)] = &[
    (Document::SonnxLater, include_str!("sources/sonnx.md")),
    (Document::OnnxOperators, include_str!("sources/onnx.md")),
];

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
        let (ids, reason) = (statement.treatment.clauses(), statement.treatment.reason());
        let is_judged = !matches!(statement.treatment, Treatment::NotJudged(_) | Treatment::Heads);
        assert_eq!(!ids.is_empty(), is_judged, "{statement:?}");
        assert!(reason.is_none_or(|reason| !reason.is_empty()), "{statement:?}");
        for id in ids {
            assert!(Clause::named(id).is_some(), "{id}, of {:?}", statement.words);
        }
    }
}

#[test]
fn a_clause_that_quotes_a_source_has_a_statement_that_names_it() {
    let read: Vec<Document> = SEEDS.iter().map(|(read, _)| *read).chain(KEPT.iter().map(|(read, _)| *read)).collect();
    let is_read = |document: &Document| read.contains(document);
    let is_named = |clause: &Clause| statements().any(|it| it.treatment.clauses().contains(&clause.id));
    let quoting = clauses().filter(|clause| clause.documents.iter().any(is_read));
    let unnamed: Vec<&str> = quoting.filter(|clause| !is_named(clause)).map(|clause| clause.id).collect();
    assert!(unnamed.is_empty(), "{unnamed:?}");
}

#[test]
fn every_statement_of_the_kept_sources_has_a_row() {
    for &(document, text) in KEPT {
        rows_and_sentences_agree(document, text).unwrap_or_else(|why| panic!("{document:?}: {why}"));
    }
}

#[test]
fn a_sentence_without_a_row_and_a_row_without_a_sentence_are_found() {
    let (document, text) = KEPT[0];
    let more = format!("{text}\nAn operand shall not be a NaN.\n");
    let found = rows_and_sentences_agree(document, &more).expect_err("a sentence more");
    assert_eq!(found, "no row for: An operand shall not be a NaN.");
    let less = text.replace("NaN is an absorbing element for **Max**.", "");
    let found = rows_and_sentences_agree(document, &less).expect_err("a sentence less");
    assert_eq!(found, "no statement begins with: NaN is an absorbing element");
    let moved = format!("{less}\nNaN is an absorbing element for **Max**.\n");
    let found = rows_and_sentences_agree(document, &moved).expect_err("a sentence elsewhere");
    assert!(found.starts_with("listed is: NaN is an absorbing element; next in the document is: "), "{found}");
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
        rows_and_sentences_agree(document, &text).unwrap_or_else(|why| panic!("{document:?}: {why}"));
    }
}

/// Holds the rows of a document against its text: each has a statement, each statement has one, and they come in its order, each under its
/// heading.
fn rows_and_sentences_agree(document: Document, text: &str) -> Result<(), String> {
    let own = statements().filter(|row| row.document == document);
    let rows: Vec<(String, bool)> = own.map(|row| (plain(row.words), row.treatment == Treatment::Heads)).collect();
    let (mut order, mut used) = (Vec::new(), BTreeSet::new());
    let (mut heading, mut last) = (None, None);
    for sentence in sentences(text) {
        // Of two rows that begin alike, the longer one is meant.
        let row = rows.iter().filter(|(words, _)| is_of(words, &sentence)).max_by_key(|(words, _)| words.len());
        let (words, heads) = row.ok_or_else(|| format!("no row for: {sentence}"))?;
        let is_new = used.insert(words);
        if *heads {
            heading = Some(words);
        } else if is_new && heading != last {
            // The heading is one that others stand under, too, further up.
            order.extend(heading);
            last = heading;
        }
        if is_new {
            order.push(words);
            last = heading;
        }
    }
    if let Some((unused, _)) = rows.iter().find(|(words, _)| !used.contains(words)) {
        return Err(format!("no statement begins with: {unused}"));
    }
    let listed = rows.iter().map(|(words, _)| words);
    match listed.zip(&order).find(|(listed, due)| listed != *due) {
        Some((listed, due)) => Err(format!("listed is: {listed}; next in the document is: {due}")),
        None if rows.len() != order.len() => Err(format!("{} rows of {} statements", rows.len(), order.len())),
        None => Ok(()),
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
