//! How a backend stands: to what it claims, which is the verdict, and to every other specification, which is a distance.

use crate::counted::beyond_cases;
use crate::departure::Departure;
use crate::digest;
use crate::model::{Backend, Claim, Clause, Report, Standing, ToFamily, Weight};
use crate::text::{plural, thousands, width};

mod column;

pub(crate) use column::{Column, columns};

/// What the texts of [`Column`] mean.
pub(crate) const LEGEND: &str =
    "[ ] judged by this · ✓ breaks no clause that binds · N departures that do · – nothing was judged";

/// The families of the profiles judged under, in order.
pub(crate) fn families(report: &Report) -> Vec<&str> {
    let mut families: Vec<&str> = report.profiles.iter().map(|profile| profile.family.as_str()).collect();
    families.dedup();
    families
}

/// The specifications whose clauses a departure breaks: those that bind where any does, and those that it claims.
pub(crate) fn broken<'a>(report: &'a Report, departure: &Departure) -> Vec<&'a str> {
    let is_alike = |finding: &&&crate::model::Finding| {
        report.binds(finding) == report.binds(departure.example) && finding.standing == departure.example.standing
    };
    let names: Vec<&String> = departure.findings.iter().filter(is_alike).flat_map(|it| &it.profiles).collect();
    let is_broken = |family: &&str| {
        report.profiles.iter().any(|profile| profile.family == *family && names.contains(&&profile.name))
    };
    families(report).into_iter().filter(is_broken).collect()
}

/// How every backend stands to each family.
pub(crate) fn table(report: &Report) -> Vec<(&Backend, Vec<Column<'_>>)> {
    let row = |(name, departures): (&str, Vec<_>)| {
        let backend = digest::backend(report, name)?;
        Some((backend, columns(report, backend, &departures)))
    };
    report.departures().into_iter().filter_map(row).collect()
}

impl Report {
    /// The report, which says of every backend how it stands to each family by the findings.
    #[must_use]
    pub fn with_families(mut self) -> Self {
        let of = |(backend, columns): (&Backend, Vec<Column>)| {
            let families = columns.into_iter().map(|column| ToFamily {
                family: column.family.to_owned(),
                function: column.function.map(ToOwned::to_owned),
                claimed: column.is_claimed,
                departures: column.departures.map(|count| count as u64),
                kinds: column.kinds.into_iter().map(ToOwned::to_owned).collect(),
            });
            (backend.name.clone(), families.collect())
        };
        let all: Vec<(String, Vec<ToFamily>)> = table(&self).into_iter().map(of).collect();
        for (name, families) in all {
            if let Some(backend) = self.backends.iter_mut().find(|backend| backend.name == name) {
                backend.families = families;
            }
        }
        self
    }
}

/// Departures by what they are to the backend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DepartureCounts {
    pub(crate) counts: u64,
    /// How many of those that count are accepted.
    pub(crate) waived: u64,
    pub(crate) advice: u64,
    pub(crate) distance: u64,
}

impl DepartureCounts {
    pub(crate) fn of(departures: &[Departure]) -> Self {
        let count = |weight| departures.iter().filter(|departure| departure.weight == weight).count() as u64;
        let waived = departures.iter().filter(|it| it.weight == Weight::Counts && it.is_waived).count() as u64;
        Self { counts: count(Weight::Counts), waived, advice: count(Weight::Advice), distance: count(Weight::Distance) }
    }

    /// How many of those that count are accepted, to stand behind their number: `, all waived`.
    pub(crate) fn accepted(self) -> String {
        match self.waived {
            0 => String::new(),
            all if all == self.counts && all == 1 => ", waived".to_owned(),
            all if all == self.counts => ", all waived".to_owned(),
            some => format!(", {some} waived"),
        }
    }

    /// In words: how many count, and how many others there are.
    pub(crate) fn words(self) -> String {
        let Self { counts, advice, distance, .. } = self;
        let counted = match counts {
            0 => "no departure that counts".to_owned(),
            some => {
                let count = if some == 1 { "counts" } else { "count" };
                format!("{} that {count}{}", plural(some, "departure"), self.accepted())
            }
        };
        let others = [(advice, "from advice"), (distance, "from what it does not claim")];
        let others = others.into_iter().filter(|(number, _)| *number > 0).map(|(number, of)| format!("{number} {of}"));
        [counted].into_iter().chain(others).collect::<Vec<_>>().join(", ")
    }
}

