//! Every relation catches a planted fault and holds of a right implementation; and none goes beyond what a profile decides.

mod common;
mod relations {
    pub(crate) mod implementation;
    pub(crate) mod plants;
}

use std::cell::Cell;

use common::{bits, case, tensor};
use opconform_spec::{
    Attribute, Case, Circumstance, Clause, Decision, Facts, How, Operator, Oracle, Origin, Outcome, PROFILES, Scope,
    Trial, Verdict, clauses, relate, same_in,
};
use opconform_tensor::{DType, Tensor, Value};
use relations::implementation::{Element, answer, right};
use relations::plants::{Plant, plants};

fn operator(name: &str) -> &'static Operator {
    Operator::named(name).expect("an operator")
}

fn new(name: &str, opset: u32, inputs: Vec<Tensor>, attributes: &[(&str, Attribute)]) -> Case {
    let origin = Origin { source: "test".into(), seed: None };
    let attributes = attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Case::new(operator(name), opset, inputs, "test", origin).with_attributes(attributes)
}

fn ints(values: &[i64]) -> Attribute {
    Attribute::Ints(values.to_vec())
}

/// A tensor of values by their names.
fn values(dtype: DType, shape: &[usize], names: &[&str]) -> Tensor {
    tensor(dtype, shape, &names.iter().map(|name| bits(dtype, name)).collect::<Vec<_>>())
}

/// What a clause says of an implementation on a case.
fn decide(clause: &str, case: &Case, ask: &mut dyn FnMut(&Case) -> Outcome) -> Decision {
    let outcome = ask(case);
    let facts = Facts::new(case);
    let (trial, scope) = (Trial::new(&facts, &outcome), Scope::of(&facts, PROFILES));
    relate(Clause::named(clause).expect("a clause"), &trial, &scope, ask)
}

fn violates(decision: &Decision) -> bool {
    decision.is_violation()
}

#[test]
fn every_relation_catches_its_plants_and_holds_of_a_right_implementation() {
    let mut caught: Vec<&str> = Vec::new();
    // Those of Max.
    for dtype in DType::ALL.into_iter().filter(|dtype| *dtype != DType::Bool && !dtype.is_float8()) {
        for Plant { clause, case, fault } in plants(dtype) {
            let name = format!("{clause} {}", case.id());
            let found = decide(clause, &case, &mut |case| answer(case, &*fault));
            assert!(violates(&found) && found.compared > 0, "{name}: {found:?}");
            let held = decide(clause, &case, &mut |case| answer(case, &right));
            assert!(matches!(held.verdict, Verdict::Conforms) && held.compared > 0, "{name}: {held:?}");
            caught.push(clause);
        }
    }
    let relations = clauses().filter(|clause| matches!(clause.oracle, Oracle::Metamorphic(_))).map(|clause| clause.id);
    for id in relations.filter(|id| *id != "DET-RUN") {
        assert!(caught.contains(&id), "{id} has no plant");
    }
}

