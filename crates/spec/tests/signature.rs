//! What the signature of an operator says of its attributes, from one version to another, and that a case is held to it.

use opconform_spec::{Attribute, Case, Facts, InvalidCase, Kind, OPERATORS, Operator, Origin, Presence};
use opconform_tensor::{DType, Tensor};

fn named(name: &str) -> &'static Operator {
    Operator::named(name).expect("an operator")
}

#[test]
fn an_attribute_is_of_one_kind_at_a_version_and_no_input() {
    for operator in OPERATORS {
        assert!(operator.inputs.iter().any(|input| input.presence != Presence::Optional), "{}", operator.qualified());
        for &version in operator.versions {
            let attributes: Vec<_> = operator.attributes_at(version).collect();
            for (place, attribute) in attributes.iter().enumerate() {
                let name = attribute.name;
                assert!(attributes[..place].iter().all(|other| other.name != name), "{name} {version}");
                assert!(!operator.has_input(name, version), "{name} {version}");
            }
        }
    }
}

#[test]
fn kinds_and_inputs_by_version() {
    let kinds = |operator: &str, name| {
        let operator = named(operator);
        operator.versions.iter().map(|&version| operator.kind_of(name, version)).collect::<Vec<_>>()
    };
    assert_eq!(kinds("Clip", "consumed_inputs"), [Some(Kind::Unread), None, None, None, None]);
    let (float, input) = (Some(Kind::Float), Some(Kind::Input));
    assert_eq!(kinds("Clip", "min"), [float, float, input, input, input]);
    let inputs = |version| named("Clip").named_inputs(version).collect::<Vec<_>>();
    assert_eq!([inputs(6), inputs(13)], [vec![], vec!["min", "max"]]);
    let axes = Some(Kind::Axes);
    assert_eq!(kinds("ReduceMin", "axes"), [axes, axes, axes, axes, None, None]);
    assert_eq!([13, 18].map(|version| named("ReduceMin").has_input("axes", version)), [false, true]);
}

#[test]
fn an_attribute_that_is_not_of_its_kind_has_no_meaning() {
    let invalid = |operator: &str, inputs: usize, name: &str, value: &Attribute| {
        let input = Tensor::from_bits(DType::F32, &[2, 2], &[0; 4]).expect("a tensor");
        let (operator, origin) = (named(operator), Origin { source: "test".into(), seed: None });
        let case = Case::new(operator, operator.newest(), vec![input; inputs], "test", origin);
        Facts::new(&case.with_attributes([(name.to_owned(), value.clone())].into())).invalid().cloned()
    };
    let (int, ints) = (Attribute::Int(0), Attribute::Ints(vec![0]));
    for (operator, inputs, name, value) in [
        ("ReduceMax", 1, "keepdims", &Attribute::Int(2)),
        ("ReduceMax", 1, "keepdims", &ints),
        ("numpy.amax", 1, "axis", &int),
        ("numpy.fmax", 2, "where", &ints),
        ("paddle.maximum", 2, "axis", &ints),
        ("Clip", 1, "min", &Attribute::Float { f32: 0 }),
    ] {
        let found = invalid(operator, inputs, name, value);
        assert!(
            matches!(found, Some(InvalidCase::Attribute(it)) if it == name),
            "{operator} {name} {value}: {found:?}"
        );
    }
    assert_eq!(invalid("ReduceMax", 1, "keepdims", &int), None);
    assert_eq!(invalid("paddle.maximum", 2, "axis", &int), None);
    assert_eq!(invalid("numpy.amax", 1, "axis", &ints), None);
}
