//! Faults of one way in which the arrays of a call lie in memory: views that are read as if they were none, results that are written
//! over what is still to be read.

use opconform_spec::{Attribute, Case, Form, Layout, Outcome, Way};
use opconform_tensor::{Tensor, element_count};

use crate::mutant::{Family, Mutant, joined};
use crate::replaced::{last, moved, read_at, spread_in_order};
use crate::rules::Group;
use crate::sound::{SOUND, answer, fold_of};
use crate::steps::Steps;

mod rare;

pub(crate) static FAMILY: Family = Family {
    name: "view",
    about: "arrays that are views, and results that are written over operands",
    mutants: MUTANTS,
    group: Group::Called(&[Form::Ufunc, Form::UfuncReduction, Form::Subsequence]),
};

/// The steps without a fault, asked in every way.
const LAID: Steps = Steps { models: true, ..SOUND };

/// Whether an array, by its place, lies so.
fn lies(case: &Case, place: usize, asked: Layout) -> bool {
    matches!(case.way, Way::Laid(layout, which) if layout == asked && which.includes(place))
}

/// The case with the operands that lie so changed.
fn read_where(case: &Case, layout: Layout, change: impl Fn(&Tensor) -> Option<Tensor>) -> Option<Case> {
    read_at(case, |place| lies(case, place, layout), change)
}

/// The place of the array that the result is to be written to.
fn out(case: &Case) -> Option<usize> {
    match case.attributes.get("out") {
        Some(&Attribute::Int(place)) => usize::try_from(place).ok(),
        _ => None,
    }
}

const MUTANTS: &[Mutant] =
    &joined::<{ OF_COMMON_LAYOUTS.len() + rare::MUTANTS.len() }>(OF_COMMON_LAYOUTS, rare::MUTANTS);

const OF_COMMON_LAYOUTS: &[Mutant] = &[
    Mutant {
        name: "strided-read-as-contiguous",
        fault: "a strided view is read as if its elements lay one behind the other: every second is one between them, as the one before",
        seen: &["HomericIntelligence/Odyssey#5572", "rahul-goel/fused-ssim#44"],
        steps: Steps {
            read: |case| read_where(case, Layout::Strided, |tensor| moved(tensor, |position| position / 2)),
            ..LAID
        },
    },
    Mutant {
        name: "reversed-read-forwards",
        fault: "a negative stride is taken for a positive one: each row is read from its other end",
        seen: &["pydata/numexpr#63"],
        steps: Steps {
            read: |case| {
                read_where(case, Layout::Reversed, |tensor| {
                    let row = last(tensor).max(1);
                    moved(tensor, |position| position - position % row + (row - 1 - position % row))
                })
            },
            ..LAID
        },
    },
    Mutant {
        name: "transposed-read-in-memory-order",
        fault: "an array in Fortran's order is read in the order of its memory",
        seen: &["pydata/numexpr#18", "IntelPython/dpctl#1462"],
        steps: Steps {
            read: |case| {
                read_where(case, Layout::Transposed, |tensor| {
                    let columns = last(tensor).max(1);
                    let rows = (tensor.len() / columns).max(1);
                    moved(tensor, |position| position % rows * columns + position / rows)
                })
            },
            ..LAID
        },
    },
    Mutant {
        name: "stride-of-zero-read-on",
        fault: "a stride of 0 is taken for one of an element: what stands for many is read on, and from the first again",
        seen: &["torch/torch7#1067", "nntrainer/nntrainer#560"],
        steps: Steps { read: |case| spread_in_order(case, |place| lies(case, place, Layout::Broadcast)), ..LAID },
    },
    Mutant {
        name: "in-place-second-first",
        fault: "the second operand is copied to where the result is to be before the first, which lies there, is read",
        seen: &["scipy/scipy#9553"],
        steps: Steps {
            fold: |lane| match lane.operands {
                &[_, second] if lies(lane.call.case, 0, Layout::InPlace) => fold_of(lane, &[second, second]),
                operands => fold_of(lane, operands),
            },
            ..LAID
        },
    },
    Mutant {
        name: "overlap-read-after-it-is-written",
        fault: "a result that lies one element behind its operand is written before the operand's next element is read",
        seen: &["numpy/numpy#8043"],
        steps: Steps {
            fold: |lane| match (lane.operands, lane.written.last()) {
                (&[_, second], Some(&written)) if lies(lane.call.case, 0, Layout::Overlapping) => {
                    fold_of(lane, &[written, second])
                }
                (operands, _) => fold_of(lane, operands),
            },
            ..LAID
        },
    },
    Mutant {
        name: "view-of-out-written-as-contiguous",
        fault: "the stride of `out` is not looked at: the result is written one element behind the other, over those between too",
        seen: &["torch/torch7#1074"],
        steps: Steps {
            deliver: |call, result| {
                if !out(call.case).is_some_and(|place| lies(call.case, place, Layout::Strided)) {
                    return answer(Ok(result.clone()));
                }
                let count = element_count(result.shape()).unwrap_or_default();
                match moved(result, |position| (2 * position).min(count.saturating_sub(1))) {
                    Some(written) => answer(Ok(written)),
                    None => answer(Ok(result.clone())),
                }
            },
            ..LAID
        },
    },
    Mutant {
        name: "view-changed-by-the-call",
        fault: "what is read is taken to be a copy, and overwritten: where it is a view, the array that it is of is changed",
        seen: &["pydata/bottleneck#11", "numbagg/numbagg#251"],
        steps: Steps {
            deliver: |call, result| match call.case.way {
                Way::Laid(Layout::Strided | Layout::Reversed, which) if which.includes(0) && result.len() > 1 => {
                    Outcome::Malformed("changed operand 0, which the call is to read alone".to_owned())
                }
                _ => answer(Ok(result.clone())),
            },
            ..LAID
        },
    },
];

