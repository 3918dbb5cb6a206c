//! `opconform exhaust`: every pair of operands there is, or of those of a rung below. Of our own kernels each result is proved; what comes of
//! others is counted.

use std::num::NonZero;
use std::ops::Range;
use std::path::PathBuf;
use std::thread::available_parallelism;

use anyhow::bail;
use clap::Args;
use opconform_exhaust::Rung;
use opconform_harness::enumerate::{Course, PairLayout};
use opconform_harness::shards::Shard;
use opconform_kernels::Isa;
use opconform_tensor::DType;

use crate::adapter::BackendArgs;
use crate::exit::Exit;
use crate::number::{MOST_THREADS, number};
use crate::places::LEDGER;
use crate::selection::dtype;
use crate::watch::Watch;
use crate::{interrupt, passing_faults, selection};

mod counted;
pub(crate) mod kept;
pub(crate) mod kernels;
mod resume;
mod summary;

pub(super) use counted::not_isolated;
pub(super) use summary::summary;

/// What the exit codes mean here.
const AFTER: &str = "\
Of our kernels (portable, avx2, avx512, neon) each result is held against an oracle of its own, in this process. Of any other \
backend it is counted exactly what came, by the classes of the two operands, their order and which of them the result has the bits of; \
each specification that the backend claims says of each of these groups whether that is forbidden, advised against, open or allowed. \
The result is one file, with a digest of every 256th part of all results. It holds for the calls that were made, as the file says: \
which pairs (its rung), how they lay (two vectors, of 65536 elements where a type has more than 8 bits, unless --layout and --length say \
otherwise), in a process that was asked for such calls before, or first of all in a fresh one (--cold). Where a backend tells how long its own calls took, that is printed beside \
the time of all, and kept: these times are no part of the digest. How many models were put to it is kept, too: one that compiles makes \
a program of each.

A call that is refused, crashes, is not answered in time or is answered with what cannot be read is bisected when all others were asked, \
within the budget of --bisect: pairs that fail by themselves are told, and the others of the call are judged by what comes without \
them. What the budget leaves, and what fails though both of its halves are answered, is counted as failed \"with others\", and forbidden \
like what fails by itself; it is never taken for right.

Of who claims no specification it is told what came of which kinds of operands, and which specifications forbid nothing of it: as with \
`opconform run`, only what is asked of everyone counts; --against judges it.

One that is interrupted or killed goes on with --resume, to the same result but for the times.

Pairs that came out so in some lanes alone, in the last elements of a call, or in what vectors leave over, are told with their place, \
where the same operands came out otherwise elsewhere. In calls of a whole row each value has one place, and which of the two is the \
reason cannot be known: --length 61 puts other values at each place (of 8 bits, 37; the narrower a class of operands, the shorter), \
a power of two does not.

