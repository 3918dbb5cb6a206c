//! ONNX `ReduceMax` 1, 11, 12 and 13, the page that the project was given.

use super::{MARKUP, MEANING, SETTING, Statement};
use crate::document::Document::OnnxSeed;

const fn judged(words: &'static str, clauses: &'static [&'static str]) -> Statement {
    super::judged(OnnxSeed, words, clauses)
}

const fn not_judged(words: &'static str, reason: &'static str) -> Statement {
    super::not_judged(OnnxSeed, words, reason)
}

const fn heading(words: &'static str) -> Statement {
    super::heading(OnnxSeed, words)
}

const RANDOM: &str = "the operands are NumPy's random numbers of a seed: the node test of this name holds them, and its result is \
                      judged where `--node-tests` is given";

pub(super) const STATEMENTS: &[Statement] = &[
    not_judged(".. _l-onnx-", MARKUP),
    not_judged("=========", MARKUP),
    not_judged(".. contents::", MARKUP),
    heading("ReduceMax - "),
    heading("**Version**"),
    not_judged("* **name**:", MARKUP),
    not_judged("* **domain**:", MARKUP),
    judged("* **since_version**:", &["ONNX-RMAX-TYPES"]),
    not_judged("* **function**:", "an operator that is not a function of others may still be built of them"),
    not_judged("* **support_level**:", MARKUP),
    judged("* **shape inference**:", &["ONNX-RMAX-KEEPDIMS"]),
    not_judged("This version of the operator has been available", MARKUP),
    heading("**Summary**"),
    judged(
        "Computes the max of the input tensor's element along the provided axes.",
        &["ONNX-RMAX-VALUE", "ONNX-RMAX-NUMBER"],
    ),
    judged("The resulted tensor has the same rank as the input", &["ONNX-RMAX-KEEPDIMS"]),
    judged("If keepdims equal 0, then the resulted tensor have", &["ONNX-RMAX-KEEPDIMS"]),
    judged("The above behavior is similar to numpy", &["ONNX-RMAX-NAN", "ONNX-RMAX-KEEPDIMS"]),
    heading("**Attributes**"),
    judged("* **axes**: A list of integers, along which to reduce.", &["ONNX-RMAX-VALUE"]),
    judged("The default is to reduce over all the dimensions", &["ONNX-RMAX-ALL-AXES"]),
    judged("Accepted range is [-r, r-1]", &["ONNX-RMAX-RANGE", "ONNX-RMAX-NEGATIVE-AXES", "REL-NEGATIVE-AXES"]),
    judged("* **keepdims**: Keep the reduced dimension or not", &["ONNX-RMAX-KEEPDIMS", "REL-KEEPDIMS"]),
    judged("Default value is ``1``.", &["ONNX-RMAX-KEEPDIMS"]),
    heading("**Inputs**"),
    not_judged("* **data** (heterogeneous)", MEANING),
    heading("**Outputs**"),
    judged("* **reduced** (heterogeneous)", &["ONNX-RMAX-TYPE"]),
    heading("**Type Constraints**"),
    judged("* **T** in (", &["ONNX-RMAX-TYPES"]),
    heading("**Examples**"),
    heading("**do_not_keepdims**"),
    not_judged("::", MARKUP),
    not_judged("shape = [3, 2, 2]", SETTING),
    not_judged("node = onnx.helper.make_node(", SETTING),
    judged("data = np.array(", &["ONNX-RMAX-EXAMPLE"]),
    judged("#print(reduced)", &["ONNX-RMAX-EXAMPLE"]),
    judged("#[[", &["ONNX-RMAX-EXAMPLE"]),
    judged("# [", &["ONNX-RMAX-EXAMPLE"]),
    judged(
        "expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_do_not_keepdims_example')",
        &["ONNX-RMAX-EXAMPLE"],
    ),
    not_judged("np.random.seed(0)", RANDOM),
    not_judged("expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_do_not_keepdims_random')", RANDOM),
    heading("**keepdims**"),
    judged(
        "expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_keepdims_example')",
        &["ONNX-RMAX-EXAMPLE"],
    ),
    not_judged("expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_keepdims_random')", RANDOM),
    heading("**default_axes_keepdims**"),
    judged(
        "expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_default_axes_keepdim_example')",
        &["ONNX-RMAX-EXAMPLE"],
    ),
    not_judged(
        "expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_default_axes_keepdims_random')",
        RANDOM,
    ),
    heading("**negative_axes_keepdims**"),
    judged("# print(reduced)", &["ONNX-RMAX-EXAMPLE"]),
    judged(
        "expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_negative_axes_keepdims_example')",
        &["ONNX-RMAX-EXAMPLE"],
    ),
    not_judged(
        "expect(node, inputs=[data], outputs=[reduced], name='test_reduce_max_negative_axes_keepdims_random')",
        RANDOM,
    ),
    heading("**Differences**"),
    not_judged(".. raw:: html", MARKUP),
    not_judged("<t", "a rendering of what changed between two versions; each version is judged by its own text"),
    not_judged("</table>", MARKUP),
];
