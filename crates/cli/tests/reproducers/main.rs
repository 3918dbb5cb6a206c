//! What is generated to show a departure without this suite: every program of a report, run on the implementation that departed.
//!
//! Each is run twice. As the report has it, it has to show the departure; and with what the implementation really answers in
//! the place of what is allowed, it has to find nothing wrong, so that no program is one that always fails.

mod language;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, thread};

use opconform_backends::{Backend, Entry};
use opconform_cases::{Settings, all, thin};
use opconform_harness::{Plan, run};
use opconform_reproduce::{Expected, Subject, reproduce};
use opconform_spec::Case;

use language::Shelf;

/// The elements of the largest case that is judged: whatever shows on more of them is shrunk.
const ELEMENTS: usize = 256;

/// Of the cases of a kind beyond the first, one in so many is judged.
const SHARE: u64 = 16;

/// How often an answer has to come again before a program is held against it.
const ANSWERS: usize = 8;

/// A program, and what it has to say.
struct Program {
    /// Which one it is, for messages.
    what: String,
    language: String,
    text: String,
    shows: Shows,
}

/// What a program has to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shows {
    Departure,
    NothingWrong,
}

#[test]
#[ignore = "needs other people's implementations: .ci/reproducers fetches them, names them and runs this"]
fn every_program_shows_the_departure_and_finds_nothing_wrong_with_what_was_answered() {
    let names = env::var("OPCONFORM_REPRODUCED").expect("the names of backends, separated by commas");
    let mut programs = Vec::new();
    for name in names.split(',') {
        let entry = Entry::named(name).unwrap_or_else(|| panic!("no backend {name}"));
        let backend = entry.open().unwrap_or_else(|unavailable| panic!("{name}: {unavailable}"));
        let before = programs.len();
        programs.extend(of_backend(backend));
        assert!(programs.len() > before, "{name} has no program: it departs no longer, or nothing reproduces it");
    }
    let shelf = Shelf::of(&programs);
    let failures = each(&programs, |number, program| {
        let (code, said) = shelf.run(number, program);
        let holds = match program.shows {
            Shows::NothingWrong => code == Some(0) && said.starts_with("conforms to "),
            Shows::Departure if code == Some(1) => said.starts_with("departs from "),
            // 2 is that it cannot be tried. What is left is how the implementation itself ends.
            Shows::Departure => !matches!(code, Some(0 | 2)),
        };
        println!(
            "{} {}: {}",
            if holds { "ok  " } else { "FAIL" },
            program.what,
            said.lines().last().unwrap_or_default()
        );
        (!holds).then(|| format!("{}: ended with {code:?}, expected {:?}\n{said}", program.what, program.shows))
    });
    let count = |shows| programs.iter().filter(|program| program.shows == shows).count();
    let (departures, controls) = (count(Shows::Departure), count(Shows::NothingWrong));
    println!("{departures} programs of departures, {controls} of what was answered");
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

/// The programs of a backend's departures, and with each the one that has nothing to find.
fn of_backend(backend: Box<dyn Backend>) -> Vec<Program> {
    let mut cases = all(&Settings { random_cases: 0, ..Settings::default() });
    cases.retain(|case| case.elements() <= ELEMENTS);
    let cases = thin(cases, SHARE);
    let plan = Plan::new(cases, vec![backend]);
    let completed = run(&plan, &|_, _, _| {}, &AtomicBool::new(false));
    let backend = plan.backends[0].as_ref();
    let mut programs = Vec::new();
    for (finding, case) in completed.report.findings.iter().zip(&completed.witnesses) {
        let what = format!("{} {} on {}", finding.clause, case.id(), finding.backend);
        if let Some(why) = &finding.no_reproducer {
            println!("none {what}: {why}");
        }
        for program in &finding.reproducers {
            let (language, text) = (program.language.clone(), program.text.clone());
            programs.push(Program { what: what.clone(), language, text, shows: Shows::Departure });
            match control(backend, case) {
                Ok((language, text)) => {
                    let what = format!("{what}, as answered");
                    programs.push(Program { what, language, text, shows: Shows::NothingWrong });
                }
                Err(why) => println!("none {what}, as answered: {why}"),
            }
        }
    }
    programs
}

/// The program of a case that allows what the backend answers and nothing else; an error says why there is none.
fn control(backend: &dyn Backend, case: &Case) -> Result<(String, String), &'static str> {
    let description = backend.describe();
    let answer = || backend.run(std::slice::from_ref(case)).pop().and_then(|outcome| Expected::exactly(&outcome));
    let answered = answer().ok_or("there is no answer")?;
    // Memory that nobody wrote to is an answer too, and no program finds it again.
    if (0..ANSWERS).any(|_| answer().as_ref() != Some(&answered)) {
        return Err("the answer is not the same twice");
    }
    let subject =
        Subject { name: &description.name, version: &description.version, implementation: description.implementation };
    let program = reproduce(case, &subject, Ok(&answered)).program.map_err(|_| "no program asks for it")?;
    let text = program.as_text().ok_or("the program is no text")?;
    Ok((program.language.to_owned(), text.to_owned()))
}

/// What becomes of each program, on all cores.
fn each(programs: &[Program], run: impl Fn(usize, &Program) -> Option<String> + Sync) -> Vec<String> {
    let (next, failures) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((number, program)) = programs.iter().enumerate().nth(next.fetch_add(1, Ordering::Relaxed)) {
            let failure = run(number, program);
            failures.lock().unwrap_or_else(PoisonError::into_inner).extend(failure);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(work);
        }
    });
    failures.into_inner().unwrap_or_else(PoisonError::into_inner)
}
