//! The sources of each element of a result: the elements of the inputs that it is taken from, in their order. They *meet* there.

use opconform_tensor::{broadcast_indices, element_count};

use crate::invalid_case::InvalidCase;

/// How many input elements may meet in a result, and how many elements it may have, for a case to be judged.
///
/// Two small operands can broadcast to more elements than memory holds: such a case is not judged, and says so.
pub(crate) const LIMIT: usize = 1 << 22;

/// An element of an input: the input's place among the inputs, and the row-major position in it.
pub(crate) type Source = (usize, usize);

/// What becomes of one element of the result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// It is the operator's result on the elements that meet there; on none, the identity.
    Computed,
    /// It is left alone: it keeps the bits of the one element that is listed for it.
    Untouched,
    /// Nothing says what it is.
    Unspecified,
}

/// The sources of each element of a result, and the result's shape.
#[derive(Clone, Debug)]
pub struct ElementSources {
    shape: Vec<usize>,
    count: usize,
    listing: Listing,
    /// What becomes of each element, row-major; empty where all are computed.
    parts: Vec<Part>,
    /// Which of a lower and an upper bound meet each element, after the element that they limit.
    bounds: [bool; 2],
    /// The bits of what attributes add to the inputs: one element each, in places after them.
    constants: Vec<u64>,
}

/// A bound that meets every element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The next input, a scalar.
    Input,
    /// These bits, which an attribute gives.
    Constant(u64),
}

#[derive(Clone, Debug)]
enum Listing {
    /// One element of each operand.
    Each(Vec<Stretched>),
    /// So many elements of this input, one after the other: what is reduced is the last axes.
    Runs { input: usize, length: usize },
    /// The sources of the element at position `i` are those from `starts[i]` to `starts[i + 1]`.
    Lists { starts: Vec<usize>, sources: Vec<Source> },
}

/// An operand that is stretched to the result's shape.
#[derive(Clone, Debug)]
pub(crate) struct Stretched {
    input: usize,
    /// The position in the operand at each position of the result; `None` when it has the result's shape.
    indices: Option<Vec<usize>>,
}

impl Stretched {
    /// Where its element at a position of the result stands: input and row-major position.
    fn source(&self, position: usize) -> Source {
        (self.input, self.indices.as_ref().map_or(position, |indices| indices[position]))
    }
}

/// The two operands that meet at each element that is computed; of an element that is left alone, what the element keeps, twice.
#[derive(Clone, Copy)]
pub(crate) enum Pairs<'a> {
    Each([&'a Stretched; 2]),
    Listed { starts: &'a [usize], sources: &'a [Source] },
}

impl Pairs<'_> {
    /// The bits of the two, among those of the inputs.
    pub(crate) fn bits(self, inputs: &[Vec<u64>], position: usize) -> [u64; 2] {
        let sources = match self {
            Self::Each(operands) => operands.map(|operand| operand.source(position)),
            Self::Listed { starts, sources } => [sources[starts[position]], sources[starts[position + 1] - 1]],
        };
        sources.map(|(input, position)| inputs[input][position])
    }
}

/// Where the dimensions of a tensor go in a reduction.
pub(crate) struct Reduction<'a> {
    /// The place of the input.
    pub(crate) input: usize,
    /// Its shape.
    pub(crate) shape: &'a [usize],
    /// Which axes are reduced.
    pub(crate) reduced: &'a [bool],
    /// Whether a reduced axis stays, with dimension 1.
    pub(crate) keepdims: bool,
}

