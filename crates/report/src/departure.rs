//! Departures: what a person would call one, out of the findings of one backend.
//!
//! A finding is of one clause, one element type and one operator; one cause breaks several clauses in several types, and the
//! minimum with the maximum. Findings are one departure where the same was observed, of an operator or of its twin with the
//! signs turned over:
//!
//! - at an element: operands of the same classes, in whatever order, and a result of the same class, which has the bits
//!   of an operand in each of them or in none. A quiet and a signalling NaN count as the same, and so do a positive and a
//!   negative number next to a NaN. Of more than two operands it does not matter how many are of a class; and where a number
//!   is lost beside a NaN, no class does.
//! - in two cases that a clause compares: the same clause, operands and pair of results.
//! - of a whole answer: the same severity, on the same shapes and operator set. A crash, a hang and an unreadable
//!   answer have nothing to do with a clause, and are told apart by their words alone.
//!
//! The order of departures is decided here for everyone who lists them: by [`Weight`], those that count first, then by
//! [`Severity`], then those from MUST, then those with most elements.
//!
//! Nothing is judged here: the findings are those of `report.json`, and each is in exactly one departure.

mod title;

#[cfg(test)]
mod tests;

use crate::digest::{findings_by_backend, together};
use crate::model::{Finding, Report, Standing};
use crate::severity::Severity;

/// Findings of one backend in which the same was observed.
#[derive(Debug)]
pub struct Departure<'a> {
    /// What was observed, and what that means where the findings show it.
    pub title: String,
    /// By element type, then in the order of the report.
    pub findings: Vec<&'a Finding>,
    /// The finding that stands for all: of what is asked of the backend before what it does not claim, of a MUST clause before
    /// SHOULD, of a maximum before its twin, of `f32` before others, then the smallest.
    pub example: &'a Finding,
    /// What it is to the backend.
    pub weight: Weight,
    /// How bad the worst of the findings is; of those that are asked of the backend, where there are any.
    pub severity: Severity,
    /// Whether a MUST clause is broken.
    pub must: bool,
    /// The operator, and its twin where it departs in the same way, the maximum first.
    pub operators: Vec<&'a str>,
    /// The element types, by kind and width.
    pub dtypes: Vec<&'a str>,
    /// The clauses broken and their levels: that of the example, then the other MUST, then the others.
    pub clauses: Vec<(&'a str, &'a str)>,
    pub(crate) extent: Extent,
    /// What the profiles that do not accept one of the witnesses expect instead.
    pub(crate) breaks: Vec<(&'a str, Vec<&'a str>)>,
    /// Why the profiles that object to no witness do not.
    pub(crate) allows: Vec<(&'a str, Vec<&'a str>)>,
}

/// What a departure is to its backend, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It breaks what the backend claims, or what is asked of everyone.
    Counts,
    /// It goes against advice, by the same documents.
    Advice,
    /// It breaks clauses of specifications alone that the backend does not claim.
    Distance,
}

/// How often a departure was seen: of each operator in each element type by the clause that sees it most, all added up.
///
/// One element can break several clauses, and one clause need not speak of all that another speaks of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    pub(crate) elements: u64,
    pub(crate) cases: u64,
    /// Whether a type of an operator has several such clauses, so that together they can have seen more than one of them.
    pub(crate) at_least: bool,
}

