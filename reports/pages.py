"""What the pages of a whole run show, put together from records and verdicts; templates only arrange it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from lemmata.records import clock, forks
from lemmata.records.evidence import End, Run
from lemmata.records.verdicts import RunSummary, reused

from . import front_page, kept_runs, order, paper_page, speed, tones, words
from .claim_page import ClaimPage, ClaimPages
from .paper_page import PaperPage
from .tones import Tone


@dataclass(frozen=True)
class Site:
    """All that the pages show; ``claims`` and those of each paper are in the papers' order."""

    run: RunSummary
    runs: Sequence[Run]
    complete: bool
    claims: Sequence[ClaimPage]
    papers: Sequence[PaperPage]
    fates: Sequence[tuple[str, int]]
    surprises: int
    experiments: Mapping[str, Sequence[ClaimPage]]
    versions: Sequence[str]
    speed: Sequence[speed.Machine]
    spent: Sequence[tuple[str, float, float]]
    """The parts of the work with their seconds and shares."""
    slowest: Sequence[ClaimPage]
    facets: Mapping[str, Sequence[tuple[str, str]]]
    reused: str
    """How many claims were not hunted again; empty if all were."""

    @property
    def tones(self) -> list[Tone]:
        """The kinds of fate that occur, for the legend."""
        return [tone for tone, _ in tones.counted(e.tone for paper in self.papers for e in paper.entries)]

    def paper(self, topic: str) -> PaperPage:
        """The paper of a topic."""
        return next(paper for paper in self.papers if paper.record.topic == topic)


class Assembly(ClaimPages):
    """Puts a site together."""

    def site(self) -> Site:
        """Everything, each claim once."""
        wanted = order.in_order([self.evidence.claims[c] for c in self.verdicts], self.evidence.papers)
        claims = self._pages(wanted)
        papers = paper_page.papers(self, claims)
        return Site(
            run=self.run,
            runs=self.evidence.runs,
            complete=len(self.evidence.ends) >= len(self.evidence.runs),
            claims=claims,
            papers=papers,
            fates=_tally([m.fate for c in claims for m in c.mutants], words.FATES),
            surprises=sum(len(c.surprises) for c in claims),
            experiments=_by_paper(kept_runs.ordered([c for c in claims if c.is_experiment])),
            versions=_versions(self.evidence.runs),
            speed=speed.history(self.out / speed.FOLDER),
            spent=clock.table(_together(self.evidence.ends)),
            # What took long in a kept run took nothing of this one.
            slowest=sorted((c for c in claims if not c.verdict.kept), key=lambda c: -c.verdict.seconds)[
                :_SLOWEST
            ],
            facets=front_page.facets(papers),
            reused=reused(claim.verdict for claim in claims),
        )

    def _pages(self, claims: Sequence[str]) -> list[ClaimPage]:
        """The pages of claims; most of the time goes into their formulas, and each is for itself."""

        def made(number: int) -> tuple[ClaimPage, list[str]]:
            known = len(self.typesetter.problems)
            return self.page(claims[number]), self.typesetter.problems[known:]

        before = list(self.typesetter.problems)
        pages = forks.mapped(made, len(claims))
        # Those of a fork are not known here yet.
        self.typesetter.problems[:] = [*before, *(problem for _, problems in pages for problem in problems)]
        return [page for page, _ in pages]


_SLOWEST = 12


def _together(ends: Sequence[End]) -> dict[str, float]:
    """The seconds of all runs by part of the work."""
    return {part: sum(end.spent.get(part, 0.0) for end in ends) for part in clock.PARTS}


def _by_paper(claims: Sequence[ClaimPage]) -> dict[str, list[ClaimPage]]:
    papers: dict[str, list[ClaimPage]] = {}
    for claim in claims:
        papers.setdefault(claim.head.paper, []).append(claim)
    return papers


def _versions(runs: Sequence[Run]) -> list[str]:
    """The versions of the package that the runs were made with, each once."""
    versions = (f"{run.version}" + (f" ({run.commit[:12]})" if run.commit else "") for run in runs)
    return list(dict.fromkeys(versions))


def _tally(values: Sequence[str], order: Mapping[str, str]) -> list[tuple[str, int]]:
    counts = Counter(values)
    return [(word, counts[word]) for word in order if counts[word]]
