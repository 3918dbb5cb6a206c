//! A report is complete or absent, and nothing that is not ours is ever replaced.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};

use opconform_report::{Format, Staging, View, WriteError};
use tempfile::TempDir;

use crate::sample;

fn room() -> (TempDir, PathBuf) {
    let room = TempDir::new().unwrap();
    let output = room.path().join("reports/latest");
    (room, output)
}

/// Publishes a report that is recognised as one, with a file that says which one it is.
fn publish(output: &Path, which: &str) {
    let staging = stage(output, which);
    staging.publish().unwrap();
}

fn stage(output: &Path, which: &str) -> Staging {
    let mut staging = Staging::create(output).unwrap();
    let json = Format::Json.render(&sample::report(), &View::default());
    staging.write("report.json", json.as_bytes()).unwrap();
    staging.write("witnesses/which.txt", which.as_bytes()).unwrap();
    staging
}

fn which(output: &Path) -> String {
    fs::read_to_string(output.join("witnesses/which.txt")).unwrap()
}

/// What is in the folder that reports are put in.
fn beside(output: &Path) -> Vec<String> {
    let entries = fs::read_dir(output.parent().unwrap()).unwrap();
    let mut names: Vec<String> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_report_appears_whole_and_replaces_an_older_one() {
    let (_room, output) = room();
    let staging = stage(&output, "first");
    assert!(!output.exists());
    staging.publish().unwrap();
    assert_eq!(which(&output), "first");
    // What is rendered for a CI stands beside the report that it is of, and is outdated with it.
    for name in ["witnesses/stale.json", "junit.xml", "opconform.sarif"] {
        fs::write(output.join(name), "").unwrap();
    }
    let staging = stage(&output, "second");
    assert_eq!(which(&output), "first");
    staging.publish().unwrap();
    assert_eq!(which(&output), "second");
    assert!(!output.join("witnesses/stale.json").exists() && !output.join("junit.xml").exists());
    assert_eq!(beside(&output), ["latest"]);
}

#[test]
fn an_empty_directory_is_replaced() {
    let (_room, output) = room();
    fs::create_dir_all(&output).unwrap();
    publish(&output, "first");
    assert_eq!(which(&output), "first");
}

#[test]
fn what_is_not_published_leaves_nothing() {
    let (_room, output) = room();
    publish(&output, "first");
    drop(stage(&output, "second"));
    assert_eq!(which(&output), "first");
    assert_eq!(beside(&output), ["latest"]);
}

#[test]
fn a_report_behind_a_link_is_replaced_where_it_is() {
    let (room, output) = room();
    publish(&output, "first");
    let link = room.path().join("link");
    if cfg!(unix) {
        #[cfg(unix)]
        std::os::unix::fs::symlink(&output, &link).unwrap();
        publish(&link, "second");
        assert_eq!(which(&output), "second");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}

#[test]
fn a_directory_that_is_no_report_is_left_alone() {
    let (_room, output) = room();
    fs::create_dir_all(&output).unwrap();
    for (name, text) in [("thesis.tex", "years of work"), ("report.json", r#"{"name": "another tool's"}"#)] {
        fs::write(output.join(name), text).unwrap();
        let error = Staging::create(&output).unwrap_err();
        assert!(matches!(error, WriteError::NotOurs { .. }), "{error}");
        assert!(error.to_string().contains("name another directory"));
        assert_eq!(fs::read_to_string(output.join(name)).unwrap(), text);
    }
    assert_eq!(beside(&output), ["latest"]);
}

#[test]
fn a_report_beside_other_files_is_left_alone() {
    let (_room, output) = room();
    stage(&output, "first").publish().unwrap();
    for name in ["notes.txt", "src/main.c"] {
        let path = output.join(name);
        let staging = stage(&output, "second");
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "years of work").unwrap();
        let error = staging.publish().unwrap_err();
        assert!(matches!(error, WriteError::Foreign { .. }), "{error}");
        assert!(error.to_string().contains("which is no part of a report"), "{error}");
        assert!(matches!(Staging::create(&output).unwrap_err(), WriteError::Foreign { .. }));
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), which(&output).as_str()), ("years of work", "first"));
        fs::remove_file(&path).unwrap();
        // What no file is left in is nobody's work.
        _ = fs::remove_dir(output.join("src"));
    }
    stage(&output, "second").publish().unwrap();
    assert_eq!((which(&output).as_str(), beside(&output)), ("second", vec!["latest".to_owned()]));
}

#[test]
fn a_directory_that_fills_up_meanwhile_is_left_alone() {
    let (_room, output) = room();
    let staging = stage(&output, "first");
    fs::create_dir_all(&output).unwrap();
    fs::write(output.join("thesis.tex"), "years of work").unwrap();
    assert!(matches!(staging.publish().unwrap_err(), WriteError::NotOurs { .. }));
    assert_eq!(fs::read_to_string(output.join("thesis.tex")).unwrap(), "years of work");
    assert_eq!(beside(&output), ["latest"]);
}

#[test]
fn a_file_in_the_way_is_left_alone() {
    let (_room, output) = room();
    fs::create_dir_all(output.parent().unwrap()).unwrap();
    fs::write(&output, "a file").unwrap();
    assert!(matches!(Staging::create(&output).unwrap_err(), WriteError::InTheWay { .. }));
    assert_eq!(fs::read_to_string(&output).unwrap(), "a file");
}

