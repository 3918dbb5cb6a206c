//! Why recordings do not make a run.

/// Why recordings do not make a run.
#[derive(Debug, thiserror::Error)]
pub enum Misfit {
    /// There is none.
    #[error("no shards: name the files or folders that `opconform run --shard` or `record --shard` wrote")]
    None,
    /// One of them is no part of a run.
    #[error("{name} is a whole recording, and no shard: judge it as `--backend recorded:{name}`")]
    Whole {
        /// The recording.
        name: String,
    },
    /// Two of them are not of the same.
    #[error("{name} does not belong to {first}: its {what} is {found}, and not {expected}: leave it out, or ask again")]
    Other {
        /// The recording.
        name: String,
        /// The one that it is held against.
        first: String,
        /// What they differ in.
        what: &'static str,
        /// What it is in the one.
        found: String,
        /// What it is in the other.
        expected: String,
    },
    /// All of them are of something else than what is to be judged.
    #[error("the shards are of {what} {found}, and not of {expected}: {remedy}")]
    Elsewhere {
        /// What differs.
        what: &'static str,
        /// What it is in the shards.
        found: String,
        /// What it is here.
        expected: String,
        /// What to do.
        remedy: String,
    },
    /// One shard is there twice.
    #[error("{name} is shard {number}/{of} of {backend}, and so is {other}: leave out one of them")]
    Twice {
        /// The recording.
        name: String,
        /// The other.
        other: String,
        /// The number of the shard.
        number: u64,
        /// How many shards there are.
        of: u64,
        /// The backend.
        backend: String,
    },
    /// Shards are missing.
    #[error("of {backend}, shard {missing} of {of} is missing: ask it with --shard, and name its file or folder too")]
    Missing {
        /// The backend.
        backend: String,
        /// The numbers of the shards, in words.
        missing: String,
        /// How many shards there are.
        of: u64,
    },
    /// A shard has no answer to a case that is its own.
    #[error("{name} has no answer to {case}, which is its own to ask: it is damaged, so ask the shard again")]
    Lacking {
        /// The recording.
        name: String,
        /// The id of the case.
        case: String,
    },
    /// A backend is at hand that is not what the shards asked.
    #[error(
        "`{name}` is not what the shards asked, its {what} is {found}, and not {expected}: name the backend that they are of"
    )]
    Stranger {
        /// The backend.
        name: String,
        /// What differs.
        what: &'static str,
        /// What it is of the backend at hand.
        found: String,
        /// What it is of that which was asked.
        expected: String,
    },
}
