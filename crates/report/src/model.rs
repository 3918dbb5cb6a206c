//! The model of a report. Its JSON form is `report.json`; a change that a reader would notice raises [`SCHEMA`].

mod counts;
mod family;
mod observed;

use opconform_tensor::{Class, Types};
use serde::{Deserialize, Serialize};

use crate::cause::Cause;
use crate::deed::Deed;
use crate::level::Level;
use crate::operands::Shapes;
use crate::severity::Severity;
use crate::text::plural;

pub use counts::{ClauseCount, Count, OutcomeCounts, ProfileCount};
pub use family::ToFamily;
pub use observed::{Behaviour, Fingerprint, Grid, LaneKind, Lanes};

/// The version of the JSON form.
pub const SCHEMA: u32 = 6;

/// A judged run.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// [`SCHEMA`] at the time of writing.
    pub schema: u32,
    /// Whether the run was interrupted before all cases were judged.
    pub partial: bool,
    /// Whether departures from SHOULD clauses count as those from MUST clauses do.
    pub strict: bool,
    /// The seed of everything random.
    pub seed: u64,
    /// Cases that were judged.
    pub cases: u64,
    /// Where the cases come from.
    pub sources: Vec<Source>,
    /// The profiles judged under, in order.
    pub profiles: Vec<Profile>,
    /// Every registered clause, in order.
    pub clauses: Vec<Clause>,
    /// The backends judged, in order.
    pub backends: Vec<Backend>,
    /// The backends that could not be judged here.
    pub unavailable: Vec<Unavailable>,
    /// Departures: of what is claimed, of what is asked of everyone, of what is not claimed; each the worst first.
    pub findings: Vec<Finding>,
    /// How many more there were, that the report has no room for.
    #[serde(default)]
    pub left_out: u64,
    /// Where a source is silent or contradicts itself, with the cases that show it.
    pub gaps: Vec<Gap>,
    /// Every statement of the sources as the project was given them, by document.
    pub requirements: Vec<Requirement>,
    /// The known defects of the source documents.
    pub defects: Vec<Defect>,
    /// Every case, together with those that exercise the same clauses.
    pub groups: Vec<CaseGroup>,
    /// What may differ between two runs of the same suite, seed and backends; nothing else may.
    pub provenance: Provenance,
}

/// How many cases a source gave.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Source {
    /// The case source, such as `edge`.
    pub name: String,
    /// How many of its cases were judged.
    pub cases: u64,
}

/// A profile judged under.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Profile {
    /// The name, such as `sonnx`.
    pub name: String,
    /// The specification that it is a version of, such as `SONNX`.
    pub family: String,
    /// Whether it is one of several functions of its specification, of which nobody can follow two.
    #[serde(default)]
    pub alternative: bool,
    /// The document and revision that it reads.
    pub source: String,
    /// Where it can be read.
    pub link: String,
}

/// A registered clause.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Clause {
    /// The permanent id.
    pub id: String,
    /// How binding it is.
    pub level: Level,
    /// What it asks, in a few words.
    pub title: String,
    /// What it asks of the operators that take the other end of the order, where that is said in other words.
    pub turned: Option<Turned>,
    /// The words of the source.
    pub words: String,
    /// Where they stand.
    pub place: String,
    /// The profiles that it belongs to.
    pub profiles: Vec<String>,
}

impl Report {
    /// Whether a finding counts: in the exit code, the verdict, the gate. What a backend does not claim never does, and SHOULD
    /// is advice unless it was asked to be more.
    pub fn counts(&self, finding: &Finding) -> bool {
        finding.standing != Standing::Distance && self.binds(finding)
    }

    /// Whether a finding is of a clause that binds whoever claims its specification.
    pub(crate) fn binds(&self, finding: &Finding) -> bool {
        self.strict || finding.level == Level::Must
    }
}

/// What a clause asks of operators that take the other end of the order than the one its title names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turned {
    /// What it asks of them, in a few words.
    pub title: String,
    /// The operators.
    pub operators: Vec<String>,
}

impl Clause {
    /// What it asks of an operator, in a few words.
    pub(crate) fn asks(&self, operator: &str) -> &str {
        let turned = self.turned.as_ref().filter(|turned| turned.operators.iter().any(|it| it == operator));
        turned.map_or(&self.title, |turned| &turned.title)
    }

    /// What it asks of each operator, in a few words.
    pub(crate) fn asks_in_full(&self) -> String {
        match &self.turned {
            Some(turned) => format!("{}; of {}: {}", self.title, turned.operators.join(", "), turned.title),
            None => self.title.clone(),
        }
    }
}

