//! Memory around a destination that no call is to write to, and operands that each call is to leave as they were.

use std::panic::{AssertUnwindSafe, catch_unwind};

use opconform_kernels::Error;

use crate::oracle::assert_same;
use crate::sample::Sample;

/// So many elements are looked at on either side: a whole vector of the widest registers, of any type, and more.
const AROUND: usize = 64;

/// Where a call is to write its result.
#[derive(Clone, Copy)]
pub(crate) struct Destination {
    /// How many elements the result has.
    pub(crate) len: usize,
    /// How many elements it begins past where it would otherwise.
    pub(crate) past: usize,
    /// How many elements more than the result's the call is given, which are to be left alone, too.
    pub(crate) spare: usize,
}

impl Destination {
    /// As long as the result, and where the allocator has it.
    pub(crate) fn of(len: usize) -> Self {
        Self { len, past: 0, spare: 0 }
    }

    /// What a call that reads `operands` has written. Panics where it refuses, or has written to anything else.
    pub(crate) fn written<T: Sample>(
        self,
        operands: &[&[T]],
        context: impl Fn() -> String,
        call: impl FnOnce(&mut [T]) -> Result<(), Error>,
    ) -> Vec<T> {
        let Self { len, spare, .. } = self;
        let found = self.written_within(&context, |memory, begin| {
            kept(operands, &context, || call(&mut memory[begin..][..len + spare]))
        });
        found.unwrap_or_else(|error| panic!("{}: {error}", context()))
    }

    /// What a call has written from an index on of memory that has canaries on both sides of that.
    fn written_within<T: Sample>(
        self,
        context: impl Fn() -> String,
        call: impl FnOnce(&mut [T], usize) -> Result<(), Error>,
    ) -> Result<Vec<T>, Error> {
        // Neither a zero, with which tails are filled up, nor the least or the greatest element, nor a NaN.
        let canary = T::of_bits(0xa5a5_a5a5_a5a5_a5a5);
        let begin = AROUND + self.past;
        let end = begin + self.len;
        let mut memory = vec![canary; end + AROUND];
        call(&mut memory, begin)?;
        assert_same(&memory[..begin], &vec![canary; begin], || format!("{}: before the destination", context()));
        assert_same(&memory[end..], &[canary; AROUND], || format!("{}: behind the destination", context()));
        memory.truncate(end);
        memory.drain(..begin);
        Ok(memory)
    }
}

/// What a call returns. Panics where an operand is not what it was before.
pub(crate) fn kept<T: Sample, R>(operands: &[&[T]], context: impl Fn() -> String, call: impl FnOnce() -> R) -> R {
    let copies: Vec<Vec<T>> = operands.iter().map(|operand| operand.to_vec()).collect();
    let returned = call();
    assert_kept(operands, &copies, context);
    returned
}

fn assert_kept<T: Sample>(operands: &[&[T]], copies: &[Vec<T>], context: impl Fn() -> String) {
    for (at, (operand, copy)) in operands.iter().zip(copies).enumerate() {
        assert_same(operand, copy, || format!("{}: operand {at} after the call", context()));
    }
}

const LEN: usize = 5;

/// Writes a result, and one element more so far from where that begins; says the panic, if there is one. No safe code gets to that
/// element by the part of the memory that a call is given.
fn said<T: Sample>(more: Option<isize>, destination: Destination) -> Option<String> {
    let call = |memory: &mut [T], begin: usize| {
        memory[begin..][..LEN].fill(T::of_bits(1));
        if let Some(more) = more {
            memory[begin.strict_add_signed(more)] = T::of_bits(0);
        }
        Ok(())
    };
    panic_of(|| {
        let found = destination.written_within(|| "a call".to_owned(), call).expect("it refuses nothing");
        assert_same(&found, &[T::of_bits(1); LEN], || "what is given back".to_owned());
    })
}

fn panic_of(what: impl FnOnce()) -> Option<String> {
    let panic = catch_unwind(AssertUnwindSafe(what)).err()?;
    Some(panic.downcast_ref::<String>().expect("a text that is formatted").clone())
}

fn each_element_is_looked_at<T: Sample>() {
    for destination in [
        Destination::of(LEN),
        Destination { past: 3, ..Destination::of(LEN) },
        Destination { spare: 2, ..Destination::of(LEN) },
    ] {
        assert_eq!(said::<T>(None, destination), None);
        for distance in 1..=AROUND as isize {
            let before = said::<T>(Some(-distance), destination).expect("seen before the destination");
            assert!(before.starts_with("a call: before the destination: element "), "{before}");
            let behind = said::<T>(Some(LEN as isize - 1 + distance), destination).expect("seen behind it");
            assert!(behind.starts_with("a call: behind the destination: element "), "{behind}");
        }
    }
}

#[test]
fn one_element_before_or_behind_is_seen() {
    each_element_is_looked_at::<f32>();
    each_element_is_looked_at::<u8>();
}

#[test]
fn an_operand_that_is_overwritten_is_seen() {
    let (first, mut second) = ([1.0_f32, 2.0], [0.0_f32, 4.0]);
    let copies = [first.to_vec(), second.to_vec()];
    let said = |second: &[f32]| panic_of(|| assert_kept(&[&first, second], &copies, || "a call".to_owned()));
    assert_eq!(said(&second), None);
    // One that compares as equal, too.
    second[0] = -0.0;
    let seen = said(&second).expect("it is seen");
    assert!(seen.starts_with("a call: operand 1 after the call: element 0 of f32: expected 0.0 (0x0)"), "{seen}");
}
