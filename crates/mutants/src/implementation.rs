//! The implementation whose steps the faults replace: the rules, the shape, the walk over the operands, the fold of those
//! that meet, the delivery.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{HashMap, HashSet};
use std::ptr::fn_addr_eq;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

use opconform_backends::rules::{Call as Asked, Limits, call};
use opconform_backends::{Backend, Description, MadeOf, run_each};
use opconform_spec::{Case, Claim, Family, Layout, OPERATORS, Outcome};
use opconform_tensor::{DType, Tensor};

use crate::rules::meet::sources;
use crate::rules::sources::{Row, Rows, Source, Sources, length};
use crate::rules::{self, Group};
use crate::sound::SOUND;
use crate::steps::{Call, Lane, Memory, Steps};

/// The name of the implementation without a fault.
const WITHOUT_FAULT: &str = "sound";

/// The implementation without a fault.
pub fn sound() -> Box<dyn Backend> {
    Steps { models: true, ..SOUND }.backend(WITHOUT_FAULT, "no fault", Group::Every)
}

/// What an implementation with a planted fault is meant to be: right by every specification.
fn claims() -> Vec<Claim> {
    Family::SOURCES.map(|family| Claim::family(family, "it is right but for its fault")).into()
}

impl Steps {
    /// These steps as a backend.
    pub(crate) fn backend(&self, name: &str, fault: &str, group: Group) -> Box<dyn Backend> {
        self.backend_claiming(name, fault, group, claims())
    }

    /// These steps as a backend that claims these specifications.
    pub(crate) fn backend_claiming(
        &self,
        name: &str,
        fault: &str,
        group: Group,
        claims: Vec<Claim>,
    ) -> Box<dyn Backend> {
        let description = Description {
            name: name.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            implementation: None,
            claims,
            language: "Rust".to_owned(),
            configuration: vec![fault.to_owned()],
            cpu_features: Vec::new(),
            dtypes: DType::ALL.to_vec(),
            operators: OPERATORS
                .iter()
                .filter(|operator| group.has(operator))
                .map(|operator| operator.qualified().into_owned())
                .collect(),
            models: self.models,
            layouts: if self.models { Layout::ALL.into() } else { Vec::new() },
        };
        self.implementation(group, description)
    }

    fn implementation(self, group: Group, description: Description) -> Box<dyn Backend> {
        Box::new(Implementation { steps: self, group, description, called: Mutex::default() })
    }

    fn run(&self, case: &Case, memory: &mut Memory) -> Outcome {
        // What is read otherwise is another case, and gets the name of one.
        let read = (self.read)(case).map(|read| {
            let way = read.way;
            read.with_way(way)
        });
        match self.result(&Call { case: read.as_ref().unwrap_or(case), memory }) {
            Ok(result) => {
                let outcome = passed_on(case, (self.deliver)(&Call { case, memory }, &result));
                memory.note(result);
                outcome
            }
            Err(message) => Outcome::Rejected(message),
        }
    }

    fn result(&self, call: &Call) -> Result<Tensor, String> {
        let prepared = self.prepared(call.case);
        let prepared = prepared.as_ref().as_ref().map_err(Clone::clone)?;
        let is_computed_as_sound = self.gathers_without_fault() && self.combines_without_fault();
        let sound = || prepared.sound.get_or_init(|| prepared.tensor(&SOUND.computed(call, prepared, None)));
        match is_computed_as_sound.then(sound) {
            Some(sound) if fn_addr_eq(self.fold, SOUND.fold) => sound.clone(),
            // Of an element between bounds, the fold of all three is not the result.
            Some(Ok(sound)) if !rules::has_limits(call.case) => {
                prepared.tensor(&self.computed(call, prepared, Some(sound)))
            }
            _ => prepared.tensor(&self.computed(call, prepared, None)),
        }
    }

