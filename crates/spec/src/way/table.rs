//! Every way, by its name and in words.

use super::{Axis, Way};
use crate::layout::Layout;
use crate::which::Which;

/// A way, its name, and when a case is put in it.
pub(super) type Row = (Way, &'static str, &'static str);

/// Every way, the plain one first.
pub(super) const WAYS: [Row; 68] = [
    (Way::Plain, "plain", "the operands are inputs of the model"),
    (Way::Initializer(Which::First), "initializer-first", "the first operand is an initializer"),
    (Way::Initializer(Which::Rest), "initializer-rest", "all operands but the first are initializers"),
    (Way::Initializer(Which::All), "initializer-all", "every operand is an initializer"),
    (Way::Constant(Which::First), "constant-first", "the first operand comes out of a Constant node"),
    (Way::Constant(Which::Rest), "constant-rest", "all operands but the first come out of Constant nodes"),
    (Way::Constant(Which::All), "constant-all", "every operand comes out of a Constant node"),
    (Way::Fed, "fed", "the axes are an input of the model, and no constant"),
    (Way::Identity, "identity", "the operands come through Identity"),
    (Way::Cast, "cast", "the operands come through Cast to a wider type and back"),
    (Way::Reshape, "reshape", "the operands come through Reshape"),
    (Way::Transpose, "transpose", "the operands are transposed, and the result transposed back"),
    (Way::Slice, "slice", "the operands are slices of larger tensors"),
    (Way::Concat, "concat", "the operands are put together by Concat"),
    (Way::Expand, "expand", "the operands are spread out by Expand"),
    (Way::Itself, "itself", "the operands are one and the same tensor"),
    (Way::Chain, "chain", "the operands go through a chain of the operator on two"),
    (Way::Again, "again", "the result and the first operand go through the operator again"),
    (Way::Twice, "twice", "the result is used twice"),
    (Way::Clip, "clip", "the result is bounded from the other side"),
    (Way::If, "if", "the operator stands in a branch of If"),
    (Way::Loop, "loop", "the operator stands in the body of a Loop"),
    (Way::Function, "function", "the operator stands in a function"),
    (Way::Symbols, "symbols", "the model leaves the dimensions of the operands open"),
    (Way::Laid(Layout::Strided, Which::First), "strided-first", "the first operand is a strided view"),
    (Way::Laid(Layout::Strided, Which::Rest), "strided-rest", "all arrays but the first are strided views"),
    (Way::Laid(Layout::Strided, Which::All), "strided-all", "every array is a strided view"),
    (Way::Laid(Layout::Reversed, Which::First), "reversed-first", "the first operand is a reversed view"),
    (Way::Laid(Layout::Reversed, Which::Rest), "reversed-rest", "all arrays but the first are reversed views"),
    (Way::Laid(Layout::Reversed, Which::All), "reversed-all", "every array is a reversed view"),
    (Way::Laid(Layout::Transposed, Which::First), "transposed-first", "the first operand is a transposed view"),
    (Way::Laid(Layout::Transposed, Which::Rest), "transposed-rest", "all arrays but the first are transposed views"),
    (Way::Laid(Layout::Transposed, Which::All), "transposed-all", "every array is a transposed view"),
    (Way::Laid(Layout::Broadcast, Which::First), "broadcast-first", "the first operand is spread out by strides of 0"),
    (
        Way::Laid(Layout::Broadcast, Which::Rest),
        "broadcast-rest",
        "all arrays but the first are spread out by strides of 0",
    ),
    (Way::Laid(Layout::Broadcast, Which::All), "broadcast-all", "every array is spread out by strides of 0"),
    (Way::Laid(Layout::InPlace, Which::First), "in-place", "the result is written over the first operand"),
    (
        Way::Laid(Layout::Overlapping, Which::First),
        "overlapping",
        "the result is written over the first operand, one element further",
    ),
    (Way::Relu, "relu", "the result goes through Relu"),
    (Way::Laid(Layout::Misaligned, Which::First), "misaligned-first", "the first operand is misaligned"),
    (Way::Laid(Layout::Misaligned, Which::Rest), "misaligned-rest", "all arrays but the first are misaligned"),
    (Way::Laid(Layout::Misaligned, Which::All), "misaligned-all", "every array is misaligned"),
    (Way::Initializer(Which::Last), "initializer-last", "the last operand is an initializer"),
    (Way::Constant(Which::Last), "constant-last", "the last operand comes out of a Constant node"),
    (Way::Initializer(Which::Second), "initializer-second", "the second of three operands is an initializer"),
    (Way::Initializer(Which::FirstTwo), "initializer-first-two", "the first two of three operands are initializers"),
    (Way::Initializer(Which::Ends), "initializer-ends", "the first and the last of three operands are initializers"),
    (Way::Constant(Which::Second), "constant-second", "the second of three operands comes out of a Constant node"),
    (
        Way::Constant(Which::FirstTwo),
        "constant-first-two",
        "the first two of three operands come out of Constant nodes",
    ),
    (
        Way::Constant(Which::Ends),
        "constant-ends",
        "the first and the last of three operands come out of Constant nodes",
    ),
    (Way::Reversed(Axis::Last), "slice-reversed", "the operands are slices by a step of -1"),
    (
        Way::Reversed(Axis::First),
        "slice-reversed-first",
        "the operands are slices by a step of -1 along the first axis",
    ),
    (Way::Strided, "slice-strided", "the operands are slices by a step of 2"),
    (
        Way::Laid(Layout::InPlaceSecond, Which::Second),
        "in-place-second",
        "the result is written over the second operand",
    ),
    (
        Way::Laid(Layout::OverlappingBefore, Which::First),
        "overlapping-before",
        "the result is written over the first operand, one element before it",
    ),
    (Way::Laid(Layout::Stepped, Which::First), "stepped-first", "the first operand is a view by a step of 5"),
    (Way::Laid(Layout::Stepped, Which::Rest), "stepped-rest", "all arrays but the first are views by a step of 5"),
    (Way::Laid(Layout::Stepped, Which::All), "stepped-all", "every array is a view by a step of 5"),
    (Way::Laid(Layout::Turned, Which::First), "turned-first", "the first operand is a view from its last row on"),
    (
        Way::Laid(Layout::Turned, Which::Rest),
        "turned-rest",
        "all arrays but the first are views from their last row on",
    ),
    (Way::Laid(Layout::Turned, Which::All), "turned-all", "every array is a view from its last row on"),
    (Way::Laid(Layout::Repeated, Which::All), "repeated", "equal slices of what is reduced are one, by a stride of 0"),
    (Way::Laid(Layout::ReadOnly, Which::All), "read-only", "every array that is read alone is read-only"),
    (Way::Laid(Layout::Swapped, Which::First), "swapped-first", "the first operand has its bytes swapped"),
    (Way::Laid(Layout::Swapped, Which::Rest), "swapped-rest", "all arrays but the first have their bytes swapped"),
    (Way::Laid(Layout::Swapped, Which::All), "swapped-all", "every array has its bytes swapped"),
    (Way::PassedOn, "passed-on", "the first operand is an output of the model, too"),
    (
        Way::ClipConstant,
        "clip-constant",
        "a scalar operand and a bound of the result from the other side are initializers",
    ),
];

/// How many ways there were when they were numbered.
pub(super) const NUMBERED: usize = 39;
