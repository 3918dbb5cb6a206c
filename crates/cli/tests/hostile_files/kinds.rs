//! The kinds of files that the commands read: sound ones, made by the commands themselves, and how each kind is read.

use std::fs;
use std::io::{Read as _, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use opconform_backends::Chain;

use crate::BINARY;
use crate::damage::Dice;

/// Cases of a few elements, on some of which a comparison ignores a NaN.
const FEW: &str = "max/f32/nan-vs-";

/// How what is in a file is protected against damage, so that damage is done within.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shell {
    None,
    Gzip,
    Chain,
}

/// A kind of file.
pub(crate) struct Kind {
    pub(crate) name: &'static str,
    /// How many of all files are of this kind, against the others.
    pub(crate) weight: usize,
    /// Sound files and folders, one of which is taken.
    sound: Vec<PathBuf>,
    shell: Shell,
    /// The file that is damaged, where a folder is taken: the end of its name.
    within: &'static str,
    /// The words of the call; `FILE` is what was damaged, or the folder that it is in, and `ADAPTER` a backend in another process.
    arguments: &'static str,
}

impl Kind {
    /// Puts a damaged file into a folder of its own; the words of the call that reads it.
    pub(crate) fn place(&self, home: &Path, dice: &mut Dice) -> Vec<String> {
        let sound = &self.sound[dice.below(self.sound.len())];
        let target = home.join(sound.file_name().expect("a name"));
        fs::create_dir_all(home).expect("a folder");
        let files = if sound.is_dir() { copied(sound, &target) } else { vec![(sound.clone(), target.clone())] };
        let all: Vec<_> = files.iter().filter(|(from, _)| from.display().to_string().ends_with(self.within)).collect();
        let (from, to) = all[dice.below(all.len())];
        fs::write(to, self.damaged(fs::read(from).expect("a file"), dice)).expect("a file");
        let file = target.display().to_string();
        self.arguments.split(' ').map(|word| word.replace("FILE", &file).replace("ADAPTER", &adapter())).collect()
    }

    /// The bytes with damage done to them, or within their shell.
    fn damaged(&self, bytes: Vec<u8>, dice: &mut Dice) -> Vec<u8> {
        if self.shell == Shell::None || dice.below(3) == 0 {
            return dice.damaged(bytes);
        }
        if self.shell == Shell::Gzip {
            let mut text = Vec::new();
            GzDecoder::new(bytes.as_slice()).read_to_end(&mut text).expect("gzip");
            let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
            packed.write_all(&dice.damaged(text)).expect("memory takes every write");
            return packed.finish().expect("memory takes every write");
        }
        let texts: Vec<u8> = bytes
            .split_inclusive(|&byte| byte == b'\n')
            .filter_map(|line| line.rsplitn(2, |&byte| byte == b' ').nth(1))
            .collect::<Vec<_>>()
            .join(&b'\n');
        let mut chain = Chain::default();
        dice.damaged(texts).split(|&byte| byte == b'\n').flat_map(|text| chain.seal(text)).collect()
    }
}

/// Copies a folder; its files, each with its copy.
fn copied(from: &Path, to: &Path) -> Vec<(PathBuf, PathBuf)> {
    fs::create_dir_all(to).expect("a folder");
    let mut files = Vec::new();
    for path in entries(from) {
        let copy = to.join(path.file_name().expect("a name"));
        if path.is_dir() {
            files.extend(copied(&path, &copy));
        } else {
            fs::copy(&path, &copy).expect("a file");
            files.push((path, copy));
        }
    }
    files
}

/// A backend in another process, whose answers are kept in a journal.
fn adapter() -> String {
    format!("it={BINARY} serve ndarray-compare")
}

/// The journal of a run that was killed.
fn journal(folder: &Path) -> PathBuf {
    let path = folder.join("journal");
    let mut command = Command::new(BINARY);
    command.args(["run", "-q", "--only", FEW, "--journal", "journal", "--adapter", &adapter()]);
    let mut run = command.current_dir(folder).stderr(Stdio::null()).spawn().expect("the binary runs");
    let has_answers = || fs::read(&path).is_ok_and(|text| text.split(|&byte| byte == b'\n').count() > 4);
    while !has_answers() && run.try_wait().expect("a child").is_none() {
        std::thread::sleep(Duration::from_millis(2));
    }
    run.kill().expect("a child");
    run.wait().expect("a child");
    assert!(has_answers(), "the run is too short to be killed");
    path
}

/// What is in a folder, by name.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> =
        fs::read_dir(folder).expect("a folder").map(|it| it.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// Every kind of file, with sound ones made in a folder.
pub(crate) fn kinds(room: &Path) -> Vec<Kind> {
    let sound = room.join("sound");
    fs::create_dir(&sound).expect("a folder");
    let make = |words: &str, codes: &[i32]| {
        let words = words.split(' ').map(|word| word.replace("FEW", FEW));
        let status = Command::new(BINARY).args(words.clone()).current_dir(&sound).stdin(Stdio::null()).output();
        let output = status.expect("the binary runs");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(
            output.status.code().is_some_and(|code| codes.contains(&code)),
            "{:?}: {said}",
            words.collect::<Vec<_>>()
        );
    };
    make("run -q -b ndarray-f32max --only FEW -o report", &[0]);
    make("record -q -b ndarray-f32max --only FEW -o recording", &[0]);
    make("cases export f32/rank- -o cases", &[0]);
    make("cases export max/f32/nan-vs-inf -o nodes --format onnx-node-tests", &[0]);
    make("seeds encode --from cases -o inputs", &[0]);
    make("exhaust --dtype i8 -b portable --ledger ledger", &[0]);
    let journal = journal(&sound);
    let case = entries(&sound.join("report/witnesses")).swap_remove(0);
    fs::copy(case, sound.join("witness.json")).expect("a file");
    let expectations = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/expectations");
    let at = |name: &str| vec![sound.join(name)];
    let kind = |name, weight, sound, arguments| Kind { name, weight, sound, shell: Shell::None, within: "", arguments };
    vec![
        kind("case", 300, entries(&sound.join("cases")), "replay FILE -b portable"),
        kind("artifact", 150, entries(&sound.join("inputs/max")), "replay FILE --target max -b portable"),
        kind("report", 150, at("report/report.json"), "report FILE --format badge"),
        kind("reports", 50, at("report/report.json"), "diff ../sound/report FILE"),
        Kind {
            shell: Shell::Gzip,
            ..kind("recording", 200, at("recording"), "replay ../sound/witness.json -b recorded:FILE")
        },
        Kind {
            within: "ndarray-f32max.toml",
            ..kind("expectations", 100, vec![expectations], "gate -q --report ../sound/report --expectations FILE")
        },
        Kind { within: ".onnx", ..kind("model", 15, at("nodes"), "cases list no-such-case --node-tests FILE") },
        Kind { within: ".pb", ..kind("tensor", 15, at("nodes"), "cases list no-such-case --node-tests FILE") },
        kind("ledger", 5, at("ledger"), "run -q -b portable --only f32/rank-equal --ledger FILE"),
        Kind {
            shell: Shell::Chain,
            ..kind("journal", 5, vec![journal], "run -q --only max/f32/nan-vs- --adapter ADAPTER --journal FILE")
        },
    ]
}
