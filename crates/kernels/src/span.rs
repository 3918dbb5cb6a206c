//! Elements in memory that may be read: [`Span`], and [`Run`], a span boiled down to what a vector load needs.

use core::cell::Cell;
use core::marker::PhantomData;

/// Elements to read: borrowed as usual, or as cells because an output may share them.
#[derive(Clone, Copy, Debug)]
pub enum Span<'a, T: Copy> {
    /// Elements that nothing writes to.
    Shared(&'a [T]),
    /// Elements that the output of the same call may write to.
    Cells(&'a [Cell<T>]),
}

impl<'a, T: Copy> From<&'a [T]> for Span<'a, T> {
    fn from(elements: &'a [T]) -> Self {
        Self::Shared(elements)
    }
}

impl<'a, T: Copy> From<&'a [Cell<T>]> for Span<'a, T> {
    fn from(elements: &'a [Cell<T>]) -> Self {
        Self::Cells(elements)
    }
}

impl<'a, T: Copy> Span<'a, T> {
    /// The number of elements.
    pub fn len(&self) -> usize {
        match self {
            Self::Shared(elements) => elements.len(),
            Self::Cells(elements) => elements.len(),
        }
    }

    /// Whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The elements, if other threads may see them too.
    #[cfg(feature = "rayon")]
    pub(crate) fn shared(&self) -> Option<&'a [T]> {
        match *self {
            Self::Shared(elements) => Some(elements),
            Self::Cells(_) => None,
        }
    }

    /// The element at `index`, which is below `len()`.
    pub(crate) fn get(&self, index: usize) -> T {
        match self {
            Self::Shared(elements) => elements[index],
            Self::Cells(elements) => elements[index].get(),
        }
    }

    /// Copies the elements from `start` on to all of `to`.
    pub(crate) fn copy_to(&self, start: usize, to: &mut [T]) {
        match self {
            Self::Shared(elements) => to.copy_from_slice(&elements[start..start + to.len()]),
            Self::Cells(elements) => {
                let from = &elements[start..start + to.len()];
                to.iter_mut().zip(from).for_each(|(to, from)| *to = from.get());
            }
        }
    }

    /// The `len` elements from `start` on, ready for vector loads.
    pub(crate) fn run(&self, start: usize, len: usize) -> Run<'a, T> {
        let start = match self {
            Self::Shared(elements) => elements[start..start + len].as_ptr(),
            Self::Cells(elements) => elements[start..start + len].as_ptr().cast(),
        };
        Run { start, len, lives: PhantomData }
    }

    /// The address of the first element.
    pub(crate) fn address(&self) -> usize {
        match self {
            Self::Shared(elements) => elements.as_ptr().addr(),
            Self::Cells(elements) => elements.as_ptr().addr(),
        }
    }
}

/// Contiguous elements to read. Its fields are private to this file, which makes one only from a slice:
/// `start` is valid for reads of `len` elements as long as `'a` lives.
pub struct Run<'a, T> {
    start: *const T,
    len: usize,
    lives: PhantomData<&'a [Cell<T>]>,
}

impl<T> Clone for Run<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Copy for Run<'_, T> {}

impl<T: Copy> Run<'_, T> {
    /// The number of elements.
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The `len` elements from `at` on. Panics where they leave the run: one check for all their vectors.
    #[inline(always)]
    pub(crate) fn part(self, at: usize, len: usize) -> Self {
        Self { start: self.lanes(at, len), len, lives: PhantomData }
    }

    /// How many elements come before the first that lies on a boundary of vectors of `lanes` elements.
    #[inline(always)]
    pub(crate) fn before_boundary(&self, lanes: usize) -> usize {
        self.start.align_offset(lanes * size_of::<T>()).min(self.len)
    }

    /// Where `lanes` elements from `at` on can be read.
    ///
    /// # Panics
    /// Where that leaves the run: the one bounds check of every vector load.
    #[inline(always)]
    pub(crate) fn lanes(&self, at: usize, lanes: usize) -> *const T {
        assert!(at <= self.len && lanes <= self.len - at, "vector load out of bounds");
        self.start.wrapping_add(at)
    }
}

/// Where `lanes` elements from `at` on can be written: the one bounds check of every vector store.
#[inline(always)]
pub(crate) fn lanes_mut<T>(to: &[Cell<T>], at: usize, lanes: usize) -> *mut T {
    assert!(at <= to.len() && lanes <= to.len() - at, "vector store out of bounds");
    to.as_ptr().wrapping_add(at).cast::<T>().cast_mut()
}
