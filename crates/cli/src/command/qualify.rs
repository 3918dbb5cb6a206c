//! `opconform qualify`: the suite tried on planted faults.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use clap::Args;
use opconform_cases::Asked;
use opconform_files::sha256;
use opconform_harness::{Objections, Subject, Tried, level};
use opconform_mutants::{CONTROLS, CROSSINGS, Control, Crossing, Family, MUTANTS, Mutant, sound, uncrossed};
use opconform_report::{
    Conformers, Crossed, CrossedFault, FaultFamily, Kill, KillingClause, ObjectingProfile, QUALIFICATION_SCHEMA,
    Qualification, QualificationRun, SparedControl, TriedMutant, Uncrossed, shell_path,
};
use opconform_spec::{Case, Clause, PROFILES, Profile, clauses};

use crate::exit::Exit;
use crate::number::number;
use crate::suite::{LengthsArg, SuiteArgs, WaysArg};
use crate::watch::Watch;
use crate::{interrupt, output, save, selection};

mod conformers;
mod documents;
mod several;

/// For `--help`.
const EXAMPLES: &str = "\
Examples:
  opconform qualify
  opconform qualify --quiet --output reports
  opconform qualify --conformers 600";

#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct QualifyArgs {
    #[command(flatten)]
    pub(crate) suite: SuiteArgs,

    /// Write qualification.md and qualification.json into this folder, and beside them by which program they were made, for
    /// `opconform evidence`; it is made where there is none
    #[arg(long, short, value_name = "DIR")]
    pub(crate) output: Option<PathBuf>,

    /// Try only the capricious conformers, for so many seconds, in cases that are drawn as `opconform fuzz` draws them from the seed: nothing may
    /// object to any of them
    #[arg(long, value_name = "SECONDS", conflicts_with = "output", value_parser = number::<u64>(1..=u64::MAX))]
    pub(crate) conformers: Option<u64>,

    /// No table and no progress: what is written and the exit code say it all
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

pub(crate) fn qualify(args: &QualifyArgs) -> anyhow::Result<Exit> {
    if let Some(seconds) = args.conformers {
        return conformers::drawn(seconds, args.suite.seed, args.quiet);
    }
    let Some((table, run)) = tried(&args.suite, args.quiet)? else { return Ok(Exit::Interrupted) };
    if let Some(folder) = &args.output {
        write(folder, &table, &run)?;
    }
    if !args.quiet {
        output::print(&table.terminal())?;
    }
    Ok(if table.shortcomings().is_empty() { Exit::AsExpected } else { Exit::Violations })
}

/// Tries the suite on every planted fault; `None` where that was interrupted.
pub(super) fn tried(suite: &SuiteArgs, quiet: bool) -> anyhow::Result<Option<(Qualification, QualificationRun)>> {
    let started = opconform_harness::now();
    let cases = selection::cases(suite, Asked::ALL)?;
    let subjects = subjects()?;
    let stop = interrupt::for_nothing()?;
    let watch = Watch::new(quiet);
    let progress = |done, all, stage| watch.at(done, all, stage);
    watch.tries("planted faults");
    let found = opconform_harness::qualify(&cases, &subjects, &progress, &stop);
    let Some(found) = found else { return Ok(None) };
    watch.tries("capricious conformers");
    let Some(conformers) = conformers::tried(&cases, &progress, &stop) else { return Ok(None) };
    watch.tries("faults of other documents");
    let Some(documents) = documents::tried(&cases, &watch, &stop)? else { return Ok(None) };
    drop(watch);
    let table = Table { cases: &cases, subjects: &subjects, found: &found };
    let table = Qualification { conformers, documents, ..table.qualification(suite.seed) };
    let run = QualificationRun {
        program: opconform_harness::program().unwrap_or_default(),
        machine: opconform_harness::machine(),
        command: command(suite),
        started,
        qualification: sha256(table.json().as_bytes()),
    };
    Ok(Some((table, run)))
}

/// The implementation without a fault, every mutant under all profiles, and every control under its own.
fn subjects() -> anyhow::Result<Vec<Subject>> {
    let all = |backend| Subject { backend, profiles: PROFILES.to_vec() };
    let mutants = MUTANTS.iter().flat_map(|family| family.mutants.iter().map(|mutant| all(family.backend(mutant))));
    let mut subjects: Vec<Subject> = std::iter::once(all(sound())).chain(mutants).collect();
    for control in CONTROLS {
        let profile = Profile::named(control.profile)
            .with_context(|| format!("the control {} names an unknown profile", control.name))?;
        subjects.push(Subject { backend: control.backend(), profiles: vec![profile] });
    }
    Ok(subjects)
}

