//! The page of known defects, for those who write a document, and the cases that it names.

use std::collections::BTreeSet;
use std::path::Path;

use opconform_spec::{Effect, Family, defects};

use crate::{once, read};

#[test]
fn the_published_page_is_what_is_printed() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../reports/sonnx.md");
    let printed = once(&["clauses", "--defects", "sonnx"]);
    assert_eq!((printed.code, printed.stderr.as_str()), (Some(0), ""));
    assert!(!printed.stdout.contains('\x1b'), "escapes");
    assert!(printed.stdout == read(&page), "`opconform clauses --defects sonnx` prints what reports/sonnx.md is to be");
    for defect in defects() {
        assert_eq!(
            printed.stdout.contains(&format!("\n### {}\n", defect.id)),
            defect.family == Family::Sonnx,
            "{}",
            defect.id
        );
    }
}

#[test]
fn the_cases_of_defects_are_of_the_suite() {
    let listed = once(&["cases", "list"]).stdout;
    let ids: BTreeSet<&str> = listed.lines().collect();
    for defect in defects() {
        assert!(defect.effect.example().is_none_or(|id| ids.contains(id)), "{}: {:?}", defect.id, defect.effect);
    }
}

#[test]
fn the_case_of_a_gap_of_sonnx_falls_into_it() {
    for defect in defects().filter(|defect| defect.family == Family::Sonnx) {
        if let Effect::Gap { name, example } = defect.effect {
            let done = once(&["replay", example, "-b", "portable"]);
            assert!(done.stdout.contains(name), "{}: {}", defect.id, done.stdout);
        }
    }
}

#[test]
fn lists_are_narrowed_to_a_specification_or_a_clause() {
    let of = |arguments: &[&str]| once(arguments).stdout;
    let sonnx = of(&["clauses", "SONNX"]);
    assert!(sonnx.contains("SONNX-MAX-NAN ") && !sonnx.contains("ONNX-MAX-8-SHAPES ") && !sonnx.contains("PADDLE-D01"));
    let statements = of(&["clauses", "--statements", "onnx"]);
    assert!(
        statements.starts_with("ONNX ") && !statements.contains("SONNX") && !statements.contains("mars."),
        "{statements}"
    );
    let judging = of(&["clauses", "--statements", "sonnx-max-e1"]);
    assert_eq!(judging.matches("\n      ").count(), judging.matches("SONNX-MAX-E1").count() + 3, "{judging}");
    let slip = once(&["clauses", "sonx"]);
    assert_eq!(slip.code, Some(2));
    assert!(slip.stderr.contains("did you mean `sonnx`?"), "{}", slip.stderr);
}
