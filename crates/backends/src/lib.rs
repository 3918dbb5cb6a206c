//! Who is tried: maxima behind one interface, ours and other people's. Nothing is judged here.
//!
//! A backend says what it did, whatever that is: output, refusal, "not implemented", crash. Whether it should have is for the
//! clauses to say. A backend that cannot run here is [`Unavailable`], with its reason: never a failure, and never a pass.

mod adapter;
mod backend;
mod bundled;
mod cache;
#[cfg(feature = "candle")]
mod candle_tensor;
mod choice;
mod claims;
mod describe;
mod entries;
mod entry;
mod guard;
mod in_process;
mod kernel;
#[cfg(test)]
mod lockfile;
mod made_of;
mod models;
mod ndarray_fold;
mod onnxruntime;
mod own;
mod plainest;
mod program_files;
mod recording;
#[cfg(feature = "rten")]
mod rten_model;
pub mod rules;
mod serve;
mod setting;
mod settings;
#[cfg(feature = "tract")]
mod tract_model;
mod version;

pub use adapter::{Adapter, AdapterSettings, Fault, Launch, Peer, Remark, check as check_adapter, converse};
pub use backend::{Backend, HugeCall, PassingFault, Unavailable};
pub use bundled::Program;
pub use bundled::c::library;
pub use bundled::environment::Environment;
pub use bundled::installation::{Installation, Step};
pub use bundled::python::callable;
pub use choice::{Choice, ChoiceError};
pub use describe::{Description, cpu_features};
pub use entries::BACKENDS;
pub use entry::{Entry, Open};
pub use guard::{guard, run_each};
pub use in_process::InProcess;
pub use made_of::MadeOf;
pub use own::own_time;
pub use program_files::ProgramFiles;
pub use recording::{
    Chain, Journal, JournalError, JournalOwner, Key, Part, Provenance, Recorded, Recording, RecordingError,
    read_recordings, write_pack,
};
pub use serve::serve;
pub use setting::{Heard, Setting, Switch};
pub use version::{Version, VersionError};
