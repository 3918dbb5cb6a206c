//! What comes of every pair through backends that are no kernels of ours: counted, judged, and kept in a file for each type.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, bail};
use opconform_backends::Backend;
use opconform_cases::every_pair_of;
use opconform_files::Unfinished;
use opconform_harness::enumerate::{Asked, Cases, Enumeration, Session, count, rows, values};
use opconform_harness::machine;
use opconform_report::{thousands, visible};
use opconform_spec::Operator;
use opconform_tensor::DType;

use super::{ExhaustArgs, both, exit};
use crate::exit::Exit;
use crate::keep::plain;
use crate::watch::Watch;
use crate::{output, selection};

/// The operator whose pairs are enumerated.
const OPERATOR: &str = "Max";

/// What to do where there is no result.
const NOWHERE: &str = "no results: give another folder with --output";

/// The witnesses that are shown of each enumeration.
const SHOWN: usize = 8;

/// Whether what is asked of backends can be: known before they are started.
pub(super) fn are_possible(args: &ExhaustArgs) -> anyhow::Result<()> {
    selection::claims(&args.against)?;
    for &dtype in &args.dtype {
        if values(dtype).is_none() {
            bail!("{dtype} has too many pairs: expected bf16, f16, i8, i16, u8 or u16");
        }
        blocks(args, dtype)?;
    }
    Ok(())
}

/// What a backend is asked.
fn asked(args: &ExhaustArgs, backend: &dyn Backend, dtype: DType) -> anyhow::Result<Asked> {
    let against = selection::claims(&args.against)?;
    let operator = Operator::named(OPERATOR).context("no operator of this name")?;
    let asked = Asked::of(operator, dtype, backend.describe(), &against);
    if asked.is_of_magnitudes() {
        let name = &asked.backend;
        bail!(
            "{name} is judged by a maximum of absolute values, whose order is not counted: give others with --against"
        );
    }
    Ok(asked)
}

/// The blocks that are asked for of a type.
fn blocks(args: &ExhaustArgs, dtype: DType) -> anyhow::Result<Vec<u8>> {
    if let Some(shard) = args.shard {
        // Every N-th, so that what is slow about some operands is shared out.
        return Ok((0..=u8::MAX).filter(|&block| shard.has(block.into())).collect());
    }
    let Some(range) = &args.rows else { return Ok((0..=u8::MAX).collect()) };
    let within = |block: &u8| {
        let rows = rows(dtype, *block);
        range.start <= rows.start && rows.end <= range.end
    };
    let blocks: Vec<u8> = (0..=u8::MAX).filter(within).collect();
    let covered: u64 = blocks.iter().map(|&block| rows(dtype, block).count() as u64).sum();
    if covered != range.end - range.start {
        let of_each = rows(dtype, 0).count();
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
        for &dtype in &args.dtype {
            let described = backend.describe();
            if !described.dtypes.contains(&dtype) || !described.operators.iter().any(|name| name == OPERATOR) {
                output::remark(&format!(
                    "{}: not asked, since it does not offer {OPERATOR} of {dtype}",
                    described.name
                ));
                continue;
            }
            let asked = asked(args, backend.as_ref(), dtype)?;
            std::fs::create_dir_all(&args.output).context(NOWHERE)?;
            let unfinished = Unfinished::create(&place(args, &described.name, dtype)).context(NOWHERE)?;
            let enumeration = count_one(args, backend.as_ref(), asked, watch, stop)?;
            let text = serde_json::to_string_pretty(&enumeration)? + "\n";
            unfinished.finish(|file| file.write_all(text.as_bytes())).context(NOWHERE)?;
            output::print(&said(&enumeration))?;
            all = both(all, exit(enumeration.judged(), enumeration.forbidden()));
            if stop.load(Ordering::Relaxed) {
                return Ok(Exit::Interrupted);
            }
        }
    }
    Ok(all)
}

/// The file of a result.
fn place(args: &ExhaustArgs, backend: &str, dtype: DType) -> PathBuf {
    let part = match (args.shard, &args.rows) {
        (Some(shard), _) => format!(".{shard}"),
        (None, Some(rows)) => format!(".rows-{}-{}", rows.start, rows.end),
        (None, None) => String::new(),
    };
    args.output.join(plain(&format!("{backend}-{dtype}{part}")) + ".json")
}

fn count_one(
    args: &ExhaustArgs,
    backend: &dyn Backend,
    asked: Asked,
    watch: &Watch,
    stop: &AtomicBool,
) -> anyhow::Result<Enumeration> {
    let dtype = asked.dtype;
    let blocks = blocks(args, dtype)?;
    let (started, clock) = (SystemTime::now(), Instant::now());
    let progress = |done, all, stage| watch.at(done, all, stage);
    let counts = count(backend, dtype, &blocks, &*cases_of(dtype), &progress, stop);
    let of_each = rows(dtype, 0).count() as u64 * values(dtype).unwrap_or_default();
    let session = Session {
        started: humantime::format_rfc3339_seconds(started).to_string(),
        seconds: clock.elapsed().as_secs(),
        machine: machine(),
        pairs: blocks.len() as u64 * of_each,
        interrupted: counts.blocks().len() < blocks.len(),
    };
    Ok(Enumeration::of(asked, &counts, vec![session]))
}

/// What makes the cases of the rows of a type.
pub(crate) fn cases_of(dtype: DType) -> Box<Cases<'static>> {
    Box::new(move |rows| every_pair_of(dtype, rows))
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
pub(crate) fn said(enumeration: &Enumeration) -> String {
    let Enumeration { asked, pairs, complete, digest, specifications, witnesses, remarks, sessions, .. } = enumeration;
    let all = values(asked.dtype).unwrap_or_default().pow(2);
    let mut text = format!(
        "{} {}: {} of {}, {} of {} ordered pairs\n",
        visible(&asked.backend),
        visible(&asked.version),
        asked.operator,
        asked.dtype,
        thousands(*pairs),
        thousands(all)
    );
    if sessions.iter().any(|session| session.interrupted) && !complete {
        text.push_str("interrupted: what follows is of the pairs counted until then\n");
    }
    let _ = writeln!(text, "assumed: {}\ndigest {digest}", asked.assumed);
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
    text
}
