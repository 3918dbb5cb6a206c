//! The header of a frame: the message, and where each tensor lies.
//!
//! The layout is held against safetensors' own rules. The JSON is read here, because that crate keeps all of a header in
//! memory before it looks at it, several times as large as it came.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

use safetensors::tensor::{Dtype, Metadata, TensorInfo};
use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, MapAccess, Visitor};

use crate::bounded::{List, Name};
use crate::limits::{NAME_LIMIT, RANK_LIMIT, TENSOR_LIMIT};

/// The key of the message in the header's metadata.
pub(crate) const KEY: &str = "opconform";
/// The key of what is no tensor.
const METADATA: &str = "__metadata__";

/// A header that has been read.
pub(crate) struct Header {
    /// The message, if there is one.
    pub(crate) message: Option<String>,
    /// Where the tensors lie: from the first byte on, without holes.
    pub(crate) tensors: Metadata,
}

/// Tensors by name, and where each lies: nothing is said of whether it may lie there.
#[derive(Clone, Debug, Default, Serialize)]
#[serde(transparent)]
pub(crate) struct Placed(pub(crate) BTreeMap<String, TensorInfo>);

impl Placed {
    fn add<'de, A: MapAccess<'de>>(&mut self, name: String, entries: &mut A) -> Result<(), A::Error> {
        if self.0.len() == TENSOR_LIMIT {
            return Err(A::Error::custom(format_args!("more than {TENSOR_LIMIT} tensors")));
        }
        let Place { dtype, shape, data_offsets } = entries.next_value()?;
        let tensor = TensorInfo { dtype, shape: shape.0, data_offsets };
        match self.0.entry(name) {
            Entry::Vacant(entry) => entry.insert(tensor),
            Entry::Occupied(entry) => {
                return Err(A::Error::custom(format_args!("there are two tensors `{}`", entry.key())));
            }
        };
        Ok(())
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The tensors in the order in which they lie.
    pub(crate) fn ascending(&self) -> Vec<(&String, &TensorInfo)> {
        let mut tensors: Vec<_> = self.0.iter().collect();
        tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
        tensors
    }
}

impl<'de> Deserialize<'de> for Placed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Named;
        impl<'de> Visitor<'de> for Named {
            type Value = Placed;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of tensors")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Placed, A::Error> {
                let mut placed = Placed::default();
                while let Some(Name::<NAME_LIMIT>(name)) = entries.next_key()? {
                    placed.add(name, &mut entries)?;
                }
                Ok(placed)
            }
        }
        deserializer.deserialize_map(Named)
    }
}

/// What is said of a tensor.
#[derive(serde::Deserialize)]
struct Place {
    dtype: Dtype,
    shape: List<usize, RANK_LIMIT>,
    data_offsets: (usize, usize),
}

impl<'de> Deserialize<'de> for Header {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Entries)
    }
}

struct Entries;

impl<'de> Visitor<'de> for Entries {
    type Value = Header;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Header, A::Error> {
        let (mut message, mut placed) = (None, Placed::default());
        while let Some(Name::<NAME_LIMIT>(name)) = entries.next_key()? {
            if name == METADATA {
                message = entries.next_value::<Message>()?.0;
                continue;
            }
            placed.add(name, &mut entries)?;
        }
        let mut tensors: Vec<_> = placed.0.into_iter().collect();
        tensors.sort_by_key(|(_, tensor)| tensor.data_offsets);
        let tensors = Metadata::new(None, tensors).map_err(A::Error::custom)?;
        Ok(Header { message, tensors })
    }
}

/// The one entry of the metadata that is ours.
struct Message(Option<String>);

impl<'de> Deserialize<'de> for Message {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Ours;
        impl<'de> Visitor<'de> for Ours {
            type Value = Message;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of strings")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Message, A::Error> {
                let mut message = None;
                while let Some(Name::<NAME_LIMIT>(key)) = entries.next_key()? {
                    if key == KEY {
                        message = Some(entries.next_value()?);
                    } else {
                        entries.next_value::<IgnoredAny>()?;
                    }
                }
                Ok(Message(message))
            }
        }
        deserializer.deserialize_map(Ours)
    }
}
