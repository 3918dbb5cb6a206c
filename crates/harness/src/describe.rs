//! What a shrunk violation is to people: the finding that it is, with its smallest case and the programs that show it.

use std::ptr;

use opconform_backends::{Backend, Description};
use opconform_report::{
    Allowance, Cause, Element, Finding, Level as ReportedLevel, MOST_TOLD, Objection, Shapes, Standing,
    Witness as ReportedWitness,
};
use opconform_reproduce::{Expected, Reproduction, Subject, Why, reproduce};
use opconform_spec::{
    Case, Claim, Clause, Facts, How, Level, Oracle, Outcome, Profile, Symptom, Trial, Verdict, Way, Witness, claimed,
};
use opconform_tensor::{Class, Value};
use xxhash_rust::xxh3::xxh3_64;

use crate::arguments::{argument_names, attributes, destination, offsets};
use crate::deed::{before, deed, is_alone};
use crate::doubt::doubt;
use crate::due::Due;
use crate::expected::expected;
use crate::fault::fault;
use crate::settings::{is_of_sets, settings};
use crate::severity::severity;
use crate::shrink::{CutShort, Violation};
use crate::standing::{speaking, standing};

/// A finding, and the smallest case found that shows it.
#[derive(Clone, Debug)]
pub struct Found {
    /// What is wrong.
    pub finding: Finding,
    /// The case.
    pub case: Case,
    /// The clause that it breaks.
    pub(crate) clause: &'static Clause,
    /// The backend that shows it.
    pub(crate) backend: Description,
    /// The words on the command line that select that backend.
    pub(crate) selection: String,
    /// What is allowed of its result, or why that cannot be said of this case alone.
    pub expected: Result<Expected, Why>,
}

impl Found {
    /// What a person who has never heard of this suite runs to see it.
    pub fn reproduction(&self) -> Reproduction {
        let Description { name, version, implementation, .. } = &self.backend;
        let subject = Subject { name, version, implementation: *implementation };
        reproduce(&self.case, &subject, self.expected.as_ref())
    }
}