/// Cases of every operator, on special values, well formed all of them.
fn special(dtype: DType) -> Vec<Case> {
    let floats =
        ["nan1", "-0.0", "0.0", "inf", "-inf", "min_subnormal", "snan", "-1.0", "max_finite", "1.0", "nan2", "0.0"];
    let integers = ["0", "max", "0", "1", "2", "max", "5", "0", "3", "1", "0", "2"];
    let truths = ["true", "false"].repeat(6).try_into().expect("twelve");
    // Without infinities and payloads.
    let without = floats.map(|name| match name {
        "inf" => "max_finite",
        "-inf" => "-max_finite",
        "nan1" | "snan" => "nan",
        "nan2" => "-nan",
        name => name,
    });
    let names = match dtype.float() {
        _ if dtype == DType::Bool => truths,
        Some(float) if float.infinity().is_none() => without,
        Some(_) => floats,
        None => integers,
    };
    let tensor = |shape: &[usize], turn: usize| {
        let count = shape.iter().product::<usize>();
        let names: Vec<&str> = (0..count).map(|at| names[(at + turn) % names.len()]).collect();
        values(dtype, shape, &names)
    };
    let axes = Tensor::from_elements(&[1], &[-1_i64]).expect("a tensor");
    let mut cases = vec![
        new("Max", 13, vec![tensor(&[12], 0), tensor(&[12], 5)], &[]),
        new("Min", 13, vec![tensor(&[3, 4], 0), tensor(&[4], 7), tensor(&[3, 1], 2)], &[]),
        new("Max", 8, vec![tensor(&[12], 0), tensor(&[1], 0), tensor(&[1], 1), tensor(&[12], 3)], &[]),
        new("ReduceMax", 13, vec![tensor(&[3, 4], 0)], &[("axes", ints(&[0]))]),
        new("ReduceMin", 18, vec![tensor(&[2, 3, 2], 1), axes], &[("keepdims", Attribute::Int(0))]),
        new("ReduceMax", 20, vec![tensor(&[2, 3, 2], 1)], &[]),
        new("dotnet.SpanMaxReduce", 1, vec![tensor(&[12], 0)], &[("x", ints(&[1, 10]))]),
        new("dotnet.SpanMinReduce", 1, vec![tensor(&[12], 3)], &[("x", ints(&[6, 5]))]),
        new(
            "dotnet.SpanMax",
            1,
            vec![tensor(&[12], 0)],
            &[("x", ints(&[0, 4])), ("y", ints(&[4, 4])), ("destination", ints(&[8, 4]))],
        ),
        new("paddle.maximum", 1, vec![tensor(&[3, 4], 0), tensor(&[3], 2)], &[("axis", Attribute::Int(0))]),
    ];
    for name in ["maximum", "minimum", "fmax", "fmin"] {
        cases.push(new(&format!("numpy.{name}"), 1, vec![tensor(&[3, 4], 0), tensor(&[4], 7)], &[]));
    }
    for name in ["amax", "amin", "nanmax", "nanmin"] {
        cases.push(new(&format!("numpy.{name}"), 1, vec![tensor(&[3, 4], 0)], &[("axis", ints(&[-1]))]));
    }
    cases.retain(|case| {
        (case.operator.types)(case.operator.version_at(case.opset).expect("a version")).contains(&dtype)
    });
    cases
}

#[test]
fn a_right_implementation_breaks_no_relation_whatever_the_latitudes_that_it_takes() {
    let freely = |case: &Case, operands: &[u64]| {
        let dtype = case.inputs[0].dtype();
        let result = right(case, operands);
        let class = Value::new(dtype, result).class();
        // Another NaN, and the zero of the last operand that is one.
        if class.is_nan() {
            return bits(dtype, if operands.len().is_multiple_of(2) { "nan" } else { "-nan" });
        }
        let zero = |bits: &&u64| Value::new(dtype, **bits).class().is_float_zero();
        if class.is_float_zero() { *operands.iter().rev().find(zero).expect("a zero") } else { result }
    };
    let implementations: [&Element; 2] = [&right, &freely];
    let mut compared = 0;
    for dtype in DType::ALL {
        for case in special(dtype) {
            for element in implementations {
                for clause in clauses().filter(|clause| matches!(clause.oracle, Oracle::Metamorphic(_))) {
                    let decision = decide(clause.id, &case, &mut |case| answer(case, element));
                    assert!(!violates(&decision), "{} {}: {decision:?}", clause.id, case.id());
                    compared += decision.compared;
                }
            }
        }
    }
    assert!(compared > 5000, "{compared}");
}

#[test]
fn what_no_profile_decides_is_not_judged() {
    // `maxps`: the second operand where one is a NaN. ONNX names no NaN; SONNX, IEEE 754 and NumPy do.
    let second_if_unordered = |case: &Case, operands: &[u64]| {
        let dtype = case.inputs[0].dtype();
        match operands {
            [a, b] if [a, b].iter().any(|bits| Value::new(dtype, **bits).class().is_nan()) => *b,
            _ => right(case, operands),
        }
    };
    let at = |opset| {
        let case = case(opset, vec![values(DType::F32, &[1], &["nan"]), values(DType::F32, &[1], &["1.0"])]);
        decide("REL-COMMUTES", &case, &mut |case| answer(case, &second_if_unordered))
    };
    assert!(violates(&at(13)));
    assert!(matches!(at(8).verdict, Verdict::NotApplicable) && at(8).compared == 0);
}

/// What is shown as wrong is shown with the operands that gave it, whichever of the two cases that was.
#[test]
fn a_result_that_depends_on_the_order_is_shown_in_the_order_that_gave_it() {
    let second_if_unordered = |case: &Case, operands: &[u64]| match operands {
        [a, b] if Value::new(case.inputs[0].dtype(), *a).class().is_nan() => *b,
        _ => right(case, operands),
    };
    for names in [["nan", "1.0"], ["1.0", "nan"]] {
        let case = new("numpy.maximum", 1, names.map(|name| values(DType::F32, &[1], &[name])).to_vec(), &[]);
        let decision = decide("REL-COMMUTES", &case, &mut |case| answer(case, &second_if_unordered));
        let Verdict::Violates(witness) = decision.verdict else { panic!("{names:?}: {decision:?}") };
        let shown = witness.operands.iter().map(|operand| operand.bits()).collect::<Vec<_>>();
        assert_eq!(shown, ["nan", "1.0"].map(|name| bits(DType::F32, name)), "{names:?}");
        assert_eq!(witness.found.map(Value::bits), Some(bits(DType::F32, "1.0")), "{names:?}");
    }
}

