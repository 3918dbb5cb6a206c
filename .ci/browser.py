"""Opens pages of reports in chromium, and holds what it does against what the page promises."""

import json
import pathlib
import sys

import browser_paper
from webdriver import CHOOSE, SEARCH, VISIBLE, Browser

PAGES = pathlib.Path(sys.argv[1]).resolve()
failures = []


def expect(holds, what):
    print(("ok    " if holds else "FAIL  ") + what)
    if not holds:
        failures.append(what)


def is_quiet(browser, pages, name):
    """No error, and nothing asked of anyone but the page itself."""
    errors, asked = browser.heard()
    expect(not errors, f"{name}: no error on the console {errors or ''}")
    others = asked - {page.as_uri() for page in pages} - {"about:blank"}
    expect(not others, f"{name}: no request but for the page itself {others or ''}")


def first_screen(browser, page, name):
    """What the page is read for: the first departure, on the screen of a laptop, before anything is scrolled."""
    browser.screen(1280, 800)
    browser.open(page)
    browser.shot(PAGES / f"{name}-first.png")
    below = browser.run("""const first = document.querySelector('.departure');
      return ['h4', '.witness > div:nth-child(2)', '.found', '.witness ul', 'blockquote', '.replay']
        .filter((part) => !(first.querySelector(part)?.getBoundingClientRect().bottom <= innerHeight))""")
    judged = browser.run("return document.querySelectorAll('.verdicts li').length")
    expect(not below, f"{name}: {judged} verdicts and the first departure are on the first screen {below or ''}")
    width = browser.run("return document.querySelector('.departure').getBoundingClientRect().width / innerWidth")
    expect(width > .85, f"{name}: a departure takes {width:.0%} of the width")


def filters(browser, name):
    reset = "document.getElementById('filters').reset(); return new Promise((done) => setTimeout(done, 20));"
    everything = browser.run(VISIBLE + "return shown('.departure').length")
    expect(everything > 1, f"{name}: {everything} departures are shown")
    count = browser.run(VISIBLE + CHOOSE + """
      const kinds = {};
      for (const select of document.querySelectorAll('#filters select')) {
        kinds[select.dataset.filter] = [...select.options].slice(1).map((option) => {
          choose(select.dataset.filter, option.value);
          return [option.textContent, shown('.departure').length, shown('tr[data-row]').length, shown('td[data-b]').length];
        });
        choose(select.dataset.filter, '');
      }
      return kinds;""")
    for kind in ("backend", "type", "operator", "profile", "clause", "verdict"):
        expect(len(count[kind]) > 0, f"{name}: there is something to filter by {kind}")
    by_backend = [departures for _, departures, _, _ in count["backend"]]
    expect(sum(by_backend) == everything, f"{name}: each departure is of one backend {by_backend}")
    verdicts = {text: departures for text, departures, _, _ in count["verdict"]}
    expect(verdicts["breaks a MUST"] + verdicts["breaks a SHOULD"] == everything, f"{name}: each breaks a MUST or a SHOULD {verdicts}")
    expect(verdicts["conforms"] == 0, f"{name}: no departure conforms")
    clauses = [rows for _, _, rows, _ in count["clause"]]
    expect(all(rows <= 1 for rows in clauses) and sum(clauses) > 0, f"{name}: a clause is one row of the matrix")
    browser.run(reset)
    expect(browser.run(VISIBLE + "return shown('.departure').length") == everything, f"{name}: all are shown again")
    said = browser.run(CHOOSE + "choose('verdict', 'must'); return document.getElementById('count').textContent")
    expect("departures" in said, f"{name}: what is shown is said: {said!r}")
    browser.run(reset)
    search(browser, name, everything)
    browser.run(reset)


def search(browser, name, everything):
    """Every word has to be somewhere in the departure, in whatever order; bits and ids are words too."""
    bits = browser.run("return document.querySelector('.witness code').textContent")
    shown = browser.run(VISIBLE + SEARCH + f"search('nan {bits.upper()}'); return shown('.departure').map((it) => it.textContent.toLowerCase())")
    expect(0 < len(shown) < everything, f"{name}: {len(shown)} of {everything} departures have 'nan {bits}' in their text")
    expect(all("nan" in text and bits in text for text in shown), f"{name}: no other is shown")
    nothing = browser.run(VISIBLE + SEARCH + "search('no such words'); return [shown('.departure').length, shown('[data-none]').length]")
    expect(nothing == [0, 1], f"{name}: that nothing matches is said")


