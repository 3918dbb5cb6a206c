//! The shards' answers, put together to backends that have answered beforehand.

use std::collections::BTreeMap;
use std::mem::discriminant;
use std::sync::Arc;

use opconform_backends::{Backend, Description, Key, Part, PassingFault, Provenance, Recording};
use opconform_report::{Unavailable, plural};
use opconform_spec::{Case, Outcome};

use super::answered::{Answered, Unanswered};
use super::deal::{dealt, digest};
use super::misfit::Misfit;
use crate::answer::{BATCH, same_output};
use crate::answer::{answers, unasked};
use crate::differs::{Difference, differs};
use crate::plan::Plan;
use crate::repeats::Repeats;

/// A plan whose backends have answered beforehand.
pub struct Merged {
    /// The plan, to be run or recorded as any other.
    pub plan: Plan,
    /// How many shards there are.
    pub of: u64,
    /// Where and when each shard of each backend was asked, a line each; for provenance.
    pub shards: Vec<String>,
    /// By the backend, when and where its first shard was asked.
    pub provenances: Vec<Provenance>,
    /// What nobody could be asked, so far.
    pub unanswered: Arc<Unanswered>,
    /// By the shard's file, which answers came otherwise when some of them were asked for again.
    pub otherwise: Vec<Otherwise>,
    /// How many cases were asked for again.
    pub again: u64,
}

/// An answer that came otherwise when it was asked for again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Otherwise {
    /// The file of the shard.
    pub name: String,
    /// The backend.
    pub backend: String,
    /// The id of the case.
    pub case: String,
}

/// A recording, and the part of a run that it is of.
struct Piece {
    name: String,
    part: Part,
    recording: Recording,
}

impl Piece {
    fn backend(&self) -> &Description {
        &self.recording.provenance.backend
    }
}

/// Puts recordings, each with its name, together to the backends of a plan: of all cases each was asked in one shard, and in no other.
/// The plan has the backends that are at hand, of which so many batches of cases of each shard are asked for again; it may have none.
pub fn merge(mut plan: Plan, recordings: Vec<(String, Recording)>, batches: usize) -> Result<Merged, Misfit> {
    let piece = |(name, mut recording): (String, Recording)| match recording.provenance.part.take() {
        Some(part) => Ok(Piece { name, part, recording }),
        None => Err(Misfit::Whole { name }),
    };
    let mut pieces: Vec<Piece> = recordings.into_iter().map(piece).collect::<Result<_, _>>()?;
    pieces.sort_by_key(|piece| piece.part.number);
    let part = fit(&pieces, &plan)?;
    let live = std::mem::take(&mut plan.backends);
    let mut live = at_hand(live, &pieces)?;
    plan.unavailable = part
        .unavailable
        .iter()
        .map(|(name, reason)| Unavailable { name: name.clone(), reason: reason.clone() })
        .collect();
    let whole = Whole {
        keys: plan.cases.iter().map(Key::of).collect(),
        dealt: dealt(&plan.cases, &Repeats::of(&plan.cases, plan.shared_cache.as_deref()), part.of),
        cases: &plan.cases,
    };
    let shards = pieces.iter().map(provenance).collect();
    let unanswered = Arc::new(Unanswered::default());
    let (mut otherwise, mut again, mut backends, mut provenances) = (Vec::new(), 0, Vec::new(), Vec::new());
    for name in &part.backends {
        let of_backend: Vec<Piece> = pieces.extract_if(.., |piece| piece.backend().name == *name).collect();
        of_backend.iter().try_for_each(|piece| whole.is_in(piece))?;
        let live = live.remove(name);
        for (piece, live) in of_backend.iter().filter_map(|piece| Some((piece, live.as_deref()?))) {
            again += whole.again(piece, live, batches, &mut otherwise);
        }
        provenances.extend(of_backend.first().map(|piece| piece.recording.provenance.clone()));
        backends.extend(whole.joined(of_backend, live, &unanswered));
    }
    plan.backends = backends;
    Ok(Merged { plan, of: part.of, shards, provenances, unanswered, otherwise, again })
}

/// The cases of all shards.
struct Whole<'a> {
    cases: &'a [Case],
    keys: Vec<Key>,
    /// By the case, the number of the shard that asks it.
    dealt: Vec<u64>,
}

