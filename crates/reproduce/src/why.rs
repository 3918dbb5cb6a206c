//! Why there is no program that shows a departure.

use opconform_tensor::DType;

/// Why there is no program that shows a departure.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Why {
    /// The implementation is one that this suite does not know how to call.
    #[error("none is written that calls {0}: the case is data, and opconform replay runs it")]
    Unknown(String),
    /// What is allowed depends on the answers to other cases.
    #[error(
        "{0} compares the answers to several cases, and leaves that to each one open: opconform replay asks for them all"
    )]
    Compared(&'static str),
    /// No profile says what is allowed, and the clause accepts no result that could be tried.
    #[error("no profile says what is allowed where {0} is broken: opconform replay says why it is")]
    Open(&'static str),
    /// The program checks the result, and another output is at fault.
    #[error("a program checks the result, and what is wrong is {0}: opconform replay says how")]
    FurtherOutput(&'static str),
    /// The implementation has no such operator.
    #[error("{callee} is not called for {operator}")]
    Operator {
        /// The implementation.
        callee: &'static str,
        /// The operator.
        operator: String,
    },
    /// The language has no such elements.
    #[error("{language} has no elements of {dtype}")]
    Type {
        /// The language.
        language: &'static str,
        /// The element type.
        dtype: DType,
    },
    /// The call takes operands of one element type.
    #[error("the call in {0} takes operands of one element type")]
    MixedTypes(&'static str),
    /// The program has one element type, and a result of another is asked for.
    #[error("the program in {0} has one element type, and the result is of another")]
    OtherType(&'static str),
    /// The function takes elements, and shapes are the suite's own.
    #[error("{0} takes elements and no tensors: what becomes of these shapes it does not say")]
    Shapes(&'static str),
    /// Operands begin where the language puts them.
    #[error("an operand that begins elsewhere than on a boundary of 64 bytes is not written in {0}")]
    Placed(&'static str),
    /// The library has no such views, or gives results of its own alone.
    #[error("arrays of {0} do not lie in memory in this way")]
    Laid(&'static str),
    /// More than a report holds.
    #[error("the program of {bytes} bytes is longer than a report holds: opconform minimize writes it")]
    TooLong {
        /// Its length.
        bytes: usize,
    },
}