/// What a verdict comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conformity {
    /// It breaks what it claims, or what is asked of everyone.
    Departs,
    /// It conforms to what it claims.
    Conforms,
    /// It conforms to what it claims in the cases that were judged before an interrupt, or in those that it answered when they were asked
    /// again: which proves nothing of the others, or of a program that does not ask again.
    ConformsSoFar,
    /// It claims nothing that was judged.
    Unclaimed,
    /// Nothing was judged.
    NotJudged,
}

impl Conformity {
    /// The sign that stands before its words.
    pub(crate) fn sign(self) -> &'static str {
        match self {
            Self::Departs | Self::NotJudged => "✗",
            Self::Conforms => "✓",
            Self::Unclaimed | Self::ConformsSoFar => "–",
        }
    }

    /// What a page marks it as.
    pub(crate) fn token(self) -> &'static str {
        match self {
            Self::Departs => "must",
            Self::Conforms => "ok",
            Self::Unclaimed | Self::NotJudged | Self::ConformsSoFar => "none",
        }
    }
}

/// How a backend fares.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Verdict {
    pub(crate) conformity: Conformity,
    /// In a few words, for beside a table of [`Column`]s.
    pub(crate) brief: String,
    /// By what it claims.
    pub(crate) words: String,
    /// How far it is from what it does not claim; empty where there is nothing else.
    pub(crate) distance: String,
}

/// How a backend with these departures fares.
pub(crate) fn verdict(report: &Report, name: &str, departures: &[Departure]) -> Verdict {
    let tally = DepartureCounts::of(departures);
    let judged = digest::backend(report, name).filter(|backend| digest::compared(backend) > 0);
    let Some(backend) = judged.or_else(|| digest::backend(report, name).filter(|_| tally.counts > 0)) else {
        let words = "nothing was judged".to_owned();
        return Verdict { conformity: Conformity::NotJudged, brief: words.clone(), words, distance: String::new() };
    };
    let columns = columns(report, backend, departures);
    let (mut conformity, mut brief, mut words) = if tally.counts > 0 {
        let (brief, accepted) = (plural(tally.counts, "departure"), tally.accepted());
        let words = format!("{}{accepted}", from_what(report, departures, &columns));
        (Conformity::Departs, format!("{brief}{accepted}"), words)
    } else if let Some(beyond) = beyond_cases(report, backend) {
        (Conformity::Departs, format!("{} forbidden", plural(beyond.pairs, "counted pair")), beyond.to_string())
    } else {
        unbroken(report, backend)
    };
    if tally.advice > 0 {
        words = format!("{words}; {} from advice", plural(tally.advice, "departure"));
    }
    if let failed @ 1.. = backend.passing_calls() {
        let failed = plural(failed, "call");
        words = format!("{words}; {failed} failed, and were answered when they were made again");
        if conformity == Conformity::Conforms {
            (conformity, brief) = (Conformity::ConformsSoFar, format!("conforms; {failed} failed at first"));
        }
    }
    let away = Away::of(&columns, backend.outcomes.asked());
    if backend.claims.is_empty() && conformity == Conformity::Unclaimed {
        let function = function(backend).map(|name| format!("behaves as {name}"));
        brief = function.or_else(|| away.brief()).unwrap_or(brief);
    }
    Verdict { conformity, brief, words, distance: away.words(conformity) }
}

/// How many departures there are from what is claimed, and how many that break nothing but what is asked of everyone.
fn from_what(report: &Report, departures: &[Departure], columns: &[Column]) -> String {
    let is_of_everyone = |departure: &&Departure| {
        let mut counting = departure.findings.iter().filter(|finding| report.counts(finding));
        counting.all(|finding| finding.standing == Standing::Universal)
    };
    let counting = departures.iter().filter(|departure| departure.weight == Weight::Counts);
    let (of_everyone, of_claims): (Vec<&Departure>, Vec<&Departure>) = counting.partition(is_of_everyone);
    let names: Vec<&str> =
        columns.iter().filter(|it| it.is_claimed && it.departures > Some(0)).map(Column::name).collect();
    let everyone = "what is asked of everyone";
    match (of_claims.len() as u64, of_everyone.len() as u64) {
        (0, of_everyone) => format!("{} from {everyone}", plural(of_everyone, "departure")),
        (of_claims, 0) => format!("{} from {}", plural(of_claims, "departure"), names.join(", ")),
        (of_claims, of_everyone) => {
            format!("{} from {}, and {of_everyone} from {everyone}", plural(of_claims, "departure"), names.join(", "))
        }
    }
}

