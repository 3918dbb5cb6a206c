//! No code tells operators apart by their names: only where text is read or written for others does a name say which operator is meant.
//!
//! What is looked for is what has been found: each way of asking for a name has a planted sample here, and the test finds every one.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use opconform_spec::OPERATORS;

/// Where text is read for others, and a name in it is looked up.
const READS_TEXT: [&str; 7] = [
    "backends/src/serve.rs",
    "cli/src/chosen/part.rs",
    "harness/src/enumerate/read.rs",
    "onnx/src/node_tests/node.rs",
    "protocol/src/message.rs",
    "cases/src/file.rs",
    "spec/src/operator.rs",
];

/// A name of an operator as text.
const NAMES: [&str; 4] = ["operator.name", "twin.name", ".qualified()", ".domain.name()"];

/// What tells texts apart.
const TELLS_APART: [&str; 7] =
    ["==", "!=", "match ", ".contains(", ".starts_with(", ".ends_with(", "eq_ignore_ascii_case("];

/// What the code calls operators: functions that give one, statics that are one, and lists of some.
#[derive(Default)]
struct Words {
    functions: BTreeSet<String>,
    statics: BTreeSet<String>,
    lists: BTreeSet<String>,
}

impl Words {
    /// The words that a file declares.
    fn read(&mut self, place: &str, text: &str) {
        let stem = place.rsplit('/').next().unwrap_or_default().trim_end_matches(".rs");
        for line in text.lines() {
            let name = |mark: &str| Some(line.split_once(mark)?.1.split(['(', ':', '<']).next()?.to_owned());
            if line.contains("-> &'static Operator") && !line.contains("self") {
                self.functions.extend(name("fn "));
            }
            if line.contains(": Operator = ") {
                self.statics.extend(name("static ").map(|name| format!("{stem}::{name}")));
            }
            if line.contains(": &[&Operator] = ") {
                self.lists.extend(name("const "));
            }
        }
    }

    /// By what a statement tells operators apart, if it does.
    fn telling(&self, statement: &str) -> Option<&'static str> {
        let tells = TELLS_APART.iter().any(|word| statement.contains(word));
        let compares = statement.contains("==") || statement.contains("!=");
        let has_name = |text: &str| NAMES.iter().any(|name| text.contains(name));
        let mut matched = statement.split("matches!(").skip(1).filter_map(|it| it.split(',').next());
        if tells && has_name(statement) || matched.any(has_name) {
            return Some("a name that is compared");
        }
        if statement.contains("is_named(\"") {
            return Some("a name that is asked for");
        }
        if compares && ["operator(\"", "named(\""].iter().any(|call| statement.contains(call)) {
            return Some("an operator that is looked up, and compared");
        }
        if self.functions.iter().any(|function| is_beside(statement, &format!("{function}()"))) {
            return Some("an operator that a function gives, and that is compared");
        }
        if self.statics.iter().any(|one| is_beside(statement, one) || is_listed(statement, one)) {
            return Some("one operator that is compared");
        }
        if self.lists.iter().any(|list| words(statement, &format!("{list}.contains(")).next().is_some()) {
            return Some("a list that is looked in");
        }
        let literals: Vec<&str> = statement.split('"').skip(1).step_by(2).collect();
        let between = statement.split('"').skip(2).step_by(2);
        let mut pairs = literals.windows(2).zip(between);
        let is_name = |text: &str| OPERATORS.iter().any(|it| it.is_named(text) || it.name == text);
        let is_list = |(pair, between): (&[&str], &str)| between.trim() == "," && pair.iter().all(|it| is_name(it));
        // A constant, of which the statement begins behind the `;` of its type; or a list whose names become operators.
        let mut is_meant = ["] = [", "&str] = &[", "operator(", "(operator)", "named("].iter();
        (is_meant.any(|word| statement.contains(word)) && pairs.any(is_list)).then_some("a list of names")
    }
}

/// Where a word stands in a statement, and is not the end of another word.
fn words<'a>(statement: &'a str, word: &'a str) -> impl Iterator<Item = (&'a str, &'a str)> {
    statement.match_indices(word).filter_map(move |(at, _)| {
        let (before, behind) = (&statement[..at], &statement[at + word.len()..]);
        let is_whole = !before.ends_with(|last: char| last.is_alphanumeric() || "_.".contains(last));
        is_whole.then_some((before, behind))
    })
}

/// Whether a word stands on one side of a comparison.
fn is_beside(statement: &str, word: &str) -> bool {
    words(statement, word).any(|(before, behind)| {
        let before = before.trim_end_matches(|last: char| last.is_alphanumeric() || "_:&*(".contains(last)).trim_end();
        // What is asked of an operator is no operator.
        let (is_whole, behind) = (!behind.starts_with('.'), behind.trim_start_matches(')').trim_start());
        let is_compared = |text: &str| ["==", "!="].iter().any(|sign| text.ends_with(sign));
        is_whole && (is_compared(before) || ["==", "!="].iter().any(|sign| behind.starts_with(sign)))
    })
}

/// Whether a word stands in a list that is looked in.
fn is_listed(statement: &str, word: &str) -> bool {
    words(statement, word)
        .any(|(_, behind)| behind.split(']').nth(1).is_some_and(|rest| rest.starts_with(".contains(")))
}

