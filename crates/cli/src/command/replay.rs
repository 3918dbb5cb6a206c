//! `opconform replay`: one case again, with what every clause and profile says of it.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context as _, bail};
use opconform_backends::Backend;
use opconform_cases::file;
use opconform_harness::Replay;
use opconform_spec::{Case, Decision, Facts, Outcome, PROFILES, Verdict, clauses};

use super::cases::describe;
use crate::args::ReplayArgs;
use crate::exit::Exit;
use crate::{output, selection};

pub(crate) fn replay(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let (backends, _) = selection::backends(&args.backend)?;
    let case = find(args)?;
    let facts = Facts::new(&case);
    let mut text = describe(&case);
    let (mut violated, mut judged) = (false, false);
    for backend in backends {
        let on_one_thread = on_one_thread(backend.as_ref());
        let Replay { outcome, decisions } =
            opconform_harness::replay(backend.as_ref(), on_one_thread.as_deref(), &case, PROFILES);
        let _ = writeln!(text, "\n{}: {}", backend.describe().name, outcome_text(&outcome));
        for (clause, decision) in clauses().zip(&decisions) {
            if let Some(line) = decision_text(decision) {
                let _ = writeln!(text, "  {:<22} {:<6} {line}", clause.id, clause.level.name());
            }
            violated |= decision.is_violation();
            judged |= decision.compared > 0;
        }
        for profile in PROFILES {
            if let Some(line) = profile_text(&profile.judge(&facts, &outcome)) {
                let _ = writeln!(text, "  profile {:<14} {line}", profile.name);
            }
        }
    }
    output::print(&text)?;
    Ok(match (violated, judged) {
        (true, _) => Exit::Violations,
        (false, true) => Exit::AsExpected,
        (false, false) => Exit::NothingJudged,
    })
}

/// The same implementation on one thread, opened beside a backend that has more; none where it cannot run.
fn on_one_thread(backend: &dyn Backend) -> Option<Box<dyn Backend>> {
    selection::backend(backend.on_one_thread()?).ok()
}

/// The case of a file, or of an id: among the witnesses of the report, then in the suite.
fn find(args: &ReplayArgs) -> anyhow::Result<Case> {
    let path = Path::new(&args.case);
    if path.is_file() {
        return read(path);
    }
    if !args.case.contains('#') {
        bail!(
            "{} is no file, and not the id of a case, which has a # in it: name a case file, or an id that `opconform \
             cases list` or a report shows",
            path.display()
        );
    }
    if let Some(case) = witness(&args.report.join("witnesses"), &args.case)? {
        return Ok(case);
    }
    let found = selection::cases(&args.suite)?.into_iter().find(|case| case.id() == args.case);
    found.with_context(|| {
        let report = args.report.display();
        format!(
            "no case `{}` in the suite or among the witnesses of {report}: give the --seed, --random, --node-tests or \
             --report that it came with",
            args.case
        )
    })
}

fn witness(folder: &Path, id: &str) -> anyhow::Result<Option<Case>> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(None) };
    for entry in entries {
        let case = read(&entry.with_context(|| format!("cannot read {}", folder.display()))?.path())?;
        if case.id() == id {
            return Ok(Some(case));
        }
    }
    Ok(None)
}

fn read(path: &Path) -> anyhow::Result<Case> {
    let bytes = std::fs::read(path)
        .with_context(|| format!("cannot read {}: check that it is a file that you may read", path.display()))?;
    file::from_json(&bytes)
        .with_context(|| format!("{} is no case: export it again with `opconform cases export`", path.display()))
}

fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Output(outputs) => outputs.iter().map(|output| format!("{output:?}")).collect::<Vec<_>>().join(", "),
        Outcome::Rejected(why) | Outcome::Unsupported(why) | Outcome::Crashed(why) | Outcome::Malformed(why) => {
            format!("{}: {why}", outcome.name())
        }
        Outcome::TimedOut(after) => format!("{} after {} s", outcome.name(), after.as_secs()),
    }
}

fn decision_text(decision: &Decision) -> Option<String> {
    match &decision.verdict {
        Verdict::Conforms => Some(format!("conforms ({} compared)", decision.compared)),
        Verdict::Latitude(rule) => Some(format!("conforms by latitude: {rule}")),
        Verdict::SpecGap(gap) => Some(format!("gap: {gap}")),
        Verdict::Violates(witness) => {
            let at = witness.position.map(|position| format!(" at element {position}")).unwrap_or_default();
            let operands: Vec<String> =
                witness.operands.iter().map(|value| format!("{} ({})", value.hex(), value.decimal())).collect();
            let found = witness.found.map(|found| format!(" gave {} ({})", found.hex(), found.decimal()));
            let what = if operands.is_empty() { String::new() } else { format!(" {}", operands.join(", ")) };
            Some(format!("VIOLATED{at}:{what}{}; {}", found.unwrap_or_default(), witness.symptom))
        }
        Verdict::NotApplicable => None,
    }
}

fn profile_text(verdict: &Verdict) -> Option<String> {
    match verdict {
        Verdict::Conforms | Verdict::Latitude(_) => Some("accepts it".to_owned()),
        Verdict::SpecGap(gap) => Some(format!("leaves it open: {gap}")),
        Verdict::Violates(witness) => Some(format!("does not accept it: {}", witness.symptom)),
        Verdict::NotApplicable => None,
    }
}
