//! What an operator is called with: its inputs, and its attributes with what each of them holds, from one version to another.

/// An input of an operator that stands at a place of its own. One whose place an attribute gives is that [attribute](Parameter).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name in the definition.
    pub name: &'static str,
    /// How often there is one.
    pub presence: Presence,
    /// The first version that has it.
    pub since: u32,
}

/// How often an input is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Presence {
    /// Once.
    Required,
    /// Once or more.
    Repeated,
    /// Once or not at all.
    Optional,
}

impl Input {
    /// One that every version asks for.
    pub const fn required(name: &'static str) -> Self {
        Self { name, presence: Presence::Required, since: 1 }
    }

    /// One or more that every version asks for.
    pub const fn repeated(name: &'static str) -> Self {
        Self { name, presence: Presence::Repeated, since: 1 }
    }

    /// One that may be missing, and that no version before this one has.
    pub const fn optional(name: &'static str, since: u32) -> Self {
        Self { name, presence: Presence::Optional, since }
    }
}

/// An attribute of an operator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parameter {
    /// The name.
    pub name: &'static str,
    /// What it holds.
    pub kind: Kind,
    /// The first version that has it so.
    pub since: u32,
    /// The first version that has it so no more.
    pub until: u32,
}

/// What an attribute holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// 0 or 1.
    Flag,
    /// The axis at which something begins.
    Axis,
    /// A list of axes.
    Axes,
    /// A span of a memory: its first element, and its length.
    Span,
    /// A float of 32 bits.
    Float,
    /// The place of an input that is given or left out, as a number.
    Place,
    /// An input that is given or left out, of the attribute's name.
    Input,
    /// Whatever it is, it means nothing.
    Unread,
}

impl Parameter {
    /// One of every version.
    pub const fn of(name: &'static str, kind: Kind) -> Self {
        Self { name, kind, since: 1, until: u32::MAX }
    }

    /// The same from a version on.
    #[must_use]
    pub const fn since(self, since: u32) -> Self {
        Self { since, ..self }
    }

    /// The same of the versions before this one.
    #[must_use]
    pub const fn until(self, until: u32) -> Self {
        Self { until, ..self }
    }

    /// Whether a version has it so.
    pub const fn is_of(&self, version: u32) -> bool {
        self.since <= version && version < self.until
    }
}
