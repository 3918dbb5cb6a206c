//! Every clause's words stand in its documents, verbatim but for white space, and so do those that its place quotes, and those of every
//! defect, under its headings: as far as the documents are at hand. What could not be checked is printed.
//!
//! The documents that the project was given are looked for in `OPCONFORM_SEEDS`, or beside the repository; ONNX's and NumPy's in
//! the packages `onnx` and `numpy` of the Python in `OPCONFORM_PYTHON`, or of `python3`. SONNX's later draft and ONNX's
//! `docs/Changelog.md` are in `sources`.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;

use opconform_spec::{Clause, Document, Quote, clauses, defects};

/// The documents that the project was given, by the number that begins their file names.
const SEEDS: [(&str, Document); 5] = [
    ("000_", Document::SonnxSeed),
    ("001_", Document::DotnetSeed),
    ("002_", Document::OnnxSeed),
    ("003_", Document::Paddle),
    ("004_", Document::Mars),
];

/// Prints three texts, with a line of its own between them: the definitions, the code, and NumPy's words.
const PRINTED: &str = r#"
import inspect, os
import numpy
import onnx, onnx.defs
import onnx.backend.test.case.node.max as node_tests
import onnx.printer
import onnx.reference.ops.op_clip as op_clip
import onnx.reference.ops.op_max as op_max
import onnx.reference.ops.op_reduce_max as op_reduce_max
import sys
sys.stdout.reconfigure(encoding="utf-8")
for schema in onnx.defs.get_all_schemas_with_history():
    if schema.domain == "" and schema.name in ("Max", "Min", "ReduceMax", "ReduceMin", "Clip"):
        most = "∞" if schema.max_input > 1 << 30 else schema.max_input
        print(schema.doc, f"Inputs ({schema.min_input} - {most})")
        for attribute in schema.attributes.values():
            print(attribute.description)
        for value in [*schema.inputs, *schema.outputs]:
            print(value.name, ":", value.type_str, value.description)
        for types in schema.type_constraints:
            print(types.type_param_str, ":", ", ".join(types.allowed_type_strs), types.description)
print("-----")
for module in (op_clip, op_max, op_reduce_max, node_tests):
    print(inspect.getsource(module))
for path in ("reduction/utils.cc", "shape_inference.h"):
    with open(os.path.join(os.path.dirname(onnx.defs.__file__), path), encoding="utf-8") as file:
        print(file.read())
node = onnx.helper.make_node("Clip", ["x", "min", "max"], ["y"])
of_f32 = onnx.helper.make_tensor_type_proto(onnx.TensorProto.FLOAT, None)
clip = onnx.defs.get_schema("Clip", 13, "")
body = clip.get_context_dependent_function(node.SerializeToString(), [of_f32.SerializeToString()] * 3)
print(onnx.printer.to_text(onnx.FunctionProto.FromString(body)))
print("-----")
print(numpy.max.__doc__)
try:
    numpy.max(numpy.zeros((2, 2)), axis=(0, 0))
except ValueError as error:
    print(error)
"#;

