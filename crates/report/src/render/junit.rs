//! JUnit XML: one suite per backend, one test per clause, for whatever shows the tests of a CI.
//!
//! A clause that compared nothing is skipped with its reason, one of which every departure is waived with the reason for that,
//! and a backend on which nothing was judged has an error: no run is green for want of evidence.
//!
//! What is written is what the schemas of Jenkins and of Surefire have in common: a time on every test, though none is
//! measured on its own, and no count of skipped tests over all suites.

use std::collections::BTreeMap;
use std::time::Duration;

use maud::{Markup, PreEscaped, html};

use crate::counted::beyond_cases;
use crate::digest::{self, Mark};
use crate::level::Level;
use crate::model::{Backend, Clause, Finding, Report, Standing};
use crate::runs::listed;
use crate::text::{plural, thousands, visible};
use crate::trace::reasons;

/// The end of a line, for people who read the file.
const LINE: PreEscaped<&str> = PreEscaped("\n");
const HEAD: PreEscaped<&str> = PreEscaped("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");

/// The tests of one backend.
struct Suite<'a> {
    backend: &'a Backend,
    tests: Vec<(&'a str, Status)>,
}

/// How a test came out.
enum Status {
    Passed,
    Skipped(String),
    Failed { level: Level, message: String, details: String },
    Error(&'static str),
}

/// How many tests came out how.
#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
}

pub(super) fn render(report: &Report) -> String {
    let suites: Vec<Suite> = report.backends.iter().map(|backend| Suite::of(report, backend)).collect();
    let all = Counts::of(&suites);
    // A time that is none is left out.
    let time =
        Duration::try_from_secs_f64(report.provenance.seconds).ok().map(|time| format!("{:.3}", time.as_secs_f64()));
    let document = html! {
        (HEAD)
        testsuites name="opconform" tests=(all.tests) failures=(all.failures) errors=(all.errors) time=[time] {
            (LINE)
            @for suite in &suites { (suite.markup(report)) (LINE) }
        }
        (LINE)
    };
    document.into_string()
}

impl<'a> Suite<'a> {
    fn of(report: &'a Report, backend: &'a Backend) -> Self {
        let of_clause = |clause: &'a Clause| (clause.id.as_str(), status(report, backend, clause));
        let run = std::iter::once(("the run", judged(report, backend)));
        let pairs = (!backend.counted.is_empty()).then(|| ("the pairs that were counted", counted(report, backend)));
        Self { backend, tests: run.chain(pairs).chain(report.clauses.iter().map(of_clause)).collect() }
    }

    fn markup(&self, report: &Report) -> Markup {
        let Counts { tests, failures, errors, skipped } = Counts::of(std::slice::from_ref(self));
        let backend = self.backend;
        let properties = [
            ("description", visible(&backend.description)),
            ("seed", report.seed.to_string()),
            ("suite", visible(&report.provenance.suite)),
        ];
        html! {
            testsuite name=(visible(&backend.name)) tests=(tests) failures=(failures) errors=(errors) skipped=(skipped) {
                (LINE)
                properties { @for (name, value) in properties { property name=(name) value=(value) {} } }
                (LINE)
                @for (name, status) in &self.tests {
                    testcase name=(visible(name)) classname=(visible(&backend.name)) time="0.000" { (status.markup()) }
                    (LINE)
                }
            }
        }
    }
}

impl Status {
    fn markup(&self) -> Markup {
        html! {
            @match self {
                Self::Passed => {}
                Self::Skipped(why) => { skipped message=(why) {} }
                Self::Failed { level, message, details } => { failure type=(level.name()) message=(message) { (details) } }
                Self::Error(message) => { error message=(message) {} }
            }
        }
    }
}

impl Counts {
    fn of(suites: &[Suite]) -> Self {
        let mut counts = Self::default();
        for (_, status) in suites.iter().flat_map(|suite| &suite.tests) {
            counts.tests += 1;
            match status {
                Status::Passed => {}
                Status::Skipped(_) => counts.skipped += 1,
                Status::Failed { .. } => counts.failures += 1,
                Status::Error(_) => counts.errors += 1,
            }
        }
        counts
    }
}

