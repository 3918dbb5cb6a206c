// The kit in a page that browser.js opens: `import { serve } from "./opconform.js"`. The functions are those of the module for node.
import core from "/opconform/core.js";

export const { DTYPES, Malformed, Rejected, Unsupported, implementation, isExhausted, reduced, said, timed } = core;

/** Finds which browser this is: its name and its version, as exact as it says them. */
export async function browser() {
  const { fullVersionList = [] } = (await navigator.userAgentData?.getHighEntropyValues(["fullVersionList"])) ?? {};
  const [brand] = fullVersionList.filter(({ brand }) => brand === "Chromium");
  const [, name, version] = /(Firefox|Chrome|Safari)\/([\d.]+)/.exec(navigator.userAgent) ?? [null, "browser", "unknown"];
  return { name: brand?.brand ?? name, version: brand?.version ?? version };
}

/** Answers what opconform asks until there is no more. */
async function answerAll(open) {
  const where = { language: `JavaScript, ${Object.values(await browser()).join(" ")}`, os: navigator.platform };
  const answered = core.answerer(open, where);
  let body;
  do {
    const request = await fetch("/opconform/requests", { method: "POST", body });
    body = await answered(new Uint8Array(await request.arrayBuffer()));
  } while (body !== null);
}

/** Makes this page the implementation that `open` returns, or promises, as `converse` of opconform.js does of a program. */
export function converse(open) {
  const end = (words) => fetch("/opconform/end", { method: "POST", body: words });
  answerAll(open).then(() => end(""), (error) => end(said(error)));
}

/**
 * Makes this page an adapter for functions, as `serve` of opconform.js does of a program. Where the table has no `name` or
 * `version`, they are the browser's.
 */
export function serve(table) {
  converse(async () => {
    const { name, version } = await browser();
    return implementation({ name: name.toLowerCase(), version, ...table });
  });
}
