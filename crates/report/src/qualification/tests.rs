//! What qualifies the suite, and what does not.

use super::*;

fn kill(clause: &str, after: u64) -> Kill {
    Kill { clause: clause.to_owned(), after, case: format!("max/f32/x/{after}#0"), cases: 2 }
}

fn mutant(name: &str, killed_by: Vec<Kill>) -> TriedMutant {
    TriedMutant {
        name: name.to_owned(),
        fault: "a | fault".to_owned(),
        seen: vec!["owner/repository_a#12".to_owned()],
        differs: 3,
        plainly: Some(1),
        killed_by,
        outside: vec!["p".to_owned()],
        departures: 2,
        several: None,
        doubts: Vec::new(),
    }
}

fn clause(id: &str, kills: u64, alone: &[&str]) -> KillingClause {
    KillingClause {
        id: id.to_owned(),
        level: Level::Must,
        compared: 9,
        kills,
        alone: alone.iter().map(|&name| name.to_owned()).collect(),
    }
}

fn crossed(name: &str, planted: u64, killed: u64) -> Crossed {
    Crossed { name: name.to_owned(), planted, killed }
}

fn proved() -> Qualification {
    Qualification {
        schema: QUALIFICATION_SCHEMA,
        version: "1".to_owned(),
        seed: 0,
        cases: 1234,
        sound: Vec::new(),
        families: vec![FaultFamily {
            name: "family".to_owned(),
            about: "about".to_owned(),
            mutants: vec![mutant("one", vec![kill("A", 7), kill("B", 5)]), mutant("two", vec![kill("B", 1000)])],
        }],
        crossed: vec![CrossedFault {
            name: "one".to_owned(),
            beyond: vec![0, 1024],
            types: vec![crossed("f16", 4, 4)],
            operators: vec![crossed("Max", 2, 2), crossed("Min", 2, 2)],
            survives: Vec::new(),
        }],
        uncrossed: vec![Uncrossed { why: "has no loop".to_owned(), faults: vec!["two".to_owned()] }],
        controls: vec![SparedControl {
            name: "control".to_owned(),
            profile: "p".to_owned(),
            difference: "otherwise".to_owned(),
            latitude: "a gap".to_owned(),
            differs: 4,
            killed_by: Vec::new(),
            inside: true,
        }],
        clauses: vec![clause("A", 1, &[]), clause("B", 2, &["two"])],
        profiles: vec![ObjectingProfile { name: "p".to_owned(), objects_to: 2 }],
        conformers: Conformers {
            largest: 300,
            longest: 20_000,
            profiles: vec![SparedConformer {
                profile: "p".to_owned(),
                cases: 7000,
                inside: true,
                killed_by: Vec::new(),
            }],
        },
        documents: Vec::new(),
    }
}

fn shortcomings(spoil: impl Fn(&mut Qualification)) -> Vec<String> {
    let mut table = proved();
    spoil(&mut table);
    table.shortcomings()
}