    /// The elements of the result; `sound` is the one without a fault, where the fold alone has one.
    fn computed(&self, call: &Call, prepared: &Prepared, sound: Option<&Tensor>) -> Vec<u64> {
        let &Prepared { dtype, length, ref sources, ref operands, ref rows, .. } = prepared;
        let (minimum, ignores_nan) = (rules::is_minimum(call.case), rules::ignores_nan(call.case));
        let mut written = Vec::with_capacity(length);
        let mut start = 0;
        for (position, &Gathered { end, is_kept }) in rows.iter().enumerate() {
            let (sources, operands) = (&sources[start..end], &operands[start..end]);
            start = end;
            let bits = if is_kept {
                operands[0]
            } else {
                let sound = sound.map(|sound| sound.bits_at(position));
                let written = &written;
                (self.fold)(&Lane {
                    call,
                    steps: self,
                    dtype,
                    minimum,
                    ignores_nan,
                    position,
                    length,
                    operands,
                    sources,
                    sound,
                    written,
                })
            };
            written.push(bits & dtype.mask());
        }
        written
    }

    fn prepare(&self, case: &Case, dtype: DType) -> Result<Prepared, String> {
        let asked = call(case)?;
        let Sources { shape, rows } = sources(self, case, &asked)?;
        let inputs: Vec<Vec<u64>> = match &asked {
            // Bounds may be no inputs.
            Asked::Limits(Limits { data, bounds }) => {
                std::iter::once(*data).chain(bounds.iter().flatten().map(AsRef::as_ref)).map(Tensor::to_bits).collect()
            }
            _ => case.inputs.iter().map(Tensor::to_bits).collect(),
        };
        let (length, sound) = (length(&shape)?, OnceCell::new());
        let (sources, operands, gathered) = Default::default();
        let mut prepared = Prepared { dtype, shape, length, sources, operands, rows: gathered, sound };
        match rows {
            Rows::Each(walks) => {
                for position in 0..length {
                    prepared.gather(&inputs, walks.iter().map(|walk| walk[position]).enumerate(), false);
                }
            }
            Rows::Lists(lists) => {
                for row in &lists[..length] {
                    match row {
                        Row::Computed(list) => prepared.gather(&inputs, list.iter().copied(), false),
                        Row::Untouched(source) => prepared.gather(&inputs, [*source].into_iter(), true),
                    }
                }
            }
        }
        Ok(prepared)
    }

    /// What is known of a case before its elements are combined; of steps that find it without a fault, worked out once.
    fn prepared(&self, case: &Case) -> Rc<Result<Prepared, String>> {
        let dtype = match (self.admit)(case) {
            Ok(dtype) => dtype,
            Err(message) => return Rc::new(Err(message)),
        };
        if !self.gathers_without_fault() {
            return Rc::new(self.prepare(case, dtype));
        }
        let key = (case.id().to_owned(), dtype);
        PREPARED.with_borrow_mut(|kept| {
            if kept.len() >= KEPT && !kept.contains_key(&key) {
                kept.clear();
            }
            Rc::clone(kept.entry(key).or_insert_with(|| Rc::new(self.prepare(case, dtype))))
        })
    }

    fn combines_without_fault(&self) -> bool {
        fn_addr_eq(self.key, SOUND.key)
            && fn_addr_eq(self.pair, SOUND.pair)
            && fn_addr_eq(self.limit, SOUND.limit)
            && fn_addr_eq(self.empty, SOUND.empty)
    }

    fn gathers_without_fault(&self) -> bool {
        fn_addr_eq(self.shape, SOUND.shape)
            && fn_addr_eq(self.strides, SOUND.strides)
            && fn_addr_eq(self.apart, SOUND.apart)
    }
}

/// The outcome with the operand that the model of the case passes on behind the result, but where a fault put something there.
fn passed_on(case: &Case, outcome: Outcome) -> Outcome {
    match (outcome, case.passed_on()) {
        (Outcome::Output(mut outputs), Some(operand)) if outputs.len() == 1 => {
            outputs.push(operand.clone());
            Outcome::Output(outputs)
        }
        (outcome, _) => outcome,
    }
}

/// What is known of a case before its elements are combined.
struct Prepared {
    dtype: DType,
    shape: Vec<usize>,
    length: usize,
    /// Where the elements that meet come from, those of one position after those of another.
    sources: Vec<Source>,
    /// Those elements.
    operands: Vec<u64>,
    /// By the position.
    rows: Vec<Gathered>,
    /// The result of steps without a fault, worked out once.
    sound: OnceCell<Result<Tensor, String>>,
}

