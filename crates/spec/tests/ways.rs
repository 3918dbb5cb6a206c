//! What is asked of a NaN that comes through Cast: that it is one, and by nobody which; of one that goes into Relu nothing; and of an
//! operand that is an output, too, that it comes out as it went in.

use opconform_spec::{
    Case, Clause, Facts, Operator, Origin, Outcome, PROFILES, Profile, Scope, Trial, Verdict, Way, clauses, judge,
    reference, relate,
};
use opconform_tensor::{DType, Tensor};

const NAN: u64 = 0x7fc0_0001;
const INFINITY: u64 = 0x7f80_0000;
const OTHER_NAN: u64 = 0xffc0_0000;
const ONE: u64 = 0x3f80_0000;

fn row(bits: &[u64]) -> Tensor {
    Tensor::from_bits(DType::F32, &[bits.len()], bits).expect("a tensor")
}

/// The maximum of a NaN and 1, and of 1 and 0.
fn put(way: Way) -> Case {
    let operator = Operator::named("Max").expect("Max");
    let origin = Origin { source: "test".into(), seed: None };
    let case = Case::new(operator, operator.newest(), vec![row(&[NAN, ONE]), row(&[ONE, 0])], "nan", origin);
    assert!(way.suits(&case), "{way}");
    case.with_way(way)
}

fn profiles() -> Vec<&'static Profile> {
    PROFILES.to_vec()
}

/// Whether DET-CONTEXT objects to a result for the NaN in a way, where it is `NAN` in the plain one.
fn context_objects(way: Way, found: u64) -> bool {
    context_objects_by(&profiles(), way, found)
}

/// The same by these profiles.
fn context_objects_by(profiles: &[&'static Profile], way: Way, found: u64) -> bool {
    let (case, outcome) = (put(way), Outcome::Output(vec![row(&[found, ONE])]));
    let facts = Facts::new(&case);
    let scope = Scope::of(&facts, profiles);
    let context = Clause::named("DET-CONTEXT").expect("a clause");
    let mut ask = |_: &Case| Outcome::Output(vec![row(&[NAN, ONE])]);
    let decision = relate(context, &Trial::new(&facts, &outcome), &scope, &mut ask);
    assert!(decision.compared > 0, "{way}");
    decision.is_violation()
}

/// The clauses that object to a result for the NaN.
fn objecting(way: Way, found: u64) -> Vec<&'static str> {
    let (case, outcome) = (put(way), Outcome::Output(vec![row(&[found, ONE])]));
    let facts = Facts::new(&case);
    let judged = judge(&Trial::new(&facts, &outcome), &Scope::of(&facts, &profiles()));
    let objects = |(clause, decision): (&'static Clause, _)| match decision {
        Verdict::Violates(_) => Some(clause.id),
        _ => None,
    };
    clauses().zip(judged.into_iter().map(|decision| decision.verdict)).filter_map(objects).collect()
}

#[test]
fn which_nan_comes_out_of_a_cast_is_nobodys_to_say() {
    assert!(context_objects(Way::Identity, OTHER_NAN));
    assert!(!context_objects(Way::Cast, OTHER_NAN));
    assert!(objecting(Way::Identity, OTHER_NAN).iter().any(|id| id.starts_with("NET-")));
    assert_eq!(objecting(Way::Cast, OTHER_NAN), [""; 0]);
}

#[test]
fn that_it_is_one_is_asked_as_in_every_way() {
    for way in [Way::Identity, Way::Cast] {
        assert!(objecting(way, ONE).contains(&"SONNX-MAX-NAN"), "{way}");
    }
}

#[test]
fn which_operand_comes_out_of_two_selections_is_nobodys_to_say_and_that_a_nan_does_is_asked() {
    for way in [Way::Again, Way::Clip] {
        assert!(!objecting(way, OTHER_NAN).contains(&"SONNX-MAX-NAN"), "{way}");
        assert!(objecting(way, ONE).contains(&"SONNX-MAX-NAN"), "{way}");
    }
    // Who leaves a NaN open in either of two operators may have the bound of the second.
    let onnx = |way: Way| objecting(way, INFINITY).iter().any(|id| id.starts_with("ONNX-"));
    assert!(onnx(Way::Again) && !onnx(Way::Clip));
    // The second operand where one is a NaN, or both are zeros: of the result and the first operand it is the other one.
    let open = [Profile::named("onnx-13").expect("a profile")];
    assert!(context_objects_by(&open, Way::Identity, ONE) && !context_objects_by(&open, Way::Again, ONE));
}