#[test]
fn each_shortcoming_is_found_and_named() {
    assert_eq!(shortcomings(|_| {}), [""; 0]);
    let named = |found: Vec<String>, part: &str| {
        assert!(matches!(found.as_slice(), [one] if one.contains(part)), "{part}: {found:?}");
    };
    named(shortcomings(|table| table.families[0].mutants[1].killed_by.clear()), "two survives, though 3 cases");
    let unseen = shortcomings(|table| {
        table.families[0].mutants[1].killed_by.clear();
        table.families[0].mutants[1].differs = 0;
    });
    named(unseen, "no case shows the fault two");
    let confined = shortcomings(|table| table.crossed[0].survives.push("Min f16 beyond 1,024".to_owned()));
    named(confined, "one survives in 1 of 2 places, such as Min f16 beyond 1,024");
    named(shortcomings(|table| table.sound.push(kill("A", 1))), "A objects to the implementation without a fault");
    named(shortcomings(|table| table.controls[0].killed_by.push(kill("B", 1))), "B objects to the control");
    named(shortcomings(|table| table.controls[0].inside = false), "outside p");
    named(shortcomings(|table| table.controls[0].differs = 0), "no case tells the control control");
    let conformer = |spoil: fn(&mut SparedConformer)| shortcomings(|table| spoil(&mut table.conformers.profiles[0]));
    named(
        conformer(|it| it.killed_by.push(kill("B", 1))),
        "B objects to who does anything that p allows: max/f32/x/1#0",
    );
    named(conformer(|it| it.inside = false), "is outside p");
    named(conformer(|it| it.cases = 0), "no case is for who does anything that p allows");
    named(shortcomings(|table| table.clauses[0].kills = 0), "A kills no fault");
    let idle = shortcomings(|table| {
        table.clauses[0].kills = 0;
        table.clauses[0].compared = 0;
    });
    named(idle, "A compared nothing");
    named(shortcomings(|table| table.profiles[0].objects_to = 0), "p holds every answer");
    named(shortcomings(|table| table.families[0].mutants[0].doubts.push("why".to_owned())), "one shows nothing: why");
}

#[test]
fn a_list_of_shortcomings_has_a_line_for_each_fault_and_not_for_each_place() {
    let places = |table: &mut Qualification| {
        let fault = &mut table.crossed[0];
        fault.survives = (0..700).map(|place| format!("Max f16 beyond {place}")).collect();
        fault.operators = vec![crossed("Max", 2 * 800, 200)];
    };
    assert_eq!(shortcomings(places), ["one survives in 700 of 800 places, such as Max f16 beyond 0"]);
    let doubts = |table: &mut Qualification| table.families[0].mutants[0].doubts = vec!["why".to_owned(); 3];
    assert_eq!(shortcomings(doubts), ["3 witnesses of one show nothing, such as: why"]);
}

#[test]
fn a_document_is_tried_as_the_sources_are() {
    let with = |spoil: fn(&mut TriedDocument)| {
        let mut table = proved();
        let mut document = TriedDocument {
            profile: "java".to_owned(),
            source: "Java's Math.max".to_owned(),
            choice: String::new(),
            cases: 12,
            killed_by: Vec::new(),
            inside: true,
            mutants: vec![TriedMutant {
                outside: vec!["java".to_owned()],
                ..mutant("java-lesser", vec![kill("J", 3)])
            }],
            clauses: vec![clause("J", 1, &["java-lesser"])],
        };
        spoil(&mut document);
        table.documents.push(document);
        table
    };
    let sound = with(|_| {});
    assert_eq!(sound.shortcomings(), [""; 0]);
    assert_eq!((sound.killing().to_string(), sound.killed().to_string()), ("3 of 3".to_owned(), "3 of 3".to_owned()));
    assert!(sound.terminal().contains("✓ java-lesser  after 3 cases: J\n"), "{}", sound.terminal());
    assert!(
        sound.markdown("opconform qualify").contains("\nFaults that each clause kills: `J` 1.\n"),
        "{}",
        sound.markdown("opconform qualify")
    );
    let named = |table: Qualification, part: &str| {
        let found = table.shortcomings();
        assert!(matches!(found.as_slice(), [one] if one.contains(part)), "{part}: {found:?}");
    };
    named(with(|document| document.killed_by.push(kill("J", 1))), "J objects to who does what java says");
    named(with(|document| document.inside = false), "is outside java");
    named(with(|document| document.clauses[0].kills = 0), "J kills no fault");
    named(with(|document| document.mutants[0].killed_by.clear()), "java-lesser survives");
    named(with(|document| document.mutants[0].outside.clear()), "java holds every answer");
}

