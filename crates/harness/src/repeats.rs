//! Which cases of a plan are looked at more than once, and so cost more than one question. It is known before anything is asked, and
//! depends on all cases of the plan: a shard of them looks at the same.

use std::collections::BTreeSet;
use std::sync::Arc;

use opconform_spec::Case;
use rayon::prelude::*;

use crate::operand_kinds::{Shown, kinds};
use crate::relation_sample::Sample;
use crate::shared_cache::SharedCache;

/// Elements that a case may have, in all its operands, to be asked first.
const LARGEST: usize = 128;

/// The cases that are looked at more than once.
pub(crate) struct Repeats {
    /// Which relations are judged on which cases.
    pub(crate) sample: Sample,
    /// The indices of those that a process is asked first of all, and again at the end.
    pub(crate) first: Vec<usize>,
    /// What a process is heated with: of the cases that are asked first, those of floats.
    pub(crate) heating: Vec<Case>,
}

impl Repeats {
    /// Those of all cases of a plan; what is known of the cases beforehand is not worked out again.
    pub(crate) fn of(cases: &[Case], shared_cache: Option<&SharedCache>) -> Self {
        let (first, sample) =
            rayon::join(|| few_of_every_kind(cases, shared_cache), || Sample::of(cases, shared_cache));
        let is_of_floats = |case: &&Case| case.inputs.iter().any(|input| input.dtype().is_float());
        let heating = first.iter().map(|&index| &cases[index]).filter(is_of_floats).cloned().collect();
        Self { sample, first, heating }
    }

    /// Those of some of the cases, whose indices are these, ascending: counted from the first of them.
    pub(crate) fn within(&self, cases: &[usize]) -> Self {
        let place = |index: &usize| cases.binary_search(index).ok();
        Self {
            sample: self.sample.within(cases),
            first: self.first.iter().filter_map(place).collect(),
            heating: self.heating.clone(),
        }
    }

    /// How many questions a case is at least.
    pub(crate) fn questions(&self, case: usize) -> usize {
        // First of all, in its place, and twice at the end.
        let times = if self.first.binary_search(&case).is_ok() { 4 } else { 1 };
        times + self.sample.at(case).len()
    }
}

/// Of the catalogue's small cases, as many as show of every operator and element type the kinds of operands that meet, in short
/// results and in long ones: their indices, ascending.
fn few_of_every_kind(cases: &[Case], shared_cache: Option<&SharedCache>) -> Vec<usize> {
    let is_small = |case: &Case| case.elements() <= LARGEST;
    let kinds = |case: &Case| match shared_cache {
        Some(shared_cache) => shared_cache.kinds(case, || kinds(case)),
        None => Arc::new(kinds(case)),
    };
    let mut small: Vec<(usize, &Case, Arc<BTreeSet<Shown>>)> = cases
        .par_iter()
        .enumerate()
        .filter(|(_, case)| case.origin.seed.is_none() && is_small(case))
        .map(|(index, case)| (index, case, kinds(case)))
        .collect();
    // What shows many kinds at once leaves few to be shown by others.
    small.sort_by_key(|(index, _, kinds)| (std::cmp::Reverse(kinds.len()), *index));
    let mut shown = BTreeSet::new();
    let mut few: Vec<usize> = Vec::new();
    for (index, case, kinds) in small {
        let mut shows_more = false;
        for kind in kinds.iter() {
            shows_more |= shown.insert((case.operator.qualified(), case.types().name(), kind.clone()));
        }
        if shows_more {
            few.push(index);
        }
    }
    few.sort_unstable();
    few
}
