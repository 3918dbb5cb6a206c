//! The result of an enumeration, as it is kept: what was asked, what came, and what is said of it.

use std::collections::BTreeMap;

use opconform_exhaust::{Came, Cell, Counted, Kind, Order, Places};
use opconform_files::sha256;
use opconform_spec::claimed;
use opconform_tensor::Value;
use serde::{Deserialize, Serialize};

use super::asked::Asked;
use super::bisect::Bisected;
use super::counts::{BLOCKS, Counts};
use super::judged::{Attitude, Bench, Brand, JudgedCell};
use super::place::{self, Place};

/// The witnesses that are shown at most.
const WITNESSES: usize = 20;

/// The pairs of a rung through a backend, or those of some rows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Enumeration {
    /// Who was asked what.
    pub asked: Asked,
    /// Whether these are all pairs of the rung.
    pub complete: bool,
    /// How many pairs these are.
    pub pairs: u64,
    /// The digest of the digests of the blocks.
    pub digest: String,
    /// How the backend stands to each specification that speaks of these pairs.
    pub specifications: Vec<Standpoint>,
    /// Some of the pairs of which what came is forbidden.
    pub witnesses: Vec<PairWitness>,
    /// What came, counted.
    pub cells: Vec<Group>,
    /// What was said in place of answers.
    pub remarks: Vec<Remark>,
    /// The calls that failed and were bisected.
    #[serde(default, skip_serializing_if = "Bisected::is_none")]
    pub bisected: Bisected,
    /// The digest of the results of each block: of all pairs, by the upper byte of the operand that stays the same along a row; of a type of
    /// 8 bits, by that operand; of another rung, by the upper byte of the patterns.
    pub blocks: BTreeMap<String, String>,
    /// When and where it was found out: the one part that two runs of the same do not have in common.
    pub sessions: Vec<Session>,
}

/// A time and a place in which some of it was found out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Session {
    /// When it began.
    pub started: String,
    /// How many seconds it took.
    pub seconds: u64,
    /// The system and the CPU.
    pub machine: String,
    /// The pairs that were asked for.
    pub pairs: u64,
    /// Whether it ended before its time.
    pub interrupted: bool,
    /// How long the backend's own calls took, where the backend tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own: Option<OwnCalls>,
    /// The end of what was on standard error when the backend first ended before its time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub heard: Option<String>,
    /// How many models the backend was given, of which one that compiles makes a program each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub models: Option<u64>,
}

/// How long a backend's own calls took, of all of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnCalls {
    /// The milliseconds of the calls, summed up: where several processes call at once, more than time has passed.
    pub milliseconds: u64,
    /// The milliseconds that all of the session took.
    pub of: u64,
}

/// Pairs that no specification tells apart, and of which the same came.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Group {
    /// What the first operand is.
    pub first: Kind,
    /// What the second operand is.
    pub second: Kind,
    /// How the first stands to the second.
    pub order: Order,
    /// What came of them.
    pub came: Came,
    /// How many pairs these are.
    pub pairs: u64,
    /// The first of them: the bits of the operands, and of the result where there is one.
    pub examples: Vec<String>,
    /// The clauses of what is claimed, or asked of everyone, that forbid it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub must: Vec<String>,
    /// The clauses of these that advise against it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub should: Vec<String>,
    /// The specifications that are claimed and leave it open.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub open: Vec<String>,
    /// Where in their calls they lay, where the same operands came out otherwise elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// The counts that the place follows from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Box<Places>>,
}

/// How many pairs a specification says what of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Standpoint {
    /// The specification.
    pub specification: String,
    /// Whether the backend is judged by it.
    pub claimed: bool,
    /// Pairs of which it allows what came.
    pub allowed: u64,
    /// Pairs of which it leaves that open.
    pub open: u64,
    /// Pairs of which it advises against what came.
    pub should: u64,
    /// Pairs of which it forbids what came.
    pub must: u64,
    /// Its clauses that are broken, and by how many pairs.
    pub clauses: BTreeMap<String, u64>,
}

/// A pair of which what came is forbidden.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PairWitness {
    /// The operands, as bits.
    pub operands: [String; 2],
    /// The result, as bits; `None` where there is none.
    pub found: Option<String>,
    /// What came, in words.
    pub came: String,
    /// What would be allowed, in words.
    pub expected: Option<String>,
    /// The clauses that are broken.
    pub clauses: Vec<String>,
    /// How many pairs are like it.
    pub pairs: u64,
    /// Where in their calls these lay, where the same operands came out otherwise elsewhere.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
}

/// What was said in place of an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Remark {
    /// What came.
    pub came: Came,
    /// The first operand of the first such call, as bits.
    pub first: String,
    /// What was said there.
    pub said: String,
}