/// What was gathered for one position of a result.
struct Gathered {
    /// Where it ends among all that was gathered; it begins where that of the position before ends.
    end: usize,
    /// Whether it is one element, which is the result.
    is_kept: bool,
}

impl Prepared {
    fn gather(&mut self, inputs: &[Vec<u64>], sources: impl Iterator<Item = Source>, is_kept: bool) {
        for (input, place) in sources {
            // Beyond its end an input begins again: a wrong stride reads something, and the same on every machine.
            let count = inputs[input].len();
            let place = if place < count { place } else { place % count.max(1) };
            self.sources.push((input, place));
            self.operands.push(inputs[input].get(place).copied().unwrap_or(0));
        }
        self.rows.push(Gathered { end: self.operands.len(), is_kept });
    }

    fn tensor(&self, elements: &[u64]) -> Result<Tensor, String> {
        Tensor::from_bits(self.dtype, &self.shape, elements).map_err(|error| error.to_string())
    }
}

/// The most cases of which that is kept: more than are asked at once.
const KEPT: usize = 128;

/// What is known of cases, by their ids and the types that they are answered in.
type Kept = HashMap<(String, DType), Rc<Result<Prepared, String>>>;

thread_local! {
    /// Many mutants are asked the same batch, one after the other.
    static PREPARED: RefCell<Kept> = RefCell::new(Kept::new());
}

/// Why an operator is not implemented by a mutant.
const NOT_HERE: &str = "another operator: this fault is not about it";

/// Steps under a name. What they remember of earlier calls lasts as long as a batch, but for what was called, so that the outcome of
/// a case does not depend on the threads of a run.
struct Implementation {
    steps: Steps,
    group: Group,
    description: Description,
    /// The operators and element types that were called: it outlasts a batch.
    called: Mutex<HashSet<(Cow<'static, str>, &'static str)>>,
}

impl Backend for Implementation {
    fn describe(&self) -> &Description {
        &self.description
    }

    fn made_of(&self) -> MadeOf {
        MadeOf::ThisProgram
    }

    fn heat(&self, _: &[Case]) {}

    fn fresh(&self) -> Option<Box<dyn Backend>> {
        let Self { steps, group, description, .. } = self;
        Some(steps.implementation(*group, description.clone()))
    }

    fn on_one_thread(&self) -> Option<&str> {
        self.steps.threads.then_some(WITHOUT_FAULT)
    }

    fn run(&self, cases: &[Case]) -> Vec<Outcome> {
        let memory = RefCell::new(Memory::default());
        run_each(cases, |case| {
            if self.group.has(case.operator) {
                let mut memory = memory.borrow_mut();
                let mut called = self.called.lock().unwrap_or_else(PoisonError::into_inner);
                memory.is_first = called.insert((case.operator.qualified(), case.types().name()));
                drop(called);
                self.steps.run(case, &mut memory)
            } else {
                Outcome::Unsupported(NOT_HERE.to_owned())
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MUTANTS;

    #[test]
    fn a_mutant_has_the_steps_of_the_one_without_a_fault_but_for_its_own() {
        let replaced = |steps: &Steps| {
            let kept = [
                fn_addr_eq(steps.read, SOUND.read),
                fn_addr_eq(steps.admit, SOUND.admit),
                fn_addr_eq(steps.fold, SOUND.fold),
                fn_addr_eq(steps.deliver, SOUND.deliver),
                steps.gathers_without_fault(),
                steps.combines_without_fault(),
            ];
            kept.iter().filter(|kept| !**kept).count()
        };
        assert_eq!(replaced(&SOUND), 0);
        let mutants = || MUTANTS.iter().flat_map(|family| family.mutants);
        let of = |count| mutants().filter(move |mutant| replaced(&mutant.steps) == count).map(|mutant| mutant.name);
        // This one admits an overlap, and refuses it once the result is there.
        assert_eq!(of(2).collect::<Vec<_>>(), ["span-refused-too-late"]);
        assert_eq!(of(1).count() + of(2).count(), mutants().count());
    }
}
