//! Our own kernels: proof by enumeration, and the ledger of what has been enumerated.

use std::io::Write as _;
use std::ops::Range;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Instant, SystemTime};

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use opconform_exhaust::{Enumerated, Operator, Run, Violation, match_type, pairs, patterns};
use opconform_kernels::{Element, Isa, Kernel, Maximum, source_hash};
use opconform_report::thousands;
use opconform_tensor::{DType, Element as _, Value};
use serde::{Deserialize, Serialize};

use super::{ExhaustArgs, exit};
use crate::exit::Exit;
use crate::output;
use crate::places::LEDGER;

/// The bytes of the largest ledger that is read: some ten thousand lines.
const LARGEST_LEDGER: u64 = 8 << 20;

/// A line of the ledger: what was enumerated, on what, and what came of it.
#[derive(Serialize, Deserialize)]
struct Line {
    backend: String,
    dtype: DType,
    what: String,
    rows: [u64; 2],
    all_rows: u64,
    shift: u8,
    compared: u64,
    violations: u64,
    complete: bool,
    kernels: String,
    suite: String,
    commit: Option<String>,
    cpu_features: Vec<String>,
    threads: usize,
    started: String,
    seconds: f64,
}

/// The kernels of these instruction sets, or where there is none, all that this CPU has.
pub(super) fn of(isas: &[Isa]) -> anyhow::Result<Vec<Kernel<Maximum>>> {
    let isas = if isas.is_empty() { Isa::available().collect() } else { isas.to_vec() };
    isas.into_iter().map(|isa| Kernel::on(isa).with_context(|| format!("{} cannot run here", isa.name()))).collect()
}

/// Tries every kernel, and adds what comes of it to the ledger.
pub(super) fn prove_all(
    args: &ExhaustArgs,
    kernels: &[Kernel<Maximum>],
    threads: usize,
    cancel: &AtomicBool,
) -> anyhow::Result<Exit> {
    if let Some(dtype) = args.dtype.iter().find(|&&dtype| rows_of(dtype) == 0) {
        let mut names: Vec<_> = DType::ALL.into_iter().filter(|&dtype| rows_of(dtype) > 0).map(DType::name).collect();
        let last = names.pop().unwrap_or_default();
        bail!("{dtype} cannot be enumerated: expected {} or {last}", names.join(", "));
    }
    let past = |rows: &Range<u64>| args.dtype.iter().find(|&&dtype| rows.end > rows_of(dtype));
    if let Some((rows, dtype)) = args.rows.as_ref().and_then(|rows| Some((rows, past(rows)?))) {
        bail!("--rows {}..{} of {dtype}: expected an end of at most {}", rows.start, rows.end, rows_of(*dtype));
    }
    let mut ledger = opconform_files::append(&args.ledger).context("no ledger: give another file with --ledger")?;
    let (mut compared, mut violations) = (0, 0);
    let shifts = if args.shift.is_empty() { &[0][..] } else { &args.shift };
    for &dtype in &args.dtype {
        for kernel in kernels {
            for &shift in shifts {
                let line = enumerate(args, *kernel, dtype, shift, threads, cancel)?;
                compared += line.compared;
                violations += line.violations;
                writeln!(ledger, "{}", serde_json::to_string(&line)?)
                    .with_context(|| format!("cannot write {}", args.ledger.display()))?;
                if cancel.load(Ordering::Relaxed) {
                    return Ok(Exit::Interrupted);
                }
            }
        }
    }
    Ok(exit(compared, violations))
}

fn enumerate(
    args: &ExhaustArgs,
    kernel: Kernel<Maximum>,
    dtype: DType,
    shift: u8,
    threads: usize,
    cancel: &AtomicBool,
) -> anyhow::Result<Line> {
    let (all_rows, backend) = (rows_of(dtype), kernel.isa().name());
    let rows = args.rows.clone().unwrap_or(0..all_rows);
    let bar = ProgressBar::new(rows.end.min(all_rows).saturating_sub(rows.start));
    let template = format!("{backend} {dtype} {{bar:40}} {{percent}}% of {{human_len}} rows {{elapsed}}");
    if let Ok(style) = ProgressStyle::with_template(&template) {
        bar.set_style(style);
    }
    let (started, clock) = (SystemTime::now(), Instant::now());
    let progress = |rows| bar.inc(rows);
    let run =
        Run { operator: Operator::Maximum, rows, shift: usize::from(shift), threads, progress: &progress, cancel };
    let outcome = prove(kernel, dtype, &run);
    let seconds = clock.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let line = Line {
        backend: backend.to_owned(),
        dtype,
        what: what(dtype).to_owned(),
        rows: [outcome.rows.start, outcome.rows.end],
        all_rows,
        shift,
        compared: outcome.compared,
        violations: outcome.violations,
        complete: !outcome.cancelled,
        kernels: kernels_hash(),
        suite: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("OPCONFORM_COMMIT").map(ToOwned::to_owned),
        cpu_features: opconform_backends::cpu_features(),
        threads,
        started: humantime::format_rfc3339_seconds(started).to_string(),
        seconds,
    };
    let shown: String = outcome.shown.iter().map(|violation| shown(dtype, violation)).collect();
    output::print(&format!("{}, {seconds:.2} s\n{shown}", line.text()))?;
    Ok(line)
}

