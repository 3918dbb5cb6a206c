//! The bytes that a fuzzer hands over, as cases.
//!
//! The first byte says how the rest is read: 1 is followed by a case as [`encode`] writes it, any other by data for the
//! [generator](crate::generate), 2 for that of arrays that are laid out in memory, 3 for that of layouts that came later, 4 for that of
//! all ways. A corpus may hold both: seeds are encoded cases, what a fuzzer makes up is mostly generated.

use std::sync::LazyLock;

use arbitrary::Unstructured;
use opconform_spec::{Case, Form, OPERATORS, Operator};

use crate::generate;

mod encoded;

/// The first byte of an encoded case.
const ENCODED: u8 = 1;

/// The first byte of data for a case whose arrays are laid out.
const LAID: u8 = 2;

/// The first byte of data for one whose layout came later.
const LAID_LATER: u8 = 3;

/// The first byte of data for one that is put in any of all ways.
const IN_ANY_WAY: u8 = 4;

/// A fuzz target: a family of operators.
#[derive(Debug)]
pub struct Target {
    /// The name, as `cargo fuzz list` has it.
    pub name: &'static str,
    /// What it tries, in a line.
    pub summary: &'static str,
    operators: LazyLock<Vec<&'static Operator>>,
}

/// Every target that tries operators.
pub static TARGETS: [Target; 5] = [
    Target {
        name: "max",
        summary: "ONNX Max and Min: broadcasting, types, operator sets",
        operators: LazyLock::new(|| those(|form| form == Form::OnnxVariadic)),
    },
    Target {
        name: "reduce_max",
        summary: "ONNX ReduceMax and ReduceMin: axes, keepdims, empty sets",
        operators: LazyLock::new(|| those(|form| form == Form::OnnxReduction)),
    },
    Target {
        name: "span_max",
        summary: ".NET's TensorPrimitives: spans of one memory, with every overlap",
        operators: LazyLock::new(|| those(Form::is_of_spans)),
    },
    Target {
        name: "framework_max",
        summary: "Paddle's and NumPy's: axis, out, where, initial",
        operators: LazyLock::new(|| those(|form| form.is_ufunc() || form == Form::Subsequence)),
    },
    Target {
        name: "clip",
        summary: "ONNX Clip: bounds that are inputs, attributes, missing, crossed",
        operators: LazyLock::new(|| those(|form| form == Form::OnnxLimits)),
    },
];

/// The operators that are called in some forms.
fn those(includes: fn(Form) -> bool) -> Vec<&'static Operator> {
    OPERATORS.iter().copied().filter(|operator| includes(operator.form)).collect()
}

impl Target {
    /// The target of this name.
    pub fn named(name: &str) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.name == name)
    }

    /// The target that tries an operator.
    pub fn of(operator: &Operator) -> Option<&'static Self> {
        TARGETS.iter().find(|target| target.operators().contains(&operator))
    }

    /// The operators that it tries.
    pub fn operators(&self) -> &[&'static Operator] {
        &self.operators
    }

    /// The case that bytes stand for; `None` where they are an encoded case cut short.
    pub fn decode(&self, data: &[u8]) -> Option<Case> {
        let operators = self.operators();
        match data.split_first() {
            Some((&ENCODED, rest)) => encoded::read(operators, rest),
            Some((&LAID, rest)) => generate::laid(&mut Unstructured::new(rest), operators).ok(),
            Some((&LAID_LATER, rest)) => generate::laid_later(&mut Unstructured::new(rest), operators).ok(),
            Some((&IN_ANY_WAY, rest)) => generate::in_any_way(&mut Unstructured::new(rest), operators).ok(),
            Some((_, rest)) => generate::case(&mut Unstructured::new(rest), operators).ok(),
            None => generate::case(&mut Unstructured::new(&[]), operators).ok(),
        }
    }

    /// The bytes that stand for a case; `None` where the case is of another target's operator, has more attributes, operands or
    /// axes than the bytes count. What a case publishes of its result is left out.
    pub fn encode(&self, case: &Case) -> Option<Vec<u8>> {
        let mut bytes = vec![ENCODED];
        encoded::write(self.operators(), case, &mut bytes)?;
        Some(bytes)
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::Origin;
    use opconform_tensor::{DType, Tensor};

    use super::*;
    use crate::{Settings, Ways, all};

    #[test]
    fn every_operator_has_one_target() {
        for operator in OPERATORS {
            let targets = TARGETS.iter().filter(|target| target.operators().contains(operator)).count();
            assert_eq!(targets, 1, "{}", operator.qualified());
        }
    }

    #[test]
    fn every_case_of_the_suite_survives_its_bytes() {
        for case in all(&Settings { ways: Ways::All, ..Settings::default() }) {
            let target = Target::of(case.operator).expect("a target");
            let bytes = target.encode(&case).unwrap_or_else(|| panic!("{} has no bytes", case.id()));
            assert_eq!(target.decode(&bytes).expect("a case").id(), case.id());
        }
    }

    #[test]
    fn what_is_made_of_nothing_is_bounded() {
        for (rows, is_read) in [(1_usize << 16, true), ((1 << 16) + 1, false)] {
            let data = Tensor::from_le_bytes(DType::F32, &[rows, 0], &[]).expect("no elements");
            let operator = Operator::named("ReduceMax").expect("an operator");
            let case = Case::new(operator, 20, vec![data], "empty", Origin { source: "test".into(), seed: None });
            let target = Target::of(operator).expect("a target");
            assert_eq!(target.decode(&target.encode(&case).expect("bytes")).is_some(), is_read, "{rows}");
        }
    }

    #[test]
    fn no_bytes_are_refused_but_those_of_a_case_cut_short() {
        let bytes: Vec<u8> = (0..4000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        for target in &TARGETS {
            for start in 0..2000 {
                let data = &bytes[start..start + start % 500];
                assert!(data.first() == Some(&ENCODED) || target.decode(data).is_some());
            }
        }
        let case = all(&Settings::default()).swap_remove(0);
        let target = Target::of(case.operator).expect("a target");
        let whole = target.encode(&case).expect("bytes");
        assert!((1..whole.len()).all(|length| target.decode(&whole[..length]).is_none()));
    }
}
