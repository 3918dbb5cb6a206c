//! What a name that is not known may have been meant as.

/// The characters of the longest name that is compared: what is longer is no slip of the hand.
const LONGEST: usize = 200;

/// The known name that is nearest to another, if it is near: a third of its characters are mistaken, or one of a short one.
pub fn nearest<'k>(name: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    if name.is_empty() || name.len() > LONGEST {
        return None;
    }
    let name = name.to_lowercase();
    let mistakes = |known: &str| strsim::osa_distance(&name, &known.to_lowercase());
    // A name that breaks off where a word ends, as `onnx-seed` of `onnx-seed-13`, is no mistake in its letters.
    let goes_on = |known: &str| {
        let rest = known.get(name.len()..).filter(|_| known.is_char_boundary(name.len()));
        rest.is_some_and(|rest| rest.starts_with('-')) && known[..name.len()].eq_ignore_ascii_case(&name)
    };
    let near = known.into_iter().filter_map(|known| {
        if goes_on(known) {
            return Some((0, known));
        }
        let allowed = (known.len() / 3).clamp(1, 10);
        // Names of other lengths are not compared letter by letter: a suite has tens of thousands.
        (known.len().abs_diff(name.len()) <= allowed).then(|| (mistakes(known), known)).filter(|it| it.0 <= allowed)
    });
    near.min_by_key(|&(mistakes, _)| mistakes).map(|(_, known)| known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_is_meant_and_what_is_far_is_not() {
        let near = |name| nearest(name, ["run", "onnxruntime", "onnxruntime-node", "SONNX-MAX-ZERO"]);
        assert_eq!(near("rnu"), Some("run"));
        assert_eq!(near("onnxruntme"), Some("onnxruntime"));
        assert_eq!(near("sonnx-max-zeor"), Some("SONNX-MAX-ZERO"));
        for far in ["", "nope", "x", "tract"] {
            assert_eq!(near(far), None, "{far}");
        }
        assert_eq!(nearest(&"n".repeat(1000), ["run"]), None);
        assert_eq!(nearest("onnx-seed", ["sonnx-seed", "onnx-seed-1", "onnx-seed-13"]), Some("onnx-seed-1"));
        assert_eq!(nearest("ONNX-seed", ["sonnx-seed", "onnx-seed-1"]), Some("onnx-seed-1"));
        assert_eq!(nearest("onnx-se", ["onnx-seed-1"]), None);
        // Of a name of one letter, all are one mistake away.
        assert_eq!(nearest("", ["c"]), None);
    }
}
