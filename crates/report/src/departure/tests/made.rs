//! Findings and reports of few words.

use opconform_tensor::Class;

use crate::deed::Deed;
use crate::departure::*;
use crate::fault::{Fault, Reason};
use crate::model::Standing;
use crate::model::{Element, Provenance, SCHEMA, Witness};
use crate::operands::Shapes;

pub(super) fn report() -> Report {
    let clause = |id: &str, level: Level| crate::model::Clause {
        id: id.to_owned(),
        level,
        title: String::new(),
        turned: None,
        words: String::new(),
        place: String::new(),
        profiles: vec![],
    };
    let profile = |name: &str| crate::model::Profile {
        name: name.to_owned(),
        family: name.to_uppercase(),
        alternative: false,
        source: String::new(),
        link: String::new(),
    };
    Report {
        schema: SCHEMA,
        partial: false,
        strict: false,
        seed: 0,
        cases: 0,
        sources: vec![],
        profiles: ["sonnx", "onnx-13", "numpy"].map(profile).to_vec(),
        clauses: vec![clause("ONNX-NAN", Level::Should), clause("A-NAN", Level::Must), clause("B-NAN", Level::Must)],
        backends: vec![],
        unavailable: vec![],
        findings: vec![],
        left_out: 0,
        departures: Vec::new(),
        gaps: vec![],
        requirements: vec![],
        defects: vec![],
        groups: vec![],
        provenance: Provenance::default(),
    }
}

/// The class of this name.
pub(super) fn class(name: &str) -> Class {
    Class::named(name).expect("the name of a class")
}

pub(super) fn element(name: &str, hex: &str) -> Element {
    Element { hex: hex.to_owned(), decimal: name.to_owned(), class: class(name) }
}

/// An element of a class, told by its digits.
pub(super) fn element_of(class: &str, decimal: &str) -> Element {
    Element { decimal: decimal.to_owned(), ..element(class, &format!("0x{class}{decimal}")) }
}

pub(super) fn shapes(text: &str) -> Shapes {
    Shapes::parse(text).expect("shapes")
}

/// The bits that stand for a class in these tests: all that matters is whether two are the same.
pub(super) fn classed(class: &str) -> Element {
    element(class, &format!("0x{class}"))
}

/// What was done where operands of these classes have a result of that class.
pub(super) fn deed(operands: &[&str], result: &str) -> Deed {
    let is_nan = |name: &str| class(name).is_nan();
    match (operands.iter().any(|name| is_nan(name)), is_nan(result)) {
        (true, true) => Deed::OtherNan,
        (true, false) => Deed::LostNan,
        _ if class(result).is_float_zero() => Deed::OtherZero,
        _ => Deed::PassedOver,
    }
}

/// A finding of 10 elements in 5 cases, whose result has the bits of the operand of its class.
pub(super) fn finding(clause: &str, dtype: &str, operands: &[&str], result: &str) -> Finding {
    let level = Level::of(!clause.starts_with("ONNX") && !clause.starts_with("DET"));
    Finding {
        id: format!("{clause} {dtype} {operands:?}"),
        departure: String::new(),
        cause: Cause::Answer,
        backend: "one".to_owned(),
        operator: "Max".to_owned(),
        mirrors: None,
        dtype: Types::named(dtype).expect("the name of a type"),
        clause: clause.to_owned(),
        level,
        profiles: vec![],
        standing: Standing::Claimed,
        severity: Severity::WrongNumber,
        deed: deed(operands, result),
        alone: true,
        is_across_cases: false,
        doubt: None,
        operands: operands.iter().map(|name| class(name)).collect(),
        result: Some(class(result)),
        cases: 5,
        elements: 10,
        ways: vec![],
        witness: Witness {
            case: String::new(),
            shrunk_from: String::new(),
            answered: Some(1),
            destination: None,
            smallest: true,
            shapes: shapes("scalar + scalar"),
            attributes: None,
            settings: vec![],
            opset: Some(13),
            way: None,
            offsets: Vec::new(),
            file: String::new(),
            replay: String::new(),
            output: None,
            position: Some(0),
            operands: operands.iter().map(|class| classed(class)).collect(),
            found: Some(classed(result)),
            symptom: "wrong".to_owned(),
            due: None,
            names: vec![],
            before: None,
            readings: vec![],
            fault: None,
            later: None,
            plainly: None,
            after: None,
            differs_from: None,
        },
        breaks: vec![],
        allowed_by: vec![],
        waived: None,
        reproducers: vec![],
        no_reproducer: None,
    }
}

pub(super) fn whole(severity: Severity, clause: &str, dtype: &str, shapes: &str, symptom: &str) -> Finding {
    let deed = match severity {
        Severity::NoAnswer => Deed::NoAnswer,
        Severity::WrongShape => Deed::OtherShape,
        _ => Deed::Answered,
    };
    let mut finding = Finding { severity, deed, alone: false, ..finding(clause, dtype, &[], "+normal") };
    finding.result = None;
    finding.witness.found = None;
    finding.witness.position = None;
    finding.witness.case = format!("{dtype}/{shapes}/{symptom}");
    finding.witness.shapes = self::shapes(shapes);
    finding.witness.symptom = symptom.to_owned();
    finding.witness.fault = Some(fault(finding.deed, symptom));
    finding
}

/// What is wrong with a whole answer, by what was done and in words.
pub(super) fn fault(deed: Deed, symptom: &str) -> Fault {
    let reason = Reason::of(symptom);
    match deed {
        Deed::OtherShape => Fault::Shape,
        Deed::OtherType => Fault::Type,
        Deed::Refused => Fault::Refused { reason },
        Deed::NoAnswer => Fault::Crashed { reason },
        _ => Fault::NotRefused { rule: symptom.split(' ').take(2).collect() },
    }
}

/// The same as a refusal, for this reason.
pub(super) fn refused(mut finding: Finding, reason: &str) -> Finding {
    finding.deed = Deed::Refused;
    finding.witness.case += reason;
    finding.witness.fault = Some(fault(finding.deed, reason));
    finding
}

pub(super) fn lane(operands: &[&str], result: &str, elsewhere: &str) -> Finding {
    let mut finding = finding("DET-LANE", "f32", operands, result);
    finding.alone = false;
    finding.witness.differs_from = Some(("other".to_owned(), classed(elsewhere)));
    finding
}

/// A report of these findings, each with an id of its own.
pub(super) fn report_of(findings: &[Finding]) -> Report {
    let mut report = Report { findings: findings.to_vec(), ..report() };
    for (index, finding) in report.findings.iter_mut().enumerate() {
        if findings[..index].iter().any(|other| other.id == finding.id) {
            finding.id = format!("{} {index}", finding.id);
        }
    }
    report.find_departures();
    report
}

/// The departures that all findings of a report belong to.
pub(super) fn all(report: &Report) -> Vec<Departure<'_>> {
    report.departures_of(|_| true)
}

pub(super) fn titles(findings: &[Finding]) -> Vec<String> {
    all(&report_of(findings)).into_iter().map(|departure| departure.title).collect()
}

/// A finding that its operands do not show alone.
pub(super) fn in_company(finding: Finding) -> Finding {
    Finding { alone: false, ..finding }
}

/// A finding of an element with this result, by its bits.
pub(super) fn done(deed: Deed, dtype: &str, operands: &[&str], result: &str, hex: &str) -> Finding {
    let mut finding = Finding { deed, ..finding("A-NAN", dtype, operands, result) };
    finding.witness.found = Some(element(result, hex));
    finding
}
