//! The known gaps of the source documents: where one is silent or contradicts itself, and the one limit of ours. Each is
//! named in every report.

pub(crate) const NAN_UNSATISFIABLE: &str = "seed properties P1 and P2 cannot both hold with a NaN operand";
pub(crate) const MIXED_TYPES: &str = "no rule that all inputs share one type";
pub(crate) const NO_ERROR_SECTION: &str =
    "no error section: shapes that do not broadcast are a breach of a precondition";
pub(crate) const ZERO_MEETS_ONE: &str =
    "dimensions 0 and 1: the maximum of the dimensions is 1, NumPy and ONNX broadcast to 0";
pub(crate) const ZERO_BY_E1: &str = "dimensions 0 and 1: by E1 an error, as the maximum of the dimensions is 1; by NumPy's rules, to which E1 refers, 0";
pub(crate) const NO_ELEMENT: &str = "no such element of the result";
pub(crate) const NO_OPERAND: &str = "no operand at all";
pub(crate) const UNLISTED_TYPE: &str =
    "the element type is not listed: what an implementation does with it is an extension";
pub(crate) const ONNX_NAN: &str = "no version of ONNX names NaN";
pub(crate) const CROSSED: &str =
    "until 13 Clip does not say which bound an element becomes where the lower is above the upper";
pub(crate) const MISSING_BOUND: &str = "a bound of Clip that is missing is numeric_limits::lowest() or max() by the text, and none by its \
                                        function body and its reference implementation";
pub(crate) const MIXED_BOUNDS: &str = "that a bound of Clip has the element type is said by the letter T alone";
pub(crate) const INEXACT_BOUND: &str = "Clip-1 and -6 do not say what a bound is that the element type does not have";
pub(crate) const OPEN_NAN: &str = "the document leaves this NaN open";
pub(crate) const TOO_LARGE: &str = "not judged: the operands broadcast to too many elements";
pub(crate) const UNSELECTED: &str = "an element that `where` does not select, and no `out` to leave alone";
pub(crate) const RELU_NAN: &str = "no version of ONNX says what Relu makes of a NaN";
pub(crate) const NO_MEANING: &str = "the source gives the call no meaning";
pub(crate) const IN_THE_CODE: &str = "an error by the comments in the code of .NET alone: the page does not say it";
pub(crate) const DUPLICATE_AXIS: &str = "no version of ONNX ReduceMax says what an axis named twice does";
pub(crate) const EMPTY_AXES: &str = "until 18 ReduceMax does not say what an empty list of axes reduces";
pub(crate) const NO_RANGE: &str = "ReduceMax-1 states no range of axes";
pub(crate) const OUT_OF_RANGE: &str =
    "the range of axes is stated, and what is outside of it is an error by ONNX's shape inference alone";
pub(crate) const NO_BROADCAST: &str =
    "that shapes which do not broadcast are an error is said by ONNX's shape inference alone";
pub(crate) const EMPTY_REDUCTION: &str =
    "the maximum of nothing is named neither in the seed's text nor in ReduceMax-12";
pub(crate) const RANK_ZERO: &str = "whether rank 0 is valid is said neither in the seed's text nor in ReduceMax-12";
pub(crate) const WITHOUT_ELEMENTS: &str =
    "of tensors without elements neither the seed's text nor ReduceMax-12 has a word";
pub(crate) const PADDLE_AXIS: &str = "by the formula for an axis below −1, Y with all of its dimensions reaches past those of X; and its abs() admits a Y of more dimensions than X";
pub(crate) const PADDLE_NEITHER_CASE: &str =
    "Paddle says nothing of a Y that is neither of the shape of X nor a contiguous sub-sequence of it at the axis";
pub(crate) const PADDLE_MIXED: &str = "Paddle fixes the result's type, and says nothing of operands of two types";
pub(crate) const AMAX_EMPTY: &str = "Mars says nothing of a maximum of no elements; NumPy, whose it is, refuses it";
pub(crate) const ADDED_TYPES: &str = "NumPy has no such elements of its own: other packages add them";
pub(crate) const AMAX_ARGUMENTS: &str =
    "of a reduction Mars documents one axis, counted from the front: whatever else it takes is NumPy's";
pub(crate) const FMAX_ARGUMENTS: &str =
    "of fmax Mars says what it does with two elements: broadcasting, `out` and `where` are said of maximum";
pub(crate) const PADDLE_NAN: &str = "Paddle shows a NaN of y in one example, and says nothing of NaN";