/// What was observed in a finding: departures have one each.
#[derive(Debug, PartialEq, Eq)]
enum Observed<'a> {
    Element {
        operands: Vec<&'a str>,
        result: Option<&'a str>,
        is_an_operand: bool,
    },
    /// A number where a NaN or a greater number is right: which numbers are lost depends on where the NaN stands.
    LostNumber,
    Difference {
        clause: &'a str,
        operands: Vec<&'a str>,
        results: [Option<&'a str>; 2],
    },
    Answer {
        dtypes: &'a str,
        severity: Severity,
        fault: Option<String>,
        input: Option<(&'a str, u32)>,
    },
}

/// The departures that the findings of one backend come to, the worst first.
pub fn departures<'a>(report: &'a Report, findings: &[&'a Finding]) -> Vec<Departure<'a>> {
    let mut groups: Vec<(String, Observed, Vec<&Finding>)> = Vec::new();
    for &finding in findings {
        let (operator, observed) = (twins(&finding.operator), Observed::of(finding));
        match groups.iter_mut().find(|(known, same, _)| *known == operator && *same == observed) {
            Some((.., group)) => group.push(finding),
            None => groups.push((operator, observed, vec![finding])),
        }
    }
    let mut departures: Vec<Departure> =
        groups.into_iter().map(|(_, _, findings)| Departure::new(report, findings)).collect();
    departures.sort_by_key(Departure::rank);
    departures
}

/// Whether what a finding breaks is asked of its backend.
fn is_own(finding: &Finding) -> bool {
    finding.standing != Standing::Distance
}

impl Report {
    /// The findings, by index, that stand for all that were made of the same observation.
    pub fn examples(&self) -> Vec<usize> {
        let mut examples: Vec<usize> = Vec::new();
        for (_, findings) in findings_by_backend(self) {
            for departure in departures(self, &findings) {
                examples.extend(self.findings.iter().position(|finding| std::ptr::eq(finding, departure.example)));
            }
        }
        examples.sort_unstable();
        examples
    }
}

/// A sort key that puts element types in the order that people list them in: by kind, then by width.
pub(crate) fn dtype_rank(dtype: &str) -> (usize, u32, &str) {
    let kind = dtype.trim_end_matches(|c: char| c.is_ascii_digit());
    let kinds = ["bf", "f", "i", "u", "bool"];
    let rank = kinds.iter().position(|it| *it == kind).unwrap_or(kinds.len());
    (rank, dtype[kind.len()..].parse().unwrap_or(0), dtype)
}

/// The class of an element, with the two kinds of NaN as one.
fn folded(class: &str) -> &str {
    if matches!(class, "nan" | "snan") { "NaN" } else { class }
}

/// Whether an operator, by its qualified name, takes the other end of the order.
fn is_minimum(operator: &str) -> bool {
    operator.to_lowercase().contains("min")
}

/// The name that an operator shares with its twin: that of the maximum.
fn twins(operator: &str) -> String {
    operator.replace("Min", "Max").replace("min", "max")
}

/// Whether the result is neither a NaN nor the maximum of the numbers, though a NaN is among the operands.
fn is_lost_number(finding: &Finding) -> bool {
    let is_nan = |class: &str| folded(class) == "NaN";
    let numbers = finding.operands.iter().filter(|class| !is_nan(class)).count();
    finding.severity == Severity::WrongNumber
        && (2..finding.operands.len()).contains(&numbers)
        && finding.result.as_deref().is_some_and(|class| !is_nan(class))
}

/// The class of an element of a finding, as it is compared with those of other findings: as a maximum would have it, and
/// without its sign next to a NaN, where that has nothing to do with what becomes of it.
fn observed_class<'a>(finding: &Finding, class: &'a str) -> &'a str {
    let has_nan = finding.operands.iter().any(|class| folded(class) == "NaN");
    let class = upright(&finding.operator, class);
    if has_nan { unsigned(class) } else { class }
}

/// The class of an element as a maximum would have it: the other way round for a minimum.
fn upright<'a>(operator: &str, class: &'a str) -> &'a str {
    if !is_minimum(operator) {
        return folded(class);
    }
    match class {
        "+0" => "-0",
        "-0" => "+0",
        "+inf" => "-inf",
        "-inf" => "+inf",
        "+normal" => "-normal",
        "-normal" => "+normal",
        "+subnormal" => "-subnormal",
        "-subnormal" => "+subnormal",
        "positive" => "negative",
        "negative" => "positive",
        other => folded(other),
    }
}

/// The class without its sign, where it is a number's.
fn unsigned(class: &str) -> &str {
    match class {
        "+normal" | "-normal" => "normal",
        "+subnormal" | "-subnormal" => "subnormal",
        other => other,
    }
}

impl<'a> Observed<'a> {
    fn of(finding: &'a Finding) -> Self {
        let witness = &finding.witness;
        let class = |class: &'a str| observed_class(finding, class);
        let result = finding.result.as_deref().map(class);
        let mut operands: Vec<&str> = finding.operands.iter().map(|it| class(it)).collect();
        operands.sort_unstable();
        if let Some((_, elsewhere)) = &witness.differs_from {
            let mut results = [result, Some(class(&elsewhere.class))];
            results.sort_unstable();
            return Self::Difference { clause: &finding.clause, operands, results };
        }
        if is_lost_number(finding) {
            return Self::LostNumber;
        }
        if !operands.is_empty() {
            // How many there are of a class has to do with where in a row they meet.
            if operands.len() > 2 {
                operands.dedup();
            }
            return Self::Element { operands, result, is_an_operand: taken(finding).next().is_some() };
        }
        let (fault, input) = if finding.severity == Severity::NoAnswer {
            (Some(witness.symptom.chars().filter(|c| !c.is_ascii_digit()).collect()), None)
        } else {
            (None, Some((witness.shapes.as_str(), witness.opset)))
        };
        // Operands without a common type are another input than any that have one.
        let dtypes = if matches!(finding.dtype.as_str(), "mixed" | "none") { finding.dtype.as_str() } else { "" };
        Self::Answer { dtypes, severity: finding.severity, fault, input }
    }
}

