//! `opconform seeds`: what the fuzz targets start from.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::slice;

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use opconform_backends::{Key, Provenance, Recording};
use opconform_cases::fuzz::Target;
use opconform_cases::{Asked, file};
use opconform_harness::seeds as smallest;
use opconform_onnx::{encode_model, tensor_proto};
use opconform_protocol::{Introduction, OperatorName, Started, VERSION, read_frame, serve, suite, write_frame};
use opconform_spec::{Case, Outcome};
use opconform_tensor::Tensor;
use prost::Message as _;

use crate::exit::Exit;
use crate::save::{file_name, write};
use crate::suite::SuiteArgs;
use crate::{locate, output, selection};

/// The backend on which a clause is to be exercised: one that is everywhere.
const BACKEND: &str = "portable";
/// The number of the request about a case: the one that the target `protocol` expects.
const SEQ: u64 = 7;
/// The file that says which seed is there for what.
const INDEX: &str = "index.json";

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform seeds write
  opconform seeds encode";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct SeedsArgs {
    #[command(subcommand)]
    command: SeedsCommand,
}

#[derive(Debug, Subcommand)]
enum SeedsCommand {
    /// Write the smallest cases of the suite that exercise each clause in each element type, as case files
    #[command(after_help = "Examples:\n  opconform seeds write --output target/seeds")]
    Write {
        /// The folder; case files there that are no seed are removed
        #[arg(long, short, value_name = "DIR", default_value = "corpus/seeds")]
        output: PathBuf,
        #[command(flatten)]
        suite: SuiteArgs,
    },
    /// Turn case files into what the fuzz targets read, a folder for each target
    #[command(after_help = "Examples:\n  opconform seeds encode --from cases --output fuzz/corpus")]
    Encode {
        /// Folders of case files, and of folders with a `case.json` in each
        #[arg(long, value_name = "DIR", default_values = ["corpus/seeds", "corpus/regressions"])]
        from: Vec<PathBuf>,
        /// The folder of the targets' folders
        #[arg(long, short, value_name = "DIR", default_value = "fuzz/corpus")]
        output: PathBuf,
    },
}

pub(crate) fn seeds(args: &SeedsArgs) -> anyhow::Result<Exit> {
    match &args.command {
        SeedsCommand::Write { output, suite } => write_seeds(output, suite)?,
        SeedsCommand::Encode { from, output } => encode(from, output)?,
    }
    Ok(Exit::AsExpected)
}

fn write_seeds(folder: &Path, suite: &SuiteArgs) -> anyhow::Result<()> {
    let cases = selection::cases(suite, Asked::ALL)?;
    let backend = selection::entry(BACKEND)?.open()?;
    let mut index: BTreeMap<&str, BTreeMap<&str, String>> = BTreeMap::new();
    let mut files: BTreeMap<String, &Case> = BTreeMap::new();
    for seed in smallest(backend.as_ref(), &cases) {
        let name = format!("{}.json", file_name(seed.case));
        index.entry(seed.clause).or_default().insert(seed.dtype, name.clone());
        files.insert(name, seed.case);
    }
    for path in case_files(folder)? {
        let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        if !files.contains_key(&name) {
            fs::remove_file(&path).with_context(|| format!("cannot remove {}", path.display()))?;
        }
    }
    for (name, case) in &files {
        write(&folder.join(name), file::to_json(case).as_bytes())?;
    }
    write(&folder.join(INDEX), (serde_json::to_string_pretty(&index)? + "\n").as_bytes())?;
    output::remark(&format!("{} seeds of {} clauses written to {}", files.len(), index.len(), folder.display()));
    Ok(())
}

/// The case files of a folder, and those of the folders in it; none where there is no folder.
fn case_files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", folder.display()))?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| format!("cannot read {}", folder.display()))?.path();
        if path.is_dir() {
            files.extend(Some(path.join("case.json")).filter(|case| case.is_file()));
        } else if path.extension().is_some_and(|extension| extension == "json") && !path.ends_with(INDEX) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn encode(from: &[PathBuf], folder: &Path) -> anyhow::Result<()> {
    let mut written = 0;
    for path in from.iter().map(|folder| case_files(folder)).collect::<anyhow::Result<Vec<_>>>()?.concat() {
        let case = locate::read(&path)?;
        let name = file_name(&case);
        for (target, kind, bytes) in inputs(&case)? {
            write(&folder.join(target).join(format!("{name}-{kind}")), &bytes)?;
            written += 1;
        }
    }
    if written == 0 {
        bail!("no case file in {from:?}: write them with `opconform seeds write`, or name their folder with --from");
    }
    output::remark(&format!("{written} inputs written to {}", folder.display()));
    Ok(())
}

