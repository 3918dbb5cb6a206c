//! The four operators, each no more than the answers to two questions: which end of the order, and what a NaN does.

/// A member of the maximum family. Sealed: the four of this module.
pub trait Operator: sealed::Order {}

/// An operator as a value: what chooses among the compiled kernels.
#[derive(Clone, Copy, Debug)]
pub enum Kind {
    Maximum,
    Minimum,
    MaximumNumber,
    MinimumNumber,
}

/// The order that an operator takes the greatest element of.
pub(crate) mod sealed {
    /// Two facts from which every kernel follows; see `element.rs` for the order itself.
    pub trait Order: Copy + Send + Sync + 'static {
        /// The operator as a value.
        const KIND: super::Kind;
        /// The name of the operator, as IEEE 754-2019 has it.
        const NAME: &'static str;
        /// Whether the usual order is turned over: −∞ greatest, −0 above +0.
        const REVERSED: bool;
        /// Whether a NaN is above every number (it wins) or below (it is ignored).
        const NAN_WINS: bool;
    }
}

macro_rules! operator {
    ($(#[$doc:meta])* $type:ident, $name:literal, reversed: $reversed:literal, nan_wins: $nan_wins:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $type;
        impl sealed::Order for $type {
            const KIND: Kind = Kind::$type;
            const NAME: &'static str = $name;
            const REVERSED: bool = $reversed;
            const NAN_WINS: bool = $nan_wins;
        }
        impl Operator for $type {}
    };
}

operator! {
    /// `maximum` (IEEE 754-2019, 9.6): the first NaN if there is one, else the greatest, +0 above −0.
    Maximum, "maximum", reversed: false, nan_wins: true
}
operator! {
    /// `minimum` (IEEE 754-2019, 9.6): the first NaN if there is one, else the least, −0 below +0.
    Minimum, "minimum", reversed: true, nan_wins: true
}
operator! {
    /// `maximumNumber` (IEEE 754-2019, 9.6): the greatest number; the first NaN, bits unchanged, if all are NaN.
    MaximumNumber, "maximumNumber", reversed: false, nan_wins: false
}
operator! {
    /// `minimumNumber` (IEEE 754-2019, 9.6): the least number; the first NaN, bits unchanged, if all are NaN.
    MinimumNumber, "minimumNumber", reversed: true, nan_wins: false
}