/// Which kernels these are.
fn kernels_hash() -> String {
    format!("{:016x}", source_hash())
}

/// The lines of a ledger that speak of the kernels in this binary, in words; none where there is no ledger.
pub(crate) fn enumerated(ledger: &Path) -> anyhow::Result<Vec<String>> {
    let text = match opconform_files::read_text(ledger, LARGEST_LEDGER) {
        // Who names none need not have one.
        Err(error) if error.is_absent() && ledger == Path::new(LEDGER) => return Ok(Vec::new()),
        text => text.context("no ledger: give another file with --ledger")?,
    };
    let mut enumerated = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let line: Line = serde_json::from_str(line).with_context(|| {
            let (ledger, line) = (ledger.display(), number + 1);
            format!("line {line} of the ledger {ledger} is damaged: remove it, or give another file with --ledger")
        })?;
        if line.kernels == kernels_hash() && line.compared > 0 {
            enumerated.push(format!("{} ({})", line.text(), line.started));
        }
    }
    Ok(enumerated)
}

impl Line {
    /// The line in words: what, the range covered, on which kernels and CPU, and the result.
    fn text(&self) -> String {
        let verdict = match (self.violations, self.complete) {
            (0, true) => "all as the oracle says".to_owned(),
            (0, false) => "interrupted; so far all as the oracle says".to_owned(),
            (violations, _) => format!("{violations} VIOLATIONS"),
        };
        format!(
            "{} {}: {}, rows {}..{} of {}, shifted by {}: {} results, {verdict}; kernels {}, {}",
            self.backend,
            self.dtype,
            self.what,
            self.rows[0],
            self.rows[1],
            self.all_rows,
            self.shift,
            thousands(self.compared),
            self.kernels,
            self.cpu_features.join(" ")
        )
    }
}

/// A wrong result in words.
fn shown(dtype: DType, violation: &Violation) -> String {
    let value = |bits| Value::new(dtype, bits).hex();
    format!(
        "  maximum({}, {}) gave {}, expected {}, at element {}\n",
        value(violation.x),
        value(violation.y),
        value(violation.found),
        value(violation.expected),
        violation.at
    )
}

/// The rows that an enumeration of a type has; 0 for a type that has none.
fn rows_of(dtype: DType) -> u64 {
    match dtype {
        DType::F32 | DType::F64 => 1 << 16,
        _ => match_type!(dtype, T => 1 << T::DTYPE.bits(), other => 0),
    }
}

fn what(dtype: DType) -> &'static str {
    match dtype {
        DType::F32 | DType::F64 => "special values against all 2^32 patterns, in both orders",
        _ => "all ordered pairs",
    }
}

fn prove(kernel: Kernel<Maximum>, dtype: DType, run: &Run) -> Enumerated {
    match_type!(
        dtype,
        T => pairs::<T>(run, &|x, y, out| through::<_, T>(kernel, x, y, out)),
        other => match dtype {
            DType::F32 => patterns::<f32>(run, &|x, y, out| through::<_, f32>(kernel, x, y, out)),
            _ => patterns::<f64>(run, &|x, y, out| through::<_, f64>(kernel, x, y, out)),
        }
    )
}

/// The kernel's public call on slices, given slices of bits. A refusal leaves `out` as it was, which the oracle will see.
fn through<W: bytemuck::Pod, T: Element + bytemuck::Pod>(kernel: Kernel<Maximum>, x: &[W], y: &[W], out: &mut [W]) {
    let _ = kernel.elementwise::<T>(bytemuck::cast_slice(x), bytemuck::cast_slice(y), bytemuck::cast_slice_mut(out));
}
