//! The way in which the operands of a case get to its operator: what is asked is the same, and so is what is expected.
//!
//! A program seldom gives an operator what it was itself given: an operand is a constant that a compiler folds, or the view of
//! another tensor; the result goes on into another operator, or the whole stands in a branch. A way says which of these the model
//! of a case is to be, or how the arrays of a call lie in memory. It changes neither the operands nor what a document makes of them,
//! so that every clause judges it as it judges the plain one, and one demands that the bits are the same.

use std::collections::BTreeSet;
use std::fmt;

use opconform_tensor::{Class, DType, Format, Tensor, broadcast};

use crate::case::Case;
use crate::direction::Direction;
use crate::layout::Layout;
use crate::which::Which;

mod table;

use table::{NUMBERED, Row, WAYS};

/// Along which axis the view of an operand goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Axis {
    /// The first one, along which rows follow each other.
    First,
    /// The last one, along which elements follow each other.
    Last,
}

/// How the operands of a case get to its operator, and what becomes of its result there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// Each operand is an input of the graph, of a concrete shape, and the result is its output; each array of a call is fresh, and its
    /// elements lie one behind the other.
    #[default]
    Plain,
    /// Some operands are initializers of the graph.
    Initializer(Which),
    /// Some operands come out of Constant nodes.
    Constant(Which),
    /// What says how, such as the axes of a reduction, is an input of the graph, and no constant.
    Fed,
    /// Each operand comes through Identity.
    Identity,
    /// Each operand comes through Cast to a wider type and back.
    Cast,
    /// Each operand comes through Reshape to one axis and back.
    Reshape,
    /// The operator works on transposed operands, along the axis that is that of the case there, and its result is transposed back.
    /// What is reduced along more axes is transposed twice before.
    Transpose,
    /// Each operand is the Slice of a tensor that holds it twice, side by side along the last axis.
    Slice,
    /// Each operand is the Slice, by a step of -1 along an axis, of a tensor that holds it from the last element to the first, behind it
    /// itself.
    Reversed(Axis),
    /// Each operand is every other element, along the last axis, of a tensor that holds each of its elements twice: a Slice by a step
    /// of 2.
    Strided,
    /// Each operand is put together by Concat of two slices of it.
    Concat,
    /// Each operand is spread out to the shape of the result by Expand.
    Expand,
    /// Operands that are equal are one and the same tensor.
    Itself,
    /// More than two operands go through a chain of the operator on two.
    Chain,
    /// The result and the first operand go through the operator once more.
    Again,
    /// The result goes into both operands of a maximum, once by itself and once through Identity.
    Twice,
    /// The result goes through the twin of the operator, together with the number that yields to every other there.
    Clip,
    /// The second operand is a scalar that is an initializer, and the result goes through the twin of the operator, together with the
    /// finite number that yields to every other there: what optimisers make one Clip of.
    ClipConstant,
    /// The result, of which every element is above zero or a NaN, goes through Relu.
    Relu,
    /// The operator stands in a branch of If.
    If,
    /// The operator stands in the body of a Loop that runs twice, its first operand carried: its result is that of the second time.
    Loop,
    /// The operator stands in a function of the model.
    Function,
    /// The shapes of the inputs are named, and not said.
    Symbols,
    /// The first operand is an output of the graph, too, by its own name.
    PassedOn,
    /// Some arrays of a call are views, or the result is written to where an operand lies.
    Laid(Layout, Which),
}

impl Way {
    /// Every way, the plain one first.
    pub fn all() -> impl Iterator<Item = Self> {
        WAYS.iter().map(|row| row.0)
    }

    /// The ways of ONNX's models, the plain one first.
    pub fn of_models() -> impl Iterator<Item = Self> {
        Self::all().filter(|way| way.layout().is_none())
    }

    /// The ways that a number stands for, of those that a generator draws or a fuzzer writes, the plain one first: those that came later
    /// have none, so that each number goes on to stand for the same.
    pub fn numbered() -> impl Iterator<Item = Self> + Clone {
        WAYS.iter().take(NUMBERED).map(|row| row.0)
    }

    /// Whether a way is tried where not all are asked for: few results come through Relu as they are, which are above zero, few
    /// arrays are misaligned, few slices skip elements or turn rows, of three operands seldom another subset is constant, and where some
    /// arrays lie so that few do, all of them do.
    pub fn is_usual(self) -> bool {
        !matches!(
            self,
            Self::Initializer(Which::Last | Which::FirstTwo | Which::Ends)
                | Self::Constant(Which::Last | Which::Second | Which::FirstTwo | Which::Ends)
                | Self::Reversed(Axis::First)
                | Self::Strided
                | Self::Relu
                | Self::Laid(Layout::Misaligned, _)
                | Self::Laid(Layout::Stepped | Layout::Turned | Layout::Swapped, Which::First | Which::Rest)
        )
    }

    /// How arrays of a call lie in memory in this way, if it is one of arrays that says so.
    pub fn layout(self) -> Option<Layout> {
        match self {
            Self::Laid(layout, _) => Some(layout),
            _ => None,
        }
    }

