//! In which operators and element types findings are, in the fewest words that are true of every pair that they name.

use std::collections::BTreeSet;

use opconform_tensor::Types;

use super::types_in_words;
use crate::digest::together;
use crate::model::Finding;
use crate::text::plural;

/// Names of operators, and of element types, that are found in every pair of one and the other.
type Part<'a> = (Vec<&'a str>, Vec<Types>);

/// The most names of operators, or of types, in few words.
const NAMES: usize = 4;
/// The most parts that are told: more are no sentence that is read.
const PARTS: usize = 3;

/// The pairs of operator and element type in which findings are.
pub(crate) struct ShownIn<'a> {
    operators: Vec<&'a str>,
    pairs: BTreeSet<(&'a str, Types)>,
}

impl<'a> ShownIn<'a> {
    /// Those of some findings; the operators are told in this order.
    pub(super) fn of(findings: impl Iterator<Item = &'a Finding>, operators: &[&'a str]) -> Self {
        let pairs: BTreeSet<(&str, Types)> = findings.map(|it| (it.operator.as_str(), it.dtype)).collect();
        let is_in = |operator: &&str| pairs.iter().any(|(name, _)| name == operator);
        Self { operators: operators.iter().copied().filter(is_in).collect(), pairs }
    }

    /// The pairs in words that a line has room for: more names of a kind than a few are counted.
    pub(super) fn in_few_words(&self) -> String {
        let few = |names: &[&str], between: &str, one: &str| match names.len() {
            count if count > NAMES => plural(count as u64, one),
            _ => names.join(between),
        };
        let operators = |names: &[&str]| few(names, ", ", "operator");
        self.told(operators, |types| few(&types_in_words(types.iter().copied()), " ", "type"))
    }

    /// The pairs with names written like this, in the form of fewer names: in a few parts, and else as what each is of one or more of.
    pub(crate) fn told(&self, operators: impl Fn(&[&'a str]) -> String, types: impl Fn(&[Types]) -> String) -> String {
        let names =
            |parts: &Vec<Part>| parts.iter().map(|(operators, types)| operators.len() + types.len()).sum::<usize>();
        match [self.by_operator(), self.by_type()].into_iter().min_by_key(|parts| (parts.len(), names(parts))) {
            Some(parts) if parts.len() <= PARTS => {
                let texts = parts.iter().map(|(names, dtypes)| format!("{} of {}", operators(names), types(dtypes)));
                texts.collect::<Vec<_>>().join("; ")
            }
            _ => format!("{}, each of one or more of {}", operators(&self.operators), types(&self.types())),
        }
    }

    fn types(&self) -> Vec<Types> {
        self.pairs.iter().map(|(_, dtype)| *dtype).collect::<BTreeSet<_>>().into_iter().collect()
    }

    /// The operators that are of the same types, together.
    fn by_operator(&self) -> Vec<Part<'a>> {
        let of = |operator: &str| self.pairs.iter().filter(|(name, _)| *name == operator).map(|(_, it)| *it).collect();
        let parts = together(self.operators.iter().map(|&operator| (operator, of(operator))));
        parts.into_iter().map(|(types, operators): (Vec<Types>, _)| (operators, types)).collect()
    }

    /// The types that are of the same operators, together.
    fn by_type(&self) -> Vec<Part<'a>> {
        let of =
            |dtype: Types| self.operators.iter().copied().filter(|&it| self.pairs.contains(&(it, dtype))).collect();
        together(self.types().into_iter().map(|dtype| (dtype, of(dtype))))
    }
}
