"""What a browser makes of the site of `opconform atlas`."""

import html
import json
import pathlib
import re
import subprocess
import sys

from webdriver import CHOOSE, SEARCH, VISIBLE, Browser

SITE = pathlib.Path(sys.argv[1]).resolve()
INDEX = SITE / "index.html"
failures = []


def expect(holds, what):
    print(("ok    " if holds else "FAIL  ") + what)
    if not holds:
        failures.append(what)


def is_quiet(browser, name):
    """No error, and nothing asked of anyone but a page of the site."""
    errors, asked = browser.heard()
    expect(not errors, f"{name}: no error on the console {errors or ''}")
    others = {url for url in asked if not url.startswith(SITE.as_uri()) and url != "about:blank"}
    expect(not others, f"{name}: no request to anyone {others or ''}")


def painted(browser, page, name):
    """The best of a few tries: what another process takes of the machine is not the page's doing."""
    took = []
    for _ in range(5):
        browser.open(page)
        paint = browser.run("""return new Promise((done) => { const found = () => { const it = performance.getEntriesByName('first-contentful-paint')[0];
          it ? done(it.startTime) : setTimeout(found, 20); }; found(); })""")
        took.append(paint)
    expect(min(took) < 1000, f"{name}: first paint after {min(took):.0f} ms")


def filters(browser):
    table = json.loads((SITE / "atlas.json").read_text())["versions"]
    runtimes = {row["name"] for row in table}
    rows = "return shown('tr[data-row]').length"
    browser.open(INDEX)
    expect(browser.run("return document.documentElement.dataset.ready") == "true", "the script came to its end")
    expect(browser.run(VISIBLE + rows) == len(runtimes) >= 25, f"{len(runtimes)} runtimes are shown, each in its newest version")
    known = browser.run("return document.querySelectorAll('thead th[data-col]').length")
    expect(known >= 15, f"against {known} specifications")
    every = browser.run(VISIBLE + CHOOSE + f"choose('versions', 'all'); {rows}")
    expect(every == len(table), f"all {len(table)} versions are shown when they are asked for")
    expect(browser.run("return location.search") == "?versions=all", "which the address says")
    browser.open(INDEX, "?versions=all&verdict=departs")
    departing = sum(row["departures"] > 0 for row in table)
    expect(browser.run(VISIBLE + rows) == departing, f"{departing} versions depart, by the address alone")
    browser.open(INDEX, "?specification=onnx&versions=all")
    columns = browser.run(VISIBLE + "return shown('thead th[data-col]').map((it) => it.textContent)")
    judged = sum(any(it["family"] == "ONNX" and it["departures"] is not None for it in row["families"]) for row in table)
    expect(columns == ["ONNX"] and browser.run(VISIBLE + rows) == judged, f"{judged} versions were judged by ONNX, and {columns} is shown")
    count = browser.run(VISIBLE + CHOOSE + """return [...document.getElementById('f-fault').options].slice(1).map((option) => {
        choose('fault', option.value); return [option.textContent, shown('tr[data-row]').length]; })""")
    expect(any(found for _, found in count), f"by what is wrong: {', '.join(f'{words} {found}' for words, found in count)}")
    browser.run("document.getElementById('filters').reset(); return new Promise((done) => setTimeout(done, 20));")
    name = sorted(runtimes)[0]
    found = browser.run(VISIBLE + SEARCH + f"search({json.dumps(name)}); return shown('tr[data-row]').map((it) => it.textContent + ' ' + it.dataset.words)")
    expect(0 < len(found) < len(runtimes) and all(name in text.lower() for text in found), f"{len(found)} runtimes have '{name}' in their text")
    expect(browser.run("return new URLSearchParams(location.search).get('q')") == name, "what is searched is in the address")
    nothing = browser.run(VISIBLE + SEARCH + "search('no such words'); return [shown('tr[data-row]').length, shown('tr[data-text]').length, shown('[data-none]').length]")
    expect(nothing == [0, 0, 1], "that nothing matches is said")
    browser.call("POST", "/back", {})
    expect(browser.run(VISIBLE + "return document.getElementById('f-q').value") == "", "and back")
    newest = browser.run("return [...document.querySelectorAll('tr.newest')].map((it) => it.dataset.v)")
    expect(newest == sorted(newest, key=["must", "none", "ok"].index), "the worst come first, by their newest versions")


def phone(browser, page, name):
    browser.screen(375, 780, mobile=True)
    browser.open(page)
    browser.shot(SITE.parent / f"{name}-phone.png")
    wide = browser.run(VISIBLE + """
      for (const d of document.querySelectorAll('details')) d.open = true;
      return [document.documentElement.scrollWidth, shown('body *').filter((e) => !e.closest('.scroll, .vh, pre, svg')
        && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className).slice(0, 5)];""")
    expect(wide[0] <= 376 and not wide[1], f"{name}: a phone scrolls the page one way only {wide}")
    sideways = browser.run("return [...document.querySelectorAll('.scroll:has(> .cards)')].map((it) => [it.scrollWidth - it.clientWidth, it.ariaLabel])")
    expect(all(over <= 1 for over, _ in sideways), f"{name}: of {len(sideways)} tables a phone scrolls none sideways {sideways}")
    browser.screen(1280, 1000)


def paper(browser, name, path):
    """Chromium cuts off what lies beyond the sheet: the first one has every column of the first table."""
    heads = browser.run("return [...document.querySelector('thead').querySelectorAll('th')].map((it) => it.textContent)")
    boxes = subprocess.run(["pdftotext", "-bbox", "-l", "1", str(path), "-"], check=True, capture_output=True, text=True).stdout
    words = {html.unescape(word) for word in re.findall(r">([^<]+)</word>", boxes)}
    cut = [head for head in heads if not words.issuperset(head.split())]
    expect(not cut, f"{name}: on paper all {len(heads)} columns of its first table {cut or ''}")


def look(browser, page, name):
    browser.screen(1280, 1000)
    painted(browser, page, name)
    browser.shot(SITE.parent / f"{name}.png")
    phone(browser, page, name)
    browser.open(page)
    printed = SITE.parent / f"{name}.pdf"
    browser.pdf(printed)
    expect(printed.stat().st_size > 5000, f"{name}: it prints, in {printed.stat().st_size:,} bytes")
    if name in ("index", "runtime"):
        paper(browser, name, printed)
    is_quiet(browser, name)


def main():
    large = max(SITE.rglob("*.html"), key=lambda path: path.stat().st_size)
    with Browser() as browser:
        # What chromium does before it is asked for anything is not a page's doing.
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.log("performance")
        look(browser, INDEX, "index")
        filters(browser)
        kinds = {
            "runtime": max(SITE.glob("runtimes/*/index.html"), key=lambda path: path.stat().st_size),
            "version": large,
            "specification": max(SITE.glob("specifications/*.html"), key=lambda path: path.stat().st_size),
            "found": max(SITE.glob("found/*.html"), key=lambda path: path.stat().st_size),
            "clause": max(SITE.glob("clauses/*.html"), key=lambda path: path.stat().st_size),
        }
        for name, page in kinds.items():
            look(browser, page, name)
    sys.exit(1 if failures else 0)


main()
