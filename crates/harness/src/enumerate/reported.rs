//! A result as a report has it: in rows of what came of which kinds of operands.

use std::collections::BTreeMap;

use opconform_backends::{Choice, Description};
use opconform_exhaust::{Came, Kind, Order};
use opconform_report::{CountedPairs, PairRow, SpecificationPairs};
use opconform_spec::Claim;
use opconform_tensor::Class;

use super::asked::Asked;
use super::counts::Counts;
use super::read::Damage;
use super::result::{Enumeration, Group, Standpoint};

/// What a result has counted, whatever it says of that.
#[derive(Clone, Debug)]
pub struct KeptCounts {
    asked: Asked,
    counts: Counts,
}

impl KeptCounts {
    /// The pairs of a result.
    ///
    /// # Errors
    /// Where the result is of another suite, or no summary of any counts.
    pub fn of(enumeration: &Enumeration) -> Result<Self, Damage> {
        Ok(Self { asked: enumeration.asked.clone(), counts: enumeration.counted()? })
    }

    /// Who was asked what.
    pub fn asked(&self) -> &Asked {
        &self.asked
    }

    /// Whether it is of this backend, in this version.
    pub fn is_of(&self, described: &Description) -> bool {
        let (name, _) = Choice::split(&described.name);
        (self.asked.backend.as_str(), &self.asked.version) == (name, &described.version)
    }

    /// What a report says of it, of a backend that is judged by these.
    pub(crate) fn under(&self, claims: &[Claim]) -> CountedPairs {
        let asked = Asked { claims: claims.to_vec(), ..self.asked.clone() };
        let judged = Enumeration::of(asked, &self.counts, Vec::new());
        let forbidden = judged.forbidden();
        let (rows, usual) = judged.rows();
        let Enumeration { asked, complete, pairs, digest, specifications, .. } = judged;
        CountedPairs {
            operator: asked.operator,
            dtype: asked.dtype,
            range: asked.range,
            assumed: asked.assumed,
            cpu_features: asked.cpu_features,
            complete,
            pairs,
            forbidden,
            digest,
            specifications: specifications.into_iter().filter(|it| it.claimed).map(standpoint).collect(),
            rows,
            usual,
        }
    }
}

impl Enumeration {
    /// What came of which kinds of operands, in rows, and of how many pairs what usually comes, and nothing that is claimed minds: the greater,
    /// or both, which are the same number.
    pub fn rows(&self) -> (Vec<PairRow>, u64) {
        let (usual, others): (Vec<&Group>, Vec<&Group>) = self.cells.iter().partition(|group| is_usual(group));
        (rows(&others), usual.into_iter().map(|group| group.pairs).sum())
    }
}

fn standpoint(of: Standpoint) -> SpecificationPairs {
    SpecificationPairs {
        specification: of.specification,
        allowed: of.allowed,
        open: of.open,
        advised_against: of.should,
        forbidden: of.must,
    }
}

/// Whether the greater operand came, or both, which are the same number, and nothing that is claimed minds.
fn is_usual(group: &Group) -> bool {
    let is_greater = match group.order {
        Order::Same => !group.first.class().is_nan(),
        Order::Less => group.came == Came::Second,
        Order::Greater => group.came == Came::First,
        Order::Unordered | Order::ButForQuiet | Order::ButForSign | Order::ButForBoth => false,
    };
    let is_operand = matches!(group.came, Came::First | Came::Second);
    is_greater && is_operand && group.must.is_empty() && group.should.is_empty()
}

/// Groups of the same kinds of operands of which the same came, together: what is forbidden first, then what is advised against.
fn rows(groups: &[&Group]) -> Vec<PairRow> {
    let mut rows: BTreeMap<([&str; 2], String), PairRow> = BTreeMap::new();
    for group in groups {
        let operands = [group.first, group.second].map(kind);
        let place = group.place.map(|place| format!(", {place}")).unwrap_or_default();
        let came = format!("{}{place}", came(group));
        let row = rows.entry((operands, came.clone())).or_insert_with(|| PairRow {
            operands: operands.map(ToOwned::to_owned),
            came,
            pairs: 0,
            example: group.examples.first().cloned().unwrap_or_default(),
            forbidden_by: Vec::new(),
            advised_against_by: Vec::new(),
        });
        row.pairs += group.pairs;
        for (all, more) in [(&mut row.forbidden_by, &group.must), (&mut row.advised_against_by, &group.should)] {
            all.extend(more.iter().cloned());
            all.sort_unstable();
            all.dedup();
        }
    }
    let mut rows: Vec<PairRow> = rows.into_values().collect();
    rows.sort_by_key(|row| (row.forbidden_by.is_empty(), row.advised_against_by.is_empty()));
    rows
}

/// What an operand is, as far as rows tell it apart.
fn kind(kind: Kind) -> &'static str {
    match kind.class() {
        Class::SignallingNan => "signalling NaN",
        class if class.is_nan() => "NaN",
        class if class.is_float_zero() => "zero",
        class if class.is_subnormal() => "subnormal",
        _ => "number",
    }
}

/// What came, in words that say of an operand what it is to the other.
fn came(group: &Group) -> String {
    let are_nans = [group.first, group.second].map(|operand| operand.class().is_nan());
    let which = match group.came {
        Came::First => 0,
        Came::Second => 1,
        Came::Other { to, .. } if are_nans != [true, true] && to.contains(&Order::ButForQuiet) => {
            return "the NaN, made quiet".to_owned();
        }
        came => return came.to_string(),
    };
    let words = match (group.order, are_nans) {
        (Order::Same, _) => "both, which are the same",
        (Order::Less | Order::Greater, _) if (group.order == Order::Greater) == (which == 0) => "the greater",
        (Order::Less | Order::Greater, _) => "the lesser",
        (_, [true, true]) => return group.came.to_string(),
        (_, are_nans) if are_nans[which] => "the NaN",
        _ => "the number",
    };
    words.to_owned()
}
