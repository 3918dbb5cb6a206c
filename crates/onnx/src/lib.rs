//! The ONNX file format: models and tensors in and out. Nothing is judged here.
//!
//! The messages are written by hand for the subset that a single-node model and its tensors take, so that neither a build
//! script nor a compiler of protocol buffers is needed. What a reader does not know it skips, as the format asks.

mod data_type;
mod model;
mod node_tests;
pub mod proto;
mod tensor;

pub use data_type::dtype;
pub use model::{encode_model, encode_open_model, ir_version, model};
pub use node_tests::{NodeTestError, NodeTests, Skipped, read_node_tests};
pub use tensor::{TensorProtoError, decode_tensor, tensor, tensor_proto};