impl<'a> Departure<'a> {
    fn new(report: &'a Report, mut findings: Vec<&'a Finding>) -> Self {
        findings.sort_by_key(|finding| (dtype_rank(&finding.dtype), is_minimum(&finding.operator)));
        let clause_order = |id: &str| report.clauses.iter().position(|clause| clause.id == id);
        let rank = |finding: &Finding| {
            let Finding { level, operator, dtype, clause, witness, .. } = finding;
            (
                !is_own(finding),
                level != "MUST",
                is_minimum(operator),
                dtype != "f32",
                size(&witness.shapes),
                clause_order(clause),
            )
        };
        let example = *findings.iter().min_by_key(|finding| rank(finding)).expect("a group has a finding");
        let mut dtypes: Vec<&str> = findings.iter().map(|finding| finding.dtype.as_str()).collect();
        dtypes.dedup();
        let mut operators: Vec<&str> = findings.iter().map(|finding| finding.operator.as_str()).collect();
        operators.sort_by_key(|operator| (is_minimum(operator), *operator));
        operators.dedup();
        let mut clauses: Vec<(&str, &str)> = Vec::new();
        for finding in &findings {
            let clause = (finding.clause.as_str(), finding.level.as_str());
            if !clauses.contains(&clause) {
                clauses.push(clause);
            }
        }
        clauses.sort_by_key(|(id, level)| (*id != example.clause, *level != "MUST", clause_order(id)));
        let (breaks, allows) = profiles(report, example, &findings);
        let alike = findings.iter().filter(|finding| is_own(finding) == is_own(example));
        let weight = match is_own(example) {
            true if report.binds(example) => Weight::Counts,
            true => Weight::Advice,
            false => Weight::Distance,
        };
        Self {
            title: title::title(example, &findings),
            weight,
            severity: alike.map(|finding| finding.severity).min().unwrap_or(example.severity),
            must: example.level == "MUST",
            operators,
            dtypes,
            clauses,
            extent: Extent::of(&findings),
            breaks,
            allows,
            example,
            findings,
        }
    }

    /// What departures are put in order by, the worst first.
    pub(crate) fn rank(&self) -> (Weight, Severity, bool, std::cmp::Reverse<u64>) {
        (self.weight, self.severity, !self.must, std::cmp::Reverse(self.extent.elements))
    }

    /// The clauses with the level said where it changes: `MUST A, B; SHOULD C`.
    pub(crate) fn clauses_by_level(&self) -> Vec<(&'a str, Vec<&'a str>)> {
        together(self.clauses.iter().copied())
    }
}

impl Extent {
    fn of(findings: &[&Finding]) -> Self {
        let mut extent = Self::default();
        for of_dtype in findings.chunk_by(|a, b| (&a.dtype, &a.operator) == (&b.dtype, &b.operator)) {
            let mut by_clause: Vec<(&str, u64, u64)> = Vec::new();
            for finding in of_dtype {
                match by_clause.iter_mut().find(|(clause, ..)| *clause == finding.clause) {
                    Some((_, elements, cases)) => {
                        *elements = elements.saturating_add(finding.elements);
                        *cases = cases.saturating_add(finding.cases);
                    }
                    None => by_clause.push((&finding.clause, finding.elements, finding.cases)),
                }
            }
            let most = |seen: &dyn Fn(&(&str, u64, u64)) -> u64| by_clause.iter().map(seen).max().unwrap_or(0);
            extent.elements = extent.elements.saturating_add(most(&|(_, elements, _)| *elements));
            extent.cases = extent.cases.saturating_add(most(&|(.., cases)| *cases));
            extent.at_least |= by_clause.len() > 1;
        }
        extent
    }
}

/// The operands, by index, whose bits the result of a finding has.
fn taken(finding: &Finding) -> impl Iterator<Item = usize> {
    let same = |operand: &crate::model::Element| finding.witness.found.as_ref().is_some_and(|it| it.hex == operand.hex);
    finding.witness.operands.iter().enumerate().filter(move |(_, operand)| same(operand)).map(|(index, _)| index)
}

/// The elements in operands of these shapes, as they are written in a witness.
fn size(shapes: &str) -> u64 {
    let shape = |text: &str| text.split('x').map(|axis| axis.parse().unwrap_or(1)).fold(1, u64::saturating_mul);
    shapes.split(" + ").map(shape).fold(0, u64::saturating_add)
}

type ByWords<'a> = Vec<(&'a str, Vec<&'a str>)>;

/// The profiles that do not accept some witness with what they expect, and those that object to none: in the words that
/// they have for the example where they speak of it.
fn profiles<'a>(report: &Report, example: &'a Finding, findings: &[&'a Finding]) -> (ByWords<'a>, ByWords<'a>) {
    let all = || std::iter::once(example).chain(findings.iter().copied());
    let breaks = all().flat_map(|it| &it.breaks).map(|it| (it.profile.as_str(), it.expected.as_str()));
    let breaks = once_each(report, breaks.collect());
    let allows = all().flat_map(|it| &it.allowed_by).map(|it| (it.profile.as_str(), it.accepts.as_str()));
    let allows = allows.filter(|(profile, _)| breaks.iter().all(|(name, _)| name != profile));
    let allows = once_each(report, allows.collect());
    (together(breaks), together(allows))
}

/// The first entry of each profile, in the order of the profiles.
fn once_each<'a>(report: &Report, mut entries: Vec<(&'a str, &'a str)>) -> Vec<(&'a str, &'a str)> {
    entries.sort_by_key(|(name, _)| (report.profiles.iter().position(|profile| profile.name == *name), *name));
    entries.dedup_by_key(|(name, _)| *name);
    entries
}