impl ElementSources {
    /// One element of each input, all of them stretched to `shape`, to which they broadcast.
    pub(crate) fn elementwise<'s>(
        inputs: impl IntoIterator<Item = &'s [usize]>,
        shape: Vec<usize>,
    ) -> Result<Self, InvalidCase> {
        let inputs: Vec<&[usize]> = inputs.into_iter().collect();
        let count = judged(&shape, inputs.len())?;
        let stretch = |(input, own): (usize, &&[usize])| Stretched {
            input,
            indices: (**own != *shape && count > 0).then(|| broadcast_indices(own, &shape)),
        };
        let each = inputs.iter().enumerate().map(stretch).collect();
        Ok(Self::of(shape, count, Listing::Each(each)))
    }

    /// Each element of the first input, and the bounds that limit it.
    pub(crate) fn limited(shape: &[usize], bounds: [Option<Bound>; 2]) -> Result<Self, InvalidCase> {
        let scalars = bounds.iter().flatten().map(|_| &[][..]);
        let mut sources = Self::elementwise([shape].into_iter().chain(scalars), shape.to_vec())?;
        let constant = |bound| if let Bound::Constant(bits) = bound { Some(bits) } else { None };
        sources.constants = bounds.into_iter().flatten().filter_map(constant).collect();
        sources.bounds = bounds.map(|bound| bound.is_some());
        Ok(sources)
    }

    /// What meets in a result without elements.
    pub(crate) const fn of_nothing() -> Self {
        Self::of(Vec::new(), 0, Listing::Each(Vec::new()))
    }

    /// A result whose elements are all computed.
    const fn of(shape: Vec<usize>, count: usize, listing: Listing) -> Self {
        Self { shape, count, listing, parts: Vec::new(), bounds: [false; 2], constants: Vec::new() }
    }

    /// The elements along the reduced axes, in row-major order.
    pub(crate) fn reduction(reduction: &Reduction) -> Result<Self, InvalidCase> {
        let &Reduction { input, shape, reduced, keepdims } = reduction;
        let ones: Vec<usize> =
            shape.iter().zip(reduced).map(|(&dim, &reduced)| if reduced { 1 } else { dim }).collect();
        let kept = shape.iter().zip(reduced).filter(|&(_, &reduced)| keepdims || !reduced);
        let result = kept.map(|(&dim, &reduced)| if reduced { 1 } else { dim }).collect::<Vec<_>>();
        let count = judged(&result, 1)?;
        let elements = judged(shape, 1)?;
        if reduced.is_sorted() && count > 0 {
            return Ok(Self::of(result, count, Listing::Runs { input, length: elements / count }));
        }
        let target = broadcast_indices(&ones, shape);
        let mut starts = vec![0; count + 1];
        for &result in &target {
            starts[result + 1] += 1;
        }
        for result in 0..count {
            starts[result + 1] += starts[result];
        }
        let mut next = starts.clone();
        let mut sources = vec![(input, 0); target.len()];
        for (position, &result) in target.iter().enumerate() {
            sources[next[result]] = (input, position);
            next[result] += 1;
        }
        Ok(Self::of(result, count, Listing::Lists { starts, sources }))
    }

    /// A result whose elements are given one by one, in row-major order.
    pub(crate) fn listed<I: IntoIterator<Item = Source>>(
        shape: Vec<usize>,
        elements: impl Iterator<Item = (Part, I)>,
    ) -> Self {
        let (mut starts, mut sources, mut parts) = (vec![0], Vec::new(), Vec::new());
        for (part, list) in elements {
            sources.extend(list);
            starts.push(sources.len());
            parts.push(part);
        }
        let count = parts.len();
        Self { parts, ..Self::of(shape, count, Listing::Lists { starts, sources }) }
    }

    /// The same result, with another list and part at each element: `change` is given the position, and the sources to change.
    pub(crate) fn changed(self, change: impl Fn(usize, &mut Vec<Source>) -> Part) -> Self {
        let (mut starts, mut sources, mut parts) = (vec![0], Vec::new(), Vec::new());
        let mut list = Vec::new();
        for position in 0..self.count {
            list.clear();
            list.extend(self.at(position));
            parts.push(change(position, &mut list));
            sources.extend_from_slice(&list);
            starts.push(sources.len());
        }
        Self { parts, ..Self::of(self.shape, self.count, Listing::Lists { starts, sources }) }
    }

    /// The two operands that meet at each element; `None` where an element is unspecified, or has more sources or fewer.
    pub(crate) fn pairs(&self) -> Option<Pairs<'_>> {
        match &self.listing {
            Listing::Each(operands) => operands.iter().collect::<Vec<_>>().try_into().ok().map(Pairs::Each),
            Listing::Lists { starts, sources } => {
                let is_pair = |(place, bounds): (usize, &[usize])| match self.part(place) {
                    Part::Computed => bounds[1] - bounds[0] == 2,
                    Part::Untouched => bounds[1] - bounds[0] == 1,
                    Part::Unspecified => false,
                };
                starts.windows(2).enumerate().all(is_pair).then_some(Pairs::Listed { starts, sources })
            }
            Listing::Runs { .. } => None,
        }
    }

    /// The shape of the result.
    pub(crate) fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// Which of a lower and an upper bound meet each element, after the element that they limit.
    pub(crate) fn bounds(&self) -> [bool; 2] {
        self.bounds
    }

    /// The bits of what attributes add to the inputs: one element each, in places after them.
    pub(crate) fn constants(&self) -> &[u64] {
        &self.constants
    }

    /// The number of elements of the result.
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// What becomes of an element.
    pub(crate) fn part(&self, position: usize) -> Part {
        self.parts.get(position).copied().unwrap_or(Part::Computed)
    }

    /// The elements that meet at an element, in order; none where there is no such element.
    #[inline]
    pub(crate) fn at(&self, position: usize) -> impl ExactSizeIterator<Item = Source> + Clone + '_ {
        let places = match &self.listing {
            _ if position >= self.count => 0..0,
            Listing::Each(operands) => 0..operands.len(),
            Listing::Runs { length, .. } => position * length..(position + 1) * length,
            Listing::Lists { starts, .. } => starts[position]..starts[position + 1],
        };
        places.map(move |place| match &self.listing {
            Listing::Each(operands) => operands[place].source(position),
            &Listing::Runs { input, .. } => (input, place),
            Listing::Lists { sources, .. } => sources[place],
        })
    }
}

