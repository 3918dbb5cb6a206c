//! What a run leaves on disk, and the exit code that goes with it.

use crate::{FEW, call, names, read, room, small_run};

#[test]
fn a_report_is_complete_and_says_what_the_exit_code_says() {
    let room = room();
    let calls: &[(&str, &str, i32)] =
        &[("portable", FEW, 0), ("ndarray-f32max", "f32/rank-", 1), ("tract", "mixed/f32-with-f64", 1)];
    for &(backend, only, code) in calls {
        let done = call(room.path(), &["run", "-b", backend, "--only", only, "-o", backend]);
        assert_eq!(done.code, Some(code), "{backend}: {}", done.stderr);
        let folder = room.path().join(backend);
        let report = read(&folder.join("report.json"));
        assert!(report.contains("\"partial\": false"), "{backend}");
        assert!(read(&folder.join("report.md")).contains(backend), "{backend}");
        let witnesses = folder.join("witnesses");
        assert_eq!(witnesses.exists(), code == 1, "{backend}");
        if code == 1 {
            for name in names(&witnesses) {
                assert!(report.contains(&format!("witnesses/{name}")), "{backend}: {name}");
            }
        }
    }
}

#[test]
fn the_same_run_twice_differs_in_its_provenance_alone() {
    let room = room();
    // Provenance is the last field.
    let compared = |report: String| report.split_once("\"provenance\"").expect("a provenance").0.to_owned();
    let first = compared(small_run(room.path(), "first"));
    assert_eq!(first, compared(small_run(room.path(), "second")));
    assert!(first.contains("\"cases\""));
}

#[test]
fn an_older_report_is_replaced_whole() {
    let room = room();
    let arguments = ["run", "-q", "-b", "ndarray-f32max", "--only", "f32/rank-", "-o", "latest"];
    assert_eq!(call(room.path(), &arguments).code, Some(1));
    assert!(room.path().join("latest/witnesses").exists());
    small_run(room.path(), "latest");
    assert_eq!(names(&room.path().join("latest")), ["report.json", "report.md"]);
    assert_eq!(names(room.path()), ["latest"]);
}
