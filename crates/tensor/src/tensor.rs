//! The tensor: an element type, a shape, and bytes at a chosen distance from a 64-byte boundary.

use std::borrow::Cow;
use std::fmt;
use std::sync::Arc;

use aligned_vec::{AVec, ConstAlign};
use ndarray::{ArrayViewD, IxDyn};

use crate::dtype::{DType, match_dtype};
use crate::element::Element;
use crate::shape::{element_count, shape_text};
use crate::value::Value;

/// The boundary, in bytes, that an element offset of 0 starts on: a cache line, and the widest vector register.
pub const ALIGNMENT: usize = 64;

/// The bytes of a tensor, on a 64-byte boundary.
type Buffer = AVec<u8, ConstAlign<ALIGNMENT>>;

/// A dense row-major tensor, held as bits, which copies of it share: a case is copied more often than an operand is made.
#[derive(Clone)]
pub struct Tensor {
    dtype: DType,
    shape: Vec<usize>,
    buffer: Arc<Buffer>,
    offset: usize,
}

/// Why bytes or elements do not make a tensor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TensorError {
    /// The shape has more elements than memory has addresses.
    #[error("shape {} has too many elements", shape_text(.0))]
    TooLarge(Vec<usize>),
    /// The shape and the data disagree.
    #[error("shape {} of {dtype} takes {expected} bytes, found {found}", shape_text(.shape))]
    Length {
        /// The element type.
        dtype: DType,
        /// The shape.
        shape: Vec<usize>,
        /// Bytes that the shape takes.
        expected: usize,
        /// Bytes that were given.
        found: usize,
    },
}

impl Tensor {
    /// A tensor of little-endian bytes.
    pub fn from_le_bytes(dtype: DType, shape: &[usize], bytes: &[u8]) -> Result<Self, TensorError> {
        check(dtype, shape, bytes.len())?;
        Ok(Self::of_le_bytes(dtype, shape, AVec::from_slice(ALIGNMENT, bytes)))
    }

    /// A tensor of `size` little-endian bytes that `fill` writes: what reads them elsewhere need not keep a copy.
    pub fn filled(
        dtype: DType,
        shape: &[usize],
        size: usize,
        fill: impl FnOnce(&mut [u8]),
    ) -> Result<Self, TensorError> {
        check(dtype, shape, size)?;
        let mut buffer = AVec::with_capacity(ALIGNMENT, size);
        buffer.resize(size, 0);
        fill(&mut buffer);
        Ok(Self::of_le_bytes(dtype, shape, buffer))
    }

    fn of_le_bytes(dtype: DType, shape: &[usize], mut buffer: Buffer) -> Self {
        if cfg!(target_endian = "big") {
            buffer.chunks_exact_mut(dtype.size()).for_each(<[u8]>::reverse);
        }
        Self::new(dtype, shape, buffer)
    }

    /// The tensor of as many bytes as its shape takes.
    fn new(dtype: DType, shape: &[usize], buffer: Buffer) -> Self {
        Self { dtype, shape: shape.to_vec(), buffer: Arc::new(buffer), offset: 0 }
    }

    /// A tensor of typed elements in row-major order.
    pub fn from_elements<T: Element>(shape: &[usize], elements: &[T]) -> Result<Self, TensorError> {
        let bytes: &[u8] = bytemuck::cast_slice(elements);
        check(T::DTYPE, shape, bytes.len())?;
        Ok(Self::new(T::DTYPE, shape, AVec::from_slice(ALIGNMENT, bytes)))
    }

    /// A tensor of elements given by their bits, in row-major order.
    pub fn from_bits(dtype: DType, shape: &[usize], bits: &[u64]) -> Result<Self, TensorError> {
        let size = bits.len() * dtype.size();
        check(dtype, shape, size)?;
        let mut buffer = AVec::with_capacity(ALIGNMENT, size);
        buffer.resize(size, 0);
        match_dtype!(dtype, T => {
            let elements: &mut [T] = bytemuck::cast_slice_mut(&mut buffer);
            for (element, &bits) in elements.iter_mut().zip(bits) {
                *element = <T as Element>::from_bits(bits);
            }
        });
        Ok(Self::new(dtype, shape, buffer))
    }

