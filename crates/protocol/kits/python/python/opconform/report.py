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
    place: str
    operator: str
    dtype: str
    shapes: str
    attributes: str | None
    operands: tuple[str, ...]
    got: str
    expected: str
    symptom: str
    reproduce: str
    waived: str | None
    findings: tuple[Finding, ...] = dataclasses.field(repr=False)

    def __repr__(self) -> str:
        return f"<{self.clause}: {self.title}>"

    def __str__(self) -> str:
        """Shows it as a person reads it."""
        own = [finding for finding in self.findings if finding["clause"] == self.clause]
        cases, elements = (sum(finding[key] for finding in own) for key in ("cases", "elements"))
        types = " ".join(dict.fromkeys(finding["dtype"] for finding in own))
        given = [f"{self.operator} of {self.dtype} {self.shapes}", *filter(None, [self.attributes])]
        return "\n".join(
            [
                f"{self.level} {self.title}",
                f"  input     {', '.join(given)}",
                *(f"  operand   {operand}" for operand in self.operands),
                f"  gives     {self.got}",
                f"  expected  {self.expected}",
                f"  source    “{self.words}” ({self.place})",
                f"  breaks    {self.clause}: {self.asks}",
                f"  seen in   {cases:,} cases, {elements:,} elements: {types}",
                f"  again     {self.reproduce}",
            ]
        )


class Report:
    """A judged run: `departures` count, `advice` breaks what is only recommended, `waived` is accepted by expectations."""

    def __init__(self, data: dict[str, Any], page: str, name: str, call: str, complaints: str):
        self.data, self.page, self.name, self.call, self.complaints = data, page, name, call, complaints
        self.clauses = {clause["id"]: clause for clause in data["clauses"]}
        self.titles = {key: html.unescape(text) for key, text in re.findall(r'<h4 id="h-finding-(\w+)">(.*?)</h4>', page)}
        self.findings = [finding for finding in data["findings"] if finding["standing"] != "distance"]
        self.departures, self.waived, self.advice = self.divided(self.findings)

    @classmethod
    def read(cls, folder: pathlib.Path, name: str, call: str, complaints: str = "") -> "Report":
        """Reads what a run has written."""
        data = json.loads((folder / "report.json").read_text(encoding="utf-8"))
        return cls(data, (folder / "index.html").read_text(encoding="utf-8"), name, call, complaints)

    def divided(self, findings: list[Finding]) -> tuple[list[Departure], list[Departure], list[Departure]]:
        """Puts those findings together that are of one departure: those that count, those that are waived, and advice."""
        groups: dict[str, list[Finding]] = {}
        for finding in findings:
            groups.setdefault(finding["departure"], []).append(finding)
        counted, waived, advice = [], [], []
        for group in groups.values():
            binding = [finding for finding in group if self.data["strict"] or finding["level"] == "MUST"]
            unwaived = [finding for finding in binding if finding["waived"] is None]
            (counted if unwaived else waived if binding else advice).append(self.departure(unwaived or binding or group, group))
        return counted, waived, advice

    def departure(self, examples: list[Finding], findings: list[Finding]) -> Departure:
        """Says of findings what one of the examples says: the one that stands for the departure, or else the first."""
        example = next((it for it in examples if it["id"] == it["departure"]), examples[0])
        clause, witness = self.clauses[example["clause"]], example["witness"]
        turned = clause["turned"] if clause["turned"] and example["operator"] in clause["turned"]["operators"] else clause
        claimed = {profile for claim in self.data["backends"][0]["claims"] for profile in claim["profiles"]}
        expected = dict.fromkeys(breach["expected"] for breach in example["breaks"] if breach["profile"] in claimed)
        return Departure(
            id=example["departure"],
            title=self.titles.get(example["id"]) or f"not so: {turned['title']}: {', '.join(example['operands'])} → {example['result'] or witness['symptom']}",
            clause=example["clause"],
            asks=turned["title"],
            level=example["level"],
            words=clause["words"],
            place=clause["place"],
            operator=example["operator"],
            dtype=example["dtype"],
            shapes=witness["shapes"],
            attributes=witness["attributes"],
            operands=tuple(map(element, witness["operands"])),
            got=element(witness["found"]) if witness["found"] else witness["symptom"],
            expected="; ".join(expected) or witness["symptom"],
            symptom=witness["symptom"],
            reproduce=f"{self.call}, only={witness['shrunk_from']!r})",
            waived=example["waived"] and f"{example['waived']['reason']} ({example['waived']['link']})",
            findings=tuple(findings),
        )

    def of_clause(self, clause: str) -> tuple[list[Departure], list[Departure], list[Departure]]:
        """Tells what breaks one clause: what counts, what is waived, and advice."""
        return self.divided([finding for finding in self.findings if finding["clause"] == clause])

    def unexercised(self, clause: str) -> str | None:
        """Says why a clause compared nothing, where it did not."""
        count = next(it for it in self.data["backends"][0]["clauses"] if it["id"] == clause)
        reasons = [it["reason"] for it in self.data["backends"][0]["unexercised"] if it["clause"] == clause]
        return None if count["total"]["compared"] else "; ".join(reasons) or "it compared nothing"

    def headline(self) -> str:
        """Says in a line how it went."""
        counts = [(self.departures, "departure", "departures"), (self.waived, "waived", "waived"), (self.advice, "from advice", "from advice")]
        words = [f"{len(some)} {one if len(some) == 1 else many}" for some, one, many in counts if some]
        judged = self.data["cases"] - self.data["backends"][0]["outcomes"]["unsupported"]
        claims = ", ".join(claim["specification"] for claim in self.data["backends"][0]["claims"])
        return f"{self.name}: {', '.join(words) or 'conforms'}; {judged:,} cases judged against {claims}"

    def __repr__(self) -> str:
        """Shows the departures, and what was not judged although it was offered."""
        skips = [skip for skip in self.data["backends"][0]["skips"] if not skip["reason"].startswith("does not offer")]
        lines = [f"  not judged: {skip['cases']:,} cases: {skip['reason']}" for skip in skips]
        return "\n".join([self.headline(), *lines, *(f"\n{departure}" for departure in self.departures)])

    def _repr_html_(self) -> str:
        """Shows a notebook the cards of the report's page, in a frame of their own: its style stays there, and no script runs."""
        shown = {departure.id: departure for departure in (*self.departures, *self.waived, *self.advice)}
        head = "".join(re.findall(r'<style>.*?</style>|<svg class="symbols".*?</svg>', self.page, re.DOTALL))
        cards = []
        for card in re.finditer(r'<article class="departure" id="finding-(\w+)".*?</article>', self.page, re.DOTALL):
            if card[1] in shown:
                # The page's links lead to places that are not here, and its line to replay it to an adapter that is gone.
                text = re.sub(r'(<a [^>]*?)href="#[^"]*"', r"\1", card[0])
                again = html.escape(shown[card[1]].reproduce)
                cards.append(re.sub(r'(?<=<p class="language">)Replay(.*?<code>).*?(?=</code>)', lambda it: f"Again{it[1]}{again}", text, count=1, flags=re.DOTALL))
        body = f"{head}<main><h3>{html.escape(self.headline())}</h3>{''.join(cards)}</main>"
        return f'<iframe sandbox="" srcdoc="{html.escape(body)}" style="border:0;width:100%;height:{100 + 400 * min(len(cards), 2)}px"></iframe>'


def element(found: dict[str, str]) -> str:
    """Shows an element: its bits, which are exact, and its value."""
    return f"{found['hex']} ({found['decimal']})"
