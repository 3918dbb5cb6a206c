"""What a run found, for people, programs and notebooks: the report of the suite, read again."""

import dataclasses
import html
import json
import pathlib
import re
from typing import Any

Finding = dict[str, Any]


@dataclasses.dataclass(frozen=True)
class Departure:
    """Something that was observed, with the smallest input that shows it; it may break several clauses in several types."""

    id: str
    title: str
    clause: str
    asks: str
    level: str
    words: str
    input: str
    operands: tuple[str, ...]
    got: str
    expected: str
    reproduce: str
    waived: str | None
    findings: tuple[Finding, ...]

    def __repr__(self) -> str:
        return f"<{self.clause}: {self.title}>"

    def __str__(self) -> str:
        """Shows it as a person reads it."""
        own = [finding for finding in self.findings if finding["clause"] == self.clause]
        cases, elements = (sum(finding[key] for finding in own) for key in ("cases", "elements"))
        lines = [("input", self.input), *(("operand", operand) for operand in self.operands)]
        lines += [("gives", self.got), ("expected", self.expected)]
        lines += [("source", self.words), ("breaks", f"{self.clause}: {self.asks}")]
        types = " ".join(dict.fromkeys(finding["dtype"] for finding in own))
        lines += [("seen in", f"{cases:,} cases, {elements:,} elements: {types}"), ("again", self.reproduce)]
        return "\n".join([f"{self.level} {self.title}", *(f"  {name:<9} {text}" for name, text in lines)])


# Those departures that count, those that are waived, and advice.
Divided = tuple[list[Departure], list[Departure], list[Departure]]


