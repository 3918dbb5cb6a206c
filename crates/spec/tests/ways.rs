//! What is asked of a NaN that comes through Cast: that it is one, and by nobody which.

use opconform_spec::{
    Case, Clause, Facts, Operator, Origin, Outcome, PROFILES, Profile, Scope, Trial, Verdict, Way, clauses, judge,
    relate,
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
