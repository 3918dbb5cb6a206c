//! How far a run has come.

/// What is told how far a run has come: the steps that are done, all that there are, and the stage that they are of. Called from several
/// threads at once.
pub type Progress<'a> = dyn Fn(usize, usize, Stage) + Sync + 'a;

/// The stages of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Cases are run and judged.
    Judging,
    /// They are run and judged once more: a backend answers otherwise since it was asked much.
    JudgingAgain,
    /// Violations that look alike are shrunk to the smallest input that shows them.
    Shrinking,
}
