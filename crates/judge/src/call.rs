//! What a function is called with for a case. What meets where is the specification's to say: a function of somebody's is judged, and
//! neither broadcasting nor axes.

use opconform_spec::{Case, ElementOperands};
use opconform_tensor::{Tensor, Value};

use crate::subject::Form;
use crate::without::Without;

/// The result of a case, by a function of its element type.
pub(crate) fn result(form: &Form, case: &Case) -> Result<Tensor, Without> {
    let met = ElementOperands::of(case);
    let shape = met.shape().map_err(|rule| Without::IllFormed(rule.to_string()))?;
    let [first, rest @ ..] = case.operands() else { return Err(Without::NotAsked("it is a function of operands")) };
    let meeting = || (0..shape.iter().product()).map(|position| met.values_at(position));
    let tensor = |shape: &[usize], values: &[Value]| {
        let bits: Vec<u64> = values.iter().copied().map(Value::bits).collect();
        Tensor::from_bits(first.dtype(), shape, &bits).map_err(|error| Without::IllFormed(error.to_string()))
    };
    match (form, rest) {
        // In one shape they stay as they lie in memory, however they are aligned.
        (Form::Elementwise(of_two), [second]) if first.shape() == second.shape() => of_two(first, second),
        (Form::Elementwise(of_two), [_]) => {
            let operand = |place: usize| meeting().filter_map(|mut values| values.nth(place)).collect::<Vec<_>>();
            of_two(&tensor(shape, &operand(0))?, &tensor(shape, &operand(1))?)
        }
        (Form::Elementwise(_), _) => Err(Without::NotAsked("it is a function of two operands")),
        (Form::Reduction(of_row), _) => {
            let greatest = |row: &[Value]| match row {
                [] => Err(Without::NotAsked("it is a function of at least one element")),
                row => Ok(Value::new(first.dtype(), of_row(&tensor(&[row.len()], row)?)?)),
            };
            let rows = meeting().map(|row| greatest(&row.collect::<Vec<_>>()));
            tensor(shape, &rows.collect::<Result<Vec<_>, _>>()?)
        }
    }
}
