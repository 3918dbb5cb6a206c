#!/usr/bin/env node
// Shows the functions of a page to opconform, in a browser: `node browser.js PAGE [FOLDER…] [--FLAG…]`.
//
//     <script type="module">
//       import { serve } from "./opconform.js";
//       serve({ max: { f32: Math.max }, claims: "ecmascript" });
//     </script>
//
//     opconform run --adapter 'chromium=node browser.js mine.html'
//
// The page is opened from this machine's loopback address, with what lies in its folder, and in further ones. The browser is a
// Chromium of the path, without a window and with an empty profile, and is given the flags; or the one of OPCONFORM_BROWSER, a
// command that is given the flags and the address last. What it ends with, a page that fails, and one that is closed are told in a
// line; what a function throws is the outcome of its case.
"use strict";

const { spawn } = require("node:child_process");
const { once } = require("node:events");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");

const { frameLength, said, unavailable } = require("./core.js");

const CHROMIUMS = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "microsoft-edge"];
const CHROMIUM_FLAGS = [
  "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
  "--disable-component-update", "--disable-sync", "--remote-debugging-pipe",
];
/** How long a page may take until it serves, in milliseconds. */
const PATIENCE = 120_000;
/** The bytes of standard error of which the last line is shown. */
const LAST_WORDS = 4096;
const PROFILE = "opconform-browser-";

const TYPES = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".json": "application/json", ".css": "text/css",
  ".wasm": "application/wasm",
};

// ---- the two ends: standard input and output, and the page ---------------------------------------------------------------------

/** Gives the frames of a stream, each without its length before it. */
async function* frames(stream) {
  let [pieces, held, wanted] = [[], 0, 8];
  for await (const chunk of stream) {
    pieces.push(chunk);
    held += chunk.length;
    while (held >= wanted) {
      const bytes = Buffer.concat(pieces);
      const isLength = wanted === 8;
      if (!isLength) yield bytes.subarray(8, wanted);
      const rest = isLength ? bytes : bytes.subarray(wanted);
      [pieces, held, wanted] = [[rest], rest.length, isLength ? 8 + frameLength(bytes.subarray(0, 8)) : 8];
    }
  }
  if (held > 0) throw new Error("the stream ended within a frame");
}

