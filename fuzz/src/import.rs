//! Whatever file is brought is read or refused: nothing panics, and what is read can be written and read again.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use opconform_cases::file;
use opconform_onnx::{decode_tensor, read_node_tests, tensor_proto};
use prost::Message;

/// A node test on disk, one per process: that is where they are read from.
static NODE_TEST: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("opconform-fuzz-import-{}", std::process::id()));
    fs::create_dir_all(folder.join("test_data_set_0")).expect("a folder of one's own");
    folder
});

/// The first byte says what the rest is read as.
pub fn read(data: &[u8]) {
    let Some((&kind, rest)) = data.split_first() else { return };
    match kind % 4 {
        0 => case(rest),
        1 => tensor(rest),
        2 => node_test(rest),
        _ => drop(std::str::from_utf8(rest).map(opconform_report::read)),
    }
}

fn case(json: &[u8]) {
    let Ok(case) = file::from_json(json) else { return };
    let again = file::from_json(file::to_json(&case).as_bytes()).expect("a case that was written");
    assert_eq!(again.id(), case.id());
}

fn tensor(bytes: &[u8]) {
    let Ok(tensor) = decode_tensor(bytes) else { return };
    let again = decode_tensor(&tensor_proto(&tensor, "x").encode_to_vec()).expect("a tensor that was written");
    assert_eq!((again.dtype(), again.shape(), again.to_bits()), (tensor.dtype(), tensor.shape(), tensor.to_bits()));
}

/// Files of a node test, each after its length in two bytes: the model, one result, and operands.
fn node_test(mut data: &[u8]) {
    let mut next = || {
        let (length, rest) = data.split_first_chunk().unwrap_or((&[0, 0], &[]));
        let (file, rest) = rest.split_at(usize::from(u16::from_le_bytes(*length)).min(rest.len()));
        data = rest;
        file
    };
    let set = NODE_TEST.join("test_data_set_0");
    write(&NODE_TEST.join("model.onnx"), next());
    write(&set.join("output_0.pb"), next());
    for operand in 0..2 {
        let path = set.join(format!("input_{operand}.pb"));
        match next() {
            [] => drop(fs::remove_file(path)),
            file => write(&path, file),
        }
    }
    drop(read_node_tests(&NODE_TEST));
}

fn write(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).expect("a file of one's own");
}
