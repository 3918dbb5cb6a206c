//! Tensors longer than a frame: how many elements they have, and where the few stand that are sent.

use opconform_spec::Outcome;
use opconform_tensor::{DType, Tensor};

/// The most elements of an operand that is made here: more than the memory of any machine that a suite runs on.
const LONGEST: usize = 1 << 40;

/// The most bytes of an element of such a tensor.
const WIDEST: usize = 2;

/// Where a few elements stand in a tensor of one axis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Places {
    /// The elements of the tensor.
    pub length: usize,
    /// The places of the few, ascending.
    pub places: Vec<usize>,
}

impl Places {
    /// What the numbers of a frame say of so many elements.
    ///
    /// # Errors
    /// They are not of I64, or not as many, or do not ascend within the tensor.
    pub fn read(numbers: &Tensor, elements: usize) -> Result<Self, String> {
        let read = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let all: Vec<usize> = numbers.to_bits().into_iter().map(read).collect();
        let (length, places) = match all.split_first() {
            Some((&length, places)) if numbers.dtype() == DType::I64 && places.len() == elements => (length, places),
            _ => return Err(format!("{elements} elements, and not as many places")),
        };
        if !places.is_sorted_by(|a, b| a < b) || places.last().is_some_and(|&last| last >= length) {
            return Err(format!("places that do not ascend within {length} elements"));
        }
        Ok(Self { length, places: places.to_vec() })
    }

    /// The numbers that say so in a frame.
    pub(crate) fn numbers(&self) -> Tensor {
        let all: Vec<u64> = [&[self.length], self.places.as_slice()].concat().iter().map(|&it| it as u64).collect();
        Tensor::from_bits(DType::I64, &[all.len()], &all).expect("as many numbers as there are")
    }

    /// The operand that has the first of a few elements everywhere but at the places, and the others there.
    ///
    /// # Errors
    /// It cannot be made of these.
    pub(crate) fn operand(numbers: &Tensor, few: &Tensor) -> Result<(Self, Tensor), String> {
        let bits = few.to_bits();
        let Some((&most, others)) = bits.split_first().filter(|_| few.dtype().size() <= WIDEST) else {
            return Err(format!(
                "an operand of {} elements of {} that stands for a longer one",
                few.len(),
                few.dtype()
            ));
        };
        let places = Self::read(numbers, others.len())?;
        if places.length > LONGEST {
            return Err(format!("an operand of {} elements, expected at most {LONGEST}", places.length));
        }
        let others: Vec<(usize, u64)> = places.places.iter().copied().zip(others.iter().copied()).collect();
        let operand = Tensor::uniform(few.dtype(), &[places.length], most, &others);
        Ok((places, operand))
    }

    /// A sample of an outcome: of a result as long, its elements at these places and the first of each other, and where they stand.
    pub(crate) fn sampled(&self, outcome: Outcome) -> Outcome {
        let is_as_long = |it: &&Tensor| it.shape() == [self.length] && it.dtype().size() <= WIDEST;
        let Some(whole) = outcome.only().filter(is_as_long) else { return outcome };
        let (places, elements) = whole.sample(&self.places);
        Outcome::Output(vec![elements, Self { places, ..*self }.numbers()])
    }
}
