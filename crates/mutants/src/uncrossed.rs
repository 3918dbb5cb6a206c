//! Why a planted fault is not crossed with operators, types and lengths: a reason for each that is not.

use std::fmt;

use crate::mutants::MUTANTS;

/// Why a fault is planted as a whole alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reason {
    /// It shows where no loop of elements is.
    NoLoop,
    /// It is about whole calls.
    Calls,
    /// It is about an earlier call.
    Earlier,
    /// It is about the model around an operator.
    Model,
    /// It is about how arrays lie in memory.
    Views,
    /// It gives another NaN.
    Bits,
    /// It is confined as it is.
    Confined,
    /// What shows it is tried in some operators and types.
    Shapes,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoLoop => {
                "shows where the call is to be refused, is of two types, or has no element: no loop of elements of one type is there \
                 to be confined to"
            }
            Self::Calls => "refuses, converts, crashes or garbles whole calls, before or after any element is looked at",
            Self::Earlier => {
                "is what an earlier call leaves behind: confined to one operator and type, other calls would be before it"
            }
            Self::Model => {
                "is a compiler's, of the model around an operator of ONNX; of the less common types a way is tried on one case in four"
            }
            Self::Views => "is of how the arrays of a call lie in memory; of most types a way is tried on one case in eight",
            Self::Bits => "gives another NaN than it should, which the documents of most operators leave open",
            Self::Confined => "is planted in one operator, type or direction as it is",
            Self::Shapes => "shows in shapes, lengths and numbers of operands that are tried in some operators and types alone",
        })
    }
}

/// What a reason is of.
#[derive(Clone, Copy, Debug)]
enum Subject {
    Family(&'static str),
    Fault(&'static str),
}

use Subject::{Family, Fault};

/// Each reason, and what it is of.
static REASONS: &[(Reason, &[Subject])] = &[
    (
        Reason::NoLoop,
        &[
            Fault("clash-answered"),
            Fault("zero-dimension-as-one"),
            Fault("reduce-empty-gives-zero"),
            Fault("reduce-empty-gives-a-finite-number"),
            Fault("reduce-empty-refused"),
            Fault("axes-out-of-range-wrapped"),
            Fault("axes-twice-accepted"),
            Fault("span-overlap-accepted"),
            Fault("span-overlap-from-below-accepted"),
            Fault("span-lengths-cut"),
            Fault("span-cut-to-the-destination"),
            Fault("span-empty-refused"),
            Fault("span-empty-answered"),
            Fault("span-refused-too-late"),
            Fault("paddle-type-of-y"),
            Fault("numpy-out-of-any-shape"),
            Fault("numpy-empty-answered"),
            Fault("clip-bound-of-rank-1-taken"),
        ],
    ),
    (
        Reason::Calls,
        &[Family("refusal"), Family("robust"), Fault("clip-of-integers-refused"), Fault("clip-answered-as-signed")],
    ),
    (Reason::Earlier, &[Family("state")]),
    (Reason::Model, &[Family("context"), Fault("clip-constant-bound-lost")]),
    (Reason::Views, &[Family("view")]),
    (Reason::Bits, &[Family("payload"), Fault("reduce-last-nan")]),
    (
        Reason::Confined,
        &[
            Fault("nan-of-f16-ignored"),
            Fault("nan-of-f8e4m3fn-as-480"),
            Fault("nan-of-bf16-by-the-mask-of-f16"),
            Fault("zero-of-f16"),
            Fault("minimum-in-the-table"),
            Fault("one-bit-in-a-lane"),
            Fault("reduce-group-padded-with-zero"),
            Fault("reduce-first-past-a-boundary-lost"),
            Fault("reduce-bool-refused"),
            Fault("paddle-axis-of-i64-ignored"),
            Fault("clip-attribute-without-fraction"),
        ],
    ),
    (
        Reason::Shapes,
        &[
            Fault("zero-of-one-operand"),
            Fault("mask-one-short"),
            Fault("aligned-left"),
            Fault("shape-of-the-first"),
            Fault("leading-ones-dropped"),
            Fault("rank-zero-as-one"),
            Fault("clip-scalar-as-vector"),
            Fault("expanded-in-place"),
            Fault("eight-operands-only"),
            Fault("third-of-shape-1-lost"),
            Fault("consumed-input-returned"),
            Fault("middle-operand-lost"),
            Fault("past-98304"),
            Fault("last-chunk-of-98304-dropped"),
        ],
    ),
];

/// The faults that are not crossed: each reason, and the names of those that it is of, in the order of reports.
pub fn uncrossed() -> impl Iterator<Item = (Reason, Vec<&'static str>)> {
    REASONS.iter().map(|&(reason, of)| {
        let is_of = |family: &str, name: &str| {
            of.iter().any(|of| match of {
                Family(of) => *of == family,
                Fault(of) => *of == name,
            })
        };
        let mutants = MUTANTS.iter().flat_map(|family| family.mutants.iter().map(|mutant| (family.name, mutant.name)));
        (reason, mutants.filter(|(family, name)| is_of(family, name)).map(|(_, name)| name).collect())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CROSSINGS;

    /// Each fault is crossed, or there is one reason why it is not; no reason is of anything that there is not.
    #[test]
    fn every_fault_is_crossed_or_has_one_reason() {
        for mutant in MUTANTS.iter().flat_map(|family| family.mutants) {
            let is_crossed = CROSSINGS.iter().any(|crossing| crossing.mutant == mutant.name);
            let reasons = uncrossed().filter(|(_, names)| names.contains(&mutant.name)).count();
            assert_eq!(reasons, usize::from(!is_crossed), "{}", mutant.name);
        }
        for of in REASONS.iter().flat_map(|(_, of)| *of) {
            let is_there = match of {
                Family(of) => MUTANTS.iter().any(|family| family.name == *of),
                Fault(of) => MUTANTS.iter().flat_map(|family| family.mutants).any(|mutant| mutant.name == *of),
            };
            assert!(is_there, "{of:?}");
        }
    }
}
