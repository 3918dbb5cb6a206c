//! The wrong shape of a broadcast, or the wrong element of an operand.

use crate::mutant::{Family, Mutant};
use crate::rules::Group;
use crate::rules::stretch::{broadcast, broadcast_by, strides};
use crate::sound::{SOUND, answer, fold_of};
use crate::steps::Steps;

pub(crate) static FAMILY: Family = Family {
    name: "broadcast",
    about: "the wrong shape of a broadcast, or the wrong element",
    mutants: MUTANTS,
    group: Group::All,
};

/// The strides of a dense tensor of a shape, whether it broadcasts or not.
fn dense(shape: &[usize]) -> Vec<usize> {
    let mut step = 1_usize;
    let mut strides: Vec<usize> = Vec::new();
    for &dim in shape.iter().rev() {
        strides.insert(0, step);
        step = step.wrapping_mul(dim);
    }
    strides
}

/// The strides with those of some axes replaced.
fn changed(strides: Vec<usize>, change: impl Fn(usize, usize) -> usize) -> Vec<usize> {
    strides.into_iter().enumerate().map(|(axis, stride)| change(axis, stride)).collect()
}

const MUTANTS: &[Mutant] = &[
    Mutant {
        name: "aligned-left",
        fault: "shapes of different rank are aligned at their first dimensions where they fit there",
        seen: &["PaddlePaddle/Paddle#32853"],
        steps: Steps {
            strides: |operand, result| {
                let fits = operand.iter().zip(result).all(|(&dim, &of)| dim == 1 || dim == of);
                let left: Vec<usize> = operand.iter().copied().chain([1; 16]).take(result.len()).collect();
                strides(if fits { &left } else { operand }, result)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "read-in-a-circle",
        fault: "an operand is read from its beginning again and again, whatever its shape",
        seen: &["InfiniTensor/InfiniCore#450"],
        steps: Steps { strides: |_, result| dense(result), ..SOUND },
    },
    Mutant {
        name: "strides-beyond-rank-4",
        fault: "from rank 5 on, axes before the last four have no stride",
        seen: &["huggingface/candle#3873", "tenstorrent/tt-metal#55351"],
        steps: Steps {
            strides: |operand, result| {
                changed(strides(operand, result), |axis, stride| if axis + 4 < result.len() { 0 } else { stride })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "middle-axis-not-stretched",
        fault: "a dimension of 1 between two larger ones is stepped along as if it were not stretched",
        seen: &["PaddlePaddle/Paddle#20957", "PaddlePaddle/Paddle#19536"],
        steps: Steps {
            strides: |operand, result| {
                let missing = result.len() - operand.len();
                let large = |axis: Option<&usize>| axis.is_some_and(|&dim| dim > 1);
                changed(strides(operand, result), |axis, stride| match axis.checked_sub(missing) {
                    Some(own)
                        if own > 0
                            && operand[own] == 1
                            && large(operand.get(own - 1))
                            && large(operand.get(own + 1)) =>
                    {
                        operand[own + 1..].iter().product()
                    }
                    _ => stride,
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "stride-of-the-result",
        fault: "an operand that is stretched is stepped through with the result's strides on its other axes",
        seen: &["ROCm/rocm-libraries#11958"],
        steps: Steps {
            strides: |operand, result| {
                let (own, dense) = (strides(operand, result), dense(result));
                changed(own, |axis, stride| if stride == 0 { 0 } else { dense[axis] })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "axes-merged",
        fault: "the last two axes are merged into one whose stride is that of the last",
        seen: &["tenstorrent/tt-metal#55351"],
        steps: Steps {
            strides: |operand, result| {
                let own = strides(operand, result);
                match (own.as_slice(), result) {
                    ([.., inner], [.., last]) if *inner > 0 => {
                        changed(own.clone(), |axis, stride| if axis + 2 == own.len() { inner * last } else { stride })
                    }
                    _ => own,
                }
            },
            ..SOUND
        },
    },
    Mutant {
        name: "scalar-meets-one-element",
        fault: "an operand of one element is compared with the first element alone",
        seen: &["pytorch/pytorch#90273"],
        steps: Steps {
            fold: |lane| match (lane.position > 0, lane.inputs()) {
                (true, [first, second]) if first.len() == 1 && second.len() > 1 => lane.operands[1],
                (true, [first, second]) if first.len() > 1 && second.len() == 1 => lane.operands[0],
                _ => fold_of(lane, lane.operands),
            },
            ..SOUND
        },
    },
    Mutant {
        name: "zero-dimension-as-one",
        fault: "the greater of two dimensions is the result's: 0 and 1 give 1",
        seen: &["opencv/opencv#28188", "tracel-ai/burn#5305", "xtensor-stack/xtensor#1562"],
        steps: Steps {
            shape: |shapes| {
                broadcast_by(shapes, |a, b| match (a, b) {
                    (0 | 1, dim) | (dim, 0 | 1) => Some(dim.max(a.min(b))),
                    (a, b) => (a == b).then_some(a),
                })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "shape-of-the-first",
        fault: "the result has the shape of the first operand, which the others are stretched to",
        seen: &["onnx/onnx#1123", "PaddlePaddle/Paddle#20957"],
        steps: Steps {
            shape: |shapes| {
                let result = broadcast(shapes)?;
                let first = shapes.first().copied().unwrap_or_default();
                Ok(if first.len() == result.len() { first.to_vec() } else { result })
            },
            ..SOUND
        },
    },
    Mutant {
        name: "clash-answered",
        fault: "dimensions that clash give the beyond, and the smaller operand is read in a circle",
        seen: &["PaddlePaddle/Paddle#37077"],
        steps: Steps {
            shape: |shapes| broadcast_by(shapes, |a, b| Some(if a.min(b) == 0 { 0 } else { a.max(b) })),
            ..SOUND
        },
    },
    Mutant {
        name: "leading-ones-dropped",
        fault: "the result loses its leading dimensions of 1",
        seen: &[],
        steps: Steps {
            deliver: |_, result| {
                let kept: Vec<usize> = result.shape().iter().copied().skip_while(|&dim| dim == 1).collect();
                answer(result.clone().reshape(&kept))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "rank-zero-as-one",
        fault: "a result of rank 0 is given rank 1",
        seen: &[],
        steps: Steps {
            deliver: |_, result| {
                let shape = if result.shape().is_empty() { vec![1] } else { result.shape().to_vec() };
                answer(result.clone().reshape(&shape))
            },
            ..SOUND
        },
    },
    Mutant {
        name: "expanded-in-place",
        fault: "the first operand is stretched in the buffer of the result, from the front: it is overwritten as it is read",
        seen: &["numpy/numpy#15597", "numpy/numpy#15612", "numpy/numpy#22867"],
        steps: Steps {
            fold: |lane| {
                let mut operands = lane.operands.to_vec();
                if let (Some(first), Some(source)) = (operands.first_mut(), lane.sources.first()) {
                    *first = lane.written.get(source.1).copied().unwrap_or(*first);
                }
                fold_of(lane, &operands)
            },
            ..SOUND
        },
    },
    Mutant {
        name: "column-against-a-long-row",
        fault: "where a column meets a row of more than 64 elements, those after the 64th are the first operand's",
        seen: &[],
        steps: Steps {
            fold: |lane| {
                let columns = match lane.inputs() {
                    [a, b] => match (a.shape(), b.shape()) {
                        ([_, 1], &[1, columns]) | (&[1, columns], [_, 1]) => columns,
                        _ => 0,
                    },
                    _ => 0,
                };
                let is_late = columns > 64 && lane.position % columns >= 64;
                fold_of(lane, if is_late { &lane.operands[..1] } else { lane.operands })
            },
            ..SOUND
        },
    },
];