def accessible(browser, name):
    nodes = browser.cdp("Accessibility.getFullAXTree")["nodes"]
    unnamed = []
    kinds = {}
    for node in nodes:
        role = node.get("role", {}).get("value")
        if node.get("ignored"):
            continue
        kinds[role] = kinds.get(role, 0) + 1
        named = node.get("name", {}).get("value", "").strip()
        if role in ("button", "link", "combobox", "searchbox", "heading", "image", "img", "region", "navigation", "article", "search") and not named:
            unnamed.append(role)
    expect(not unnamed, f"{name}: everything that acts or leads has a name {unnamed or ''}")
    for role in ("heading", "link", "button", "combobox", "searchbox", "table", "main", "navigation"):
        expect(kinds.get(role, 0) > 0, f"{name}: a screen reader finds a {role}")
    levels = browser.run(VISIBLE + "return shown('h1,h2,h3,h4,h5,h6').map((h) => +h.tagName[1])")
    expect(levels[0] == 1 and levels.count(1) == 1, f"{name}: one title")
    jumps = [(a, b) for a, b in zip(levels, levels[1:]) if b > a + 1]
    expect(not jumps, f"{name}: no level of headings is left out {jumps or ''}")


def keyboard(browser, name):
    """Tab reaches the filters and a departure, and Enter opens it."""
    key = lambda text, code: [browser.cdp("Input.dispatchKeyEvent", type=kind, key=text, code=text, windowsVirtualKeyCode=code,
                              **({"text": "\r"} if text == "Enter" and kind == "keyDown" else {})) for kind in ("keyDown", "keyUp")]
    reached = []
    browser.run("document.activeElement.blur(); window.scrollTo(0, 0);")
    for _ in range(400):
        key("Tab", 9)
        reached.append(browser.run("const e = document.activeElement; return e.id || e.tagName + (e.closest('.departure') ? ' of a departure' : '')"))
        if reached[-1] == "SUMMARY of a departure":
            break
    expect("f-backend" in reached and "f-q" in reached and "theme" in reached, f"{name}: Tab reaches the filters")
    expect(reached[-1] == "SUMMARY of a departure", f"{name}: Tab reaches a departure after {len(reached)} steps")
    key("Enter", 13)
    expect(browser.run("return document.activeElement.parentElement.open"), f"{name}: Enter opens it")
    outline = browser.run("return getComputedStyle(document.activeElement).outlineStyle")
    expect(outline != "none", f"{name}: what has the focus shows it")


def contrast(browser, name):
    """WCAG's 4.5 to 1 for every text that is shown, against the nearest ground behind it."""
    faint = browser.run(VISIBLE + """
      const canvas = new OffscreenCanvas(1, 1).getContext('2d', {willReadFrequently: true});
      const rgba = (text) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = text; canvas.fillRect(0, 0, 1, 1); return [...canvas.getImageData(0, 0, 1, 1).data]; };
      const light = ([r, g, b]) => { const f = (c) => (c /= 255) <= .03928 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4; return .2126 * f(r) + .7152 * f(g) + .0722 * f(b); };
      const ground = (e) => { for (; e; e = e.parentElement) { const c = rgba(getComputedStyle(e).backgroundColor); if (c[3] > 250) return c; } return [255, 255, 255]; };
      const seen = new Map();
      for (const e of shown('body *')) {
        if (![...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim()) || e.closest('.vh')) continue;
        const [a, b] = [light(rgba(getComputedStyle(e).color)), light(ground(e))];
        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        if (ratio < 4.5) seen.set(e.tagName + '.' + e.className, ratio.toFixed(2));
      }
      return [...seen];""")
    expect(not faint, f"{name}: text stands out from its ground {faint or ''}")


def theme(browser, name):
    ground = "return getComputedStyle(document.body).backgroundColor"
    browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    light = browser.run(ground)
    browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    dark = browser.run(ground)
    expect(light != dark, f"{name}: light or dark as the system says")
    contrast(browser, f"{name}, dark")
    browser.shot(PAGES / f"{name}-dark.png")
    browser.run("document.getElementById('theme').click()")
    expect(browser.run(ground) == light, f"{name}: the button changes it")
    browser.run("document.getElementById('theme').click(); localStorage.clear()")
    browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.run("delete document.documentElement.dataset.theme")
    contrast(browser, f"{name}, light")


