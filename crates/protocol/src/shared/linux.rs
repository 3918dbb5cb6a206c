//! A file of Linux's that is memory alone, whose size nobody can change.

use std::fs::{File, OpenOptions};
use std::io;
use std::ops::Range;
use std::os::fd::{AsFd, AsRawFd};
use std::ptr::copy_nonoverlapping;
use std::sync::{Mutex, PoisonError};

use memmap2::{MmapOptions, MmapRaw};
use rustix::fs::{MemfdFlags, SealFlags};
use rustix::io::FdFlags;

/// What is sealed: whoever maps the memory finds all of it, for ever.
const SEALS: SealFlags = SealFlags::SHRINK.union(SealFlags::GROW).union(SealFlags::SEAL);

/// Held while a process is started: no two descriptors are to be inherited at once.
static STARTING: Mutex<()> = Mutex::new(());

#[derive(Debug)]
pub(super) struct Memory {
    file: File,
    mapped: MmapRaw,
}

impl Memory {
    pub(super) fn new(bytes: usize) -> io::Result<Self> {
        let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
        let file = File::from(rustix::fs::memfd_create("opconform", flags)?);
        file.set_len(bytes as u64)?;
        rustix::fs::fcntl_add_seals(&file, SEALS)?;
        Self::of(file, bytes)
    }

    /// The memory behind a number that this process was told, where it is what it was said to be: another program in between may have
    /// closed it, and opened something else.
    pub(super) fn open(descriptor: i32, bytes: usize) -> io::Result<Self> {
        let file = OpenOptions::new().read(true).write(true).open(format!("/proc/self/fd/{descriptor}"))?;
        Self::of(file, bytes)
    }

    fn of(file: File, bytes: usize) -> io::Result<Self> {
        let is_it = file.metadata()?.len() == bytes as u64 && rustix::fs::fcntl_get_seals(&file)?.contains(SEALS);
        if !is_it {
            return Err(io::Error::other("no sealed memory of that size"));
        }
        let mapped = MmapOptions::new().len(bytes).map_raw(&file)?;
        Ok(Self { file, mapped })
    }

    pub(super) fn descriptor(&self) -> i32 {
        self.file.as_raw_fd()
    }

    pub(super) fn inherited<R>(&self, start: impl FnOnce() -> io::Result<R>) -> io::Result<R> {
        let _starting = STARTING.lock().unwrap_or_else(PoisonError::into_inner);
        rustix::io::fcntl_setfd(self.file.as_fd(), FdFlags::empty())?;
        let started = start();
        rustix::io::fcntl_setfd(self.file.as_fd(), FdFlags::CLOEXEC)?;
        started
    }

    /// Copies bytes into the memory.
    ///
    /// # Panics
    /// Where they have no room there.
    #[expect(unsafe_code, reason = "another process may write there, too: no reference to it can be had")]
    pub(super) fn write(&self, at: usize, bytes: &[u8]) {
        self.check(at..at + bytes.len());
        // SAFETY: as many bytes are mapped from there on, for as long as `mapped` lives, and as the size of the file is sealed each has a
        // page behind it. `bytes` is this process's own, and so no part of it.
        unsafe { copy_nonoverlapping(bytes.as_ptr(), self.mapped.as_mut_ptr().add(at), bytes.len()) }
    }

    /// Copies bytes out of the memory: what the other process writes meanwhile may be among them, and nothing is looked at twice.
    ///
    /// # Panics
    /// Where there are not as many.
    #[expect(unsafe_code, reason = "another process may write there, too: no reference to it can be had")]
    pub(super) fn read(&self, at: usize, room: &mut [u8]) {
        self.check(at..at + room.len());
        // SAFETY: as above, and `room` is this process's own.
        unsafe { copy_nonoverlapping(self.mapped.as_ptr().add(at), room.as_mut_ptr(), room.len()) }
    }

    fn check(&self, range: Range<usize>) {
        assert!(range.start <= range.end && range.end <= self.mapped.len(), "{range:?} of {} bytes", self.mapped.len());
    }
}