/// Whether there is anything to go by.
fn judged(report: &Report, backend: &Backend) -> Status {
    match (digest::compared(backend), report.partial) {
        (0, _) => Status::Error("nothing was judged: no element was compared"),
        (_, true) => Status::Error("the run was interrupted, and speaks only of the cases judged until then"),
        _ => Status::Passed,
    }
}

/// What was counted of pairs, as far as no clause has it from a case.
fn counted(report: &Report, backend: &Backend) -> Status {
    let Some(beyond) = beyond_cases(report, backend) else {
        let is_judged = backend.counted.iter().any(|it| it.forbidden > 0 || !it.specifications.is_empty());
        return if is_judged {
            Status::Passed
        } else {
            Status::Skipped("nothing that is claimed speaks of them".to_owned())
        };
    };
    let titles = backend.counted.iter().filter(|it| it.forbidden > 0).map(|it| visible(&it.title()) + "\n");
    Status::Failed { level: Level::Must, message: visible(&beyond.to_string()), details: titles.collect() }
}

fn status(report: &Report, backend: &Backend, clause: &Clause) -> Status {
    let digest::Cell { mark, count } = digest::cell(backend, clause);
    match mark {
        Mark::Conforms => Status::Passed,
        Mark::GapOnly | Mark::NotExercised | Mark::NotApplicable => {
            Status::Skipped(visible(&reasons(backend, clause).join(" ")))
        }
        Mark::Violates => {
            let own = report.findings.iter().filter(|it| it.backend == backend.name && it.clause == clause.id);
            let own: Vec<&Finding> = own.collect();
            let unit = digest::unit(own.iter().copied());
            let (waived, open): (Vec<&Finding>, Vec<&Finding>) =
                own.into_iter().partition(|finding| finding.waived.is_some());
            if let (Some(why), true) = (digest::waived(&waived), open.is_empty()) {
                return Status::Skipped(visible(&why));
            }
            let (violations, compared) = (thousands(count.violations), thousands(count.compared));
            let (open, told): (Vec<&Finding>, Vec<&Finding>) = open.into_iter().partition(|it| report.counts(it));
            // What the backend does not claim, and what is advice, is told and fails nothing.
            if let (true, Some(first)) = (open.is_empty(), told.first()) {
                let what = if first.standing == Standing::Distance { "not claimed" } else { "advice" };
                return Status::Skipped(format!("{what}: {violations} of {compared} {unit} break it"));
            }
            let asks: BTreeMap<&str, &str> =
                open.iter().map(|finding| (clause.asks(&finding.operator), finding.operator.as_str())).collect();
            let of = |(asks, operator): (&str, &str)| {
                if asks == clause.title { asks.to_owned() } else { format!("of {operator}: {asks}") }
            };
            let asks = if asks.is_empty() {
                clause.title.clone()
            } else {
                asks.into_iter().map(of).collect::<Vec<_>>().join("; ")
            };
            let waived =
                (!waived.is_empty()).then(|| format!("{} more, waived\n", plural(waived.len() as u64, "finding")));
            let details = open.into_iter().map(line).chain(waived).collect();
            Status::Failed {
                level: clause.level,
                message: format!("{violations} of {compared} {unit} break it: {}", visible(&asks)),
                details,
            }
        }
    }
}

/// A witness in a line, and the line that replays it.
fn line(finding: &Finding) -> String {
    let classes = finding
        .result
        .map_or_else(String::new, |result| format!(" {} → {result}", listed(&finding.operands, ToString::to_string)));
    format!(
        "{} of {}{classes}: {}\n  {}\n",
        visible(&finding.operator),
        finding.dtype,
        visible(&finding.witness.symptom),
        visible(&finding.witness.replay)
    )
}
