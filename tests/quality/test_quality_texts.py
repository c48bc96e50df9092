"""Texts of claims say formulas between dollars: the remark where they do not, and that none is due here."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lemmata.commands.cli import main
from lemmata.run import registry
from lemmata.run.remarks import texts, without_dollars


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("holds where x_i <= 2", ["x_i", "<="]),
        ("the norm of lambda_1 - lambda_2", ["lambda_1", "lambda_2"]),
        ("for gamma <= 3/2", ["<="]),
        ("with 2 gamma for it", ["2 gamma"]),
        ("gamma / 2 is enough", ["gamma / 2"]),
        ("like n^2 and R^d", ["n^2", "R^d"]),
        (r"at most \sqrt{2}", [r"\sqrt{2}"]),
        ("the root sqrt(2) of it", ["sqrt(2)"]),
    ],
)
def test_what_can_only_be_a_formula_is_noticed(text: str, found: list[str]) -> None:
    noticed = list(without_dollars(text))
    assert noticed
    for part in found:
        assert any(part in one or one in part for one in noticed), noticed


@pytest.mark.parametrize(
    "text",
    [
        "at n = 3 and d > 1 it holds",
        "where `x_i <= 2` in ``theorem_5_1.py``",
        r"with $\lambda_1\le 2^{-k}$ and \[x_i^2\]",
        "the beta distribution, and the incomplete beta function",
        "a part of Theorem 4.1 (D.5), see lemma-6/eq-96/noise",
        "delta is small; the k-th of 2 steps",
        "from 1/4 to 7/8, and -1 or +-1",
        "theorem_5_1 and step_size",
    ],
)
def test_ordinary_prose_is_not(text: str) -> None:
    assert list(without_dollars(text)) == []


def test_no_text_of_a_claim_has_a_formula_without_dollars() -> None:
    wrong = {
        (claim.id, written, text)
        for claim in registry.load().claims.values()
        for text in texts(claim)
        for written in without_dollars(text)
    }
    assert wrong == set()


def test_no_example_of_the_documentation_has_one() -> None:
    root = Path(__file__).resolve().parents[2]
    argument = re.compile(r'\b(?:adds|because|slack|why|implies)=r?"((?:[^"\\]|\\.)*)"')
    pages = [root / "README.md", *sorted((root / "docs").rglob("*.md"))]
    said = [text for page in pages for text in argument.findall(page.read_text(encoding="utf-8"))]
    assert len(said) > 20
    assert [text for text in said if list(without_dollars(text))] == []


CLAIM = """
from lemmata import amended, at_least, box, mutants, printed, reals, theorem


@theorem("Erratum 1", x=reals())
@printed(r"$x\\ge0$.", defect="statement", because="It may be below 0.")
@amended(r"The same for $x\\ge0$.", adds={adds}, x=box(low=0, high=4, of="[0, inf)"))
@mutants(one=dict(least=1))
def number(x, least=0):
    \"\"\"A number is not negative.\"\"\"
    return at_least(x, least)
"""


@pytest.mark.parametrize(("adds", "counted"), [('"x >= 0"', 1), (r'r"$x\ge0$"', 0)])
def test_a_run_of_a_file_warns_where_check_remarks(
    adds: str, counted: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "erratum.py"
    file.write_text(CLAIM.format(adds=adds))
    assert main(["check", str(file)]) == counted
    capsys.readouterr()
    assert main(["verify", str(file), "--workers", "1", "--out", str(tmp_path / "out")]) == 0
    warned = "warning: 1 text with a formula without dollars, write $...$: 'x >= 0' of erratum/erratum-1"
    assert " ".join(capsys.readouterr().out.split()).count(warned) == counted
