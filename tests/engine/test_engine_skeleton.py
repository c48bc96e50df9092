"""``lemmata new --from``: the folder of a paper from its LaTeX, whose stubs are counted and never hold."""

from __future__ import annotations

import dataclasses
import importlib
import json
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import lemmata
from lemmata import LemmataError, Paper, hunt
from lemmata.commands import exit_status, skeleton
from lemmata.commands.cli import main
from lemmata.errors import ClaimError
from lemmata.latex import proposals
from lemmata.records import accepted, diff, verdicts
from lemmata.records.evidence import Evidence, EvidenceError, HuntRecord, Run
from lemmata.records.judging import judge
from lemmata.records.verdicts import Encoded
from lemmata.run import coverage, description, digests, registry
from lemmata.run.plan import Plan
from reports import order
from tests.composed import changed, made

SOURCES = Path(__file__).parent / "latex"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with the sources, from which topics are imported."""
    shutil.copytree(SOURCES, tmp_path / "sources")
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    yield tmp_path
    for name in [n for n in sys.modules if n.partition(".")[0] in ("plain", "divided", "thesis", "whole")]:
        del sys.modules[name]


def paper(topic: str) -> Paper:
    importlib.invalidate_caches()
    loaded = importlib.import_module(topic).PAPER
    assert isinstance(loaded, Paper)
    loaded.load()
    return loaded


def files(folder: Path) -> list[str]:
    return sorted(p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file())


def evidence(of: Paper) -> Evidence:
    reader = digests.Reader()
    described = {claim.id: description.describe(claim, reader) for claim in of.claims.values()}
    run = Run("1", "quick", 0, "cpu", "here", "2026-01-01", None, 1e-6)
    return Evidence((run,), described, {}, (), (), papers={of.topic: coverage.describe(of)})


@pytest.mark.parametrize(
    ("source", "topic", "claims"),
    [
        (
            "plain/main.tex",
            "plain",
            {
                "plain/main-theorem": "headline",
                "plain/lemma-2.2": "result",
                "plain/theorem-2.3": "headline",
                "plain/corollary-2.4": "headline",
                "plain/lemma-a.1": "result",
            },
        ),
        (
            "divided/paper.tex",
            "divided",
            {
                "divided/theorem-1.1": "headline",
                "divided/conjecture": "result",
                "divided/theorem-2.1": "headline",
                "divided/proposition-2.2": "headline",
                "divided/side-remark-2.3": "step",
                "divided/lemma-1": "result",
                "divided/theorem-a.1": "headline",
            },
        ),
        (
            "book/thesis.tex",
            "thesis",
            {
                "thesis/theorem-1.1": "headline",
                "thesis/claim-1.1.1": "result",
                "thesis/lemma-2.1": "result",
                "thesis/theorem-2.2": "headline",
                "thesis/claim-2.2.1": "result",
                "thesis/claim-2.2.2": "result",
                "thesis/remark-5": "step",
                "thesis/theorem-a.1": "headline",
            },
        ),
    ],
)
def test_each_statement_becomes_a_claim_that_loads(
    folder: Path, source: str, topic: str, claims: dict[str, str]
) -> None:
    assert main(["new", "--from", f"sources/{source}"]) == 0
    loaded = paper(topic).claims
    assert {name: claim.rank for name, claim in loaded.items()} == claims
    assert all(str(claim.kind) == "not-encoded" for claim in loaded.values())
    assert coverage.of_folder(folder / topic).unknown(set(loaded)) == []


def test_rows_name_the_file_the_line_and_the_stub(folder: Path) -> None:
    main(["new", "--from", "sources/divided/paper.tex"])
    rows = coverage.of_folder(folder / "divided").rows
    assert [(r.source, r.label, r.line, r.claims) for r in rows[:2]] == [
        ("sections/intro.tex", "Theorem 1.1 [thm:main]", 2, ("divided/theorem-1.1",)),
        ("sections/intro.tex", "(1) [eq:x]", 4, ("divided/theorem-1.1",)),
    ]
    claim = paper("divided").claims["divided/theorem-1.1"]
    assert claim.at is not None
    assert (claim.at.first, claim.at.last, claim.at.file) == (2, 5, "sections/intro.tex")


def test_a_title_is_kept_in_the_stub(folder: Path) -> None:
    main(["new", "--from", "sources/plain/main.tex"])
    text = (folder / "plain" / "lemma_2_2.py").read_text(encoding="utf-8")
    assert text.startswith('r"""Lemma 2.2 (Cauchy–Schwarz, [rudin, Thm. 2]): not encoded yet.')


