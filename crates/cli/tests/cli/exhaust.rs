//! `opconform exhaust` on backends that are no kernels of ours, and `opconform merge`.

use std::fs;
use std::path::Path;

#[cfg(target_os = "linux")]
use crate::own::{compiled, function};
use crate::{Done, call, read, room};

/// Enumerates into the folder `results`.
pub(crate) fn exhaust(folder: &Path, arguments: &[&str]) -> Done {
    call(folder, &[&["exhaust", "-q", "-o", "results"], arguments].concat())
}

/// The result of this name, without the part that says when and where it was found out.
pub(crate) fn result(folder: &Path, name: &str) -> String {
    let text = read(&folder.join("results").join(name));
    let (before, _) = text.split_once("\n  \"sessions\": ").expect("sessions are the last part");
    before.to_owned()
}

#[test]
fn every_pair_is_counted_and_what_is_wrong_is_told_of_whom() {
    let room = room();
    let right = exhaust(room.path(), &["-b", "ndarray-f32max", "-d", "i8,u8", "--against", "sonnx"]);
    assert_eq!((right.code, right.stderr.as_str()), (Some(0), ""), "{}", right.stdout);
    assert!(right.stdout.contains("\n  sonnx: 65,536 allowed\n"), "{}", right.stdout);
    // Those of other signs, in either order, 0 among them: 128 times 128 twice.
    let wrong = exhaust(room.path(), &["-b", "signed-as-unsigned", "-d", "i8", "--against", "sonnx"]);
    assert_eq!(wrong.code, Some(1), "{}", wrong.stdout);
    assert!(wrong.stdout.contains("\n  sonnx: 32,768 allowed, 32,768 forbidden\n"), "{}", wrong.stdout);
    assert!(wrong.stdout.contains("\n    SONNX-MAX-P1 32,768\n"), "{}", wrong.stdout);
    let digest = |text: &str| text.lines().find_map(|line| line.strip_prefix("digest ")).map(ToOwned::to_owned);
    assert!(digest(&right.stdout).is_some() && digest(&right.stdout) != digest(&wrong.stdout));
    // Who claims nothing is held against nothing but what is asked of everyone.
    let unclaimed = exhaust(room.path(), &["-b", "signed-as-unsigned", "-d", "u8"]);
    assert_eq!(unclaimed.code, Some(0), "{}", unclaimed.stdout);
}

/// What is printed of the time, as seconds: of all, and of the backend's own calls.
fn times(stdout: &str) -> Option<(f64, f64)> {
    let line = stdout.lines().find_map(|line| line.strip_prefix("all of it took "))?;
    let (all, own) = line.split_once(" s; the backend's own calls, added up over its processes, ")?;
    Some((all.parse().ok()?, own.split(' ').next()?.parse().ok()?))
}

#[test]
fn the_time_of_the_own_calls_is_told_beside_that_of_all_and_changes_no_digest() {
    let (room, mine) = (room(), "mine=opconform serve ndarray-compare");
    let mine = mine.replace("opconform", env!("CARGO_BIN_EXE_opconform"));
    let rows = ["-d", "f16", "--rows", "0..512", "--against", "onnx"];
    for backend in [["-b", "ndarray-compare"], ["--adapter", &mine]] {
        let done = exhaust(room.path(), &[&backend[..], &rows].concat());
        let (all, own) = times(&done.stdout).unwrap_or_else(|| panic!("{}{}", done.stdout, done.stderr));
        assert!(own > 0.0 && all > 0.0, "{}", done.stdout);
    }
    let stored = |name: &str| -> serde_json::Value {
        serde_json::from_str(&read(&room.path().join("results").join(name))).expect("JSON")
    };
    let [here, there] = ["ndarray-compare-f16.rows-0-512.json", "mine-f16.rows-0-512.json"].map(stored);
    assert_eq!(here["digest"], there["digest"]);
    for result in [&here, &there] {
        let own = &result["sessions"][0]["own"];
        assert!(own["milliseconds"].as_u64() > Some(0) && own["of"].as_u64() > Some(0), "{own}");
    }
    // Of who does not tell, nothing is said.
    let planted = exhaust(room.path(), &["-b", "nan-second-wins", "-d", "i8"]);
    assert_eq!((planted.code, times(&planted.stdout)), (Some(0), None), "{}", planted.stdout);
}

