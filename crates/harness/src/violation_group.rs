//! Groups of violations that look alike, before any of them is shrunk.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use opconform_spec::{Case, Conflict, Outcome, Symptom, Witness};
use opconform_tensor::{Class, Tensor, Value};

/// Violations that look alike.
#[derive(Clone, Debug)]
pub(crate) struct ViolationGroup {
    /// The indices of the cases that show it, ascending.
    pub(crate) cases: Vec<usize>,
    /// Elements that show it.
    pub(crate) elements: u64,
    /// The index of the case to shrink, by its rank.
    pub(crate) case: usize,
    /// What the backend did with it, where that was kept.
    pub(crate) outcome: Option<Outcome>,
    /// What is wrong with that.
    pub(crate) witness: Witness,
    /// For a clause that compares two cases, the index of the other one, and what was found there.
    pub(crate) other: Option<(usize, Value)>,
    /// The readings by which the shape of each of these answers would be right.
    pub(crate) readings: BTreeSet<String>,
    /// How `case` ranks among those that show it.
    pub(crate) rank: Rank,
}

/// How good a case is to shrink: the less, the better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Rank {
    /// Whether an operand has no elements: what shows with elements too has nothing to do with that there are none.
    has_empty: bool,
    is_random: bool,
    elements: usize,
    index: usize,
}

/// The rank of the case of an index.
pub(crate) fn rank(case: &Case, index: usize) -> Rank {
    let has_empty = case.operands().iter().any(Tensor::is_empty);
    Rank { has_empty, is_random: case.origin.seed.is_some(), elements: case.elements(), index }
}

/// What makes two violations look alike.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Likeness {
    /// The index of the clause.
    pub(crate) clause: usize,
    operator: Cow<'static, str>,
    dtype: &'static str,
    operands: Vec<Class>,
    found: Option<Class>,
    /// The output at fault, where the operator has several.
    output: Option<&'static str>,
    /// Of what is wrong with the whole answer, the kind.
    whole: Option<(&'static str, String)>,
}

impl Likeness {
    /// What a violation of the clause of this index has in common with its like.
    pub(crate) fn new(case: &Case, clause: usize, witness: &Witness) -> Self {
        let (mut operands, found) = witness.classes();
        if operands.len() > 2 {
            operands.sort_unstable();
            operands.dedup();
        }
        let (output, whole) = (witness.output, whole(witness));
        Self { clause, operator: case.operator.qualified(), dtype: case.types().name(), operands, found, output, whole }
    }
}

/// The elements of operands up to which a case is small.
const SMALL: usize = 64;

/// The groups of violations of one backend, in a fixed order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ViolationGroups(pub(crate) BTreeMap<Likeness, ViolationGroup>);

impl ViolationGroups {
    /// Those that tell how many causes there are, in little time: one of those that differ in their element type alone, the first
    /// to shrink, since what a type adds to a departure is where else it shows; and of those the small ones, or else the first.
    pub(crate) fn telling(self) -> Self {
        let mut first: BTreeMap<Likeness, (Likeness, ViolationGroup)> = BTreeMap::new();
        for (key, group) in self.0 {
            let alike = Likeness { dtype: "", ..key.clone() };
            if first.get(&alike).is_none_or(|(_, known)| group.rank < known.rank) {
                first.insert(alike, (key, group));
            }
        }
        let is_small = |group: &ViolationGroup| group.rank.elements <= SMALL;
        let least = first.values().map(|(_, group)| group.rank).min();
        Self(first.into_values().filter(|(_, group)| is_small(group) || Some(group.rank) == least).collect())
    }

    pub(crate) fn add(
        &mut self,
        cases: &[Case],
        index: usize,
        clause: usize,
        witness: &Witness,
        outcome: Option<&Outcome>,
    ) {
        self.insert(cases, index, Likeness::new(&cases[index], clause, witness), witness, outcome, None);
    }

    pub(crate) fn add_conflict(
        &mut self,
        cases: &[Case],
        index: usize,
        clause: usize,
        conflict: &Conflict,
        outcome: Option<&Outcome>,
    ) {
        let dtype = conflict.operands[0].dtype();
        let witness = Witness {
            output: cases[index].operator.result.name,
            position: Some(conflict.second.position),
            operands: conflict.operands.to_vec(),
            found: Some(Value::new(dtype, conflict.second.bits)),
            symptom: format!("elsewhere the same operands gave {}", Value::new(dtype, conflict.first.bits)).into(),
            count: conflict.count,
        };
        let other = (conflict.first.case, Value::new(dtype, conflict.first.bits));
        self.insert(cases, index, Likeness::new(&cases[index], clause, &witness), &witness, outcome, Some(other));
    }

    fn insert(
        &mut self,
        cases: &[Case],
        index: usize,
        key: Likeness,
        witness: &Witness,
        outcome: Option<&Outcome>,
        other: Option<(usize, Value)>,
    ) {
        let rank = rank(&cases[index], index);
        let readings = match &witness.symptom {
            Symptom::Shape { readings, .. } => readings.clone(),
            _ => BTreeSet::new(),
        };
        let new = || ViolationGroup {
            cases: Vec::new(),
            elements: 0,
            case: index,
            outcome: outcome.cloned(),
            witness: witness.clone(),
            other,
            readings: readings.clone(),
            rank,
        };
        let group = self.0.entry(key).or_insert_with(new);
        group.readings.retain(|reading| readings.contains(reading));
        if rank < group.rank {
            let ViolationGroup { cases, elements, readings, .. } = std::mem::replace(group, new());
            *group = ViolationGroup { cases, elements, readings, ..new() };
        }
        // Operands that conflict in several bits are several conflicts of one case.
        if group.cases.last() != Some(&index) {
            group.cases.push(index);
        }
        group.elements += witness.count;
    }
}

/// What the faults of whole answers have in common with their like; of an element its operands and result say it.
pub(crate) fn whole(witness: &Witness) -> Option<(&'static str, String)> {
    witness.position.is_none().then(|| witness.symptom.kind())
}