def test_what_is_doubtful_and_what_can_be_proposed_stand_in_the_stub(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "whole.tex").write_text(
        "\\documentclass{article}\\newtheorem{satz}{Satz}\\begin{document}\\begin{satz} Let "
        "$x,y\\in\\mathbb R^{n}$ and $\\lambda>0$. Then \\[ \\strange{x} \\le \\|y\\|. \\] "
        "\\ifodd x short \\fi By \\ref{a}. "
        "\\end{satz}\\begin{satz} One. \\end{satz}\\end{document}",
        encoding="utf-8",
    )
    assert main(["new", "whole", "--from", "whole.tex"]) == 0
    text = (folder / "whole" / "satz_1.py").read_text(encoding="utf-8")
    assert "- \\strange: nothing that was read defines this\n" in text
    assert "- \\ifodd (line 1): both branches of this condition are read\n" in text
    assert "- whole.tex:1: \\ref{a}: nothing that was read has this label; it stands as [a]\n" in text
    assert 'rank="headline"' in text
    proposed = [line.removeprefix("# ") for line in text.splitlines() if line.startswith("# ")]
    assert proposed[1:] == [
        "n=dims(1, 6),",
        'x=reals("n"),  # $x,y\\in\\mathbb R^{n}$',
        'y=reals("n"),  # $x,y\\in\\mathbb R^{n}$',
        'lam=scales(-10, 10, of="(0, inf)"),  # $\\lambda>0$',
        "left = \\strange{x}",
        "right = \\|y\\|",
        "return at_most(left, right)",
    ]
    plain = (folder / "whole" / "satz_2.py").read_text(encoding="utf-8")
    assert "Doubtful" not in plain and "# " not in plain
    capsys.readouterr()
    assert main(["check", "whole/satz_1.py"]) == 0
    assert "not encoded yet: left to write are its quantities" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        (r"For all $A\in\mathbb{R}^{m\times n}$ we have $\mu>0$.", ['A=reals("m", "n"),']),
        (r"For every symmetric $A\in\mathbb R^{d\times d}$, it is.", ['A=symmetric("d"),']),
        (r"If $0<\eta\le1$ and $k\ge2$, fine.", ["eta=dyadics(0, 1, open_low=True),", "k=dims(2, 7),"]),
        (
            r"Let $\delta\in(0,1)$ and $t\in[0,\infty)$.",
            ["delta=dyadics(0, 1, open_low=True, open_high=True),"],
        ),
        (r"Let $\varepsilon\in\{-1,1\}^n$.", ['varepsilon=signs("n"),']),
        (r"Then there is $x\in\mathbb R$ such that $\lambda>0$.", []),
        (r"We have $n\ge1$.", []),
        (r"For $x\in\mathcal X$ it holds.", []),
    ],
)
def test_only_what_is_certain_is_proposed(said: str, lines: list[str]) -> None:
    proposed = [line.partition("  #")[0] for line in proposals.of(said)]
    assert [line for line in lines if line not in proposed] == []
    assert bool(lines) == bool(proposed)
    code = "\n".join(proposals.of(said))
    names = ("dims", "dyadics", "reals", "scales", "signs", "symmetric")
    declared = eval(f"dict({code}\n)", {name: getattr(lemmata, name) for name in names})
    assert len(declared) == len(proposed)


