//! Memory that is shared with an adapter changes how fast its answers come, and nothing else.

use crate::exhaust::{exhaust, result};
use crate::{call, room};

#[test]
fn what_is_counted_is_the_same_by_pipes_and_in_shared_memory() {
    let serve = format!("{} serve ndarray-compare", env!("CARGO_BIN_EXE_opconform"));
    // Who closes what it has inherited takes the memory from who comes next.
    let closing = format!("bash -c 'for n in {{3..254}}; do eval \"exec $n>&-\"; done; exec {serve}'");
    let mut results = Vec::new();
    for (command, agrees) in [(&serve, true), (&closing, false)] {
        let room = room();
        let checked = call(room.path(), &["backends", "check", command]);
        assert_eq!(checked.code, Some(0), "{}{}", checked.stdout, checked.stderr);
        assert_eq!(checked.stdout.contains("agrees to share memory"), agrees, "{}", checked.stdout);
        let mine = format!("mine={command}");
        for (layout, name) in [("two-vectors", ""), ("scalar-first", "-scalar-first")] {
            let asked = ["-d", "f16", "--rows", "31744..32000", "--layout", layout, "--against", "onnx"];
            let done = exhaust(room.path(), &[&asked[..], &["--adapter", &mine]].concat());
            assert!(done.code.is_some_and(|code| code < 2), "{}{}", done.stdout, done.stderr);
            results.push(result(room.path(), &format!("mine-f16{name}.rows-31744-32000.json")));
        }
    }
    let (shared, piped) = results.split_at(2);
    assert!(shared == piped, "the digests, and all that was counted");
}
