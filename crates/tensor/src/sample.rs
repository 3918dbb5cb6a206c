//! A tensor of very many elements, told by a few of them.

use crate::Tensor;

/// Elements that are looked at together, to see that all are alike.
const CHUNK: usize = 1 << 16;

impl Tensor {
    /// The elements at these row-major positions, ascending, and at the first position besides of each element that there is, in the order
    /// of their positions; and these positions.
    ///
    /// # Panics
    ///
    /// Where a position is past the end, or an element has more than one byte.
    pub fn sample(&self, positions: &[usize]) -> (Vec<usize>, Self) {
        assert_eq!(self.dtype().size(), 1, "elements of {}", self.dtype());
        let (bytes, mut seen, mut sampled) = (self.bytes(), [false; 256], positions.to_vec());
        for (number, chunk) in bytes.chunks(CHUNK).enumerate() {
            if seen[usize::from(chunk[0])] && chunk.iter().all(|byte| *byte == chunk[0]) {
                continue;
            }
            for (at, &byte) in chunk.iter().enumerate() {
                let position = number * CHUNK + at;
                if !seen[usize::from(byte)] && positions.binary_search(&position).is_err() {
                    seen[usize::from(byte)] = true;
                    sampled.push(position);
                }
            }
        }
        sampled.sort_unstable();
        let bits: Vec<u64> = sampled.iter().map(|&position| self.bits_at(position)).collect();
        let elements = Self::from_bits(self.dtype(), &[bits.len()], &bits).expect("as many bits as positions");
        (sampled, elements)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DType;

    #[test]
    fn what_is_asked_for_and_one_of_each_other_element_is_there() {
        let others = [(CHUNK - 1, 5), (CHUNK, 9), (2 * CHUNK, 9), (2 * CHUNK + 1, 5), (3 * CHUNK + 8, 6)];
        let tensor = Tensor::uniform(DType::U8, &[3 * CHUNK + 9], 3, &others);
        let (positions, elements) = tensor.sample(&[0, CHUNK - 1, 3 * CHUNK]);
        assert_eq!(positions, [0, 1, CHUNK - 1, CHUNK, 2 * CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 8]);
        assert_eq!(elements.to_bits(), [3, 3, 5, 9, 5, 3, 6]);
    }
}