def test_claims_stand_where_the_source_reads_their_files(folder: Path) -> None:
    theorem = "\\begin{{theorem}}{}\\end{{theorem}}\n".format
    (folder / "middle.tex").write_text(theorem("Second.") + theorem("Third."), encoding="utf-8")
    (folder / "whole.tex").write_text(
        "\\documentclass{article}\n\\newtheorem{theorem}{Theorem}\n\\begin{document}\n"
        f"{theorem('First.')}\\input{{middle}}\n{theorem('Fourth.')}\\end{{document}}\n",
        encoding="utf-8",
    )
    assert main(["new", "whole", "--from", "whole.tex"]) == 0
    files = sorted(str(path) for path in (folder / "whole").glob("theorem*.py"))
    numbers = [f"whole/theorem-{k}" for k in (1, 2, 3, 4)]
    assert list(registry.load(tuple(reversed(files)), alone=True).claims) == numbers
    said = evidence(paper("whole"))
    assert order.in_order(list(said.claims.values())[::-1], said.papers) == numbers


def test_stubs_cover_no_row(folder: Path) -> None:
    main(["new", "--from", "sources/plain/main.tex"])
    record = coverage.describe(paper("plain")).coverage
    assert record is not None
    assert (record.rows, record.claimed, record.open) == (14, 0, 12)
    assert record.reasons == {"assumption": 1, "definition": 1}


def test_nothing_that_exists_is_overwritten(folder: Path) -> None:
    main(["new", "--from", "sources/plain/main.tex"])
    before = {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()}
    assert main(["new", "--from", "sources/plain/main.tex"]) == 2
    assert main(["new", "plain", "--from", "sources/divided/paper.tex"]) == 2
    assert {p: p.read_bytes() for p in folder.rglob("*") if p.is_file()} == before


@pytest.mark.parametrize("text", ["\\begin{document}\\begin{zettel}\\end{document}", "nothing", ""])
def test_a_broken_source_writes_nothing(folder: Path, text: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "broken.tex").write_text(text)
    before = files(folder)
    assert main(["new", "--from", "broken.tex"]) == 2
    told = capsys.readouterr().err
    assert told.startswith("lemmata: ") and "Traceback" not in told
    assert files(folder) == before


def test_what_cannot_be_asked_is_said(folder: Path) -> None:
    with pytest.raises(LemmataError, match="the topic 'Sums'"):
        skeleton.write(Path("sources/plain/main.tex"), "Sums", folder)
    assert main(["new", "a", "lemma-1", "--from", "sources/plain/main.tex"]) == 2
    assert main(["new"]) == 2
    assert main(["new", "--from", "nowhere.tex"]) == 2


def test_words_that_python_reads_otherwise_come_through(folder: Path) -> None:
    (folder / "odd.tex").write_text(
        '\\newtheorem{t}{Theorem}\\title{A "quoted" \\\\ title}\\begin{document}\n'
        '\\begin{t}\\label{a"""b} \'\'\' """ $\\x$ ends in \\textbackslash \\end{t}\\end{document}'
    )
    assert main(["new", "plain", "--from", "odd.tex"]) == 0
    loaded = paper("plain")
    assert loaded.title == 'A "quoted" title'
    assert "$\\x$" in loaded.claims["plain/theorem-1"].readings["printed"].latex