/// What was seen of one backend.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Backend {
    /// The name that selects it.
    pub name: String,
    /// The version of the implementation.
    pub version: String,
    /// What is behind it: library, version, configuration.
    pub description: String,
    /// What it says that it follows, or what it is judged by instead; empty where that is nothing.
    pub claims: Vec<Claim>,
    /// How its answers divide.
    pub outcomes: OutcomeCounts,
    /// One entry per registered clause, in the same order.
    pub clauses: Vec<ClauseCount>,
    /// One entry per profile judged under, in the same order.
    pub profiles: Vec<ProfileCount>,
    /// What it says that it does not support.
    pub skips: Vec<Skip>,
    /// Clauses that were not exercised on an element type, with the reason.
    pub unexercised: Vec<Unexercised>,
    /// The rules for NaN, zeros and subnormals that it was observed to follow.
    pub fingerprints: Vec<Fingerprint>,
    /// How it fares with every two classes of operand.
    pub grids: Vec<Grid>,
    /// What it makes of two operands where that breaks a clause.
    pub behaviours: Vec<Behaviour>,
    /// What it takes at each position of short vectors, where that breaks a clause or is not the same everywhere.
    pub lanes: Vec<Lanes>,
    /// What was seen of it while its answers changed, and not any more when it was asked again: no departures.
    #[serde(default)]
    pub unsteady: Vec<Unsteady>,
    /// How it stands to every specification that it was judged under, in the order of the profiles.
    #[serde(default)]
    pub families: Vec<ToFamily>,
}

/// Violations that were seen, and not any more when all was asked again: they are counted nowhere.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsteady {
    /// The clause.
    pub clause: String,
    /// The operator.
    pub operator: String,
    /// The element type.
    pub dtype: Types,
    /// The classes of the operands, in order.
    pub operands: Vec<Class>,
    /// The class of the result.
    pub result: Option<Class>,
    /// Cases that showed it.
    pub cases: u64,
    /// One of them.
    pub example: String,
}

/// A specification that a backend says it follows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Claim {
    /// The specification, such as `ONNX`.
    pub specification: String,
    /// Where that is said.
    pub place: String,
    /// The profiles that it stands for; empty where the suite has none of it.
    pub profiles: Vec<String>,
}

/// Cases of one source that exercise the same clauses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseGroup {
    /// The case source, such as `edge`.
    pub source: String,
    /// The operator.
    pub operator: String,
    /// Their element types.
    pub dtypes: Vec<String>,
    /// What they are about: the third part of their ids, with `N` for a number.
    pub subjects: Vec<String>,
    /// How many cases.
    pub cases: u64,
    /// The first of them.
    pub example: String,
    /// The clauses that made a comparison in them, on some backend.
    pub clauses: Vec<String>,
}

/// A statement of a source: a sentence, a row of a table, a formula or an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Requirement {
    /// The specification that the document is of, such as `SONNX`.
    pub family: String,
    /// The document that it stands in.
    pub document: String,
    /// Its first words, verbatim but for white space.
    pub words: String,
    /// The clauses that judge it.
    pub clauses: Vec<String>,
    /// Why no clause does, where none does.
    pub reason: Option<String>,
}

/// A known defect of a source document.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Defect {
    /// The specification that the document is of, such as `SONNX`.
    #[serde(default)]
    pub family: String,
    /// The document.
    pub document: String,
    /// What is wrong with it.
    pub text: String,
    /// The gap by which the cases that show it are counted, where cases can show it.
    pub gap: Option<String>,
    /// Cases that show it.
    pub cases: u64,
    /// One of them.
    pub example: Option<String>,
}

/// Cases that a backend does not support, for one reason.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Skip {
    /// The backend's words.
    pub reason: String,
    /// How many cases.
    pub cases: u64,
    /// One of them.
    pub example: String,
}

/// A clause that was not exercised on an element type.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unexercised {
    /// The clause.
    pub clause: String,
    /// The element types, for the same reason.
    pub dtypes: Vec<Types>,
    /// Why not.
    pub reason: String,
    /// Whether the reason lies in the clause itself; otherwise in the backend or in the cases that were run.
    pub by_nature: bool,
}

/// A backend that could not be judged here.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Unavailable {
    /// The name that selects it.
    pub name: String,
    /// Why, and what would make it available.
    pub reason: String,
}

