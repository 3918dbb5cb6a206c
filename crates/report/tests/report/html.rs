//! `index.html`: whole, escaped, self-contained. How it behaves in a browser is tested in one, by `.ci/browser`.

use opconform_report::{Format, View};

use crate::{assert_snapshot, sample};

fn page() -> String {
    Format::Html.render(&sample::report(), &View::default())
}

/// The page without its style and script, which are not made from the report.
fn content() -> String {
    let page = page();
    let (head, rest) = page.split_once("<style>").unwrap();
    let (_, rest) = rest.split_once("</style>").unwrap();
    let (body, _) = rest.rsplit_once("<script>").unwrap();
    format!("{head}{body}")
}

/// The tags of a page, each with its attributes.
fn tags(page: &str) -> Vec<&str> {
    page.split('<').skip(1).map(|rest| rest.split_once('>').unwrap().0).collect()
}

#[test]
fn complete() {
    assert_snapshot("html", &content().replace("><", ">\n<"));
}

#[test]
fn hostile_names_are_only_text() {
    let content = content();
    assert!(content.contains("evil&lt;script&gt;alert(1)&lt;/script&gt;"));
    for tag in tags(&content) {
        let name = tag.split([' ', '/']).find(|it| !it.is_empty()).unwrap();
        assert!(!["script", "img", "iframe", "object", "base", "style"].contains(&name), "{tag}");
        let outside_values: String = tag.split('"').step_by(2).collect();
        assert!(!outside_values.split([' ', '=']).any(|word| word.starts_with("on")), "{tag}");
    }
    assert_eq!(content.chars().find(|&c| c.is_control() && c != '\n'), None);
    assert!(!content.contains('\u{202e}'));
}

#[test]
fn every_element_that_is_opened_is_closed() {
    let content = content();
    let mut open = Vec::new();
    for tag in tags(&content).into_iter().filter(|tag| !tag.starts_with('!')) {
        let name = tag.split(' ').next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if tag.ends_with('/') || ["meta", "input", "br"].contains(&name) => {}
            None => open.push(name),
        }
    }
    // The page ends in the script that was cut off.
    assert_eq!(open, ["html", "body"]);
}

#[test]
fn nothing_is_fetched() {
    let page = page();
    for tag in tags(&content()) {
        for attribute in ["src=", "srcset=", "action=", "style=\"background"] {
            assert!(!tag.contains(attribute), "{tag}");
        }
        if let Some((_, target)) = tag.split_once("href=\"") {
            assert!(target.starts_with('#'), "{tag}");
        }
    }
    assert!(page.contains("default-src 'none'"));
    let parts = [
        include_str!("../../src/render/html/style.css"),
        include_str!("../../src/render/html/print.css"),
        include_str!("../../src/render/html/script.js"),
    ];
    for text in parts {
        assert!(!["http", "//cdn", "url(", "@import", "fetch(", "import("].iter().any(|it| text.contains(it)));
        // Either would end the element that it stands in.
        assert!(!text.to_lowercase().contains("</"));
    }
}

#[test]
fn every_link_leads_somewhere_and_no_id_is_there_twice() {
    let content = content();
    let mut ids: Vec<&str> = content.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for target in content.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap()) {
        assert!(ids.contains(&target), "{target}");
    }
    let all = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), all);
    assert!(all > 20);
}

#[test]
fn a_lane_picture_strokes_each_run_in_its_row() {
    let content = content();
    assert!(content.contains("d=\"M0 1.5h2M0 2.5h2M0 4.5h4\""), "the NaN");
    assert!(content.contains("d=\"M0 0.5h1M2 2.5h1\""), "the number");
    assert!(content.contains("d=\"M4 4.5h1\""), "several");
    assert!(content.contains("the number at 2 of 11 places, which breaks a MUST"));
    assert!(content.contains(">lane</text>") && content.contains(">length</text>"));
    // Five lanes and five lengths: every number.
    assert!(content.contains("<text x=\"4.5\"") && content.contains(">5</text></g>"));
}

#[test]
fn many_findings_stay_a_page_that_loads() {
    for report in [sample::with_one_departure(20_000), sample::with_a_long_witness()] {
        let page = sample::rendered(Format::Html, &report, &View::default());
        assert!(page.len() < 5_000_000, "{} bytes", page.len());
    }
}