#[test]
fn a_cause_is_few_departures_or_it_is_said_why() {
    let counted = |counts: [u64; 2], why: Option<&str>| {
        let mut table = proved();
        for (mutant, count) in table.families[0].mutants.iter_mut().zip(counts) {
            (mutant.departures, mutant.several) = (count, why.map(str::to_owned));
        }
        table
    };
    let line = |counts| causes::Causes::of(&counted(counts, None)).line();
    assert_eq!(line([2, 1]), "departures per fault: median 1.5, at most 2 (one)");
    assert_eq!(line([3, 3]), "departures per fault: median 3, at most 3 (one, two)");
    assert_eq!(counted([4, 0], None).shortcomings(), [""; 0]);
    assert_eq!(
        counted([3, 2], None).shortcomings(),
        ["departures per fault: median 2.5, at most 3 (one): a median of 2 is asked"]
    );
    assert_eq!(counted([0, 6], None).shortcomings().len(), 2);
    assert_eq!(counted([0, 6], Some("why")).shortcomings().len(), 1);
    assert!(counted([0, 6], Some("why")).terminal().contains("  two: 6; why\n"));
}

#[test]
fn every_form_says_who_kills_whom_and_when() {
    let table = proved();
    let terminal = table.terminal();
    assert!(terminal.contains("✓ one      after 5 cases: A B\n"), "{terminal}");
    assert!(terminal.contains("✓ B  2, 1 alone: two\n"), "{terminal}");
    assert!(
        terminal
            .contains("2 of 2 faults killed · 4 of 4 confined ones · 1 of 1 controls and 1 of 1 capricious conformers spared · 2 of 2 clauses kill · 1,234 cases, seed 0\n")
    );
    assert!(terminal.ends_with("departures per fault: median 2, at most 2 (one, two)\n"), "{terminal}");
    let page = table.markdown("opconform qualify");
    let seen = "[owner/repository\\_a\\#12](https://github.com/owner/repository_a/issues/12)";
    assert!(page.contains(&format!("| `one` | a &#124; fault | {seen} | `A`, `B` | 5 | 2 |\n")), "{page}");
    assert!(page.contains("\n1 of 2 faults are crossed; 1 are planted as a whole alone.\n"), "{page}");
    assert!(page.contains("| has no loop | `two` |\n"), "{page}");
    assert!(page.contains("\none  ●●\ntwo  ·●\n"), "{page}");
    assert!(page.contains("| 2 | `B` | MUST | 2 | `two` |\n"), "{page}");
    let json: serde_json::Value = serde_json::from_str(&table.json()).expect("JSON");
    assert_eq!(json["families"][0]["mutants"][1]["killed_by"][0]["after"], 1000);
    assert!(!page.contains("The suite without its ways"), "{page}");
    let mut table = table;
    table.families[0].mutants[1].plainly = Some(0);
    let page = table.markdown("opconform qualify");
    assert!(
        page.contains("\nOf 1 fault, 1 of them seen in a tracker, an answer is another only where operands "),
        "{page}"
    );
    assert!(page.contains(" finds none of them, and with them 1.\n"), "{page}");
}

#[test]
fn a_survivor_stands_out_in_every_form() {
    let mut table = proved();
    table.families[0].mutants[1].killed_by.clear();
    assert!(table.terminal().contains("✗ two      SURVIVES: a | fault\n"), "{}", table.terminal());
    assert!(table.markdown("opconform qualify").contains("**survives**"));
    table.crossed[0].operators[1].killed = 1;
    table.crossed[0].types[0].killed = 3;
    table.crossed[0].survives.push("Min f16 beyond 1,024".to_owned());
    assert!(
        table.terminal().contains("✗ one      3 of 4; survives in 1 of 2 places, such as Min f16 beyond 1,024\n"),
        "{}",
        table.terminal()
    );
    let page = table.markdown("opconform qualify");
    assert!(
        page.contains("| `one` | 0 1,024 | 2 | **1/2** |\n") && page.contains("| `one` | 0 1,024 | **3/4** |\n"),
        "{page}"
    );
    assert!(table.markdown("opconform qualify").contains("\n- ✗ two survives"));
}