impl Enumeration {
    /// What was counted, with what is said of it.
    pub fn of(asked: Asked, counts: &Counts, sessions: Vec<Session>) -> Self {
        let hex = |bits| Value::new(asked.dtype, bits).hex();
        let (mut cells, mut standpoints, mut witnesses) = (Vec::new(), BTreeMap::new(), Vec::new());
        let complete = counts.blocks.len() as u64 == BLOCKS;
        let course = asked.course().ok();
        let places = course.map(|course| place::telling(&course, counts)).unwrap_or_default();
        let kept = course.map(|course| place::kept(&course, counts, complete)).unwrap_or_default();
        if let Some(bench) = asked.bench() {
            for (cell, counted) in &counts.cells {
                let judged = bench.judged(*cell, counted);
                stand(&mut standpoints, &bench, &judged, counted.count);
                let mut group = group(&bench, *cell, counted, &judged, &hex);
                group.place = places.get(cell).copied();
                group.places = counted.places.clone().filter(|_| kept.contains(cell));
                if !group.must.is_empty() {
                    witnesses.push((cell.came, witness(*cell, &group, &judged)));
                }
                cells.push(group);
            }
        }
        // The rarest first: what is wrong in a few pairs alone is what nobody sees. Those last that may not be at fault by themselves.
        witnesses.sort_by_key(|(came, witness)| (matches!(came, Came::WithOthers(_)), witness.pairs));
        witnesses.truncate(WITNESSES);
        let remark =
            |(&came, (first, said)): (&Came, &(u64, String))| Remark { came, first: hex(*first), said: said.clone() };
        let digests: String = counts.blocks.values().map(String::as_str).collect();
        Self {
            complete,
            pairs: counts.cells.values().map(|counted| counted.count).sum(),
            digest: sha256(digests.as_bytes()),
            specifications: standpoints.into_values().collect(),
            witnesses: witnesses.into_iter().map(|(_, witness)| witness).collect(),
            cells,
            bisected: counts.bisected,
            remarks: counts.said.iter().map(remark).collect(),
            blocks: counts.blocks.iter().map(|(block, digest)| (format!("{block:02x}"), digest.clone())).collect(),
            sessions,
            asked,
        }
    }

    /// Pairs of which what came breaks a MUST of what is claimed, or of what is asked of everyone.
    pub fn forbidden(&self) -> u64 {
        self.cells.iter().filter(|group| !group.must.is_empty()).map(|group| group.pairs).sum()
    }

    /// Pairs that are judged: by what is claimed, or where nothing is claimed that has a profile, by what is asked of everyone.
    pub fn judged(&self) -> u64 {
        let is_claimed = claimed(&self.asked.claims).next().is_some();
        let of = self.specifications.iter().filter(|it| it.claimed || !is_claimed);
        of.map(|it| it.allowed + it.open + it.should + it.must).max().unwrap_or_default()
    }
}

fn group(bench: &Bench, cell: Cell, counted: &Counted, judged: &JudgedCell, hex: &dyn Fn(u64) -> String) -> Group {
    let example = |&[first, second, found]: &[u64; 3]| {
        let found = if cell.came.is_element() { format!(" {}", hex(found)) } else { String::new() };
        format!("{} {}{found}", hex(first), hex(second))
    };
    let clauses = |brand: Brand| {
        let of = judged.broken.iter().filter(move |(_, (_, it))| *it == brand);
        of.map(|(id, _)| (*id).to_owned()).collect::<Vec<_>>()
    };
    let open = judged.words.iter().filter(|(name, word)| **word == Attitude::Open && bench.is_claimed(name));
    Group {
        first: cell.first,
        second: cell.second,
        order: cell.order,
        came: cell.came,
        pairs: counted.count,
        examples: counted.examples.iter().map(example).collect(),
        must: clauses(Brand::Counts),
        should: clauses(Brand::Advice),
        open: open.map(|(name, _)| (*name).to_owned()).collect(),
        place: None,
        places: None,
    }
}

fn witness(cell: Cell, group: &Group, judged: &JudgedCell) -> PairWitness {
    let mut bits = group.examples.first().map_or("", String::as_str).split(' ').map(ToOwned::to_owned);
    let operands = [bits.next().unwrap_or_default(), bits.next().unwrap_or_default()];
    PairWitness {
        operands,
        found: bits.next(),
        came: cell.came.to_string(),
        expected: judged.expected.clone(),
        clauses: group.must.clone(),
        pairs: group.pairs,
        place: group.place,
    }
}

/// Adds what is said of a cell to what each specification says of all.
fn stand(standpoints: &mut BTreeMap<usize, Standpoint>, bench: &Bench, judged: &JudgedCell, pairs: u64) {
    for (place, profile) in bench.profiles.iter().enumerate() {
        let Some(word) = judged.words.get(profile.name) else { continue };
        let standpoint = standpoints.entry(place).or_insert_with(|| Standpoint {
            specification: profile.name.to_owned(),
            claimed: bench.is_claimed(profile.name),
            allowed: 0,
            open: 0,
            should: 0,
            must: 0,
            clauses: BTreeMap::new(),
        });
        *match word {
            Attitude::Allowed => &mut standpoint.allowed,
            Attitude::Open => &mut standpoint.open,
            Attitude::Should => &mut standpoint.should,
            Attitude::Must => &mut standpoint.must,
        } += pairs;
        for (id, (clause, _)) in &judged.broken {
            if clause.profiles.contains(&profile.name) {
                *standpoint.clauses.entry((*id).to_owned()).or_default() += pairs;
            }
        }
    }
}