#[test]
fn what_is_not_shown_is_counted() {
    let page = Format::Html.render(&sample::with_many_departures(1_600), &View::default());
    assert_eq!(page.matches("<article class=\"departure\"").count(), 1_500);
    assert_eq!(page.matches("<summary>Profiles, programs and 1 finding</summary>").count(), 160);
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert!(page.contains("<p class=\"note\">100 departures more in report.json.</p>"));
    let page = Format::Html.render(&sample::with_one_departure(100), &View::default());
    assert!(page.contains("<p class=\"note\">52 more in report.json.</p>"));
}

#[test]
fn every_departure_has_its_witness_and_words_and_the_command_that_replays_it() {
    let page = Format::Html.render(&sample::with_many_departures(1_600), &View::default());
    for departure in page.split("<article class=\"departure\"").skip(1) {
        let departure = departure.split("</article>").next().unwrap();
        for part in
            ["0x7fc00000", "<dt>Gives</dt>", "<dt>Expected</dt>", "NaN is an absorbing element", "opconform replay "]
        {
            assert!(departure.contains(part), "{part}: {departure}");
        }
    }
}

#[test]
fn departures_come_first() {
    let content = content();
    let place = |id: &str| content.find(&format!("<section id=\"{id}\"")).unwrap();
    let places = ["summary", "departures", "clauses", "observed", "trace", "provenance"].map(place);
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn a_clause_and_a_finding_are_led_to_by_their_own_ids() {
    let content = content();
    // A departure has the id of the finding that stands for it, the others have theirs in its table.
    for id in
        ["SONNX-MAX-P1", "finding-6e0a11d3", "finding-0f16f16f", "backend-portable", "departures-runtime-optimised"]
    {
        assert!(content.contains(&format!(" id=\"{id}\"")), "{id}");
    }
    // From a cell of the table of clauses to the departure that breaks the clause.
    assert!(content.contains("<a href=\"#finding-0d37e201\"><svg"), "DET-LANE");
}

#[test]
fn an_id_that_is_not_plain_or_not_its_own_is_no_address() {
    let mut report = sample::report();
    report.clauses[0].id = "trace".to_owned();
    report.clauses[1].id = "\"onload=".to_owned();
    report.findings[0].id = "a b".to_owned();
    report.findings[2].id = report.findings[3].id.clone();
    let page = sample::rendered(Format::Html, &report, &View::default());
    let ids: Vec<&str> = page.split(" id=\"").skip(1).map(|rest| rest.split('"').next().unwrap()).collect();
    for id in ["clause-trace", "clause-:c1", "departure-1-1"] {
        assert_eq!(ids.iter().filter(|it| **it == id).count(), 1, "{id}");
    }
    assert!(ids.iter().all(|id| !id.contains([' ', '&'])) && !ids.contains(&"finding-deadbeef"));
}

#[test]
fn a_long_name_is_said_in_few_columns_wherever_it_stands() {
    let mut report = sample::report();
    let before = sample::rendered(Format::Html, &report, &View::default()).len();
    let name = "x".repeat(7_000_000);
    for finding in report.findings.iter_mut().filter(|finding| finding.backend == "runtime-optimised") {
        finding.backend.clone_from(&name);
    }
    report.backends[1].name = name;
    let after = sample::rendered(Format::Html, &report, &View::default()).len();
    assert!(after < before + 2_000, "{after} bytes and not {before}");
}

#[test]
fn operands_that_are_alike_are_shown_once() {
    let page = Format::Html.render(&sample::with_a_long_witness(), &View::default());
    assert!(page.contains("<dt>Operands 1 to 4,095</dt>") && page.contains("<dt>Operand 4,096</dt>"));
}

#[test]
fn backends_of_which_a_clause_says_the_same_are_one_row() {
    let mut report = sample::report();
    let twin = opconform_report::Backend { name: "twin".to_owned(), ..report.backends[0].clone() };
    report.backends.insert(1, twin);
    let page = sample::rendered(Format::Html, &report, &View::default());
    let row = "<tr data-b=\"b0 b1\"><th scope=\"row\">portable, twin</th>";
    assert_eq!(page.matches(row).count(), report.clauses.len());
}
