// Judges a maximum in a test of node's own: a test for the maximum, and in it one for each clause of what it claims to keep.
//
//     const { judge } = require("opconform");
//     judge({ name: "mine", version: "1.0", max: { f32: (x, y) => (x > y ? x : y) }, claims: "ecmascript" });
//
//     node --test
//
// The functions are called in a process of their own, which runs the file of the test again, up to this call: a crash or a hang of one is
// the outcome of a case. The program `opconform` judges: it is on the path, or the environment names it in OPCONFORM.
"use strict";

const { AssertionError } = require("node:assert");
const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const path = require("node:path");
const { test } = require("node:test");

const { implementation } = require("./core.js");

// The test beside those of the clauses, where something is known: that all of it is so.
const KNOWN = "what is known is so";

/** Writes words as a shell takes them. */
const typed = (words) =>
  words.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(" ");

/** The name that a maximum is judged under, in characters that the suite takes for a name. */
const named = ({ name }) => `${name}`.replace(/[^A-Za-z0-9._@-]+/g, "-").slice(0, 64);

// How many maxima of a name this file has judged so far.
const judgedOf = new Map();

/** What tells a maximum from all others that are judged: its name, that of the file, and which one of that name in the file it is. */
function placed(table) {
  const name = named(table);
  const number = (judgedOf.get(name) ?? 0) + 1;
  judgedOf.set(name, number);
  const file = path.parse(process.argv[1]).name.replace(/[^A-Za-z0-9._-]+/g, "-");
  return [name, file, ...(number > 1 ? [number] : [])].join("+");
}

/** The word that has the file of a test show the functions of the maximum in a place, and judge nothing. */
const shows = (place) => `opconform=${place}`;

/** The words that start such a process. Other tests of the file are left out: none of them is marked `only`. */
function adapter(place) {
  const settings = process.execArgv.filter((word) => !word.startsWith("--test") && !word.startsWith("--inspect"));
  return typed([process.execPath, ...settings, "--test-only", path.resolve(process.argv[1]), ...process.argv.slice(2), shows(place)]);
}

/** Runs the suite: whether all is as it should be, what it says, and the folder of its report. */
async function judged(table, place, { known, output, only, strict }) {
  if ([table.claims ?? []].flat().length === 0) {
    throw new Error('judged by what? name a document beside the functions, as in `claims: "ieee754-2019"`');
  }
  const folder = path.resolve(output ?? path.join(process.env.OPCONFORM_OUTPUT || "reports", place));
  const asked = ["--adapter", `${named(table)}=${adapter(place)}`, "--output", folder];
  if (only !== undefined) asked.push("--only", only);
  if (strict) asked.push("--strict");
  const command = known === undefined ? ["run", ...asked, "--quiet"] : ["gate", ...asked, "--expectations", path.resolve(known)];
  const program = process.env.OPCONFORM || "opconform";
  const said = { stdout: "", stderr: "" };
  // What node tells the files of its tests is nothing for other processes.
  const { NODE_TEST_CONTEXT: _, ...environment } = process.env;
  const suite = spawn(program, [...command, "--color", "never"], { env: environment, stdio: ["ignore", "pipe", "pipe"] });
  for (const stream of ["stdout", "stderr"]) suite[stream].setEncoding("utf8").on("data", (text) => (said[stream] += text));
  const [code] = await once(suite, "close").catch((error) => {
    throw new Error(`cannot start ${program}: ${error.message}: put the program opconform on the path, or name it with OPCONFORM`);
  });
  if (code !== 0 && code !== 1) throw new Error(`${said.stderr}${said.stdout}`.trim() || `the suite ended with ${code}`);
  const accepting = typed([program, ...command, "--update", "--reason", "why", "--link", "https://where.more/is-said"]);
  return { conforms: code === 0, said: said.stdout.trim(), accepting, folder };
}

const element = ({ hex, decimal }) => `${hex} (${decimal})`;