/// The number of elements of a shape of which `operands` meet in each.
fn judged(shape: &[usize], operands: usize) -> Result<usize, InvalidCase> {
    let count = element_count(shape).ok_or(InvalidCase::TooLarge)?;
    let meetings = count.checked_mul(operands.max(1)).ok_or(InvalidCase::TooLarge)?;
    if meetings > LIMIT { Err(InvalidCase::TooLarge) } else { Ok(count) }
}

/// Which axes of a rank are named; a negative one counts from the back.
pub(crate) fn named_axes(axes: &[i64], rank: usize) -> Result<Vec<bool>, InvalidCase> {
    let mut named = vec![false; rank];
    for &axis in axes {
        let from_front =
            if axis < 0 { i64::try_from(rank).ok().and_then(|rank| axis.checked_add(rank)) } else { Some(axis) };
        let index = from_front.and_then(|axis| usize::try_from(axis).ok()).filter(|&index| index < rank);
        let index = index.ok_or(InvalidCase::AxisOutOfRange { axis, rank })?;
        if std::mem::replace(&mut named[index], true) {
            return Err(InvalidCase::DuplicateAxis(index));
        }
    }
    Ok(named)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(sources: &ElementSources) -> Vec<Vec<usize>> {
        (0..sources.count()).map(|at| sources.at(at).map(|(_, position)| position).collect()).collect()
    }

    fn reduce(shape: &[usize], reduced: &[bool], keepdims: bool) -> Result<ElementSources, InvalidCase> {
        ElementSources::reduction(&Reduction { input: 0, shape, reduced, keepdims })
    }

    #[test]
    fn the_limit_counts_each_operand_and_does_not_overflow() {
        assert_eq!(judged(&[LIMIT / 2], 2), Ok(LIMIT / 2));
        assert_eq!(judged(&[LIMIT / 2 + 1], 2), Err(InvalidCase::TooLarge));
        assert_eq!(judged(&[usize::MAX, 2], 1), Err(InvalidCase::TooLarge));
        assert_eq!(judged(&[usize::MAX], 2), Err(InvalidCase::TooLarge));
        assert_eq!(judged(&[usize::MAX, 2, 0], 2), Ok(0));
        assert_eq!(judged(&[LIMIT + 1], 0), Err(InvalidCase::TooLarge));
        assert_eq!(reduce(&[0, LIMIT + 1], &[true, false], false).err(), Some(InvalidCase::TooLarge));
    }

    #[test]
    fn operands_are_stretched() {
        let sources = ElementSources::elementwise([[2, 1].as_slice(), &[3]], vec![2, 3]).expect("sources");
        assert_eq!(lists(&sources), [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]]);
        assert_eq!((sources.part(5), sources.at(5).last()), (Part::Computed, Some((1, 2))));
    }

    #[test]
    fn reductions_list_their_elements_in_order() {
        let of = |reduced: &[bool], keepdims| reduce(&[2, 3], reduced, keepdims).expect("sources");
        assert_eq!(lists(&of(&[true, false], false)), [[0, 3], [1, 4], [2, 5]]);
        assert_eq!(lists(&of(&[false, true], true)), [[0, 1, 2], [3, 4, 5]]);
        assert_eq!(lists(&of(&[true, true], false)), [[0, 1, 2, 3, 4, 5]]);
        assert_eq!(lists(&of(&[false, false], false)), [[0], [1], [2], [3], [4], [5]]);
        assert_eq!(of(&[true, false], true).shape(), [1, 3]);
        assert_eq!(of(&[false, true], false).shape(), [2]);
        let scalar = reduce(&[], &[], true).expect("sources");
        assert_eq!((scalar.shape(), lists(&scalar)), ([0; 0].as_slice(), vec![vec![0]]));
    }

    #[test]
    fn a_reduction_of_nothing_has_empty_lists_and_a_kept_nothing_has_none() {
        let empty = reduce(&[2, 0], &[false, true], true).expect("sources");
        assert_eq!((empty.shape(), lists(&empty)), ([2, 1].as_slice(), vec![vec![]; 2]));
        let kept = reduce(&[2, 0], &[true, false], true).expect("sources");
        assert_eq!((kept.shape(), kept.count()), ([1, 0].as_slice(), 0));
        assert_eq!(reduce(&[0, 0], &[true, true], false).expect("sources").count(), 1);
    }

    #[test]
    fn axes_count_from_either_end() {
        assert_eq!(named_axes(&[-1, 0], 3), Ok(vec![true, false, true]));
        assert_eq!(named_axes(&[1, -2], 3), Err(InvalidCase::DuplicateAxis(1)));
        for axis in [3, -4, i64::MIN, i64::MAX] {
            assert_eq!(named_axes(&[axis], 3), Err(InvalidCase::AxisOutOfRange { axis, rank: 3 }));
        }
        assert_eq!(named_axes(&[0], 0), Err(InvalidCase::AxisOutOfRange { axis: 0, rank: 0 }));
    }
}
