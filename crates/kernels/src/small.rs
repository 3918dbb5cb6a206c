//! A list that is usually short: shapes and strides of up to six dimensions need no allocation.

use core::ops::{Deref, DerefMut};

const INLINE: usize = 6;

/// A list of plain values.
#[derive(Clone, Debug)]
pub(crate) struct Small<T> {
    inline: [T; INLINE],
    /// All of them, once there are more than fit inline.
    heap: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Small<T> {
    /// `len` times the value.
    pub(crate) fn filled(value: T, len: usize) -> Self {
        Self { inline: [value; INLINE], heap: if len > INLINE { vec![value; len] } else { Vec::new() }, len }
    }

    /// The values of a slice.
    pub(crate) fn of(values: &[T]) -> Self {
        let mut small = Self::filled(T::default(), values.len());
        small.copy_from_slice(values);
        small
    }

    /// Only the first `len` of them.
    pub(crate) fn truncate(&mut self, len: usize) {
        self.len = self.len.min(len);
    }
}

impl<T> Deref for Small<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        if self.heap.is_empty() { &self.inline[..self.len] } else { &self.heap[..self.len] }
    }
}

impl<T> DerefMut for Small<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        if self.heap.is_empty() { &mut self.inline[..self.len] } else { &mut self.heap[..self.len] }
    }
}
