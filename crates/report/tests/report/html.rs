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
    let (style, script) =
        (include_str!("../../src/render/html/style.css"), include_str!("../../src/render/html/script.js"));
    for text in [style, script] {
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
}

#[test]
fn many_findings_stay_a_page_that_loads() {
    for report in [sample::with_one_departure(20_000), sample::with_a_long_witness()] {
        let page = Format::Html.render(&report, &View::default());
        assert!(page.len() < 5_000_000, "{} bytes", page.len());
    }
}

#[test]
fn what_is_not_shown_is_counted() {
    let page = Format::Html.render(&sample::with_many_departures(1_600), &View::default());
    assert_eq!(page.matches("<article class=\"departure\"").count(), 1_500);
    assert_eq!(page.matches("<div class=\"body\"><blockquote>").count(), 160 + 5, "departures, and clauses");
    assert!(page.len() < 5_000_000, "{} bytes", page.len());
    assert!(page.contains("<p class=\"note\">100 departures more in report.json.</p>"));
    let page = Format::Html.render(&sample::with_one_departure(100), &View::default());
    assert!(page.contains("<p class=\"note\">88 more in report.json.</p>"));
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
    let page = Format::Html.render(&report, &View::default());
    let row = "<tr data-b=\"b0 b1\"><th scope=\"row\">portable, twin</th>";
    assert_eq!(page.matches(row).count(), report.clauses.len());
}
