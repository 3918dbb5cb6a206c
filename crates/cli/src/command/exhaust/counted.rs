//! What comes of the pairs of a rung through backends that are no kernels of ours: counted, judged, and kept in a file for each type and
//! rung.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, bail};
use opconform_backends::{Backend, own_time};
use opconform_exhaust::Rung;
use opconform_files::Unfinished;
use opconform_harness::enumerate::{Asked, Course, Enumeration, Layout, OwnCalls, Session, count};
use opconform_harness::machine;
use opconform_report::{thousands, visible};
use opconform_tensor::DType;

use super::{ExhaustArgs, both, exit};
use crate::exit::Exit;
use crate::keep::plain;
use crate::watch::Watch;
use crate::{output, selection};

/// What to do where there is no result.
const NOWHERE: &str = "no results: give another folder with --output";

/// The witnesses that are shown of each enumeration.
const SHOWN: usize = 8;

/// Whether what is asked of backends can be: known before they are started.
pub(super) fn are_possible(args: &ExhaustArgs) -> anyhow::Result<()> {
    selection::claims(&args.against)?;
    for &dtype in &args.dtype {
        for course in courses(args, dtype)? {
            blocks(args, &course)?;
        }
    }
    Ok(())
}

/// What is put to a backend of a type.
fn courses(args: &ExhaustArgs, dtype: DType) -> anyhow::Result<Vec<Course>> {
    let rungs = if args.rung.is_empty() { Rung::usual(dtype) } else { args.rung.clone() };
    if rungs.is_empty() {
        bail!("{dtype} has no rung: expected bf16, f16, f32, f64, f8e4m3fn, i8, i16, u8 or u16");
    }
    let course = |rung: Rung| Course::new(dtype, rung.seeded(args.seed), args.layout, args.length);
    Ok(rungs.into_iter().map(course).collect::<Result<_, _>>()?)
}

/// What a backend is asked.
fn asked(args: &ExhaustArgs, backend: &dyn Backend, course: &Course) -> anyhow::Result<Asked> {
    let against = selection::claims(&args.against)?;
    let asked = Asked::of(course, backend.describe(), &against);
    if asked.is_of_magnitudes() {
        let name = &asked.backend;
        bail!(
            "{name} is judged by a maximum of absolute values, whose order is not counted: give others with --against"
        );
    }
    Ok(asked)
}

/// The blocks that are asked for.
fn blocks(args: &ExhaustArgs, course: &Course) -> anyhow::Result<Vec<u8>> {
    if let Some(shard) = args.shard {
        // Every N-th, so that what is slow about some operands is shared out.
        return Ok((0..=u8::MAX).filter(|&block| shard.has(block.into())).collect());
    }
    let Some(range) = &args.rows else { return Ok((0..=u8::MAX).collect()) };
    let within = |block: &u8| {
        let rows = course.rows(*block);
        range.start <= rows.start && rows.end <= range.end
    };
    let blocks: Vec<u8> = (0..=u8::MAX).filter(within).collect();
    let covered: u64 = blocks.iter().map(|&block| course.rows(block).count() as u64).sum();
    if covered != range.end - range.start {
        let (of_each, dtype) = (course.rows(0).count(), course.dtype());
        bail!("--rows {}..{} of {dtype} are no whole blocks: expected multiples of {of_each}", range.start, range.end);
    }
    Ok(blocks)
}

/// Asks every backend for every type, and keeps what came.
pub(super) fn count_all(
    args: &ExhaustArgs,
    backends: &[Box<dyn Backend>],
    watch: &Watch,
    stop: &AtomicBool,
) -> anyhow::Result<Exit> {
    let mut all = Exit::NothingJudged;
    for backend in backends {
        let described = backend.describe();
        for &dtype in &args.dtype {
            let operator = args.layout.operator().qualified();
            if !described.dtypes.contains(&dtype) || !described.operators.contains(&operator.to_string()) {
                let name = &described.name;
                output::remark(&format!("{name}: not asked, since it does not offer {operator} of {dtype}"));
                continue;
            }
            for course in courses(args, dtype)? {
                let asked = asked(args, backend.as_ref(), &course)?;
                std::fs::create_dir_all(&args.output).context(NOWHERE)?;
                let unfinished = Unfinished::create(&place(args, &described.name, &course)).context(NOWHERE)?;
                let enumeration = count_one(args, backend.as_ref(), asked, &course, watch, stop)?;
                let text = serde_json::to_string_pretty(&enumeration)? + "\n";
                unfinished.finish(|file| file.write_all(text.as_bytes())).context(NOWHERE)?;
                output::print(&said(&enumeration)?)?;
                all = both(all, exit(enumeration.judged(), enumeration.forbidden()));
                if stop.load(Ordering::Relaxed) {
                    return Ok(Exit::Interrupted);
                }
            }
        }
    }
    Ok(all)
}

