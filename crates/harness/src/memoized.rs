//! A backend that is not asked twice: violations of one cause shrink through the same cases, one after the other.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use opconform_backends::{Backend, Description, Key, MadeOf};
use opconform_spec::{Case, Outcome};

use crate::answer::answers;

/// Elements of a case, in all its operands, whose answer is kept: shrinking is done with larger ones soon.
const LARGEST: usize = 1 << 10;

/// A backend whose answers to small cases are kept. Not for a clause that asks whether the same question has the same answer.
pub(crate) struct Memoized<'a> {
    backend: &'a dyn Backend,
    answers: Mutex<HashMap<Key, Outcome>>,
}

impl<'a> Memoized<'a> {
    pub(crate) fn new(backend: &'a dyn Backend) -> Self {
        Self { backend, answers: Mutex::default() }
    }
}

impl Backend for Memoized<'_> {
    fn describe(&self) -> &Description {
        self.backend.describe()
    }

    fn made_of(&self) -> MadeOf {
        self.backend.made_of()
    }

    fn heat(&self, cases: &[Case]) {
        self.backend.heat(cases);
    }

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        self.backend.fresh()
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.backend.on_one_thread()
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let known = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        let keys: Vec<Option<Key>> = cases.iter().map(|case| is_kept(case).then(|| Key::of(case))).collect();
        let earlier = |key: &Option<Key>| key.as_ref().and_then(|key| known().get(key).cloned());
        let mut outcomes: Vec<Option<Outcome>> = keys.iter().map(earlier).collect();
        let open = cases.iter().zip(&outcomes).filter(|(_, outcome)| outcome.is_none());
        let mut asked = answers(self.backend, &open.map(|(case, _)| case.clone()).collect::<Vec<Case>>()).into_iter();
        let mut answered = |(key, outcome): (Option<Key>, &mut Option<Outcome>)| {
            let answer = outcome.take().or_else(|| asked.next())?;
            if let Some(key) = key {
                known().entry(key).or_insert_with(|| answer.clone());
            }
            Some(answer)
        };
        keys.into_iter().zip(&mut outcomes).filter_map(&mut answered).collect()
    }
}

/// Whether the answer to a case is kept.
pub(crate) fn is_kept(case: &Case) -> bool {
    case.elements() <= LARGEST
}

#[cfg(test)]
mod tests {
    use opconform_backends::Entry;
    use opconform_spec::{Operator, Origin};
    use opconform_tensor::{DType, Tensor};

    use super::*;

    /// Counts what it is asked.
    struct Counting(Box<dyn Backend>, Mutex<usize>);

    impl Backend for Counting {
        fn describe(&self) -> &Description {
            self.0.describe()
        }

        fn made_of(&self) -> MadeOf {
            self.0.made_of()
        }

        fn heat(&self, cases: &[Case]) {
            self.0.heat(cases);
        }

        fn fresh(&self) -> Option<Box<dyn Backend>> {
            self.0.fresh()
        }

        fn on_one_thread(&self) -> Option<&str> {
            self.0.on_one_thread()
        }

        fn run(&self, cases: &[Case]) -> Vec<Outcome> {
            *self.1.lock().expect("the count") += cases.len();
            self.0.run(cases)
        }
    }

    #[test]
    fn a_small_case_is_asked_once_and_a_large_one_every_time() {
        let portable = Entry::named("portable").and_then(|entry| entry.open().ok()).expect("portable");
        let counting = Counting(portable, Mutex::new(0));
        let memoized = Memoized::new(&counting);
        let case = |len: usize, slug: &str| {
            let operand = Tensor::from_bits(DType::U8, &[len], &vec![1; len]).expect("a tensor");
            let origin = Origin { source: "test".into(), seed: None };
            Case::new(Operator::named("max").expect("Max"), 13, vec![operand.clone(), operand], slug, origin)
        };
        for (len, asked) in [(1, 1), (LARGEST, 2)] {
            *counting.1.lock().expect("the count") = 0;
            for slug in ["one", "other"] {
                let outcomes = memoized.run(&[case(len, slug)]);
                let [Outcome::Output(outputs)] = outcomes.as_slice() else { panic!("{outcomes:?}") };
                assert_eq!(outputs[0].len(), len);
            }
            assert_eq!(*counting.1.lock().expect("the count"), asked);
        }
        // Of several cases, those that are not known are asked for, and each answer is of its case.
        *counting.1.lock().expect("the count") = 0;
        for (outcome, len) in memoized.run(&[1, 2, 3].map(|len| case(len, "several"))).iter().zip(1..) {
            let Outcome::Output(outputs) = outcome else { panic!("{outcome:?}") };
            assert_eq!((outputs[0].len(), *counting.1.lock().expect("the count")), (len, 2));
        }
    }
}
