//! What one document says that others do not: its examples, its formula, its types, its signalling NaNs.

use opconform_spec::{Attribute, Facts, Level, Operator, Outcome, Scope};
use opconform_tensor::DType;

use crate::common::{bits, tensor};
use crate::{broken, call, gives, named, of};

#[test]
fn an_example_recommends_what_it_prints() {
    let (profile, dtype) = (named("tensorflow-reduce-max"), DType::F32);
    let [nan, one] = ["nan", "1.0"].map(|name| bits(dtype, name));
    let case = of(profile.operators[0], dtype, &[nan, one]);
    let said = |profile, result| {
        let outcome = gives(dtype, result);
        [Level::Must, Level::Should].map(|level| broken(profile, &case, &outcome, level))
    };
    assert_eq!(said(profile, nan), [Vec::<&str>::new(), Vec::new()]);
    assert_eq!(said(profile, one), [vec![], vec!["TENSORFLOW-REDUCE-NAN"]]);
    assert_eq!(said(profile, 0), [vec!["TENSORFLOW-REDUCE-NUMBER"], vec!["TENSORFLOW-REDUCE-NAN"]]);
    // Of no dimension PyTorch says nothing: its function reduces all then, and TensorFlow's none.
    let mut none = call(Operator::named("numpy.amax").expect("an operator"), vec![tensor(dtype, &[2], &[nan, one])]);
    none.attributes.insert("axis".to_owned(), Attribute::Ints(Vec::new()));
    let speaks = |name| Scope::of(&Facts::new(&none), &[named(name)]).profiles().len();
    assert_eq!([speaks("torch-amax"), speaks("tensorflow-reduce-max")], [0, 1]);
    // PyTorch prints none.
    assert_eq!(said(named("torch-amax"), one), [Vec::<&str>::new(), Vec::new()]);
    assert_eq!(said(named("torch-amax"), 0), [vec!["TORCH-AMAX-NUMBER"], vec![]]);
}

#[test]
fn tosa_has_its_types_in_profiles_and_its_ranks_in_levels() {
    let refused = Outcome::Rejected("of another profile".to_owned());
    for name in ["tosa-propagate", "tosa-ignore"] {
        for dtype in [DType::I32, DType::F32] {
            for shape in [&[2][..], &[1; 7]] {
                let operand = || tensor(dtype, shape, &vec![0; shape.iter().product()]);
                let case = call(named(name).operators[0], vec![operand(), operand()]);
                assert_eq!(broken(named(name), &case, &refused, Level::Must), [""; 0], "{name} {dtype} {shape:?}");
                // What is answered is judged as any other.
                let outcome = Outcome::Output(vec![tensor(dtype, shape, &vec![1 << 30; shape.iter().product()])]);
                assert_eq!(broken(named(name), &case, &outcome, Level::Must).len(), 1, "{name} {dtype} {shape:?}");
            }
        }
    }
}

#[test]
fn a_signalling_nan_has_a_clause_of_its_own_where_a_document_tells_it_apart() {
    let dtype = DType::F32;
    // The signalling NaN made quiet is the other NaN.
    let [nan, quieted, signalling, one] = ["nan", "nan1", "snan", "1.0"].map(|name| bits(dtype, name));
    for (profile, quiet_clause, clause) in [
        ("arm-fmaxnm", "ARM-FMAXNM-NAN", "ARM-FMAXNM-SNAN"),
        ("x86-vrangeps", "X86-VRANGEPS-NAN", "X86-VRANGEPS-SNAN"),
        ("ieee754-2008", "IEEE-MAXNUM-NAN", "IEEE-MAXNUM-SNAN"),
    ] {
        let said = |operand, result| {
            let case = of(named(profile).operators[0], dtype, &[operand, one]);
            let outcome = gives(dtype, result);
            broken(named(profile), &case, &outcome, Level::Must)
        };
        assert_eq!([said(nan, one), said(nan, nan)], [vec![], vec![quiet_clause]]);
        assert_eq!([said(signalling, quieted), said(signalling, one)], [vec![], vec![clause]]);
    }
    let case = of(named("llvm-maxnum").operators[0], dtype, &[signalling, one]);
    for result in [nan, one] {
        let outcome = gives(dtype, result);
        assert_eq!(broken(named("llvm-maxnum"), &case, &outcome, Level::Must), [""; 0], "either is allowed");
    }
}

#[test]
fn magnitudes_are_compared_before_signs() {
    for (dtype, [one, two, minus_two, least]) in [
        (DType::F32, ["1.0", "2.0", "-2.0", "-inf"].map(|name| bits(DType::F32, name))),
        (DType::I8, [1, 2, 0xfe, 0x80]),
    ] {
        let profile = named("dotnet-maxmagnitude");
        let said = |operator: &str, operands: &[u64], result| {
            let case =
                call(Operator::named(operator).expect("an operator"), vec![tensor(dtype, &[operands.len()], operands)]);
            broken(profile, &case, &gives(dtype, result), Level::Must)
        };
        assert_eq!(said("ReduceMax", &[one, minus_two], minus_two), [""; 0]);
        assert_eq!(said("ReduceMax", &[one, minus_two], one), ["DOTNET-MAXMAGNITUDE-VALUE"]);
        assert_eq!(said("ReduceMax", &[minus_two, one, two], two), [""; 0]);
        assert_eq!(said("ReduceMax", &[minus_two, one, two], minus_two), ["DOTNET-MAXMAGNITUDE-SIGN"]);
        assert_eq!(said("ReduceMax", &[two, least], least), [""; 0], "{dtype}");
        assert_eq!(said("ReduceMin", &[two, minus_two, least], minus_two), [""; 0]);
        assert_eq!(said("ReduceMin", &[two, minus_two, least], two), ["DOTNET-MAXMAGNITUDE-SIGN"]);
        assert_eq!(said("ReduceMin", &[two, minus_two, least], least), ["DOTNET-MAXMAGNITUDE-VALUE"]);
    }
}

#[test]
fn a_nan_below_every_number_is_the_minimum_alone() {
    let dtype = DType::F32;
    let [nan, one] = ["nan", "1.0"].map(|name| bits(dtype, name));
    for (operator, right, wrong) in [("ReduceMax", one, nan), ("ReduceMin", nan, one)] {
        let operator = Operator::named(operator).expect("an operator");
        let case = call(operator, vec![tensor(dtype, &[3], &[one, nan, one])]);
        let said = |result| {
            let outcome = gives(dtype, result);
            broken(named("dotnet-enumerable-max"), &case, &outcome, Level::Must)
        };
        assert_eq!([said(right), said(wrong)], [vec![], vec!["DOTNET-ENUMERABLE-NAN"]]);
    }
}

#[test]
fn a_formula_recommends_what_it_shows() {
    let dtype = DType::F32;
    let [nan, one] = ["nan", "1.0"].map(|name| bits(dtype, name));
    let case = of(named("tensorflow").operators[0], dtype, &[nan, one]);
    let said = |result| {
        let outcome = gives(dtype, result);
        [Level::Must, Level::Should].map(|level| broken(named("tensorflow"), &case, &outcome, level))
    };
    assert_eq!(said(one), [Vec::<&str>::new(), Vec::new()]);
    assert_eq!(said(nan), [vec![], vec!["TENSORFLOW-MAX-FORMULA"]]);
    assert_eq!(said(bits(dtype, "inf")), [vec!["TENSORFLOW-MAX-NUMBER"], vec!["TENSORFLOW-MAX-FORMULA"]]);
}
