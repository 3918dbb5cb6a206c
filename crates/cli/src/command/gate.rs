//! `opconform gate`: what was found, held against what is known.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anstyle::AnsiColor;
use anyhow::{Context as _, bail};
use clap::Args;
use opconform_backends::Backend;
use opconform_harness::{Acceptance, Check, Coverage, Plan, Side, WaiverFile};
use opconform_report::{Report, plural, visible};
use opconform_spec::PROFILES;

use super::run::RunArgs;
use super::{compare, run};
use crate::exit::Exit;
use crate::{interrupt, output, published, selection};

/// Where the files of waivers are that no option names: where this repository has them, or else where `opconform init` puts them.
pub(super) fn expectations() -> &'static str {
    const OWN: &str = "corpus/expectations";
    if Path::new(OWN).is_dir() { OWN } else { "expectations" }
}

/// The form of a file of waivers, for `--help`.
const FORM: &str = "\
What is known of a backend stands in DIR/BACKEND.toml. A finding belongs to the first waiver that matches it:

  [[waiver]]
  clauses = [\"*-MAX-NAN\"]             # patterns of ids; `*` is any text, `?` any character
  symptoms = [\"nan, * -> +normal\"]    # patterns of what was observed: see below
  findings = 12                       # how many findings match: rows of report.json
  most = { elements = 900, cases = 80 }  # in how much they may be seen, all together
  reason = \"a comparison takes the second operand if one is a NaN\"
  link = \"https://…\"                  # where more is said
  # All that follows may be left out.
  by = \"the safety board\"             # who accepts it
  operands = [\"0x01, 0xff\"]           # the operands of findings on plain values: see below
  dtypes = [\"f16\", \"f32\"]             # patterns of element types, `mixed` or `none`
  operators = [\"Max\"]                 # patterns of operators
  cases = [\"max/f32/*\"]               # patterns of ids of smallest cases, with or without `clauses`
  at_least = 10                       # the fewest findings, where they depend on the machine
  versions = \">=0.23, <0.24\"          # those of the backend that it is for
  expires = 2027-06-30                # the last day on which it holds

The symptom of a finding is `nan, +normal -> +normal`: the classes of the operands and of the result in its smallest case. \
Where two cases differ it is `+0, -0 -> -0, elsewhere +0`; for a whole answer it is the `symptom` of report.json.

Two positive numbers are of the same classes as any others. Where all operands are plain values (normal numbers, integers, truth \
values) a waiver is for the operands that it names, by the bits of the smallest cases, and for no others. More elements or \
cases than `most` are not waived, none of them: --update leaves a quarter of room, since random cases come and go with the seed.

What is waived says so in the report that is written, with reason and link: in report.json, on its pages, as skipped tests of \
`opconform report --format junit`, and as suppressions of `opconform report --format sarif`.

Examples:
  opconform gate --report reports/latest --update --reason known --link https://example.org/1
  opconform gate --report reports/latest
  opconform gate --backend tract --only max/f32/nan
  opconform record --backend portable --only max/f32/nan --output portable.rec
  opconform gate --backend portable --only max/f32/nan --since portable.rec

Each line that is printed begins with the place to change, FILE:LINE.

Exit codes:
  0    all as it is known
  1    anything else
  2    wrong usage, or a file that cannot be used
  4    nothing was judged, or nothing is claimed and there is no --since: nothing could be red
  130  interrupted";

#[derive(Args, Debug)]
#[command(after_long_help = FORM)]
pub(crate) struct GateArgs {
    #[command(flatten)]
    pub(crate) run: RunArgs,

    /// The folder of what is known, a file per backend; corpus/expectations when left out, or else expectations
    #[arg(long, value_name = "DIR", default_value = expectations(), hide_default_value = true)]
    expectations: PathBuf,

    /// Judge this finished report instead of running the suite
    #[arg(
        long,
        value_name = "DIR",
        conflicts_with_all = ["adapter", "journal", "seed", "random", "node_tests", "profile", "against", "strict", "only", "expression", "last_failed", "share", "output", "ledger"]
    )]
    report: Option<PathBuf>,

    /// Also hold the one backend against this recording of it, as `opconform record` makes: no bit of an answer may have changed
    #[arg(long, value_name = "FILE", conflicts_with_all = ["report", "update"])]
    since: Option<PathBuf>,

    /// Make the files say what was found: counts and versions are changed, waivers of nothing removed, new ones added
    #[arg(long)]
    update: bool,

    /// With --update: why new findings are accepted
    #[arg(long, value_name = "TEXT", requires = "update", requires = "link")]
    reason: Option<String>,

    /// With --update: where more is said of new findings
    #[arg(long, value_name = "ADDRESS", requires = "update", requires = "reason")]
    link: Option<String>,
}

pub(crate) fn gate(args: &GateArgs) -> anyhow::Result<Exit> {
    // Before a long run: a file that cannot be used is better known now.
    let files = files(args)?;
    for name in &files {
        read(args, name)?;
    }
    let (text, exit) = match &args.report {
        Some(path) => held(args, &files, &mut published::read(path)?, Changed::default())?,
        None => {
            let recorded = args.since.as_deref().map(|path| recorded(args, path)).transpose()?;
            let mut judged = run::judge(&args.run)?;
            let changed = recorded.map(|recorded| unchanged(recorded.as_ref(), &judged.plan)).transpose()?;
            let held = held(args, &files, &mut judged.completed.report, changed.unwrap_or_default());
            // A long run is not lost for a file of waivers that cannot be used.
            judged.publish()?;
            held?
        }
    };
    if !args.run.judging.quiet {
        output::print_coloured(&text, args.run.judging.color.on_stdout())?;
    }
    Ok(exit)
}

/// What has changed since a recording.
#[derive(Default)]
struct Changed {
    /// What was compared, and every difference.
    text: String,
    /// The line to act on, where there is a difference.
    problem: Option<String>,
}

/// The recording that the one backend of the run is held against.
fn recorded(args: &GateArgs, path: &Path) -> anyhow::Result<Box<dyn Backend>> {
    let RunArgs { backends, .. } = &args.run;
    if backends.backend.len() + backends.adapter.len() != 1 {
        bail!("--since holds one backend against its recording: name it, with --backend NAME or --adapter COMMAND");
    }
    selection::recorded(path)
}

/// Compares the one backend of a run with its recording, on the cases of the run.
fn unchanged(recorded: &dyn Backend, plan: &Plan) -> anyhow::Result<Changed> {
    let [backend] = plan.backends.as_slice() else {
        bail!("--since holds one backend against its recording, and {} were judged", plan.backends.len());
    };
    let side = |backend| Side { backend, profiles: compare::claimed(backend) };
    let sides = [side(recorded), side(backend.as_ref())];
    let comparison = opconform_harness::compare(&plan.cases, &sides, &|_, _, _| (), &*interrupt::flag()?);
    let name = visible(&recorded.describe().name);
    let problem = match comparison.differences.len() as u64 {
        _ if comparison.partial => Some(format!("{name}: interrupted before all was compared: run again")),
        _ if comparison.compared == 0 => Some(format!("{name}: holds none of these cases: record it again")),
        0 => None,
        count => {
            Some(format!("{name}: {} since, above: record it again if that is meant", plural(count, "difference")))
        }
    };
    Ok(Changed { text: compare::summary(&comparison, &sides) + "\n", problem })
}

/// Holds a report against what is known, and marks in it what is waived; what there is to say, and the verdict.
fn held(args: &GateArgs, files: &[String], report: &mut Report, changed: Changed) -> anyhow::Result<(String, Exit)> {
    if report.partial {
        output::remark("error: an interrupted run shows too little to be held against what is known: run again");
        return Ok((String::new(), Exit::Interrupted));
    }
    let names = backends(args, report)?;
    let coverage = coverage(args, report);
    let today: String = humantime::format_rfc3339_seconds(SystemTime::now()).to_string().chars().take(10).collect();
    let mut known = names.iter().map(|name| read(args, name)).collect::<anyhow::Result<Vec<WaiverFile>>>()?;
    if args.update {
        known = update(args, &known, report, coverage, &today)?;
    }
    let (mut standing, mut problems, mut waived) = (changed.text, Vec::from_iter(changed.problem), Vec::new());
    for known in &known {
        let Some(check) = known.check(report, coverage, &today) else { continue };
        let _ = writeln!(standing, "  {}: {}", visible(&known.backend), stands(known, report, &check));
        problems.extend(check.problems.iter().map(ToString::to_string));
        waived.extend(check.waived);
    }
    let beyond = report.beyond_cases().into_iter().filter(|it| names.iter().any(|name| name == it.backend));
    problems.extend(beyond.map(|it| format!("{}: {it}, and no waiver speaks of pairs", visible(it.backend))));
    for (name, reason) in absent(args, report, files) {
        let _ = writeln!(standing, "  {}: not judged: {}", visible(name), visible(reason));
    }
    let idle = report.backends.iter().flat_map(|backend| &backend.clauses).all(|clause| clause.total.compared == 0);
    for (finding, why) in waived {
        report.findings[finding].waived = Some(why);
    }
    // What nobody claims turns nothing red; a recording does.
    let is_vacuous = (report.claims_nothing() || report.judges_no_claim()) && args.since.is_none();
    let exit = match problems.is_empty() {
        _ if idle => Exit::NothingJudged,
        true if is_vacuous => Exit::NothingJudged,
        true => Exit::AsExpected,
        false => Exit::Violations,
    };
    Ok((summary(&standing, &problems, exit, args.run.judging.color.on_stdout()), exit))
}

/// The names of the backends that there are files of.
fn files(args: &GateArgs) -> anyhow::Result<Vec<String>> {
    let folder = &args.expectations;
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        // Nothing is known yet.
        Err(_) if !folder.exists() && (args.update || folder == Path::new(expectations())) => return Ok(Vec::new()),
        Err(error) => {
            let words = format!("cannot read the folder {}: name that of the expectations", folder.display());
            return Err(anyhow::Error::new(error).context(words));
        }
    };
    let mut names = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read the folder {}", folder.display()))?.path();
        if path.extension().is_some_and(|extension| extension == "toml")
            && let Some(name) = path.file_stem().and_then(|name| name.to_str())
        {
            names.push(name.to_owned());
        }
    }
    names.sort();
    Ok(names)
}

fn read(args: &GateArgs, backend: &str) -> anyhow::Result<WaiverFile> {
    WaiverFile::read(&args.expectations, backend).context("what is known of a backend cannot be used")
}

/// The backends to hold against what is known of them.
fn backends(args: &GateArgs, report: &Report) -> anyhow::Result<Vec<String>> {
    let judged: Vec<&str> = report.backends.iter().map(|backend| backend.name.as_str()).collect();
    if let Some(name) = args.run.backends.backend.iter().find(|name| !judged.contains(&name.as_str())) {
        bail!("backend `{name}` is not in the report, which has {}", judged.join(", "));
    }
    let chosen = &args.run.backends.backend;
    let is_chosen = |name: &&str| args.report.is_none() || chosen.is_empty() || chosen.iter().any(|it| it == name);
    Ok(judged.into_iter().filter(is_chosen).map(ToOwned::to_owned).collect())
}

fn coverage(args: &GateArgs, report: &Report) -> Coverage {
    let is_judged = |name: &str| report.profiles.iter().any(|profile| profile.name == name);
    let whole = args.run.judging.chosen.is_all()
        && !args.run.last_failed
        && PROFILES.iter().all(|profile| is_judged(profile.name));
    if whole { Coverage::Whole } else { Coverage::Part }
}

/// Makes the files say what was found: all of them, or none when one cannot be.
fn update(
    args: &GateArgs,
    known: &[WaiverFile],
    report: &Report,
    coverage: Coverage,
    today: &str,
) -> anyhow::Result<Vec<WaiverFile>> {
    let acceptance = args.reason.as_deref().zip(args.link.as_deref());
    let acceptance = acceptance.map(|(reason, link)| Acceptance { reason, link });
    let updated = known
        .iter()
        .map(|known| known.update(report, coverage, today, acceptance))
        .collect::<Result<Vec<WaiverFile>, _>>()
        .context("nothing was rewritten")?;
    for (old, new) in known.iter().zip(&updated) {
        if old.text != new.text {
            write(&new.path, &new.text)?;
            output::remark(&format!("{} says what was found: look at the difference", new.path.display()));
        }
    }
    Ok(updated)
}

/// Replaces a file whole or not at all.
fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    let written = std::fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(anyhow::Error::from);
    let written = written.and_then(|()| Ok(opconform_files::replace(path, text.as_bytes())?));
    written.with_context(|| format!("cannot write {}: make its folder writable", path.display()))
}

/// How a backend stands, in words.
fn stands(known: &WaiverFile, report: &Report, check: &Check) -> String {
    let unsteady = match check.unsteady as u64 {
        0 => String::new(),
        count => format!("; {} not counted: what changes once a process was asked much", plural(count, "finding")),
    };
    let findings = plural(check.findings as u64, "finding");
    let stands = match (check.problems.len(), check.findings) {
        (0, 0) => "no finding".to_owned(),
        (0, _) if known.waivers.is_empty() => format!("{findings}, and none that counts"),
        (0, all) => {
            let waivers = plural(known.waivers.len() as u64, "waiver");
            match all - check.waived.len().min(all) {
                0 => format!("{findings}, all known by {waivers}"),
                others => format!("{findings}: {} known by {waivers}, {others} that do not count", check.waived.len()),
            }
        }
        (problems, _) => format!("{findings}, {} below", plural(problems as u64, "line")),
    };
    let unseen = match check.unseen as u64 {
        0 => String::new(),
        count => {
            format!("; nothing seen of {}: only the whole suite says what is out of date", plural(count, "waiver"))
        }
    };
    let failed = report
        .backends
        .iter()
        .filter(|it| it.name == known.backend)
        .map(opconform_report::Backend::passing_calls)
        .sum();
    let failed = match failed {
        0 => String::new(),
        calls => format!("; {} failed, and were answered when they were made again", plural(calls, "call")),
    };
    stands + &unsteady + &unseen + &failed
}

/// The backends that are asked for or known of and were not judged, with the reason.
fn absent<'a>(args: &'a GateArgs, report: &'a Report, files: &'a [String]) -> Vec<(&'a str, &'a str)> {
    if !args.run.backends.backend.is_empty() || !args.run.backends.adapter.is_empty() {
        return Vec::new();
    }
    let unavailable = report.unavailable.iter().map(|it| (it.name.as_str(), it.reason.as_str()));
    let named: Vec<&str> = report
        .backends
        .iter()
        .map(|it| &it.name)
        .chain(report.unavailable.iter().map(|it| &it.name))
        .map(String::as_str)
        .collect();
    let is_known = |file: &String| named.iter().any(|name| WaiverFile::file_name(name) == format!("{file}.toml"));
    let unknown = files.iter().filter(|file| !is_known(file)).map(String::as_str);
    unavailable.chain(unknown.map(|name| (name, "it has a file of expectations, and is not in the report"))).collect()
}

/// The verdict where nothing could be red.
const VACUOUS: &str =
    "gate: red, since nothing was judged of a specification that is claimed: `--against NAME` says which is to be kept";

/// How each backend stands, the lines to act on, and the verdict.
fn summary(standing: &str, problems: &[String], exit: Exit, colour: bool) -> String {
    let (style, verdict) = match problems.len() {
        0 if exit == Exit::NothingJudged => (AnsiColor::Red.on_default().bold(), VACUOUS.to_owned()),
        0 => (AnsiColor::Green.on_default(), "gate: green".to_owned()),
        count => (AnsiColor::Red.on_default().bold(), format!("gate: red, for {} above", plural(count as u64, "line"))),
    };
    let verdict = if colour { format!("{style}{verdict}{style:#}") } else { verdict };
    let lines: String = problems.iter().flat_map(|line| [line, "\n"]).collect();
    format!("{standing}{lines}{verdict}\n")
}
