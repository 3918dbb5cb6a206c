//! What the rules of the operators come to, element by element: they are those of the kernels' backend, and are computed by steps of which
//! one may have a fault.

use opconform_spec::{Case, Form, NanRule, Operator};

pub(crate) mod meet;
pub(crate) mod sources;
pub(crate) mod stretch;

/// The operators that a fault is about: a mutant implements these alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// Those that take an end of the order.
    All,
    /// Those, and what takes none.
    Every,
    /// Those of one tensor, along axes or of a span.
    Reductions,
    /// Those that are called in these forms.
    Called(&'static [Form]),
}

impl Group {
    pub(crate) fn has(self, operator: &Operator) -> bool {
        match self {
            Self::All => operator.direction().is_some(),
            Self::Every => true,
            Self::Reductions => operator.form.is_reduction(),
            Self::Called(forms) => forms.contains(&operator.form),
        }
    }
}

/// Whether the operator is a minimum.
pub(crate) fn is_minimum(case: &Case) -> bool {
    case.operator.is_minimum()
}

/// Whether the operator passes over NaNs.
pub(crate) fn ignores_nan(case: &Case) -> bool {
    case.operator.nan == NanRule::Ignored
}

/// Whether the operator is a reduction of one tensor.
pub(crate) fn is_reduction(case: &Case) -> bool {
    case.operator.form.is_reduction()
}

/// Whether the operator limits elements by bounds.
pub(crate) fn has_limits(case: &Case) -> bool {
    case.operator.form == Form::OnnxLimits
}

/// Which of these is the lower bound of a case, and which the upper one.
pub(crate) fn bounds(case: &Case, given: &[u64]) -> [Option<u64>; 2] {
    let mut given = given.iter().copied();
    ["min", "max"].map(|name| case.attributes.get(name).and_then(|_| given.next()))
}