/** Reads all that a request brings. */
async function bytesOf(request) {
  const pieces = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

class Conversation {
  constructor(page) {
    this.page = page;
    this.requests = frames(process.stdin);
    this.isAnswered = this.isEnding = false;
    this.close = async () => {};
    this.patience = setTimeout(() => this.fail(`it has not called serve within ${PATIENCE / 1000} s`), PATIENCE);
  }

  /** Ends this program, and the browser that it has started; what ends first says how. */
  async end(code, words) {
    if (this.isEnding) return;
    this.isEnding = true;
    if (words !== undefined) process.stderr.write(`browser.js: ${words}\n`);
    await this.close();
    process.exit(code);
  }

  /** Ends where there is no page that answers: what asks to start is told why, what asks later finds nobody. */
  async fail(words, remedy = "open the page in a browser, and look at its console") {
    const error = Object.assign(new Error(`${this.page}: ${words}`), { remedy });
    if (this.isAnswered) return this.end(3, said(error));
    this.isAnswered = true;
    await this.requests.next();
    process.stdout.write(unavailable(error), () => this.end(0));
  }

  /** Hands an answer on, if there is one, and the next request back. */
  async next(request, response) {
    const answer = await bytesOf(request);
    if (answer.length > 0) {
      clearTimeout(this.patience);
      this.isAnswered = true;
      process.stdout.write(answer);
    }
    const { value, done } = await this.requests.next();
    if (done) await this.end(0);
    else response.end(value);
  }

  /** Remembers a page that is open: once its connection ends, it is gone. */
  opened(response) {
    response.on("close", () => this.fail("the page was closed, or has crashed"));
  }

  /** Ends where the page has been told to stop, or where it was asked what is no request: it says why. */
  async ended(request) {
    const words = said(await bytesOf(request));
    await (words === "" ? this.end(0) : this.end(2, words));
  }

  /** Takes note of an error that nothing in the page has caught: before it serves, it never will. */
  async erred(request) {
    const words = said(await bytesOf(request));
    if (this.isAnswered) process.stderr.write(`browser.js: ${this.page}: ${words}\n`);
    else await this.fail(words);
  }
}

// ---- the files of a page --------------------------------------------------------------------------------------------------------

/** The files of the kit, by their addresses; a page has no `require`, so that core.js is made a module of its kind. */
function kitFile(address) {
  const text = (name) => fs.readFileSync(path.join(__dirname, name), "utf8");
  if (address === "/opconform.js") return text("page.mjs");
  if (address === "/opconform/watch.js") return text("watch.js");
  if (address === "/opconform/core.js") return `const module = {};\n${text("core.js")}\nexport default module.exports;\n`;
  return null;
}

/** Answers with a file of the kit, or of one of the folders. */
function file(address, folders, response) {
  const type = TYPES[path.extname(address)] ?? "application/octet-stream";
  // An address is absolute: what is normal does not leave the folder.
  const name = path.normalize(decodeURIComponent(address));
  const places = folders.map((folder) => path.join(folder, name));
  const found = places.find((place) => fs.statSync(place, { throwIfNoEntry: false })?.isFile());
  const content = kitFile(address) ?? (found && fs.readFileSync(found));
  if (content === undefined) return response.writeHead(404).end();
  response.setHeader("Content-Type", type);
  response.setHeader("Cache-Control", "no-store");
  if (type !== TYPES[".html"]) return response.end(content);
  // Behind the document's type: a page without one is laid out in another way.
  response.end(content.toString().replace(/^(\s*<!doctype[^>]*>)?/i, '$&<script src="/opconform/watch.js"></script>'));
}

/** Answers what a page asks for; whoever calls itself by another name, or comes from another page, is none of ours. */
function answer(conversation, folders, request, response) {
  const { host, origin = `http://${host}` } = request.headers;
  const { port } = request.socket.address();
  if (host !== `127.0.0.1:${port}` || origin !== `http://${host}`) return response.writeHead(403).end();
  const { pathname } = new URL(request.url, origin);
  const failed = (error) => conversation.end(2, said(error));
  if (request.method === "GET") return file(pathname, folders, response);
  if (pathname === "/opconform/requests") return conversation.next(request, response).catch(failed);
  if (pathname === "/opconform/open") return conversation.opened(response);
  if (pathname === "/opconform/error") return conversation.erred(request).catch(failed);
  if (pathname === "/opconform/end") return conversation.ended(request);
  response.writeHead(404).end();
}

// ---- the browser ------------------------------------------------------------------------------------------------------------------

/** Finds the words of the browser's command. */
function browserCommand() {
  const named = process.env.OPCONFORM_BROWSER?.match(/\S+/g);
  if (named) return named;
  const places = (process.env.PATH ?? "").split(path.delimiter);
  const found = CHROMIUMS.find((name) => places.some((place) => fs.existsSync(path.join(place, name))));
  return found === undefined ? null : [found];
}

/** Makes an empty profile. Those of programs that were killed before they could remove theirs are removed. */
function emptyProfile() {
  const isRunning = (pid) => {
    try {
      return process.kill(pid, 0);
    } catch (error) {
      return error.code !== "ESRCH";
    }
  };
  for (const name of fs.readdirSync(os.tmpdir())) {
    const [, pid] = new RegExp(`^${PROFILE}(\\d+)-`).exec(name) ?? [];
    const isLeft = pid !== undefined && !isRunning(Number(pid));
    if (isLeft) fs.rmSync(path.join(os.tmpdir(), name), { recursive: true, force: true });
  }
  return fs.mkdtempSync(path.join(os.tmpdir(), `${PROFILE}${process.pid}-`));
}

/** Opens an address in the browser. */
function browse(conversation, command, flags, address) {
  const profile = emptyProfile();
  const [program, ...words] = command;
  const own = /chrom|edge/i.test(path.basename(program)) ? [...CHROMIUM_FLAGS, `--user-data-dir=${profile}`] : [];
  const browser = spawn(program, [...words, ...own, ...flags, address], {
    // The last two are those of --remote-debugging-pipe: it ends with this program, whatever ends that.
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    // What it leaves behind goes with the profile. Elsewhere than on Linux the names of its sockets would be too long.
    env: process.platform === "linux" ? { ...process.env, TMPDIR: profile } : process.env,
  });
  let last = "";
  browser.stderr.on("data", (piece) => (last = (last + piece).slice(-LAST_WORDS)));
  const ended = (how) => conversation.fail(`the browser ${how}`, "see that it starts, or let OPCONFORM_BROWSER name another");
  browser.on("error", (error) => ended(`does not start: ${said(error)}`));
  browser.on("close", (code, signal) => {
    const words = said(last.trim().split("\n").at(-1)) || "it said nothing";
    // What only asks a browser that runs to open the page ends with 0.
    if (code !== 0 || own.length > 0) ended(`ended with ${signal ?? code}: ${words}`);
  });
  conversation.close = async () => {
    if (browser.pid !== undefined && browser.exitCode === null && browser.signalCode === null) {
      browser.kill("SIGKILL");
      // All of its processes have it, and some write to the profile to their end.
      await once(browser, "close");
    }
    fs.rmSync(profile, { recursive: true, force: true });
  };
}

function main([page, ...more]) {
  if (page === undefined) {
    process.stderr.write("usage: node browser.js PAGE [FOLDER…] [--FLAG…]\n");
    process.exit(2);
  }
  const [place, query = ""] = page.split("?");
  const flags = more.filter((word) => word.startsWith("--"));
  const folders = [path.dirname(place), ...more.filter((word) => !word.startsWith("--"))];
  const conversation = new Conversation(path.basename(place));
  if (!fs.existsSync(place)) return conversation.fail("there is no such file", "name a page that there is");
  const command = browserCommand();
  if (command === null) {
    const remedy = "install Chromium, or let OPCONFORM_BROWSER name a browser";
    return conversation.fail("there is no browser: no Chromium is on the path", remedy);
  }
  const server = http.createServer((request, response) => answer(conversation, folders, request, response));
  server.listen(0, "127.0.0.1", () => {
    const address = `http://127.0.0.1:${server.address().port}/${encodeURIComponent(path.basename(place))}`;
    browse(conversation, command, flags, query === "" ? address : `${address}?${query}`);
  });
}

main(process.argv.slice(2));