#[cfg(test)]
mod tests {
    use opconform_spec::{Operator, Origin};
    use opconform_tensor::DType;

    use super::*;
    use crate::sound;

    /// Two operands and an `out`, and an operand that is reduced, in any way that suits them.
    fn cases() -> Vec<Case> {
        let operand = |shape: &[usize], by: u64| {
            let bits: Vec<u64> = (0..shape.iter().product::<usize>() as u64).map(|i| (i * by) % 7).collect();
            Tensor::from_bits(DType::I32, shape, &bits).expect("a tensor")
        };
        let case = |name: &str, inputs: Vec<Tensor>| {
            let operator = Operator::named(name).expect("an operator");
            Case::new(operator, operator.newest(), inputs, "plain", Origin { source: "test".into(), seed: None })
        };
        let reduced = |operand: Tensor| {
            let along = [("axis".to_owned(), Attribute::Ints(vec![0]))].into();
            case("numpy.amax", vec![operand]).with_attributes(along)
        };
        let pair = || vec![operand(&[3, 5], 2), operand(&[3, 5], 3)];
        let with_out = case("numpy.maximum", [pair(), vec![operand(&[3, 5], 5)]].concat());
        let named = [("out".to_owned(), Attribute::Int(2))].into();
        vec![
            case("numpy.maximum", pair()),
            case("numpy.minimum", vec![operand(&[3, 1], 2), operand(&[5], 3)]),
            with_out.with_attributes(named),
            reduced(operand(&[3, 5], 4)),
            reduced(Tensor::from_bits(DType::I32, &[3, 4], &[1, 5, 2, 3].repeat(3)).expect("a tensor")),
        ]
    }

    fn said(outcomes: &[Outcome]) -> Vec<String> {
        outcomes.iter().map(|it| format!("{it:?}")).collect()
    }

    #[test]
    fn in_the_plain_way_none_of_them_shows_and_each_does_in_its_own() {
        let plain = cases();
        let ways = || Way::all().filter(|way| way.layout().is_some());
        let put =
            plain.iter().flat_map(|case| ways().filter(|way| way.suits(case)).map(|way| case.clone().with_way(way)));
        let put: Vec<Case> = put.collect();
        assert!(ways().all(|way| put.iter().any(|case| case.way == way)));
        let [right, as_plain] = [&put, &plain].map(|cases| sound().run(cases));
        assert!(right.iter().chain(&as_plain).all(|outcome| matches!(outcome, Outcome::Output(_))));
        for mutant in MUTANTS {
            let backend = FAMILY.backend(mutant);
            assert_eq!(said(&backend.run(&plain)), said(&as_plain), "{}", mutant.name);
            let wrong = backend.run(&put);
            let shows = put
                .iter()
                .zip(wrong.iter().zip(&right))
                .filter(|(_, (wrong, right))| said(std::slice::from_ref(wrong)) != said(std::slice::from_ref(right)));
            let layouts: Vec<Layout> = shows.filter_map(|(case, _)| case.way.layout()).collect();
            assert!(!layouts.is_empty(), "{}", mutant.name);
            assert!(
                layouts.iter().all(|it| *it == layouts[0] || mutant.name == "view-changed-by-the-call"),
                "{}",
                mutant.name
            );
        }
    }
}
