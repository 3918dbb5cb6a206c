//! A child and what it has started: its processes are ended with it, those that it has left behind too where the system shows
//! whose they are.

#[cfg(not(target_os = "linux"))]
mod elsewhere;
#[cfg(target_os = "linux")]
mod linux;

#[cfg(all(unix, not(target_os = "linux")))]
pub(super) use elsewhere::spawn_reaper;
#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{Marked, tidy};
#[cfg(target_os = "linux")]
pub(super) use linux::{Marked, spawn_reaper, tidy};

/// The variable of a child's environment that its processes inherit: the number of this process, a dot, and the number of the
/// child.
#[cfg(unix)]
pub(super) const MARK: &str = "OPCONFORM_CHILD";
