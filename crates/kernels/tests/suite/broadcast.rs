//! N-ary calls with broadcasting and strides, against index arithmetic on each element.

use opconform_kernels::{View, broadcast_shape};

use crate::canaries::Destination;
use crate::everywhere::{Calls, Check, everywhere, maximum_everywhere};
use crate::oracle::{assert_same, indices, of_all};
use crate::sample::{Random, Sample, row_lengths};

/// A tensor to read, with strides into its own elements.
struct Tensor<T> {
    elements: Vec<T>,
    shape: Vec<usize>,
    strides: Vec<isize>,
    offset: usize,
}

impl<T: Sample> Tensor<T> {
    /// A random tensor; its dimensions in random order in memory, with gaps, and some of them backwards or standing still.
    fn strided(random: &mut Random, shape: &[usize]) -> Self {
        let mut order: Vec<usize> = (0..shape.len()).collect();
        for at in 0..order.len() {
            order.swap(at, random.below(at + 1));
        }
        let mut strides = vec![0; shape.len()];
        let (mut size, mut offset) = (1 + random.below(2), 0);
        for dim in order {
            let reach = size * shape[dim].max(1);
            match random.below(4) {
                0 => strides[dim] = 0,
                1 => {
                    strides[dim] = -(size as isize);
                    offset += size * shape[dim].saturating_sub(1);
                    size = reach;
                }
                _ => {
                    strides[dim] = size as isize;
                    size = reach;
                }
            }
        }
        Self { elements: random.elements(size), shape: shape.to_vec(), strides, offset }
    }

    fn contiguous(random: &mut Random, shape: &[usize]) -> Self {
        let mut strides = vec![1; shape.len()];
        for dim in (1..shape.len()).rev() {
            strides[dim - 1] = strides[dim] * shape[dim] as isize;
        }
        Self { elements: random.elements(shape.iter().product()), shape: shape.to_vec(), strides, offset: 0 }
    }

    fn view(&self) -> View<'_, T> {
        View::strided(self.elements.as_slice(), &self.shape, &self.strides, self.offset).unwrap()
    }

    /// The element that stands at `index` of the broadcast shape.
    fn at(&self, index: &[usize]) -> T {
        let mut position = self.offset as isize;
        for ((&index, &dim), &stride) in
            index[index.len() - self.shape.len()..].iter().zip(&self.shape).zip(&self.strides)
        {
            position += if dim == 1 { 0 } else { index as isize * stride };
        }
        self.elements[position as usize]
    }
}

fn check_tensors<T: Sample>(kernel: &dyn Calls<T>, tensors: &[Tensor<T>]) {
    let shape = broadcast_shape(tensors.iter().map(|tensor| tensor.shape.as_slice())).unwrap();
    let views: Vec<View<'_, T>> = tensors.iter().map(Tensor::view).collect();
    let expected: Vec<T> =
        indices(&shape).iter().map(|index| of_all(kernel, tensors.iter().map(|tensor| tensor.at(index)))).collect();
    let operands: Vec<&[T]> = tensors.iter().map(|tensor| tensor.elements.as_slice()).collect();
    let context = || {
        let tensors: Vec<_> = tensors.iter().map(|tensor| (&tensor.shape, &tensor.strides)).collect();
        format!("{} of {tensors:?} on {}", kernel.operator(), kernel.isa().name())
    };
    for spare in [0, 2] {
        let to = Destination { spare, ..Destination::of(expected.len()) };
        let found = to.written(&operands, context, |out| kernel.broadcast(&views, out));
        assert_same(&found, &expected, context);
    }
}