/// The specification that has the rules that a backend was observed to follow, where all its maxima have those of one.
fn function(backend: &Backend) -> Option<&str> {
    let mut functions = backend.fingerprints.iter().map(|print| print.function.as_deref());
    let first = functions.next()??;
    functions.all(|other| other == Some(first)).then_some(first)
}

/// Whether a backend was judged by any profile that a claim of its stands for.
fn is_judged(report: &Report, backend: &Backend, claim: &Claim) -> bool {
    let mut counts = report.profiles.iter().zip(&backend.profiles);
    // In 0 cases nothing conforms, whatever else a report says.
    backend.claimed_cases > 0
        && counts.any(|(profile, count)| count.judged > 0 && claim.profiles.contains(&profile.name))
}

impl Report {
    /// Whether no clause made a single comparison on any backend.
    pub fn judges_nothing(&self) -> bool {
        self.backends.iter().all(|backend| digest::compared(backend) == 0)
    }

    /// Whether no backend claims anything, so that no clause of a document counts.
    pub fn claims_nothing(&self) -> bool {
        !self.backends.is_empty() && self.backends.iter().all(|backend| backend.claims.is_empty())
    }

    /// Whether backends claim what this suite has profiles of, and none was judged by any of those.
    pub fn judges_no_claim(&self) -> bool {
        let claims = self.backends.iter().flat_map(|backend| backend.claims.iter().map(move |claim| (backend, claim)));
        let mut claims = claims.filter(|(_, claim)| !claim.profiles.is_empty()).peekable();
        claims.peek().is_some() && !claims.any(|(backend, claim)| is_judged(self, backend, claim))
    }
}

/// What there is to say of a backend that no departure counts against.
fn unbroken(report: &Report, backend: &Backend) -> (Conformity, String, String) {
    let is_judged = |claim: &Claim| is_judged(report, backend, claim);
    let titles = |keep: &dyn Fn(&&Claim) -> bool| {
        let kept = backend.claims.iter().filter(keep).map(|claim| claim.specification.as_str());
        kept.collect::<Vec<_>>().join(", ")
    };
    let cases = plural(backend.claimed_cases, "case");
    let judged = titles(&|claim| is_judged(claim));
    let idle = titles(&|claim| !claim.profiles.is_empty() && !is_judged(claim));
    let documents = titles(&|claim| claim.profiles.is_empty());
    let (conformity, brief, mut words) = match (judged.is_empty(), idle.is_empty(), documents.is_empty()) {
        (false, ..) if report.partial => {
            let words = format!("conforms to {judged} so far, in {cases}");
            (Conformity::ConformsSoFar, format!("conforms so far, in {cases}"), vec![words])
        }
        (false, ..) => {
            (Conformity::Conforms, format!("conforms in {cases}"), vec![format!("conforms to {judged} in {cases}")])
        }
        (_, false, _) => (Conformity::Unclaimed, "its claim is not judged".to_owned(), vec![]),
        (.., false) => (Conformity::Unclaimed, format!("claims {documents}: no profile here"), vec![]),
        _ => (Conformity::Unclaimed, "claims nothing".to_owned(), vec!["claims nothing".to_owned()]),
    };
    if !idle.is_empty() {
        words.push(format!("nothing of {idle}, which it claims, was judged"));
    }
    if !documents.is_empty() {
        words.push(format!("claims {documents}, of which this suite has no profile"));
    }
    (conformity, brief, words.join("; "))
}

/// How far a backend is from what it does not claim.
struct Away<'a> {
    /// What it satisfies all the same.
    satisfied: Vec<&'a Column<'a>>,
    /// The cases that it was asked.
    asked: u64,
    /// The others with the number of departures, the nearest first.
    others: Vec<(usize, &'a Column<'a>)>,
}

impl<'a> Away<'a> {
    fn of(columns: &'a [Column], asked: u64) -> Self {
        let others = || columns.iter().filter(|column| !column.is_claimed);
        let mut satisfied: Vec<&Column> = others().filter(|it| it.departures == Some(0)).collect();
        // What leaves the least open says the most.
        satisfied.sort_by_key(|column| column.open);
        let away = |it: &'a Column| Some((it.departures.filter(|&count| count > 0)?, it));
        let mut others: Vec<(usize, &Column)> = others().filter_map(away).collect();
        // The nearest first, and otherwise in the order of reports.
        others.sort_by_key(|(count, _)| *count);
        Self { satisfied, asked, others }
    }

