//! How far a run is.

/// Told how much of how much is done, and of what. Called from several threads at once.
pub type Progress<'a> = dyn Fn(usize, usize, Stage) + Sync + 'a;

/// What a run is at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Cases are run and judged.
    Judging,
    /// They are run and judged once more: a backend answers otherwise since it was asked much.
    JudgingAgain,
    /// Violations that look alike are shrunk to the smallest input that shows them.
    Shrinking,
}