impl Whole<'_> {
    /// The indices of the cases that the shard of a piece asks.
    fn own(&self, piece: &Piece) -> impl Iterator<Item = usize> {
        let number = piece.part.number;
        self.dealt.iter().enumerate().filter(move |&(_, &shard)| shard == number).map(|(index, _)| index)
    }

    /// Whether a piece has an answer to every case of its own: each case is dealt to one, so all pieces together have each once.
    fn is_in(&self, piece: &Piece) -> Result<(), Misfit> {
        let is_lacking = |&index: &usize| {
            !piece.recording.covers(&self.keys[index]) && unasked(piece.backend(), &self.cases[index]).is_none()
        };
        let lacking = self.own(piece).find(is_lacking);
        lacking.map_or(Ok(()), |index| {
            Err(Misfit::Lacking { name: piece.name.clone(), case: self.cases[index].id().to_owned() })
        })
    }

    /// Asks for some batches of a piece again, from its beginning to its end; how many cases.
    fn again(&self, piece: &Piece, live: &dyn Backend, batches: usize, otherwise: &mut Vec<Otherwise>) -> u64 {
        let own: Vec<usize> = self.own(piece).filter(|&index| piece.recording.covers(&self.keys[index])).collect();
        let all: Vec<&[usize]> = own.chunks(BATCH).collect();
        let step = all.len().div_ceil(batches.max(1)).max(1);
        let mut asked = 0;
        for batch in all.into_iter().skip(step / 2).step_by(step) {
            let cases: Vec<Case> = batch.iter().map(|&index| self.cases[index].clone()).collect();
            asked += cases.len() as u64;
            for (index, now) in batch.iter().zip(answers(live, &cases)) {
                if !piece.recording.answers(&self.keys[*index]).any(|earlier| is_same(&earlier, &now)) {
                    let (name, backend) = (piece.name.clone(), piece.backend().name.clone());
                    otherwise.push(Otherwise { name, backend, case: self.cases[*index].id().to_owned() });
                }
            }
        }
        asked
    }

    /// The pieces of one backend as that backend.
    fn joined(
        &self,
        mut pieces: Vec<Piece>,
        live: Option<Box<dyn Backend>>,
        unanswered: &Arc<Unanswered>,
    ) -> Option<Box<dyn Backend>> {
        let Piece { part, recording, .. } = pieces.first()?;
        let (part, mut whole) = (part.clone(), Recording::new(recording.provenance.clone()));
        // What a shard was asked of its own cases was asked in the order of a run; another may have asked for one of them while it shrank.
        for piece in &mut pieces {
            let own: Vec<Key> = self.own(piece).map(|index| self.keys[index]).collect();
            whole.take(&mut piece.recording, own);
        }
        let faults = pieces.iter().map(|piece| piece.recording.provenance.passing_faults.clone());
        whole.provenance.passing_faults = faults.fold(Vec::new(), PassingFault::with);
        for piece in pieces {
            whole.append(piece.recording);
        }
        Some(Box::new(Answered::new(part, whole, live, Arc::clone(unanswered))))
    }
}

/// Whether an answer is the same as before. What a crash or a refusal says may name an address, and is not compared.
fn is_same(earlier: &Outcome, now: &Outcome) -> bool {
    match earlier {
        Outcome::Output(_) => same_output(earlier, now),
        _ => discriminant(earlier) == discriminant(now),
    }
}

/// Whether pieces are of one run, the one that the plan is of: every shard of every backend, once. The part that they have in common.
fn fit(pieces: &[Piece], plan: &Plan) -> Result<Part, Misfit> {
    let Some(first) = pieces.first() else { return Err(Misfit::None) };
    for piece in pieces {
        belongs(piece, first)?;
        let of_backend = |other: &&Piece| other.backend().name == piece.backend().name;
        let alike = pieces.iter().find(of_backend).unwrap_or(piece);
        if let Some((what, found, expected)) = is_another(piece.backend(), alike.backend()) {
            return Err(other(piece, alike, what, found, expected));
        }
        let same = |other: &&Piece| of_backend(other) && other.part.number == piece.part.number;
        if let Some(twice) = pieces.iter().find(same).filter(|other| !std::ptr::eq(*other, piece)) {
            let (name, other, backend) = (piece.name.clone(), twice.name.clone(), piece.backend().name.clone());
            return Err(Misfit::Twice { name, other, number: piece.part.number, of: piece.part.of, backend });
        }
    }
    for backend in &first.part.backends {
        let has = |number: &u64| pieces.iter().any(|it| it.backend().name == *backend && it.part.number == *number);
        let missing: Vec<String> =
            (1..=first.part.of).filter(|number| !has(number)).map(|number| number.to_string()).collect();
        if !missing.is_empty() {
            return Err(Misfit::Missing { backend: backend.clone(), missing: missing.join(", "), of: first.part.of });
        }
    }
    is_of(first, plan)?;
    Ok(first.part.clone())
}

