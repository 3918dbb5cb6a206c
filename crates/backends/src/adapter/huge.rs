//! Calls of more elements than a frame holds: an adapter makes the operand of a few elements, and tells a few of the result.

use opconform_protocol::{Places, suite};
use opconform_spec::{Case, Outcome, Way};
use opconform_tensor::Tensor;

use super::{Adapter, AdapterSettings, begin};
use crate::backend::HugeCall;

impl Adapter {
    /// Asks a child of its own, which ends with the call and gives its memory back.
    pub(super) fn ask_huge(&self, call: &HugeCall<'_>) -> Outcome {
        // What takes as long as a runtime may take to load is not stuck.
        let deadline = self.settings.start;
        let settings = AdapterSettings { children: 1, memory: call.memory, ..self.settings.clone() };
        let (mut child, started) = match begin(&settings) {
            Ok(begun) => begun,
            Err(unavailable) => return Outcome::Unsupported(unavailable.to_string()),
        };
        if started != self.started {
            return Outcome::Unsupported("started again, the adapter is another".to_owned());
        }
        let seq = child.next();
        let request = suite::run_huge(seq, &self.with_open_shapes(call.case), call.length, call.places);
        let answer = request.map_err(Into::into).and_then(|request| child.exchange(request, deadline));
        let ran = answer.and_then(|answer| Ok(suite::read_ran(&answer, seq, 1, child.shared())?));
        child.tell_to_stop();
        child.leave();
        match ran {
            Ok(mut ran) => ran.outcomes.swap_remove(0).unwrap_or_else(Outcome::from),
            Err(fault) => fault.into(),
        }
    }

    /// The case, in whose model nothing says how long the operand is.
    fn with_open_shapes(&self, case: &Case) -> Case {
        let way = if self.started.models { Way::Symbols } else { Way::Plain };
        case.clone().with_way(way)
    }
}

/// The places of the result that an outcome has elements of, and the outcome without what says so; as it is, where nothing does.
pub(super) fn placed(call: &HugeCall<'_>, outcome: Outcome) -> (Vec<usize>, Outcome) {
    let due = call.places.to_vec();
    match outcome {
        Outcome::Output(mut tensors) if tensors.len() == 2 => match places(call, &tensors[0], &tensors[1]) {
            Ok(places) => {
                tensors.truncate(1);
                (places, Outcome::Output(tensors))
            }
            Err(why) => (due, Outcome::Malformed(why)),
        },
        outcome => (due, outcome),
    }
}

/// The places of elements, from the tensor that says how long the result is and which they are.
fn places(call: &HugeCall<'_>, elements: &Tensor, told: &Tensor) -> Result<Vec<usize>, String> {
    let Places { length, places } = Places::read(told, elements.len())?;
    if length != call.length {
        return Err(format!("a result of {length} elements, expected {}", call.length));
    }
    match call.places.iter().find(|place| places.binary_search(place).is_err()) {
        Some(missing) => Err(format!("a result without its element {missing}")),
        None => Ok(places),
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{OPERATORS, Origin};
    use opconform_tensor::DType;

    use super::*;

    fn tensor(dtype: DType, numbers: &[u64]) -> Tensor {
        Tensor::from_bits(dtype, &[numbers.len()], numbers).expect("as many numbers")
    }

    #[test]
    fn what_is_told_of_a_result_is_taken_only_where_it_says_which_elements_it_is_of() {
        let case = Case::new(
            OPERATORS[0],
            13,
            vec![tensor(DType::U8, &[1, 9, 9])],
            "huge",
            Origin { source: "test".into(), seed: None },
        );
        let call = HugeCall { case: &case, length: 100, places: &[50, 99], memory: u64::MAX };
        let came = |outcome: Outcome| match placed(&call, outcome) {
            (places, Outcome::Output(tensors)) => (places, format!("{:?}", tensors[0].to_bits())),
            (places, outcome) => (places, format!("{outcome:?}")),
        };
        let told = |elements: &[u64], dtype, numbers: &[u64]| {
            came(Outcome::Output(vec![tensor(DType::U8, elements), tensor(dtype, numbers)]))
        };
        assert_eq!(told(&[1, 9, 9], DType::I64, &[100, 0, 50, 99]), (vec![0, 50, 99], "[1, 9, 9]".to_owned()));
        let refused: [(&[u64], DType, &[u64], &str); 7] = [
            (&[1, 9, 9], DType::U64, &[100, 0, 50, 99], "3 elements, and not as many places"),
            (&[1, 9], DType::I64, &[100, 0, 50, 99], "2 elements, and not as many places"),
            (&[], DType::I64, &[], "0 elements, and not as many places"),
            (&[1, 9, 9], DType::I64, &[99, 0, 50, 98], "a result of 99 elements, expected 100"),
            (&[1, 9, 9], DType::I64, &[100, 50, 50, 99], "places that do not ascend within 100 elements"),
            (&[1, 9, 9], DType::I64, &[100, 50, 99, u64::MAX], "places that do not ascend within 100 elements"),
            (&[1, 9, 9], DType::I64, &[100, 0, 1, 50], "a result without its element 99"),
        ];
        for (elements, dtype, numbers, why) in refused {
            let (places, what) = told(elements, dtype, numbers);
            assert!(places == [50, 99] && what.contains(why), "{what}");
        }
        let reduced = Outcome::Output(vec![tensor(DType::U8, &[9])]);
        assert_eq!(came(reduced), (vec![50, 99], "[9]".to_owned()));
    }
}