/// Violations of one cause, with the smallest input that shows it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// A stable id: the hash of backend, operator, clause and classes.
    pub id: String,
    /// The id of the finding that stands for all of its departure, which may be this one: that one has the program, or says why there is
    /// none.
    pub departure: String,
    /// The cause of that departure.
    pub cause: Cause,
    /// The backend.
    pub backend: String,
    /// The operator.
    pub operator: String,
    /// The operator that takes the maximum by the same rules, where this one takes the minimum.
    pub mirrors: Option<String>,
    /// The element type of the operands.
    pub dtype: Types,
    /// The clause.
    pub clause: String,
    /// How binding it is.
    pub level: Level,
    /// The profiles that speak of the smallest case and have the clause.
    pub profiles: Vec<String>,
    /// What the clause is to the backend.
    pub standing: Standing,
    /// How bad it is.
    pub severity: Severity,
    /// What was done.
    pub deed: Deed,
    /// Whether the operands at fault show it alone: few of them, and one element of a result.
    pub alone: bool,
    /// Who fails the witness though it is right: an error of this suite, and nothing against the backend.
    pub doubt: Option<String>,
    /// The classes of the operands of the witness, in order; empty where the whole answer is at fault.
    pub operands: Vec<Class>,
    /// The class of the result, where there is one.
    pub result: Option<Class>,
    /// Cases that show it.
    pub cases: u64,
    /// Elements that show it.
    pub elements: u64,
    /// The smallest input that shows it.
    pub witness: Witness,
    /// The profiles that do not accept the witness.
    pub breaks: Vec<Breach>,
    /// The profiles that speak of the witness and accept it or leave it open.
    pub allowed_by: Vec<Allowance>,
    /// Why it is accepted, where it is: `opconform gate` says so, and a run alone knows of nothing that is.
    pub waived: Option<Waived>,
    /// The witness as programs that need no opconform, where it stands for all of its departure: each calls the implementation
    /// that departs. None of any other finding: see `departure`.
    pub reproducers: Vec<Reproducer>,
    /// Why there is no such program, where the finding stands for all of its departure and has none.
    pub no_reproducer: Option<String>,
}

/// The clause on what a process answers first, and when it has been asked much.
const WARMTH: &str = "DET-WARM";

impl Finding {
    /// Whether a NaN is among the operands.
    pub(crate) fn has_nan(&self) -> bool {
        self.operands.iter().any(|class| class.is_nan())
    }

    /// Whether it is there in one run and may be gone in the next, with the backend as it was: what a compiler makes of a NaN's bits or a
    /// zero's sign once a process was asked much.
    pub fn comes_and_goes(&self) -> bool {
        self.clause == WARMTH && self.severity >= Severity::ZeroSign
    }
}

impl Report {
    /// Whether a finding [comes and goes](Finding::comes_and_goes), or is of what this run saw come and go.
    pub fn is_unsteady(&self, finding: &Finding) -> bool {
        let is_of = |unsteady: &Unsteady| {
            [&unsteady.clause, &unsteady.operator] == [&finding.clause, &finding.operator]
                && (unsteady.dtype, &unsteady.operands) == (finding.dtype, &finding.operands)
        };
        let of_backend = || self.backends.iter().filter(|backend| backend.name == finding.backend);
        finding.comes_and_goes() || of_backend().flat_map(|backend| &backend.unsteady).any(is_of)
    }
}

/// What a clause is to a backend that breaks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Standing {
    /// A sentence of a specification that the backend claims.
    Claimed,
    /// A sentence of no source, which is asked of everyone.
    Universal,
    /// A sentence of a specification that the backend does not claim: how far it is from that one, and no fault.
    Distance,
}

/// Why a finding is accepted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Waived {
    /// The reason.
    pub reason: String,
    /// Where more is said.
    pub link: String,
    /// Who accepts it, where that is said.
    pub by: Option<String>,
}

/// A witness as a program of its own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reproducer {
    /// What it is written in, such as `Python`.
    pub language: String,
    /// The program.
    pub text: String,
}

