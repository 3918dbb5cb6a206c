"use strict";
// The filters of a page. Their state is part of the address, by names: it can be shared, and survives a reload. What is done to the
// filters is a step back in the history; a word that is being typed is one.
const filters = (() => {
  const form = document.getElementById("filters");
  const search = document.getElementById("f-q");
  const selects = [...form.querySelectorAll("select[data-filter]")];
  const address = () => {
    const wanted = new URLSearchParams();
    if (search.value.trim()) wanted.set("q", search.value.trim());
    for (const select of selects) {
      if (select.value) wanted.set(select.dataset.filter, select.selectedOptions[0].dataset.slug);
    }
    return `${location.pathname}${wanted.size ? `?${wanted}` : ""}`;
  };
  const goTo = (change, hash = "") => {
    try {
      history[change](null, "", address() + hash);
    } catch {
      // A browser may keep a page from disk from changing its address; the filters work all the same.
    }
  };
  // Applies what the address says, and from then on what is chosen; the answer sets the filters to something else.
  const begin = (apply) => {
    const set = (wanted) => {
      search.value = wanted.get("q") ?? "";
      for (const select of selects) {
        const slug = wanted.get(select.dataset.filter);
        select.value = [...select.options].find((option) => slug && option.dataset.slug === slug)?.value ?? "";
      }
      apply();
    };
    const fromAddress = () => set(new URLSearchParams(location.search));
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
    return set;
  };
  return { form, search, selects, goTo, begin };
})();