#[test]
fn a_related_case_that_is_not_answered() {
    let case = new("Max", 13, vec![values(DType::F32, &[2], &["1.0", "2.0"]), values(DType::F32, &[1], &["0.0"])], &[]);
    let related = |other: Outcome| {
        let mut first = true;
        decide("REL-COMMUTES", &case, &mut |case| {
            if std::mem::take(&mut first) { answer(case, &right) } else { other.clone() }
        })
    };
    // That is judged in that case, by the clauses that speak of it.
    for other in [
        Outcome::Crashed("signal 11".to_owned().into()),
        Outcome::TimedOut(std::time::Duration::from_secs(3)),
        Outcome::Malformed("half".into()),
        Outcome::Rejected("no".into()),
        Outcome::Unsupported("no".into()),
        Outcome::Output(vec![values(DType::F32, &[1], &["1.0"])]),
        Outcome::Output(vec![]),
    ] {
        assert!(matches!(related(other.clone()).verdict, Verdict::NotApplicable), "{other:?}");
    }
    // Another operator may be missing.
    let negation = decide("REL-NEGATION", &case, &mut |case| match case.operator.name {
        "Max" => answer(case, &right),
        _ => Outcome::Rejected("what is that?".into()),
    });
    assert!(matches!(negation.verdict, Verdict::NotApplicable));
}

/// Of an operator that is right nothing is said, whatever another one makes of its elements; of one that is wrong, its own
/// result.
#[test]
fn the_operator_at_fault_is_blamed_and_no_other() {
    let row = |names: &[&str]| values(DType::F32, &[names.len()], names);
    let [one, two, nan] = ["1.0", "2.0", "nan"].map(|name| bits(DType::F32, name));
    for (clause, case, other) in [
        ("REL-NEGATION", new("Max", 13, vec![row(&["2.0"]), row(&["1.0"])], &[]), "Min"),
        ("REL-FOLD", new("ReduceMax", 13, vec![row(&["2.0", "1.0"])], &[("axes", ints(&[0]))]), "Max"),
        ("REL-FOLD", new("numpy.nanmax", 1, vec![row(&["nan", "2.0"])], &[]), "fmax"),
        (
            "REL-REDUCE-ALL",
            new("dotnet.SpanMaxReduce", 1, vec![row(&["2.0", "1.0"])], &[("x", ints(&[0, 2]))]),
            "ReduceMax",
        ),
    ] {
        let own = case.operator.name;
        for faulty in [other, own] {
            let wrong = |case: &Case, operands: &[u64]| match right(case, operands) {
                found if found == two && operands.contains(&nan) => nan,
                found if found == two => one,
                found if found == two | 1 << 31 => one | 1 << 31,
                found => found,
            };
            let decision = decide(clause, &case, &mut |case| {
                answer(case, &|case, operands| {
                    if case.operator.name == faulty { wrong(case, operands) } else { right(case, operands) }
                })
            });
            if faulty == other {
                assert!(!violates(&decision), "{clause} blames {own} for {other}: {decision:?}");
                continue;
            }
            let Verdict::Violates(witness) = &decision.verdict else { panic!("{clause}, {own}: {decision:?}") };
            let found = witness.found.expect("an element").bits();
            assert!(found == one || found == nan, "{clause}, {own}: {witness:?}");
        }
    }
}

/// Where the operator is right on the case and wrong on one made of it, the wrong result is shown, and not the right one.
#[test]
fn the_wrong_one_of_two_results_is_shown() {
    let case = new("Max", 13, vec![values(DType::F32, &[1], &["1.0"]), values(DType::F32, &[1], &["0.5"])], &[]);
    let raised = |case: &Case| case.inputs[0].value(0).bits() != bits(DType::F32, "1.0");
    let with_itself = |case: &Case| case.inputs[0].value(0) == case.inputs[1].value(0);
    for (clause, is_related) in [("REL-MONOTONE", raised as fn(&Case) -> bool), ("REL-IDEMPOTENT", with_itself)] {
        let decision = decide(clause, &case, &mut |case| {
            answer(case, &|case, operands| if is_related(case) { 0 } else { right(case, operands) })
        });
        let Verdict::Violates(witness) = &decision.verdict else { panic!("{clause}: {decision:?}") };
        assert_eq!(witness.found.map(Value::bits), Some(0), "{clause}: {witness:?}");
        assert!(witness.symptom.to_string().ends_with(", where 1.0 is right"), "{clause}: {}", witness.symptom);
    }
}