/// A text with every run of white space as one blank.
fn normal(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The documents that the project was given and that are at hand, as they stand, and why others are not.
fn given() -> (BTreeMap<&'static str, String>, Vec<String>) {
    let (mut texts, mut missing) = (BTreeMap::new(), Vec::new());
    let beside = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/seeds");
    let folder = std::env::var_os("OPCONFORM_SEEDS").map_or_else(|| PathBuf::from(beside), PathBuf::from);
    let files: Vec<PathBuf> =
        std::fs::read_dir(&folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    for (number, document) in SEEDS {
        let is_it = |path: &&PathBuf| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with(number));
        match files.iter().find(is_it).and_then(|path| std::fs::read_to_string(path).ok()) {
            Some(text) => drop(texts.insert(name(document), text)),
            None => missing.push(format!("{}: no {number}* in {}", name(document), folder.display())),
        }
    }
    texts.insert(name(Document::SonnxLater), include_str!("sources/sonnx.md").to_owned());
    (texts, missing)
}

/// The documents that are at hand, in one line each, and why others are not.
fn documents() -> (BTreeMap<&'static str, String>, Vec<String>) {
    let (texts, mut missing) = given();
    let mut texts: BTreeMap<&str, String> = texts.into_iter().map(|(name, text)| (name, normal(&text))).collect();
    let python = std::env::var_os("OPCONFORM_PYTHON").unwrap_or_else(|| "python3".into());
    let of_python = [Document::OnnxOperators, Document::OnnxEvaluator, Document::Numpy];
    match Command::new(&python).args(["-c", PRINTED]).output() {
        Ok(output) if output.status.success() => {
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let parts = printed.split("\n-----\n").map(normal);
            texts.extend(of_python.map(name).into_iter().zip(parts));
        }
        Ok(output) => {
            let error = String::from_utf8_lossy(&output.stderr);
            let why = error.lines().last().unwrap_or_default();
            missing.extend(of_python.map(|document| format!("{}: {}: {why}", name(document), python.display())));
        }
        Err(error) => missing.extend(of_python.map(|document| format!("{}: {error}", name(document)))),
    }
    (texts, missing)
}

fn name(document: Document) -> &'static str {
    match document {
        Document::SonnxSeed => "SONNX, first draft",
        Document::SonnxLater => "SONNX, later draft",
        Document::SonnxGuidelines => "SONNX, guidelines",
        Document::OnnxSeed => "ONNX, the page of ReduceMax",
        Document::OnnxOperators => "ONNX, definitions",
        Document::OnnxBroadcasting => "ONNX, Broadcasting.md",
        Document::OnnxEvaluator | Document::OnnxInference | Document::OnnxNodeTests => "ONNX, code",
        Document::DotnetSeed => ".NET, the page",
        Document::DotnetCode => ".NET, code",
        Document::Mars => "Mars",
        Document::Numpy => "NumPy",
        Document::Paddle => "Paddle",
    }
}

/// The words of a clause, and those that its place quotes.
fn quotes(clause: &Clause) -> impl Iterator<Item = &'static str> {
    std::iter::once(clause.words).chain(clause.place.split('"').skip(1).step_by(2))
}

#[test]
fn words_stand_where_they_are_said_to_stand() {
    let (texts, missing) = documents();
    let (mut checked, mut unchecked, mut wrong) = (0, Vec::new(), Vec::new());
    for clause in clauses() {
        // The other documents are pages of the web.
        assert_eq!(clause.documents.is_empty(), !clause.is_of_the_sources(), "{}", clause.id);
        let at_hand: Vec<&String> = clause.documents.iter().filter_map(|&document| texts.get(name(document))).collect();
        for quote in quotes(clause) {
            let quote = normal(quote);
            if at_hand.iter().any(|text| text.contains(&quote)) {
                checked += 1;
            } else if clause.is_of_the_sources() && at_hand.len() == clause.documents.len() {
                wrong.push(format!("{}: {quote}", clause.id));
            } else {
                unchecked.push(format!("{}: {quote}", clause.id));
            }
        }
    }
    println!("{checked} quotations checked");
    println!("not at hand:\n  {}", missing.join("\n  "));
    println!("{} not checked:\n  {}", unchecked.len(), unchecked.join("\n  "));
    assert!(wrong.is_empty(), "not in their documents:\n  {}", wrong.join("\n  "));
    // Who names a Python wants the words held against what it has.
    let is_named = std::env::var_os("OPCONFORM_PYTHON").is_some();
    assert!(!is_named || texts.contains_key(name(Document::OnnxEvaluator)), "{}", missing.join("\n"));
    let seeds = SEEDS.iter().filter(|(_, document)| texts.contains_key(name(*document))).count();
    assert!(checked > if seeds == 0 { 5 } else { 60 }, "{checked} quotations checked");
}

