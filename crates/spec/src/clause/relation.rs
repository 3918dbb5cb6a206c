//! `REL-*`: what the outcome of one case says of others that are made of it. No single right value is needed to see that one of
//! two must be wrong, and which one, other clauses may know.
//!
//! They are judged where a profile leaves one answer, up to the bits of a NaN and the sign of a zero. Where a sentence follows
//! from another it stands at SHOULD.

use opconform_tensor::DType;

use super::{Clause, Document, Level, OF_THE_SOURCES, Oracle, floats_only, not_a_number};
use crate::operator::{EXTREMA, OPERATORS, max};
use crate::relation::{Relation, elementwise, negation, reduction};

/// What the guidelines ask of high-level properties.
const PROPERTY: &str = "Tests must be generated to verify that these relations hold.";

const RELATION: Clause = Clause {
    id: "",
    level: Level::Should,
    title: "",
    words: PROPERTY,
    place: "",
    documents: &[Document::SonnxGuidelines],
    profiles: OF_THE_SOURCES,
    operators: OPERATORS,
    oracle: Oracle::CrossCase,
    exempt: |_| None,
};

pub(super) const CLAUSES: &[Clause] = &[
    Clause {
        id: "REL-COMMUTES",
        title: "the order of the operands does not matter",
        words: "commutativity (**Add**, **Mul**, **Max**, etc.),",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties",
        operators: elementwise::OPERATORS,
        oracle: related(elementwise::has_several, elementwise::commutes),
        ..RELATION
    },
    Clause {
        id: "REL-ASSOCIATES",
        title: "of several operands, any may be taken together first",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from the maximum of a \
                set being that of any of its parts and the rest",
        operators: max::MAX_MIN,
        oracle: related(elementwise::can_be_nested, elementwise::associates),
        exempt: not_a_number,
        ..RELATION
    },
    Clause {
        id: "REL-IDEMPOTENT",
        title: "the result with itself is the result",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from the result being \
                one of the operands",
        operators: elementwise::OPERATORS,
        oracle: related(elementwise::is_small, elementwise::idempotent),
        ..RELATION
    },
    Clause {
        id: "REL-MONOTONE",
        title: "raising an operand lowers no result",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from the order that the \
                result is the greatest in",
        oracle: related(elementwise::is_small, elementwise::monotone),
        ..RELATION
    },
    Clause {
        id: "REL-BROADCAST",
        title: "spreading the operands out first changes nothing",
        words: "Operator **Max** is applied on $\\dot X0$,... , $\\dot XL$ where $\\dot X0$,..., $\\dot XL$ is the broadcasted form \
                of $X0$,..., $XL$",
        place: "SONNX Max @9bed1da, Informal specification; of the others it follows from their rules of broadcasting",
        documents: &[Document::SonnxLater],
        operators: elementwise::OPERATORS,
        oracle: related(elementwise::has_several_shapes, elementwise::broadcasts),
        ..RELATION
    },
    Clause {
        id: "REL-PERMUTE",
        title: "the order of the reduced elements does not matter",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from a reduction being \
                that of a set of elements",
        operators: reduction::OPERATORS,
        oracle: related(elementwise::is_small, reduction::permutes),
        ..RELATION
    },
    Clause {
        id: "REL-SPLIT",
        title: "a reduction is that of its halves' results",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from the maximum of a \
                set being that of its parts' maxima",
        operators: reduction::OPERATORS,
        oracle: related(reduction::is_plain, reduction::splits),
        ..RELATION
    },
    Clause {
        id: "REL-FOLD",
        title: "a reduction is the element-wise operator, repeated",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from both being the \
                maximum of the same elements",
        operators: reduction::OF_AXES,
        oracle: related(reduction::is_plain, reduction::folds),
        ..RELATION
    },
    Clause {
        id: "REL-KEEPDIMS",
        title: "keeping the reduced dimensions changes the shape alone",
        words: "Keep the reduced dimension or not, default 1 means keep reduced dimension.",
        place: "ONNX ReduceMax-1 to -20, Attributes; the documentation's page of -1 to -13: \"default 1 mean keep reduced \
                dimension\". The elements follow from it",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        operators: reduction::OF_AXES,
        oracle: related(elementwise::is_small, reduction::keeps_dimensions),
        ..RELATION
    },
    Clause {
        id: "REL-NEGATIVE-AXES",
        title: "an axis counted from the back is that counted from the front",
        words: "Accepted range is [-r, r-1] where r = rank(data).",
        place: "ONNX ReduceMax-11, -12, -13, axes. That −r is the first axis and −1 the last follows from NumPy's counting",
        documents: &[Document::OnnxOperators, Document::OnnxSeed],
        operators: reduction::OF_AXES,
        oracle: related(elementwise::is_small, reduction::counts_axes),
        ..RELATION
    },
    Clause {
        id: "REL-REDUCE-ALL",
        title: "the reduction of a span is that of a tensor over all axes",
        words: "Searches for the largest number in the specified tensor.",
        place: "TensorPrimitives.Max<T>(ReadOnlySpan<T>). What ONNX's ReduceMax gives of the same elements follows from it",
        documents: &[Document::DotnetSeed],
        operators: reduction::OF_SPANS,
        oracle: related(reduction::is_plain, reduction::reduces_all),
        exempt: not_of_both,
        ..RELATION
    },
    Clause {
        id: "REL-NEGATION",
        title: "the maximum is the negated minimum of the negated operands",
        place: "SONNX guidelines, tests-part2.md @652b76b, High-level functional properties. Follows from negation turning the \
                order over",
        operators: EXTREMA,
        oracle: related(negation::is_of_floats, negation::negation),
        exempt: floats_only,
        ..RELATION
    },
];

const fn related(
    applies: fn(&crate::case::Case) -> bool,
    decide: fn(&mut crate::relation::Metamorphic) -> crate::verdict::Decision,
) -> Oracle {
    Oracle::Metamorphic(Relation { applies, of_ways: false, decide })
}

fn not_of_both(dtype: DType) -> Option<&'static str> {
    match dtype {
        DType::Bf16 | DType::Bool => not_a_number(dtype).or(Some("no type of TensorPrimitives")),
        DType::I16 | DType::U16 => Some("no type of ReduceMax"),
        _ => None,
    }
}
