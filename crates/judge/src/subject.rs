//! The forms that a maximum may have, and what is left of each when its element type is forgotten.

use opconform_tensor::{DType, Element, Tensor, Value};

use crate::without::Without;

/// A function that can be judged. `Form` tells the forms apart, and need not be written.
pub trait Subject<Form> {
    /// The function, whatever its element type.
    fn function(self) -> Function;
}

/// A maximum of one element type.
pub struct Function {
    pub(crate) dtype: DType,
    pub(crate) form: Form,
}

/// What a maximum is a function of.
pub(crate) enum Form {
    /// Two operands, element by element.
    Elementwise(OfTwo),
    /// The elements of one.
    Reduction(OfRow),
}

/// The result of two operands of the function's type and of one shape.
pub(crate) type OfTwo = Box<dyn Fn(&Tensor, &Tensor) -> Result<Tensor, Without> + Send + Sync>;
/// The bits of the result of one operand of the function's type, which has at least one element.
pub(crate) type OfRow = Box<dyn Fn(&Tensor) -> Result<u64, Without> + Send + Sync>;

impl<T: Element, F> Subject<fn(&[T], &[T], &mut [T])> for F
where
    F: Fn(&[T], &[T], &mut [T]) + Send + Sync + 'static,
{
    fn function(self) -> Function {
        elementwise(move |x: &[T], y: &[T]| {
            let mut result = vec![T::from_bits(Value::unwritten(T::DTYPE).bits()); x.len()];
            self(x, y, &mut result);
            result
        })
    }
}

impl<T: Element, F> Subject<fn(T, T) -> T> for F
where
    F: Fn(T, T) -> T + Send + Sync + 'static,
{
    fn function(self) -> Function {
        elementwise(move |x: &[T], y: &[T]| x.iter().zip(y).map(|(&x, &y)| self(x, y)).collect())
    }
}

impl<T: Element, F> Subject<fn(&[T]) -> T> for F
where
    F: Fn(&[T]) -> T + Send + Sync + 'static,
{
    fn function(self) -> Function {
        let of_row = move |row: &Tensor| Ok(self(elements(row)?).to_bits());
        Function { dtype: T::DTYPE, form: Form::Reduction(Box::new(of_row)) }
    }
}

fn elementwise<T: Element>(of_two: impl Fn(&[T], &[T]) -> Vec<T> + Send + Sync + 'static) -> Function {
    let of_two = move |x: &Tensor, y: &Tensor| {
        let result = of_two(elements(x)?, elements(y)?);
        Tensor::from_elements(x.shape(), &result).map_err(|error| Without::IllFormed(error.to_string()))
    };
    Function { dtype: T::DTYPE, form: Form::Elementwise(Box::new(of_two)) }
}

fn elements<T: Element>(tensor: &Tensor) -> Result<&[T], Without> {
    tensor.elements().ok_or(Without::NotAsked("it is a function of another element type"))
}