    /// What is nearest, in so few words that they stand beside a table.
    fn brief(&self) -> Option<String> {
        if !self.satisfied.is_empty() {
            return Some(few("satisfies", &self.satisfied.iter().map(|column| column.name()).collect::<Vec<_>>()));
        }
        let (least, _) = self.others.first()?;
        let near = self.others.iter().filter(|(count, _)| count == least).map(|(_, column)| column.name());
        Some(few("claims nothing; nearest", &near.collect::<Vec<_>>()))
    }

    /// What it satisfies, and how far it is from the others and by what; to who claims nothing, the nearest is named as such.
    fn words(&self, conformity: Conformity) -> String {
        let Self { satisfied, asked, others } = self;
        // Who is asked for what a document does not speak of may do there what that forbids elsewhere.
        let name = |column: &&Column| match column.judged {
            judged if judged < *asked => {
                format!(
                    "{} in the {} of {} that it speaks of",
                    column.name(),
                    thousands(judged),
                    plural(*asked, "case")
                )
            }
            _ => column.name().to_owned(),
        };
        let names: Vec<String> = satisfied.iter().map(name).collect();
        let satisfies = (!names.is_empty()).then(|| format!("satisfies {}", names.join(", ")));
        let nearest = match (conformity, satisfied.is_empty()) {
            (Conformity::Unclaimed, true) => "nearest: ",
            (Conformity::Unclaimed, false) => "nearest of the others: ",
            _ => "",
        };
        let others = others.iter().enumerate().map(|(at, (count, column))| {
            let nearest = if at == 0 { nearest } else { "" };
            let (departures, name) = (plural(*count as u64, "departure"), column.name());
            format!("{nearest}{departures} from {name} ({})", column.kinds.join(", "))
        });
        satisfies.into_iter().chain(others).collect::<Vec<_>>().join("; ")
    }
}

/// The columns of what is told beside a table.
const BRIEF: usize = 35;

/// The words, and as many of the names as there is room for, the first in any case; and how many more there are.
fn few(words: &str, names: &[&str]) -> String {
    let said = |shown: &[&str]| {
        let more = names.len() - shown.len();
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        format!("{words} {}{more}", shown.join(", "))
    };
    let mut shown: Vec<&str> = Vec::new();
    for name in names {
        shown.push(name);
        if shown.len() > 1 && width(&said(&shown)) > BRIEF {
            shown.pop();
        }
    }
    said(&shown)
}

/// Whether a clause belongs to what a backend claims.
pub(crate) fn is_claimed(backend: &Backend, clause: &Clause) -> bool {
    backend.claims.iter().any(|claim| claim.profiles.iter().any(|profile| clause.profiles.contains(profile)))
}

/// Whether a backend is judged by what was asked of it in place of what it claims itself.
pub(crate) fn is_asked(backend: &Backend) -> bool {
    !backend.claims.is_empty() && backend.claims.iter().all(|claim| claim.place.starts_with("--against"))
}

/// What a backend claims, or that it is what was asked of it.
pub(crate) fn claims_or_asked(backend: &Backend) -> String {
    let asked = if is_asked(backend) { "asked of it: " } else { "" };
    format!("{asked}{}", claims(backend))
}

/// What a backend claims, with the place where that is said: once for those that are said in one place.
pub(crate) fn claims(backend: &Backend) -> String {
    let is_alike = |a: &Claim, b: &Claim| a.place == b.place && a.profiles.is_empty() == b.profiles.is_empty();
    let in_one_place = |claims: &[Claim]| {
        let specifications: Vec<&str> = claims.iter().map(|claim| claim.specification.as_str()).collect();
        let Claim { place, profiles, .. } = &claims[0];
        let none = if profiles.is_empty() { ", of which this suite has no profile" } else { "" };
        format!("{} ({place}){none}", specifications.join(", "))
    };
    match backend.claims.as_slice() {
        [] => "nothing".to_owned(),
        claims => claims.chunk_by(is_alike).map(in_one_place).collect::<Vec<_>>().join("; "),
    }
}
