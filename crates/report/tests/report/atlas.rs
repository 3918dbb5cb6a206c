//! The atlas: its pages lead to each other and nowhere else, say what the reports say, and what came and went with a version.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use opconform_report::{Atlas, AtlasError, Finding, JudgedReport, Page, Report, SuiteCoverage};
use opconform_tensor::{DType, Types};

use crate::sample::{self, HOSTILE};

/// The backend of the sample that departs.
const RUNTIME: &str = "runtime-optimised";

fn judged(report: Report) -> JudgedReport {
    JudgedReport { report, coverage: None, selection: None }
}

/// The pages of an atlas, by their paths.
fn pages(reports: Vec<Report>) -> BTreeMap<String, String> {
    let atlas = Atlas::of(reports.into_iter().map(judged).collect()).expect("an atlas");
    atlas.pages().into_iter().map(|page| (page.path, page.text)).collect()
}

/// The sample's runtime alone, in a version.
fn version(version: &str) -> Report {
    let mut report = sample::report();
    report.backends.retain(|backend| backend.name == RUNTIME);
    report.findings.retain(|finding| finding.backend == RUNTIME);
    version.clone_into(&mut report.backends[0].version);
    report
}

/// The same, which does not depart from a clause.
fn without(name: &str, clause: &str) -> Report {
    let mut report = version(name);
    let all = report.findings.len();
    report.findings.retain(|finding| finding.clause != clause);
    assert!(report.findings.len() < all, "{clause}");
    report
}

/// Whether a path is that of a file of this kind.
pub(crate) fn is(path: &str, extension: &str) -> bool {
    Path::new(path).extension().is_some_and(|it| it == extension)
}

/// The pages as they stand in a file, without styles and scripts, which are not made from reports.
pub(crate) fn content(text: &str) -> String {
    let mut rest = text;
    let mut content = String::new();
    while let Some(start) = [rest.find("<style>"), rest.find("<script>")].into_iter().flatten().min() {
        content.push_str(&rest[..start]);
        let end = if rest[start..].starts_with("<style>") { "</style>" } else { "</script>" };
        rest = rest[start..].split_once(end).expect("its end").1;
    }
    content + rest
}

/// The tags of a page, each with its attributes.
fn tags(page: &str) -> Vec<&str> {
    page.split('<').skip(1).map(|rest| rest.split_once('>').unwrap().0).collect()
}

pub(crate) fn values<'a>(page: &'a str, attribute: &str) -> Vec<&'a str> {
    page.split(&format!(" {attribute}=\"")).skip(1).map(|rest| rest.split('"').next().unwrap()).collect()
}

/// A path from a page, as a path from the folder of the site.
pub(crate) fn resolved(page: &str, target: &str) -> String {
    let mut parts: Vec<&str> = page.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        if part == ".." {
            parts.pop().expect("a folder of the site");
        } else {
            parts.push(part);
        }
    }
    parts.join("/")
}

/// Links that lead nowhere.
pub(crate) fn broken(pages: &BTreeMap<String, String>) -> Vec<String> {
    let ids: BTreeMap<&str, BTreeSet<&str>> =
        pages.iter().map(|(path, text)| (path.as_str(), values(text, "id").into_iter().collect())).collect();
    let mut broken = Vec::new();
    for (path, text) in pages.iter().filter(|(path, _)| is(path, "html")) {
        for target in values(&content(text), "href").into_iter().filter(|it| !it.starts_with("https://")) {
            let (file, id) = target.split_once('#').unwrap_or((target, ""));
            let file = if file.is_empty() { path.clone() } else { resolved(path, file) };
            let leads = ids.get(file.as_str()).is_some_and(|ids| id.is_empty() || ids.contains(id));
            if !leads && pages.get(&file).is_none_or(|_| !id.is_empty()) {
                broken.push(format!("{path}: {target}"));
            }
        }
    }
    broken
}

