//! `opconform replay`: one case again, with what every clause and profile says of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anstyle::{AnsiColor, Style};
use clap::Args;
use opconform_backends::{Backend, Entry};
use opconform_harness::{Replay, Under, level};
use opconform_report::{Weight, listed};
use opconform_spec::{Decision, Outcome, Verdict};
use opconform_text::visible;

use super::cases::describe;
use crate::adapter::{BackendArgs, IsolationArgs};
use crate::exit::Exit;
use crate::locate::CaseArgs;
use crate::output::Color;
use crate::watch::Watch;
use crate::{output, selection};

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform replay 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend portable,tract
  opconform replay 'max/f32/nan-vs-inf/2*1#04e25e6e' --backend nan-second-wins --against onnx

Exit codes:
  0    it departs from nothing that it claims, or that is asked of everyone
  1    it departs: a MUST clause is violated, or with --strict a SHOULD clause
  4    no clause compared anything";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ReplayArgs {
    #[command(flatten)]
    pub(crate) case: CaseArgs,

    /// Ask for this case first, by its file or id: what one call leaves behind shows in the next
    #[arg(long, value_name = "CASE")]
    pub(crate) after: Option<String>,

    /// Judge every backend by these specifications, separated by commas, instead of those that it claims
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub(crate) against: Vec<String>,

    /// Count what SHOULD clauses say, too; it is advice when this is left out
    #[arg(long)]
    pub(crate) strict: bool,

    /// Colour in what is printed
    #[arg(long, value_enum, default_value_t)]
    pub(crate) color: Color,

    #[command(flatten)]
    pub(crate) backends: BackendArgs,
}

pub(crate) fn replay(args: &ReplayArgs) -> anyhow::Result<Exit> {
    let against = selection::claims(&args.against)?;
    let (backends, _) = selection::backends(&args.backends, &Watch::new(true))?;
    let case = args.case.locate()?;
    let earlier = args.after.as_deref().map(|name| args.case.named(name)).transpose()?;
    let paint = Paint(args.color.on_stdout());
    let mut text = describe(&case);
    let (mut departs, mut judged) = (false, false);
    for backend in backends {
        let on_one_thread = on_one_thread(backend.as_ref(), &args.backends.isolation);
        if let Some(earlier) = &earlier {
            opconform_harness::prime(backend.as_ref(), earlier);
        }
        let replay =
            opconform_harness::replay(backend.as_ref(), on_one_thread.as_deref(), &case, &Under::Claims, &against);
        let name = visible(&backend.describe().name);
        let _ = writeln!(text, "\n{}: {}", paint.bold(&name), outcome_text(&replay.outcome));
        let said = Said::of(&replay, args.strict);
        departs |= said.departs();
        judged |= replay.decisions.iter().any(|(.., decision)| decision.compared > 0);
        said.write(&mut text, paint);
    }
    output::print_folded_coloured(&text, paint.0)?;
    Ok(match (departs, judged) {
        (true, _) => Exit::Violations,
        (false, true) => Exit::AsExpected,
        (false, false) => Exit::NothingJudged,
    })
}

/// What is said of one answer: the clauses, by what their decisions are to the backend, and the profiles.
struct Said<'r> {
    replay: &'r Replay,
    /// The lines of the clauses under each heading that has some, the gravest first.
    groups: BTreeMap<Heading, Vec<String>>,
}

/// What the decision of a clause is to the backend.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Heading {
    /// The clause is violated.
    Violated(Weight),
    /// It is not, or its source leaves it open.
    Kept,
}

impl<'r> Said<'r> {
    fn of(replay: &'r Replay, strict: bool) -> Self {
        let mut groups: BTreeMap<Heading, Vec<String>> = BTreeMap::new();
        for (clause, standing, decision) in &replay.decisions {
            let Some(line) = decision_text(decision) else { continue };
            let weight = Weight::of(*standing, level(clause.level), strict);
            let heading = if decision.is_violation() { Heading::Violated(weight) } else { Heading::Kept };
            let line = format!("  {:<22} {:<6} {line}", clause.id, clause.level.name());
            groups.entry(heading).or_default().push(line);
        }
        Self { replay, groups }
    }

    fn departs(&self) -> bool {
        self.groups.contains_key(&Heading::Violated(Weight::Counts))
    }

    fn write(&self, text: &mut String, paint: Paint) {
        let claims = listed(&self.replay.claims, |claim| visible(claim.specification.title()));
        let verdict = match self.departs() {
            true => paint.styled(AnsiColor::Red.on_default().bold(), "✗ departs"),
            false if self.groups.is_empty() => "– no clause speaks of it".to_owned(),
            false => paint.styled(AnsiColor::Green.on_default(), "✓ conforms"),
        };
        let nothing = self.replay.claims.is_empty().then_some("what is asked of everyone, since it claims nothing");
        let _ = writeln!(text, "{verdict}, judged by {}", nothing.unwrap_or(&claims));
        for (heading, lines) in &self.groups {
            let (title, style) = match heading {
                Heading::Violated(Weight::Counts) => ("what it departs from", AnsiColor::Red.on_default().bold()),
                Heading::Violated(Weight::Advice) => ("what it is advised against", AnsiColor::Yellow.on_default()),
                Heading::Violated(Weight::Distance) => ("what it does not claim, and is not like", Style::new()),
                Heading::Kept => ("what it keeps, and what is left open", Style::new()),
            };
            let _ = writeln!(text, "  {}", paint.bold(title));
            for line in lines {
                let _ = writeln!(text, "  {}", paint.styled(style, line));
            }
        }
        let profiles = self.replay.verdicts.iter();
        let lines = profiles.filter_map(|(profile, verdict)| Some((profile.name, profile_text(verdict)?)));
        for (index, (name, line)) in lines.enumerate() {
            if index == 0 {
                let _ = writeln!(text, "  {}", paint.bold("what each profile says"));
            }
            let _ = writeln!(text, "    {name:<22} {line}");
        }
    }
}

/// Styles, where there is to be colour.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn bold(self, text: &str) -> String {
        self.styled(Style::new().bold(), text)
    }

    fn styled(self, style: Style, text: &str) -> String {
        if self.0 && style != Style::new() { format!("{style}{text}{style:#}") } else { text.to_owned() }
    }
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
