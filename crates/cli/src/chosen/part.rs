//! What a part of an id says of the cases that have it: only they need be made.

use opconform_spec::Operator;
use opconform_tensor::DType;

/// Whether a case with this part in its id may be of an operator and have an operand of a type. An id begins with both, as
/// `reducemax-13/f32/`; a part of it that does not name the type as a whole may be of any.
pub(crate) fn may_be_of(part: &str, operator: &Operator, dtype: DType) -> bool {
    let mut parts = part.splitn(3, '/');
    let (Some(end), Some(named), Some(_)) =
        (parts.next(), parts.next().and_then(|it| it.parse::<DType>().ok()), parts.next())
    else {
        return true;
    };
    // Behind the operator may stand its operator set.
    let end = end.rsplit_once('-').filter(|(_, set)| is_number(set)).map_or(end, |(end, _)| end);
    named == dtype && (is_number(end) || operator.qualified().to_lowercase().ends_with(end))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use opconform_cases::{Asked, Settings, all, those};
    use opconform_spec::Case;

    use super::*;

    #[test]
    fn no_case_that_has_a_part_is_left_out() {
        let settings = Settings::default();
        let of = |part: &str, cases: &[Case]| -> Vec<String> {
            cases.iter().map(|case| case.id().to_owned()).filter(|id| id.contains(part)).collect()
        };
        let every = all(&settings);
        let telling = ["max/f32/nan", "13/f16/", "-13/bool/", "reducemax-1/f32/s", "/i64/", "numpy.amax/f16/"];
        for part in telling.into_iter().chain(["f32/", "max/mixed/", "max"]) {
            let is_asked = |operator: &Operator, dtype| may_be_of(part, operator, dtype);
            let some = those(&settings, Asked::of(&is_asked));
            assert_eq!(some.len() < every.len(), telling.contains(&part), "{part}");
            let found = of(part, &every);
            assert!(!found.is_empty() && found == of(part, &some), "{part}");
        }
    }
}