class Report:
    """A judged run: `departures` count, `advice` breaks what is only recommended, `waived` is accepted by expectations.

    `complaints` says what is not as the expectations have it, and `acceptance`, which is its end, what would accept all of that.
    """

    def __init__(self, folder: pathlib.Path, name: str, call: str, complaints: str = "", acceptance: str = ""):
        self.data = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        self.page = (folder / "index.html").read_text(encoding="utf-8")
        self.name, self.call = name, call
        for finding in self.data["findings"]:
            # The adapter that a line of the suite's own names is gone.
            complaints = complaints.replace(finding["witness"]["replay"], self.again(finding))
        self.acceptance = acceptance if complaints else ""
        self.complaints = "\n".join(filter(None, (complaints, self.acceptance)))
        self.backend: dict[str, Any] = self.data["backends"][0]
        self.claimed = {profile for claim in self.backend["claims"] for profile in claim["profiles"]}
        self.clauses = {clause["id"]: clause for clause in self.data["clauses"]}
        self.titles = dict(re.findall(r'<h4 id="h-finding-(\w+)">(.*?)</h4>', self.page))
        self.findings = [finding for finding in self.data["findings"] if finding["standing"] != "distance"]
        self.departures, self.waived, self.advice = self.divided(self.findings)

    def divided(self, findings: list[Finding]) -> Divided:
        """Puts those findings together that are of one departure: those that count, those that are waived, and advice."""
        groups: dict[str, list[Finding]] = {}
        for finding in findings:
            groups.setdefault(finding["departure"], []).append(finding)
        lists: Divided = ([], [], [])
        for group in groups.values():
            binding = [finding for finding in group if self.data["strict"] or finding["level"] == "MUST"]
            unwaived = [finding for finding in binding if finding["waived"] is None]
            lists[0 if unwaived else 1 if binding else 2].append(self.departure(unwaived or binding or group, group))
        return lists

    def departure(self, examples: list[Finding], findings: list[Finding]) -> Departure:
        """Says of findings what one of the examples says: the one that stands for the departure, or else the first."""
        example = next((it for it in examples if it["id"] == it["departure"]), examples[0])
        clause, witness, waived = self.clauses[example["clause"]], example["witness"], example["waived"]
        turned = clause["turned"] if clause["turned"] and example["operator"] in clause["turned"]["operators"] else clause
        expected = dict.fromkeys(breach["expected"] for breach in example["breaks"] if breach["profile"] in self.claimed)
        seen = f"{', '.join(example['operands'])} → {example['result'] or witness['symptom']}"
        return Departure(
            id=example["departure"],
            title=html.unescape(self.titles.get(example["id"], "")) or f"not so: {turned['title']}: {seen}",
            clause=example["clause"],
            asks=turned["title"],
            level=example["level"],
            words=f"“{clause['words']}” ({clause['place']})",
            input=f"{example['operator']} of {example['dtype']} {witness['shapes']} {witness['attributes'] or ''}".rstrip(),
            operands=tuple(map(element, witness["operands"])),
            got=element(witness["found"]) if witness["found"] else witness["symptom"],
            expected="; ".join(expected) or turned["title"],
            reproduce=self.again(example),
            waived=waived and f"{waived['reason']} ({waived['link']})",
            findings=tuple(findings),
        )

    def again(self, finding: Finding) -> str:
        """Writes the call that shows a finding again."""
        return f"{self.call}, only={finding['witness']['shrunk_from']!r})"

    def of_clause(self, clause: str) -> Divided:
        """Tells what breaks one clause: what counts, what is waived, and advice."""
        return self.divided([finding for finding in self.findings if finding["clause"] == clause])

    def unexercised(self, clause: str) -> str | None:
        """Says why a clause compared nothing, where it did not."""
        count = next(it for it in self.backend["clauses"] if it["id"] == clause)
        reasons = [it["reason"] for it in self.backend["unexercised"] if it["clause"] == clause]
        return None if count["total"]["compared"] else "; ".join(reasons) or "it compared nothing"

    def headline(self) -> str:
        """Says in a line how it went."""
        count = len(self.departures)
        words = [f"{count} departure{'' if count == 1 else 's'}"] * bool(count)
        words += [f"{len(some)} {what}" for some, what in ((self.waived, "waived"), (self.advice, "from advice")) if some]
        judged = self.data["cases"] - self.backend["outcomes"]["unsupported"]
        claims = ", ".join(claim["specification"] for claim in self.backend["claims"])
        return f"{self.name}: {', '.join(words) or 'conforms'}; {judged:,} cases judged against {claims}"

    def __repr__(self) -> str:
        """Shows the departures, and what was not judged although it was offered: callables run no models, and are not asked to."""
        expected = ("does not offer", "runs no models")
        skips = [skip for skip in self.backend["skips"] if not skip["reason"].startswith(expected)]
        lines = [f"  not judged: {skip['cases']:,} cases: {skip['reason']}" for skip in skips]
        return "\n".join([self.headline(), *lines, *(f"\n{departure}" for departure in self.departures)])

    def _repr_html_(self) -> str:
        """Shows a notebook the cards of the report's page, in a frame of their own: its style stays there, and no script runs."""
        shown = {departure.id: departure for departure in (*self.departures, *self.waived, *self.advice)}
        head = "".join(re.findall(r'<style>.*?</style>|<svg class="symbols".*?</svg>', self.page, re.DOTALL))
        found = re.finditer(r'<article class="departure" id="finding-(\w+)".*?</article>', self.page, re.DOTALL)
        cards = [card(match[0], shown[match[1]].reproduce) for match in found if match[1] in shown]
        body = html.escape(f"{head}<main><h3>{html.escape(self.headline())}</h3>{''.join(cards)}</main>")
        height = 100 + 400 * min(len(cards), 2)
        return f'<iframe sandbox="" srcdoc="{body}" style="border:0;width:100%;height:{height}px"></iframe>'


def card(text: str, again: str) -> str:
    """Takes from a card the links to places that are not here, and the line to replay it by an adapter that is gone."""
    text = re.sub(r'(<a [^>]*?)href="#[^"]*"', r"\1", text)
    before, replay, after = text.partition('<p class="language">Replay</p>')
    after = re.sub("<code>.*?</code>", lambda _: f"<code>{html.escape(again)}</code>", after, count=1, flags=re.DOTALL)
    return before + replay.replace("Replay", "Again") + after


def element(found: dict[str, str]) -> str:
    """Shows an element: its bits, which are exact, and its value."""
    return f"{found['hex']} ({found['decimal']})"