Rungs of what is no kernel of ours:
  all-pairs  every ordered pair; of 8 and 16 bits, and the only one there
  same       of f32 and f64: (x, x) for 2^32 patterns x: of f32 all, of f64 one for each upper half
  negated    (x, x with the other sign)
  next       (x, the next after x in IEEE's totalOrder)
  payload    (x, x with another payload) for each NaN among them
  random     2^32 random pairs, from --seed
  specials   26 special values with each pattern, in both orders: hours; only when named

Examples:
  opconform exhaust --dtype i8,u8 --backend portable
  opconform exhaust --dtype f16 --rows 0..64 --shift 0,3 --threads 2 --ledger f16.jsonl
  opconform exhaust --dtype i8,u8 --backend ndarray-f32max --against sonnx --output exhausted
  opconform exhaust -d f32 -b ndarray-compare --rung same --rows 0..256 --against onnx -o exhausted
  opconform exhaust -d u8 -b nan-second-wins --layout scalar-first --length 7 --against onnx -o all
  opconform exhaust -d i8 -b nan-second-wins --layout rows --against onnx -o exhausted
  opconform exhaust -d i8 -b nan-second-wins --against onnx --bisect 8 --resume -o exhausted
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --cold --rows 0..8
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --shard 1/2 -o exhausted
  opconform exhaust -d i8 --adapter 'mine=opconform serve ndarray-compare' --shard 2/2 -o exhausted
  opconform merge exhausted/mine-i8.1-of-2.json exhausted/mine-i8.2-of-2.json -o exhausted/i8.json

Two implementations on every pair of operands, whether any bit differs: `opconform compare A B --pairs TYPE`. \
Two results that are kept: `opconform compare exhausted:FILE exhausted:FILE`.

Exit codes:
  0    nothing that counts came of any pair
  1    something did, or a kernel gave a wrong result
  2    wrong usage, or a backend that cannot run here
  4    nothing was judged
  130  interrupted: what was counted until then is kept, and marked; --resume goes on";

/// What is said of `--backend`.
const BACKENDS: &str = "\
Backends to try, separated by commas, and planted faults of `opconform qualify`, as `opconform run` takes them; portable, avx2, avx512 and \
neon are kernels of ours. All kernels that this CPU has when nothing is named, here or below";

#[derive(Args, Debug)]
#[command(after_help = AFTER, mut_arg("backend", |arg| arg.help(BACKENDS)))]
pub(crate) struct ExhaustArgs {
    /// Element types, separated by commas: all ordered pairs for those of 8 and 16 bits but bool; for f32 and f64 the other rungs, and of
    /// kernels special values against all 2^32 patterns (of f64, those of the upper half)
    #[arg(long, short, value_delimiter = ',', value_name = "TYPE", value_parser = dtype, default_values_t = [DType::F16, DType::Bf16])]
    pub(crate) dtype: Vec<DType>,

    #[command(flatten)]
    backends: BackendArgs,

    /// Judge by these specifications, separated by commas, instead of those that a backend claims: profiles, or families of them such
    /// as `onnx`
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    against: Vec<String>,

    /// Of what is no kernel of ours, the rungs to put, separated by commas; all but specials that a type has when left out
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    rung: Vec<Rung>,

    /// Where the random pairs begin
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = number::<u64>(0..=u64::MAX))]
    seed: u64,

    /// Of what is no kernel of ours, how the two operands of each pair lie: two-vectors, scalar-first or scalar-second, or rows of two
    /// elements, of which ReduceMax gives the maxima
    #[arg(long, value_name = "NAME", default_value_t)]
    layout: PairLayout,

    /// Of what is no kernel of ours, how many pairs a call has at most: what is left of a row is a shorter one. As many as a row has when
    /// left out
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=MOST_ROWS))]
    length: Option<u64>,

    /// Of a backend that is a process, ask for each call first of all in a fresh one: for at most 1024 calls. Otherwise all calls are made by
    /// processes that were asked for such calls before
    #[arg(long)]
    cold: bool,

    /// Of what is no kernel of ours, bisect calls that fail until in a block (a 256th of all rows) N calls and parts of them have ended their
    /// process or run out of time, or 16 N have failed otherwise: halves are asked by themselves, and halves of those that fail. 0 bisects
    /// none, nor does --cold
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = number::<u32>(0..=Course::MOST_ENDS.into()))]
    bisect: u32,

    /// Rows to take, as FIRST..END, up to 65536: first operands by their bits, or blocks of 65536 patterns; all when left out. Of what is
    /// no kernel of ours, whole blocks of 256 rows where a type has more than 8 bits
    #[arg(long, value_name = "RANGE", allow_hyphen_values = true, value_parser = rows)]
    pub(crate) rows: Option<Range<u64>>,

    /// Of what is no kernel of ours, take the K-th of N shards, each of every N-th block of rows, for `opconform merge` to put together
    #[arg(long, value_name = "K/N", conflicts_with = "rows")]
    shard: Option<Shard>,

    /// Go on from the blocks that the same command had counted when it was interrupted or killed: they are beside its result, in a file that
    /// ends with .blocks. Where there is none, begin
    #[arg(long)]
    resume: bool,

    /// The folder of the results, a file for each backend and type that is no kernel of ours; older results of these are replaced
    #[arg(long, short, value_name = "DIR", default_value = "reports/exhausted")]
    output: PathBuf,

    /// Of kernels, elements by which the pairs are moved to other lanes and alignments, separated by commas; each below 64. By 0 when
    /// left out
    #[arg(long, value_delimiter = ',', value_name = "N", value_parser = number::<u8>(0..=63))]
    pub(crate) shift: Vec<u8>,

    /// Threads that try a kernel, up to 1024; one per core when left out
    #[arg(long, value_name = "N", value_parser = number::<usize>(1..=MOST_THREADS))]
    threads: Option<usize>,

    /// The file that a line is added to for each enumeration of a kernel: range, kernels, CPU, result
    #[arg(long, value_name = "FILE", default_value = LEDGER)]
    pub(crate) ledger: PathBuf,

    /// No progress
    #[arg(long, short)]
    quiet: bool,
}

