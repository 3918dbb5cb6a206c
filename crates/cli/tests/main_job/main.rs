//! The main job on ONNX's own node tests, and what its report says; and the first screen that the README shows.
//!
//! Both ask for what takes minutes to build and to fetch: `.ci/main-job` fetches the node tests and runs these.

use std::path::PathBuf;
use std::process::{Command, Output};
use std::{env, fs};

use opconform_report::{Backend, Finding, Report, read};
use opconform_tensor::{DType, Types};

const TOP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// What every x86-64 CPU of ten years has: the README shows what becomes of these.
const SHOWN: &str = "portable,avx2,ndarray-f32max,ndarray-compare,tract,tract-optimized";

/// The kernels of this workspace, of which a machine has some.
const KERNELS: [&str; 4] = ["portable", "avx2", "avx512", "neon"];

/// Runs `opconform run` at the top of the repository, and writes the report to a folder of `target`. Implementations that depart from
/// what they claim are among the backends: 1 is how an honest run ends.
fn run(folder: &str, arguments: &[&str]) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_opconform"))
        .args(["run", "--color", "never", "--output", folder])
        .args(arguments)
        .current_dir(TOP)
        .output()
        .unwrap_or_else(|error| panic!("opconform: {error}"));
    assert_eq!(output.status.code(), Some(1), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The lines of a first screen, without how long it took.
fn lines(screen: &str) -> Vec<&str> {
    let without_time = |line| match str::rsplit_once(line, " · ") {
        Some((rest, time)) if time.ends_with(" s") => rest,
        _ => line,
    };
    screen.trim_end().lines().map(|line| without_time(line).trim_end()).collect()
}

#[test]
#[ignore = "takes six backends, two of them built in minutes: .ci/main-job runs this"]
fn the_readme_shows_what_is_printed() {
    let folder = "target/readme-job";
    let printed = run(folder, &["--backend", SHOWN]);
    let printed = String::from_utf8(printed.stdout).expect("text");
    let printed = printed.replace(&format!(" --report {folder}"), "").replace(folder, "reports/latest");
    let readme = fs::read_to_string(PathBuf::from(TOP).join("README.md")).expect("the README");
    let shown = readme.split_once("<!-- output of `opconform run`").expect("the place of the screen").1;
    let shown = shown.split_once("```text\n").and_then(|(_, rest)| rest.split_once("```")).expect("the screen").0;
    let (shown, printed) = (lines(shown), lines(&printed));
    for (number, (shown, printed)) in shown.iter().zip(&printed).enumerate() {
        assert_eq!(
            shown,
            printed,
            "line {} of the screen: the README on the left, what is printed on the right",
            number + 1
        );
    }
    assert_eq!(shown.len(), printed.len(), "lines of the README's screen, and of what is printed");
}

#[test]
#[ignore = "needs ONNX's node tests: .ci/main-job fetches them, names their folder and runs this"]
fn the_report_of_the_main_job_is_whole_and_finds_what_is_known() {
    let node_tests = env::var("OPCONFORM_NODE_TESTS").expect("the folder of ONNX's node tests");
    let folder = "target/main-job";
    run(folder, &["--node-tests", &node_tests]);
    let text = fs::read_to_string(PathBuf::from(TOP).join(folder).join("report.json")).expect("the report");
    let report = read(&text).expect("a report");
    assert!(!report.partial);
    assert!(report.cases >= 10_000, "{} cases", report.cases);
    let from = |source: &str| report.sources.iter().find(|it| it.name == source).map_or(0, |it| it.cases);
    assert!(from("node-test") > 0, "none of ONNX's node tests was run");
    let of = |name: &str| report.backends.iter().find(|backend| backend.name == name);
    for kernels in KERNELS.into_iter().filter_map(of) {
        let broken: Vec<&str> =
            kernels.clauses.iter().filter(|it| it.total.violations > 0).map(|it| it.id.as_str()).collect();
        assert!(broken.is_empty(), "{} breaks {broken:?}", kernels.name);
    }
    let portable = of("portable").expect("the portable kernels");
    let not_judged: Vec<_> = portable.unexercised.iter().filter(|it| !it.by_nature).map(|it| &it.clause).collect();
    assert!(not_judged.is_empty(), "portable is not judged by {not_judged:?}");
    for tract in ["tract", "tract-optimized"].map(|name| of(name).expect("tract")) {
        finds_what_is_known_of_tract(&report, tract);
    }
    let of_lanes = |it: &Finding| is_of(it, "tract-optimized", "DET-LANE");
    assert!(report.findings.iter().any(of_lanes), "the optimised tract has a rule of its own for NaNs on some path");
}

fn is_of(finding: &Finding, backend: &str, clause: &str) -> bool {
    finding.backend == backend && finding.clause == clause
}

fn finds_what_is_known_of_tract(report: &Report, tract: &Backend) {
    let has = |clause, dtype| {
        let is_it = |it: &&Finding| is_of(it, &tract.name, clause);
        report.findings.iter().filter(is_it).any(|it| it.dtype == dtype)
    };
    assert!(has("SONNX-MAX-NAN", Types::One(DType::F32)), "{} ignores NaNs", tract.name);
    assert!(has("SONNX-GR3", Types::Mixed), "{} promotes mixed types", tract.name);
    let names_bf16 = tract.skips.iter().any(|skip| skip.reason.to_lowercase().contains("bf16"));
    assert!(tract.outcomes.unsupported > 0 && names_bf16, "{} does not support bf16: {:?}", tract.name, tract.skips);
}