/// What a case is to each target: its name, a word for the file's name, and the bytes, of which the first say how `fuzz/src`
/// reads the rest.
type Input = (&'static str, &'static str, Vec<u8>);

fn inputs(case: &Case) -> anyhow::Result<Vec<Input>> {
    let (requests, answer) = conversation(case)?;
    let check = [vec![3], check(case, &answer)?].concat();
    let mut inputs = vec![
        ("import", "case", [&[0], file::to_json(case).as_bytes()].concat()),
        ("protocol", "requests", [vec![2], requests].concat()),
        ("protocol", "answer", [vec![1, 1], answer].concat()),
        ("journal", "answer", [vec![1], journal_line(case).into_bytes()].concat()),
        ("journal", "recording", recording(case)?),
        ("protocol", "check", check),
    ];
    if let Some((target, bytes)) = Target::of(case.operator).and_then(|target| Some((target, target.encode(case)?))) {
        inputs.push((target.name, "case", bytes));
    }
    if let Some(first) = case.operands().first().filter(|_| case.operator.form.is_onnx()) {
        inputs.push(("import", "tensor", [vec![1], proto(first, "x0")].concat()));
        let operands = case.operands().iter().map(|operand| proto(operand, "x"));
        let files = [encode_model(case), proto(first, "y")].into_iter().chain(operands);
        let sized = files.flat_map(|file| [(file.len() as u16).to_le_bytes().to_vec(), file].concat());
        inputs.push(("import", "node-test", [2].into_iter().chain(sized).collect()));
    }
    Ok(inputs)
}

fn proto(tensor: &Tensor, name: &str) -> Vec<u8> {
    tensor_proto(tensor, name).encode_to_vec()
}

/// A line of a journal that says that the first backend refuses a case.
fn journal_line(case: &Case) -> String {
    format!(r#"{{"answer":{{"backend":0,"key":"{}","outcome":{{"rejected":"no"}}}}}}"#, Key::of(case))
}

/// The text of a recording of a case, behind the byte that says that it is to be packed.
fn recording(case: &Case) -> anyhow::Result<Vec<u8>> {
    let backend = selection::entry(BACKEND)?.open().with_context(|| format!("backend `{BACKEND}` cannot run here"))?;
    let mut recording = Recording::new(Provenance {
        backend: backend.describe().clone(),
        suite: String::new(),
        commit: None,
        seed: 0,
        cases: 1,
        recorded: String::new(),
        platform: String::new(),
        cpu: String::new(),
        part: None,
        passing_faults: Vec::new(),
    });
    for outcome in &backend.run(slice::from_ref(case)) {
        recording.note(case, outcome);
    }
    let mut bytes = vec![3];
    recording.write_text(&mut bytes)?;
    Ok(bytes)
}

/// A conversation about a case with an adapter that returns its first operand: the stream of the requests, and the frame that
/// answers the case.
fn conversation(case: &Case) -> anyhow::Result<(Vec<u8>, Vec<u8>)> {
    let mut requests = Vec::new();
    for frame in [suite::start(None)?, suite::run(SEQ, std::slice::from_ref(case), None)?, suite::stop()?] {
        write_frame(&mut requests, &frame)?;
    }
    let echo = |cases: &[Case]| -> Vec<Outcome> {
        cases.iter().map(|case| Outcome::Output(case.inputs.first().cloned().into_iter().collect())).collect()
    };
    let about = Introduction::Unavailable { reason: "nothing".to_owned(), remedy: "nothing".to_owned() };
    let mut answers = Vec::new();
    serve::serve(&mut &requests[..], &mut answers, &about, echo)?;
    let mut answers = &answers[..];
    read_frame(&mut answers)?;
    Ok((requests, read_frame(&mut answers)?))
}

/// What a checked adapter of the case's operator and element type answers: that it has started, and the same to each batch.
fn check(case: &Case, answer: &[u8]) -> anyhow::Result<Vec<u8>> {
    let mut start = Vec::new();
    write_frame(&mut start, &suite::start(None)?)?;
    let about = Introduction::Started(Started {
        protocol: VERSION,
        name: "echo".to_owned(),
        version: "0".to_owned(),
        language: "Rust".to_owned(),
        os: String::new(),
        cpu_features: Vec::new(),
        dtypes: case.inputs.first().map(|input| input.dtype().name().to_owned()).into_iter().collect(),
        operators: vec![OperatorName::of(case.operator)],
        models: false,
        huge: false,
        layouts: Vec::new(),
        claims: Vec::new(),
        configuration: Vec::new(),
    });
    let mut answers = Vec::new();
    serve::serve(&mut &start[..], &mut answers, &about, |_: &[Case]| Vec::new())?;
    for _ in 0..3 {
        write_frame(&mut answers, answer)?;
    }
    Ok(answers)
}
