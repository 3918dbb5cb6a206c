//! What the C library's allocator keeps of memory that is free again.

#![expect(unsafe_code, reason = "the allocator's one setting is a function of the C library")]

/// The bytes from which a block is given back to the system as soon as it is freed.
const LARGE: libc::c_int = 1 << 20;

/// Has large blocks given back as soon as they are freed. Left alone, glibc raises the bound to the largest block that was freed,
/// and then keeps twice as much for each thread that it has seen busy: frames of an adapter are read by threads of their own,
/// and half a gibibyte can stand idle.
pub(crate) fn give_back_large_blocks() {
    // SAFETY: `mallopt` takes two numbers, and is called before any other thread is started. Its refusal, 0, changes nothing.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, LARGE) };
}