/// The files that `sources/sonnx.md` is put together of, by their first words.
const FILES: [(&str, &str); 4] = [
    ("informal/max/max.md", "# Contents\n- **Max** operator"),
    ("formal/max/max.md", "The purpose of this file"),
    ("informal/common/broadcast/broadcast.md", "# Contents\n- **Broadcast** functionality"),
    ("informal/common/general_restrictions.md", "# General restrictions"),
];

/// The part of a document that is the file of a quotation.
fn file<'t>(quote: &Quote, text: &'t str) -> &'t str {
    let Some(file) = quote.file else { return text };
    let index = FILES.iter().position(|(name, _)| *name == file).expect(file);
    let begin = |(_, words): &(&str, &str)| text.find(words).expect("the first words of a file");
    let end = FILES.get(index + 1).map_or(text.len(), begin);
    &text[begin(&FILES[index])..end]
}

/// Whether the words of a quotation stand in a text under its headings: in Markdown right under the last of them, elsewhere behind them.
fn stands(quote: &Quote, text: &str) -> bool {
    let words = normal(quote.words);
    if quote.document == Document::OnnxOperators || text.contains("\n## ") {
        let mut above: Vec<(usize, &str)> = Vec::new();
        let mut body = String::new();
        for line in text.lines().map(str::trim).chain(["# "]) {
            if line.starts_with('#') && line.contains("# ") {
                let mut headings = above.iter();
                let is_under = quote.heading.iter().all(|own| headings.any(|(_, heading)| heading.contains(own)));
                if is_under && normal(&body).contains(&words) {
                    return true;
                }
                let level = line.len() - line.trim_start_matches('#').len();
                above.retain(|(upper, _)| *upper < level);
                above.push((level, line));
                body.clear();
            } else {
                body.push_str(line);
                body.push('\n');
            }
        }
        return false;
    }
    let mut rest = normal(text);
    for part in quote.heading.iter().copied().chain([words.as_str()]) {
        let Some((_, behind)) = rest.split_once(&normal(part)) else { return false };
        rest = behind.to_owned();
    }
    true
}

#[test]
fn the_words_of_a_defect_stand_under_its_headings() {
    let (mut texts, missing) = given();
    texts.insert(name(Document::OnnxOperators), include_str!("sources/onnx.md").to_owned());
    let quotes = || defects().flat_map(|defect| defect.quotes.iter().map(move |quote| (defect.id, quote)));
    let at_hand = |quote: &Quote| texts.get(name(quote.document)).map(|text| file(quote, text));
    let wrong: Vec<String> = quotes()
        .filter(|(_, quote)| at_hand(quote).is_some_and(|text| !stands(quote, text)))
        .map(|(id, quote)| format!("{id}, under {:?}: {}", quote.heading, quote.words))
        .collect();
    println!("not at hand:\n  {}", missing.join("\n  "));
    assert!(wrong.is_empty(), "not in their documents:\n  {}", wrong.join("\n  "));
    let checked = quotes().filter(|(_, quote)| at_hand(quote).is_some()).count();
    assert!(checked > 30, "{checked} quotations checked");
}

#[test]
fn words_under_another_heading_or_in_another_file_are_found() {
    let text = include_str!("sources/sonnx.md");
    let in_max = |heading, words| Quote { document: Document::SonnxLater, file: Some(FILES[0].0), heading, words };
    let is_found = |quote: &Quote| stands(quote, file(quote, text));
    let absorbing = "NaN is an absorbing element for **Max**.";
    assert!(is_found(&in_max(&["(float, ..., float)", "Informal specification"], absorbing)));
    assert!(!is_found(&in_max(&["(int, ..., int)", "Informal specification"], absorbing)));
    assert!(!is_found(&in_max(&["(float, ..., float)", "Outputs"], absorbing)));
    assert!(!is_found(&in_max(&["Error conditions"], "If not, Error `E1` occurs.")));
}
