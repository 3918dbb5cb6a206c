//! `atlas`: recordings, packs and reports as one site.

use std::fs;
use std::path::Path;

use opconform_backends::Recording;

use crate::{FEW, call, names, read, room, small_run};

/// Cases on which `ndarray-f32max` is away from what it does not claim.
const RANKS: &str = "f32/rank-";

fn record(room: &Path, backend: &str, only: &str, file: &str) {
    let done = call(room, &["record", "-q", "-b", backend, "--only", only, "-o", file]);
    assert_eq!(done.code, Some(0), "{backend}: {}", done.stderr);
}

/// Cases that a suite asked later than [`FEW`].
const CLIPPED: &str = "clip/f32/max";

/// The rows of the site's table.
fn table(site: &Path) -> Vec<serde_json::Value> {
    let table: serde_json::Value = serde_json::from_str(&read(&site.join("atlas.json"))).expect("JSON");
    table["versions"].as_array().expect("rows").clone()
}

#[test]
fn recordings_packed_or_not_and_reports_are_one_site() {
    let room = room();
    let here = room.path();
    record(here, "ndarray-f32max", RANKS, "ndarray.ocr");
    record(here, "tract", RANKS, "tract.ocr");
    small_run(here, "latest");
    let done = call(here, &["atlas", "ndarray.ocr", "tract.ocr", "latest", "-o", "site"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    assert!(done.stdout.starts_with("3 runtimes in 3 versions, "), "{}", done.stdout);
    assert!(done.stdout.ends_with("look at  site/index.html\n"), "{}", done.stdout);
    let site = here.join("site");
    assert_eq!(names(&site), ["atlas.json", "clauses", "index.html", "offenders.tsv", "runtimes", "specifications"]);
    assert_eq!(names(&site.join("runtimes")), ["ndarray-f32max", "portable", "tract"]);
    assert!(read(&site.join("index.html")).contains("runtimes/portable/index.html"));

    let packed = call(here, &["atlas", "ndarray.ocr", "tract.ocr", "--pack", "both.ocr"]);
    assert_eq!((packed.code, packed.stderr.as_str()), (Some(0), "both.ocr: 2 recordings\n"));
    let quiet = call(here, &["atlas", "-q", "both.ocr", "latest", "-o", "again"]);
    assert_eq!((quiet.code, quiet.stdout.as_str(), quiet.stderr.as_str()), (Some(0), "", ""));
    assert_eq!(table(&here.join("again")), table(&site));
    assert_eq!(read(&here.join("again/index.html")), read(&site.join("index.html")), "byte for byte");
}

#[test]
fn a_folder_is_all_that_lies_in_it_and_an_older_site_is_replaced_whole() {
    let room = room();
    let here = room.path();
    fs::create_dir(here.join("recordings")).expect("a folder");
    record(here, "portable", FEW, "recordings/portable.ocr");
    fs::write(here.join("recordings/README.md"), "of no meaning here").expect("a file");
    assert_eq!(call(here, &["atlas", "-q", "recordings"]).code, Some(0));
    let site = here.join("reports/site");
    fs::write(site.join("runtimes/old.html"), "").expect("a file");
    assert_eq!(call(here, &["atlas", "-q", "recordings"]).code, Some(0));
    assert_eq!(names(&site.join("runtimes")), ["portable"]);
}

#[test]
fn a_share_of_the_suite_is_recorded_and_said() {
    let room = room();
    let here = room.path();
    let done = call(here, &["record", "-q", "-b", "portable", "--only", "max/f32/", "--share", "16", "-o", "some.ocr"]);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_eq!(call(here, &["atlas", "-q", "some.ocr", "-o", "site"]).code, Some(0));
    let rows = table(&here.join("site"));
    assert!(rows[0]["cases"].as_u64().is_some_and(|cases| (50..2000).contains(&cases)), "{rows:?}");
    assert!(read(&here.join("site/index.html")).contains("judged by "));
}

#[test]
fn every_version_of_a_runtime_is_asked_again_by_its_own() {
    let room = room();
    let here = room.path();
    record(here, "portable", FEW, "portable.ocr");
    for (version, language) in
        [("9.0.23", "C#, .NET 8.0.29"), ("9.0.23", "C#, .NET 9.0.18"), ("10.0.15", "C#, .NET 9.0.18")]
    {
        let file = fs::File::open(here.join("portable.ocr")).expect("a recording");
        let mut recording = Recording::read(file).expect("a recording");
        let backend = &mut recording.provenance.backend;
        (backend.name, backend.version, backend.language) = ("dotnet".into(), version.into(), language.into());
        let path = here.join(format!("{version}{language}.ocr"));
        recording.write(fs::File::create(path).expect("a file")).expect("it is written");
    }
    assert_eq!(call(here, &["atlas", "-q", ".", "-o", "site"]).code, Some(0));
    let runtime = |name: &str| read(&here.join("site/runtimes").join(name).join("index.html"));
    let dotnet = runtime("dotnet");
    assert_eq!(dotnet.matches("opconform run --backend dotnet@9.0.23 --output again").count(), 2, "{dotnet}");
    assert_eq!(dotnet.matches("opconform run --backend dotnet@10.0.15 --output again").count(), 1, "{dotnet}");
    assert!(dotnet.contains(">9.0.23 (C#, .NET 8.0.29)<") && !dotnet.contains(".NET 8.0.29) (C#"), "{dotnet}");
    assert!(runtime("portable").contains("opconform run --backend portable --output again"), "the only version");
}

#[test]
fn of_the_same_version_a_pack_keeps_the_one_that_is_named_last_and_a_site_takes_none() {
    let room = room();
    let here = room.path();
    record(here, "portable", FEW, "few.ocr");
    record(here, "portable", RANKS, "ranks.ocr");
    let twice = call(here, &["atlas", "few.ocr", "ranks.ocr", "-o", "site"]);
    assert_eq!(twice.code, Some(2));
    assert!(twice.stderr.contains("portable 0.1.0 is there twice"), "{}", twice.stderr);
    let packed = call(here, &["atlas", "ranks.ocr", "few.ocr", "--pack", "all.ocr"]);
    assert_eq!((packed.code, packed.stderr.as_str()), (Some(0), "all.ocr: 1 recording\n"));
    assert!(fs::metadata(here.join("all.ocr")).expect("a pack").len() < 20_000, "the few cases");
    assert_eq!(names(here), ["all.ocr", "few.ocr", "ranks.ocr"], "a failed call leaves nothing");
}

#[test]
fn what_a_version_was_asked_later_is_judged_with_what_it_was_asked_before() {
    let room = room();
    let here = room.path();
    for (only, file) in [(FEW, "few.ocr"), (CLIPPED, "clip.ocr")] {
        record(here, "tract", only, file);
        assert_eq!(call(here, &["atlas", "-q", file, "-o", &format!("site-{file}")]).code, Some(0));
    }
    assert_eq!(call(here, &["atlas", "-q", "clip.ocr", "few.ocr", "-o", "site"]).code, Some(0));
    let cases = |site: &str| {
        let rows = table(&here.join(site));
        assert_eq!(rows.len(), 1, "{rows:?}");
        rows[0]["cases"].as_u64().expect("a number")
    };
    // What tract has no element type or operator for is among the cases of each.
    let clipped = call(here, &["cases", "list", CLIPPED]).stdout.lines().count() as u64;
    assert_eq!(cases("site"), cases("site-few.ocr") + clipped);
    assert!(cases("site") > cases("site-clip.ocr"));
    let runtime = read(&here.join("site/runtimes/tract/index.html"));
    assert_eq!(runtime.matches("opconform run --backend tract --output again").count(), 1, "{runtime}");
    assert!(read(&here.join("site/runtimes/tract/0.23.9.html")).contains("a later recording, "));
}

#[test]
fn what_makes_no_atlas_says_why_and_writes_nothing() {
    let room = room();
    let here = room.path();
    fs::create_dir(here.join("empty")).expect("a folder");
    fs::create_dir(here.join("taken")).expect("a folder");
    fault(here, "found", "");
    fault(here, "bare", LIST);
    fs::remove_file(here.join("bare/lost/reproduce.py")).expect("a file");
    fs::write(here.join("taken/thesis.txt"), "years of work").expect("a file");
    fs::write(here.join("text"), "no recording").expect("a file");
    fs::write(here.join("damaged.ocr"), [0x1f, 0x8b, 8, 0, 1, 2]).expect("a file");
    fs::write(here.join("report.json"), "{\"schema\": 1}").expect("a file");
    record(here, "portable", FEW, "portable.ocr");
    small_run(here, "latest");
    let before = names(here);
    for (arguments, words) in [
        (&["absent.ocr"][..], &["name a recording, a report, or a folder", "cannot read absent.ocr"][..]),
        (&["empty"], &["empty has no recording (*.ocr), no report.json, no result of `opconform exhaust`"]),
        (&["portable.ocr", "found"], &["cannot use the faults of found", "lost is not in the list"]),
        (&["portable.ocr", "bare"], &["bare/lost: expected one program that shows the fault"]),
        (&["portable.ocr", "found", "--pack", "p"], &["cannot use the faults of found"]),
        (&["text"], &["text is no report that can be used"]),
        (&["report.json"], &["version 1 of the schema"]),
        (&["damaged.ocr"], &["cannot use damaged.ocr", "`opconform record`"]),
        (&["portable.ocr", "latest", "-o", "taken"], &["is left alone"]),
        (&["portable.ocr", "-o", "text"], &["is a file where a directory is expected"]),
        (&["latest", "--pack", "p"], &["a report is no recording"]),
        (&["portable.ocr", "--pack", "absent/p"], &["nothing is packed", "--pack"]),
        (&["portable.ocr", "--pack", "p", "-o", "site"], &["cannot be used with"]),
        (&[], &["required"]),
    ] {
        let done = call(here, &[&["atlas"], arguments].concat());
        assert_eq!((done.code, done.stdout.as_str()), (Some(2), ""), "{arguments:?}: {}", done.stderr);
        for word in words {
            assert!(done.stderr.contains(word), "{arguments:?}: `{word}` is not in: {}", done.stderr);
        }
    }
    assert_eq!(names(here), before);
    assert_eq!(read(&here.join("taken/thesis.txt")), "years of work");
}

/// A list of one fault.
const LIST: &str = "| what | who | since | witness → got | reported |\n|---|---|---|---|---|\n\
    | [A number is lost](lost/) | portable 0.1 | 0.1 | `Max([2, 1])` → `1` | no |\n";

/// A folder of found faults with this list, of one that `portable` has.
fn fault(room: &Path, name: &str, list: &str) {
    let folder = room.join(name).join("lost");
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(room.join(name).join("README.md"), list).expect("a file");
    for (file, text) in [
        (
            "README.md",
            "# A number is lost\n\n| | |\n|---|---|\n| Got | `1` |\n| In the atlas | `portable`, `absent` |\n",
        ),
        ("issue.md", "# A number is lost in <portable>\n"),
        ("reproduce.py", "print(max(2, 1) > 1)\n"),
    ] {
        fs::write(folder.join(file), text).expect("a file");
    }
}

#[test]
fn a_found_fault_has_a_page_that_those_of_its_runtimes_link_to() {
    let room = room();
    let here = room.path();
    record(here, "portable", FEW, "portable.ocr");
    record(here, "tract", FEW, "tract.ocr");
    fault(here, "found", LIST);
    assert_eq!(call(here, &["atlas", "-q", "portable.ocr", "tract.ocr", "found", "-o", "site"]).code, Some(0));
    let site = here.join("site");
    assert_eq!(names(&site.join("found")), ["lost.html"]);
    let page = read(&site.join("found/lost.html"));
    for words in ["print(max(2, 1) &gt; 1)", "in &lt;portable&gt;", "../runtimes/portable/index.html"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    assert!(read(&site.join("index.html")).contains("href=\"found/lost.html\""));
    assert!(read(&site.join("runtimes/portable/index.html")).contains("href=\"../../found/lost.html\""));
    assert!(!read(&site.join("runtimes/tract/index.html")).contains("found/lost.html"));
}

#[test]
fn recordings_that_are_judged_side_by_side_come_to_what_each_comes_to_alone() {
    let room = room();
    let here = room.path();
    let backends = ["ndarray-compare", "tract"];
    for backend in backends {
        record(here, backend, RANKS, &format!("{backend}.ocr"));
        let file = format!("{backend}.ocr");
        assert_eq!(call(here, &["atlas", "-q", &file, "-o", &format!("alone/{backend}")]).code, Some(0));
    }
    let files = backends.map(|backend| format!("{backend}.ocr"));
    let arguments: Vec<&str> =
        ["atlas", "-q"].into_iter().chain(files.iter().map(String::as_str)).chain(["-o", "together"]).collect();
    assert_eq!(call(here, &arguments).code, Some(0));
    for backend in backends {
        let page = |site: &str| {
            let folder = here.join(site).join("runtimes").join(backend);
            names(&folder)
                .into_iter()
                .filter(|it| it != "index.html")
                .map(|it| read(&folder.join(it)))
                .collect::<Vec<_>>()
        };
        assert_eq!(page("together"), page(&format!("alone/{backend}")), "{backend}");
    }
}

#[test]
fn a_pack_is_no_backend() {
    let room = room();
    record(room.path(), "portable", FEW, "one.ocr");
    assert_eq!(call(room.path(), &["atlas", "one.ocr", "--pack", "all.ocr"]).code, Some(0));
    let done = call(room.path(), &["run", "-b", "recorded:all.ocr"]);
    assert_eq!(done.code, Some(2));
    assert!(done.stderr.contains("a pack of recordings, expected one of them"), "{}", done.stderr);
}

#[test]
fn what_was_counted_of_all_pairs_is_on_the_page_of_its_version() {
    let room = room();
    let here = room.path();
    record(here, "tract", RANKS, "tract.ocr");
    let counted = call(here, &["exhaust", "-q", "-b", "tract", "-d", "i8,u8", "-o", "counted"]);
    assert_eq!(counted.code, Some(0), "{}", counted.stdout);
    let done = call(here, &["atlas", "-q", "tract.ocr", "counted", "-o", "site"]);
    assert_eq!((done.code, done.stderr.as_str()), (Some(0), ""));
    let runtime = here.join("site/runtimes/tract");
    let page = names(&runtime).into_iter().find(|name| name.starts_with(|c: char| c.is_ascii_digit())).expect("a page");
    for page in ["index.html", &page] {
        let text = read(&runtime.join(page));
        for dtype in ["i8", "u8"] {
            let title = format!("Max of {dtype}: 65,536 pairs, none forbidden");
            assert!(text.contains(&title), "{page}: {text}");
        }
    }
    // Of whom there is no recording there is no page.
    record(here, "ndarray-compare", RANKS, "other.ocr");
    let done = call(here, &["atlas", "-q", "other.ocr", "counted", "-o", "site"]);
    assert!(done.code == Some(2) && done.stderr.contains("of which there is no recording"), "{}", done.stderr);
    let done = call(here, &["atlas", "-q", "tract.ocr", "counted", "--pack", "pack.ocr"]);
    assert!(done.code == Some(2) && done.stderr.contains("a pack has recordings alone"), "{}", done.stderr);
}
