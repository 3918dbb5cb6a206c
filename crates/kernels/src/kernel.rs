//! [`Kernel`]: the public calls, and the checks that each makes before it touches the output.

use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;

use crate::broadcast::{Broadcast, side_by_side};
use crate::element::Element;
use crate::fold::FoldRows;
use crate::geometry::{Geometry, Path};
use crate::isa::Token;
use crate::operand::Operand;
use crate::portable::Portable;
use crate::reduce::{Reduce, output_path, reduced_dims};
use crate::small::Small;
use crate::view::{product, stretched};
use crate::{Error, Isa, Operator, Span, View};

/// One operator on one instruction set, which this CPU is known to have.
///
/// Each elementwise call comes twice: for ordinary slices, and `_aliased` for an output that may also be an operand. An
/// output longer than the result is written at its beginning only.
pub struct Kernel<O> {
    token: Token,
    /// Whether to share large work with rayon's threads.
    threads: bool,
    operator: PhantomData<O>,
}

impl<O> Clone for Kernel<O> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<O> Copy for Kernel<O> {}

impl<O: Operator> fmt::Debug for Kernel<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kernel({} on {})", O::NAME, self.isa().name())
    }
}

impl<O: Operator> Kernel<O> {
    /// The operator's name, as IEEE 754-2019 has it.
    pub const OPERATOR: &'static str = O::NAME;

    /// On the preferred instruction set of this CPU.
    pub fn best() -> Self {
        Self::of(Isa::best().token().unwrap_or(Token::Portable(Portable)))
    }

    /// On this instruction set.
    ///
    /// # Errors
    /// [`Error::Unavailable`] if this CPU or this build lacks it.
    pub fn on(isa: Isa) -> Result<Self, Error> {
        isa.token().map(Self::of).ok_or(Error::Unavailable { isa })
    }

    fn of(token: Token) -> Self {
        Self { token, threads: false, operator: PhantomData }
    }

