"""What a page is on paper: every departure whole, on one page where it fits one, and nothing that only a screen needs."""

import re
import subprocess

# What a departure must have on paper, as the page has it.
DEPARTURES = """return [...document.querySelectorAll('.departure')].map((it) => ({
  title: it.querySelector('h4').textContent,
  parts: [...it.querySelectorAll('.witness dd code, .witness .found dd, blockquote p, .replay code')].map((part) => part.textContent),
}));"""


def squeezed(text):
    """Without what a line break may add or take away."""
    return re.sub(r"\s+", "", text)


def pages(path):
    """The text of each page, in the order in which it is drawn."""
    text = subprocess.run(["pdftotext", "-raw", str(path), "-"], check=True, capture_output=True, text=True).stdout
    return [squeezed(page) for page in text.split("\f")[:-1]]


def check(expect, browser, page, name, path):
    browser.open(page)
    departures = browser.run(DEPARTURES)
    browser.pdf(path)
    on_paper = pages(path)
    everything = "".join(on_paper)
    expect(len(departures) > 0, f"{name}, printed: {len(departures)} departures on {len(on_paper)} pages")
    missing = [(it["title"], part) for it in departures for part in it["parts"] if squeezed(part) not in everything]
    expect(not missing, f"{name}, printed: each departure with its operands, words and command {missing[:3] or ''}")
    torn = [it["title"] for it in departures
            if not any(all(squeezed(part) in text for part in [it["title"], *it["parts"]]) for text in on_paper)]
    expect(not torn, f"{name}, printed: each departure on one page {torn[:3] or ''}")
    for words in ("Maximum: conformance report", "Clauses by backend", "What was observed", "Traceability", "Provenance", "Rounding mode"):
        expect(squeezed(words) in everything, f"{name}, printed: {words}")
    for words in ("Show all", "Copy", "Element type", "Skip to the departures"):
        expect(squeezed(words) not in everything, f"{name}, printed: nothing to press: {words}")
    # The grounds of what a departure is made of, with the colours of paper.
    browser.cdp("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
    tinted = browser.run("""return [...new Set([...document.querySelectorAll('body, .departure, .departure *, .matrix td, .clause')]
      .map((it) => getComputedStyle(it).backgroundColor))].filter((it) => !['rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)'].includes(it))""")
    browser.cdp("Emulation.setEmulatedMedia", media="", features=[])
    expect(not tinted, f"{name}, printed: no tint {tinted or ''}")