/// Whether a piece is of the same run as the first one.
fn belongs(piece: &Piece, first: &Piece) -> Result<(), Misfit> {
    let (one, two) = (&piece.recording.provenance, &first.recording.provenance);
    let commit = |commit: &Option<String>| commit.clone().unwrap_or_else(|| "not known".to_owned());
    let names = |part: &Part| part.unavailable.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().join(", ");
    let compared: [(&'static str, String, String); 7] = [
        ("suite", one.suite.clone(), two.suite.clone()),
        ("suite's commit", commit(&one.commit), commit(&two.commit)),
        ("seed", one.seed.to_string(), two.seed.to_string()),
        ("number of shards", piece.part.of.to_string(), first.part.of.to_string()),
        ("digest of cases", piece.part.cases.clone(), first.part.cases.clone()),
        ("list of backends", piece.part.backends.join(", "), first.part.backends.join(", ")),
        ("list of backends that could not run", names(&piece.part), names(&first.part)),
    ];
    let differs = compared.into_iter().find(|(_, found, expected)| found != expected);
    differs.map_or(Ok(()), |(what, found, expected)| Err(other(piece, first, what, found, expected)))
}

/// Whether the pieces are of the plan that is to be judged.
fn is_of(first: &Piece, plan: &Plan) -> Result<(), Misfit> {
    let provenance = &first.recording.provenance;
    let (suite, commit) = (env!("CARGO_PKG_VERSION"), provenance.commit.as_deref());
    let other_program = "merge them with the program that asked them";
    let same_options = format!("choose the cases by the options of `{}`", first.part.command);
    let compared = [
        ("suite", provenance.suite.clone(), suite.to_owned(), other_program.to_owned()),
        (
            "the suite's commit",
            commit.unwrap_or("not known").to_owned(),
            plan.commit.unwrap_or("not known").to_owned(),
            other_program.to_owned(),
        ),
        ("seed", provenance.seed.to_string(), plan.seed.to_string(), same_options.clone()),
        (
            "cases of the digest",
            format!("{} ({})", first.part.cases, plural(provenance.cases, "case")),
            format!("{} ({})", digest(&plan.cases), plural(plan.cases.len() as u64, "case")),
            same_options,
        ),
    ];
    let differs = compared.into_iter().find(|(_, found, expected, _)| found != expected);
    differs.map_or(Ok(()), |(what, found, expected, remedy)| Err(Misfit::Elsewhere { what, found, expected, remedy }))
}

fn other(piece: &Piece, first: &Piece, what: &'static str, found: String, expected: String) -> Misfit {
    Misfit::Other { name: piece.name.clone(), first: first.name.clone(), what, found, expected }
}

/// What differs between two descriptions of one backend, and what it is in each; `None` where nothing does.
fn is_another(one: &Description, other: &Description) -> Option<Difference> {
    // A field that comes later is compared too.
    let Description {
        name,
        version,
        implementation,
        claims,
        language,
        configuration,
        cpu_features,
        dtypes,
        operators,
        models,
        layouts,
    } = one;
    differs("backend", name, &other.name)
        .or_else(|| differs("version", version, &other.version))
        .or_else(|| differs("list of CPU features", cpu_features, &other.cpu_features))
        .or_else(|| differs("configuration", configuration, &other.configuration))
        .or_else(|| differs("list of claims", claims, &other.claims))
        .or_else(|| differs("list of types", dtypes, &other.dtypes))
        .or_else(|| differs("list of operators", operators, &other.operators))
        .or_else(|| differs("language", language, &other.language))
        .or_else(|| differs("implementation", implementation, &other.implementation))
        .or_else(|| differs("way of being called", models, &other.models))
        .or_else(|| differs("list of layouts", layouts, &other.layouts))
}

/// The backends that are at hand, by their names: each must be what the shards asked.
fn at_hand(live: Vec<Box<dyn Backend>>, pieces: &[Piece]) -> Result<BTreeMap<String, Box<dyn Backend>>, Misfit> {
    let mut by_name = BTreeMap::new();
    for backend in live {
        let is = backend.describe();
        let of_name = pieces.iter().map(Piece::backend).find(|it| it.name == is.name);
        match of_name.map(|it| is_another(is, it)) {
            Some(None) => {}
            Some(Some((what, found, expected))) => {
                return Err(Misfit::Stranger { name: is.name.clone(), what, found, expected });
            }
            None => {
                let expected = pieces.first().map(|it| it.part.backends.join(", ")).unwrap_or_default();
                let (name, found) = (is.name.clone(), is.name.clone());
                return Err(Misfit::Stranger { name, what: "name", found, expected });
            }
        }
        by_name.insert(is.name.clone(), backend);
    }
    Ok(by_name)
}

/// Where and when a piece was asked.
fn provenance(piece: &Piece) -> String {
    let Piece { part: Part { number, of, .. }, recording, .. } = piece;
    let (it, backend) = (&recording.provenance, piece.backend());
    format!("shard {number} of {of}, {}: {} on {}, {}", backend.name, it.recorded, it.platform, it.cpu)
}
