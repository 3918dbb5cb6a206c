//! Where elements differ: in which lanes, from which length on, and in which bits.

use opconform_tensor::Value;

/// The positions are told apart by what is left of them after division by this: the lanes of the widest vector, of bytes.
const LANES: usize = 64;

/// The fewest lanes of a vector that are looked for.
const FEWEST: usize = 4;

/// Where the elements stand that differ, and which of their bits do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Places {
    /// A bit for each remainder of a position.
    remainders: u64,
    /// The greatest position.
    last: usize,
    /// The elements of the shortest result that differs.
    shortest: usize,
    /// The bits that differ in any of the elements.
    turned: u64,
}

/// An element that differs.
pub(super) struct DifferingElement {
    pub(super) position: usize,
    /// The elements of the result that it stands in.
    pub(super) length: usize,
    pub(super) values: [Value; 2],
}

/// One lane of each vector: the positions `first`, `first + step`, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lane {
    /// The least position.
    pub first: usize,
    /// From one position to the next.
    pub step: usize,
    /// The elements of the shortest result that differs there.
    pub shortest: usize,
}

impl Places {
    pub(super) fn note(&mut self, &DifferingElement { position, length, values: [a, b] }: &DifferingElement) {
        let seen =
            Self { remainders: 1 << (position % LANES), last: position, shortest: length, turned: a.bits() ^ b.bits() };
        *self = self.and(&seen);
    }

    /// Both together.
    pub(super) fn and(&self, other: &Self) -> Self {
        if self.remainders == 0 || other.remainders == 0 {
            return if self.remainders == 0 { *other } else { *self };
        }
        Self {
            remainders: self.remainders | other.remainders,
            last: self.last.max(other.last),
            shortest: self.shortest.min(other.shortest),
            turned: self.turned | other.turned,
        }
    }

    /// The lane that all elements stand in, of the fewest vectors; `None` where they stand in several, or too few do to tell.
    pub fn lane(&self) -> Option<Lane> {
        let first = self.remainders.trailing_zeros() as usize;
        let is_in = |step: usize| (0..LANES).all(|at| self.remainders >> at & 1 == 0 || at % step == first % step);
        let steps = std::iter::successors(Some(LANES), |step| Some(step / 2)).take_while(|&step| step >= FEWEST);
        let step = steps.into_iter().find(|&step| self.remainders != 0 && is_in(step))?;
        (self.last >= step).then_some(Lane { first: first % step, step, shortest: self.shortest })
    }

    /// The one bit that differs in all of the elements; `None` where others do too.
    pub fn bit(&self) -> Option<u64> {
        self.turned.is_power_of_two().then_some(self.turned)
    }

    /// Whether one bit of one lane is all that differs in both.
    pub(super) fn is_of_one_bit_with(&self, other: &Self) -> bool {
        let both = self.and(other);
        [self, other].into_iter().all(|it| it.remainders != 0) && both.bit().is_some() && both.lane().is_some()
    }
}

#[cfg(test)]
mod tests {
    use opconform_tensor::DType;

    use super::*;

    fn places(positions: impl IntoIterator<Item = usize>, turned: u64) -> Places {
        let values = [0, turned].map(|bits| Value::new(DType::F32, bits));
        let mut places = Places::default();
        positions.into_iter().for_each(|position| places.note(&DifferingElement { position, length: 300, values }));
        places
    }

    #[test]
    fn one_lane_of_vectors_is_told_by_its_step() {
        let lane = |positions: &[usize]| places(positions.iter().copied(), 1).lane().map(|it| (it.first, it.step));
        assert_eq!(lane(&[5, 13, 21, 29]), Some((5, 8)));
        assert_eq!(lane(&[13, 141]), Some((13, 64)));
        assert_eq!(lane(&[3, 4, 11]), None);
        assert_eq!(lane(&[0]), None, "a result of one element has no lanes");
        assert_eq!(lane(&[]), None);
    }

    #[test]
    fn one_bit_of_one_lane_is_one_cause_and_another_bit_or_lane_is_none() {
        let some = places((5..300).step_by(8), 1);
        assert!(some.is_of_one_bit_with(&places([13, 45], 1)));
        assert!(!some.is_of_one_bit_with(&places([13, 45], 2)));
        assert!(!some.is_of_one_bit_with(&places([14], 1)));
        assert!(!some.is_of_one_bit_with(&Places::default()));
        assert_eq!((some.bit(), places([5], 3).bit()), (Some(1), None));
    }
}
