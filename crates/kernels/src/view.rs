//! Tensors to read: a span with a shape and strides; and the broadcast of shapes.

use crate::small::Small;
use crate::{Element, Error, Span};

/// A tensor to read: elements of a span at `offset + Σ index·stride`, all within it.
#[derive(Clone, Copy, Debug)]
pub struct View<'a, T: Copy> {
    span: Span<'a, T>,
    shape: &'a [usize],
    /// In elements, one per dimension; none if the tensor is row-major and without gaps.
    strides: Option<&'a [isize]>,
    offset: usize,
}

impl<'a, T: Element> View<'a, T> {
    /// The row-major tensor of this shape at the start of `span`.
    ///
    /// # Errors
    /// [`Error::ViewOutOfBounds`] if the span is too short.
    pub fn new(span: impl Into<Span<'a, T>>, shape: &'a [usize]) -> Result<Self, Error> {
        let span = span.into();
        match product(shape.iter().copied()) {
            Some(elements) if elements <= span.len() => Ok(Self { span, shape, strides: None, offset: 0 }),
            _ => Err(Error::ViewOutOfBounds { len: span.len(), shape: shape.to_vec() }),
        }
    }

    /// The tensor whose element at `index` is the span's element at `offset + Σ index·stride`. Strides count elements,
    /// and may be negative or zero.
    ///
    /// # Errors
    /// [`Error::ViewOutOfBounds`] if there are not as many strides as dimensions, or an element would lie outside.
    pub fn strided(
        span: impl Into<Span<'a, T>>,
        shape: &'a [usize],
        strides: &'a [isize],
        offset: usize,
    ) -> Result<Self, Error> {
        let view = Self { span: span.into(), shape, strides: Some(strides), offset };
        let refused = || Error::ViewOutOfBounds { len: view.span.len(), shape: shape.to_vec() };
        if strides.len() != shape.len() || product(shape.iter().copied()).is_none() {
            return Err(refused());
        }
        match view.extent() {
            Some((first, last)) if first < 0 || last >= view.span.len() as i128 => Err(refused()),
            _ => Ok(view),
        }
    }

    /// The shape.
    pub fn shape(&self) -> &'a [usize] {
        self.shape
    }

    /// The least and the greatest index into the span, or none if the tensor has no elements.
    pub(crate) fn extent(&self) -> Option<(i128, i128)> {
        if self.shape.contains(&0) {
            return None;
        }
        let start = self.offset as i128;
        Some(self.shape.iter().zip(&*self.strides()).fold((start, start), |(first, last), (&dim, &stride)| {
            let reach = (dim as i128 - 1) * stride as i128;
            (first + reach.min(0), last + reach.max(0))
        }))
    }

    /// Strides in elements, one per dimension.
    pub(crate) fn strides(&self) -> Small<isize> {
        self.strides.map_or_else(|| row_major(self.shape), Small::of)
    }

    /// Whether the elements are row-major without gaps.
    pub(crate) fn is_contiguous(&self) -> bool {
        self.strides.is_none_or(|strides| {
            self.shape
                .iter()
                .zip(strides)
                .zip(&*row_major(self.shape))
                .all(|((&dim, found), expected)| dim == 1 || found == expected)
        })
    }

    pub(crate) fn span(&self) -> Span<'a, T> {
        self.span
    }

    pub(crate) fn offset(&self) -> usize {
        self.offset
    }

    /// The number of elements.
    pub(crate) fn elements(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The shape that all of `shapes` stretch to: aligned at the right, each dimension equal or 1.
///
/// # Errors
/// [`Error::NoOperands`] without shapes, [`Error::NotBroadcastable`] if one does not fit those before it.
pub fn broadcast_shape<'s>(shapes: impl IntoIterator<Item = &'s [usize]>) -> Result<Vec<usize>, Error> {
    stretched(shapes).map(|shape| shape.to_vec())
}

/// The same, without an allocation if it can be helped.
pub(crate) fn stretched<'s>(shapes: impl IntoIterator<Item = &'s [usize]>) -> Result<Small<usize>, Error> {
    let mut shapes = shapes.into_iter();
    let mut result = Small::of(shapes.next().ok_or(Error::NoOperands)?);
    for shape in shapes {
        if *result == *shape {
            continue;
        }
        let mut merged = Small::filled(1, result.len().max(shape.len()));
        let leading = merged.len() - result.len();
        merged[leading..].copy_from_slice(&result);
        let leading = merged.len() - shape.len();
        for (dim, &other) in merged[leading..].iter_mut().zip(shape) {
            if *dim == 1 {
                *dim = other;
            } else if other != 1 && other != *dim {
                return Err(Error::NotBroadcastable { expected: result.to_vec(), found: shape.to_vec() });
            }
        }
        result = merged;
    }
    Ok(result)
}

/// The number of elements, if it fits in memory's range.
pub(crate) fn product(shape: impl IntoIterator<Item = usize>) -> Option<usize> {
    let (mut elements, mut empty) = (Some(1_usize), false);
    for dim in shape {
        empty |= dim == 0;
        elements = elements.and_then(|elements| elements.checked_mul(dim.max(1)));
    }
    if empty { Some(0) } else { elements.filter(|&elements| isize::try_from(elements).is_ok()) }
}

/// The strides of a row-major tensor without gaps.
pub(crate) fn row_major(shape: &[usize]) -> Small<isize> {
    let mut strides = Small::filled(1_isize, shape.len());
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim].wrapping_mul(shape[dim] as isize);
    }
    strides
}
