//! A tensor of very many elements, told by a few of them.

use crate::tensor::Tensor;

/// Elements that are looked at together, to see that all are alike.
const CHUNK: usize = 1 << 16;

impl Tensor {
    /// The elements at these row-major positions, ascending, and at the first position besides of each element that there is, in the order
    /// of their positions; and these positions.
    ///
    /// # Panics
    ///
    /// Where a position is past the end, or an element has more than two bytes.
    pub fn sample(&self, positions: &[usize]) -> (Vec<usize>, Self) {
        let others = match self.dtype().size() {
            1 => firsts(self.bytes(), positions),
            2 => firsts::<u16>(bytemuck::cast_slice(self.bytes()), positions),
            _ => panic!("elements of {}", self.dtype()),
        };
        let mut sampled = [positions, &others].concat();
        sampled.sort_unstable();
        let bits: Vec<u64> = sampled.iter().map(|&position| self.bits_at(position)).collect();
        let elements = Self::from_bits(self.dtype(), &[bits.len()], &bits).expect("as many bits as positions");
        (sampled, elements)
    }
}

/// The first position of each element that there is, but for these positions.
fn firsts<T: Copy + Eq + Into<u64>>(elements: &[T], but: &[usize]) -> Vec<usize> {
    let (mut seen, mut firsts) = (vec![false; 1 << (8 * size_of::<T>())], Vec::new());
    let index = |element: T| element.into() as usize;
    for (number, chunk) in elements.chunks(CHUNK).enumerate() {
        if seen[index(chunk[0])] && chunk.iter().all(|element| *element == chunk[0]) {
            continue;
        }
        for (at, &element) in chunk.iter().enumerate() {
            let position = number * CHUNK + at;
            if !seen[index(element)] && but.binary_search(&position).is_err() {
                seen[index(element)] = true;
                firsts.push(position);
            }
        }
    }
    firsts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::DType;

    #[test]
    fn what_is_asked_for_and_one_of_each_other_element_is_there() {
        let others = [(CHUNK - 1, 5), (CHUNK, 9), (2 * CHUNK, 9), (2 * CHUNK + 1, 5), (3 * CHUNK + 8, 6)];
        for (dtype, high) in [(DType::U8, 0), (DType::F16, 0x7d00)] {
            let others = others.map(|(position, bits)| (position, high | bits));
            let tensor = Tensor::uniform(dtype, &[3 * CHUNK + 9], 3, &others);
            let (positions, elements) = tensor.sample(&[0, CHUNK - 1, 3 * CHUNK]);
            assert_eq!(positions, [0, 1, CHUNK - 1, CHUNK, 2 * CHUNK + 1, 3 * CHUNK, 3 * CHUNK + 8]);
            assert_eq!(elements.to_bits(), [3, 3, high | 5, high | 9, high | 5, 3, high | 6]);
        }
    }
}