    /// The same, with large tensors cut into parts for rayon's threads, where the output is not shared with an operand.
    /// The results are the same for any number of threads.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn with_threads(self) -> Self {
        Self { threads: true, ..self }
    }

    /// The instruction set.
    pub fn isa(&self) -> Isa {
        self.token.isa()
    }

    /// The operator on `x[i]` and `y[i]`, into `out[i]`.
    ///
    /// # Errors
    /// [`Error::LengthMismatch`], [`Error::ShortOutput`].
    pub fn elementwise<T: Element>(&self, x: &[T], y: &[T], out: &mut [T]) -> Result<(), Error> {
        same_length(x.len(), y.len())?;
        self.flat(x, y, out)
    }

    /// As [`Self::elementwise`], with an output that may be one of the operands, from its first element on.
    ///
    /// # Errors
    /// Those, and [`Error::Overlap`] if the output's part that is written overlaps an operand in any other way.
    pub fn elementwise_aliased<T: Element>(
        &self,
        x: Span<'_, T>,
        y: Span<'_, T>,
        out: &[Cell<T>],
    ) -> Result<(), Error> {
        same_length(x.len(), y.len())?;
        let shape = [x.len()];
        self.broadcast_aliased(&[View::new(x, &shape)?, View::new(y, &shape)?], out)
    }

    /// The operator on `x[i]` and `y`, into `out[i]`.
    ///
    /// # Errors
    /// [`Error::ShortOutput`].
    pub fn scalar<T: Element>(&self, x: &[T], y: T, out: &mut [T]) -> Result<(), Error> {
        self.flat(x, &[y], out)
    }

    /// As [`Self::scalar`], with an output that may be the operand, from its first element on.
    ///
    /// # Errors
    /// That, and [`Error::Overlap`] if the output's part that is written overlaps the operand in any other way.
    pub fn scalar_aliased<T: Element>(&self, x: Span<'_, T>, y: T, out: &[Cell<T>]) -> Result<(), Error> {
        let shape = [x.len()];
        self.broadcast_aliased(&[View::new(x, &shape)?, View::new([y].as_slice(), &[])?], out)
    }

    /// The operator on `x[i]` and either `y[i]` or the one element of `y`.
    fn flat<T: Element>(self, x: &[T], y: &[T], out: &mut [T]) -> Result<(), Error> {
        let (shape, other) = ([x.len()], [y.len()]);
        let (x, y) = (View::new(x, &shape)?, View::new(y, &other)?);
        if self.threads || out.len() < x.elements() || x.elements() == 0 {
            return self.broadcast(&[x, y], out);
        }
        let out = Cell::from_mut(&mut out[..x.elements()]).as_slice_of_cells();
        side_by_side(self.token, O::KIND, Operand::flat(&x), Operand::flat(&y), None, out);
        Ok(())
    }

    /// The operator on all operands, stretched to their [`broadcast_shape`](crate::broadcast_shape), into the row-major
    /// tensor of that shape at the start of `out`. One operand is copied, bit for bit.
    ///
    /// # Errors
    /// [`Error::NoOperands`], [`Error::NotBroadcastable`], [`Error::ShortOutput`].
    pub fn broadcast<T: Element>(&self, operands: &[View<'_, T>], out: &mut [T]) -> Result<(), Error> {
        if !self.threads
            && let [x, y, rest @ ..] = operands
            && rest.len() <= 1
            && operands.iter().all(|view| view.shape() == x.shape() && view.is_contiguous())
            && (1..=out.len()).contains(&x.elements())
        {
            // No plan is needed to walk what lies side by side.
            let out = Cell::from_mut(&mut out[..x.elements()]).as_slice_of_cells();
            let z = rest.first().map(Operand::flat);
            side_by_side(self.token, O::KIND, Operand::flat(x), Operand::flat(y), z, out);
            return Ok(());
        }
        let (geometry, spans, len) = plan(operands, out.len())?;
        let out = &mut out[..len];
        if len == 0 {
            return Ok(());
        }
        #[cfg(feature = "rayon")]
        if self.threads && crate::parallel::broadcast(self.token, O::KIND, &geometry, &spans, out) {
            return Ok(());
        }
        let out = Cell::from_mut(out).as_slice_of_cells();
        let (token, operator) = (self.token, O::KIND);
        Broadcast { token, operator, geometry: &geometry, spans: &spans, out, aliased: false }.run();
        Ok(())
    }

    /// As [`Self::broadcast`], with an output that may be operands, each of the result's shape, row-major, and from its
    /// first element on.
    ///
    /// # Errors
    /// Those, and [`Error::Overlap`] if the output's part that is written overlaps an operand in any other way.
    pub fn broadcast_aliased<T: Element>(&self, operands: &[View<'_, T>], out: &[Cell<T>]) -> Result<(), Error> {
        let (geometry, spans, len) = plan(operands, out.len())?;
        let out = &out[..len];
        if len == 0 {
            return Ok(());
        }
        let mut aliased = false;
        for (operand, view) in operands.iter().enumerate() {
            aliased |= shares(view, out).ok_or(Error::Overlap { operand })?;
        }
        let (token, operator) = (self.token, O::KIND);
        Broadcast { token, operator, geometry: &geometry, spans: &spans, out, aliased }.run();
        Ok(())
    }

    /// The operator on all elements.
    ///
    /// # Errors
    /// [`Error::EmptyReduction`] without elements.
    pub fn reduce<T: Element>(&self, x: &[T]) -> Result<T, Error> {
        let mut out = [T::ZERO];
        if !self.threads && !x.is_empty() {
            let out = Cell::from_mut(out.as_mut_slice()).as_slice_of_cells();
            let (span, start, len) = (Span::Shared(x), 0, x.len());
            T::fold_rows(
                self.token,
                O::KIND,
                &FoldRows { span, start, step: 0, rows: 1, len, out, out_step: 0, fresh: true },
            );
            return Ok(out[0].get());
        }
        self.reduce_axes(&View::new(x, &[x.len()])?, &[0], &mut out)?;
        Ok(out[0])
    }

    /// The operator on all elements along `axes`, into the row-major tensor of the remaining dimensions at the start of
    /// `out` (whether those of size 1 are kept makes no difference to its elements). An axis below 0 counts from the back.
    /// No axes: every element is copied, bit for bit.
    ///
    /// # Errors
    /// [`Error::AxisOutOfRange`], [`Error::DuplicateAxis`], [`Error::ShortOutput`], and [`Error::EmptyReduction`] if there
    /// are results but no elements to take them from.
    pub fn reduce_axes<T: Element>(&self, x: &View<'_, T>, axes: &[isize], out: &mut [T]) -> Result<(), Error> {
        let shape = x.shape();
        let reduced = reduced_dims(shape, axes)?;
        let kept = shape.iter().zip(&*reduced).filter(|&(_, &reduced)| !reduced).map(|(&dim, _)| dim);
        let results = product(kept).unwrap_or(usize::MAX);
        let found = out.len();
        let out = out.get_mut(..results).ok_or(Error::ShortOutput { expected: results, found })?;
        if results == 0 {
            return Ok(());
        }
        if shape.contains(&0) {
            return Err(Error::EmptyReduction);
        }
        let input = Path { start: x.offset(), strides: x.strides() };
        let geometry = Geometry::new(Small::of(shape), vec![input, output_path(shape, &reduced)]);
        #[cfg(feature = "rayon")]
        if self.threads && crate::parallel::reduce(self.token, O::KIND, &geometry, x.span(), out) {
            return Ok(());
        }
        let out = Cell::from_mut(out).as_slice_of_cells();
        Reduce { token: self.token, operator: O::KIND, geometry: &geometry, span: x.span(), out }.run();
        Ok(())
    }
}

fn same_length(expected: usize, found: usize) -> Result<(), Error> {
    if expected == found { Ok(()) } else { Err(Error::LengthMismatch { expected, found }) }
}

/// The walk over the broadcast shape, the operands' spans, and the number of results.
fn plan<'a, T: Element>(operands: &[View<'a, T>], room: usize) -> Result<(Geometry, Vec<Span<'a, T>>, usize), Error> {
    let shape = stretched(operands.iter().map(View::shape))?;
    let expected = product(shape.iter().copied()).unwrap_or(usize::MAX);
    if room < expected {
        return Err(Error::ShortOutput { expected, found: room });
    }
    let spans = operands.iter().map(View::span).collect();
    let path = |view: &View<'_, T>| {
        let mut strides = Small::filled(0, shape.len());
        let leading = shape.len() - view.shape().len();
        for ((to, &stride), &dim) in strides[leading..].iter_mut().zip(&*view.strides()).zip(view.shape()) {
            *to = if dim == 1 { 0 } else { stride };
        }
        Path { start: view.offset(), strides }
    };
    let paths = operands.iter().map(path).collect();
    let geometry = Geometry::new(shape, paths);
    Ok((geometry, spans, expected))
}

/// Whether the output is the operand (`Some(true)`), has nothing in common with it (`Some(false)`), or overlaps it.
fn shares<T: Element>(view: &View<'_, T>, out: &[Cell<T>]) -> Option<bool> {
    let Some((first, last)) = view.extent() else { return Some(false) };
    let at = |index: i128| view.span().address() as i128 + index * size_of::<T>() as i128;
    let out_start = out.as_ptr().addr() as i128;
    let out_end = out_start + size_of_val(out) as i128;
    if at(last + 1) <= out_start || out_end <= at(first) {
        Some(false)
    } else if at(view.offset() as i128) == out_start && view.is_contiguous() && view.elements() == out.len() {
        Some(true)
    } else {
        None
    }
}