/// Panics where a page asks anyone for anything, or what it names is more than text.
pub(crate) fn only_text(path: &str, page: &str) {
    assert!(path.chars().all(|c| c.is_ascii_alphanumeric() || "-_.~/".contains(c)), "{path}");
    if !is(path, "html") {
        return;
    }
    assert!(page.contains("default-src 'none'"), "{path}");
    let content = content(page);
    for tag in tags(&content) {
        let name = tag.split([' ', '/']).find(|it| !it.is_empty()).unwrap();
        assert!(!["script", "img", "iframe", "object", "base", "style"].contains(&name), "{path}: {tag}");
        let outside_values: String = tag.split('"').step_by(2).collect();
        assert!(!outside_values.split([' ', '=']).any(|word| word.starts_with("on")), "{path}: {tag}");
        assert!(!tag.contains("src="), "{path}: {tag}");
    }
    assert_eq!(content.chars().find(|&c| c.is_control() && c != '\n'), None, "{path}");
    assert!(!content.contains('\u{202e}'), "{path}");
}

#[test]
fn every_link_leads_to_a_page_of_the_site() {
    let mut pages = pages(vec![sample::report(), version("1.2.2")]);
    assert_eq!(broken(&pages), [""; 0]);
    for path in [
        "index.html",
        "atlas.json",
        "runtimes/portable/index.html",
        "runtimes/portable/0.1.0.html",
        "runtimes/portable/badge.svg",
        "runtimes/runtime-optimised/1.2.2.html",
        "runtimes/runtime-optimised/1.2.3.svg",
        "specifications/ieee-754.html",
        "specifications/sonnx.html",
        "clauses/sonnx-max-nan.html",
    ] {
        assert!(pages.contains_key(path), "{path} is not in {:?}", pages.keys());
    }
    // A page that is not there is missed.
    pages.remove("specifications/sonnx.html");
    assert!(!broken(&pages).is_empty());
}

#[test]
fn hostile_names_are_only_text_and_nothing_is_fetched() {
    for (path, text) in pages(vec![sample::report()]) {
        only_text(&path, &text);
    }
    for part in [include_str!("../../src/atlas/atlas.css"), include_str!("../../src/atlas/atlas.js")] {
        assert!(!["http", "//cdn", "url(", "@import", "fetch(", "import("].iter().any(|it| part.contains(it)));
        assert!(!part.to_lowercase().contains("</"));
    }
    assert!(HOSTILE.contains('<'));
}

#[test]
fn a_badge_is_a_picture_of_the_verdict() {
    let pages = pages(vec![sample::report()]);
    for (path, text) in pages.iter().filter(|(path, _)| is(path, "svg")) {
        roxmltree::Document::parse(text).unwrap_or_else(|error| panic!("{path}: {error}"));
    }
    assert!(
        pages["runtimes/portable/badge.svg"].contains("<title>maximum: portable: conforms in 12,345 cases</title>")
    );
    assert!(pages["runtimes/runtime-optimised/badge.svg"].contains("departures</title>"));
}

#[test]
fn when_and_by_what_it_was_judged_stands_nowhere() {
    let later = || {
        let mut report = sample::report();
        report.provenance.started = "2031-01-01T00:00:00Z".to_owned();
        report.provenance.seconds = 77.0;
        report.provenance.program = "another".to_owned();
        report.provenance.command = "another command".to_owned();
        report.provenance.cpu = "another processor".to_owned();
        report
    };
    assert!(pages(vec![sample::report()]) == pages(vec![later()]));
    let reversed = || vec![version("1.2.2"), version("1.2.4")];
    assert!(pages(reversed()) == pages(reversed().into_iter().rev().collect()), "in whatever order they are named");
}

#[test]
fn the_worst_comes_first_and_older_versions_after_the_newest() {
    let index = &pages(vec![sample::report(), version("1.2.10"), version("1.2.2")])["index.html"];
    let rows: Vec<&str> = index.split("<tr class=\"").skip(1).collect();
    let at = |words: &str| rows.iter().position(|row| row.contains(words)).unwrap_or_else(|| panic!("{words}"));
    assert_eq!(at("runtimes/runtime-optimised/1.2.10.html"), 0);
    assert!(rows[0].starts_with("newest") && rows[1].starts_with("older") && rows[2].starts_with("older"));
    assert!(at("1.2.3.html") < at("1.2.2.html") && at("1.2.2.html") < at("portable/0.1.0.html"));
    // What it claims stands in brackets, and what it departs in leads to the departure.
    assert!(rows[0].contains('[') && rows[0].contains("runtime-optimised/1.2.10.html#finding-"), "{}", rows[0]);
}

