"use strict";
(() => {
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const form = document.getElementById("filters");
  const search = document.getElementById("f-q");
  const selects = all("select[data-filter]", form);
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
    count.textContent = filtered ? `${shown} of ${possible} rows, ${found} of ${others.length} specifications and clauses` : "";
    nothing.hidden = shown > 0;
    form.classList.toggle("active", filtered);
  };

  // The state of the filters is part of the address, by names: it can be shared, and survives a reload.
  const goTo = (change) => {
    const wanted = new URLSearchParams();
    if (search.value.trim()) wanted.set("q", search.value.trim());
    for (const select of selects) if (select.value) wanted.set(select.dataset.filter, select.selectedOptions[0].dataset.slug);
    try {
      history[change](null, "", `${location.pathname}${wanted.size ? `?${wanted}` : ""}`);
    } catch {
      // A browser may keep a page from disk from changing its address; the filters work all the same.
    }
  };
  const fromAddress = () => {
    const wanted = new URLSearchParams(location.search);
    search.value = wanted.get("q") ?? "";
    for (const select of selects) {
      const slug = wanted.get(select.dataset.filter);
      select.value = [...select.options].find((option) => slug && option.dataset.slug === slug)?.value ?? "";
    }
    apply();
  };
  let typing = false;
  const chosen = () => {
    typing = false;
    apply();
    goTo("pushState");
  };
  form.hidden = false;
  form.addEventListener("change", (event) => { if (event.target === search) typing = false; else chosen(); });
  search.addEventListener("input", () => {
    apply();
    goTo(typing ? "replaceState" : "pushState");
    typing = true;
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(chosen));
  addEventListener("popstate", fromAddress);
  fromAddress();
  document.documentElement.dataset.ready = "true";
})();
