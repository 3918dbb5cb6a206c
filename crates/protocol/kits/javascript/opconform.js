// Shows functions of JavaScript that take a maximum to opconform. A program that calls `serve` with its functions is an adapter:
// opconform runs it as a child, and judges what the functions return.
//
//     const { serve } = require("opconform");
//     serve({ name: "mine", version: "1.0", max: { f32: (x, y) => (x > y ? x : y) }, claims: "ecmascript" });
//
//     opconform run --adapter 'node mine.js'
//
// The functions take numbers, or typed arrays of contiguous elements. What ONNX's operators do besides is this module's doing, and
// is judged with the functions: it broadcasts operands of several shapes before a call, gathers the elements along the axes of a
// reduction for one, and refuses cases that ONNX calls ill-formed. What no function is given for is not offered, and is never
// counted as a refusal. The module does not touch bits on their way into and out of typed arrays; what JavaScript makes of an
// element that it reads is judged.
//
// The module needs node, and js beside it; browser.js does for the functions of a page what this does for those of a program.
// PROTOCOL.md of opconform describes the protocol, and `opconform backends check 'node mine.js'` tries a program on it.
"use strict";

const fs = require("node:fs");
const os = require("node:os");

const core = require("./core.js");

const { answerer, frameLength, implementation, isExhausted, said, timed, Rejected, Unsupported, Malformed, DTYPES } = core;

/** Runs a call on a pipe again while that is busy. */
function patiently(call) {
  for (;;) {
    try {
      return call();
    } catch (error) {
      if (error.code !== "EAGAIN") throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  }
}

/** Reads so many bytes of standard input, or as many as there are before its end. */
function readBytes(count) {
  const bytes = Buffer.allocUnsafe(count);
  let done = 0;
  while (done < count) {
    const found = patiently(() => fs.readSync(0, bytes, done, count - done, null));
    if (found === 0) break;
    done += found;
  }
  return bytes.subarray(0, done);
}

/** Reads the next frame, without its length before it; null at the end of the stream. */
function readFrame() {
  const first = readBytes(8);
  if (first.length === 0) return null;
  const length = frameLength(first);
  const frame = readBytes(length);
  if (frame.length < length) throw new Error("the stream ended within a frame");
  return frame;
}

/** Writes a frame. */
function writeFrame(frame) {
  for (let done = 0; done < frame.length; ) done += patiently(() => fs.writeSync(1, frame, done));
}

/** Answers requests until there are no more. */
async function answerAll(open) {
  // What a function prints must not end up among the answers.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  const where = { language: `JavaScript, node ${process.versions.node}`, os: `${os.type()} ${os.machine?.() ?? os.arch()}` };
  const answered = answerer(open, where);
  for (let frame = readFrame(); frame !== null; frame = readFrame()) {
    const answer = await answered(frame);
    if (answer === null) break;
    writeFrame(answer);
  }
}

/**
 * Makes this program an adapter for an implementation that is given whole cases, and ends it when it is told to stop.
 *
 * `open` is called when the conversation starts, and returns `{ name, version, claims, configuration, operators, dtypes, run }`;
 * what it throws says why the implementation cannot run here, and its `remedy` what would help. `run` is given
 * `{ operator: { domain, name }, opset, attributes, inputs, model }`, where each input is `{ dtype, shape, elements }` and `model`
 * holds the bytes of an ONNX model or is null, and returns, or promises, a list of such tensors. It throws `Rejected`, `Unsupported`
 * or `Malformed`; any other error is reported as a crash, but for one that says that the machine has no room (`isExhausted`). What is
 * called by `timed` is told as the implementation's own time.
 */
function converse(open) {
  answerAll(open).then(
    () => process.exit(0),
    (error) => {
      process.stderr.write(`opconform.js: ${said(error)}\n`);
      process.exit(2);
    },
  );
}

/**
 * Makes this program an adapter for functions, and ends it when it is told to stop.
 *
 * - `name` and `version` are the implementation's own, as reports show them;
 * - `max` and `min` have, by element type, functions of two numbers (of i64 and u64, of two BigInts; f16 and bf16 are their bits);
 * - `maxArrays` and `minArrays` have functions `(x, y, result)` of typed arrays, and come before the others;
 * - `reduceMax` and `reduceMin` have functions of a typed array that return a number. Functions of arrays may return promises;
 * - `operands` says how ONNX's Max of one or of many operands is computed: `"fold"` as a left fold, `"any"` by one call with all of
 *   them. Without it, such cases are not asked for: a maximum of two says nothing of three;
 * - `neverEmpty` says that reductions take one element at least;
 * - `claims` names the document that the implementation promises to keep, or several: a profile or a family of profiles
 *   (`opconform clauses` lists them), such as "onnx" or "ecmascript". A verdict goes by it;
 * - `configuration` says in a sentence how the implementation is called, and `language` what it is written in.
 */
function serve(table) {
  converse(() => implementation(table));
}

/**
 * Judges functions in tests of node's own, `node --test`: a table as `serve` takes it, which claims a document.
 *
 * - `known` is a folder of what is known and accepted, as `opconform gate` has it: the tests fail on what is new;
 * - `strict` counts advice, `only` asks for cases whose name contains a text;
 * - `output` is the folder of the report; when left out, NAME+FILE in the folder that OPCONFORM_OUTPUT names, or in `reports`, by the
 *   names of the maximum and of the file, and NAME+FILE+2 of the second of a name in a file.
 */
function judge(table, options) {
  // Node's tests are begun by what asks for them.
  return require("./judge.js").judge(table, options);
}

module.exports = { serve, judge, converse, implementation, isExhausted, said, timed, Rejected, Unsupported, Malformed, DTYPES };
