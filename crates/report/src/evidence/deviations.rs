//! Deviations: departures from what is claimed, open and accepted; and the problems that are known of documents and cases.

use super::Evidence;
use super::page::Block;
use crate::departure::Departure;
use crate::model::{Standing, Waived, Weight};
use crate::passing_fault;
use crate::text::thousands;

/// What a deviation is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Accepted,
    Advice,
}

fn kind(departure: &Departure) -> Option<Kind> {
    match departure.weight {
        Weight::Counts if departure.is_waived => Some(Kind::Accepted),
        Weight::Counts => Some(Kind::Open),
        Weight::Advice => Some(Kind::Advice),
        Weight::Distance => None,
    }
}

/// How many are open, accepted, and of advice.
pub(super) fn counts(departures: &[Departure]) -> [u64; 3] {
    let count = |wanted| departures.iter().filter(|departure| kind(departure) == Some(wanted)).count() as u64;
    [Kind::Open, Kind::Accepted, Kind::Advice].map(count)
}

pub(super) fn blocks(evidence: &Evidence) -> Vec<Block> {
    let report = evidence.report;
    let by_backend = report.departures().into_iter();
    let all: Vec<(&str, Departure)> =
        by_backend.flat_map(|(name, all)| all.into_iter().map(move |departure| (name, departure))).collect();
    let mut blocks = vec![Block::Heading("5. Deviations".to_owned())];
    let parts = [
        (Kind::Open, "Open", "No departure from a MUST clause of what is claimed is open."),
        (Kind::Accepted, "Accepted", "None: no waiver speaks of any. `opconform gate` takes them from its files."),
        (Kind::Advice, "Advice: departures from SHOULD clauses", "None."),
    ];
    for (wanted, title, none) in parts {
        blocks.push(Block::Part(title.to_owned()));
        let of_kind: Vec<&(&str, Departure)> =
            all.iter().filter(|(_, departure)| kind(departure) == Some(wanted)).collect();
        if of_kind.is_empty() {
            blocks.push(Block::Text(none.to_owned()));
            continue;
        }
        let accepted = wanted == Kind::Accepted;
        let rows = of_kind.into_iter().map(|(name, departure)| row(name, departure, accepted)).collect();
        blocks.push(Block::Table(if accepted { ACCEPTED } else { OPEN }, rows));
    }
    blocks
}

const OPEN: &[&str] = &["backend", "departure", "clauses", "operators and types", "seen", "smallest case"];
const ACCEPTED: &[&str] =
    &["backend", "departure", "clauses", "operators and types", "seen", "smallest case", "why, by whom, and where"];

fn row(name: &str, departure: &Departure, accepted: bool) -> Vec<String> {
    // Those that are asked of the backend first: one that is not claimed is said to be none.
    let is_asked = |id: &str| {
        let mut own = departure.findings.iter().filter(|finding| finding.clause == id);
        own.any(|finding| finding.standing != Standing::Distance)
    };
    let (asked, beyond): (Vec<_>, Vec<_>) = departure.clauses.iter().partition(|(id, _)| is_asked(id));
    let asked = asked.into_iter().map(|(id, level)| format!("{id} ({level})"));
    let beyond = beyond.into_iter().map(|(id, level)| format!("{id} ({level}, not claimed)"));
    let clauses = asked.chain(beyond).collect::<Vec<_>>().join(", ");
    let mut row = vec![
        name.to_owned(),
        departure.title.clone(),
        clauses,
        departure.shows_in(),
        departure.extent.to_string(),
        departure.example.witness.file.clone(),
    ];
    if accepted {
        let mut reasons: Vec<String> = Vec::new();
        for Waived { reason, link, by } in departure.findings.iter().filter_map(|finding| finding.waived.as_ref()) {
            let by = by.as_deref().unwrap_or("it is not said by whom");
            let words = format!("{reason}; {by}; {link}");
            if !reasons.contains(&words) {
                reasons.push(words);
            }
        }
        row.push(reasons.join(" | "));
    }
    row
}

pub(super) fn problems(evidence: &Evidence) -> Vec<Block> {
    let report = evidence.report;
    let claimed = |profile: &String| {
        report.backends.iter().flat_map(|backend| &backend.claims).any(|claim| claim.profiles.contains(profile))
    };
    let families = evidence.claimed_families();
    let defects = report.defects.iter().filter(|defect| families.contains(&defect.family.as_str())).map(|defect| {
        vec![
            defect.id.clone(),
            defect.document.clone(),
            defect.text.clone(),
            thousands(defect.cases),
            defect.example.clone().unwrap_or_default(),
        ]
    });
    let gaps = report.gaps.iter().filter(|gap| claimed(&gap.profile));
    let gaps = gaps.map(|gap| vec![gap.profile.clone(), gap.gap.clone(), thousands(gap.cases), gap.example.clone()]);
    let doubts = report.findings.iter().filter_map(|finding| {
        Some(vec![finding.backend.clone(), finding.witness.case.clone(), finding.doubt.clone()?])
    });
    let skips = report.backends.iter().flat_map(|backend| {
        backend
            .skips
            .iter()
            .map(|skip| vec![backend.name.clone(), skip.reason.clone(), thousands(skip.cases), skip.example.clone()])
    });
    let failed = report
        .backends
        .iter()
        .flat_map(|backend| backend.passing_faults.iter().map(|fault| vec![backend.name.clone(), fault.to_string()]));
    let failed = problem(passing_fault::HEADING, &["backend", "what became of them"], failed);
    let defects =
        problem("Of the documents", &["id", "document", "what is wrong with it", ">cases", "such as"], defects);
    let title = "Where what is claimed is silent or contradicts itself";
    let gaps = problem(title, &["profile", "gap", ">cases", "such as"], gaps);
    let skips = problem("What backends do not offer", &["backend", "in its words", ">cases", "such as"], skips);
    let title = "Of the suite: witnesses that those fail who are right";
    let doubts = problem(title, &["backend", "case", "who"], doubts);
    let head = vec![Block::Heading("6. Known problems".to_owned())];
    head.into_iter().chain(defects).chain(gaps).chain(skips).chain(failed).chain(doubts).collect()
}

/// One kind of problem: a table, or that there is none.
fn problem(title: &str, heads: &'static [&'static str], rows: impl Iterator<Item = Vec<String>>) -> [Block; 2] {
    let rows: Vec<Vec<String>> = rows.collect();
    let table = if rows.is_empty() { Block::Text("None.".to_owned()) } else { Block::Table(heads, rows) };
    [Block::Part(title.to_owned()), table]
}
