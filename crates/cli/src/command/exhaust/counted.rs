//! What comes of the pairs of a rung through backends that are no kernels of ours: counted, judged, and kept in a file for each type and
//! rung.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use anyhow::{Context as _, bail};
use opconform_backends::{Backend, own_time};
use opconform_exhaust::Rung;
use opconform_files::Unfinished;
use opconform_harness::enumerate::{Asked, Counts, Course, Enumeration, OwnCalls, PairLayout, Session, Unfit, count};
use opconform_harness::machine;
use opconform_report::thousands;
use opconform_tensor::DType;

use super::resume::Kept;
use super::summary::summary;
use super::{ExhaustArgs, both, exit};
use crate::exit::Exit;
use crate::save::plain;
use crate::watch::Watch;
use crate::{output, selection};

/// What to do where there is no result.
const NOWHERE: &str = "no results: give another folder with --output";

/// The processes that are started at most where each call is the first of one.
const MOST_PROCESSES: u64 = 1024;

/// Whether what is asked of backends can be: known before they are started.
pub(super) fn are_possible(args: &ExhaustArgs) -> anyhow::Result<()> {
    selection::claims(&args.against)?;
    let mut processes = 0;
    for &dtype in &args.dtype {
        for course in courses(args, dtype)? {
            let blocks = blocks(args, &course)?;
            processes += if course.is_cold() { course.calls_of(blocks) } else { 0 };
        }
    }
    if processes > MOST_PROCESSES {
        let (processes, most) = (thousands(processes), thousands(MOST_PROCESSES));
        bail!(
            "--cold would start {processes} processes of each backend, one for each call, and {most} are the most: take some rows with --rows, one rung with --rung, a type of 8 bits, or longer calls"
        );
    }
    Ok(())
}

/// Whether these can be asked so: known once they are there.
pub(super) fn can_be_asked(args: &ExhaustArgs, backends: &[Box<dyn Backend>]) -> anyhow::Result<()> {
    match backends.iter().find(|backend| args.cold && !backend.is_isolated()) {
        Some(backend) => bail!("{}", not_isolated(&backend.describe().name)),
        None => Ok(()),
    }
}

/// Why a backend of this name has no first call that could be asked for.
pub(crate) fn not_isolated(name: &str) -> String {
    format!(
        "{name} is no process that could be started afresh for each call: leave out --cold, or name a program, such as --adapter 'mine=opconform serve {name}'"
    )
}

/// What is put to a backend of a type.
fn courses(args: &ExhaustArgs, dtype: DType) -> anyhow::Result<Vec<Course>> {
    let rungs = if args.rung.is_empty() { Rung::usual(dtype) } else { args.rung.clone() };
    if rungs.is_empty() {
        bail!("{dtype} has no rung: expected f32, f64, or a type of 8 or 16 bits but bool");
    }
    let course = |rung: Rung| {
        let course = Course::new(dtype, rung.seeded(args.seed), args.layout, args.length)?;
        // Each part would be the first call of a process, too.
        Ok::<Course, Unfit>(if args.cold { course.cold() } else { course.bisecting(args.bisect) })
    };
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
    let all = course.rows(u8::MAX).end;
    if range.end > all {
        bail!("--rows {}..{} of {}: expected an end of at most {all}", range.start, range.end, course.dtype());
    }
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
                let path = place(args, &described.name, &course);
                let unfinished = Unfinished::create(&path).context(NOWHERE)?;
                let kept = Kept::beside(&path);
                let enumeration = count_one(args, backend.as_ref(), asked, &course, &kept, watch, stop)?;
                let text = serde_json::to_string_pretty(&enumeration)? + "\n";
                unfinished.finish(|file| file.write_all(text.as_bytes())).context(NOWHERE)?;
                output::print(&summary(&enumeration)?)?;
                all = both(all, exit(enumeration.judged(), enumeration.forbidden()));
                if stop.load(Ordering::Relaxed) {
                    output::remark("interrupted: the same command with --resume goes on from there");
                    return Ok(Exit::Interrupted);
                }
                kept.remove();
            }
        }
    }
    Ok(all)
}

/// The file of a result: its name says what is not as it usually is.
fn place(args: &ExhaustArgs, backend: &str, course: &Course) -> PathBuf {
    let mut name = format!("{backend}-{}", course.dtype());
    match course.rung() {
        Rung::AllPairs => {}
        Rung::Random { seed } if seed != 0 => {
            let _ = write!(name, "-random-{seed}");
        }
        rung => {
            let _ = write!(name, "-{rung}");
        }
    }
    if course.layout() != PairLayout::default() {
        let _ = write!(name, "-{}", course.layout());
    }
    if let Some(length) = course.length() {
        let _ = write!(name, "-by-{length}");
    }
    if course.is_cold() {
        name.push_str("-cold");
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
    kept: &Kept,
    watch: &Watch,
    stop: &AtomicBool,
) -> anyhow::Result<Enumeration> {
    let mut blocks = blocks(args, course)?;
    let (before, sessions) = if args.resume { kept.read(&asked)? } else { kept.remove() };
    blocks.retain(|block| !before.blocks().contains_key(block));
    let (started, clock) = (SystemTime::now(), Instant::now());
    let progress = |done, all, stage| watch.at(done, all, stage);
    let own_before = own_time();
    let session = |counts: &Counts| {
        let (own, of) = (own_time().saturating_sub(own_before), clock.elapsed());
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Session {
            started: humantime::format_rfc3339_seconds(started).to_string(),
            seconds: of.as_secs(),
            own: (!own.is_zero()).then(|| OwnCalls { milliseconds: milliseconds(own), of: milliseconds(of) }),
            heard: counts.heard().map(ToOwned::to_owned),
            models: (counts.models() > 0).then(|| counts.models()),
            machine: machine(),
            interrupted: counts.blocks().len() < blocks.len(),
            pairs: course.pairs(blocks.iter().copied()),
        }
    };
    let together = |counts: &Counts| {
        let sessions = sessions.iter().cloned().chain([session(counts)]).collect();
        Enumeration::of(asked.clone(), &before.clone().and(counts.clone()), sessions)
    };
    let keeping = kept.keeping(&together);
    let counts = count(backend, course, &blocks, &progress, &|block| keeping.add(block), stop);
    if counts.blocks().len() < blocks.len() {
        keeping.write(&counts);
    }
    if blocks.is_empty() {
        return Ok(Enumeration::of(asked, &before, sessions));
    }
    Ok(together(&counts))
}
