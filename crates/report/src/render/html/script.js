(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];

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
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", say);
  theme.addEventListener("click", () => {
    root.dataset.theme = dark() ? "light" : "dark";
    remembered(root.dataset.theme);
    say();
  });

  // Filters. A token is a letter and a number; what has no tokens of a kind is not filtered by it.
  const { form, search, selects, goTo } = filters;
  const count = document.getElementById("count");
  const departures = all(".departure");
  const groups = all("section.departures");
  const parts = all(".departure, figure, [data-group], article.clause");
  const ofBackends = all("[data-b]");
  const rows = all("tr[data-row]");
  const nothing = document.querySelector("[data-none]");
  const texts = new Map();
  const text = (it) => {
    if (!texts.has(it)) texts.set(it, it.textContent.toLowerCase());
    return texts.get(it);
  };
  const clauses = new Map(all("article.clause").map((it) => [it.dataset.c, it]));
  const apply = () => {
    const want = Object.fromEntries(selects.map((select) => [select.dataset.key, select.value]));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const has = (it, key) => !want[key] || it.dataset[key] === undefined || it.dataset[key].split(" ").includes(want[key]);
    const reads = (it) => words.every((word) => text(it).includes(word));
    for (const it of ofBackends) it.hidden = !has(it, "b");
    for (const it of parts) {
      it.hidden = !["t", "o", "c", "p", "v"].every((key) => has(it, key)) || (it.dataset.search !== undefined && !reads(it));
    }
    for (const it of groups) it.hidden ||= !all(".departure", it).some((departure) => !departure.hidden);
    for (const row of rows) {
      const seen = all("td[data-b]", row).some((cell) => !cell.hidden && has(cell, "v") && has(cell, "t"));
      row.hidden = !seen || !has(row, "c") || !has(row, "p") || !reads(clauses.get(row.dataset.c));
    }
    const shown = departures.filter((it) => !it.hidden && !it.closest("section").hidden).length;
    const shownRows = rows.filter((row) => !row.hidden).length;
    const filtered = words.length > 0 || Object.values(want).some(Boolean);
    count.textContent = filtered ? `${shown} of ${departures.length} departures, ${shownRows} of ${rows.length} clauses` : "";
    nothing.hidden = !filtered || shown > 0;
    form.classList.toggle("active", filtered);
  };

  const set = filters.begin(apply);

  // A link to something folded or filtered away brings it back.
  const reveal = () => {
    let id = "";
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const target = id && document.getElementById(id);
    if (!target) return;
    if (target.closest("[hidden]")) {
      set(new URLSearchParams());
      goTo("replaceState", location.hash);
    }
    for (let it = target; it; it = it.parentElement) if (it.tagName === "DETAILS") it.open = true;
    if (target.matches("article.clause")) target.firstElementChild.open = true;
    target.scrollIntoView();
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