class TestTheOutcome:
    """What nobody has encoded is never taken for something that holds."""

    @pytest.fixture
    def stubs(self, folder: Path) -> Paper:
        main(["new", "--from", "sources/plain/main.tex"])
        return paper("plain")

    def test_it_is_not_encoded_and_no_surprise(self, stubs: Paper) -> None:
        judged = judge(evidence(stubs))
        assert {r.outcome for claim in judged.claims for r in claim.readings.values()} == {"not-encoded"}
        assert judged.surprises == [] and not any(claim.discriminating for claim in judged.claims)
        assert exit_status.of(judged) == exit_status.of(judged, strict=True) == 0

    def test_evidence_of_a_hunt_changes_nothing(self, stubs: Paper) -> None:
        seen = evidence(stubs)
        claim = "plain/theorem-2.3"
        record = made(
            HuntRecord,
            claim=claim,
            variant="printed",
            role="reading",
            seed=0,
            outcome="holds",
            evidence="proved",
        )
        judged = judge(dataclasses.replace(seen, hunts={record.key: record}))
        assert next(c for c in judged.claims if c.id == claim).statement.outcome == "not-encoded"

    def test_the_document_says_how_much_is_encoded(self, stubs: Paper) -> None:
        judged = judge(evidence(stubs))
        assert judged.papers == (Encoded("plain", 5, 0, 14, 0, 12),)
        document = json.loads(json.dumps(judged.to_json()))
        assert verdicts.from_json(document).papers == judged.papers

    def test_it_is_no_task_and_cannot_be_hunted(self, stubs: Paper) -> None:
        claims = tuple(stubs.claims.values())
        plan = Plan(claims, profile="quick", seed=0, device="cpu", workers=1, alpha=1e-9)
        assert plan.tasks() == []
        with pytest.raises(LemmataError, match="not encoded yet"):
            hunt(claims[0])

    def test_losing_a_check_is_a_regression(self, stubs: Paper) -> None:
        now = judge(evidence(stubs))
        first = now.claims[0]
        held = changed(first.statement, outcome="holds", expected="holds")
        then = dataclasses.replace(now, claims=(dataclasses.replace(first, readings={"printed": held}),))
        lost = diff.compare(diff.Side(Path("old"), then), diff.Side(Path("new"), now))
        assert [change.because for change in lost.regressions] == ["its check is gone"]
        assert (
            diff.compare(diff.Side(Path("new"), now), diff.Side(Path("old"), then)).changes[-1].new == "holds"
        )

    def test_it_can_be_accepted(self, stubs: Paper) -> None:
        file = accepted.text(accepted.of(judge(evidence(stubs))))
        again = accepted.from_json(json.loads(file))
        assert again.claims["plain/lemma-2.2"]["printed"] == ("not-encoded", "not-encoded", "observed")

    def test_a_claim_with_a_check_cannot_pretend(self, stubs: Paper) -> None:
        record = evidence(stubs).claims["plain/lemma-2.2"]
        with pytest.raises((ValueError, EvidenceError)):
            dataclasses.replace(record, head=dataclasses.replace(record.head, kind="forall")).validate()


def test_a_stub_takes_no_readings_and_a_claim_no_such_expectation() -> None:
    mine = Paper("t", "t", "a", 2026, "k", "s")
    with pytest.raises(ClaimError, match="has its words"):
        mine.not_encoded("Lemma 1", "  ")
    stub = mine.not_encoded("Lemma 2", "$1=1$")
    with pytest.raises(ClaimError, match=r"declared by PAPER\.not_encoded"):
        stub.amended("$1\\le1$")


@pytest.mark.slow
def test_pages_and_badge_say_that_it_is_not_encoded(folder: Path) -> None:
    main(["new", "--from", "sources/plain/main.tex"])
    files_of_claims = [f"plain/{name}.py" for name in ("lemma_2_2", "theorem_2_3")]
    assert main(["verify", *files_of_claims, "--workers", "1", "--out", "out"]) == 0
    front, page = (
        (folder / "out" / "index.html").read_text(),
        (folder / "out/claims/plain/lemma-2.2.html").read_text(),
    )
    assert "0 claims, each searched" in front and "2 statements more wait for a check" in front
    assert "0 of 2 claims of this paper are encoded" in (folder / "out/paper/plain.html").read_text()
    assert "Is not encoded yet" in page and "Measured" not in page
    assert "0 of 0 as expected, 2 not encoded" in (folder / "out" / "badge.svg").read_text()
