(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const { form, search, selects } = filters;
  const count = document.getElementById("count");
  const rows = all("tr[data-row]");
  const others = all("tr[data-text]");
  const columns = all("[data-col]");
  const nothing = document.querySelector("[data-none]");
  const texts = new Map();
  const text = (it) => {
    if (!texts.has(it)) texts.set(it, `${it.textContent} ${it.dataset.words ?? ""}`.toLowerCase());
    return texts.get(it);
  };
  const has = (tokens, token) => !token || tokens.split(" ").includes(token);
  const apply = () => {
    const want = Object.fromEntries(selects.map((select) => [select.dataset.filter, select.value]));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const reads = (it) => words.every((word) => text(it).includes(word));
    for (const it of columns) it.hidden = want.specification !== "" && it.dataset.col !== want.specification;
    let possible = 0;
    let shown = 0;
    for (const it of rows) {
      const isOld = it.classList.contains("older") && want.versions !== "all";
      it.hidden = isOld || !has(it.dataset.s, want.specification) || !has(it.dataset.v, want.verdict) || !has(it.dataset.f, want.fault) || !reads(it);
      possible += isOld ? 0 : 1;
      shown += it.hidden ? 0 : 1;
    }
    for (const it of others) it.hidden = !reads(it);
    const filtered = words.length > 0 || Boolean(want.specification || want.verdict || want.fault);
    const found = others.filter((it) => !it.hidden).length;
    count.textContent = filtered ? `${shown} of ${possible} rows, ${found} of ${others.length} faults, changes, specifications and clauses` : "";
    nothing.hidden = shown > 0;
    form.classList.toggle("active", filtered);
  };

  filters.begin(apply);
  document.documentElement.dataset.ready = "true";
})();
