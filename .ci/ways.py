"""Holds every model of a folder of node tests against ONNX's checker and its reference evaluator."""

import pathlib
import re
import sys

import numpy as np
import onnx
import onnx.numpy_helper
from onnx.reference import ReferenceEvaluator

# The greatest finite numbers of the types that have infinities.
FINITE = [65504.0, float(np.finfo(np.float32).max), np.finfo(np.float64).max, 2.0**127 * (2 - 2.0**-7)]


def tensor(path):
    """The tensor of a file."""
    return onnx.numpy_helper.to_array(onnx.load_tensor(path))


def as_written(found, expected):
    """The evaluator's result of a Clip, with the bounds that are missing: by the words of Clip they are the least and the greatest finite
    number, and to the evaluator there is none, so that an infinity stays one."""
    kept = np.isinf(found) & np.isfinite(expected) & (np.sign(found) == np.sign(expected))
    assert np.all(np.isin(np.abs(expected[kept]), FINITE)), expected[kept]
    return np.where(kept, expected, found)


def main():
    folders = sorted(path.parent for path in pathlib.Path(sys.argv[1]).glob("*/model.onnx"))
    for folder in folders:
        model = onnx.load(folder / "model.onnx")
        onnx.checker.check_model(model, full_check=True)
        data = folder / "test_data_set_0"
        inputs = [tensor(data / f"input_{place}.pb") for place in range(len(model.graph.input))]
        evaluator = ReferenceEvaluator(model)
        results = evaluator.run(None, dict(zip(evaluator.input_names, inputs)))
        for place, (name, found) in enumerate(zip(evaluator.output_names, results, strict=True)):
            expected = tensor(data / f"output_{place}.pb")
            about = f"{folder}: {name}"
            assert (np.shape(found), found.dtype) == (expected.shape, expected.dtype), about
            # Which NaN and which zero it is, ONNX leaves open; of a bfloat16, numpy knows no NaN.
            wide = np.float64 if expected.dtype.kind not in "iub" else expected.dtype
            found, expected = np.asarray(found, wide), np.asarray(expected, wide)
            if folder.name.startswith("test_clip-") and expected.dtype.kind == "f":
                found = as_written(found, expected)
            np.testing.assert_array_equal(found, expected, about)
    names = {folder.name.removeprefix("test_") for folder in folders}
    due = {re.sub("[^a-z0-9.-]", "-", case) for case in pathlib.Path(sys.argv[2]).read_text().split()}
    assert len(due) > 9000 and due <= names, f"{len(due - names)} of {len(due)} cases have no model: {sorted(due - names)[:5]}"
    print(f"{len(folders)} models accepted, and run as is due")


if __name__ == "__main__":
    main()
