"""What the page of a paper shows, and its part of the front page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from markupsafe import Markup

from lemmata.records.papers import CoverageRecord, PaperRecord

from . import characters, graph, pace, tones, words
from .claim_page import ClaimPage, ClaimPages, Figure, Graph, Lemma, page_paths
from .tones import Tone

_REACHED = ("headline", "result")
"""The ranks of the claims that are named where a claim reaches many."""
_TOLD = 3
"""So many sentences make a story where no author wrote one."""


@dataclass(frozen=True)
class Entry:
    """A claim in the list of its paper.

    Attributes:
        survives: what is added or changed in the form that holds, if one does.
        reaches: the main claims that rest on it, directly or through others, if it fell.
        further: how many steps rest on it, too.
    """

    claim: ClaimPage
    tone: Tone
    survives: Markup
    reaches: Sequence[Lemma] = ()
    further: int = 0

    @property
    def rank(self) -> str:
        """Its rank."""
        return self.claim.head.rank

    @property
    def ours(self) -> bool:
        """Whether no sentence of the paper says it."""
        return self.claim.head.origin == "ours"

    @property
    def anchor(self) -> str:
        """Where it stands on the page of its paper."""
        return "c-" + self.claim.href.rpartition("/")[2].removesuffix(".html")

    @property
    def title(self) -> str:
        """What a tile stands for, in words."""
        kept = self.claim.verdict.kept
        return f"{self.claim.name}: {self.tone.title}" + (f", run of {kept.started[:10]}" if kept else "")

    @property
    def label(self) -> str:
        """Its label without a part, for a short list."""
        return self.claim.head.label.partition(", ")[0]

    @property
    def drawn(self) -> list[Figure]:
        """What the page of the paper shows of its figures: those of a main claim."""
        return [figure for figure in self.claim.figures if figure.svg and self.rank in _REACHED]

    @property
    def why(self) -> str:
        """How the table of the front page introduces its reason: only what fell fails."""
        outcome = self.claim.statement.outcome
        if outcome == "refuted":
            return "missed" if self.claim.is_experiment else "fails"
        return {"vacuous": "silent", "not-run": "idle", "not-encoded": "idle"}.get(outcome, "open")

    @property
    def words(self) -> Mapping[str, str]:
        """What the table of the front page says of it, without markup."""
        record = self.claim.record
        because = self.claim.verdict.because if self.claim.statement.outcome != "holds" else ""
        return {"says": characters.text(record.head.summary), "because": characters.text(because)}


@dataclass(frozen=True)
class PaperPage:
    """A paper, its claims in its own order.

    Attributes:
        story: what was found in it, in a few sentences.
        graph: what rests on what in it.
    """

    record: PaperRecord
    href: str
    story: Sequence[Markup]
    entries: Sequence[Entry]
    graph: Graph | None

    @property
    def name(self) -> str:
        """Its title; where the evidence has no record of the paper, its citation."""
        return self.record.title

    @property
    def surprises(self) -> int:
        """How many of its outcomes are not as expected: the story may then be wrong."""
        return sum(len(e.claim.surprises) for e in self.entries)

    @property
    def encoded(self) -> int:
        """How many of its claims have a check."""
        return sum(e.tone.name != "not-encoded" for e in self.entries)

    @property
    def coverage(self) -> CoverageRecord | None:
        """How much of it has claims."""
        return self.record.coverage

    def ranked(self, *ranks: str, ours: bool | None = None) -> list[Entry]:
        """The claims of these ranks; ``ours`` picks those beyond the paper, or the others."""
        return [e for e in self.entries if e.rank in ranks and ours in (None, e.ours)]

    @cached_property
    def headlines(self) -> list[Entry]:
        """What the paper is read for."""
        return self.ranked("headline")

    @cached_property
    def headlines_first(self) -> list[Entry]:
        """All claims, these before the others."""
        return sorted(self.entries, key=lambda e: e.rank != "headline")

    @cached_property
    def beyond(self) -> list[Entry]:
        """What we say beyond it."""
        return [e for e in self.entries if e.ours and e.rank != "headline"]

    @cached_property
    def numbers(self) -> list[tuple[str, list[tuple[Tone, int]]]]:
        """By rank, how many claims came to what; what goes beyond the paper is counted with them."""
        ranks = {rank: self.ranked(rank) for rank in words.RANKS}
        return [(rank, tones.counted(e.tone for e in several)) for rank, several in ranks.items() if several]

    @cached_property
    def tones(self) -> list[Tone]:
        """The kinds of fate that occur."""
        return [tone for tone, _ in tones.counted(e.tone for e in self.entries)]

    @property
    def sections(self) -> list[tuple[str, str, int]]:
        """The parts of its page: where each stands, what it is called, how many claims are in it."""
        found = [
            ("headlines", "Headlines", len(self.headlines)),
            ("results", "Results", len(self.ranked("result", ours=False))),
            ("beyond", "Beyond the paper", len(self.beyond)),
            ("steps", "Steps", len(self.ranked("step", ours=False))),
            ("slips", "Slips", len(self.ranked("slip", ours=False))),
        ]
        always = [("uses", "What rests on what", 0), ("coverage", "Coverage", 0)]
        return [section for section in found if section[2]] + always

    @cached_property
    def against_theory(self) -> list[tuple[Entry, Figure]]:
        """The figures of its main claims that compare with a theory: of the headlines first."""
        found = [
            (entry, figure) for entry in self.headlines_first for figure in entry.drawn if _has_theory(figure)
        ]
        return sorted(found, key=lambda pair: (pair[0].rank != "headline", not pair[1].pace))

    @property
    def opening(self) -> Figure | None:
        """The plot that its page opens with: the one its author chose, or a headline's against a theory."""
        chosen = (f for e in self.entries if e.claim.record.id == self.record.lead for f in e.drawn)
        against = (f for e in self.headlines for f in e.drawn if _has_theory(f))
        return next(chosen, None) or next(against, None)