#[test]
fn a_place_that_cannot_be_written_to_is_known_before_the_run() {
    let room = TempDir::new().unwrap();
    fs::write(room.path().join("file"), "").unwrap();
    let error = Staging::create(&room.path().join("file/latest")).unwrap_err();
    assert!(matches!(error, WriteError::Unwritable { .. }), "{error}");

    let closed = room.path().join("closed");
    fs::create_dir(&closed).unwrap();
    let mut permissions = fs::metadata(&closed).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&closed, permissions).unwrap();
    if fs::write(closed.join("probe"), "").is_ok() {
        println!("skipped: this user may write to read-only directories");
        return;
    }
    let error = Staging::create(&closed.join("latest")).unwrap_err();
    assert!(matches!(&error, WriteError::Unwritable { source, .. } if source.kind() == ErrorKind::PermissionDenied));
    assert!(error.to_string().starts_with("cannot write to `"));
}

#[test]
fn paths_that_are_no_directory_of_their_own_are_refused() {
    for path in ["", ".", "/", ".."] {
        let error = Staging::create(Path::new(path)).unwrap_err();
        assert!(matches!(error, WriteError::Unnamed { .. }), "{path}: {error}");
    }
}

#[test]
fn names_that_lead_out_of_the_report_are_refused() {
    let (room, output) = room();
    let mut staging = Staging::create(&output).unwrap();
    for name in ["", "../escaped", "/escaped", "cases/../../escaped", "."] {
        assert!(matches!(staging.write(name, b"").unwrap_err(), WriteError::Name { .. }), "{name}");
    }
    assert!(!room.path().join("reports/escaped").exists());
}

#[test]
fn what_a_dead_process_left_is_removed_and_an_older_report_put_back() {
    let (_room, output) = room();
    publish(&output, "first");
    // It died while it wrote.
    let writing = output.with_file_name(".latest.4000001-0.partial");
    fs::create_dir_all(writing.join("new")).unwrap();
    fs::write(writing.join("lock"), "").unwrap();
    fs::write(writing.join("new/report.json"), "{\"half").unwrap();
    // It died between its first two steps.
    fs::create_dir(output.with_file_name(".latest.4000002-0.partial")).unwrap();
    // Of other reports, or not ours at all.
    let others = [".latest.old.4000003-0.partial", ".latest.backup.partial", ".other.4000003-0.partial"];
    for other in others {
        fs::create_dir(output.with_file_name(other)).unwrap();
    }
    drop(Staging::create(&output).unwrap());
    let mut left: Vec<&str> = others.to_vec();
    left.push("latest");
    left.sort_unstable();
    assert_eq!(beside(&output), left);
    assert_eq!(which(&output), "first");

    // It died between its two renames.
    let renaming = output.with_file_name(".latest.4000004-0.partial");
    fs::create_dir_all(&renaming).unwrap();
    fs::write(renaming.join("lock"), "").unwrap();
    fs::rename(&output, renaming.join("old")).unwrap();
    drop(Staging::create(&output).unwrap());
    assert_eq!(which(&output), "first");
    assert_eq!(beside(&output), left);
}

#[test]
fn what_a_living_process_writes_is_not_touched() {
    let (_room, output) = room();
    let first = stage(&output, "first");
    let second = stage(&output, "second");
    first.publish().unwrap();
    assert_eq!(which(&output), "first");
    second.publish().unwrap();
    assert_eq!(which(&output), "second");
    assert_eq!(beside(&output), ["latest"]);
}

#[test]
fn reports_published_at_once_are_each_whole() {
    let (_room, output) = room();
    publish(&output, "0");
    let done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let writers: Vec<_> = ["1", "2"]
            .map(|which| {
                let output = &output;
                scope.spawn(move || (0..20).for_each(|_| publish(output, which)))
            })
            .into();
        scope.spawn(|| {
            while !done.load(Ordering::Relaxed) {
                // Absent for a moment, but never cut short.
                if let Ok(text) = fs::read_to_string(output.join("report.json")) {
                    opconform_report::read(&text).unwrap();
                }
            }
        });
        let written: Vec<_> = writers.into_iter().map(std::thread::ScopedJoinHandle::join).collect();
        done.store(true, Ordering::Relaxed);
        assert!(written.iter().all(Result::is_ok));
    });
    assert_eq!(beside(&output), ["latest"]);
}

#[test]
fn a_full_disk_leaves_the_older_report() {
    let disk = TempDir::new().unwrap();
    let mount = |command: &str, arguments: &[&str]| {
        Command::new(command).args(arguments).arg(disk.path()).output().is_ok_and(|output| output.status.success())
    };
    if !mount("mount", &["-t", "tmpfs", "-o", "size=256k", "tmpfs"]) {
        println!("skipped: this user may not mount a small disk");
        return;
    }
    let checked = std::panic::catch_unwind(|| {
        let output = disk.path().join("reports/latest");
        publish(&output, "first");
        let mut staging = Staging::create(&output).unwrap();
        let error = staging.write("report.json", &vec![b' '; 1 << 20]).unwrap_err();
        assert!(matches!(&error, WriteError::File { source, .. } if source.kind() == ErrorKind::StorageFull));
        assert!(error.to_string().contains("free some space"));
        drop(staging);
        assert_eq!(which(&output), "first");
        assert_eq!(beside(&output), ["latest"]);
    });
    assert!(mount("umount", &[]));
    checked.unwrap();
}