    /// A tensor of one element again and again, given by its bits, but for some `others` at their row-major positions.
    ///
    /// # Panics
    ///
    /// Where one of these is past the end, or the shape has more elements than memory has addresses.
    pub fn uniform(dtype: DType, shape: &[usize], bits: u64, others: &[(usize, u64)]) -> Self {
        let count = element_count(shape).expect("a shape that memory has room for");
        match_dtype!(dtype, T => {
            let element = |bits: u64| <T as Element>::from_bits(bits);
            let mut buffer = AVec::with_capacity(ALIGNMENT, count * dtype.size());
            buffer.resize(count * dtype.size(), 0);
            let elements: &mut [T] = bytemuck::cast_slice_mut(&mut buffer);
            elements.fill(element(bits));
            for &(position, bits) in others {
                elements[position] = element(bits);
            }
            Self::new(dtype, shape, buffer)
        })
    }

    /// The same tensor, its first element `elements` elements past a 64-byte boundary.
    #[must_use]
    pub fn with_offset(self, elements: usize) -> Self {
        if elements == self.offset {
            return self;
        }
        let start = elements * self.dtype.size();
        let mut buffer = AVec::with_capacity(ALIGNMENT, start + self.buffer.len());
        buffer.resize(start, 0);
        buffer.extend_from_slice(self.bytes());
        Self { buffer: Arc::new(buffer), offset: elements, ..self }
    }

    /// How many elements past a 64-byte boundary the first element is.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The element type.
    #[inline]
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The shape; empty for rank 0.
    #[inline]
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.bytes().len() / self.dtype.size()
    }

    /// Whether there is no element.
    pub fn is_empty(&self) -> bool {
        self.bytes().is_empty()
    }

    /// The elements in memory, in the machine's byte order.
    #[inline]
    pub fn bytes(&self) -> &[u8] {
        &self.buffer[self.offset * self.dtype.size()..]
    }

    /// The elements as little-endian bytes.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        self.le_bytes().into_owned()
    }

    /// The elements as little-endian bytes, in place where the machine has them so.
    pub fn le_bytes(&self) -> Cow<'_, [u8]> {
        let mut bytes = Cow::Borrowed(self.bytes());
        if cfg!(target_endian = "big") {
            bytes.to_mut().chunks_exact_mut(self.dtype.size()).for_each(<[u8]>::reverse);
        }
        bytes
    }

    /// The elements as `T`, in place; `None` when the tensor is of another type.
    pub fn elements<T: Element>(&self) -> Option<&[T]> {
        (T::DTYPE == self.dtype).then(|| bytemuck::cast_slice(self.bytes()))
    }

    /// The elements as an n-dimensional view, in place; `None` when the tensor is of another type.
    pub fn view<T: Element>(&self) -> Option<ArrayViewD<'_, T>> {
        ArrayViewD::from_shape(IxDyn(&self.shape), self.elements()?).ok()
    }

    /// The bits of every element, in row-major order.
    pub fn to_bits(&self) -> Vec<u64> {
        let bytes = self.bytes();
        match_dtype!(self.dtype, T => {
            bytemuck::cast_slice::<u8, T>(bytes).iter().map(|&element| Element::to_bits(element)).collect()
        })
    }

    /// Calls `visit` with the bits of every element, in row-major order.
    pub fn each_bits(&self, mut visit: impl FnMut(u64)) {
        let bytes = self.bytes();
        match_dtype!(self.dtype, T => {
            for &element in bytemuck::cast_slice::<u8, T>(bytes) {
                visit(Element::to_bits(element));
            }
        });
    }

    /// The bits of the element at a row-major position. Panics past the end.
    #[inline]
    pub fn bits_at(&self, position: usize) -> u64 {
        let bytes = self.bytes();
        match_dtype!(self.dtype, T => Element::to_bits(bytemuck::cast_slice::<u8, T>(bytes)[position]))
    }

    /// The element at a row-major position. Panics past the end.
    #[inline]
    pub fn value(&self, position: usize) -> Value {
        Value::new(self.dtype, self.bits_at(position))
    }

    /// The same elements under another shape of as many elements.
    pub fn reshape(self, shape: &[usize]) -> Result<Self, TensorError> {
        check(self.dtype, shape, self.bytes().len())?;
        Ok(Self { shape: shape.to_vec(), ..self })
    }
}

