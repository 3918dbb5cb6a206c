//! ONNX `Max`, `Min`, `ReduceMax`, `ReduceMin` and `Clip` in every version, as `docs/Changelog.md` of 1.23.0 has them.

use super::{MARKUP, MEANING, Statement};
use crate::document::Document::OnnxOperators;

const fn judged(words: &'static str, clauses: &'static [&'static str]) -> Statement {
    super::judged(OnnxOperators, words, clauses)
}

const fn not_judged(words: &'static str, reason: &'static str) -> Statement {
    super::not_judged(OnnxOperators, words, reason)
}

const fn heading(words: &'static str) -> Statement {
    super::heading(OnnxOperators, words)
}

const LEGACY: &str = "a hint to optimizers: nothing is computed from it, and no case gives it";

pub(super) const STATEMENTS: &[Statement] = &[
    not_judged("### <a name=", MARKUP),
    judged("Element-wise max of each of the input tensors", &["ONNX-MAX-VALUE", "ONNX-MAX-NUMBER"]),
    judged("All inputs and outputs must have the same shape and data type.", &["ONNX-MAX-1-SHAPE", "ONNX-MAX-TYPE"]),
    heading("#### Version"),
    not_judged("This version of the operator has been available", MARKUP),
    heading("#### Attributes"),
    not_judged("<dl>", MARKUP),
    not_judged("<dt><tt>consumed_inputs</tt> : list of ints</dt>", LEGACY),
    not_judged("<dd>legacy optimization attribute.</dd>", LEGACY),
    not_judged("</dl>", MARKUP),
    judged("#### Inputs (1 - &#8734;)", &["ONNX-MAX-N"]),
    not_judged("<dt><tt>data_0</tt>", MEANING),
    not_judged("<dd>List of tensors for", MEANING),
    heading("#### Outputs"),
    judged("<dt><tt>max</tt> : T</dt>", &["ONNX-MAX-TYPE"]),
    judged("<dd>Output tensor. Same dimension as inputs.</dd>", &["ONNX-MAX-1-SHAPE"]),
    heading("#### Type Constraints"),
    judged("<dt><tt>T</tt> : tensor(", &["ONNX-MAX-TYPES", "ONNX-RMAX-TYPES", "ONNX-CLIP-TYPES"]),
    judged("<dd>Constrain input and output types to", &["ONNX-MAX-TYPES", "ONNX-RMAX-TYPES", "ONNX-CLIP-TYPES"]),
    judged("All inputs and outputs must have the same data type.", &["ONNX-MAX-TYPE"]),
    judged("This operator supports **multidirectional (i.e., Numpy-style) broadcasting**", &["ONNX-MAX-8-BROADCAST"]),
    heading("#### Outputs"),
    not_judged("<dd>Output tensor.</dd>", MEANING),
    judged("<dt><tt>max</tt> (differentiable) : T</dt>", &["ONNX-MAX-TYPE"]),
    heading("#### Type Constraints"),
    judged("Element-wise min of each of the input tensors", &["ONNX-MAX-VALUE", "ONNX-MAX-NUMBER"]),
    heading("#### Outputs"),
    judged("<dt><tt>min</tt> : T</dt>", &["ONNX-MAX-TYPE"]),
    judged("<dt><tt>min</tt> (differentiable) : T</dt>", &["ONNX-MAX-TYPE"]),
    heading("#### Type Constraints"),
    judged("Computes the max of the input tensor's element", &["ONNX-RMAX-VALUE", "ONNX-RMAX-NUMBER"]),
    judged("The resulting tensor has the same rank as the input", &["ONNX-RMAX-KEEPDIMS", "REL-KEEPDIMS"]),
    judged("If keepdims equal 0, then the resulted tensor have", &["ONNX-RMAX-KEEPDIMS"]),
    judged("Input tensors of rank zero are valid.", &["ONNX-RMAX-RANK-0"]),
    judged("Reduction over an empty set of values yields", &["ONNX-RMAX-EMPTY"]),
    judged("The above behavior is similar to numpy", &["ONNX-RMAX-NAN", "ONNX-RMAX-KEEPDIMS"]),
    heading("#### Attributes"),
    not_judged("<dt><tt>axes</tt>", MEANING),
    judged(
        "<dd>A list of integers, along which to reduce.",
        &["ONNX-RMAX-VALUE", "ONNX-RMAX-ALL-AXES", "ONNX-RMAX-RANGE", "ONNX-RMAX-NEGATIVE-AXES", "REL-NEGATIVE-AXES"],
    ),
    judged("<dt><tt>keepdims</tt> : int (default is 1)</dt>", &["ONNX-RMAX-KEEPDIMS"]),
    judged("<dd>Keep the reduced dimension or not", &["ONNX-RMAX-KEEPDIMS", "REL-KEEPDIMS"]),
    heading("#### Inputs"),
    not_judged("<dt><tt>data</tt>", MEANING),
    not_judged("<dd>An input tensor.</dd>", MEANING),
    heading("#### Outputs"),
    judged("<dt><tt>reduced</tt>", &["ONNX-RMAX-TYPE"]),
    not_judged("<dd>Reduced output tensor.</dd>", MEANING),
    heading("#### Type Constraints"),
    judged("Computes the max of the input tensor's elements", &["ONNX-RMAX-VALUE", "ONNX-RMAX-NUMBER"]),
    judged("If `keepdims` equals 0, then the resulting tensor has", &["ONNX-RMAX-KEEPDIMS"]),
    heading("#### Attributes"),
    judged("<dt><tt>noop_with_empty_axes</tt> : int (default is 0)</dt>", &["ONNX-RMAX-NOOP", "ONNX-RMAX-ALL-AXES"]),
    judged("<dd>Defines behavior when axes is not provided or is empty.", &["ONNX-RMAX-NOOP", "ONNX-RMAX-ALL-AXES"]),
    heading("#### Inputs"),
    judged(
        "<dd>Optional input list of integers, along which to reduce.",
        &[
            "ONNX-RMAX-VALUE",
            "ONNX-RMAX-ALL-AXES",
            "ONNX-RMAX-RANGE",
            "ONNX-RMAX-NEGATIVE-AXES",
            "REL-NEGATIVE-AXES",
            "ONNX-RMAX-NOOP",
        ],
    ),
    heading("#### Type Constraints"),
    judged("If the input data type is Boolean", &["ONNX-RMAX-BOOL"]),
    judged("Computes the min of the input tensor's element", &["ONNX-RMAX-VALUE", "ONNX-RMAX-NUMBER"]),
    judged("Computes the min of the input tensor's elements", &["ONNX-RMAX-VALUE", "ONNX-RMAX-NUMBER"]),
    judged("Clip operator limits the given input within an interval.", &["ONNX-CLIP-WITHIN"]),
    judged("The interval is specified with arguments", &["ONNX-CLIP-MIN", "ONNX-CLIP-MAX"]),
    judged("They default to numeric_limits::lowest() and", &["ONNX-CLIP-MISSING"]),
    heading("#### Attributes"),
    judged("<dt><tt>max</tt> : float", &["ONNX-CLIP-MAX", "ONNX-CLIP-MISSING"]),
    judged("<dd>Maximum value, above which element is replaced by max</dd>", &["ONNX-CLIP-MAX", "ONNX-CLIP-1-CROSSED"]),
    judged("<dt><tt>min</tt> : float", &["ONNX-CLIP-MIN", "ONNX-CLIP-MISSING"]),
    judged("<dd>Minimum value, under which element is replaced by min</dd>", &["ONNX-CLIP-MIN", "ONNX-CLIP-1-CROSSED"]),
    heading("#### Inputs"),
    not_judged("<dt><tt>input</tt>", MEANING),
    not_judged("<dd>Input tensor whose elements to be clipped</dd>", MEANING),
    heading("#### Outputs"),
    judged("<dt><tt>output</tt>", &["ONNX-CLIP-TYPE"]),
    judged("<dd>Output tensor with clipped input elements</dd>", &["ONNX-CLIP-SHAPE"]),
    heading("#### Type Constraints"),
    judged("The interval is specified by the inputs", &["ONNX-CLIP-MIN", "ONNX-CLIP-MAX"]),
    heading("#### Inputs"),
    judged("<dt><tt>min</tt> (optional", &["ONNX-CLIP-MIN", "ONNX-CLIP-MISSING"]),
    judged(
        "<dd>Minimum value, under which element is replaced by min. It must be a scalar",
        &["ONNX-CLIP-MIN", "ONNX-CLIP-1-CROSSED", "ONNX-CLIP-SCALAR"],
    ),
    judged("<dt><tt>max</tt> (optional", &["ONNX-CLIP-MAX", "ONNX-CLIP-MISSING"]),
    judged(
        "<dd>Maximum value, above which element is replaced by max. It must be a scalar",
        &["ONNX-CLIP-MAX", "ONNX-CLIP-1-CROSSED", "ONNX-CLIP-SCALAR"],
    ),
    heading("#### Type Constraints"),
    judged("When 'min' is greater than 'max'", &["ONNX-CLIP-13-CROSSED"]),
    judged("Thus, this is equivalent to 'Min(max, Max(input, min))'.", &["ONNX-CLIP-NUMBER", "ONNX-CLIP-13-CROSSED"]),
];