/** Says in a line where the smallest of findings shows. */
function shown(findings) {
  const [{ operator, dtype, witness }] = findings;
  const cases = findings.reduce((sum, finding) => sum + finding.cases, 0);
  // Who crashed has answered nothing.
  const answered = witness.found === null ? "" : `: ${witness.operands.map(element).join(", ")} -> ${element(witness.found)}`;
  return `${operator} of ${dtype} ${witness.shapes}${answered}, in ${cases} cases`;
}

/** Makes the error that says of findings of one clause where the smallest of them shows. */
function departure(clause, findings, folder) {
  const [{ operator, level, witness }] = findings;
  const { title } = clause.turned?.operators.includes(operator) ? clause.turned : clause;
  const lines = [
    `${level} ${clause.id}, ${title}`,
    `   ${shown(findings)}`,
    `   ${witness.symptom}`,
    `   “${clause.words}” (${clause.place})`,
    `look at  ${path.join(folder, "index.html")}`,
    `replay   ${witness.replay}`,
  ];
  const actual = witness.found === null ? witness.symptom : element(witness.found);
  const expected = witness.due ?? title;
  return new AssertionError({ message: lines.join("\n"), actual, expected, operator: clause.id, stackStartFn: departure });
}

/** The tests of a report: the name of each, how node is to take it, and the error that it ends with. */
function* tests({ clauses, findings, backends: [backend], strict }, dtypes, folder) {
  const claimed = new Set(backend.claims.flatMap(({ profiles }) => profiles));
  for (const clause of clauses) {
    const own = findings.filter((finding) => finding.clause === clause.id && finding.standing !== "distance");
    if (own.length === 0 && !clause.profiles.some((profile) => claimed.has(profile))) continue;
    const binding = own.filter((finding) => strict || finding.level === "MUST");
    const unknown = binding.filter((finding) => finding.waived === null);
    const { total } = backend.clauses.find(({ id }) => id === clause.id);
    const reasons = backend.unexercised
      .filter((it) => it.clause === clause.id && it.dtypes.some((dtype) => dtypes.includes(dtype)))
      .map(({ reason }) => reason);
    const name = `${clause.id}: ${clause.title}`;
    if (unknown.length > 0) yield { name, error: departure(clause, unknown, folder) };
    else if (binding.length > 0) {
      const [{ reason, link }] = binding.map(({ waived }) => waived);
      yield { name, how: { todo: `${reason} (${link})` }, error: departure(clause, binding, folder) };
    } else if (own.length > 0) yield { name, how: { skip: `advice: ${shown(own)}` } };
    else if (total.compared === 0) yield { name, how: { skip: [...new Set(reasons)].join("; ") || "it compared nothing" } };
    else yield { name };
  }
}

/** Judges what a table says of a maximum, as `serve` takes it, in tests of node's; or shows its functions to whoever judges them. */
function judge(table, options = {}) {
  const place = placed(table);
  // What runs this file again is opconform.
  if (process.argv.slice(2).some((word) => word.startsWith("opconform="))) {
    if (process.argv.includes(shows(place))) require("./opconform.js").serve(table);
    return undefined;
  }
  return test(named(table), async (context) => {
    const { conforms, said, accepting, folder } = await judged(table, place, options);
    const report = JSON.parse(fs.readFileSync(path.join(folder, "report.json"), "utf8"));
    const tried = (name, how, error) =>
      context.test(name, how, () => {
        if (error !== undefined) throw error;
      });
    for (const { name, how, error } of tests(report, implementation(table).dtypes, folder)) {
      await tried(name, how, error);
    }
    if (options.known === undefined) return;
    const next = `${said}\n\naccept   ${accepting}`;
    await tried(KNOWN, {}, conforms ? undefined : new AssertionError({ message: next, actual: "red", expected: "green", operator: "gate" }));
  });
}

module.exports = { judge };
