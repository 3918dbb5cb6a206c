"""Opens pages of reports in chromium, and holds what it does against what the page promises."""

import base64
import json
import pathlib
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

PAGES = pathlib.Path(sys.argv[1]).resolve()
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
]
failures = []


def expect(holds, what):
    print(("ok    " if holds else "FAIL  ") + what)
    if not holds:
        failures.append(what)


class Browser:
    """A session of WebDriver, as W3C describes it."""

    def __init__(self):
        # Port 0: a free one, which chromedriver names on its first lines.
        self.driver = subprocess.Popen(["chromedriver", "--port=0"], stdout=subprocess.PIPE, text=True)
        self.profile = tempfile.TemporaryDirectory()
        started = next(line for line in self.driver.stdout if "started successfully on port" in line)
        self.base = f"http://127.0.0.1:{started.strip().rstrip('.').split()[-1]}"
        options = {"args": [*FLAGS, f"--user-data-dir={self.profile.name}"]}
        wanted = {"browserName": "chrome", "goog:chromeOptions": options, "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"}}
        try:
            session = self.call("POST", "/session", {"capabilities": {"alwaysMatch": wanted}})
        except BaseException:
            self.__exit__()
            raise
        self.base += f"/session/{session['sessionId']}"

    def call(self, method, path, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=120) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            sys.exit(f"{method} {path}: {error.read().decode()}")

    def open(self, page, query=""):
        self.call("POST", "/url", {"url": page.as_uri() + query})

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def cdp(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def shot(self, name):
        (PAGES / name).write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        # Asked, chromedriver ends its browser; terminated, it would leave it running.
        if "/session/" in self.base:
            self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
        self.profile.cleanup()


def is_quiet(browser, page, name):
    """No error, and nothing asked of anyone but the page itself."""
    errors = [entry["message"] for entry in browser.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
    expect(not errors, f"{name}: no error on the console {errors or ''}")
    asked = set()
    for entry in browser.log("performance"):
        message = json.loads(entry["message"])["message"]
        if message["method"] == "Network.requestWillBeSent":
            asked.add(message["params"]["request"]["url"].split("?")[0].split("#")[0])
    expect(asked <= {page.as_uri()}, f"{name}: no request but for the page itself {asked - {page.as_uri()} or ''}")


VISIBLE = "const shown = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility());"
CHOOSE = """const choose = (id, value) => { const s = document.getElementById('f-' + id); s.value = value;
  s.dispatchEvent(new Event('change', {bubbles: true})); };"""


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
    for kind in ("backend", "dtype", "operator", "clause", "verdict"):
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
        if role in ("button", "link", "combobox", "heading", "image", "img", "region", "navigation", "article", "search") and not named:
            unnamed.append(role)
    expect(not unnamed, f"{name}: everything that acts or leads has a name {unnamed or ''}")
    for role in ("heading", "link", "button", "combobox", "table", "main", "navigation"):
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
    expect("f-backend" in reached and "theme" in reached, f"{name}: Tab reaches the filters")
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
    browser.shot(f"{name}-dark.png")
    browser.run("document.getElementById('theme').click()")
    expect(browser.run(ground) == light, f"{name}: the button changes it")
    browser.run("document.getElementById('theme').click(); localStorage.clear()")
    browser.cdp("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "light"}])
    browser.run("delete document.documentElement.dataset.theme")
    contrast(browser, f"{name}, light")


def phone(browser, page, name):
    browser.cdp("Emulation.setDeviceMetricsOverride", width=360, height=780, deviceScaleFactor=2, mobile=True)
    browser.open(page)
    wide = browser.run(VISIBLE + """
      for (const d of document.querySelectorAll('details')) d.open = true;
      return [document.documentElement.scrollWidth, shown('body *').filter((e) => !e.closest('.scroll, .vh, pre, svg')
        && e.getBoundingClientRect().right > innerWidth + 1).map((e) => e.tagName + '.' + e.className).slice(0, 5)];""")
    expect(wide[0] <= 361, f"{name}: a phone scrolls the page one way only {wide}")
    browser.open(page)
    browser.shot(f"{name}-phone.png")
    browser.cdp("Emulation.clearDeviceMetricsOverride")


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
    browser.open(page)
    expect(browser.run("return document.documentElement.dataset.ready") == "true", f"{name}: the script came to its end")
    browser.shot(f"{name}.png")
    expect(page.stat().st_size <= 5_000_000, f"{name}: {page.stat().st_size:,} bytes")
    filters(browser, name)
    accessible(browser, name)
    keyboard(browser, name)
    theme(browser, name)
    phone(browser, page, name)
    timing(browser, page, name)
    is_quiet(browser, page, name)


with Browser() as browser:
    browser.call("POST", "/window/rect", {"width": 1280, "height": 1000})
    # What chromium does before it is asked for anything is not a page's doing.
    browser.call("POST", "/url", {"url": "about:blank"})
    browser.log("performance")
    large, evil = PAGES / "large/index.html", PAGES / "hostile.html"
    check(browser, large, "large")
    check(browser, evil, "hostile")
    browser.open(evil)
    hostile(browser, "hostile")
    # A link from a cell of the matrix leads to a departure, unfolded.
    browser.open(large)
    departure = browser.run("return document.querySelector('.departure').id")
    browser.open(large, f"?verdict=must#{departure}")
    expect(browser.run(f"return document.querySelector('#{departure} details').open"), "a link to a departure opens it")
    expect(browser.run("return document.getElementById('f-verdict').value") == "must", "a filter can be part of a link")

report = json.loads((PAGES / "large/report.json").read_text())
expect(report["cases"] >= 100_000, f"the large report is of {report['cases']:,} cases")
sys.exit(1 if failures else 0)
