//! `opconform replay`: one case again, with what every clause and profile says of it.

use std::fmt::Write as _;

use clap::Args;
use opconform_backends::{Backend, Entry};
use opconform_harness::{Replay, Under};
use opconform_report::listed;
use opconform_spec::{Decision, Outcome, Verdict};
use opconform_text::visible;

use super::cases::describe;
use crate::adapter::{BackendArgs, IsolationArgs};
use crate::exit::Exit;
use crate::locate::CaseArgs;
use crate::watch::Watch;
use crate::{output, selection};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform replay 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend portable,tract
  opconform replay 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend nan-second-wins";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) case: CaseArgs,

    /// Ask for this case first, by its file or id: what one call leaves behind shows in the next
    #[arg(long, value_name = "CASE")]
    pub(crate) after: Option<String>,

    #[command(flatten)]
    pub(crate) backends: BackendArgs,
}

pub(crate) fn replay(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let (backends, _) = selection::backends(&args.backends, &Watch::new(true))?;
    let case = args.case.locate()?;
    let earlier = args.after.as_deref().map(|name| args.case.named(name)).transpose()?;
    let mut text = describe(&case);
    let (mut violated, mut judged) = (false, false);
    for backend in backends {
        let profiles = Under::Claims.of(&backend.describe().claims);
        let on_one_thread = on_one_thread(backend.as_ref(), &args.backends.isolation);
        if let Some(earlier) = &earlier {
            opconform_harness::prime(backend.as_ref(), earlier);
        }
        let Replay { outcome, decisions, verdicts } =
            opconform_harness::replay(backend.as_ref(), on_one_thread.as_deref(), &case, &profiles);
        let _ = writeln!(text, "\n{}: {}", visible(&backend.describe().name), outcome_text(&outcome));
        for (clause, decision) in &decisions {
            if let Some(line) = decision_text(decision) {
                let _ = writeln!(text, "  {:<22} {:<6} {line}", clause.id, clause.level.name());
            }
            violated |= decision.is_violation();
            judged |= decision.compared > 0;
        }
        for (profile, verdict) in &verdicts {
            if let Some(line) = profile_text(verdict) {
                let _ = writeln!(text, "  profile {:<14} {line}", profile.name);
            }
        }
    }
    output::print_folded(&text)?;
    Ok(match (violated, judged) {
        (true, _) => Exit::Violations,
        (false, true) => Exit::AsExpected,
        (false, false) => Exit::NothingJudged,
    })
}

/// The same implementation on one thread, opened beside a backend that has more; none where it cannot run.
fn on_one_thread(backend: &dyn Backend, isolation: &IsolationArgs) -> Option<Box<dyn Backend>> {
    isolation.open(&Entry::named(backend.on_one_thread()?)?.choice()).ok()
}

pub(super) fn outcome_text(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Output(outputs) => outputs.iter().map(|output| format!("{output:?}")).collect::<Vec<_>>().join(", "),
        Outcome::Rejected(why) | Outcome::Unsupported(why) | Outcome::Malformed(why) => {
            format!("{}: {}", outcome.name(), visible(why))
        }
        Outcome::Crashed(crash) => format!("{}: {}", outcome.name(), visible(&crash.to_string())),
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
            let of = witness.output.map(|name| format!(" of {name}")).unwrap_or_default();
            let operands = listed(&witness.operands, |value| format!("{} ({})", value.hex(), value.decimal()));
            let found = witness.found.map(|found| format!(" gave {} ({}); ", found.hex(), found.decimal()));
            let what = format!("{}{}", operands, found.unwrap_or_default());
            Some(format!("VIOLATED{at}{of}: {}{}", what.trim_start(), witness.symptom))
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