/// An error where elements of a type in a shape do not take this many bytes.
fn check(dtype: DType, shape: &[usize], found: usize) -> Result<(), TensorError> {
    let expected = element_count(shape)
        .and_then(|count| count.checked_mul(dtype.size()))
        .ok_or_else(|| TensorError::TooLarge(shape.to_vec()))?;
    if expected != found {
        return Err(TensorError::Length { dtype, shape: shape.to_vec(), expected, found });
    }
    Ok(())
}

impl fmt::Debug for Tensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 8;
        write!(f, "{}[{}](", self.dtype, shape_text(&self.shape))?;
        for position in 0..self.len().min(SHOWN) {
            let comma = if position == 0 { "" } else { ", " };
            write!(f, "{comma}{}", self.value(position))?;
        }
        if self.len() > SHOWN {
            write!(f, ", …{} more", self.len() - SHOWN)?;
        }
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_views_do_not_copy_and_keep_the_offset() {
        let tensor = Tensor::from_elements(&[2, 2], &[1.0_f32, f32::NAN, -0.0, 4.0]).expect("a tensor");
        for offset in [0, 1, 3, 15, 16, 17] {
            let moved = tensor.clone().with_offset(offset);
            assert_eq!(moved.bytes().as_ptr() as usize % ALIGNMENT, offset * 4 % ALIGNMENT);
            assert_eq!(moved.to_bits(), tensor.to_bits());
            let view = moved.view::<f32>().expect("a view");
            assert_eq!(view.as_ptr().cast(), moved.bytes().as_ptr());
            assert_eq!(view.shape(), [2, 2]);
            assert!(moved.view::<f64>().is_none());
        }
    }

    #[test]
    fn bits_round_trip_in_every_type() {
        for dtype in DType::ALL {
            let bits: Vec<u64> = [0, 1, 0x55, u64::MAX, 1 << (dtype.bits() - 1)].map(|bits| bits & dtype.mask()).into();
            let tensor = Tensor::from_bits(dtype, &[5], &bits).expect("a tensor");
            assert_eq!(tensor.to_bits(), bits);
            let again = Tensor::from_le_bytes(dtype, &[5], &tensor.to_le_bytes()).expect("a tensor");
            assert_eq!(again.to_bits(), bits);
        }
    }

    #[test]
    fn one_element_again_and_again_but_for_others() {
        for dtype in DType::ALL {
            let tensor = Tensor::uniform(dtype, &[2, 3], 1, &[(0, 0), (5, 0)]);
            assert_eq!(tensor.to_bits(), [0, 1, 1, 1, 1, 0], "{dtype}");
            assert_eq!(tensor.bytes().as_ptr() as usize % ALIGNMENT, 0);
        }
    }

    #[test]
    fn rank_zero_empty_and_deep() {
        assert_eq!(Tensor::from_bits(DType::I8, &[], &[3]).expect("rank 0").len(), 1);
        assert!(Tensor::from_bits(DType::I8, &[3, 0], &[]).expect("empty").is_empty());
        assert_eq!(Tensor::from_bits(DType::I8, &[1; 12], &[3]).expect("rank 12").shape().len(), 12);
    }

    #[test]
    fn lengths_are_checked() {
        let error = Tensor::from_le_bytes(DType::F32, &[2], &[0; 7]).expect_err("seven bytes");
        assert_eq!(error.to_string(), "shape 2 of f32 takes 8 bytes, found 7");
        assert!(matches!(Tensor::from_le_bytes(DType::F32, &[usize::MAX, 2], &[]), Err(TensorError::TooLarge(_))));
    }
}
