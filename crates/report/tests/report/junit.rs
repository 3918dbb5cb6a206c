//! JUnit: read by a parser that did not write it, within what the schemas of Jenkins and of Surefire have in common.

use opconform_report::{Format, Report, View};
use roxmltree::{Document, Node};

use crate::{assert_snapshot, sample};

fn xml(report: &Report) -> String {
    Format::Junit.render(report, &View::default())
}

fn elements<'a>(node: Node<'a, 'a>) -> Vec<Node<'a, 'a>> {
    node.children().filter(Node::is_element).collect()
}

/// An element that both schemas know: its name, the attributes that one of them requires, those that both allow besides, and
/// the elements that may be in it, in this order.
type Rule = (&'static str, &'static [&'static str], &'static [&'static str], &'static [&'static str]);

/// Jenkins: junit-10.xsd of its xunit plugin. Surefire: surefire-test-report.xsd, version 3.0.2, which knows single suites.
const BOTH_SCHEMAS: &[Rule] = &[
    ("testsuites", &[], &["name", "time", "tests", "failures", "errors"], &["testsuite"]),
    (
        "testsuite",
        &["name", "tests", "failures", "errors", "skipped"],
        &["time", "timestamp", "group", "version"],
        &["properties", "testcase"],
    ),
    ("properties", &[], &[], &["property"]),
    ("property", &["name", "value"], &[], &[]),
    ("testcase", &["name", "time"], &["classname", "group"], &["failure", "skipped", "error"]),
    ("failure", &[], &["message", "type"], &[]),
    ("skipped", &[], &["message"], &[]),
    ("error", &[], &["message", "type"], &[]),
];

/// What an element and all in it have that a schema refuses.
fn faults(node: Node) -> Vec<String> {
    let name = node.tag_name().name();
    let Some((_, required, allowed, inner)) = BOTH_SCHEMAS.iter().find(|(known, ..)| *known == name) else {
        return vec![format!("<{name}>")];
    };
    let mut faults = Vec::new();
    faults.extend(required.iter().filter(|it| node.attribute(**it).is_none()).map(|it| format!("{name} without {it}")));
    for attribute in node.attributes() {
        let (key, value) = (attribute.name(), attribute.value());
        if !required.contains(&key) && !allowed.contains(&key) {
            faults.push(format!("{name} with {key}"));
        }
        // Of both forms of a time: a number, with three decimals at most.
        let is_time = |value: &str| value.split_once('.').is_some_and(|(_, decimals)| decimals.len() <= 3);
        if key == "time" && !(is_time(value) && value.parse::<f64>().is_ok()) {
            faults.push(format!("{name} with the time {value}"));
        }
        if ["tests", "failures", "errors", "skipped"].contains(&key) && value.parse::<u64>().is_err() {
            faults.push(format!("{name} with {value} {key}"));
        }
    }
    let order: Vec<_> =
        elements(node).iter().map(|it| inner.iter().position(|known| *known == it.tag_name().name())).collect();
    if order.contains(&None) || !order.is_sorted() {
        faults.push(format!("{name} with other elements, or in another order"));
    }
    faults.extend(elements(node).into_iter().flat_map(self::faults));
    faults
}

/// A count that an element states, and that of what is in it.
fn assert_counts(node: Node) {
    let tests: Vec<Node> = node.descendants().filter(|it| it.has_tag_name("testcase")).collect();
    let with = |kind: &str| tests.iter().filter(|it| it.children().any(|it| it.has_tag_name(kind))).count();
    let counts = [
        ("tests", tests.len()),
        ("failures", with("failure")),
        ("errors", with("error")),
        ("skipped", with("skipped")),
    ];
    for (attribute, count) in counts {
        let stated = node.attribute(attribute).map(|it| it.parse().unwrap());
        let is_root = node.has_tag_name("testsuites") && attribute == "skipped";
        assert_eq!(stated, (!is_root).then_some(count), "{attribute} of {:?}", node.attribute("name"));
    }
}

#[test]
fn it_has_a_test_per_backend_and_clause() {
    let report = sample::report();
    let xml = xml(&report);
    assert_snapshot("junit", &xml);
    let document = Document::parse(&xml).unwrap();
    let suites = elements(document.root_element());
    assert_eq!(suites.len(), report.backends.len());
    for (suite, backend) in suites.iter().zip(&report.backends) {
        let cases: Vec<_> = suite.children().filter(|it| it.has_tag_name("testcase")).collect();
        // The run, and where pairs were counted, those.
        let others = 1 + usize::from(!backend.counted.is_empty());
        assert_eq!(cases.len(), report.clauses.len() + others);
        for (case, count) in cases.iter().skip(others).zip(&backend.clauses) {
            assert_eq!(case.attribute("name"), Some(count.id.as_str()));
            let failed = case.children().find(|it| it.has_tag_name("failure"));
            // What is not claimed, and advice, fail nothing, and pass nothing.
            let told = backend.name == "runtime-optimised" && ["ONNX-MAX-NAN", "DET-LANE"].contains(&&*count.id);
            assert_eq!(failed.is_some(), count.total.violations > 0 && !told, "{} {}", backend.name, count.id);
            let skipped = case.children().find(|it| it.has_tag_name("skipped"));
            assert_eq!(skipped.is_some(), count.total.compared == 0 || told, "{} {}", backend.name, count.id);
            assert!(skipped.is_none_or(|it| it.attribute("message").is_some_and(|why| !why.is_empty())));
        }
    }
}

#[test]
fn jenkins_and_surefire_accept_it_and_every_count_is_that_of_its_tests() {
    let mut endless = sample::report();
    endless.provenance.seconds = f64::MAX;
    for report in [sample::report(), sample::with_waivers(), sample::with_a_minimum(), endless] {
        let xml = xml(&report);
        let document = Document::parse(&xml).unwrap();
        assert_eq!(faults(document.root_element()), Vec::<String>::new());
        let counted = document.descendants().filter(|it| it.has_tag_name("testsuite") || it.has_tag_name("testsuites"));
        for node in counted {
            assert_counts(node);
        }
    }
}

#[test]
fn what_a_schema_refuses_is_found() {
    let xml = xml(&sample::report());
    for (old, new, fault) in [
        (" time=\"0.000\"", "", "testcase without time"),
        ("time=\"0.000\"", "time=\"soon\"", "testcase with the time soon"),
        ("<testsuites ", "<testsuites skipped=\"1\" ", "testsuites with skipped"),
        ("<skipped ", "<skipped type=\"x\" ", "skipped with type"),
        ("<properties></properties>", "<system></system>", "testsuite with other elements, or in another order"),
    ] {
        let start = xml.find("<properties>").unwrap();
        let end = xml.find("</properties>").unwrap();
        let bare = format!("{}{}", &xml[..start + "<properties>".len()], &xml[end..]);
        let text = bare.replacen(old, new, 1);
        assert_ne!(text, bare, "{old}");
        let faults = faults(Document::parse(&text).unwrap().root_element());
        assert_eq!(faults.first().map(String::as_str), Some(fault), "{old}");
    }
}

#[test]
fn a_backend_on_which_nothing_was_judged_is_an_error_and_no_pass() {
    let xml = xml(&sample::report());
    let document = Document::parse(&xml).unwrap();
    let idle = document.descendants().find(|it| it.attribute("name") == Some("idle")).unwrap();
    assert_eq!(idle.descendants().filter(|it| it.has_tag_name("error")).count(), 1);
}

#[test]
fn what_is_waived_is_skipped_with_the_reason_and_no_failure() {
    let strict = |report: Report| Report { strict: true, ..report };
    let text = xml(&strict(sample::with_waivers()));
    let document = Document::parse(&text).unwrap();
    let suite = document.descendants().find(|it| it.attribute("name") == Some("runtime-optimised")).unwrap();
    let test = |clause: &str| elements(suite).into_iter().find(|it| it.attribute("name") == Some(clause)).unwrap();
    let [skipped] = elements(test("DET-LANE"))[..] else { panic!("one element") };
    assert!(skipped.has_tag_name("skipped"));
    assert_eq!(skipped.attribute("message"), Some("waived: lanes | differ <b> (https://example.org/known)"));
    // Of a clause that is waived in one type alone, the other is a failure, and the only one that is listed.
    let [failure] = elements(test("SONNX-MAX-NAN"))[..] else { panic!("one element") };
    assert!(failure.has_tag_name("failure"));
    let listed = failure.text().unwrap();
    assert!(listed.contains("Max of f32 ") && !listed.contains("f16") && listed.ends_with("1 finding more, waived\n"));
    let before = xml(&strict(sample::report()));
    let before = Document::parse(&before).unwrap();
    let failures = |document: &Document| document.root_element().attribute("failures").unwrap().parse::<u64>().unwrap();
    assert_eq!(failures(&document) + 1, failures(&before));
}

#[test]
fn a_failure_of_a_minimum_is_told_in_its_words() {
    let xml = xml(&sample::with_a_minimum());
    let document = Document::parse(&xml).unwrap();
    let failure =
        document.descendants().find(|it| it.has_tag_name("failure") && it.text().unwrap().contains("Min of i64"));
    let message = failure.unwrap().attribute("message").unwrap();
    assert!(message.ends_with(": the result is at most every broadcast operand"), "{message}");
    assert!(!message.contains("at least"));
}