/// The names of the files: the page, the table for machines, and what ties both to this program and this machine.
pub(super) const PAGE: &str = "qualification.md";
pub(super) const TABLE: &str = "qualification.json";
pub(super) const RUN: &str = "qualification.run.json";

/// The command, with what decides which cases are tried and no word on where the page goes: the same suite gives the same page.
fn command(SuiteArgs { seed, random, ways, lengths, node_tests }: &SuiteArgs) -> String {
    let mut words = vec!["opconform qualify".to_owned()];
    words.extend((*seed != 0).then(|| format!("--seed {seed}")));
    words.extend(random.map(|count| format!("--random {count}")));
    words.extend((*ways == WaysArg::All).then(|| "--ways all".to_owned()));
    words.extend((*lengths == LengthsArg::All).then(|| "--lengths all".to_owned()));
    words.extend(node_tests.as_ref().map(|folder| {
        let folder = folder.display().to_string();
        format!("--node-tests {}", shell_path(&folder))
    }));
    words.join(" ")
}

fn write(folder: &Path, table: &Qualification, run: &QualificationRun) -> anyhow::Result<()> {
    let page = table.markdown(&run.command);
    let run = serde_json::to_string_pretty(run)? + "\n";
    for (name, text) in [(PAGE, page), (TABLE, table.json()), (RUN, run)] {
        save::write(&folder.join(name), text.as_bytes())?;
    }
    Ok(())
}

/// What was tried, and what came of each subject.
struct Table<'a> {
    cases: &'a [Case],
    subjects: &'a [Subject],
    found: &'a [Tried],
}

impl Table<'_> {
    fn qualification(&self, seed: u64) -> Qualification {
        let mut tried = self.subjects.iter().zip(self.found);
        let sound = tried.next().map(|(_, tried)| kills(self.cases, &tried.clauses)).unwrap_or_default();
        let mut next = || tried.next();
        let family = |family: &&Family| FaultFamily {
            name: family.name.to_owned(),
            about: family.about.to_owned(),
            mutants: family.mutants.iter().zip(std::iter::from_fn(&mut next)).map(|it| self.mutant(it)).collect(),
        };
        let families: Vec<FaultFamily> = MUTANTS.iter().map(family).collect();
        let controls = CONTROLS.iter().zip(tried).map(|(control, (_, found))| self.control(control, found)).collect();
        Qualification {
            schema: QUALIFICATION_SCHEMA,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            seed,
            cases: self.cases.len() as u64,
            clauses: self.clauses(&families),
            profiles: profiles(&families),
            crossed: CROSSINGS.iter().map(|crossing| self.crossed(crossing)).collect(),
            uncrossed: uncrossed()
                .map(|(reason, names)| Uncrossed {
                    why: reason.to_string(),
                    faults: names.into_iter().map(str::to_owned).collect(),
                })
                .collect(),
            sound,
            families,
            controls,
            conformers: Conformers::default(),
            documents: Vec::new(),
        }
    }

    fn mutant(&self, (mutant, (subject, found)): (&Mutant, (&Subject, &Tried))) -> TriedMutant {
        TriedMutant {
            name: mutant.name.to_owned(),
            fault: mutant.fault.to_owned(),
            seen: mutant.seen.iter().map(|&thread| thread.to_owned()).collect(),
            differs: found.differs,
            plainly: Some(found.plainly),
            killed_by: kills(self.cases, &found.clauses),
            outside: found.profiles.keys().map(|&profile| subject.profiles[profile].name.to_owned()).collect(),
            departures: found.departures as u64,
            several: several::why(mutant.name),
            doubts: found.findings.iter().filter_map(|finding| finding.doubt.clone()).collect(),
        }
    }

    /// What is confined is killed where the whole fault is, in a loop of more elements.
    fn crossed(&self, crossing: &Crossing) -> CrossedFault {
        let names = self.subjects.iter().map(|subject| subject.backend.describe().name.as_str());
        let found = names.zip(self.found).find(|(name, _)| *name == crossing.mutant).map(|(_, found)| found);
        let mut fault = CrossedFault {
            name: crossing.mutant.to_owned(),
            beyond: crossing.beyond.iter().map(|&length| length as u64).collect(),
            types: Vec::new(),
            operators: Vec::new(),
            survives: Vec::new(),
        };
        for (operator, dtype) in crossing.cells() {
            let longest = found.and_then(|found| found.longest.get(&(operator, dtype))).copied().unwrap_or(0);
            let survivor = crossing.beyond.iter().find(|&&beyond| beyond >= longest);
            let killed = crossing.beyond.iter().filter(|&&beyond| beyond < longest).count() as u64;
            for (cells, name) in [(&mut fault.types, dtype.name().into()), (&mut fault.operators, operator.qualified())]
            {
                let place = cells.iter().position(|cell| cell.name == name).unwrap_or(cells.len());
                if place == cells.len() {
                    cells.push(Crossed { name: name.into_owned(), planted: 0, killed: 0 });
                }
                cells[place].planted += crossing.beyond.len() as u64;
                cells[place].killed += killed;
            }
            let place = |beyond: &usize| format!("{} {dtype} beyond {beyond}", operator.qualified());
            fault.survives.extend(survivor.map(place));
        }
        fault
    }

    fn control(&self, control: &Control, found: &Tried) -> SparedControl {
        SparedControl {
            name: control.name.to_owned(),
            profile: control.profile.to_owned(),
            difference: control.difference.to_owned(),
            latitude: control.latitude.to_owned(),
            differs: found.differs,
            killed_by: kills(self.cases, &found.clauses),
            inside: found.profiles.is_empty(),
        }
    }

    fn clauses(&self, families: &[FaultFamily]) -> Vec<KillingClause> {
        let nothing = Tried::default();
        let sound = self.found.first().unwrap_or(&nothing);
        let mutants: Vec<&TriedMutant> = families.iter().flat_map(|family| &family.mutants).collect();
        let of_sources = clauses().enumerate().filter(|(_, clause)| clause.is_of_the_sources());
        of_sources.map(|it| killing(it, mutants.iter().copied(), sound)).collect()
    }
}

