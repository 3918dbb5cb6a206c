//! `opconform clauses --coverage`: how many element comparisons the suite makes of each clause, by element type.

use std::fmt::Write as _;
use std::sync::atomic::AtomicBool;

use anyhow::Context as _;
use opconform_cases::Asked;
use opconform_harness::Plan;
use opconform_report::{Report, type_names};
use opconform_spec::{Clause, Oracle};
use opconform_tensor::{DType, Types};

use crate::exit::Exit;
use crate::suite::SuiteArgs;
use crate::{output, selection};

/// The backend that the comparisons are counted on: it runs everywhere, and answers every operator in every type.
const BACKEND: &str = "portable";

pub(super) fn coverage(suite: &SuiteArgs) -> anyhow::Result<Exit> {
    let backend = selection::entry(BACKEND)?.open().with_context(|| format!("backend `{BACKEND}` cannot run here"))?;
    let plan = Plan { seed: suite.seed, ..Plan::new(selection::cases(suite, Asked::ALL)?, vec![backend]) };
    let completed = opconform_harness::run(&plan, &|_, _, _| {}, &AtomicBool::new(false));
    let (text, unexplained) = table(&completed.report, plan.cases.len());
    output::print(&text)?;
    Ok(if unexplained { Exit::Violations } else { Exit::AsExpected })
}

/// The table, and whether a clause compares nothing of a type that it speaks of, with no reason but the cases.
fn table(report: &Report, cases: usize) -> (String, bool) {
    let mut text = format!("Element comparisons by clause and element type: {cases} cases on {BACKEND}\n\n");
    let _ = write!(text, "  {:<24}", "clause");
    for dtype in DType::ALL {
        let _ = write!(text, " {:>9}", dtype.name());
    }
    text.push('\n');
    let mut reasons = Vec::new();
    for backend in &report.backends {
        for clause in &backend.clauses {
            let _ = write!(text, "  {:<24}", clause.id);
            for dtype in DType::ALL {
                let compared = clause.by_dtype.get(&Types::One(dtype)).map_or(0, |count| count.compared);
                let unexercised = backend
                    .unexercised
                    .iter()
                    .find(|entry| entry.clause == clause.id && entry.dtypes.contains(&Types::One(dtype)));
                let cell = match unexercised {
                    Some(entry) if entry.by_nature => "·".to_owned(),
                    _ => compared.to_string(),
                };
                let _ = write!(text, " {cell:>9}");
            }
            text.push('\n');
        }
        let not_by_nature = backend.unexercised.iter().filter(|entry| !entry.by_nature);
        let is_published = |id: &str| Clause::named(id).is_some_and(|it| matches!(it.oracle, Oracle::Published(_)));
        reasons.extend(not_by_nature.map(|entry| (entry, is_published(&entry.clause))));
    }
    text.push_str("\n  · it says nothing of the type: `opconform explain ID` tells why\n");
    for (entry, _) in &reasons {
        let _ = writeln!(
            text,
            "  {} compares nothing of {}: {}",
            entry.clause,
            type_names(&entry.dtypes).join(" "),
            entry.reason
        );
    }
    // Examples are published with node tests, which are not part of the suite.
    (text, reasons.iter().any(|(_, is_example)| !is_example))
}
