//! ONNX Runtime as a runtime of models, its library loaded when it is asked for.
//!
//! A process has one ONNX Runtime: the library and its environment are opened once, and stay. What it logs is not printed;
//! what it answers is an outcome.

use std::borrow::Cow;
use std::num::NonZero;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::available_parallelism;

use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};
use ort::environment::{Environment, GlobalThreadPoolOptions};
use ort::logging::LogLevel;
use ort::session::{Session, SessionInputValue};

use crate::backend::Unavailable;
use crate::describe::{Description, cpu_features};
use crate::entry::Entry;
use crate::guard::guard;
use crate::made_of::MadeOf;
use crate::models::{Calls, Failure, Models, Runtime, operators};
use crate::own::timed;
use crate::program_files::ProgramFiles;

mod library;
mod session_options;
mod tensors;

use library::Library;
use session_options::SessionOptions;

/// How many threads work on one operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Threads {
    /// The caller's alone.
    One,
    /// A pool that all models share: one thread per core, and at least two.
    Many,
}

/// ONNX Runtime with a number of threads.
pub(crate) struct OnnxRuntime {
    process: &'static Process,
    threads: Threads,
    options: SessionOptions,
}

/// What a process has one of.
struct Process {
    library: Library,
    environment: Environment,
}

impl OnnxRuntime {
    /// The backend of an entry, if there is a library to load.
    pub(crate) fn backend(entry: &Entry, threads: Threads) -> Result<Models<Self>, Unavailable> {
        let runtime = Self::open(threads)?;
        Ok(Models::new(runtime.description(entry), runtime).called(Calls::from_environment()?))
    }

    fn open(threads: Threads) -> Result<Self, Unavailable> {
        static PROCESS: OnceLock<Result<Process, Unavailable>> = OnceLock::new();
        match PROCESS.get_or_init(Process::open) {
            Ok(process) => Ok(Self { process, threads, options: SessionOptions::here()? }),
            Err(unavailable) => Err(unavailable.clone()),
        }
    }

    fn description(&self, entry: &Entry) -> Description {
        let library = &self.process.library;
        let threads = match self.threads {
            Threads::One => "one intra-op thread".to_owned(),
            Threads::Many => format!("{} intra-op threads", pool_size()),
        };
        Description {
            name: entry.name.to_owned(),
            version: library.version.clone(),
            implementation: entry.implementation,
            claims: entry.claims.to_vec(),
            language: "C++".to_owned(),
            configuration: vec![
                "an ONNX model for each case: one node, its operands as graph inputs of concrete shapes, or the way that the case names; CPU execution provider, the \
                 optimisations that the runtime does by itself"
                    .to_owned(),
                format!("{threads}; operands are read where they lie"),
                library.label(),
            ],
            cpu_features: cpu_features(),
            dtypes: DType::ALL.into_iter().filter(|&dtype| tensors::carries(dtype)).collect(),
            operators: operators(),
            models: true,
            layouts: Vec::new(),
        }
    }

    fn session(&self, model: &[u8]) -> ort::Result<Session> {
        let mut builder = Session::builder(&self.process.environment)?.with_log_level(LogLevel::Fatal)?;
        if self.threads == Threads::One {
            builder = builder.with_independent_thread_pool()?.with_intra_threads(1)?;
        }
        self.options.tell(builder)?.commit_from_memory(model)
    }
}

impl Process {
    fn open() -> Result<Self, Unavailable> {
        let library = library::find()?;
        // The binding panics where the library's table of functions is not what it expects.
        let environment = guard(|| environment(&library)).unwrap_or_else(Err);
        let unavailable = |reason| Unavailable {
            reason: format!("{} does not start: {reason}", library.path.display()),
            remedy: "let ORT_DYLIB_PATH name another library of ONNX Runtime".to_owned(),
        };
        Ok(Self { environment: environment.map_err(unavailable)?, library })
    }
}

fn environment(library: &Library) -> Result<Environment, String> {
    let start = || {
        // First of all calls: any other would look for a library by itself.
        let builder = ort::init_from(&library.path).map_err(ort::Error::wrap)?;
        let pool = GlobalThreadPoolOptions::default().with_intra_threads(pool_size())?.with_spin_control(false)?;
        builder.with_name("opconform").with_telemetry(false).with_global_thread_pool(pool).build()
    };
    let environment: Environment = start().map_err(|error: ort::Error| error.to_string())?;
    environment.set_log_level(LogLevel::Fatal);
    Ok(environment)
}

/// The threads of the shared pool.
fn pool_size() -> usize {
    available_parallelism().map_or(2, NonZero::get).max(2)
}