/// The clauses that object to an implementation.
fn kills(cases: &[Case], objections: &BTreeMap<usize, Objections>) -> Vec<Kill> {
    let kill = |(clause, objections): (usize, &Objections)| {
        clauses().nth(clause).map(|clause| Kill {
            clause: clause.id.to_owned(),
            after: objections.first as u64 + 1,
            case: cases[objections.first].id().to_owned(),
            cases: objections.cases,
        })
    };
    objections.iter().filter_map(|(&clause, objections)| kill((clause, objections))).collect()
}

/// A clause by its index, the faults that it kills, and how much it compared of the implementation without one.
fn killing<'a>(
    (index, clause): (usize, &Clause),
    mutants: impl IntoIterator<Item = &'a TriedMutant>,
    sound: &Tried,
) -> KillingClause {
    let is_killed = |mutant: &&TriedMutant| mutant.killed_by.iter().any(|kill| kill.clause == clause.id);
    let killed: Vec<&TriedMutant> = mutants.into_iter().filter(is_killed).collect();
    let alone = killed.iter().filter(|mutant| mutant.killed_by.len() == 1);
    KillingClause {
        id: clause.id.to_owned(),
        level: level(clause.level),
        compared: sound.compared.get(&index).copied().unwrap_or_default(),
        kills: killed.len() as u64,
        alone: alone.map(|mutant| mutant.name.clone()).collect(),
    }
}

fn profiles(families: &[FaultFamily]) -> Vec<ObjectingProfile> {
    let objects_to = |name: &str| {
        let mutants = families.iter().flat_map(|family| &family.mutants);
        mutants.filter(|mutant| mutant.outside.iter().any(|profile| profile == name)).count() as u64
    };
    PROFILES
        .iter()
        .map(|profile| ObjectingProfile { name: profile.name.to_owned(), objects_to: objects_to(profile.name) })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_has_what_decides_the_cases_and_nothing_else() {
        let suite = SuiteArgs { seed: 0, random: None, ways: WaysArg::Few, lengths: LengthsArg::Few, node_tests: None };
        assert_eq!(command(&suite), "opconform qualify");
        let (ways, lengths) = (WaysArg::All, LengthsArg::All);
        let suite = SuiteArgs { seed: 7, random: Some(100), ways, lengths, node_tests: Some("node tests".into()) };
        assert_eq!(
            command(&suite),
            "opconform qualify --seed 7 --random 100 --ways all --lengths all --node-tests 'node tests'"
        );
    }
}
