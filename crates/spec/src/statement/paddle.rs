//! Paddle's `paddle.tensor.maximum`, the page that the project was given.

use super::{MARKUP, MEANING, Statement};
use crate::document::Document::Paddle;

const fn judged(words: &'static str, clauses: &'static [&'static str]) -> Statement {
    super::judged(Paddle, words, clauses)
}

const fn not_judged(words: &'static str, reason: &'static str) -> Statement {
    super::not_judged(Paddle, words, reason)
}

const fn heading(words: &'static str) -> Statement {
    super::heading(Paddle, words)
}

pub(super) const STATEMENTS: &[Statement] = &[
    not_judged(".. _cn_api_paddle_tensor_maximum:", MARKUP),
    heading("maximum ---"),
    judged(".. py:function:: paddle.tensor.maximum(x, y, axis=-1, name=None)", &["PADDLE-AXIS-DEFAULT"]),
    judged("该OP逐元素对比输入的两个多维Tensor", &["PADDLE-VALUE", "PADDLE-NUMBER"]),
    not_judged("等式是：", MARKUP),
    judged(".. math:: Out = max(X, Y)", &["PADDLE-VALUE"]),
    not_judged("- :math:`X` ：多维Tensor。", MEANING),
    not_judged("- :math:`Y` ：多维Tensor。", MEANING),
    not_judged("此运算算子有两种情况：", MARKUP),
    judged("1. :math:`Y` 的 ``shape`` 与 :math:`X` 相同。", &["PADDLE-CASE-1"]),
    judged("2. :math:`Y` 的 ``shape`` 是 :math:`X` 的连续子序列。", &["PADDLE-CASE-2"]),
    heading("对于情况2："),
    judged("1. 用 :math:`Y` 的 ``shape`` 匹配 :math:`X` 的 ``shape``", &["PADDLE-AXIS"]),
    judged("2. 如果 ``axis`` < 0（默认值为-1）", &["PADDLE-AXIS-DEFAULT"]),
    judged("3. 考虑到子序列， :math:`Y` 的大小为1的尾部维度将被忽略", &["PADDLE-TRAILING-ONES"]),
    heading("例如："),
    not_judged("..  code-block:: text", MARKUP),
    judged("shape(X) = (2, 3, 4, 5), shape(Y) = (,)", &["PADDLE-AXIS-DEFAULT"]),
    judged("shape(X) = (2, 3, 4, 5), shape(Y) = (5,)", &["PADDLE-AXIS-DEFAULT"]),
    judged(
        "shape(X) = (2, 3, 4, 5), shape(Y) = (4, 5), with axis=-1(default) or axis=2",
        &["PADDLE-AXIS-DEFAULT", "PADDLE-AXIS"],
    ),
    judged("shape(X) = (2, 3, 4, 5), shape(Y) = (3, 4), with axis=1", &["PADDLE-AXIS"]),
    judged("shape(X) = (2, 3, 4, 5), shape(Y) = (2), with axis=0", &["PADDLE-AXIS"]),
    judged("shape(X) = (2, 3, 4, 5), shape(Y) = (2, 1), with axis=0", &["PADDLE-TRAILING-ONES"]),
    not_judged(
        "具体的飞桨的广播（broadcasting）机制可以参考",
        "a link to a moving document, which broadcasts otherwise: operands beyond the two cases are a gap",
    ),
    heading("参数 :::"),
    judged("- **x** （Tensor）- 多维Tensor。数据类型为 ``float32`` 、 ``float64`` 、 ``int32`` 或", &["PADDLE-TYPE"]),
    judged("- **y** （Tensor）- 多维Tensor。数据类型为 ``float32`` 、 ``float64`` 、 ``int32`` 或", &["PADDLE-TYPE"]),
    judged(
        "- **axis** （int32, 可选）- Y的维度对应到X维度上时的索引。默认值为 -1。",
        &["PADDLE-AXIS", "PADDLE-AXIS-DEFAULT"],
    ),
    not_judged("- **name** （string, 可选）- 输出的名字。", "a name for debugging: nothing is computed from it"),
    judged("返回 ::::::::: Tensor，维度和数据类型与 ``x`` 相同的多维Tensor。", &["PADDLE-RESULT", "PADDLE-TYPE"]),
    heading("代码示例"),
    not_judged(".. code-block:: python", MARKUP),
    not_judged("import paddle import numpy as np", MARKUP),
    judged("x = paddle.to_tensor(", &["PADDLE-EXAMPLE"]),
    judged("#[", &["PADDLE-EXAMPLE", "PADDLE-NAN"]),
    judged("# [7. 8.]]", &["PADDLE-EXAMPLE"]),
    judged("#  [2. 2. 3.]]]", &["PADDLE-EXAMPLE"]),
];