#[test]
fn shards_make_the_whole_byte_for_byte() {
    let (room, mine) = (room(), "mine=opconform serve ndarray-compare");
    let mine = mine.replace("opconform", env!("CARGO_BIN_EXE_opconform"));
    let asked = ["--adapter", &mine, "-d", "i8", "--against", "onnx"];
    let whole = exhaust(room.path(), &asked);
    assert_eq!(whole.code, Some(0), "{}{}", whole.stdout, whole.stderr);
    for shard in ["1/3", "2/3", "3/3"] {
        let done = exhaust(room.path(), &[&asked[..], &["--shard", shard]].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    }
    let part = |number: u8| format!("results/mine-i8.{number}-of-3.json");
    let parts = [part(3), part(1), part(2)];
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let merge = |arguments: &[&str]| call(room.path(), &[&["merge"], arguments].concat());
    let merged = merge(&[&parts[..], &["-o", "results/merged.json"]].concat());
    assert_eq!((merged.code, merged.stderr.as_str()), (Some(0), ""), "{}", merged.stdout);
    assert_eq!(result(room.path(), "merged.json"), result(room.path(), "mine-i8.json"));
    // Asked again, by who is asked for and by another.
    let again = merge(&[&parts[..], &["--adapter", &mine, "--again", "8"]].concat());
    assert!(
        again.code == Some(0) && again.stdout.contains("\nasked again of 24 of 256 blocks, and answered so again\n"),
        "{}",
        again.stderr
    );
    // Of one result, every block, and its counts: a pair that is said to have come otherwise is found out, whatever is said of it.
    let whole = read(&room.path().join("results/mine-i8.json"));
    let every = ["results/mine-i8.json", "--adapter", &mine, "--again", "256"];
    let again = merge(&every);
    assert!(again.code == Some(0) && again.stdout.contains("\nasked again of every block, "), "{}", again.stdout);
    let mut moved: serde_json::Value = serde_json::from_str(&whole).expect("a result");
    let cells = moved["cells"].as_array_mut().expect("cells");
    let cell = cells.iter_mut().find(|it| it["order"] == "less").expect("a cell of two numbers");
    cell["came"] = "first".into();
    for example in cell["examples"].as_array_mut().expect("examples") {
        let bits = example.as_str().expect("bits").split(' ').take(2).map(str::to_owned).collect::<Vec<_>>();
        *example = format!("{} {} {}", bits[0], bits[1], bits[0]).into();
    }
    fs::write(room.path().join("results/mine-i8.json"), moved.to_string()).expect("a file");
    let forged = merge(&[&every[..], &["--judge-again"]].concat());
    assert!(
        forged.code == Some(1) && forged.stdout.contains("and its counts are not"),
        "{}{}",
        forged.stdout,
        forged.stderr
    );
    fs::write(room.path().join("results/mine-i8.json"), whole).expect("a file");
    let other = merge(&[&parts[..], &["-b", "ndarray-f32max"]].concat());
    assert!(other.code == Some(2) && other.stderr.contains("name the one that it is of"), "{}", other.stderr);
    let impostor = mine.replace("ndarray-compare", "signed-as-unsigned");
    assert_eq!(merge(&[&parts[..], &["--adapter", &impostor]].concat()).code, Some(2));
    // What does not fit together, and what was changed.
    for (files, words) in [
        (&parts[..2], "85 of 256 blocks are missing, the first of them 01"),
        (&[parts[0], parts[1], parts[2], parts[1]], "has block 00, which results/mine-i8.1-of-3.json has too"),
    ] {
        let done = merge(files);
        assert!(done.code == Some(2) && done.stderr.contains(words), "{}", done.stderr);
    }
    let text = read(&room.path().join(part(2)));
    for (from, to, words) in [
        ("\"version\": \"", "\"version\": \"9", "its version is \"9"),
        ("\"came\": \"first\"", "\"came\": \"second\"", "damaged"),
        ("\"suite\"", "\"suit\"", "is no result of `opconform exhaust`"),
    ] {
        assert!(text.contains(from), "{from}");
        fs::write(room.path().join(part(2)), text.replacen(from, to, 1)).expect("a file");
        let done = merge(&parts);
        assert!(done.code == Some(2) && done.stderr.contains(words), "{}", done.stderr);
    }
    // A pair that is moved from one class of operands to another.
    let mut forged: serde_json::Value = serde_json::from_str(&text).expect("a result");
    let cells = forged["cells"].as_array_mut().expect("cells");
    let class = |cell: &serde_json::Value| ["first", "second", "order"].map(|key| cell[key].clone());
    let many = |cell: &serde_json::Value| cell["pairs"].as_u64().filter(|&pairs| pairs > 100);
    let one = cells.iter().position(|cell| many(cell).is_some()).expect("a cell of many pairs");
    let other = cells.iter().position(|cell| many(cell).is_some() && class(cell) != class(&cells[one]));
    for (cell, pairs) in [(one, 1), (other.expect("another class"), -1)] {
        let moved = many(&cells[cell]).and_then(|count| count.checked_add_signed(pairs)).expect("a count");
        cells[cell]["pairs"] = moved.into();
    }
    fs::write(room.path().join(part(2)), forged.to_string()).expect("a file");
    let done = merge(&parts);
    assert!(done.code == Some(2) && done.stderr.contains("more pairs of some operands"), "{}", done.stderr);
}

#[test]
fn what_is_asked_for_can_be_a_few_rows() {
    let room = room();
    // Rust's own document says nothing of bf16.
    let done = exhaust(room.path(), &["-b", "ndarray-f32max", "-d", "bf16", "--rows", "32512..32768"]);
    assert_eq!(done.code, Some(4), "{}{}", done.stdout, done.stderr);
    assert!(done.stdout.contains("bf16, 16,777,216 of 4,294,967,296 ordered pairs\n"), "{}", done.stdout);
    assert!(result(room.path(), "ndarray-f32max-bf16.rows-32512-32768.json").contains("\"complete\": false"));
}

#[test]
fn rungs_and_layouts_are_counted_and_named_each_in_a_file_of_its_own() {
    let room = room();
    // Of NaNs, `a > b` gives the second.
    let asked =
        ["-b", "ndarray-compare", "-d", "f32", "--rung", "same,payload,random", "--seed", "7", "--against", "sonnx"];
    let done = exhaust(room.path(), &[&asked[..], &["--rows", "32512..32768"]].concat());
    assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    for words in [
        "Max of f32, 16,777,216 of 4,294,967,296 pairs of the rung same\nrange: (x, x), where x is each of all 2^32 patterns\n",
        "Max of f32, 8,388,607 of 16,777,214 pairs of the rung payload\n",
        "SplitMix64 from seed 7, ",
        "assumed: two vectors of 65536 elements, asked for in a process that was asked for such vectors before\n",
    ] {
        assert!(done.stdout.contains(words), "{words}: {}", done.stdout);
    }
    let random = result(room.path(), "ndarray-compare-f32-random-7.rows-32512-32768.json");
    assert!(random.contains("\"rung\": {\n      \"random\": {\n        \"seed\": 7\n"), "{random}");
    // Shards of another layout make the whole, and are asked again in theirs.
    let asked =
        ["-b", "ndarray-compare", "-d", "i8", "--layout", "scalar-second", "--length", "100", "--against", "onnx"];
    for shard in ["1/2", "2/2"] {
        let done = exhaust(room.path(), &[&asked[..], &["--shard", shard]].concat());
        assert_eq!(done.code, Some(0), "{}{}", done.stdout, done.stderr);
    }
    let part = |number: u8| format!("results/ndarray-compare-i8-scalar-second-by-100.{number}-of-2.json");
    let merged = call(room.path(), &["merge", &part(1), &part(2), "-b", "ndarray-compare", "--again", "9"]);
    assert_eq!(merged.code, Some(0), "{}{}", merged.stdout, merged.stderr);
    assert!(merged.stdout.contains("65,536 of 65,536 ordered pairs\n"), "{}", merged.stdout);
    assert!(
        merged.stdout.contains("a vector of 100 elements (or what is left at the end of each 256) in "),
        "{}",
        merged.stdout
    );
    // As rows of two, they are reduced, and judged as reductions.
    let rows = exhaust(room.path(), &["-b", "signed-as-unsigned", "-d", "i8", "--layout", "rows", "--against", "onnx"]);
    assert_eq!(rows.code, Some(1), "{}{}", rows.stdout, rows.stderr);
    assert!(rows.stdout.contains("ReduceMax of i8, 65,536 of 65,536 ordered pairs\n"), "{}", rows.stdout);
    assert!(rows.stdout.contains(": 32,768 allowed, 32,768 forbidden\n"), "{}", rows.stdout);
}

#[cfg(feature = "tract")]
#[test]
fn nothing_is_judged_of_what_is_not_offered() {
    let room = room();
    let done = exhaust(room.path(), &["-b", "tract", "-d", "bf16"]);
    assert_eq!(done.code, Some(4), "{}{}", done.stdout, done.stderr);
    assert!(done.stderr.contains("tract: not asked, since it does not offer Max of bf16"), "{}", done.stderr);
}

/// An adapter that reads so many bytes and no more, and what it does then.
#[cfg(unix)]
#[test]
fn whoever_breaks_off_or_hangs_is_counted_and_nothing_else_is_lost() {
    let room = room();
    for (bytes, then, code, words) in [
        (
            900,
            "",
            1,
            "\n  crashed: whole calls, of which every pair is counted so; the first had 0x00 as its first operand: ",
        ),
        (900, "; sleep 600", 1, "; the first had 0x00 as its first operand: no answer after 2 s\n"),
        // A batch breaks off, and none of its calls by itself.
        (3000, "", 0, "\n  sonnx: 768 allowed\n"),
    ] {
        let serve = format!("{} serve ndarray-compare", env!("CARGO_BIN_EXE_opconform"));
        let adapter = format!("mine=sh -c 'dd bs=1 count={bytes} 2>/dev/null | {serve}{then}'");
        let asked = ["-d", "i8", "--rows", "0..3", "--timeout", "2", "--against", "sonnx", "--adapter", &adapter];
        let done = exhaust(room.path(), &[&asked[..], &["--bisect", "0"]].concat());
        assert_eq!(done.code, Some(code), "{bytes}{then}: {}{}", done.stdout, done.stderr);
        assert!(done.stdout.contains(words), "{bytes}{then}: {}", done.stdout);
        assert!(result(room.path(), "mine-i8.rows-0-3.json").contains("\n  \"pairs\": 768,\n"));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn what_vectors_leave_over_is_told_and_put_together_from_shards() {
    let room = room();
    let greater = "i >= n - n % 16 ? y[i] : x[i] > y[i] ? x[i] : y[i]";
    compiled(room.path(), &function("max_i8", "int8_t", greater));
    let asked = ["--dylib", "./libmine.so:max_i8", "-d", "i8", "--against", "onnx"];
    let by_29 = [&asked[..], &["--length", "29"]].concat();
    let whole = exhaust(room.path(), &by_29);
    assert_eq!(whole.code, Some(1), "{}{}", whole.stdout, whole.stderr);
    for words in [
        "\n  otherwise in what vectors of 16 leave over at the end of a call: ",
        " did, only in what vectors of 16 leave over at the end of a call: ONNX-MAX-VALUE",
    ] {
        assert!(whole.stdout.contains(words), "{words}: {}", whole.stdout);
    }
    for shard in ["1/2", "2/2"] {
        let done = exhaust(room.path(), &[&by_29[..], &["--shard", shard]].concat());
        assert_eq!(done.code, Some(1), "{}{}", done.stdout, done.stderr);
    }
    let name = |end: &str| format!("libmine.max_i8-i8-by-29{end}.json");
    let part = |end: &str| format!("results/{}", name(end));
    let merged = ["merge", &part(".1-of-2"), &part(".2-of-2"), "-o", "results/merged.json"];
    assert_eq!(call(room.path(), &merged).code, Some(1));
    assert_eq!(result(room.path(), "merged.json"), result(room.path(), &name("")));
    // In calls of a whole row nothing is left over, and nothing is otherwise.
    let row = exhaust(room.path(), &asked);
    assert_eq!(row.code, Some(0), "{}{}", row.stdout, row.stderr);
    assert!(!row.stdout.contains("otherwise"), "{}", row.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn in_calls_of_a_whole_row_a_lane_is_not_told_from_values_and_it_is_said_what_tells() {
    let room = room();
    compiled(room.path(), &function("max_i8", "int8_t", "i % 8 == 3 ? y[i] : x[i] > y[i] ? x[i] : y[i]"));
    let asked = ["--dylib", "./libmine.so:max_i8", "-d", "i8", "--against", "onnx"];
    let row = exhaust(room.path(), &asked);
    assert!(row.stdout.contains("whether by their place in a call, --length 37 may tell\n"), "{}", row.stdout);
    let cut = exhaust(room.path(), &[&asked[..], &["--length", "37"]].concat());
    assert!(cut.stdout.contains("\n  otherwise in lane 3 of 8: "), "{}", cut.stdout);
}

#[test]
fn a_report_has_what_was_counted_and_what_no_case_shows_counts() {
    let (room, fault) = (room(), "signed-as-unsigned");
    let here = room.path();
    assert_eq!(exhaust(here, &["-b", fault, "-d", "i8", "--against", "onnx"]).code, Some(1));
    let run = |more: &[&str]| {
        let run = ["run", "-q", "-b", fault, "-o", "report"];
        let done = call(here, &[&run[..], more].concat());
        (done.code, done.stderr, read(&here.join("report/report.md")))
    };
    // The fault shows in i8 alone.
    let beside = ["--only", "max/u8/rank-", "--against", "sonnx"];
    let (code, _, page) = run(&beside);
    assert_eq!((code, page.contains("Pairs that were counted")), (Some(0), false));
    let (code, _, page) = run(&[&beside[..], &["--counted", "results"]].concat());
    assert_eq!(code, Some(1));
    // By what the run judges by, whatever it was when they were counted.
    assert!(page.contains(": 65,536 pairs, 32,768 forbidden\n"), "{page}");
    assert!(page.contains("- sonnx: 32,768 forbidden\n"), "{page}");
    let beyond = "✗ 32,768 counted pairs forbidden by SONNX-MAX-P1, SONNX-MAX-P1u, which no case of this run shows";
    assert!(page.contains(beyond), "{page}");
    let gated = ["gate", "-q", "-b", fault, "--counted", "results", "--expectations", "none"];
    assert_eq!(call(here, &[&gated[..], &beside].concat()).code, Some(2), "there is no such folder");
    fs::create_dir(here.join("none")).expect("a folder");
    assert_eq!(call(here, &[&gated[..], &beside].concat()).code, Some(1));
    // A case shows the same: it is a departure, and told as one.
    let (code, _, page) = run(&["--only", "max/i8/", "--against", "sonnx", "--counted", "results"]);
    assert!(code == Some(1) && !page.contains("which no case of this run shows"), "{page}");
    // Of another backend no page says anything, and the command does.
    let of_other = ["run", "-q", "-b", "portable", "--only", "max/u8/rank-", "--counted", "results", "-o", "report"];
    let other = call(here, &of_other);
    let page = read(&here.join("report/report.md"));
    assert_eq!((other.code, page.contains("Pairs that were counted")), (Some(0), false));
    let left_out = "pairs that were counted of signed-as-unsigned 0.1.0 are left out: none of these is judged here";
    assert!(other.stderr.contains(left_out), "{}", other.stderr);

    let with_counted = [&beside[..], &["--counted", "results"]].concat();
    let file = here.join("results").join(format!("{fault}-i8.json"));
    let whole = read(&file);
    fs::write(&file, whole.replacen("\"suite\": \"0.", "\"suite\": \"9.", 1)).expect("a file");
    let (code, said, _) = run(&with_counted);
    assert!(code == Some(0) && said.contains("is left out: it is of suite 9."), "{said}");
    fs::write(&file, whole.replace("\"pairs\": 16256", "\"pairs\": 16255")).expect("a file");
    let (code, said, _) = run(&with_counted);
    assert!(code == Some(2) && said.contains("cannot be used: remove it"), "{said}");
    for (place, said) in [("nowhere", "name files that `opconform exhaust` wrote"), ("report/cases", "has no result")] {
        fs::create_dir_all(here.join("report/cases")).expect("a folder");
        let (code, words, _) = run(&[&beside[..], &["--counted", place]].concat());
        assert!(code == Some(2) && words.contains(said), "{words}");
    }
}
