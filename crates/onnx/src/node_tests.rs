//! ONNX's own node tests: directories `test_*` with a `model.onnx` of one node, and data sets `test_data_set_*` of
//! `input_*.pb` and `output_*.pb`.
//!
//! Tests of operators that are not ours are counted and skipped, with the reason. A file that cannot be read ends the reading
//! with an error that names it: a damaged test is never taken for one that is not ours. What is read is bounded by
//! [`LARGEST_MODEL`] and [`LARGEST_TENSOR`].

use std::io;
use std::path::{Path, PathBuf};

use opconform_files::{ReadError, read};
use opconform_spec::{Case, OPERATORS, Operator, Origin};
use opconform_tensor::Tensor;
use prost::Message;

use crate::proto::{GraphProto, ModelProto};
use crate::tensor::{TensorProtoError, decode_tensor};

mod files;
mod node;

use files::{LARGEST_MODEL, LARGEST_TENSOR};
use node::NodeTest;

/// What a directory of node tests holds.
#[derive(Debug, Default)]
pub struct NodeTests {
    /// One case for each data set of each test of an operator of ours, in the order of the directory names.
    pub cases: Vec<Case>,
    /// The tests that gave no case.
    pub skipped: Vec<Skipped>,
}

/// A test that gave no case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Skipped {
    /// The directory's name.
    pub name: String,
    /// Why.
    pub reason: String,
}

/// Why node tests cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum NodeTestError {
    /// A directory cannot be read.
    #[error("cannot read {}: check that it exists and that you may read it", path.display())]
    Io {
        /// The directory.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A directory has no test in it.
    #[error(
        "no node test in {}: expected directories such as test_max_example with a model.onnx in each, as in the folder \
         onnx/backend/test/data/node of the onnx package",
        .0.display()
    )]
    NoTests(PathBuf),
    /// A file cannot be read, or is larger than any node test's.
    #[error(transparent)]
    File(#[from] ReadError),
    /// A file is no model.
    #[error("{} is not an ONNX model: it is truncated or corrupt; fetch it again", path.display())]
    Model {
        /// The file.
        path: PathBuf,
        /// What is wrong with the bytes.
        source: prost::DecodeError,
    },
    /// A model or a test lacks what every one has.
    #[error("{} has {missing}: it is truncated or corrupt; fetch it again", path.display())]
    Incomplete {
        /// The file or directory.
        path: PathBuf,
        /// What it lacks.
        missing: &'static str,
    },
    /// A file is no tensor.
    #[error("{} gives no tensor", path.display())]
    Tensor {
        /// The file.
        path: PathBuf,
        /// Why.
        source: TensorProtoError,
    },
    /// A data set has more or fewer files than the model has inputs or outputs.
    #[error(
        "{} has {found} files {prefix}*.pb, and the model takes {expected}: the data set is incomplete; fetch it again",
        path.display()
    )]
    Files {
        /// The data set's directory.
        path: PathBuf,
        /// The beginning of the files' names.
        prefix: &'static str,
        /// How many the model takes.
        expected: usize,
        /// How many there are.
        found: usize,
    },
}

/// Reads the node tests in `directory`, which holds test directories or is one itself.
pub fn read_node_tests(directory: &Path) -> Result<NodeTests, NodeTestError> {
    let single = directory.join("model.onnx").is_file();
    let tests = if single { vec![directory.to_owned()] } else { files::test_directories(directory)? };
    if tests.is_empty() {
        return Err(NodeTestError::NoTests(directory.to_owned()));
    }
    let mut found = NodeTests::default();
    for test in tests {
        let name = files::name(&test);
        match read_test(&test, &name)? {
            Ok(cases) => found.cases.extend(cases),
            Err(reason) => found.skipped.push(Skipped { name, reason }),
        }
    }
    Ok(found)
}

/// The cases of one test, or the reason why it gives none.
fn read_test(directory: &Path, name: &str) -> Result<Result<Vec<Case>, String>, NodeTestError> {
    let path = directory.join("model.onnx");
    let bytes = read(&path, LARGEST_MODEL)?;
    let model =
        ModelProto::decode(bytes.as_slice()).map_err(|source| NodeTestError::Model { path: path.clone(), source })?;
    let incomplete = |missing| NodeTestError::Incomplete { path: path.clone(), missing };
    let graph = model.graph.as_ref().ok_or_else(|| incomplete("no graph"))?;
    if graph.node.is_empty() {
        return Err(incomplete("no node"));
    }
    if model.opset_import.is_empty() {
        return Err(incomplete("no operator set"));
    }
    let test = match NodeTest::of(&model, graph) {
        Ok(test) => test,
        Err(reason) => return Ok(Err(reason)),
    };
    let sets = files::data_sets(directory)?;
    if sets.is_empty() {
        return Err(NodeTestError::Incomplete { path: directory.to_owned(), missing: "no data set" });
    }
    let mut cases = Vec::new();
    for set in sets {
        match read_data_set(&set, graph, &test)? {
            Ok((inputs, published)) => {
                let origin = Origin { source: "node-test".into(), seed: None };
                let case = Case::new(test.operator, test.opset, inputs, name, origin)
                    .with_attributes(test.attributes.clone())
                    .with_published(published);
                cases.push(case);
            }
            Err(reason) => return Ok(Err(reason)),
        }
    }
    Ok(Ok(cases))
}

/// The operands, and the published result.
type DataSet = (Vec<Tensor>, Tensor);

/// The operands and the result of a data set, or the reason why it gives no case.
fn read_data_set(
    directory: &Path,
    graph: &GraphProto,
    test: &NodeTest,
) -> Result<Result<DataSet, String>, NodeTestError> {
    let tensors = |prefix: &'static str, expected: usize| {
        let paths = files::numbered(directory, prefix)?;
        if paths.len() != expected {
            let path = directory.to_owned();
            return Err(NodeTestError::Files { path, prefix, expected, found: paths.len() });
        }
        let tensors = paths.into_iter().map(|path| {
            decode_tensor(&read(&path, LARGEST_TENSOR)?)
                .map_err(|source| NodeTestError::Tensor { path: path.clone(), source })
        });
        tensors.collect::<Result<Vec<Tensor>, NodeTestError>>()
    };
    let read = tensors("input_", graph.input.len()).and_then(|inputs| Ok((inputs, tensors("output_", 1)?)));
    match read {
        Ok((inputs, mut outputs)) => {
            let operands = test.operands.iter().map(|&index| inputs[index].clone()).collect();
            // One output was asked for, and one was read.
            Ok(Ok((operands, outputs.swap_remove(0))))
        }
        Err(NodeTestError::Tensor { source: source @ TensorProtoError::Unsupported(_), .. }) => {
            Ok(Err(source.to_string()))
        }
        Err(error) => Err(error),
    }
}