    /// The name, as in the id and in the file of a case.
    pub fn name(self) -> &'static str {
        self.row().1
    }

    /// The way of this name.
    pub fn named(name: &str) -> Option<Self> {
        WAYS.iter().find(|row| row.1 == name).map(|row| row.0)
    }

    /// When a case is put in this way, to follow "where".
    pub fn circumstance(self) -> &'static str {
        self.row().2
    }

    fn row(self) -> &'static Row {
        WAYS.iter().find(|row| row.0 == self).unwrap_or(&WAYS[0])
    }

    /// The ways that are tried in place of this one where something is wrong in it: the plain one, of constants those that hold
    /// fewer operands, or hold them more simply, and of views those of fewer arrays, or without a turn of the order.
    pub fn plainer(self) -> impl Iterator<Item = Self> {
        let others = match self {
            Self::Initializer(which) => which.fewer().iter().copied().map(Self::Initializer).collect(),
            Self::Constant(Which::All) => vec![Self::Initializer(Which::All), Self::Constant(Which::Rest)],
            Self::Constant(which) => [which].iter().chain(which.fewer()).copied().map(Self::Initializer).collect(),
            Self::Reversed(Axis::First) => vec![Self::Reversed(Axis::Last), Self::Slice],
            Self::Reversed(Axis::Last) | Self::Strided => vec![Self::Slice],
            Self::ClipConstant => vec![Self::Clip, Self::Initializer(Which::Rest)],
            Self::Laid(layout, which) => {
                let fewer = [Which::First, Which::Rest].into_iter().filter(|_| which == Which::All);
                let fewer = fewer.map(|fewer| (layout, fewer));
                let plainer = fewer.chain(layout.plainer(which)).map(|(layout, which)| Self::Laid(layout, which));
                // Some layouts are of all arrays alone.
                plainer.filter(|way| Self::all().any(|other| other == *way)).collect()
            }
            _ => Vec::new(),
        };
        (self != Self::Plain).then_some(Self::Plain).into_iter().chain(others)
    }

    /// Whether it is a way in which the result of the operator is no output of the model, or the operator no node of its graph.
    fn is_around_the_result(self) -> bool {
        matches!(
            self,
            Self::Chain
                | Self::Again
                | Self::Twice
                | Self::Clip
                | Self::ClipConstant
                | Self::Relu
                | Self::Transpose
                | Self::If
                | Self::Loop
                | Self::Function
        )
    }

    /// Whether a case can be put in this way and asks the same then. Ways are those of ONNX's models, in the operator sets from 13
    /// on, and of well-formed operands; and those of arrays.
    pub fn suits(self, case: &Case) -> bool {
        let operands = case.operands();
        match self {
            Self::Plain => return true,
            Self::Laid(layout, which) => return layout.suits(which, case),
            _ => {}
        }
        if !case.operator.form.is_onnx() || case.opset < 13 || operands.is_empty() {
            return false;
        }
        // What becomes of a result is said of one that is alone.
        if self.is_around_the_result() && !case.operator.further.is_empty() {
            return false;
        }
        let ranks: BTreeSet<usize> = operands.iter().map(|operand| operand.shape().len()).collect();
        let is_two_or_more = operands.len() > 1;
        // Of bounds each is a scalar, and an operator without a twin is no bound of its own result.
        let is_compared = case.operator.form.compares();
        let is_extremum = case.operator.direction().is_some();
        let takes_bool = case.operator.form.is_reduction();
        let is_of_numbers = !takes_bool || operands.iter().all(|operand| operand.dtype() != DType::Bool);
        let is_without_nan = || !operands.iter().any(has_nan);
        // Of NaNs alone, who ignores NaNs has the bound.
        let is_bounded_alone = || is_without_nan() || is_in_each(case, |class| !class.is_nan());
        match self {
            Self::Initializer(Which::First | Which::Rest) | Self::Constant(Which::First | Which::Rest) => {
                is_two_or_more
            }
            Self::Initializer(which) | Self::Constant(which) if which != Which::All => operands.len() == 3,
            Self::Fed => case.inputs.len() > operands.len(),
            Self::Cast => operands.iter().all(|operand| wider(operand.dtype()).is_some()),
            Self::Transpose => ranks.len() == 1 && !ranks.contains(&0) && !ranks.contains(&1),
            Self::Slice | Self::Concat => !ranks.contains(&0),
            Self::Expand => is_compared && is_two_or_more && broadcast(operands.iter().map(Tensor::shape)).is_ok(),
            Self::Itself => is_two_or_more && operands.windows(2).all(|two| is_same(&two[0], &two[1])),
            Self::Chain => is_compared && operands.len() > 2,
            Self::Again => is_compared,
            Self::Clip => is_extremum && is_of_numbers && is_bounded_alone(),
            Self::ClipConstant => {
                let has_scalar = operands.len() == 2 && operands[1].shape().is_empty();
                is_compared && has_scalar && is_bounded_alone() && !operands.iter().any(|it| has_beyond(case, it))
            }
            Self::Twice => is_of_numbers,
            Self::Relu => {
                let has_relu = || operands.iter().all(|operand| has_relu(operand.dtype(), case.opset));
                case.operator.direction() == Some(Direction::Max)
                    && has_relu()
                    && !case.may_be_too_large()
                    && is_in_each(case, is_above_zero)
            }
            Self::Reshape => operands.iter().all(|operand| !operand.is_empty()),
            // Where a range without elements ends that is counted down, is another question.
            Self::Reversed(_) | Self::Strided => {
                !ranks.contains(&0) && operands.iter().all(|operand| !operand.is_empty())
            }
            // Of what they return, these have had bf16 since operator set 16.
            Self::If | Self::Loop => case.opset >= 16 || operands.iter().all(|operand| operand.dtype() != DType::Bf16),
            Self::Symbols => ranks.iter().any(|&rank| rank > 0),
            _ => true,
        }
    }

    /// Whether the result goes through the twin of the operator, together with a bound.
    pub fn is_bounded(self) -> bool {
        matches!(self, Self::Clip | Self::ClipConstant)
    }

    /// Whether the operator, or its twin, chooses among operands of which one is what was chosen before.
    fn selects_again(self) -> bool {
        self.is_bounded() || matches!(self, Self::Chain | Self::Again)
    }

    /// Whether an input of a case, by its place, is an input of the graph.
    fn feeds(self, operand: usize, case: &Case) -> bool {
        match self {
            Self::Initializer(which) | Self::Constant(which) => !which.includes(operand),
            Self::Itself | Self::ClipConstant => operand == 0,
            Self::Fed => true,
            _ => operand < case.operands().len(),
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Case {
    /// Whether every NaN among the operands comes to the operator bit for bit, and none of them to another after it: a Cast gives a NaN
    /// for one, an operator after the first may choose another NaN than that did, and nobody says which.
    pub fn keeps_nans(&self) -> bool {
        !(self.way == Way::Cast || self.way.selects_again()) || !self.operands().iter().any(has_nan)
    }

    /// The inputs that a program gives to the model of the case, with their places, in the order of the graph's inputs.
    pub fn fed(&self) -> impl Iterator<Item = (usize, &Tensor)> + Clone {
        self.inputs.iter().enumerate().filter(|&(input, _)| self.way.feeds(input, self))
    }

    /// The inputs that the model of the case holds itself, with their places.
    pub fn held(&self) -> impl Iterator<Item = (usize, &Tensor)> + Clone {
        self.inputs.iter().enumerate().filter(|&(input, _)| !self.way.feeds(input, self))
    }
}

/// The type next to this one that has all of its values, and more.
pub fn wider(dtype: DType) -> Option<DType> {
    match dtype {
        DType::Bf16 | DType::F16 => Some(DType::F32),
        DType::F32 => Some(DType::F64),
        DType::I8 | DType::I16 => Some(DType::I32),
        DType::I32 | DType::U8 | DType::U16 | DType::U32 => Some(DType::I64),
        _ => dtype.is_float8().then_some(DType::F16),
    }
}

/// Whether ONNX has Relu, at the operator set of a case, for an element type.
fn has_relu(dtype: DType, opset: u32) -> bool {
    match dtype.format() {
        Format::Signed => opset >= 14,
        _ => dtype.is_float() && !dtype.is_float8(),
    }
}

/// Whether at least one of the elements that meet at each element of the result of a case is of such a class.
fn is_in_each(case: &Case, is_such: impl Fn(Class) -> bool) -> bool {
    let is_one = |(input, position): (usize, usize)| {
        case.inputs.get(input).is_some_and(|it| is_such(it.value(position).class()))
    };
    let sources =
        case.operator.version_at(case.opset).and_then(|version| (case.operator.result.sources)(case, version).ok());
    sources.is_some_and(|it| (0..it.count()).all(|position| it.at(position).any(is_one)))
}

fn is_above_zero(class: Class) -> bool {
    use Class::{Positive, PositiveInfinity, PositiveNormal, PositiveSubnormal};
    matches!(class, Positive | PositiveInfinity | PositiveNormal | PositiveSubnormal)
}

/// Whether an operand has the infinity that is beyond every finite bound of the result.
fn has_beyond(case: &Case, operand: &Tensor) -> bool {
    let beyond = if case.operator.is_minimum() { Class::NegativeInfinity } else { Class::PositiveInfinity };
    operand.dtype().is_float() && (0..operand.len()).any(|position| operand.value(position).class() == beyond)
}

fn has_nan(tensor: &Tensor) -> bool {
    tensor.dtype().is_float() && (0..tensor.len()).any(|position| tensor.value(position).class().is_nan())
}

fn is_same(one: &Tensor, other: &Tensor) -> bool {
    (one.dtype(), one.shape()) == (other.dtype(), other.shape()) && one.bytes() == other.bytes()
}