#[test]
fn who_speaks_of_the_bits_of_nans_is_silent_where_a_cast_may_change_them() {
    let speaking = |case: &Case| -> Vec<&str> {
        let facts = Facts::new(case);
        Scope::of(&facts, &profiles()).profiles().iter().map(|profile| profile.name).collect()
    };
    let (nan, numbers) = (put(Way::Cast), put(Way::Cast).with_inputs(vec![row(&[ONE, ONE]), row(&[ONE, 0])]));
    assert!(!nan.keeps_nans() && numbers.keeps_nans() && put(Way::Identity).keeps_nans());
    assert!(speaking(&nan).contains(&"sonnx") && speaking(&nan).contains(&"onnx-13"));
    assert!(!speaking(&nan).contains(&"ieee754-2019") && speaking(&numbers).contains(&"ieee754-2019"));
}

/// The outputs of a case that are due.
fn due(case: &Case) -> Vec<Tensor> {
    match reference(case) {
        Outcome::Output(outputs) => outputs,
        other => panic!("{other:?}"),
    }
}

/// The clauses that object to an outcome of a case, those that ask for the plain one included.
fn all_objecting(case: &Case, outcome: &Outcome) -> Vec<&'static str> {
    let facts = Facts::new(case);
    let (scope, trial) = (Scope::of(&facts, &profiles()), Trial::new(&facts, outcome));
    let judged = judge(&trial, &scope);
    let alone = clauses().zip(&judged).filter(|(_, decision)| decision.is_violation()).map(|(clause, _)| clause.id);
    let mut ask = |case: &Case| reference(case);
    let context = Clause::named("DET-CONTEXT").expect("a clause");
    let related = relate(context, &trial, &scope, &mut ask).is_violation().then_some(context.id);
    alone.chain(related).collect()
}

#[test]
fn what_relu_makes_of_a_nan_is_open_and_of_numbers_is_not() {
    let origin = Origin { source: "test".into(), seed: None };
    let operator = Operator::named("Max").expect("Max");
    let case = Case::new(operator, operator.newest(), vec![row(&[NAN, ONE]), row(&[ONE, 0])], "nan", origin);
    assert!(Way::Relu.suits(&case));
    let case = case.with_way(Way::Relu);
    let given = |bits: &[u64]| all_objecting(&case, &Outcome::Output(vec![row(bits)]));
    for open in [NAN, OTHER_NAN, 0, ONE, INFINITY] {
        assert_eq!(given(&[open, ONE]), [""; 0], "{open:#x}");
    }
    assert!(given(&[NAN, 0]).iter().any(|id| id.starts_with("ONNX-")));
    let facts = Facts::new(&case);
    for profile in Scope::of(&facts, &profiles()).profiles() {
        assert!(profile.element_set(&facts, 0).gap().is_some_and(|gap| gap.contains("Relu")), "{}", profile.name);
        assert_eq!(profile.element_set(&facts, 1).gap(), None, "{}", profile.name);
    }
    // A NaN alone is no reason to put it so: every element of the result is to be open or above zero.
    let below = case.with_way(Way::Plain).with_inputs(vec![row(&[NAN, ONE]), row(&[0xbf80_0000, 0])]);
    assert!(!Way::Relu.suits(&below));
}

#[test]
fn an_operand_that_is_passed_on_comes_out_as_it_went_in() {
    let case = put(Way::PassedOn);
    assert_eq!(due(&case).len(), 2);
    let given = |outputs: Vec<Tensor>| all_objecting(&case, &Outcome::Output(outputs));
    let result = row(&[NAN, ONE]);
    assert_eq!(given(vec![result.clone(), row(&[NAN, ONE])]), [""; 0]);
    // Another number breaks what each document says of a maximum, of one element; another NaN is for the plain model to say.
    let overwritten = given(vec![result.clone(), row(&[NAN, INFINITY])]);
    assert!(overwritten.iter().any(|id| id.starts_with("ONNX-")), "{overwritten:?}");
    assert!(given(vec![result.clone(), row(&[OTHER_NAN, ONE])]).contains(&"DET-CONTEXT"));
    assert!(given(vec![row(&[NAN, INFINITY]), row(&[NAN, ONE])]).iter().any(|id| id.starts_with("ONNX-")));
    // Of one that is not told nothing is said.
    assert_eq!(given(vec![result.clone()]), [""; 0]);
    for outputs in [vec![], vec![result.clone(), result.clone(), result]] {
        assert!(given(outputs).contains(&"ROBUST-ANSWER"));
    }
}

/// Where the operands have the shape of the result, a formula that goes through all of them is asked of the result alone.
#[test]
fn an_operand_that_is_passed_on_is_not_held_against_the_others() {
    for (name, greater) in [("Max", INFINITY), ("Min", 0)] {
        let operator = Operator::named(name).expect("an operator");
        let origin = Origin { source: "test".into(), seed: None };
        let operands = vec![row(&[ONE, ONE]), row(&[greater, greater])];
        let case = Case::new(operator, operator.newest(), operands, "passed-on", origin).with_way(Way::PassedOn);
        assert_eq!(all_objecting(&case, &reference(&case)), [""; 0], "{name}");
    }
}