/// What an element is that `where` does not select, and no `out` has, nothing says: it may be another one each time.
#[test]
fn an_element_that_nothing_specifies_may_change() {
    let mask = tensor(DType::Bool, &[2], &[0, 1]);
    let operands = [["1.0", "2.0"], ["2.0", "1.0"]].map(|names| values(DType::F32, &[2], &names));
    let case = new("numpy.maximum", 1, [operands.as_slice(), &[mask]].concat(), &[("where", Attribute::Int(2))]);
    let garbage = Cell::new(0);
    let two = bits(DType::F32, "2.0");
    for (selected, violated) in [([two, two], false), ([two, 0], true)] {
        garbage.set(0);
        let mut ask = |_: &Case| {
            garbage.set(garbage.get() + 1);
            let selected = selected[garbage.get() as usize - 1];
            Outcome::Output(vec![tensor(DType::F32, &[2], &[garbage.get(), selected])])
        };
        let decision = decide("DET-RUN", &case, &mut ask);
        assert_eq!((violates(&decision), decision.compared), (violated, 1), "{decision:?}");
        garbage.set(0);
        let (one, other) = (ask(&case), ask(&case));
        let facts = Facts::new(&case);
        for circumstance in [Circumstance::Threads, Circumstance::Warmth] {
            let same =
                same_in(circumstance, &Trial::new(&facts, &one), &Scope::of(&facts, PROFILES), &other, How::Again);
            let (_, decision) = same.expect("a clause of the circumstance");
            assert_eq!((violates(&decision), decision.compared), (violated, 1), "{decision:?}");
        }
    }
}

#[test]
fn the_same_input_that_gives_other_bits_again_is_seen_in_every_kind_of_answer() {
    for dtype in DType::ALL {
        for case in special(dtype) {
            let asked = Cell::new(0);
            let forgetful = |first: Outcome, then: Outcome| {
                asked.set(0);
                decide("DET-RUN", &case, &mut |_| {
                    asked.set(asked.get() + 1);
                    if asked.get() == 1 { first.clone() } else { then.clone() }
                })
            };
            let Outcome::Output(outputs) = answer(&case, &right) else { panic!("{} is well formed", case.id()) };
            let mut bits = outputs[0].to_bits();
            bits[0] ^= 1;
            let other = tensor(dtype, outputs[0].shape(), &bits);
            let output = || Outcome::Output(outputs.clone());
            let rejected = |why: &str| Outcome::Rejected(why.to_owned());
            let seen = forgetful(output(), Outcome::Output(vec![other]));
            let Verdict::Violates(witness) = &seen.verdict else { panic!("{}: {seen:?}", case.id()) };
            assert_eq!((witness.position, witness.count), (Some(0), 1));
            assert!(violates(&forgetful(output(), rejected("no"))));
            assert!(violates(&forgetful(rejected("no"), output())));
            assert!(violates(&forgetful(output(), Outcome::Output(vec![]))));
            assert!(violates(&forgetful(output(), Outcome::Crashed("signal 11".to_owned().into()))));
            assert!(!violates(&forgetful(rejected("no"), rejected("no, again"))));
            let same = forgetful(output(), output());
            assert!(!violates(&same) && same.compared == outputs[0].len() as u64);
        }
    }
}

#[test]
fn other_bits_on_one_thread_are_seen() {
    let case =
        new("Max", 13, vec![values(DType::F32, &[2], &["0.0", "nan1"]), values(DType::F32, &[1], &["-0.0"])], &[]);
    let facts = Facts::new(&case);
    let scope = Scope::of(&facts, PROFILES);
    let outcome = |names: &[&str]| Outcome::Output(vec![values(DType::F32, &[2], names)]);
    let decide = |threaded: &Outcome, one: &Outcome| {
        same_in(Circumstance::Threads, &Trial::new(&facts, threaded), &scope, one, How::OnOneThread)
            .expect("a clause on threads")
            .1
    };
    for (one, violated) in [(["0.0", "nan1"], false), (["-0.0", "nan1"], true), (["0.0", "nan2"], true)] {
        let decision = decide(&outcome(&["0.0", "nan1"]), &outcome(&one));
        assert_eq!((violates(&decision), decision.compared), (violated, 2), "{one:?}");
    }
}