/// The rows of the largest enumeration.
const MOST_ROWS: u64 = 1 << 16;

fn rows(text: &str) -> Result<Range<u64>, String> {
    let parse = || {
        let (first, end) = text.split_once("..")?;
        Some(first.parse().ok()?..end.parse().ok()?)
    };
    match parse() {
        Some(rows) if rows.start < rows.end && rows.end <= MOST_ROWS => Ok(rows),
        _ => Err(format!("expected FIRST..END with FIRST below END, and END at most {MOST_ROWS}, such as 0..1024")),
    }
}

pub(crate) fn exhaust(args: &ExhaustArgs) -> anyhow::Result<Exit> {
    let isa = |name: &String| Isa::ALL.into_iter().find(|isa| isa.name() == name);
    let isas: Vec<Isa> = args.backends.backend.iter().filter_map(isa).collect();
    let others: Vec<&String> = args.backends.backend.iter().filter(|name| isa(name).is_none()).collect();
    let are_others = !others.is_empty() || args.backends.own().next().is_some();
    let kernels = if isas.is_empty() && are_others { Vec::new() } else { kernels::of(&isas)? };
    if args.shard.is_some() && !kernels.is_empty() {
        bail!("kernels of ours are not cut into shards: leave them out, or give --rows instead of --shard");
    }
    let is_laid_out = args.layout != PairLayout::default() || args.length.is_some() || args.cold;
    if !kernels.is_empty() && (!args.rung.is_empty() || is_laid_out) {
        bail!(
            "kernels of ours have one rung for each type, and calls of their own: leave out --rung, --layout, --length and --cold, or the kernels"
        );
    }
    if args.resume && !are_others {
        bail!("kernels of ours keep no blocks that --resume could go on from: leave it out, or name another backend");
    }
    if kernels.is_empty() && (!args.shift.is_empty() || args.threads.is_some()) {
        bail!("--shift and --threads are of kernels of ours: leave them out, or name a kernel, such as `-b portable`");
    }
    if are_others {
        counted::are_possible(args)?;
    }
    let watch = Watch::new(args.quiet);
    let mut opened = Vec::new();
    if are_others {
        selection::chosen(&args.backends, others, &mut opened, &watch)?;
        counted::can_be_asked(args, &opened)?;
    }
    let cancel = interrupt::flag()?;
    let mut exit = Exit::NothingJudged;
    if !kernels.is_empty() {
        let threads = args.threads.unwrap_or_else(|| available_parallelism().map_or(1, NonZero::get));
        exit = kernels::prove_all(args, &kernels, threads, &cancel)?;
    }
    if !opened.is_empty() && exit != Exit::Interrupted {
        exit = both(exit, counted::count_all(args, &opened, &watch, &cancel)?);
        passing_faults::tell(opened.iter().map(AsRef::as_ref));
    }
    Ok(exit)
}

/// How a command ends that judged so much, and found so much wrong.
pub(crate) fn exit(judged: u64, wrong: u64) -> Exit {
    match (wrong, judged) {
        (0, 0) => Exit::NothingJudged,
        (0, _) => Exit::AsExpected,
        _ => Exit::Violations,
    }
}

/// How it ends where its parts end so.
fn both(one: Exit, other: Exit) -> Exit {
    match (one, other) {
        (Exit::Interrupted, _) | (_, Exit::Interrupted) => Exit::Interrupted,
        (Exit::Violations, _) | (_, Exit::Violations) => Exit::Violations,
        (Exit::NothingJudged, other) => other,
        (one, _) => one,
    }
}
