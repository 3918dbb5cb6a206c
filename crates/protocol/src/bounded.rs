//! What the other side says, bounded while it is read: nothing that is too long is ever kept whole.

use std::fmt;
use std::marker::PhantomData;

use opconform_text::line;
use serde::de::value::SeqAccessDeserializer;
use serde::de::{Deserialize, Deserializer, Error, IntoDeserializer, SeqAccess, Visitor};

/// Text for people, on one line of at most `LIMIT` characters; what is longer is shortened in its middle.
#[derive(Debug)]
pub(crate) struct Text<const LIMIT: usize>(pub(crate) String);

/// A name that something is found by: of at most `LIMIT` bytes, and otherwise an error, because a shortened name is another.
#[derive(Debug)]
pub(crate) struct Name<const LIMIT: usize>(pub(crate) String);

/// A list of at most `LIMIT` elements; a longer one is an error.
#[derive(Debug)]
pub(crate) struct List<T, const LIMIT: usize>(pub(crate) Vec<T>);

/// Nothing for `null`, one element, or a list of at most `LIMIT`.
#[derive(Debug)]
pub(crate) struct Several<T, const LIMIT: usize>(pub(crate) List<T, LIMIT>);

impl<T, const LIMIT: usize> Default for List<T, LIMIT> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T, const LIMIT: usize> Default for Several<T, LIMIT> {
    fn default() -> Self {
        Self(List::default())
    }
}

impl<'de, const LIMIT: usize> Deserialize<'de> for Text<LIMIT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Shortened<const LIMIT: usize>;
        impl<const LIMIT: usize> Visitor<'_> for Shortened<LIMIT> {
            type Value = Text<LIMIT>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: Error>(self, text: &str) -> Result<Self::Value, E> {
                Ok(Text(line(text, LIMIT)))
            }
        }
        deserializer.deserialize_str(Shortened)
    }
}

impl<'de, const LIMIT: usize> Deserialize<'de> for Name<LIMIT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Whole<const LIMIT: usize>;
        impl<const LIMIT: usize> Visitor<'_> for Whole<LIMIT> {
            type Value = Name<LIMIT>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string")
            }
            fn visit_str<E: Error>(self, name: &str) -> Result<Self::Value, E> {
                if name.len() > LIMIT {
                    return Err(E::custom(format_args!("a name of {} bytes, expected at most {LIMIT}", name.len())));
                }
                Ok(Name(name.to_owned()))
            }
        }
        deserializer.deserialize_str(Whole)
    }
}

impl<'de, T: Deserialize<'de>, const LIMIT: usize> Deserialize<'de> for List<T, LIMIT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Counted<T, const LIMIT: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const LIMIT: usize> Visitor<'de> for Counted<T, LIMIT> {
            type Value = List<T, LIMIT>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Self::Value, A::Error> {
                let mut list = Vec::new();
                while let Some(element) = elements.next_element()? {
                    if list.len() == LIMIT {
                        return Err(A::Error::custom(format_args!("a list of more than {LIMIT} elements")));
                    }
                    list.push(element);
                }
                Ok(List(list))
            }
        }
        deserializer.deserialize_seq(Counted(PhantomData))
    }
}

impl<'de, T: Deserialize<'de>, const LIMIT: usize> Deserialize<'de> for Several<T, LIMIT> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Any<T, const LIMIT: usize>(PhantomData<T>);
        impl<'de, T: Deserialize<'de>, const LIMIT: usize> Visitor<'de> for Any<T, LIMIT> {
            type Value = Several<T, LIMIT>;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("null, a string or a sequence")
            }
            fn visit_unit<E: Error>(self) -> Result<Self::Value, E> {
                Ok(Several::default())
            }
            fn visit_str<E: Error>(self, one: &str) -> Result<Self::Value, E> {
                T::deserialize(one.into_deserializer()).map(|one| Several(List(vec![one])))
            }
            fn visit_seq<A: SeqAccess<'de>>(self, elements: A) -> Result<Self::Value, A::Error> {
                List::deserialize(SeqAccessDeserializer::new(elements)).map(Several)
            }
        }
        deserializer.deserialize_any(Any(PhantomData))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read<'de, T: Deserialize<'de>>(json: &'de str) -> Result<T, String> {
        serde_json::from_str(json).map_err(|error| error.to_string())
    }

    #[test]
    fn what_is_too_long_is_shortened_or_refused() {
        let text = read::<Text<9>>(r#""012345\u001b 67\n89""#).expect("a text");
        assert_eq!(text.0, "0123 … 89");
        assert!(read::<Text<9>>("[]").is_err());
        assert_eq!(read::<Name<3>>(r#""a\nb""#).expect("a name").0, "a\nb");
        let error = read::<Name<3>>(r#""abcd""#).expect_err("too long");
        assert!(error.starts_with("a name of 4 bytes, expected at most 3"), "{error}");
        assert_eq!(read::<List<u8, 3>>("[1,2,3]").expect("a list").0, [1, 2, 3]);
        let error = read::<List<u8, 3>>("[1,2,3,4]").expect_err("too long");
        assert!(error.starts_with("a list of more than 3 elements"), "{error}");
    }

    #[test]
    fn none_one_and_several_are_all_a_list() {
        let words = |json: &str| {
            let list = read::<Several<Text<9>, 2>>(json)?.0.0;
            Ok::<_, String>(list.into_iter().map(|text| text.0).collect::<Vec<_>>())
        };
        assert_eq!(words("null"), Ok(vec![]));
        assert_eq!(words("[]"), Ok(vec![]));
        assert_eq!(words(r#""onnx""#), Ok(vec!["onnx".to_owned()]));
        assert_eq!(words("\"o\\u001bnnx\""), words("[\"o\\u001bnnx\"]"));
        assert_eq!(words(r#"["onnx", "numpy"]"#), Ok(vec!["onnx".to_owned(), "numpy".to_owned()]));
        assert!(words(r#"["a", "b", "c"]"#).is_err_and(|error| error.starts_with("a list of more than 2 elements")));
        assert!(words("1").is_err_and(|error| error.contains("null, a string or a sequence")));
    }
}
