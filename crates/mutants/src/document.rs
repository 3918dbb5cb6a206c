//! One document on the maximum of two numbers with the faults planted under it, and what its choices make of two elements.

use std::borrow::Cow;
use std::cmp::Ordering;

use opconform_backends::Backend;
use opconform_spec::{Claim, Specification};
use opconform_tensor::Format;

use crate::maximum::{Bits, Maximum, Nan, Numbers, Tie};
use crate::rules::Group;
use crate::sound::SOUND;
use crate::steps::{Lane, Steps};
use crate::value::{
    default_nan, infinity, integer, is_nan, is_signalling, is_subnormal, is_zero, magnitude, quiet_bit, sign,
};

/// A payload that no operand of the suite has.
const FOREIGN: u64 = 0x15;

impl Nan {
    fn of(self, lane: &Lane, a: u64, b: u64) -> u64 {
        let first_is_nan = is_nan(lane.dtype, a);
        let (nan, other) = if first_is_nan { (a, b) } else { (b, a) };
        match self {
            Self::First => a,
            Self::Second => b,
            Self::Canonical => default_nan(lane.dtype),
            Self::Loses if !is_nan(lane.dtype, other) => other,
            Self::Least if !is_nan(lane.dtype, other) && !lane.minimum => other,
            Self::SignallingWins if is_signalling(lane.dtype, b) && !is_signalling(lane.dtype, a) => b,
            Self::Wins | Self::Least | Self::SignallingWins => nan,
            Self::Loses | Self::Neither => 0,
        }
    }
}

impl Maximum {
    fn of(self, lane: &Lane, a: u64, b: u64) -> u64 {
        let dtype = lane.dtype;
        let bits = match [a, b].map(|bits| is_nan(dtype, bits)) {
            [false, false] => return self.of_numbers(lane, a, b),
            [true, true] => self.nans.of(lane, a, b),
            _ if is_signalling(dtype, a) || is_signalling(dtype, b) => self.signalling.of(lane, a, b),
            _ => self.nan.of(lane, a, b),
        };
        match self.bits {
            _ if !is_nan(dtype, bits) => bits,
            Bits::Kept => bits,
            Bits::Quieted => bits | quiet_bit(dtype),
            Bits::Foreign => default_nan(dtype) | FOREIGN,
            Bits::ForeignSignalling => infinity(dtype) | FOREIGN,
        }
    }

    fn of_numbers(self, lane: &Lane, a: u64, b: u64) -> u64 {
        let dtype = lane.dtype;
        let flushed = |bits| if self.flushes && is_subnormal(dtype, bits) { bits & sign(dtype) } else { bits };
        let (a, b) = (flushed(a), flushed(b));
        let key = |bits| (lane.steps.key)(dtype, bits);
        let of_magnitudes = || match dtype.format() {
            Format::Float(_) => magnitude(dtype, a).cmp(&magnitude(dtype, b)),
            _ => integer(dtype, a).unsigned_abs().cmp(&integer(dtype, b).unsigned_abs()),
        };
        let of_values = || if is_zero(dtype, a) && is_zero(dtype, b) { Ordering::Equal } else { key(a).cmp(&key(b)) };
        let order = match self.numbers {
            Numbers::Greater => of_values(),
            Numbers::Lesser => of_values().reverse(),
            Numbers::GreaterMagnitude => of_magnitudes(),
            Numbers::LesserMagnitude => of_magnitudes().reverse(),
        };
        let order = if lane.minimum { order.reverse() } else { order };
        let is_first = match (order, self.ties) {
            (Ordering::Equal, Tie::First) => true,
            (Ordering::Equal, Tie::Second) => false,
            (Ordering::Equal, Tie::Ordered) => (key(a) >= key(b)) != lane.minimum,
            (Ordering::Equal, Tie::Backwards) => (key(a) >= key(b)) == lane.minimum,
            (order, _) => order == Ordering::Greater,
        };
        if is_first { a } else { b }
    }
}

/// A document, a maximum that does what it says, and faults of that one.
#[derive(Debug)]
pub struct Document {
    /// The profile that reads it, by its name: what the maximum claims, and is judged by.
    pub profile: &'static str,
    /// What is done where the document leaves a choice; empty where it leaves none.
    pub choice: &'static str,
    pub(crate) sound: Maximum,
    /// The faults, each planted in the sound maximum.
    pub faults: &'static [&'static Fault],
}

/// A fault that is planted in the maximum of a document.
#[derive(Debug)]
pub struct Fault {
    /// The name, which follows that of the profile.
    pub name: &'static str,
    /// The fault, in a line.
    pub fault: &'static str,
    pub(crate) plant: fn(Maximum) -> Maximum,
}

impl Document {
    /// The name of the sound maximum.
    pub fn name(&self) -> String {
        format!("{}-sound", self.profile)
    }

    /// The maximum that does what the document says, ready to be tried.
    pub fn sound(&self) -> Box<dyn Backend> {
        self.backend(&self.name(), "no fault", self.sound)
    }

    /// The name of the maximum with a fault.
    pub fn name_of(&self, fault: &Fault) -> String {
        format!("{}-{}", self.profile, fault.name)
    }

    /// The maximum with a fault, ready to be tried.
    pub fn planted(&self, fault: &Fault) -> Box<dyn Backend> {
        self.backend(&self.name_of(fault), fault.fault, (fault.plant)(self.sound))
    }

    fn backend(&self, name: &str, fault: &str, maximum: Maximum) -> Box<dyn Backend> {
        let specification = Specification::Profile(Cow::Borrowed(self.profile));
        let claim = Claim { specification, place: "it is right but for its fault".into() };
        let steps = Steps { pair: |lane, a, b| lane.steps.maximum.of(lane, a, b), maximum, ..SOUND };
        steps.backend_claiming(name, fault, Group::All, vec![claim])
    }
}
