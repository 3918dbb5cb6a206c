"""A session with a headless chromium through chromedriver: WebDriver, as W3C describes it."""

import base64
import json
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars",
]

# What the pages' checks are written with.
VISIBLE = "const shown = (s) => [...document.querySelectorAll(s)].filter((e) => e.checkVisibility());"
CHOOSE = """const choose = (id, value) => { const s = document.getElementById('f-' + id); s.value = value;
  s.dispatchEvent(new Event('change', {bubbles: true})); };"""
SEARCH = """const search = (words) => { const s = document.getElementById('f-q'); s.value = words;
  s.dispatchEvent(new Event('input', {bubbles: true})); };"""


class Browser:
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
        """From an empty page: from the page itself, an address with another fragment would not load it again."""
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": page.as_uri() + query})

    def run(self, script):
        return self.call("POST", "/execute/sync", {"script": script, "args": []})

    def cdp(self, command, **parameters):
        return self.call("POST", "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def heard(self):
        """The errors on the console, and the addresses that were asked for, since they were last heard."""
        errors = [entry["message"] for entry in self.log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        messages = (json.loads(entry["message"])["message"] for entry in self.log("performance"))
        requests = (it["params"]["request"]["url"] for it in messages if it["method"] == "Network.requestWillBeSent")
        return errors, {url.split("?")[0].split("#")[0] for url in requests}

    def log(self, kind):
        return self.call("POST", "/se/log", {"type": kind})

    def screen(self, width, height, mobile=False):
        scale = 2 if mobile else 1
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=mobile)

    def shot(self, path):
        path.write_bytes(base64.b64decode(self.call("GET", "/screenshot")))

    def pdf(self, path):
        path.write_bytes(base64.b64decode(self.cdp("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]))

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        # Asked, chromedriver ends its browser; terminated, it would leave it running.
        if "/session/" in self.base:
            self.call("DELETE", "")
        self.driver.terminate()
        self.driver.wait()
        self.profile.cleanup()
