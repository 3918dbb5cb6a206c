// Tests of node's that try judge.js, one of which the second argument names; the third is a folder of what is known, where there is one.
"use strict";

const fs = require("node:fs");
const { test } = require("node:test");
const [, , module_, trial, known] = process.argv;
const { judge } = require(module_);

const compared = (x, y) => (x > y ? x : y);
// Judged under the name of another: what is known of that one is gone here, which is said of the whole suite alone.
const name = trial === "mended" ? "faulty" : trial;
const TRIALS = {
  faulty: { max: { f32: compared }, claims: "ieee754-2019" },
  lenient: { max: { f32: compared }, claims: "x86-maxps" },
  // The other one has its name, and other functions.
  twice: { max: { f32: compared }, claims: "x86-maxps" },
  mended: { max: { f32: Math.max }, claims: "ieee754-2019" },
  ending: { max: { f32: () => process.abort() }, claims: "ieee754-2019" },
  unclaimed: { max: { f32: Math.max } },
  unknown: { max: { f32: Math.max }, claims: "ieee755-2019" },
};

// Whoever shows the functions runs this file again, and none of its other tests.
test("another", () => fs.appendFileSync("ran.txt", "once\n"));
judge({ name, version: "1", ...TRIALS[trial] }, { only: trial === "mended" ? undefined : "max/f32/nan-vs-inf", known });
const other = trial === "twice" ? name : "other";
judge({ name: other, version: "1", max: { f64: Math.max }, claims: "ecmascript" }, { only: "max/f64/nan-vs-inf" });