#[test]
fn a_clause_is_shown_with_its_words_and_who_breaks_it() {
    let pages = pages(vec![sample::report()]);
    let page = content(&pages["clauses/sonnx-max-nan.html"]);
    for words in ["runtime-optimised 1.2.3", "opconform replay", "0x7fc00000", "elements break it"] {
        assert!(page.contains(words), "`{words}` is not in {page}");
    }
}

#[test]
fn who_breaks_a_clause_that_it_does_not_claim_is_told_from_who_claims_it() {
    let page = |claims: bool| {
        let mut report = version("1.2.3");
        if !claims {
            report.backends[0].claims.clear();
        }
        content(&pages(vec![report])["clauses/sonnx-max-nan.html"])
    };
    let (claimed, unclaimed) = (page(true), page(false));
    assert!(claimed.contains(", of which one claims it") && !claimed.contains("does not claim it"), "{claimed}");
    assert!(unclaimed.contains(", of which none claims it") && unclaimed.contains("does not claim it"), "{unclaimed}");
}

#[test]
fn every_version_says_by_what_command_it_is_asked_again() {
    let of = |selection: Option<&str>| {
        let mut report = version("1");
        report.seed = 7;
        let judged = JudgedReport { report, coverage: None, selection: selection.map(ToOwned::to_owned) };
        Atlas::of(vec![judged]).expect("an atlas").pages()
    };
    let again = |pages: Vec<Page>, words: &str| {
        ["runtimes/runtime-optimised/index.html", "runtimes/runtime-optimised/1.html"]
            .map(|path| pages.iter().find(|page| page.path == path).expect("a page").text.contains(words))
    };
    let command = "opconform run --backend numpy@1.26.4 --seed 7 --output again";
    assert_eq!(again(of(Some("--backend numpy@1.26.4")), command), [true; 2]);
    assert_eq!(again(of(None), "opconform run "), [false; 2]);
    assert_eq!(again(of(None), "by what command it was made"), [true, false]);
    let adapter = "COMMAND is a program that speaks for the runtime";
    assert_eq!(again(of(Some("--adapter &#39;tvm=COMMAND&#39;")), adapter), [true, false]);
    assert_eq!(again(of(Some("--backend tvm")), adapter), [false; 2]);
}

#[test]
fn the_first_page_says_what_came_and_went_and_a_runtime_shows_its_badges() {
    let pages = pages(vec![version("1.2.3"), without("1.2.4", "SONNX-MAX-E1")]);
    let index = content(&pages["index.html"]);
    assert!(index.contains("1.2.3 → <a href=\"runtimes/runtime-optimised/1.2.4.html\">1.2.4</a>"), "{index}");
    let (_, history) = index.split_once("id=\"history\"").expect("a section");
    assert!(history.contains("</span>: <a href=\"runtimes/runtime-optimised/1.2.3.html#finding-"), "{history}");
    let runtime = content(&pages["runtimes/runtime-optimised/index.html"]);
    assert_eq!(runtime.matches("<svg xmlns=").count(), 3, "of the newest, and of each");
}

#[test]
fn what_came_and_went_with_a_version_is_told() {
    let summary =
        |reports: Vec<Report>| Atlas::of(reports.into_iter().map(judged).collect()).expect("an atlas").summary();
    let lane = "DET-LANE";
    let went = summary(vec![version("1.2.3"), without("1.2.4", lane)]);
    assert!(went.contains("1.2.3 → 1.2.4: 0 came, 1 went"), "{went}");
    assert!(went.contains("    - SHOULD "), "{went}");
    let came = summary(vec![without("1.2.3", lane), version("1.2.4")]);
    assert!(came.contains("1.2.3 → 1.2.4: 1 came, 0 went") && came.contains("    + SHOULD "), "{came}");
    let same = summary(vec![version("1.2.3"), version("1.2.4")]);
    assert!(same.contains(": 0 came, 0 went, ") && same.contains(" as before"), "{same}");
    let page = &pages(vec![version("1.2.3"), without("1.2.4", lane)])["runtimes/runtime-optimised/index.html"];
    assert!(
        content(page)
            .contains("went</span>: <a href=\"../../runtimes/runtime-optimised/1.2.3.html#finding-0d37e201\">")
    );
}