/// Shapes by name of what is special about them.
const SHAPES: &[&[&[usize]]] = &[
    // one operand; ranks 0 and 1; no elements
    &[&[]],
    &[&[5]],
    &[&[], &[]],
    &[&[], &[7], &[1]],
    &[&[0], &[1]],
    &[&[3, 0, 2], &[2]],
    &[&[0, 3], &[1, 3], &[]],
    // rows, columns, both; short and long periods
    &[&[4, 130], &[130]],
    &[&[130, 4], &[130, 1]],
    &[&[40, 1], &[1, 33]],
    &[&[1500, 3], &[3]],
    &[&[1500, 3], &[1500, 1]],
    &[&[3, 1, 70], &[5, 1], &[70]],
    &[&[2, 3, 4, 5], &[4, 1], &[3, 1, 5]],
    // large enough for several tiles
    &[&[3, 5000], &[5000], &[3, 1]],
    &[&[70, 1, 90], &[70, 9, 1], &[9, 90], &[1]],
    // N-ary
    &[&[67], &[67], &[67], &[67], &[67]],
    &[&[9000], &[1], &[9000], &[9000]],
    // many dimensions
    &[&[2, 1, 2, 1, 3, 1, 2, 1, 2, 3], &[1, 2, 1, 3, 1, 2, 1, 2, 3], &[2, 2, 2, 2, 1, 1, 2, 2, 1, 1]],
];

struct Contiguous;

impl Check for Contiguous {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(5);
        for shapes in SHAPES {
            let tensors: Vec<_> = shapes.iter().map(|shape| Tensor::<T>::contiguous(&mut random, shape)).collect();
            check_tensors(kernel, &tensors);
        }
    }
}

#[test]
fn contiguous_operands() {
    maximum_everywhere(&Contiguous);
}

/// One row with each of several, of every length that is computed in a way of its own.
struct OneRow;

impl Check for OneRow {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(16);
        for len in row_lengths::<T>() {
            let [rows, one] = [&[3, len][..], &[len]].map(|shape| Tensor::<T>::contiguous(&mut random, shape));
            check_tensors(kernel, &[rows, one]);
            let [one, rows] = [&[len][..], &[3, len]].map(|shape| Tensor::<T>::contiguous(&mut random, shape));
            check_tensors(kernel, &[one, rows]);
        }
    }
}

#[test]
fn one_row_with_each() {
    everywhere(&OneRow);
}

/// Random shapes, each operand with some dimensions left out or 1.
struct Strided;

impl Check for Strided {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(6);
        for _ in 0..60 {
            let shape: Vec<usize> = (0..random.below(5)).map(|_| [1, 2, 3, 7, 16, 40][random.below(6)]).collect();
            if shape.iter().product::<usize>() > 20_000 {
                continue;
            }
            let tensors: Vec<_> = (0..=random.below(4))
                .map(|_| {
                    let left_out = random.below(shape.len() + 1);
                    let own: Vec<usize> =
                        shape[left_out..].iter().map(|&dim| if random.below(3) == 0 { 1 } else { dim }).collect();
                    Tensor::<T>::strided(&mut random, &own)
                })
                .collect();
            check_tensors(kernel, &tensors);
        }
    }
}

#[test]
fn strided_operands() {
    everywhere(&Strided);
}

/// Rows long enough to be computed where they lie, backwards and standing still.
struct LongStrided;

impl Check for LongStrided {
    fn check<T: Sample>(&self, kernel: &dyn Calls<T>) {
        let mut random = Random::new(7);
        let x = random.elements::<T>(5000);
        let tensor = |strides: [isize; 2], offset| Tensor {
            elements: x.clone(),
            shape: vec![3, 700],
            strides: strides.to_vec(),
            offset,
        };
        check_tensors(kernel, &[tensor([1, -2], 1400), tensor([-5, 1], 10), tensor([0, 1], 3)]);
        check_tensors(kernel, &[tensor([700, 1], 0), tensor([0, 0], 9)]);
        check_tensors(kernel, &[tensor([1, 3], 0), tensor([700, 1], 1)]);
        check_tensors(kernel, &[tensor([-1, -1], 4999), tensor([700, 1], 1)]);
    }
}

#[test]
fn long_strided_rows() {
    maximum_everywhere(&LongStrided);
}