/// The statements of a file, each in a line, without comments and without tests at its end.
fn statements(text: &str) -> Vec<String> {
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = product.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let mut joined = String::new();
    for line in lines {
        // A call that goes on in the next line is one word with what it is called on.
        joined.push_str(if line.starts_with('.') { "" } else { " " });
        joined.push_str(line);
    }
    joined.split([';', '{', '}']).map(|statement| statement.trim().to_owned()).collect()
}

/// The source files of all crates, by their places.
fn sources() -> Vec<(String, String)> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let (mut folders, mut files) = (vec![crates.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("an entry").path()) {
            let place = entry.strip_prefix(crates).expect("a path below").to_string_lossy().replace('\\', "/");
            let is_product = place.split('/').nth(1).is_none_or(|second| second == "src");
            if entry.is_dir() && is_product {
                folders.push(entry);
            } else if entry.extension().is_some_and(|extension| extension == "rs") {
                files.push((place, fs::read_to_string(&entry).expect("a source file")));
            }
        }
    }
    files
}

#[test]
fn no_code_tells_operators_apart_by_their_names() {
    let sources = sources();
    let mut words = Words::default();
    for (place, text) in &sources {
        words.read(place, text);
    }
    assert!(words.functions.contains("max") && words.statics.contains("clip::CLIP") && words.lists.contains("REDUCE"));
    let (mut allowed, mut found) = (BTreeSet::new(), Vec::new());
    for (place, text) in &sources {
        let telling =
            statements(text).into_iter().filter_map(|it| Some(format!("{place}: {}: {it}", words.telling(&it)?)));
        let telling: Vec<String> = telling.collect();
        match READS_TEXT.iter().find(|reads| *reads == place) {
            Some(reads) if !telling.is_empty() => drop(allowed.insert(*reads)),
            Some(_) => {}
            None => found.extend(telling),
        }
    }
    assert!(found.is_empty(), "{found:#?}");
    assert_eq!(allowed, READS_TEXT.into(), "an allowance that is no longer needed");
}

#[test]
fn every_way_of_telling_is_found_in_a_sample_of_it() {
    let mut words = Words::default();
    words.read(
        "cases/src/draft.rs",
        "fn max() -> &'static Operator {\nfn min() -> &'static Operator {\nfn clip() -> &'static Operator {",
    );
    words.read("spec/src/operator/span_max.rs", "pub(crate) static SPAN_MAX: Operator = DEFINITION;");
    words.read(
        "spec/src/operator/reduce_max.rs",
        "pub(crate) const REDUCE: &[&Operator] = &[&REDUCE_MAX, &REDUCE_MIN];",
    );
    let planted = [
        "if operator.name == \"Max\" {",
        "if \"Max\" != case.operator.name {",
        "let is_max = case\n    .operator\n    .qualified()\n    .as_ref()\n    == \"Max\";",
        "match operator\n    .name\n{\n    \"Max\" => 1,",
        "match case.operator.qualified().as_ref() {",
        "let is_reduction = matches!(case.operator.name, \"ReduceMax\" | \"ReduceMin\");",
        "let is_minimum = operator.name.ends_with(\"Min\");",
        "if [\"amax\", \"amin\"].contains(&operator.name) {",
        "if operator.domain.name() == \"numpy\" {",
        "if case.operator.is_named(\"numpy.fmax\") {",
        "if operator == super::operator(\"Clip\") {",
        "let rest = cases.filter(|case| case.operator != Operator::named(\"Max\"));",
        "} else if operator != max() {",
        "let is_it = max() == case.operator;",
        "let is_minimum = case.operator == crate::draft::min();",
        "if case.operator == &span_max::SPAN_MAX {",
        "let is_of_spans = [\n    &span_max::SPAN_MAX,\n    &span_max::SPAN_MIN,\n].contains(&case.operator);",
        "if reduce_max::REDUCE.contains(&case.operator) {",
        "const TRIED: [&str; 2] = [\n    \"numpy.amax\",\n    \"numpy.amin\",\n];",
        "[\"Max\", \"Min\"].map(operator).into_iter().flat_map(each).collect()",
        "let two = [\"maximum\", \"fmax\"].into_iter().filter_map(|name| operator(&format!(\"numpy.{name}\")));",
    ];
    for sample in planted {
        assert!(statements(sample).iter().any(|it| words.telling(it).is_some()), "not found: {sample}");
    }
    let innocent = [
        "// if operator.name == \"Max\" {",
        "let text = format!(\"{} of {dtype}\", operator.name);",
        "if operator.form == Form::Ufunc && operator.nan == NanRule::Ignored {",
        "if case.operator.domain == Domain::NumPy {",
        "let greatest = values.iter().max() == Some(&1);",
        "let newest = opset == clip().newest();",
        "let it = Case::new(max(), opset, inputs, slug, origin);",
        "if length == span_max::LENGTH {",
        "if profile.operators.contains(&case.operator) {",
    ];
    for sample in innocent {
        let found: Vec<_> = statements(sample).iter().filter_map(|it| words.telling(it)).collect();
        assert!(found.is_empty(), "{found:?} in {sample}");
    }
}
