//! What documents allow of an element between bounds, of which one may be missing, and the lower may be above the upper.

use std::cmp::Ordering;

use opconform_tensor::{Class, DType, Value};

use crate::choices::{Choices, Crossed, Missing};
use crate::computation::Limited;
use crate::direction::Direction;
use crate::expectation::ElementSet;
use crate::gap;
use crate::order::decode;

/// The results that are allowed so far.
#[derive(Default)]
struct Results {
    /// Numbers, no two of one value.
    numbers: Vec<u64>,
    /// Whether a NaN is allowed.
    nan: bool,
}

impl Choices {
    /// The results that are allowed of an element between bounds: of a NaN that meets a number, and of a bound that is missing, what
    /// each reading of the document gives.
    pub(crate) fn limits(&self, dtype: DType, limited: Limited) -> ElementSet {
        let lower = (Direction::Max, self.candidates(dtype, Direction::Max, limited.min));
        let upper = (Direction::Min, self.candidates(dtype, Direction::Min, limited.max));
        let orders = match self.crossed.or_else(Crossed::Either) {
            Crossed::Upper => vec![[&lower, &upper]],
            Crossed::Either => vec![[&lower, &upper], [&upper, &lower]],
        };
        let mut results = Results::default();
        for [first, second] in orders {
            let mut element = Results::default();
            element.add(dtype, limited.element);
            let limited = element.limit(dtype, first).limit(dtype, second);
            results.nan |= limited.nan;
            limited.numbers.into_iter().for_each(|bits| results.add(dtype, bits));
        }
        let is_nan = |bits: u64| Class::of(dtype, bits).is_nan();
        let gap = match limited {
            Limited { element, min, max } if [Some(element), min, max].into_iter().flatten().any(is_nan) => self.open,
            _ if limited.is_crossed(dtype) => gap::CROSSED,
            _ => gap::MISSING_BOUND,
        };
        results.set(self, dtype, gap)
    }

    /// What may limit an element at one end; `None` where nothing does.
    fn candidates(&self, dtype: DType, direction: Direction, bound: Option<u64>) -> Vec<Option<u64>> {
        let last = |dtype: DType| {
            let float = dtype.float()?;
            let sign = if direction == Direction::Max { dtype.top_bit() } else { 0 };
            Some(Value::new(dtype, sign | float.max_finite()))
        };
        let of_attributes = match self.missing.or_else(Missing::LastOrNone) {
            Missing::LastOrNone => None,
            Missing::LastOfAttributes => last(DType::F32).and_then(|value| value.exactly(dtype)),
        };
        match bound {
            Some(_) => vec![bound],
            None => [None].into_iter().chain([last(dtype), of_attributes].map(|value| Some(value?.bits()))).collect(),
        }
    }
}

impl Results {
    fn add(&mut self, dtype: DType, bits: u64) {
        let number = decode(dtype, bits);
        if Class::of(dtype, bits).is_nan() {
            self.nan = true;
        } else if self
            .numbers
            .iter()
            .all(|&other| Direction::Max.compare(number, decode(dtype, other)) != Some(Ordering::Equal))
        {
            self.numbers.push(bits);
        }
    }

    /// The results of these where a bound limits them: of a NaN and a number, either.
    fn limit(self, dtype: DType, (direction, bounds): &(Direction, Vec<Option<u64>>)) -> Self {
        let mut limited = Self::default();
        for bound in bounds {
            let Some(bound) = *bound else {
                limited.nan |= self.nan;
                self.numbers.iter().for_each(|&bits| limited.add(dtype, bits));
                continue;
            };
            if self.nan {
                limited.nan = true;
                limited.add(dtype, bound);
            }
            for &bits in &self.numbers {
                match direction.compare(decode(dtype, bits), decode(dtype, bound)) {
                    Some(Ordering::Less) => limited.add(dtype, bound),
                    Some(_) => limited.add(dtype, bits),
                    None => {
                        limited.nan = true;
                        limited.add(dtype, bits);
                    }
                }
            }
        }
        limited
    }

    fn set(&self, choices: &Choices, dtype: DType, gap: &'static str) -> ElementSet {
        match (self.nan, self.numbers.as_slice()) {
            (true, []) => choices.nan_set(dtype, std::iter::empty()),
            (false, &[bits]) if Class::of(dtype, bits).is_float_zero() => ElementSet::AnyZero,
            (false, &[bits]) => ElementSet::Only(bits),
            // No element has more today. Were one to, nobody would be wrong who answers what this set has no room for.
            (_, numbers) if numbers.len() > 4 => ElementSet::Anything(gap),
            (nan, numbers) => {
                let at = |place: usize| numbers.get(place).or(numbers.last()).copied().unwrap_or_default();
                ElementSet::OneOf { numbers: [at(0), at(1), at(2), at(3)], nan, gap }
            }
        }
    }
}
