"""A made-up run with every outcome, hostile texts included, and its pages."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from lemmata import FigureRecord, Series
from lemmata.claims.heads import Head
from lemmata.records.evidence import ClaimRecord, End, Evidence, Histogram, HuntRecord, ReadingRecord, Run
from lemmata.records.files import gather
from lemmata.records.finding import Scope, SequentialTest
from lemmata.records.verdicts import Fate, ReadingVerdict, RunSummary, Verdict, Verdicts
from lemmata.records.witness import Witness, to_document
from reports import site
from tests.composed import made

HOSTILE = '<script>alert(1)</script> "quoted" & <b>bold</b>'

RECURSION = r"""
For all $t\in\{0,\dots,T-1\}$ and every prompt,
$$\beta^{(t+1)} = \mathcal{S}_{\theta^{(t)}}\!\left(\beta^{(t)} -
\gamma^{(t)} D^\top\left(X\beta^{(t)} - y\right)\right).$$
"""
RECURSION_AMENDED = r"""
For all $t\in\{0,\dots,T-1\}$, every prompt and $\theta^{(t)}\ge 0$,
$$\beta^{(t+1)} = \mathcal{S}_{\theta^{(t)}}\!\left(\beta^{(t)} -
\gamma^{(t)} D^\top\left(X\beta^{(t)} + y\right)\right).$$
"""
TAIL = (
    r"For all $\delta<\frac12 d^{-1}$, $\mathbb{P}(|v^\top x|\le\delta)\le"
    r"\frac{1}{\sqrt\pi}\sqrt\delta+\exp(-C\delta^{-1/2})$."
)
EVENT = (
    r"For all $\delta<\frac12 d^{-1}$, $\mathbb{P}\left(\exists i\in[k]:\; x_i^\top v_i\le"
    r"\frac{\delta}{\sqrt d}\right)\le\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1})$."
)
DESCRIPTION = r"""A random start is rarely almost orthogonal to the eigenvector.

For $x$ uniform on the unit sphere of $\mathbb R^d$ and a unit vector $v$ the probability of a slab is
known exactly through the incomplete beta function, so nothing is sampled; see `slab_probability`.

- The display has lost the absolute value: $x_i^\top v_i$ is negative half of the time.
- Its right side tends to 0 with $\delta$.

    margin = at_most(left, right)  # <b>code</b>