def phone(browser, page, name):
    browser.screen(375, 780, mobile=True)
    browser.open(page)
    browser.shot(PAGES / f"{name}-phone.png")
    wide = browser.run(VISIBLE + """
      for (const d of document.querySelectorAll('details')) d.open = true;
      return [document.documentElement.scrollWidth, shown('body *').filter((e) => !e.closest('.scroll, .vh, pre, svg')
        && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className).slice(0, 5)];""")
    expect(wide[0] <= 376 and not wide[1], f"{name}: a phone scrolls the page one way only {wide}")
    matrix = browser.run("""const box = document.querySelector('.matrix').parentElement.getBoundingClientRect();
      return [box.width, document.querySelector('.matrix tbody th').getBoundingClientRect().width];""")
    expect(matrix[0] - matrix[1] >= 120 and matrix[1] <= 130, f"{name}: a phone shows the matrix beside its first column {matrix}")
    # What stands in a sentence is as high as its line; WCAG asks for 24 of everything else, and a thumb for more.
    small = browser.run(VISIBLE + """
      return shown('button, select, input, summary, nav a, .verdicts a, .matrix a, .number')
        .map((e) => [e.tagName + '.' + e.className, e.getBoundingClientRect()])
        .filter(([name, box]) => box.height < (/BUTTON|SELECT|INPUT/.test(name) ? 44 : 24)).map(([name, box]) => [name, box.height]).slice(0, 5)""")
    expect(not small, f"{name}: what a thumb taps is high enough {small or ''}")
    browser.screen(1280, 1000)


def addresses(browser, page, name):
    """The state of the filters, clauses and findings have addresses: to share, to come back to, to go back from."""
    browser.open(page, "?profile=sonnx&verdict=must&q=nan")
    state = "return [...document.querySelectorAll('[data-filter]')].filter((it) => it.value).map((it) => it.dataset.filter)"
    expect(browser.run(state) == ["q", "profile", "verdict"], f"{name}: an address sets the filters")
    shown = browser.run(VISIBLE + "return shown('.departure').length")
    browser.run(CHOOSE + "choose('type', [...document.getElementById('f-type').options].find((it) => it.textContent === 'f32').value)")
    query = "return location.search"
    expect("type=f32" in browser.run(query), f"{name}: a filter is part of the address, by its name {browser.run(query)}")
    browser.call("POST", "/refresh", {})
    expect(browser.run(state) == ["q", "type", "profile", "verdict"], f"{name}: a reload keeps the filters")
    browser.call("POST", "/back", {})
    expect(browser.run(state) == ["q", "profile", "verdict"], f"{name}: back is back")
    expect(browser.run(VISIBLE + "return shown('.departure').length") == shown, f"{name}: and shows the same {shown} departures")
    browser.call("POST", "/forward", {})
    expect(browser.run(state) == ["q", "type", "profile", "verdict"], f"{name}: forward is forward")
    browser.open(page)
    browser.run(SEARCH + "for (const it of ['n', 'na', 'nan']) search(it)")
    browser.call("POST", "/back", {})
    expect(browser.run("return document.getElementById('f-q').value") == "", f"{name}: what was typed is one step back")
    in_sight = "const box = document.querySelector(':target').getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight && box.height > 0"
    browser.open(page, "#SONNX-MAX-NAN")
    expect(browser.run("return document.querySelector(':target > details').open"), f"{name}: the address of a clause opens it")
    expect(browser.run(in_sight), f"{name}: and it is in sight")
    finding = browser.run("return document.querySelector('.findings tr[id]').id")
    browser.open(page, f"#{finding}")
    expect(browser.run(in_sight), f"{name}: the address of a finding leads into the departure that it is of")
    departure = browser.run("return [...document.querySelectorAll('.departure')].find((it) => it.dataset.v === 'should').id")
    browser.open(page, f"?verdict=must#{departure}")
    expect(browser.run(in_sight), f"{name}: a link to what the filters hide shows it")
    expect(browser.run("return document.getElementById('f-verdict').value + location.search") == "", f"{name}: without them")
    broken = browser.run("return document.querySelector('.matrix td[data-v=must] a').getAttribute('href')")
    browser.run("document.querySelector('.matrix td[data-v=must] a').click()")
    expect(browser.run("return location.hash") == broken and browser.run(in_sight), f"{name}: from the matrix to a departure")
    browser.call("POST", "/back", {})
    expect(browser.run("return location.hash") == f"#{departure}", f"{name}: and back")


