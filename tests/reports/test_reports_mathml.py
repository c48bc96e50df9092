"""Formulas: what authors write comes out as MathML Core, and nothing else comes out."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from reports.breaks import WIDE, pieces, width
from reports.marking import mark_differences
from reports.mathml import FormulaError, convert, render

TOUGH = [
    r"\begin{bmatrix}[a] & b \\ [c] & d\end{bmatrix}",
    r"\begin{pmatrix} [1] \\[2pt] 2 \end{pmatrix}",
    r"\left[\begin{matrix}1&2\\3&4\end{matrix}\right]",
    r"\begin{aligned} a &= b \\ &= c \end{aligned}",
    r"\begin{split}a&\le b\\&\le c\end{split}",
    r"a = b \\ c = d",
    r"x = \begin{cases} 1 & \text{if } x>0 \\ [2pt] 0 & \text{else}\end{cases}",
    r"\operatorname*{arg\,min}_{x\in\mathbb R^d} \tfrac12\|y - X\beta\|_2^2 + \lambda\|\beta\|_1",
    r"\arg\max_i x_i + \argmin_j y_j + \arg z",
    r"\bigl\| x \bigr\|_2 + \Big\langle a, b\Big\rangle",
    r"\mathds{1}\{x>0\} + \mathbbm{1}\{x \le 0\} + \mathbb{1}",
    r"\boldsymbol\theta^\top \bm{x} + \mathbf{X} + \mathbf 1",
    r"\text{if $x$ is $y$}",
    r"x \sim \mathcal{N}(0, I_d),\quad A \succeq 0,\ a \leqslant b",
    r"\mathbb{E}\left[\left\langle w_\star, x^{(i)}\right\rangle^2\right] = \lambda_{\max}(\Sigma)",
    r"\sum\limits_{i=1}^{n}\prod_{t\ge 0} \underbrace{x}_{y} \overset{d}{=} \xrightarrow{p} z",
    r"\hat\beta + \widehat{W} + \overline{Z}_0 + \tilde x + \vec v + \dot x",
    r"f'(x) = \mathrm{ReLU}(x), \; 1{,}000, \; 10\%, \; a \bmod b, \; \binom{n}{k}, \; \sqrt[3]{x}",
    r"S := \{1,\dots,n\} \setminus \emptyset, \tag{3}",
    r"\min_{A_0, A_1} f\left\{P_i = \begin{bmatrix} 0_{d \times d} & 0 \\ 0 & 1 \end{bmatrix}\right\}",
    r"\log n \cdot \exp(-x) + \log_2 d",
    r"\lfloor x \rfloor + \lceil x \rceil + \lvert x \rvert + \lVert x \rVert",
    r"a < b > c, \quad \label{eq} x \nonumber",
]
CORE = {
    *("math", "mrow", "mi", "mo", "mn", "mtext", "mspace", "mfrac", "mroot", "msqrt", "mstyle"),
    *("msub", "msup", "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd"),
    *("mphantom", "mpadded"),
}


@pytest.mark.parametrize("display", [False, True])
@pytest.mark.parametrize("latex", TOUGH)
def test_tough_formulas_become_mathml_core(latex: str, display: bool) -> None:
    tree = ET.fromstring(render(convert(latex, display=display)))
    assert {node.tag for node in tree.iter()} <= CORE
    text = "".join(tree.itertext())
    assert "\\" not in text
    assert "$" not in text


@pytest.mark.parametrize(
    "latex",
    [
        r"\bad{", "x_{", r"\unheardof x", "a & b", "", r"\left( x", "{" * 1900 + "}" * 1900, "x" * 4001,
        "x^{" * 60 + "x" + "}" * 60, r"\text{&#xFFFFFF;}", r"\frac" * 500,
    ],
)  # fmt: skip
def test_a_malformed_formula_says_so(latex: str) -> None:
    with pytest.raises(FormulaError):
        convert(latex)


@pytest.mark.parametrize(
    "latex",
    [
        r"\text{<script>alert(1)</script>}",
        r"\text{&lt;script&gt;}",
        r"\href{javascript:alert(1)}{x}",
        r"\style{background:url(http://x)}{x}",
        r"\class{differs}{x}",
        r"\color{red}x",
        r"\unicode{x3C}script\unicode{x3E}",
        r"\mbox{<img src=x onerror=alert(1)>}",
    ],
)
def test_nothing_but_mathml_comes_out(latex: str) -> None:
    html = render(convert(latex))
    tree = ET.fromstring(html)
    assert {node.tag for node in tree.iter()} <= CORE
    known = {"stretchy", "displaystyle", "scriptlevel", "mathvariant"}
    assert {name for node in tree.iter() for name in node.attrib} <= known
    assert "<script" not in html
    assert "<img" not in html


def texts(latex: str, tag: str, display: bool = False) -> list[str]:
    return [node.text or "" for node in convert(latex, display=display).iter(tag)]


def test_letters_have_the_style_that_browsers_do_not_apply() -> None:
    assert texts(r"\boldsymbol\theta\bm{x}\mathbf{X}", "mi") == ["𝜽", "𝒙", "𝐗"]
    assert texts(r"\mathbf{1}\mathds{1}", "mn") == ["𝟏", "𝟙"]
    assert texts(r"\mathbb R\mathbb{E}\mathcal N\mathcal{BO}\mathfrak g", "mi") == list("ℝ𝔼𝒩ℬ𝒪𝔤")


def test_upright_letters_are_one_name_with_space_around() -> None:
    assert texts(r"\mathrm{ReLU}(x)", "mi") == ["ReLU", "x"]
    spaced = convert(r"a \log n \operatorname{tr}(A)")
    tags = [node.tag for node in spaced[0]]
    assert tags == ["mi", "mspace", "mi", "mspace", "mi", "mspace", "mi", "mo", "mi", "mo"]


def test_relations_are_operators() -> None:
    assert texts(r"x \sim y \leqslant z \succeq 0 := c", "mo") == ["∼", "⩽", "⪰", "≔"]


def test_limits_stand_below_in_a_display_only() -> None:
    assert list(convert(r"\min_x f", display=True).iter("munder"))
    assert list(convert(r"\min_x f").iter("msub"))


def test_a_sign_is_no_operation() -> None:
    first, second = convert(r"a = -b - c").iter("mo"), convert(r"f(-x)").iter("mo")
    assert [(o.text, o.get("form")) for o in first] == [("=", None), ("−", "prefix"), ("−", None)]
    assert [(o.text, o.get("form")) for o in second if o.text == "−"] == [("−", "prefix")]


def test_only_the_parts_that_differ_are_marked() -> None:
    printed, amended = (convert(r"\frac{x + y}{\sqrt d} \le 1"), convert(r"\frac{x - y}{\sqrt d} \le 1"))
    mark_differences(printed, amended)
    assert [n.text for n in printed.iter() if n.get("class")] == ["+"]
    assert [n.text for n in amended.iter() if n.get("class")] == ["−"]


def test_what_is_inserted_is_marked_on_one_side() -> None:
    printed, amended = convert("x_i y"), convert("|x_i| y")
    mark_differences(printed, amended)
    assert not [n for n in printed.iter() if n.get("class")]
    assert [n.text for n in amended.iter() if n.get("class")] == ["|", "|"]


def test_a_long_formula_is_cut_after_relations_and_loses_nothing() -> None:
    long = convert(r"\mathbb{P}(|v^\top x|\le\delta)\le\frac{1}{\sqrt\pi}\sqrt\delta+\exp(-C)")
    whole = "".join(long.itertext())
    parts = pieces(long)
    assert len(parts) > 1
    assert "".join("".join(part.itertext()) for part in parts) == whole
    assert not "".join(parts[0].itertext()).endswith("δ")  # not cut inside of a parenthesis
    assert len(pieces(convert("x = 1"))) == 1


def test_what_is_too_wide_for_a_phone_is_cut_within_brackets_and_between_factors() -> None:
    terms = "+".join(rf"\frac{{a_{{{k}}}}}{{\lambda}}" for k in range(12))
    factors = r"X_i M X_i^\top A_i X_i " * 4
    for latex in (rf"\left({terms}\right)^2 = {factors}", rf"\operatorname{{tr}}({factors})"):
        for display in (False, True):
            long = convert(latex, display=display)
            parts = pieces(long)
            assert "".join(map("".join, (part.itertext() for part in parts))) == "".join(long.itertext())
            assert max(map(width, parts)) <= WIDE
            assert {part.get("displaystyle") for part in parts} == {"true" if display else None}


def test_a_matrix_stays_whole() -> None:
    cells = "&".join(["1 + x"] * 20)
    parts = pieces(convert(rf"A = \begin{{bmatrix}}{cells}\end{{bmatrix}}", display=True))
    assert max(map(width, parts)) > WIDE


def test_a_bracket_stays_with_what_it_closes() -> None:
    terms = (
        r"\frac{\epsilon_0}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^{\eta}\frac{25\lambda_{i+1}^2}{\Delta^2}"
    )
    parts = pieces(convert(rf"L \le C\left({terms}\right)^{{1/2}} + C\left({terms}\right)^{{1/2}} + 1"))
    closing = [p for p in parts for n in p.iter("msup") if n[0].tag == "mrow" and n[0][-1].text == ")"]
    assert len(closing) == 2
    assert all(part.find(".//mfrac") is not None for part in closing)
    assert render(parts[-1]).endswith("<mn>1</mn></math>")


def test_bars_at_the_ends_of_a_row_say_nothing_of_their_spaces() -> None:
    inside = '<mi>x</mi><mo stretchy="false" lspace="0" rspace="0">|</mo><mi>y</mi>'
    assert inside in render(convert("|x|y|"))
    assert render(convert("|x|y|")).count("lspace") == 1


def test_bars_of_a_norm_say_nothing_of_their_spaces() -> None:
    assert render(convert(r"\|x\|_2")) == (
        '<math><mo stretchy="false">‖</mo><mi>x</mi><msub><mo stretchy="false">‖</mo><mn>2</mn></msub></math>'
    )