impl<R> From<ort::Error<R>> for Failure {
    fn from(error: ort::Error<R>) -> Self {
        // Some of its messages are of several lines, and some end in a line break.
        let message = error.message().split_whitespace().collect::<Vec<_>>().join(" ");
        Self { cause: message.clone(), message }
    }
}

impl Runtime for OnnxRuntime {
    /// A session runs one case at a time.
    type Plan = Arc<Mutex<Session>>;

    fn made_of(&self) -> MadeOf {
        MadeOf::Files(ProgramFiles::of(&[], std::slice::from_ref(&self.process.library.path)))
    }

    fn load(&self, model: &[u8]) -> Result<Self::Plan, Failure> {
        Ok(Arc::new(Mutex::new(self.session(model)?)))
    }

    fn run(&self, plan: &Self::Plan, inputs: &[&Tensor]) -> Result<Outcome, Failure> {
        let mut session = plan.lock().unwrap_or_else(PoisonError::into_inner);
        let names: Vec<String> = session.inputs().iter().map(|input| input.name().to_owned()).collect();
        let bools: Vec<_> = inputs.iter().map(|input| tensors::bools(input)).collect::<ort::Result<_>>()?;
        let fed = inputs.iter().zip(&bools).map(|(input, bools)| tensors::input(input, bools.as_ref()));
        let values = names.into_iter().zip(fed).map(|(name, input)| Ok((Cow::Owned(name), input?)));
        let values: Vec<(Cow<'_, str>, SessionInputValue<'_>)> = values.collect::<ort::Result<_>>()?;
        let before: Vec<Vec<u8>> = inputs.iter().map(|input| input.bytes().to_vec()).collect();
        let outputs = timed(|| session.run(values))?;
        let outputs: Result<Vec<Tensor>, String> = outputs.values().map(|output| tensors::output(&output)).collect();
        // They are read where they lie: whoever writes there changes the operands of the caller.
        if let Some(place) = inputs.iter().zip(&before).position(|(input, before)| input.bytes() != before.as_slice()) {
            return Ok(Outcome::Malformed(format!("changed operand {place}, which the call is to read alone")));
        }
        Ok(outputs.map_or_else(Outcome::Malformed, Outcome::Output))
    }
}

#[cfg(test)]
mod tests {
    use opconform_onnx::encode_model;
    use opconform_onnx::proto::ModelProto;
    use opconform_spec::{Case, Operator, Origin};
    use prost::Message as _;

    use super::*;

    /// The model that gives its one input back, by an operator that ONNX Runtime has for every type, and once more as the input itself, which may
    /// be read where the input lies.
    fn identity(input: &Tensor) -> Vec<u8> {
        let origin = Origin { source: "test".into(), seed: None };
        let case = Case::new(Operator::named("max").expect("Max"), 13, vec![input.clone()], "identity", origin);
        let mut model = ModelProto::decode(encode_model(&case).as_slice()).expect("a model");
        for node in model.graph.iter_mut().flat_map(|graph| &mut graph.node) {
            node.op_type = "Identity".to_owned();
        }
        if let Some(graph) = &mut model.graph {
            graph.output.extend(graph.input.first().cloned());
        }
        model.encode_to_vec()
    }

    #[test]
    #[ignore = "needs the library of ONNX Runtime: .ci/onnxruntime fetches it and runs this"]
    fn tensors_of_every_type_go_in_and_out_bit_for_bit() {
        for threads in [Threads::One, Threads::Many] {
            let runtime = OnnxRuntime::open(threads).expect("ONNX Runtime");
            for dtype in DType::ALL.into_iter().filter(|&dtype| tensors::carries(dtype)) {
                // Of 16-bit types every pattern there is, signalling NaNs among them.
                let bits: Vec<u64> = match dtype {
                    DType::Bool => vec![0, 1, 1],
                    _ => {
                        (0..0x1_0000).map(|bits| (bits << (dtype.bits().max(16) - 16) | bits) & dtype.mask()).collect()
                    }
                };
                let count = bits.len();
                for (shape, offset) in [(&[count][..], 0), (&[1, count, 1], 3), (&[2, 0], 0), (&[], 1)] {
                    let elements = shape.iter().product::<usize>();
                    let input =
                        Tensor::from_bits(dtype, shape, &bits[..elements]).expect("a tensor").with_offset(offset);
                    let plan = runtime.load(&identity(&input)).expect("a model");
                    let outcome = runtime.run(&plan, std::slice::from_ref(&&input)).expect("an outcome");
                    let Outcome::Output(outputs) = outcome else { panic!("{dtype}: {outcome:?}") };
                    assert_eq!(outputs.len(), 2);
                    for output in outputs {
                        assert_eq!((output.dtype(), output.shape()), (dtype, shape));
                        assert_eq!(output.to_bits(), input.to_bits(), "{dtype} {shape:?}");
                    }
                }
            }
        }
    }
}