def axes(browser, name):
    numbers = browser.run("""return [...document.querySelectorAll('.axes')].map((it) => [...it.querySelectorAll('text:not(.axis)')].map((it) => +it.textContent))""")
    expect(len(numbers) > 0, f"{name}: {len(numbers)} pictures of lanes have axes")
    expect(all(len(it) >= 4 and it[0] == 0 for it in numbers), f"{name}: with numbers")
    cut = browser.run("""return [...document.querySelectorAll('.lanes svg')].filter((svg) => { const box = svg.getBoundingClientRect();
      return [...svg.querySelectorAll('text')].some((it) => { const b = it.getBoundingClientRect();
        return b.left < box.left - 1 || b.right > box.right + 1 || b.top < box.top - 1 || b.bottom > box.bottom + 1; }); }).length""")
    expect(cut == 0, f"{name}: no number is cut off {cut}")


def timing(browser, page, name):
    """The best of a few tries: what another process takes of the machine is not the page's doing."""
    ready = []
    for _ in range(5):
        browser.open(page)
        ready.append(browser.run("return performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"))
    expect(min(ready) < 1000, f"{name}: usable after {min(ready):.0f} ms")
    took = browser.run(CHOOSE + "const begin = performance.now(); choose('verdict', 'must'); document.body.offsetHeight; return performance.now() - begin")
    print(f"      a filter takes {took:.0f} ms")


def hostile(browser, name):
    expect(browser.run("return document.title") == "Maximum: conformance report", f"{name}: the title is the page's own")
    made = browser.run("""return [...document.querySelectorAll('img, iframe, object, embed, base, link, body script')].map((e) => e.tagName)""")
    expect(made == ["SCRIPT"], f"{name}: no element is made of a name {made}")
    handlers = browser.run("""return [...document.querySelectorAll('*')].flatMap((e) => e.getAttributeNames()).filter((n) => n.startsWith('on'))""")
    expect(not handlers, f"{name}: no handler is made of a name")
    shown = browser.run("return document.body.textContent.includes('evil<script>alert(1)</script>')")
    expect(shown, f"{name}: the name is shown as what it is")


def check(browser, page, name):
    browser.screen(1280, 1000)
    browser.open(page)
    expect(browser.run("return document.documentElement.dataset.ready") == "true", f"{name}: the script came to its end")
    browser.shot(PAGES / f"{name}.png")
    expect(page.stat().st_size <= 5_000_000, f"{name}: {page.stat().st_size:,} bytes")
    filters(browser, name)
    accessible(browser, name)
    keyboard(browser, name)
    theme(browser, name)
    axes(browser, name)
    phone(browser, page, name)
    timing(browser, page, name)
    browser_paper.check(expect, browser, page, name, PAGES / f"{name}.pdf")
    is_quiet(browser, [page], name)


def main():
    large, one, many, evil = (PAGES / name for name in ("large/index.html", "one/index.html", "eleven.html", "hostile.html"))
    with Browser() as browser:
        # What chromium does before it is asked for anything is not a page's doing.
        browser.call("POST", "/url", {"url": "about:blank"})
        browser.log("performance")
        check(browser, large, "large")
        check(browser, evil, "hostile")
        browser.open(evil)
        hostile(browser, "hostile")
        addresses(browser, large, "large")
        first_screen(browser, one, "one")
        first_screen(browser, many, "eleven")
        phone(browser, one, "one")
        phone(browser, many, "eleven")
        browser_paper.check(expect, browser, one, "one", PAGES / "one.pdf")
        is_quiet(browser, [one, many, large, evil], "all")
    report = json.loads((PAGES / "large/report.json").read_text())
    expect(report["cases"] >= 100_000, f"the large report is of {report['cases']:,} cases")
    sys.exit(1 if failures else 0)


main()
