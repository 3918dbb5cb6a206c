//! From cases to the clauses that they exercise: every case is in one group, with those of its source that exercise the
//! same clauses.

use std::collections::BTreeMap;

use opconform_report::CaseGroup;
use opconform_spec::{Case, clauses};

use crate::pair_observations::{Place, place, qualified};
use crate::plan::Plan;

/// What the cases of a group have in common.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Shared {
    source: String,
    operator: Place,
    /// Per clause, whether it compared something on some backend.
    exercised: Vec<bool>,
}

#[derive(Clone, Debug)]
struct Group {
    dtypes: Vec<&'static str>,
    /// In the order in which they come up, which is told by the number.
    subjects: BTreeMap<String, usize>,
    cases: u64,
    first: usize,
}

/// The groups of a run.
#[derive(Debug, Default)]
pub(crate) struct Groups(BTreeMap<Shared, Group>);

impl Groups {
    /// Adds the case of this index.
    pub(crate) fn add(&mut self, index: usize, case: &Case, exercised: Vec<bool>) {
        let Some(operator) = place(case.operator) else { return };
        let key = Shared { source: case.origin.source.to_string(), operator, exercised };
        let new = || Group { dtypes: Vec::new(), subjects: BTreeMap::new(), cases: 0, first: index };
        let group = self.0.entry(key).or_insert_with(new);
        let number = group.subjects.len();
        group.subjects.entry(CaseGroup::subject(case.slug())).or_insert(number);
        group.cases += 1;
        if !group.dtypes.contains(&case.types().name()) {
            group.dtypes.push(case.types().name());
        }
    }

    /// The groups in the order of their first cases.
    pub(crate) fn report(&self, plan: &Plan) -> Vec<CaseGroup> {
        let mut groups: Vec<(&Shared, &Group)> = self.0.iter().collect();
        groups.sort_by_key(|(_, group)| group.first);
        let subjects = |group: &Group| {
            let mut subjects: Vec<(&usize, &String)> =
                group.subjects.iter().map(|(name, order)| (order, name)).collect();
            subjects.sort_unstable();
            subjects.into_iter().map(|(_, name)| name.clone()).collect()
        };
        let group = |(key, group): (&Shared, &Group)| CaseGroup {
            source: key.source.clone(),
            operator: qualified(key.operator),
            subjects: subjects(group),
            dtypes: group.dtypes.iter().map(|&dtype| dtype.to_owned()).collect(),
            cases: group.cases,
            example: plan.cases[group.first].id().to_owned(),
            clauses: clauses()
                .zip(&key.exercised)
                .filter(|(_, exercised)| **exercised)
                .map(|(clause, _)| clause.id.to_owned())
                .collect(),
        };
        groups.into_iter().map(group).collect()
    }
}
