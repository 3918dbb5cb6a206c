//! A checkout that brings programs along: they are not run by looking at the backends.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use crate::{FEW, opconform, room};

/// Writes a file and its folders; a program, where it is to be one.
fn plant(path: &Path, text: &str, mode: u32) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
    fs::write(path, text).expect("a file");
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("its mode");
}

/// Puts programs of each language into a folder, all of which leave a file `executed`.
fn plant_all(folder: &Path) {
    let mark = folder.join("executed");
    let shell = format!("#!/bin/sh\necho python >>'{}'\necho numpy onnxruntime jax\n", mark.display());
    let node = format!("require('fs').appendFileSync('{}', 'node');", mark.display());
    for environment in ["python", "torch"] {
        plant(&folder.join(environment).join("bin/python3"), &shell, 0o755);
    }
    for modules in ["node_modules", "node/node_modules"] {
        plant(&folder.join(modules).join("onnxruntime-node/index.js"), &node, 0o644);
    }
}

#[test]
fn what_a_checkout_brings_along_is_not_run() {
    let room = room();
    let home = room.path().join("home");
    let checkout = room.path().join("checkout");
    plant_all(&checkout);
    plant_all(&checkout.join(".opconform"));
    // A python3 that has nothing: what this machine has installed takes time, and is not what this is about.
    plant(&room.path().join("bin/python3"), "#!/bin/sh\nexit 1\n", 0o755);
    let old = std::env::var_os("PATH").expect("a path");
    let path = std::env::join_paths([room.path().join("bin")].into_iter().chain(std::env::split_paths(&old)));
    let path = path.expect("a path");
    let run = |arguments: &[&str], installed: &Path| {
        let mut command = opconform(&checkout, arguments);
        command.env("PATH", &path).env("HOME", &home).env("OPCONFORM_CACHE", room.path().join("cache"));
        command.env_remove("OPCONFORM_PYTHON").env_remove("XDG_DATA_HOME").env("OPCONFORM_HOME", installed);
        command.output().expect("the binary runs")
    };
    for arguments in [&["backends"][..], &["run", "-q", "--only", FEW], &["gate", "-q", "--only", FEW]] {
        let done = run(arguments, Path::new(""));
        assert_ne!(done.status.code(), Some(2), "{arguments:?}: {}", String::from_utf8_lossy(&done.stderr));
        for folder in [checkout.clone(), checkout.join(".opconform")] {
            let executed = fs::read_to_string(folder.join("executed"));
            assert!(executed.is_err(), "{arguments:?} ran what lies in {}: {executed:?}", folder.display());
        }
    }
    // The same programs are run where the user has said that they are: the test could not fail if they never were.
    run(&["backends"], &checkout);
    assert!(fs::read_to_string(checkout.join("executed")).is_ok_and(|text| text.contains("python")));
}
