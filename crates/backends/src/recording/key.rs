//! What a case is known by where its answers are kept: a hash of everything that a backend is given.

use std::fmt;

use opconform_spec::{Case, Way};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use xxhash_rust::xxh3::Xxh3Default;

/// A hash of a case's operator, operator set, attributes, operands and way, and of nothing else: the same on every machine. Written
/// as 32 hexadecimal digits. It is not the one at the end of the case's id, which depends on the rest of the id to tell operators apart,
/// and has 32 bits; neither can become the other, since ids and recordings are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The key of a case.
    pub fn of(case: &Case) -> Self {
        let mut hash = Xxh3Default::new();
        // Every list is preceded by its length, so that no two cases are the same sequence of bytes.
        let number = |hash: &mut Xxh3Default, number: u64| hash.update(&number.to_le_bytes());
        let bytes = |hash: &mut Xxh3Default, bytes: &[u8]| {
            number(hash, bytes.len() as u64);
            hash.update(bytes);
        };
        bytes(&mut hash, case.operator.domain.name().as_bytes());
        bytes(&mut hash, case.operator.name.as_bytes());
        number(&mut hash, u64::from(case.opset));
        number(&mut hash, case.attributes.len() as u64);
        for (name, value) in &case.attributes {
            bytes(&mut hash, name.as_bytes());
            let (kind, values) = value.numbers();
            number(&mut hash, kind.into());
            number(&mut hash, values.len() as u64);
            for &value in values.iter() {
                number(&mut hash, value as u64);
            }
        }
        number(&mut hash, case.inputs.len() as u64);
        for input in &case.inputs {
            bytes(&mut hash, input.dtype().name().as_bytes());
            number(&mut hash, input.offset() as u64);
            number(&mut hash, input.shape().len() as u64);
            input.shape().iter().for_each(|&dim| number(&mut hash, dim as u64));
            bytes(&mut hash, &input.le_bytes());
        }
        if case.way != Way::Plain {
            bytes(&mut hash, case.way.name().as_bytes());
        }
        Self(hash.digest128())
    }

    /// The key as bytes, the same on every machine.
    pub fn to_bytes(self) -> [u8; 16] {
        self.0.to_le_bytes()
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl Serialize for Key {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Key {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        let key = u128::from_str_radix(&text, 16).ok().filter(|_| digits);
        key.map(Self).ok_or_else(|| D::Error::custom(format!("key `{text}`, expected 32 hexadecimal digits")))
    }
}

#[cfg(test)]
mod tests {
    use opconform_spec::{Attribute, Attributes, Operator, Origin};
    use opconform_tensor::{DType, Tensor};

    use super::*;

    fn case(slug: &str) -> Case {
        let input = |shape: &[usize]| Tensor::from_bits(DType::F32, shape, &[0, 1]).expect("a tensor");
        let origin = Origin { source: "test".into(), seed: None };
        Case::new(Operator::named("max").expect("Max"), 13, vec![input(&[1, 2]), input(&[2])], slug, origin)
    }

    #[test]
    fn everything_that_a_backend_is_given_is_in_the_key_and_nothing_else() {
        let one = case("one");
        assert_eq!(Key::of(&one), Key::of(&case("other")), "the slug is for people");
        let changed = |change: &dyn Fn(&mut Case)| {
            let mut case = case("one");
            change(&mut case);
            Key::of(&case)
        };
        let keys = [
            Key::of(&one),
            changed(&|case| case.opset = 12),
            changed(&|case| case.attributes = Attributes::from([("a".into(), Attribute::Int(1))])),
            changed(&|case| case.attributes = Attributes::from([("a".into(), Attribute::Ints(vec![1]))])),
            changed(&|case| case.inputs.truncate(1)),
            changed(&|case| case.way = Way::If),
            changed(&|case| case.inputs[0] = case.inputs[0].clone().with_offset(1)),
            changed(&|case| case.inputs[0] = case.inputs[0].clone().reshape(&[2, 1]).expect("a shape")),
            changed(&|case| case.inputs[1] = Tensor::from_bits(DType::F32, &[2], &[0, 2]).expect("a tensor")),
            changed(&|case| case.inputs[1] = Tensor::from_bits(DType::I32, &[2], &[0, 1]).expect("a tensor")),
        ];
        for (index, key) in keys.iter().enumerate() {
            assert!(!keys[..index].contains(key), "{index}");
        }
    }

    #[test]
    fn the_key_is_the_same_on_every_machine() {
        assert_eq!(Key::of(&case("one")).to_string(), "f4c68e046297e0d9311505b39660580f");
    }
}
