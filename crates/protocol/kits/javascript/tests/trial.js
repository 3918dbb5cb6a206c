// Maxima that try opconform.js, one of which the argument names.
"use strict";

const { Malformed, Rejected, Unsupported, serve } = require(process.argv[2]);

const of = (call, more) => ({ max: { f32: call }, claims: "ecmascript", ...more });
const refusing = (Kind) => of(() => { throw new Kind("so it is"); });

const TRIALS = {
  faulty: of((x, y) => (x > y ? x : y), { claims: "ieee754-2019" }),
  lenient: of(Math.max),
  talkative: of((x, y) => (console.log(`a maximum of ${x} and ${y}`), Math.max(x, y))),
  thrower: of((x) => x.nothing.at.all),
  rejecting: refusing(Rejected),
  lacking: refusing(Unsupported),
  garbling: refusing(Malformed),
  misspelt: { max: { f33: Math.max } },
  unknown: { maxx: { f32: Math.max } },
  untyped: { max: Math.max },
  nameless: of(Math.max, { name: undefined }),
  unversioned: of(Math.max, { version: 1 }),
  all: { reduceMax: { f64: (elements) => Math.max(...elements) }, neverEmpty: true, claims: "onnx" },
};

serve({ name: process.argv[3], version: "1", ...TRIALS[process.argv[3]] });