/// The file of a result: its name says what is not as it usually is.
fn place(args: &ExhaustArgs, backend: &str, course: &Course) -> PathBuf {
    let mut name = format!("{backend}-{}", course.dtype());
    if course.rung() != Rung::AllPairs {
        let _ = write!(name, "-{}", course.rung());
    }
    if course.layout() != Layout::default() {
        let _ = write!(name, "-{}", course.layout());
    }
    if let Some(length) = course.length() {
        let _ = write!(name, "-by-{length}");
    }
    let _ = match (args.shard, &args.rows) {
        (Some(shard), _) => write!(name, ".{shard}"),
        (None, Some(rows)) => write!(name, ".rows-{}-{}", rows.start, rows.end),
        (None, None) => Ok(()),
    };
    args.output.join(plain(&name) + ".json")
}

fn count_one(
    args: &ExhaustArgs,
    backend: &dyn Backend,
    asked: Asked,
    course: &Course,
    watch: &Watch,
    stop: &AtomicBool,
) -> anyhow::Result<Enumeration> {
    let blocks = blocks(args, course)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let progress = |done, all, stage| watch.at(done, all, stage);
    let before = own_time();
    let counts = count(backend, course, &blocks, &progress, stop);
    let (own, of) = (own_time().saturating_sub(before), clock.elapsed());
    let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    let session = Session {
        started: humantime::format_rfc3339_seconds(started).to_string(),
        seconds: of.as_secs(),
        own: (!own.is_zero()).then(|| OwnCalls { milliseconds: milliseconds(own), of: milliseconds(of) }),
        machine: machine(),
        interrupted: counts.blocks().len() < blocks.len(),
        pairs: course.pairs(blocks),
    };
    Ok(Enumeration::of(asked, &counts, vec![session]))
}

/// Results that were kept, as one; each with the name of its file.
pub(crate) fn put_together(files: &[PathBuf]) -> anyhow::Result<Vec<(String, Enumeration)>> {
    files.iter().map(|file| Ok((file.display().to_string(), read(file)?))).collect()
}

/// The bytes of the largest result that is read: a hundred times what is written.
const LARGEST: u64 = 16 << 20;

fn read(file: &Path) -> anyhow::Result<Enumeration> {
    let text =
        opconform_files::read_text(file, LARGEST).context("no result: name files that `opconform exhaust` wrote")?;
    serde_json::from_str(&text).with_context(|| format!("{} is no result of `opconform exhaust`", file.display()))
}

/// What came of all pairs, in words.
pub(crate) fn said(enumeration: &Enumeration) -> anyhow::Result<String> {
    let Enumeration { asked, pairs, complete, digest, specifications, witnesses, remarks, sessions, .. } = enumeration;
    let all = asked.course()?.all();
    let mut text = format!(
        "{} {}: {} of {}, {} of {} {}\n",
        visible(&asked.backend),
        visible(&asked.version),
        asked.operator,
        asked.dtype,
        thousands(*pairs),
        thousands(all),
        if asked.rung == Rung::AllPairs {
            "ordered pairs".to_owned()
        } else {
            format!("pairs of the rung {}", asked.rung)
        }
    );
    if sessions.iter().any(|session| session.interrupted) && !complete {
        text.push_str("interrupted: what follows is of the pairs counted until then\n");
    }
    let _ = writeln!(text, "range: {}\nassumed: {}\ndigest {digest}", asked.range, asked.assumed);
    for it in specifications.iter().filter(|it| it.claimed) {
        let counts =
            [("allowed", it.allowed), ("open", it.open), ("against its advice", it.should), ("forbidden", it.must)];
        let counts: Vec<String> = counts
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .map(|(what, count)| format!("{} {what}", thousands(count)))
            .collect();
        let _ = writeln!(text, "  {}: {}", it.specification, counts.join(", "));
        for (clause, count) in &it.clauses {
            let _ = writeln!(text, "    {clause} {}", thousands(*count));
        }
    }
    let others = specifications.iter().filter(|it| !it.claimed && it.must > 0);
    let others: Vec<String> = others.map(|it| format!("{} {}", it.specification, thousands(it.must))).collect();
    if !others.is_empty() {
        let _ = writeln!(text, "  not claimed, and forbidden there: {}", others.join(", "));
    }
    for witness in witnesses.iter().take(SHOWN) {
        let [first, second] = &witness.operands;
        let came = witness.found.as_ref().map_or_else(|| witness.came.clone(), |found| format!("gave {found}"));
        let expected = witness.expected.as_deref().map(|it| format!("; {it}")).unwrap_or_default();
        let (pairs, clauses) = (thousands(witness.pairs), witness.clauses.join(", "));
        let _ = writeln!(text, "  {first}, {second} {came}, as {pairs} did: {clauses}{expected}");
    }
    for remark in remarks {
        let _ = writeln!(text, "  {}, at first of {}: {}", remark.came, remark.first, visible(&remark.said));
    }
    text.push_str(&own_calls(sessions));
    Ok(text)
}

/// How long the backend's own calls took, in words, where it was told for every session.
fn own_calls(sessions: &[Session]) -> String {
    let Some(told) = sessions.iter().map(|session| session.own).collect::<Option<Vec<_>>>() else {
        return String::new();
    };
    let sum = |of: fn(&OwnCalls) -> u64| told.iter().map(of).fold(0, u64::saturating_add) as f64 / 1000.0;
    let (own, all) = (sum(|it| it.milliseconds), sum(|it| it.of));
    format!("all of it took {all:.2} s, the backend's own calls {own:.2} s, which may be several at once\n")
}
