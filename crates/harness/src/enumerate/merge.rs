//! Results of some rows each, put together to the result of all.

use super::asked::Asked;
use super::counts::{BLOCKS, Counts};
use super::read::Damage;
use super::result::Enumeration;
use crate::differs::{Difference, differs};

/// Why results do not make one.
#[derive(Debug, thiserror::Error)]
pub enum Misfit {
    /// There is none.
    #[error("no results: name at least one file")]
    None,
    /// One of them cannot be used.
    #[error("{name} is no part")]
    Damaged {
        /// The result.
        name: String,
        /// Why.
        source: Damage,
    },
    /// Two of them are not of the same.
    #[error("{name} does not belong to {first}: its {what} is {found}, and not {expected}")]
    Other {
        /// The result.
        name: String,
        /// The first of all.
        first: String,
        /// What they differ in.
        what: &'static str,
        /// What it is in the one.
        found: String,
        /// What it is in the first.
        expected: String,
    },
    /// Two of them have a block in common.
    #[error("{name} has block {block:02x}, which {other} has too: leave out one of them")]
    Twice {
        /// The result.
        name: String,
        /// The other.
        other: String,
        /// The block.
        block: u8,
    },
    /// Together they do not have all blocks.
    #[error(
        "{missing} of {BLOCKS} blocks are missing, the first of them {first:02x}: enumerate the other shards, and name them too"
    )]
    Missing {
        /// How many blocks are missing.
        missing: u64,
        /// The first of them.
        first: u8,
    },
}

/// One result of several, each with its name: the same, but for the sessions, as if all had been counted at once. What they say of their
/// counts must be what is said here, unless it is to be said `anew`.
pub fn merge(parts: &[(String, Enumeration)], anew: bool) -> Result<Enumeration, Misfit> {
    let Some((first, Enumeration { asked, .. })) = parts.first() else { return Err(Misfit::None) };
    let mut all = Counts::default();
    let mut sessions = Vec::new();
    for (place, (name, part)) in parts.iter().enumerate() {
        if let Some((what, expected, found)) = asked_otherwise(asked, &part.asked) {
            return Err(Misfit::Other { name: name.clone(), first: first.clone(), what, found, expected });
        }
        let counts = if anew { part.counted() } else { part.counts() };
        let counts = counts.map_err(|source| Misfit::Damaged { name: name.clone(), source })?;
        if let Some(&block) = counts.blocks.keys().find(|block| all.blocks.contains_key(block)) {
            let key = format!("{block:02x}");
            let other = parts[..place].iter().find(|(_, part)| part.blocks.contains_key(&key));
            let other = other.map(|(name, _)| name.clone()).unwrap_or_default();
            return Err(Misfit::Twice { name: name.clone(), other, block });
        }
        all = all.and(counts);
        sessions.extend(part.sessions.iter().cloned());
    }
    if let Some(first) = (0..=u8::MAX).find(|block| !all.blocks.contains_key(block)) {
        return Err(Misfit::Missing { missing: BLOCKS - all.blocks.len() as u64, first });
    }
    sessions.sort();
    Ok(Enumeration::of(asked.clone(), &all, sessions))
}

/// What differs between what was asked here and there, and what it is; `None` where nothing does.
fn asked_otherwise(one: &Asked, other: &Asked) -> Option<Difference> {
    // A field that comes later is compared too.
    let Asked {
        suite,
        backend,
        version,
        operator,
        opset,
        dtype,
        rung,
        range,
        layout,
        length,
        cold,
        bisection,
        assumed,
        claims,
        cpu_features,
    } = one;
    differs("suite", suite, &other.suite)
        .or_else(|| differs("backend", backend, &other.backend))
        .or_else(|| differs("version", version, &other.version))
        .or_else(|| differs("operator", operator, &other.operator))
        .or_else(|| differs("operator set", opset, &other.opset))
        .or_else(|| differs("element type", dtype, &other.dtype))
        .or_else(|| differs("rung", rung, &other.rung))
        .or_else(|| differs("range", range, &other.range))
        .or_else(|| differs("layout", layout, &other.layout))
        .or_else(|| differs("length", length, &other.length))
        .or_else(|| differs("cold start", cold, &other.cold))
        .or_else(|| differs("bisection", bisection, &other.bisection))
        .or_else(|| differs("assumption", assumed, &other.assumed))
        .or_else(|| differs("claim", claims, &other.claims))
        .or_else(|| differs("CPU", cpu_features, &other.cpu_features))
}
