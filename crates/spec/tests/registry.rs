//! The tables: ids are unique, every entry is complete, and every file that should be registered is.

mod registry {
    pub(crate) mod ids;
}

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use opconform_spec::{
    CLAUSES, Clause, Direction, Effect, Family, Form, Level, OPERATORS, Operator, Profile, clauses, defects, profiles,
};
use opconform_tensor::DType;
use registry::ids::{DEFECTS, IDS};

/// The files of a folder of `src` that contain `mark`, as stem and text; not those of the folders in it.
fn files_with(folder: &str, mark: &str) -> BTreeMap<String, String> {
    let path = format!("{}/src/{folder}", env!("CARGO_MANIFEST_DIR"));
    let entries = fs::read_dir(path).expect("a folder of the crate").map(|entry| entry.expect("an entry").path());
    entries
        .filter(|path| path.is_file())
        .map(|path| {
            let stem = path.file_stem().expect("a name").to_string_lossy().into_owned();
            (stem, fs::read_to_string(&path).expect("a source file"))
        })
        .filter(|(_, text)| text.contains(mark))
        .collect()
}

/// The text of a table, from its name to the end of the statement.
fn table(file: &str, name: &str) -> String {
    let path = format!("{}/src/{file}.rs", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("a source file");
    let start = text.find(name).expect("the table");
    text[start..].split(';').next().unwrap_or_default().to_owned()
}

#[test]
fn ids_are_unique_and_on_record() {
    let ids: Vec<_> = clauses().map(|clause| clause.id).collect();
    let unique: BTreeSet<_> = ids.iter().collect();
    assert_eq!(unique.len(), ids.len());
    assert_eq!(IDS.iter().collect::<BTreeSet<_>>().len(), IDS.len());
    for id in &ids {
        assert!(IDS.contains(id), "{id} is new: put it on record");
        assert!(id.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{id}");
        assert_eq!(Clause::named(id).expect("found by its id").id, *id);
    }
    assert!(Clause::named("SONNX-MAX-P3").is_none());
}

#[test]
fn ids_of_defects_are_unique_and_on_record() {
    let ids: Vec<&str> = defects().map(|defect| defect.id).collect();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len(), ids.len());
    let on_record = |family: Family| DEFECTS.iter().find(|(of, _)| *of == family).map_or(0, |(_, last)| *last);
    for defect in defects() {
        let start = format!("{}-D", defect.family.name().to_uppercase());
        let number = defect.id.strip_prefix(&start).and_then(|number| number.parse().ok());
        assert!(
            number.is_some_and(|it| (1..=on_record(defect.family)).contains(&it)),
            "{}: put it on record",
            defect.id
        );
        assert!(defect.id.len() >= start.len() + 2, "{}: two digits", defect.id);
    }
}

#[test]
fn every_defect_is_complete() {
    for defect in defects() {
        let id = defect.id;
        assert!(!defect.document.is_empty() && !defect.text.is_empty() && !defect.text.ends_with('.'), "{id}");
        assert!(defect.quotes.iter().all(|quote| quote.document.family() == defect.family), "{id}");
        assert!(!defect.quotes.is_empty() || !Family::SOURCES.contains(&defect.family), "{id} quotes nothing");
        assert!(defect.proposed.is_some() || defect.family != Family::Sonnx, "{id} proposes nothing");
        if let Effect::Verdict { says, .. } = defect.effect {
            assert!(says.ends_with('.'), "{id}: {says}");
            let named = says.split(|c: char| !c.is_ascii_alphanumeric() && c != '-').filter(|word| is_id(word));
            for clause in named {
                assert!(Clause::named(clause).is_some(), "{id}: no clause {clause}");
            }
        }
    }
}

/// Whether a word looks like the id of a clause.
fn is_id(word: &str) -> bool {
    let is_of_an_id = |c: char| c == '-' || c.is_ascii_uppercase() || c.is_ascii_digit();
    word.len() > 4 && word.contains('-') && word.trim_end_matches('u').chars().all(is_of_an_id)
}

#[test]
fn every_clause_is_complete() {
    for clause in clauses() {
        let Clause { id, title, words, place, profiles, .. } = clause;
        for text in [title, words, place] {
            assert!(!text.trim().is_empty() && !text.contains("  "), "{id}: {text:?}");
        }
        assert!(!words.starts_with("...") && !words.contains('…'), "{id}: words are quoted in full");
        assert!(!profiles.is_empty() && !clause.operators.is_empty(), "{id}");
        for profile in *profiles {
            assert!(Profile::named(profile).is_some(), "{id}: no profile {profile}");
        }
        assert!(DType::ALL.into_iter().any(|dtype| clause.silence(dtype).is_none()), "{id} speaks of no type");
    }
}

#[test]
fn every_profile_is_complete_and_has_a_binding_clause() {
    let names: BTreeSet<_> = profiles().map(|profile| profile.name).collect();
    assert_eq!(names.len(), profiles().count());
    for profile in profiles() {
        assert!(!profile.source.is_empty(), "{}", profile.name);
        let mut own = clauses().filter(|clause| clause.profiles.contains(&profile.name));
        assert!(own.any(|clause| clause.level == Level::Must), "{}", profile.name);
    }
    assert!(Profile::named("numpy-2").is_none());
}

#[test]
fn only_clauses_of_no_source_are_asked_of_everyone() {
    let of_no_source = ["DET-", "REL-", "ROBUST-"];
    for clause in clauses() {
        let is_asked = of_no_source.iter().any(|start| clause.id.starts_with(start));
        assert_eq!(clause.family().is_none(), is_asked, "{}", clause.id);
    }
}

#[test]
fn every_file_of_clauses_is_registered() {
    let files = files_with("clause", "CLAUSES: &[Clause]");
    let table = table("clause", "CLAUSES: &[&[Clause]]");
    for stem in files.keys() {
        assert!(table.contains(&format!("{stem}::CLAUSES")), "src/clause/{stem}.rs is not in CLAUSES");
    }
    assert_eq!(files.len(), CLAUSES.len());
}

#[test]
fn every_file_of_defects_is_registered() {
    let files = files_with("defect", "DEFECTS: &[Defect]");
    let table = table("defect", "DEFECTS: &[&[Defect]]");
    for stem in files.keys() {
        assert!(table.contains(&format!("{stem}::DEFECTS")), "src/defect/{stem}.rs is not in DEFECTS");
    }
}

#[test]
fn every_file_of_profiles_is_registered() {
    let files = files_with("profile", "Profile =");
    let table = ["PROFILES: &[&Profile]", "MAXIMA: &[&Profile]"].map(|name| table("profile", name)).concat();
    for (stem, text) in &files {
        assert!(table.contains(&format!("&{stem}::")), "src/profile/{stem}.rs is in no table");
        let named = text.lines().filter_map(|line| line.split_once(" = \"").map(|(name, _)| name.trim()));
        for name in named.filter(|name| !name.contains(' ')) {
            assert!(table.contains(&format!("&{stem}::{name}")), "{name} of src/profile/{stem}.rs is in no table");
        }
    }
    assert_eq!(files.len(), files_with("profile", "").len(), "a file without a profile");
    for (stem, text) in &files_with("profile/maxima", "") {
        let named = text.lines().filter_map(|line| line.strip_prefix("pub(crate) const ")?.split_once(": Profile"));
        let names: Vec<&str> = named.map(|(name, _)| name).collect();
        assert!(!names.is_empty(), "src/profile/maxima/{stem}.rs is without a profile");
        for name in names {
            assert!(table.contains(&format!("&maxima::{name},")), "{name} of maxima/{stem}.rs is in no table");
        }
    }
}

#[test]
fn every_file_of_operators_is_registered() {
    let files = files_with("operator", "static ");
    let table = table("operator", "OPERATORS: &[&Operator]");
    let mut registered = 0;
    for (stem, text) in &files {
        let statics = text.lines().filter_map(|line| line.strip_prefix("pub(crate) static "));
        for name in statics.filter_map(|line| line.split(':').next()) {
            assert!(
                table.contains(&format!("&{stem}::{name},")),
                "{name} of src/operator/{stem}.rs is not in OPERATORS"
            );
            registered += 1;
        }
    }
    assert_eq!(registered, OPERATORS.len());
    assert_eq!(files.len(), files_with("operator", "").len(), "a file without an operator");
    let names: BTreeSet<_> = OPERATORS.iter().map(|operator| operator.qualified().to_lowercase()).collect();
    assert_eq!(names.len(), OPERATORS.len());
    for operator in OPERATORS {
        assert!(OPERATORS.iter().all(|other| other.is_named(&operator.qualified()) == (other == operator)));
        assert_eq!(Operator::named(&operator.qualified().to_uppercase()), Some(*operator));
        assert!(operator.versions.is_sorted() && !operator.versions.is_empty(), "{}", operator.name);
        assert_eq!(operator.version_at(u32::MAX), Some(operator.newest()));
        assert_eq!(operator.version_at(operator.versions[0] - 1), None);
    }
}

#[test]
fn a_twin_has_the_name_with_the_order_turned_over() {
    for operator in OPERATORS.iter().filter(|operator| operator.direction() == Some(Direction::Max)) {
        let name = operator.name.replace("max", "min").replace("Max", "Min");
        let twin = operator.twin().expect("a minimum");
        assert_eq!((twin.domain, twin.name), (operator.domain, name.as_str()));
        for &version in operator.versions {
            assert_eq!((twin.types)(version), (operator.types)(version), "{}", operator.name);
        }
    }
}

#[test]
fn types_by_version() {
    let of = |name| Operator::named(name).expect("an operator");
    let counts = |name| {
        let operator = of(name);
        operator.versions.iter().map(|&version| (operator.types)(version).len()).collect::<Vec<_>>()
    };
    assert_eq!(counts("max"), [3, 3, 3, 11, 12]);
    assert_eq!(counts("reducemax"), [7, 7, 9, 10, 10, 11]);
    assert_eq!(
        [0, 1, 5, 6, 7, 8, 11, 12, 13, 24].map(|opset| of("max").version_at(opset)),
        [None, Some(1), Some(1), Some(6), Some(6), Some(8), Some(8), Some(12), Some(13), Some(13)]
    );
    for operator in OPERATORS.iter().filter(|operator| operator.form == Form::OnnxReduction) {
        for &version in operator.versions {
            let types = (operator.types)(version);
            assert!(!types.contains(&DType::I16) && !types.contains(&DType::U16), "{} {version}", operator.name);
            assert_eq!(types.contains(&DType::Bool), version == 20, "{} {version}", operator.name);
        }
    }
}
