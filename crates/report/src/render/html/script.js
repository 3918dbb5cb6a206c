"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const has = (element, key, wanted) => !wanted || (element.dataset[key] ?? "").split(" ").includes(wanted);

  // Light or dark: as the system says, until it is changed here.
  const theme = document.getElementById("theme");
  const root = document.documentElement;
  const remembered = (value) => {
    try {
      if (value) localStorage.setItem("opconform-theme", value);
      return localStorage.getItem("opconform-theme");
    } catch {
      return value;
    }
  };
  const dark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")) === "dark";
  const say = () => { theme.textContent = dark() ? "Light" : "Dark"; };
  const kept = remembered();
  if (kept === "light" || kept === "dark") root.dataset.theme = kept;
  theme.hidden = false;
  say();
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remembered(root.dataset.theme);
    say();
  });

  // Filters. A token is a number with a letter before it; what has no tokens of a kind is not filtered by it.
  const form = document.getElementById("filters");
  const selects = all("select[data-filter]", form);
  const count = document.getElementById("count");
  const departures = all(".departure");
  const parts = all(".print, figure, [data-group], article.clause");
  const cells = all("[data-b]");
  const rows = all("tr[data-row]");
  const nothing = document.querySelector("[data-none]");
  const apply = () => {
    const want = Object.fromEntries(selects.map((select) => [select.dataset.filter, select.value]));
    for (const cell of cells) cell.hidden = !has(cell, "b", want.backend);
    const matches = (it) => ["t", "o", "c", "v"].every((key) =>
      it.dataset[key] === undefined || has(it, key, { t: want.dtype, o: want.operator, c: want.clause, v: want.verdict }[key]));
    for (const it of [...departures, ...parts]) it.hidden = !matches(it);
    let shownRows = 0;
    for (const row of rows) {
      const seen = all("td", row).some((cell) => !cell.hidden && has(cell, "v", want.verdict) && has(cell, "t", want.dtype));
      row.hidden = !has(row, "c", want.clause) || !seen;
      shownRows += row.hidden ? 0 : 1;
    }
    const shown = departures.filter((it) => !it.hidden && !it.closest("section").hidden).length;
    const filtered = selects.some((select) => select.value);
    count.textContent = filtered ? `${shown} of ${departures.length} departures, ${shownRows} of ${rows.length} clauses` : "";
    nothing.hidden = !filtered || shown > 0 || shownRows > 0;
  };
  const fromAddress = () => {
    const wanted = new URLSearchParams(location.search);
    for (const select of selects) select.value = wanted.get(select.dataset.filter) ?? "";
    for (const select of selects) if (select.selectedIndex < 0) select.value = "";
    apply();
  };
  form.hidden = false;
  form.addEventListener("change", apply);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(apply));
  fromAddress();

  // A link to something folded away opens it.
  const reveal = () => {
    const target = location.hash && document.getElementById(location.hash.slice(1));
    const details = target && (target.closest("details") ?? target.querySelector(":scope > details"));
    if (details) details.open = true;
    if (target) target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();

  // Copying, with the selection as a way out where a page from disk may not write to the clipboard.
  for (const button of all("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const code = button.parentElement.querySelector("code");
      try {
        await navigator.clipboard.writeText(code.textContent);
      } catch {
        const selection = getSelection();
        selection.selectAllChildren(code);
        document.execCommand("copy");
      }
      button.textContent = "Copied";
      setTimeout(() => { button.textContent = "Copy"; }, 1500);
    });
  }
  root.dataset.ready = "true";
})();
