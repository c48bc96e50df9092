"""What code becomes as a formula, and where it stays code."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from lemmata import Margin, Paper, Probability, Rate, at_most, dims, equal, reals
from lemmata.claims.claim import Variant
from lemmata.claims.kinds import Kind
from lemmata.claims.space import space
from lemmata.claims.syntax import fields, syntax
from lemmata.formulas.conclusions import conclusion, given, predicate, written
from lemmata.formulas.expressions import Writer
from lemmata.formulas.terms import NotWritten
from lemmata.numbers import Array, abs, arrays, norm, sqrt, sum
from lemmata.numbers import linalg as eigenvalues
from lemmata.records.formula import MOST_DEFINITIONS, Formula
from lemmata.records.notation import identifier, plain
from reports import mathml


@dataclass(frozen=True)
class Setting:
    n: int
    beta_star: float = 1.0

    @property
    def rate(self) -> float:
        """One over n."""
        return 1 / self.n


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("s.a + s.b - (s.c - s.d)", "a+b-(c-d)"),  # brackets that are needed
        ("-(s.a + s.b) * 2", r"-2 (a+b)"),
        ("(s.a + s.b) ** 2 / 3", r"\frac{(a+b)^{2}}{3}"),
        ("s.beta_star ** 2", r"(\beta^{\ast})^{2}"),
        ("A * (x @ B)", r"A\cdot (x B)"),  # entry by entry, and of matrices
        ("s.X.mT @ s.X[0]", r"X^{\top} X_{0}"),
        ("x[:, None] @ x[None, :]", r"x x^{\top}"),  # rows and columns of None
        ("(x[..., None, :] @ A @ x[..., None])[..., 0, 0]", r"x^{\top} A x"),
        ("(A @ B @ x[..., None] - y[..., None])[..., 0]", "A B x-y"),
        ("(v[None, :] @ X)[0]", r"v^{\top} X"),
        ("f(x[..., None], y)[..., 0, 1]", "(f(x,y))_{0,1}"),
        ("x[..., -1]", r"x_{\dots,\text{last}}"),
        ("sum(x, 1) / x.shape[1]", r"\frac{\sum_{\text{axis }1} x}{\operatorname{size}_{1}(x)}"),
        ("norm(A + B, axis=(-2, -1))", r"\|A+B\|_{\mathrm{F}}"),
        ("sum(f(k) for k in range(1, n + 1))", r"\sum_{k=1,\dots,n} f(k)"),
        ("a if a > 0 else 0", r"\begin{cases}a&\text{if }a> 0\\0&\text{otherwise}\end{cases}"),
        ("0 < s.c <= 1 and not s.k == 2", r"0< c\le 1\text{ and }\text{not }k= 2"),
        ("1.5 * x - 2.0**-40 * 1e-6", r"\frac{3}{2} x-2^{-40}\cdot 10^{-6}"),
    ],
)
def test_each_idea_of_the_notation(code: str, expected: str) -> None:
    writer = Writer()
    writer.names["f"] = Writer().name("f")
    formula = writer.term(ast.parse(code, mode="eval").body).latex
    mathml.convert(formula)
    for command, shorter in ((r"\left", ""), (r"\right", ""), (r"\,", " ")):
        formula = formula.replace(command, shorter)
    assert formula == expected


@pytest.mark.parametrize(
    "code",
    [
        "someone(x)",
        "x.method()",
        "all(x > 0 for x in s.xs)",
        "getattr(s, name)",
        "reduce(operator.add, parts)",
        "[1.0] * d + [0.0]",
        "f'{x}'",
        "{'a': 1}",
        "lambda x: x",
        "stack([x, zeros((3,))])",
        "range(1, 9, 2)",
        "x * r.numerator / r.denominator",
    ],
)
def test_what_no_formula_says_is_no_formula(code: str) -> None:
    with pytest.raises(NotWritten):
        Writer().term(ast.parse(code, mode="eval").body)


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x", "x"),
        ("lambda_", r"\lambda"),
        ("beta_star", r"\beta^{\ast}"),
        ("yhat", r"\hat{y}"),
        ("rhostar_k", r"\rho_{k}^{\ast}"),
        ("what", r"\mathrm{what}"),
        ("N0", "N_{0}"),
        ("sigma_max", r"\sigma_{\max}"),
        ("X_query", r"X_{\mathrm{query}}"),
        ("printed_rate", r"\mathrm{printed\:rate}"),
        ("tf", r"\mathrm{TF}"),
    ],
)
def test_names_are_read_by_one_rule(name: str, expected: str) -> None:
    assert identifier(name) == expected


def test_lambdas_on_one_line_are_told_apart() -> None:
    first, second = (lambda s: s.k <= s.d), (lambda s: s.k >= s.d)
    assert predicate(first).latex == r"k\le d"
    assert predicate(second).latex == r"k\ge d"


def test_a_predicate_leaves_its_parameters_out_and_shows_properties() -> None:
    formula = predicate(lambda r: r.rate > r.x, Setting)
    assert formula.latex == r"\mathrm{rate}> x"
    (rate,) = formula.definitions
    assert (rate.symbol, rate.formula, rate.meaning) == (r"\mathrm{rate}", r"\frac{1}{n}", "One over n.")
    assert rate.file.endswith("test_engine_formulas.py")
    assert rate.line > 0


def test_a_predicate_that_no_formula_says_is_its_code() -> None:
    assert predicate(lambda s: s.n in {1: 2}).latex == r"\text{s.n in (1: 2)}"


def small(s: Any) -> Any:
    return s.n in {1: 2}


def tiny(s: Any) -> Any:
    """N is 1."""
    return s.n in {1: 2}


def test_a_named_predicate_is_shown_as_a_lambda_is_unless_it_says_what_it_is() -> None:
    assert predicate(small).latex == r"\text{s.n in (1: 2)}"
    assert predicate(tiny).latex == r"\mathrm{tiny}"
    assert predicate(tiny).definitions[0].meaning == "N is 1."


def test_what_has_no_source_is_named() -> None:
    typed: dict[str, Any] = {}
    exec("f = lambda s: s.k", typed)
    assert syntax(typed["f"]) is None
    assert predicate(typed["f"]).latex


def variant(check: Callable[..., Margin], sort: Kind | None = None, **ingredients: Any) -> Variant:
    """A claim about n real numbers."""
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1",
        kind=sort,
        settings=space(Setting, n=dims(1, 3)),
        prompts=lambda s: space(x=reals(s.n), y=reals(s.n)),
    )
    claim.printed("...", **ingredients)(check)
    return claim.complete().variant("printed")


def about(check: Callable[..., Margin], sort: Kind | None = None, **ingredients: Any) -> Formula:
    """The formula of a claim about n real numbers."""
    formula = written(variant(check, sort, **ingredients))
    assert formula == conclusion(variant(check, sort, **ingredients))
    for part in filter(None, (formula.latex, *definitions(formula), *definitions(formula).values())):
        mathml.convert(part)
    return formula


def definitions(formula: Formula) -> dict[str, str]:
    return {definition.symbol: definition.formula for definition in formula.definitions}


def test_hypotheses_and_ingredients_are_shown_and_reports_are_not() -> None:
    def bounded(n: Any, x: Any, factor: int, bound: Any) -> Margin:
        """The norm is bounded."""
        size = norm(x)
        margin = at_most(size, factor * bound).report(size=size)
        return margin.given(n - 2).trivial_where(size - 1)

    formula = about(bounded, factor=4, bound=lambda n, rate: sqrt(n) + rate)
    assert formula.latex == (
        r"\left\|x\right\|\le 4\,\left(\sqrt{n}+\mathrm{rate}\right)"
        r"\quad\text{where }n\ge 2\quad\text{saying nothing where }\left\|x\right\|\ge 1"
    )
    assert definitions(formula) == {r"\mathrm{rate}": r"\frac{1}{n}"}
    assert "def bounded" in formula.code
    assert formula.line > 0


def test_an_ingredient_with_the_name_of_a_function_is_shown() -> None:
    def check(answer: Callable[[int], int], values: Callable[[int], int], n: Any) -> Margin:
        return at_most(answer(n), values(n))

    formula = about(check, answer=lambda n: n + 7, values=lambda n: n + 8)
    assert definitions(formula) == {
        r"\mathrm{answer}\left(n\right)": "n+7",
        r"\mathrm{values}\left(n\right)": "n+8",
    }


def test_the_branch_that_the_reading_takes_is_shown() -> None:
    def check(n: Any, x: Any, kind: str) -> Margin:
        if kind == "equal":
            return equal(x, 0)
        if n > 1:
            return at_most(x, 1)
        return at_most(x, 2)

    assert about(check, kind="equal").latex == "x= 0"
    assert about(check, kind="other").latex == (
        r"\begin{cases}x\le 1&\text{if }n> 1\\x\le 2&\text{otherwise}\end{cases}"
    )


def test_each_branch_begins_with_what_was_before() -> None:
    def check(n: Any, x: Any, y: Any) -> Margin:
        """c"""
        size = x
        if n == 2:
            size = y
        return at_most(size, 1)

    assert about(check).latex == r"\begin{cases}y\le 1&\text{if }n= 2\\x\le 1&\text{otherwise}\end{cases}"


def both(x: Array, beta_star: Array) -> tuple[Array, Array]:
    """What is compared."""
    return abs(x), beta_star


def test_sides_that_come_together_are_shown_apart() -> None:
    def one_by_one(x: Any, beta_star: Any, sides: Callable[..., tuple[Array, Array]]) -> Margin:
        left, right = sides(x, beta_star)
        return at_most(left, right)

    def starred(x: Any, beta_star: Any, sides: Callable[..., tuple[Array, Array]]) -> Margin:
        return at_most(*sides(x, beta_star))

    for check in (one_by_one, starred):
        assert about(check, sides=both).latex == r"\left|x\right|\le \beta^{\ast}"


def test_a_module_under_any_name_is_no_argument() -> None:
    def check(x: Any) -> Margin:
        gram = x[..., None] @ x[None]
        return at_most(arrays.norm(gram, axis=(-2, -1)), eigenvalues.eigvalsh(gram + gram)[-1])

    assert about(check).latex == (
        r"\left\|x x^{\top}\right\|_{\mathrm{F}}\le "
        r"\left(\operatorname{eigenvalues}\left(x x^{\top}+x x^{\top}\right)\right)_{\text{last}}"
    )


def test_the_largest_along_an_axis_is_not_the_larger_of_it_and_the_axis() -> None:
    def check(n: Any, x: Any) -> Margin:
        both = arrays.max(abs(x), -1) + arrays.min(x, axis=0)
        return at_most(both, max(n, 2))

    assert about(check).latex == (
        r"\max\left(\left|x\right|\right)+\min_{\text{axis }0}\left(x\right)\le \max\left(n,2\right)"
    )


def powered(x: Array, power: int = 2) -> Array:
    """The mean of a power."""
    return sum(x**power, -1)


def test_a_function_of_the_topic_is_defined_once_with_its_defaults() -> None:
    def check(n: Any, x: Any, power: int) -> Margin:
        return equal(powered(x), powered(x, power + n))

    formula = about(check, power=1)
    assert formula.latex == r"\mathrm{powered}\left(x\right)= \mathrm{powered}\left(x,1+n\right)"
    assert [(d.symbol, d.formula) for d in formula.definitions] == [
        (r"\mathrm{powered}\left(x,\mathrm{power}=2\right)", r"\sum x^{\mathrm{power}}")
    ]


def test_a_quantity_may_be_called_s() -> None:
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", settings=space(Setting, n=dims(1, 3)), prompts=lambda s: space(s=reals(1), prompt=reals(1))
    )

    @claim.printed("...", limit=lambda depth: 1 - depth)
    def bounded(s: Any, prompt: Any, limit: Callable[..., Array]) -> Margin:
        return at_most(s[0] * 2, limit(s[0]) + prompt[0])

    formula = written(claim.complete().variant("printed"))
    assert formula.latex == r"2\,s\le \mathrm{limit}\left(s\right)+\mathrm{prompt}"
    assert definitions(formula)[r"\mathrm{limit}\left(\mathrm{depth}\right)"] == r"1-\mathrm{depth}"


def test_a_local_variable_never_takes_the_name_of_a_quantity() -> None:
    def check(n: Any, x: Any) -> Margin:
        x = norm(x) + norm(x * 2) + norm(x * 4)
        return at_most(x * x, n)

    formula = about(check)
    assert formula.latex == r"x'\,x'\le n"
    assert list(definitions(formula)) == ["x'"]


def test_sides_with_names_of_their_own_are_put_in() -> None:
    def check(n: Any, x: Any) -> Margin:
        left = norm(x) ** 2 + norm(x - 1)
        right = 4 * n * norm(x + 1)
        return at_most(left, right).report(left=left)

    formula = about(check)
    assert formula.latex == (r"\left\|x\right\|^{2}+\left\|x-1\right\|\le 4\,n\,\left\|x+1\right\|")
    assert not formula.definitions


def network(s: Setting) -> Callable[[Array], Array]:
    """The network as printed."""
    return lambda x: x


def factory(width: int) -> Callable[[Setting], Any]:
    def made(s: Setting) -> Callable[[Array], Array]:
        """A network."""
        return lambda x: x * width

    return made


def test_a_construction_is_said_and_one_that_holds_values_is_code() -> None:
    def check(x: Any, tf: Any) -> Margin:
        return equal(tf(x[..., None])[..., 0], 0)

    formula = about(check, construction=network)
    (tf,) = formula.definitions
    assert formula.latex == r"\mathrm{TF}\left(x\right)= 0"
    assert (tf.formula, tf.meaning) == ("", "The network as printed.")
    shown = conclusion(variant(check, construction=factory(3)))
    assert not shown.latex
    assert "tf = made\nwidth = 3\ndef made(s: Setting)" in shown.parts[0].code


@dataclass(frozen=True)
class Other(Setting):
    """Another setting."""


def test_a_property_is_shown_where_several_settings_are_allowed() -> None:
    def check(rate: Any, x: Any) -> Margin:
        return at_most(x, rate)

    assert definitions(about(check)) == {r"\mathrm{rate}": r"\frac{1}{n}"}


def test_fields_say_what_they_are() -> None:
    @dataclass(frozen=True)
    class Local:
        n: int

    assert fields(Local) == {}
    assert fields(Annotated) == {"tilt": "two reflections", "root": "Of the eigenvalues"}


@dataclass(frozen=True)
class Annotated(Setting):
    """A setting with words."""

    tilt: float = 0  # (2, d - 1) two reflections
    root: float = 0
    """Of the eigenvalues."""


def test_a_name_that_is_set_anew_is_shown_by_its_last_value() -> None:
    def undecided(n: Any, x: Any) -> Margin:
        """c"""
        x = abs(x) if n > 2 else x
        return at_most(sum(x, -1), 1)

    def decided(x: Any, signed: bool) -> Margin:
        """c"""
        x = sum(x * x, -1) - sum(x, -1)
        x = x if signed else abs(x)
        return at_most(x, 1)

    formula = about(undecided)
    assert formula.latex == r"\sum x'\le 1"
    assert definitions(formula) == {
        "x'": r"\begin{cases}\left|x\right|&\text{if }n> 2\\x&\text{otherwise}\end{cases}"
    }
    for signed, expected in ((True, r"x'\le 1"), (False, r"\left|x'\right|\le 1")):
        formula = about(decided, signed=signed)
        assert formula.latex == expected
        assert definitions(formula) == {"x'": r"\sum \left(x\cdot x\right)-\sum x"}


def test_a_margin_is_of_what_names_were_when_it_was_made() -> None:
    def check(n: Any, x: Any) -> Margin:
        """c"""
        x = sum(x, -1)
        margin = at_most(x, 1)
        x = 2 * x + n
        return margin.given(x)

    formula = about(check)
    assert formula.latex == r"\sum x\le 1\quad\text{where }x'\ge 0"
    assert definitions(formula) == {"x'": r"2\,\sum x+n"}


# -- code in the place of a formula --------------------------------------------------------------------


def looped(n: Any, rate: Any, x: Any, factor: Any, start: tuple[int, ...]) -> Margin:
    """The total is small."""
    total = x
    for k in range(1, n):
        total = total * k + x * factor + rate
    return at_most(powered(x) + total, 1).given(norm(x) - start[0])


def test_a_loop_is_shown_as_code_with_all_that_it_uses() -> None:
    shown = conclusion(variant(looped, factor=lambda n: n + 1, start=(2, 3)))
    assert shown.latex == "" and shown.definitions == ()
    assert shown.code.startswith("def looped(") and shown.line > 0
    assert [part.code.split("\n")[0] for part in shown.parts] == [
        "factor = lambda n: n + 1",
        "start = (2, 3)",
        "def powered(x: Array, power: int = 2) -> Array:",
    ]
    assert shown.sources[0].code == shown.code


def test_hypotheses_are_known_where_the_rest_is_no_formula() -> None:
    assert given(variant(looped, factor=lambda n: 1, start=(2, 3))) == [
        r"\left\|x\right\|\ge \mathrm{start}_{0}"
    ]


def test_what_needs_too_many_definitions_is_shown_as_code() -> None:
    def check(x: Any, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any) -> Margin:
        """c"""
        return at_most(x, a[0] + b[0] + c[0] + d[0] + e[0] + f[0])

    ingredients: dict[str, Any] = dict.fromkeys("abcdef", (4,))
    reading = variant(check, **ingredients)
    assert len(written(reading).definitions) == MOST_DEFINITIONS + 1
    assert conclusion(reading).latex == ""
    assert [part.code for part in conclusion(reading).parts] == [f"{name} = (4,)" for name in "abcdef"]


def test_an_array_that_is_filled_in_is_no_formula() -> None:
    def check(x: Any) -> Margin:
        """c"""
        unit = 0
        unit[0] = 1  # type: ignore[index]
        return at_most(unit, x)

    with pytest.raises(NotWritten, match=r"unit\[0\]"):
        written(variant(check))


MANY = {n: Setting(n) for n in range(9)}


def test_a_long_value_is_cut_and_a_long_function_is_its_first_line() -> None:
    def check(n: Any, x: Any, table: dict[int, Setting], bound: Any) -> Margin:
        """c"""
        return at_most(norm(x), table[3].n * bound)

    table, bound = conclusion(variant(check, table=MANY, bound=long)).parts
    assert "1: Setting(n=1, beta_star=1.0), 2:" in table.code and table.code.endswith(" ...")
    assert bound.code == ('bound = long\ndef long(n: int) -> float:\n    """Many lines."""\n    ...')


def long(n: int) -> float:
    """Many lines.

    And
    a
    docstring
    of
    several
    lines,
    so
    that
    this
    function
    is
    too
    long
    to
    be
    shown.
    """
    return 1.0


def test_a_terminal_gets_it_plain() -> None:
    assert (
        plain(r"\frac{\left\|x\right\|^{2}}{\sqrt{2\,n}}\le \beta^{\ast}") == "(||x||^2)/(sqrt(2 n)) <= beta*"
    )
    assert plain(r"\mathrm{printed\:rate}^{K}\ge \left|a_{0}\right|") == "printed rate^K >= |a_0|"


def test_a_probability_and_a_rate_say_what_they_are() -> None:
    def check(x: Any) -> Margin:
        """c"""
        return at_most(x, 1)

    likely = Probability(failure=lambda s: s.n / 10 + 1)
    rate = Rate(ladder=(Setting(1), Setting(2)), size=lambda s: s.n)
    assert about(check, sort=likely).latex.endswith(
        r"\text{with probability at least }1-\left(\frac{n}{10}+1\right)"
    )
    assert about(check, sort=rate).latex.endswith(r"up to one factor that does not grow with }n")