def _has_theory(figure: Figure) -> bool:
    return any(role in pace.THEORY for *_, role in figure.legend)


def papers(pages: ClaimPages, claims: Sequence[ClaimPage]) -> list[PaperPage]:
    """The page of each paper; ``claims`` are in the papers' order."""
    topics: dict[str, list[ClaimPage]] = {}
    for claim in claims:
        topics.setdefault(claim.head.topic, []).append(claim)
    hrefs = paths(list(topics))
    return [_paper(pages, topic, hrefs[topic], several) for topic, several in topics.items()]


def paths(topics: Sequence[str]) -> dict[str, str]:
    """Where the page of each paper stands, whatever its topic looks like."""
    pages = page_paths([f"paper/{topic}" for topic in topics])
    return {topic: pages[f"paper/{topic}"].removeprefix("claims/") for topic in topics}


def _paper(pages: ClaimPages, topic: str, href: str, claims: Sequence[ClaimPage]) -> PaperPage:
    record = pages.evidence.papers.get(topic) or _without_record(claims[0])
    entries = [_entry(pages, claim) for claim in claims]
    return PaperPage(
        record=record,
        href=href,
        story=[pages.line(record.story)] if record.story else _composed(entries),
        entries=entries,
        graph=pages.drawn(topic, {c.record.id: pages.uses[c.record.id] for c in claims}, sizes=graph.SMALL),
    )


def _without_record(claim: ClaimPage) -> PaperRecord:
    """What the claims say of their paper, where it has no record: in the file of a kept run."""
    record = claim.record
    return PaperRecord(record.head.topic, record.head.paper, record.citation, "", 0, record.source)


def _entry(pages: ClaimPages, claim: ClaimPage) -> Entry:
    tone = tones.of(claim)
    reached = graph.below(claim.record.id, pages.used_by) if claim.broken else []
    main = [c for c in reached if pages.evidence.claims[c].head.rank in _REACHED]
    adds = claim.amended.adds if claim.amended is not None and claim.amended.outcome == "holds" else Markup("")
    return Entry(
        claim=claim,
        tone=tone,
        survives=adds,
        reaches=[pages.lemma(c) for c in main],
        further=len(reached) - len(main),
    )


def _composed(entries: Sequence[Entry]) -> list[Markup]:
    """A story from what claims say: why headlines fell, and what was found beyond the paper."""
    entries = [e for e in entries if e.tone.name != "not-encoded"]
    headlines = [e for e in entries if e.rank == "headline"] or [e for e in entries if e.rank == "result"]
    fell = [e for e in headlines if e.tone.fell and e.claim.because]
    best = [e for e in entries if e.tone.name == "ours" and e.rank in _REACHED]
    told = Markup("<b>{}</b>: {}")
    parts = [told.format(e.claim.name, e.claim.because) for e in fell[:_TOLD]]
    parts += [told.format("Beyond the paper", e.claim.summary + ".") for e in best[: _TOLD - len(parts) or 1]]
    if not parts and headlines:
        held = sum(e.tone.name == "holds" for e in headlines)
        claims = words.plural(len(headlines), "main claim")
        alone = "The claim holds as printed." if held else "The claim does not hold as printed."
        parts.append(
            Markup("{} of {} hold as printed.").format(held, claims) if len(headlines) > 1 else Markup(alone)
        )
    return parts