/// The finding that a violation of `clause` is, shrunk from the case `from`, as if nothing else showed it.
pub(crate) fn describe(
    profiles: &[&'static Profile],
    claims: &[Claim],
    backend: &dyn Backend,
    from: &Case,
    violation: Violation,
    clause: &'static Clause,
) -> Found {
    let Violation { case, outcome, witness, other, cut_short } = violation;
    let all = Facts::new(&case);
    let facts = all.of_output(witness.output);
    let (operands, result) = witness.classes();
    let name = &backend.describe().name;
    // A refusal and a wrong answer are two causes.
    let kind = outcome.name();
    let operator = case.operator.qualified();
    let way = if case.way == Way::Plain { String::new() } else { format!(" {}", case.way) };
    let output = witness.output.map(|name| format!(" {name}")).unwrap_or_default();
    let names: Vec<&str> = operands.iter().map(|class| class.name()).collect();
    let result_name = result.map(Class::name);
    let signature =
        format!("{name} {} {operator} {} {names:?} {result_name:?} {kind}{way}{output}", clause.id, case.types());
    let id = format!("{:08x}", xxh3_64(signature.as_bytes()) as u32);
    let allowed = allowed(profiles, facts, &outcome, &witness, other.as_ref(), clause);
    let speaking = speaking(profiles, facts, clause);
    let (breaks, allowed_by) = split(profiles, facts, &outcome, witness.position);
    let other_value = other.as_ref().map(|(_, value)| *value);
    let is_due = Due::of(profiles, facts, &witness, clause);
    let (mut due, mut later, mut plainly, mut readings) = (None, None, None, Vec::new());
    match &witness.symptom {
        Symptom::Due(what) => due = Some(what.clone()),
        Symptom::Shape { readings: known, .. } => readings.extend(known.iter().cloned()),
        Symptom::Otherwise(How::After(cases), value) => later = Some((*cases, element(*value))),
        Symptom::Otherwise(How::Plainly, value) => plainly = Some(element(*value)),
        _ => {}
    }
    // What comes first is an answer like any other: where what is claimed forbids it, that the next one is right mends nothing.
    let is_claimed = |name: &str| claimed(claims).any(|profile| profile.name == name);
    let is_forbidden = later.is_some() && breaks.iter().any(|breach| is_claimed(&breach.profile));
    let told = if cut_short == Some(CutShort::Interrupted) { MOST_TOLD } else { usize::MAX };
    let opset = is_of_sets(&case, claims).then_some(case.opset);
    let mut finding = Finding {
        // The departure and its cause are known when all findings are.
        departure: id.clone(),
        cause: Cause::Answer,
        backend: name.clone(),
        operator: case.operator.qualified().into_owned(),
        mirrors: case.operator.mirrored().map(|maximum| maximum.qualified().into_owned()),
        dtype: case.types(),
        clause: clause.id.to_owned(),
        level: level(clause.level),
        standing: standing(claims, &speaking, clause),
        profiles: speaking.into_iter().map(ToOwned::to_owned).collect(),
        severity: severity(profiles, facts, &outcome, &witness, other_value, clause),
        deed: deed(facts, &outcome, &witness, other_value, clause.oracle, is_due),
        alone: is_alone(facts, &witness),
        is_across_cases: matches!(clause.oracle, Oracle::CrossCase | Oracle::Metamorphic(_)),
        doubt: doubt(clause, &case, profiles),
        operands: operands.into_iter().take(told).collect(),
        result,
        cases: 1,
        elements: witness.count,
        ways: Vec::new(),
        witness: ReportedWitness {
            case: case.id().to_owned(),
            shrunk_from: from.id().to_owned(),
            smallest: cut_short.is_none(),
            shapes: Shapes(case.operands().iter().map(|input| input.shape().to_vec()).collect()),
            attributes: attributes(&case),
            settings: settings(&case, std::iter::empty(), opset.is_some(), witness.position.is_none()),
            opset,
            way: (case.way != Way::Plain).then(|| case.way.circumstance().to_owned()),
            offsets: offsets(&case),
            file: format!("witnesses/{id}.json"),
            replay: format!("opconform replay '{}' {}", case.id(), backend.selection()),
            output: witness.output.map(ToOwned::to_owned),
            position: witness.position.map(|position| position as u64),
            answered: facts.elements().map(|count| count as u64),
            destination: destination(&case),
            operands: witness.operands.iter().copied().take(told).map(element).collect(),
            names: witness.position.map(|position| argument_names(facts, position)).unwrap_or_default(),
            found: witness.found.map(element),
            before: before(facts, witness.position).map(element),
            symptom: symptom(&witness),
            due,
            readings,
            fault: fault(facts, &witness),
            later,
            plainly,
            after: None,
            differs_from: other.map(|(case, value)| (case.id().to_owned(), element(value))),
        },
        breaks,
        allowed_by,
        waived: None,
        reproducers: Vec::new(),
        no_reproducer: None,
        id,
    };
    if is_forbidden && !finding.comes_and_goes() {
        (finding.level, finding.standing) = (ReportedLevel::Must, Standing::Claimed);
    }
    Found {
        finding,
        case,
        clause,
        backend: backend.describe().clone(),
        selection: backend.selection(),
        expected: allowed,
    }
}

/// What is allowed of the result that violates a clause: by a profile of the clause that objects, or else by the clause itself:
/// what it compares with, or what it accepts where the profiles leave a choice.
fn allowed(
    profiles: &[&'static Profile],
    facts: &Facts,
    outcome: &Outcome,
    witness: &Witness,
    other: Option<&(Case, Value)>,
    clause: &'static Clause,
) -> Result<Expected, Why> {
    let open = Why::Open(clause.id);
    let output = facts.of_output(witness.output);
    if let (false, Some(name)) = (ptr::eq(output, facts), output.output().name) {
        return Err(Why::FurtherOutput(name));
    }
    if let (Some((_, value)), Some(position)) = (other, witness.position) {
        return Expected::element(clause, facts, position, value.bits()).ok_or(open);
    }
    let trial = Trial::new(facts, outcome);
    let objects = |profile: &&&Profile| clause.profiles.contains(&profile.name) && profile.judge(&trial).is_violation();
    let by_profile = || profiles.iter().find(objects).and_then(|profile| Expected::under(profile, facts));
    match clause.oracle {
        Oracle::Published(_) => Expected::published(clause, facts.case).ok_or(open),
        Oracle::Each(_) => by_profile().or_else(|| Expected::by_clause(clause, &trial, witness.position)).ok_or(open),
        Oracle::CrossCase | Oracle::Metamorphic(_) | Oracle::Same(_) => by_profile().ok_or(Why::Compared(clause.id)),
    }
}

/// What is wrong, in words; where the operator has several outputs, after the name of the one at fault.
fn symptom(Witness { output, symptom, .. }: &Witness) -> String {
    output.map_or_else(|| symptom.to_string(), |name| format!("{name}: {symptom}"))
}

fn element(value: Value) -> Element {
    Element { hex: value.hex(), decimal: value.decimal(), class: value.class() }
}

/// A level for readers.
pub fn level(level: Level) -> ReportedLevel {
    ReportedLevel::of(level == Level::Must)
}

/// The profiles that object to an outcome, and those that speak of the case and do not.
fn split(
    profiles: &[&'static Profile],
    facts: &Facts,
    outcome: &Outcome,
    position: Option<usize>,
) -> (Vec<Objection>, Vec<Allowance>) {
    let trial = Trial::new(facts, outcome);
    let (mut breaks, mut allowed_by) = (Vec::new(), Vec::new());
    for profile in profiles {
        let expected = expected(profile, facts, position);
        let name = profile.name.to_owned();
        match profile.judge(&trial) {
            Verdict::Violates(_) => breaks.push(Objection { profile: name, expected }),
            Verdict::NotApplicable => {}
            Verdict::SpecGap(gap) => allowed_by.push(Allowance { profile: name, accepts: gap.to_owned() }),
            Verdict::Conforms | Verdict::Latitude(_) => {
                allowed_by.push(Allowance { profile: name, accepts: expected });
            }
        }
    }
    (breaks, allowed_by)
}