/// A minimised case, and the element at fault.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Witness {
    /// The id of the case.
    pub case: String,
    /// The case from the suite that it was shrunk from.
    pub shrunk_from: String,
    /// Whether shrinking came to its end; not where the run was interrupted, or the runs that one finding may cost were spent, before.
    pub smallest: bool,
    /// The operands' shapes.
    pub shapes: Shapes,
    /// The attributes, such as `axes = [0]`; of spans, where each begins and how long it is.
    pub attributes: Option<String>,
    /// The operator set.
    pub opset: u32,
    /// When it is that the case is put as it is, in words that follow "where", if that is not the plain way.
    #[serde(default)]
    pub way: Option<String>,
    /// By how many elements each operand begins past a boundary of its memory; empty where none does.
    #[serde(default)]
    pub offsets: Vec<usize>,
    /// The file of the case, beside the report.
    pub file: String,
    /// The command that replays it.
    pub replay: String,
    /// The row-major position of the element at fault.
    pub position: Option<u64>,
    /// How many elements the operands give; none where they give no result.
    #[serde(default)]
    pub answered: Option<u64>,
    /// The operands that meet there.
    pub operands: Vec<Element>,
    /// What was found there.
    pub found: Option<Element>,
    /// What is wrong, in words.
    pub symptom: String,
    /// What is due in place of the element that was found, in words, where the clause says it.
    #[serde(default)]
    pub due: Option<String>,
    /// The reason that the backend gave, where it refused the case.
    #[serde(default)]
    pub refusal: Option<String>,
    /// For the clause on what is answered first and later: after how many cases the same was asked again, and what was found then.
    #[serde(default)]
    pub later: Option<(u64, Element)>,
    /// For the clause on the way in which a case is put: what was found in the plain way.
    #[serde(default)]
    pub plainly: Option<Element>,
    /// The id of the case that is asked before this one, where this one shows nothing alone.
    #[serde(default)]
    pub after: Option<String>,
    /// For a clause that compares two cases: the case that it differs from, and what was found there.
    pub differs_from: Option<(String, Element)>,
}

impl Witness {
    /// The operands' shapes, and the attributes and where the operands begin, if there is something to say of that.
    pub(crate) fn asked(&self) -> String {
        let shapes = Some(self.shapes.to_string());
        [shapes, self.attributes.clone(), self.misaligned()].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// Which operands begin past a boundary of their memory, and how far, in words; `None` where none does.
    pub(crate) fn misaligned(&self) -> Option<String> {
        let past = |(place, offset): (usize, &usize)| {
            let operand = match (place, self.offsets.len()) {
                (_, 1) => "the operand".to_owned(),
                (0, _) => "the first operand".to_owned(),
                (1, _) => "the second operand".to_owned(),
                (place, _) => format!("operand {}", place + 1),
            };
            format!("{operand} begins {} past a boundary", plural(*offset as u64, "element"))
        };
        let begins: Vec<String> =
            self.offsets.iter().enumerate().filter(|(_, offset)| **offset > 0).map(past).collect();
        (!begins.is_empty()).then(|| begins.join(" and "))
    }
}

/// An element for people and machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Element {
    /// The bits, at full width.
    pub hex: String,
    /// The value in decimal, `nan` or `inf`.
    pub decimal: String,
    /// Its class.
    pub class: Class,
}

/// A profile that does not accept a witness.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Breach {
    /// The profile.
    pub profile: String,
    /// What it expects.
    pub expected: String,
}

/// A profile that does not object to a witness.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Allowance {
    /// The profile.
    pub profile: String,
    /// What it accepts, or the gap that leaves it open.
    pub accepts: String,
}

/// Where a source is silent or contradicts itself.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Gap {
    /// The profile that has it.
    pub profile: String,
    /// The gap in words.
    pub gap: String,
    /// Cases that show it.
    pub cases: u64,
    /// One of them.
    pub example: String,
}

/// What may differ between two runs of the same suite, seed and backends.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Provenance {
    /// The version of the suite.
    pub suite: String,
    /// The commit of the suite's source, where it was built from a checkout; `-dirty` behind it where that had changes.
    pub commit: Option<String>,
    /// The SHA-256 of the suite's program.
    pub program: String,
    /// The command line.
    pub command: String,
    /// When the run began, RFC 3339, UTC.
    pub started: String,
    /// How long it took, in seconds.
    pub seconds: f64,
    /// Operating system and architecture.
    pub platform: String,
    /// The release of the operating system, and of its kernel.
    pub system: String,
    /// The C library and its version.
    pub libc: String,
    /// The processor's name.
    pub cpu: String,
    /// The vector extensions that it has, of those that matter here.
    pub cpu_features: Vec<String>,
    /// Threads used.
    pub threads: u64,
    /// The rounding mode of the suite's threads.
    pub rounding_mode: String,
    /// Whether the suite's threads keep subnormals.
    pub subnormals: String,
    /// What has been enumerated of the very kernels in this suite, a line each.
    pub enumerated: Vec<String>,
    /// The backends that are part of the suite's program.
    pub built_in: Vec<String>,
    /// The files that other backends are made of: their programs, and the libraries that these had loaded when they were ready. None of
    /// a backend whose files are not known.
    pub files: Vec<UsedFile>,
    /// Of a report that was merged, where and when each shard was asked, a line each.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shards: Vec<String>,
}

/// A file that a backend is made of.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UsedFile {
    /// The backend.
    pub backend: String,
    /// The name of the file, without the folders that it is in.
    pub name: String,
    /// The SHA-256 of its content.
    pub sha256: String,
}