#[test]
fn what_was_not_asked_neither_came_nor_went() {
    let unasked = |name: &str| {
        let mut report = without(name, "DET-LANE");
        for clause in report.backends[0].clauses.iter_mut().filter(|clause| clause.id == "DET-LANE") {
            clause.total.compared = 0;
            clause.by_dtype.clear();
        }
        report
    };
    let summary =
        |reports: Vec<Report>| Atlas::of(reports.into_iter().map(judged).collect()).expect("an atlas").summary();
    let no_more = summary(vec![version("1"), unasked("2")]);
    assert!(no_more.contains("0 came, 0 went, 1 not asked any more"), "{no_more}");
    let first = summary(vec![unasked("1"), version("2")]);
    assert!(first.contains("0 came, 0 went, 1 not asked before"), "{first}");
}

#[test]
fn a_departure_in_other_types_is_the_same_and_has_changed() {
    let both = |name: &str| {
        let mut report = version(name);
        for clause in report.backends[0].clauses.iter_mut().filter(|clause| clause.id == "DET-LANE") {
            clause.by_dtype = [DType::F32, DType::F64].map(|dtype| (Types::One(dtype), clause.total)).into();
        }
        report
    };
    let mut newer = both("2");
    for finding in newer.findings.iter_mut().filter(|finding| finding.clause == "DET-LANE") {
        finding.dtype = Types::One(DType::F64);
    }
    let page = &pages(vec![both("1"), newer])["runtimes/runtime-optimised/2.html"];
    assert!(page.contains("changed") && page.contains("now in Max of f64; no more in Max of f32"));
}

#[test]
fn a_departure_in_types_that_the_older_version_was_not_asked_has_not_changed() {
    let mut older = version("1");
    for clause in older.backends[0].clauses.iter_mut().filter(|clause| clause.id == "DET-LANE") {
        clause.by_dtype.retain(|dtype, _| *dtype == Types::One(DType::F32));
    }
    let mut newer = version("2");
    let more = newer.findings.iter().find(|finding| finding.clause == "DET-LANE").expect("a finding").clone();
    newer.findings.push(Finding { dtype: Types::One(DType::F64), id: "another".to_owned(), ..more });
    let page = &pages(vec![older, newer])["runtimes/runtime-optimised/2.html"];
    assert!(!page.contains("now in Max of f64"));
}

#[test]
fn a_share_of_the_suite_is_said() {
    let words = |asked: u64| {
        let judged = JudgedReport {
            report: version("1"),
            coverage: Some(SuiteCoverage { asked, offered: 9_999 }),
            selection: None,
        };
        let pages = Atlas::of(vec![judged]).expect("an atlas").pages();
        let words =
            format!("judged by {} of 9,999 cases", if asked == 1234 { "1,234".to_owned() } else { asked.to_string() });
        ["index.html", "runtimes/runtime-optimised/1.html", "runtimes/runtime-optimised/index.html"]
            .map(|path| pages.iter().find(|page| page.path == path).expect("a page").text.contains(&words))
    };
    assert_eq!(words(1234), [true; 3]);
    assert_eq!(words(9_999), [false; 3]);
    let judged = JudgedReport {
        report: version("1"),
        coverage: Some(SuiteCoverage { asked: 9_998, offered: 9_999 }),
        selection: None,
    };
    let pages = Atlas::of(vec![judged]).expect("an atlas").pages();
    let says =
        |path: &str| pages.iter().find(|page| page.path == path).expect("a page").text.contains("judged by 9,998 of");
    assert!(
        !says("index.html") && says("runtimes/runtime-optimised/1.html"),
        "all but a few, on the page of the version alone"
    );
}

#[test]
fn reports_that_make_no_atlas_say_why() {
    let of = |reports: Vec<Report>| Atlas::of(reports.into_iter().map(judged).collect()).map(drop);
    let twice = AtlasError::Twice { name: RUNTIME.to_owned(), version: "1".to_owned() };
    assert_eq!(of(vec![version("1"), version("2"), version("1")]), Err(twice));
    let mut bare = sample::report();
    bare.backends.clear();
    assert_eq!(of(vec![bare]), Err(AtlasError::Empty));
    assert_eq!(of(Vec::new()), Err(AtlasError::Empty));
}

#[test]
fn a_page_stays_below_two_megabytes() {
    for report in
        [sample::with_one_departure(20_000), sample::with_many_departures(1_600), sample::with_a_long_witness()]
    {
        for (path, text) in pages(vec![report]) {
            assert!(text.len() < 2_000_000, "{path}: {} bytes", text.len());
        }
    }
}
