#!/usr/bin/env node
// /// script
// dependencies = ["onnxruntime-node@1.30.0"]
// ///
// onnxruntime-node takes the maximum of int64 by their lower halves as if those had a sign: of 4294967295 and 1 it is 1.
//
// Ends with 1 where the fault shows, with 0 where it does not, and with 2 where it cannot be tried.
"use strict";

// An ONNX model of one node: out = Max(x, y), operator set 13, int64 of shape [2].
const MODEL = Buffer.from(
  "CAg6SgoQCgF4CgF5EgNvdXQiA01heBIBZ1oPCgF4EgoKCAgHEgQKAggCWg8KAXkSCgoICAcSBAoCCAJiEQoDb3V0EgoKCAgHEgQKAggCQgQKABAN",
  "base64",
);

async function run() {
  const ort = require("onnxruntime-node");
  const session = await ort.InferenceSession.create(new Uint8Array(MODEL), { executionProviders: ["cpu"] });
  const tensor = (...values) => new ort.Tensor("int64", BigInt64Array.from(values), [values.length]);
  const { out } = await session.run({ x: tensor(4294967295n, 1n), y: tensor(1n, 4294967295n) });
  return Array.from(out.data);
}

function version() {
  const { readFileSync } = require("fs");
  const path = require.resolve("onnxruntime-node").replace(/(.*node_modules.onnxruntime-node).*/, "$1/package.json");
  return JSON.parse(readFileSync(path, "utf8")).version;
}

run().then(
  (got) => {
    console.log(`onnxruntime-node ${version()}: Max of int64 [4294967295, 1] and [1, 4294967295]`);
    console.log(`got      ${got.join(", ")}`);
    console.log("expected 4294967295, 4294967295");
    process.exitCode = got.every((one) => one === 4294967295n) ? 0 : 1;
  },
  (error) => {
    console.log(`cannot be tried: ${error.message}`);
    process.exitCode = 2;
  },
);
