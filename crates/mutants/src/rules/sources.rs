//! Which elements meet at each element of a result, and the shape of that.

use opconform_tensor::element_count;

/// The most elements of a result.
const MOST: usize = 1 << 24;

/// The shape of a result, or why there is none.
pub(crate) type Shape = Result<Vec<usize>, String>;

/// What meets where, and the shape of the result.
#[derive(Debug)]
pub(crate) struct Sources {
    pub(crate) shape: Vec<usize>,
    pub(crate) rows: Rows,
}

/// For each element of a result in row-major order, the elements that it is made of.
#[derive(Debug)]
pub(crate) enum Rows {
    /// One of each operand: how far it lies in the first, in the second, and so on.
    Each(Vec<Vec<usize>>),
    /// As many as there are.
    Lists(Vec<Row>),
}

/// An element of an input: the input's place, and the row-major position.
pub(crate) type Source = (usize, usize);

/// One element of a result.
#[derive(Clone, Debug)]
pub(crate) enum Row {
    /// It is the maximum of these.
    Computed(Vec<Source>),
    /// It is left as it was.
    Untouched(Source),
}

/// The number of elements of a shape.
pub(crate) fn length(shape: &[usize]) -> Result<usize, String> {
    element_count(shape).filter(|&length| length <= MOST).ok_or_else(|| "too many elements".to_owned())
}