Displayed, with a wide matrix:
$$Z_0 = \begin{bmatrix} x^{(1)} & x^{(2)} & \cdots & x^{(n)} & x^{(n+1)} \\
y^{(1)} & y^{(2)} & \cdots & y^{(n)} & 0 \end{bmatrix} \in \mathbb{R}^{(d+1)\times(n+1)}.$$
"""
WITNESS: dict[str, Any] = {
    "setting": {"d": 2, "k": 1, "share": "1/8", "C": 1, "law": HOSTILE, "two_sided": False},
    "prompt": {
        "X": [[1, 0, "-1/8"], ["3/8", 2, 0]],
        "y": [1, "-3/8"],
        "heads": [[[1, 0], [0, 1]], [["1/2", 0], [0, "1/2"]]],
        "large": [[f"{i * j}/7" for j in range(1, 13)] for i in range(1, 9)],
        "rounded": "3602879701896397/36028797018963968",
    },
    "left": ["1/2", 0],
    "right": ["1/4", 0],
}


@dataclass(frozen=True)
class Sketch:
    """What one made-up claim needs to say."""

    id: str
    label: str
    printed: tuple[str, str]  # the statement, the outcome
    amended: tuple[str, str] | None = None
    paper: str = "pca"
    kind: str = "forall"
    reported: tuple[tuple[str, str], ...] = ()
    summary: str = r"A statement with $\sqrt\delta$ in it."
    because: str = ""
    defect: str | None = None
    uses: tuple[str, ...] = ()
    fates: tuple[tuple[str, str], ...] = ()
    expected: str | None = None
    strength: str | None = None
    tightness: float | None = 0.93
    tests: int = 0
    citation: str = "A. Author, B. Author, A paper, 2024"

    @property
    def readings(self) -> dict[str, tuple[str, str]]:
        both = {"printed": self.printed}
        return both if self.amended is None else {**both, "amended": self.amended}


SKETCHES = (
    Sketch(
        "pca/lemma-8-tail",
        "Lemma 8, first sentence",
        (TAIL, "holds"),
        kind="probability",
        strength="exact",
        tightness=1 - 3e-9,
        tests=3,
        fates=(("the square root is lost", "killed"), ("half the constant", "killed")),
    ),
    Sketch(
        "pca/lemma-8",
        "Lemma 8",
        (EVENT, "refuted"),
        (EVENT.replace(r"x_i^\top v_i", r"|x_i^\top v_i|"), "holds"),
        because="The absolute value is missing: $x_i^\\top v_i<0$ half of the time.",
        defect="statement",
        uses=("pca/lemma-8-tail",),
        fates=(("no factor k", "killed"), ("a fifth", "survived"), ("the same", "waived")),
        strength="genuine",
    ),
    Sketch(
        "sparse_recovery/theorem-4.1",
        "Theorem 4.1",
        (RECURSION, "refuted"),
        (RECURSION_AMENDED, "holds"),
        paper="sparse recovery",
        because="A negative threshold turns shrinking into growing.",
        defect="construction",
        fates=(("attend to the future", "killed"),),
    ),
    Sketch(
        "sparse_recovery/lemma-2",
        "Lemma 2",
        (r"\|A\|_F \le \max_{i} |a_i| \quad\text{for all } A\succeq 0", "vacuous"),
        paper="sparse recovery",
        because="The hypotheses are never met together.",
        defect="vacuous",
        uses=("sparse_recovery/theorem-4.1", "elsewhere/lemma-1"),
    ),
    Sketch(
        "sparse_recovery/theorem-4.2",
        "Theorem 4.2, the long one about generalisation",
        (r"The loss is at most $C\log n / n$ for some $C$.", "undecided"),
        paper="sparse recovery",
        kind="rate",
        uses=("sparse_recovery/lemma-2", "sparse_recovery/theorem-4.1"),
        tightness=None,
    ),
    Sketch(
        "sparse_recovery/remark-1",
        "Remark 1",
        (r"$C$ is a constant.", "untestable"),
        paper="sparse recovery",
        tightness=None,
    ),
    Sketch(
        "sparse_recovery/figure-3",
        "Figure 3",
        (r"The curve falls.", "not-run"),
        paper="sparse recovery",
        kind="experiment",
        reported=(("final loss", f"almost 0 {HOSTILE}"),),
        tightness=None,
    ),
    Sketch(
        "hostile/../../<script>",
        HOSTILE,
        (f"{HOSTILE} $\\text{{{HOSTILE}}}$ and $\\href{{javascript:alert(1)}}{{x}}$", "refuted"),
        (f"{HOSTILE} holds for $x>0$", "holds"),
        paper=HOSTILE,
        summary=HOSTILE,
        because=HOSTILE,
        defect="extraction",
        uses=("pca/lemma-8",),
        fates=((HOSTILE, "invalid"),),
        expected="holds",
        citation=HOSTILE,
        strength="tolerance-only",
    ),
)


_STRENGTHS = {"holds": "probed", "refuted": "genuine"}


def evidence() -> Evidence:
    run = Run(
        version="0.1.0",
        profile="quick",
        seed=7,
        device="cpu",
        machine="x86_64, 2 cores",
        started="2025-11-21T10:00:00+00:00",
        commit="0123456789abcdef0123456789abcdef01234567",
        false_alarm_budget=1e-6,
        selection=("pca", HOSTILE),
        python="3.11",
        libraries={"torch": "2.6.0", "hypothesis": "6.131"},
    )
    claims = [_record(sketch) for sketch in SKETCHES]
    hunts = [hunt for sketch in SKETCHES for hunt in _hunts(sketch)]
    return gather([run, *claims, *hunts, *_figures(), End(seconds=83.4, instances=40_000)])


def verdicts() -> Verdicts:
    run = RunSummary(
        version="0.1.0",
        profile="quick",
        seed=7,
        device="cpu",
        machine="x86_64, 2 cores",
        seconds=83.4,
        instances=40_000,
        false_alarm_budget=1e-6,
        commit="0123456789abcdef0123456789abcdef01234567",
        made_here=True,
    )
    return Verdicts(run, tuple(map(_verdict, SKETCHES)))


def write_witnesses(out: Path) -> None:
    for sketch in SKETCHES:
        if sketch.printed[1] != "refuted":
            continue
        path = out / _witness_path(sketch)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(to_document(_witness(sketch))), encoding="utf-8")


def _witness(sketch: Sketch) -> Witness:
    return Witness(
        claim=sketch.id, variant="printed", kind="instance", **WITNESS, relative=-0.25, confirmed="rational"
    )


def _witness_path(sketch: Sketch) -> str:
    safe = sketch.id.replace("<", "").replace(">", "").replace("..", "dots")
    return f"witnesses/{safe}.printed.json"


def _record(sketch: Sketch) -> ClaimRecord:
    return ClaimRecord(
        head=Head(
            id=sketch.id,
            paper=sketch.paper,
            label=sketch.label,
            kind=sketch.kind,
            summary=sketch.summary,
            file="theorems/pca/lemma_8.py",
        ),
        topic=sketch.id.partition("/")[0],
        description=DESCRIPTION if sketch.id == "pca/lemma-8" else sketch.summary,
        citation=sketch.citation,
        source="slides, page 12, line 340",
        uses=sketch.uses,
        readings=tuple(
            ReadingRecord(name, latex, outcome, sketch.because, sketch.defect)  # type: ignore[arg-type]
            for name, (latex, outcome) in sketch.readings.items()
        ),
        mutants=tuple(name for name, _ in sketch.fates),
        reported=dict(sketch.reported),
    )


def _hunts(sketch: Sketch) -> list[HuntRecord]:
    edges = [k / 24 - 0.2 for k in range(25)]
    counts = [float(round(400 * math.exp(-((k - 9) ** 2) / 20))) for k in range(24)]
    return [
        made(
            HuntRecord,
            claim=sketch.id,
            variant=name,
            role="reading",
            outcome=outcome,
            evidence="probed",
            scope=Scope(
                instances=4_000,
                inactive=17,
                stage="batches from the law",
                tests=tuple(map(_test, range(2, 2 + sketch.tests))),
            ),
            because=f"4,000 instances {HOSTILE}",
            seed=7,
            profile="quick",
            seconds=1.25,
            histogram=Histogram(edges, counts),
            **_shown(sketch, name, outcome),
        )
        for name, (_, outcome) in sketch.readings.items()
        if outcome != "not-run"
    ]


def _test(d: int) -> SequentialTest:
    return SequentialTest(
        setting={"d": d, "n": 40, "share": "1/8"},
        n=2_000,
        failures=d,
        allowed=0.05,
        e_value=1e-7 * 10**d,
        level=1e-7,
        upper=0.0123,
    )


def _shown(sketch: Sketch, name: str, outcome: str) -> dict[str, Any]:
    """The witness of a refuted printed statement, with its program or why there is none."""
    if outcome != "refuted" or name != "printed":
        return {}
    if sketch.id == "pca/lemma-8":
        told = {"no_snippet": f"it uses {HOSTILE}"}
    else:
        told = {"snippet": f'print("left 1")  # {HOSTILE}\n'}
    return {"witness": _witness(sketch), **told}


def _figures() -> list[FigureRecord]:
    n = [10.0 * 2**k for k in range(8)]
    error = [3.0 / math.sqrt(v) for v in n]
    return [
        FigureRecord(
            claim="pca/lemma-8",
            title=r"Error against $n$",
            x_label=r"sample size $n$",
            y_label=r"error $\|\hat\beta-\beta\|_2$",
            caption=r"The error falls like $n^{-1/2}$, as the theorem says.",
            series=(
                Series("measured", n, [e * (1 + 0.1 * (-1) ** k) for k, e in enumerate(error)]),
                Series(r"bound $3/\sqrt{n}$", n, error, role="theory"),
                Series(
                    "other", n, [e / 3 for e in error], low=[e / 4 for e in error], high=[e / 2 for e in error]
                ),
            ),
            log_x=True,
            log_y=True,
        ),
        FigureRecord(
            claim="hostile/../../<script>",
            title=HOSTILE,
            x_label=HOSTILE,
            y_label=HOSTILE,
            caption=HOSTILE,
            series=(Series(HOSTILE, [0.0, 1.0], [0.0, -1.0]), Series("empty", [], [])),
            log_y=True,
        ),
    ]


def _verdict(sketch: Sketch) -> Verdict:
    return Verdict(
        head=Head(id=sketch.id, paper=sketch.paper, label=sketch.label, kind=sketch.kind),
        uses=sketch.uses,
        defect=sketch.defect,  # type: ignore[arg-type]
        because=sketch.because,
        readings={name: _reading(sketch, name, o) for name, (_, o) in sketch.readings.items()},
        mutants=tuple(
            Fate(name, fate, 120, "refuted by rational arithmetic")  # type: ignore[arg-type]
            for name, fate in sketch.fates
        ),
        discriminating=all(fate == "killed" for _, fate in sketch.fates),
        seconds=3.5,
        surprises=(f"printed refuted, expected holds {HOSTILE}",) if sketch.expected else (),
    )


def _reading(sketch: Sketch, name: str, outcome: Any) -> ReadingVerdict:
    strength: Any = sketch.strength or _STRENGTHS.get(outcome, "observed")
    return made(
        ReadingVerdict,
        outcome=outcome,
        expected=sketch.expected or outcome,
        evidence=strength if name == "printed" else "exact",
        instances=4_000,
        margin=-0.25 if outcome == "refuted" else 1e-5,
        tightness=sketch.tightness,
        constants={"smallest C": (2.5, 2.5), "exponent": (-0.52, -0.49)},
        scope=f"4,000 instances {HOSTILE}",
        found={
            "holds": "Holds on 4,000 instances.",
            "refuted": f"Is false at one setting. {sketch.because}",
        }.get(outcome, f"{outcome.capitalize()} after 4,000 instances."),
        witness=_witness_path(sketch) if outcome == "refuted" else None,
    )


@dataclass(frozen=True)
class Built:
    """The made-up run and where its pages are."""

    evidence: Evidence
    verdicts: Verdicts
    out: Path
    index: Path


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    out = tmp_path_factory.mktemp("site") / "html"
    write_witnesses(out)
    seen, judged = evidence(), verdicts()
    return Built(seen, judged, out, site.build(seen, judged, out))


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the report of all claims."""
    from tests.reports import whole as report

    return report.folder(tmp_path_factory.mktemp("whole"))
