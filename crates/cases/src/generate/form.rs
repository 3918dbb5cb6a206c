//! A case without its elements: the shapes of its inputs, and its attributes.

use opconform_spec::{Attribute, Attributes};

/// A case without its elements.
#[derive(Debug, Default)]
pub(super) struct Form {
    /// The word in slugs.
    pub(super) plan: &'static str,
    /// The inputs.
    pub(super) slots: Vec<Slot>,
    /// The attributes.
    pub(super) attributes: Attributes,
    /// Where two operands lie in one input.
    pub(super) mirror: Mirror,
}

/// An input.
#[derive(Debug)]
pub(super) struct Slot {
    pub(super) shape: Vec<usize>,
    pub(super) content: Content,
}

/// What an input holds.
#[derive(Debug)]
pub(super) enum Content {
    /// Values of the case's type.
    Values,
    /// Truth values.
    Mask,
    /// These integers.
    Given(Vec<i64>),
}

/// Elements of one input that follow from others of it, as the elements of one operand follow from those of another.
#[derive(Clone, Copy, Debug, Default)]
pub(super) enum Mirror {
    /// None do.
    #[default]
    None,
    /// Each follows from the one before it.
    Previous,
    /// Those from `y` on follow from those from `x` on, one by one.
    Spans { x: usize, y: usize, length: usize },
}

impl Form {
    /// Inputs of the case's own type.
    pub(super) fn of(plan: &'static str, shapes: impl IntoIterator<Item = Vec<usize>>) -> Self {
        let slots = shapes.into_iter().map(|shape| Slot { shape, content: Content::Values }).collect();
        Self { plan, slots, ..Self::default() }
    }

    /// Adds an input, and returns its place.
    pub(super) fn push(&mut self, shape: Vec<usize>, content: Content) -> i64 {
        self.slots.push(Slot { shape, content });
        self.slots.len() as i64 - 1
    }

    /// Adds an attribute.
    pub(super) fn set(&mut self, name: &str, value: Attribute) {
        self.attributes.insert(name.to_owned(), value);
    }
}
