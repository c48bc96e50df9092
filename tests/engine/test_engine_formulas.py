"""What code becomes as a formula: brackets, names, indices, cases, loops, and what names stand for."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from lemmata import Margin, Paper, Probability, Prompt, Rate, at_most, dims, equal, reals, space
from lemmata.numbers import Array, absolute, arrays, norm, sqrt, sum
from lemmata.numbers import linalg as eigenvalues
from lemmata.statement.formulas import Formula
from lemmata.statement.kinds import Kind
from lemmata.statement.written.conclusions import conclusion, predicate, written
from lemmata.statement.written.expressions import expression
from lemmata.statement.written.notation import identifier, plain
from lemmata.statement.written.syntax import fields, syntax


@dataclass(frozen=True)
class Setting:
    n: int
    beta_star: float = 1.0

    @property
    def rate(self) -> float:
        """One over n."""
        return 1 / self.n


def latex(code: str) -> str:
    """Without the commands that only size brackets and set spaces."""
    formula = expression(ast.parse(code, mode="eval").body)
    for command in (r"\left", r"\right", r"\,"):
        formula = formula.replace(command, "" if command != r"\," else " ")
    return formula


LISTS = r"(\underbrace{1,\dots,1}_{d\text{ times}},\underbrace{0,\dots,0}_{\mathrm{spare}\text{ times}})"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("s.a + s.b - (s.c - s.d)", "a+b-(c-d)"),
        ("s.a - (s.b + s.c)", "a-(b+c)"),
        ("-(s.a + s.b) * 2", r"-2 (a+b)"),
        ("(s.a + s.b) ** 2 / 3", r"\frac{(a+b)^{2}}{3}"),
        ("(-s.a) ** 2", "(-a)^{2}"),
        ("(s.a ** s.b) ** s.c", "(a^{b})^{c}"),
        ("s.beta_star ** 2", r"(\beta^{\ast})^{2}"),
        ("2 * s.k", "2 k"),
        ("4 * s.k + 3", "4 k+3"),
        ("(A * x) @ B", r"(A\cdot x) B"),
        ("A * (x @ B)", r"A\cdot (x B)"),
        ("A * (2 * x)", r"A\cdot 2 x"),
        ("A @ B @ C - D", "A B C-D"),
        ("A @ (x + y)", "A (x+y)"),
        ("prompt.X.mT @ prompt.X[:, 0]", r"X^{\top} X_{0}"),
        ("x[:, None, :s.k]", "x_{:k}"),
        ("x[0][1]", "x_{0,1}"),
        ("[sqrt(a), f(b, c)][1] * d", r"f(b,c)\cdot d"),
        ("(A @ x[..., None])[..., 0]", "A x"),
        ("(A @ B)[..., 0]", r"(A B)_{\dots,0}"),
        ("f(x[..., None])[..., 0]", "f(x)"),
        ("(A @ B @ x[..., None] - y[..., None])[..., 0]", "A B x-y"),
        ("f(x[..., None], y)[..., 0, 1]", "(f(x,y))_{0,1}"),
        ("f(x[:, None])[:, 0]", "(f(x))_{0}"),
        ("(v[:, None, :] @ X)[:, 0]", "v X"),
        ("reduce(operator.matmul, factors, start)", r"\mathrm{start} \prod \mathrm{factors}"),
        ("range(4)", r"(0,\dots,3)"),
        ("x[..., -1]", r"x_{\dots,\text{last}}"),
        ("x[..., : s.n]", r"x_{\dots,:n}"),
        ("sum(x, 1) / x.shape[1]", r"\frac{\sum_{\text{axis }0} x}{\operatorname{size}_{0}(x)}"),
        ("sum(s.A, 1)", r"\sum_{\text{axis }1} A"),
        ("amax(x, (1, 2))", r"\max_{\text{axis }(0,1)}(x)"),
        ("range(-40 * 4, 40 * 4 + 1)", r"(-160,\dots,160)"),
        ("1.5 * x - 2.0**20 * 2.0**-30", r"\frac{3}{2} x-2^{20}\cdot 2^{-30}"),
        ("step(lambda s: s.n)", r"\mathrm{step}(n)"),
        ("[a * b for a, b in zip(s.A, c)]", r"(a\cdot b)_{(a,b)\text{ along }(A,c)}"),
        ("[1.0] * d + [0.0] * s.spare", LISTS),
        ("diag_embed(tensor([1] * d + [0] * s.spare))", rf"\operatorname{{diag}}({LISTS})"),
        ("states + [hidden]", r"(\mathrm{states}\dots,\mathrm{hidden})"),
        ("[x] * 2 + [y]", "(x,x,y)"),
        ("stack([x, y]) + z", "(x,y)+z"),
        ("concatenate([ones((d,)), zeros((s.spare,))])", r"(1_{d},0_{\mathrm{spare}})"),
        ("concatenate([x, zeros((*batch, 2, n))], -1)", r"(x,0_{2\times n})"),
        ("reduce(operator.matmul, factors)", r"\prod \mathrm{factors}"),
        ("reduce(minimum, [f(k) for k in range(n)])", r"\min_{k=0,\dots,n-1}(f(k))"),
        ("x * r.numerator / r.denominator", r"x\cdot r"),
        ("(s.b == 0).all()", "b= 0"),
        ("s.root.any()", r"\mathrm{root}\ne 0"),
        ("all(x > 0 for x in s.xs)", r"x> 0\text{ for all }x\in \mathrm{xs}"),
        ("b_x[0]", "(b_{x})_{0}"),
        ("norm(x - y) ** 2", r"\|x-y\|^{2}"),
        ("norm(A + B, axis=(-2, -1))", r"\|A+B\|_{\mathrm{F}}"),
        ("linalg.eigvalsh(A + E)", r"\mathrm{eigvalsh}(A+E)"),
        ("linalg.inv(A + B) @ linalg.solve(A, b)", r"(A+B)^{-1} \mathrm{solve}(A,b)"),
        ("linalg.det(A @ B)", r"\det(A B)"),
        ("sum(absolute(x), -1)", r"\sum |x|"),
        ("sum(x + y, -1)", r"\sum (x+y)"),
        ("sum(x, -2)", r"\sum_{\text{axis }-2} x"),
        ("reduce(operator.add, [f(k) for k in range(n + 4)])", r"\sum_{k=0,\dots,n+3} f(k)"),
        ("sum(f(k) for k in range(1, n + 1))", r"\sum_{k=1,\dots,n} f(k)"),
        ("[g(k) for k in range(n)]", r"(g(k))_{k=0,\dots,n-1}"),
        ("a if a > 0 else 0", r"\begin{cases}a&\text{if }a> 0\\0&\text{otherwise}\end{cases}"),
        ("0 < s.c <= 1 and not s.k == 2", r"0< c\le 1\text{ and }\text{not }k= 2"),
        ("math.pi / exp(-x)", r"\frac{\pi}{e^{-x}}"),
        ("amax(amax(absolute(G), -1), -1)", r"\max(|G|)"),
        ("Fraction(1, 3) * x", r"\frac{1}{3} x"),
        ("s.n // 2", r"\lfloor\frac{n}{2}\rfloor"),
        ("range(2, n)", r"(2,\dots,n-1)"),
        ("torch.full((2, 3), c)", "c"),
        ("s.A[:, 0]", "A_{:,0}"),
        ("2.0 ** -40 * 1e-6", r"2^{-40}\cdot 10^{-6}"),
    ],
)
def test_brackets_are_those_that_are_needed(code: str, expected: str) -> None:
    assert latex(code) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("x", "x"),
        ("lam", r"\lambda"),
        ("lambda_", r"\lambda"),
        ("beta_star", r"\beta^{\ast}"),
        ("x_hat", r"\hat{x}"),
        ("yhat", r"\hat{y}"),
        ("rhostar_k", r"\rho_{k}^{\ast}"),
        ("what", r"\mathrm{what}"),
        ("N0", "N_{0}"),
        ("b_x", "b_{x}"),
        ("sigma_max", r"\sigma_{\max}"),
        ("x_1_2", "x_{1,2}"),
        ("X_query", r"X_{\mathrm{query}}"),
        ("printed_rate", r"\mathrm{printed\:rate}"),
        ("rate_n", r"\mathrm{rate}_{n}"),
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
    formula = predicate(lambda r, prompt: r.rate > prompt.x, Setting)
    assert formula.latex == r"\mathrm{rate}> x"
    (rate,) = formula.definitions
    assert (rate.symbol, rate.formula, rate.meaning) == (r"\mathrm{rate}", r"\frac{1}{n}", "One over n.")
    assert rate.file.endswith("test_engine_formulas.py")
    assert rate.line > 0


def test_what_has_no_source_is_named() -> None:
    typed: dict[str, Any] = {}
    exec("f = lambda s: s.k", typed)
    assert syntax(typed["f"]) is None
    assert predicate(typed["f"]).latex


def about(check: Callable[..., Margin], sort: Kind | None = None, **ingredients: Any) -> Formula:
    """The formula of a claim about n real numbers."""
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", kind=sort, settings=space(Setting, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n))
    )
    claim.printed("...", **ingredients)(check)
    variant = claim.complete().variant("printed")
    assert conclusion(variant) == written(variant)[0]
    assert written(variant)[1] == []
    return conclusion(variant)


def definitions(formula: Formula) -> dict[str, str]:
    return {definition.symbol: definition.formula for definition in formula.definitions}


def test_hypotheses_and_ingredients_are_shown_and_reports_are_not() -> None:
    def bounded(s: Setting, prompt: Prompt, factor: int, bound: Callable[[Setting], float]) -> Margin:
        """The norm is bounded."""
        size = norm(prompt.x)
        margin = at_most(size, factor * bound(s)).report(size=size)
        return margin.given(s.n - 2).trivial_where(size - 1)

    formula = about(bounded, factor=4, bound=lambda s: sqrt(s.n) + s.rate)
    assert formula.latex == (
        r"\left\|x\right\|\le \mathrm{factor}\,\mathrm{bound}"
        r"\quad\text{where }n\ge 2\quad\text{saying nothing where }\left\|x\right\|\ge 1"
    )
    assert definitions(formula) == {
        r"\mathrm{factor}": "4",
        r"\mathrm{bound}": r"\sqrt{n}+\mathrm{rate}",
        r"\mathrm{rate}": r"\frac{1}{n}",
    }
    assert "def bounded" in formula.code
    assert formula.line > 0


def test_an_ingredient_with_the_name_of_a_function_is_shown() -> None:
    def check(s: Setting, answer: Callable[[Setting], int], values: Callable[[Setting], int]) -> Margin:
        return at_most(answer(s), values(s))

    formula = about(check, answer=lambda s: s.n + 7, values=lambda s: s.n + 8)
    assert formula.latex == r"\mathrm{answer}\le \mathrm{values}"
    assert definitions(formula) == {r"\mathrm{answer}": "n+7", r"\mathrm{values}": "n+8"}


def test_a_check_of_something_else_is_visibly_something_else() -> None:
    def twice(s: Setting, prompt: Prompt) -> Margin:
        return at_most(sum(prompt.x, -1), 2 * s.n + 3)

    def four_times(s: Setting, prompt: Prompt) -> Margin:
        return at_most(sum(prompt.x, -1), 4 * s.n + 3)

    assert about(twice).latex == r"\sum x\le 2\,n+3"
    assert about(four_times).latex == r"\sum x\le 4\,n+3"


def test_the_branch_that_the_reading_takes_is_shown() -> None:
    def check(s: Setting, prompt: Prompt, kind: str) -> Margin:
        if kind == "equal":
            return equal(prompt.x, 0)
        if s.n > 1:
            return at_most(prompt.x, 1)
        return at_most(prompt.x, 2)

    assert about(check, kind="equal").latex == "x= 0"
    assert about(check, kind="other").latex == (
        r"\begin{cases}x\le 1&\text{if }n> 1\\x\le 2&\text{otherwise}\end{cases}"
    )


def test_a_slice_shows_its_step_and_a_setting_its_fields() -> None:
    def check(s: Setting, prompt: Prompt, keys: slice, sizes: tuple[Setting, ...]) -> Margin:
        return at_most(prompt.x[:, keys], len(sizes))

    shown = definitions(about(check, keys=slice(0, None, 2), sizes=(Setting(3, 0.5),)))
    assert shown[r"\mathrm{keys}"] == "0::2"
    assert shown[r"\mathrm{sizes}"] == (r"\left(\left(n=3,\beta^{\ast}=\frac{1}{2}\right)\right)")


def both(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """What is compared."""
    return absolute(prompt.x), s.beta_star


def test_sides_that_come_together_are_shown_apart() -> None:
    def check(s: Setting, prompt: Prompt, sides: Callable[..., tuple[Array, Array]]) -> Margin:
        left, right = sides(s, prompt)
        return at_most(left, right)

    assert about(check, sides=both).latex == r"\left|x\right|\le \beta^{\ast}"


def test_a_module_under_any_name_is_no_argument() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        gram = prompt.x[..., None] @ prompt.x[:, None]
        return at_most(arrays.norm(gram, axis=(-2, -1)), eigenvalues.eigvalsh(gram + gram)[:, -1])

    assert about(check).latex == (
        r"\left\|x x\right\|_{\mathrm{F}}\le "
        r"\left(\mathrm{eigvalsh}\left(x x+x x\right)\right)_{\text{last}}"
    )


def test_the_largest_along_an_axis_is_not_the_larger_of_it_and_the_axis() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        both = arrays.max(absolute(prompt.x), -1) + arrays.min(prompt.x, axis=0)
        return at_most(both, max(s.n, 2))

    assert about(check).latex == (
        r"\max\left(\left|x\right|\right)+\min_{\text{axis }0}\left(x\right)\le \max\left(n,2\right)"
    )


def test_a_loop_is_what_it_does_each_time() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        total = prompt.x
        for k in range(1, s.n):
            total = total * k + prompt.x
        return at_most(total, 1)

    formula = about(check)
    assert formula.latex == r"\mathrm{total}\le 1"
    assert definitions(formula) == {
        r"\mathrm{total}": r"\text{from }x\text{, then }\mathrm{total}\cdot k+x\quad(k=1,\dots,n-1)"
    }


def test_a_loop_that_adds_is_a_sum_and_one_that_appends_a_list() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        total, sizes = 0, []
        for k in range(1, s.n):
            x = prompt.x * k + prompt.x
            total = total + norm(x) * x
            sizes.append(x - k * x)
        return equal(total + total * total, sizes + sizes)

    assert definitions(about(check)) == {
        r"\mathrm{total}": r"\sum_{k=1,\dots,n-1} \left\|x'\right\|\,x'",
        r"\mathrm{sizes}": r"\left(x'-k\cdot x'\right)_{k=1,\dots,n-1}",
        "x'": r"x\cdot k+x\quad(k=1,\dots,n-1)",
    }


def powered(prompt: Prompt, power: int = 2) -> Array:
    """The mean of a power."""
    return sum(prompt.x**power, -1)


def test_what_a_call_leaves_out_is_put_in() -> None:
    def check(s: Setting, prompt: Prompt, power: int) -> Margin:
        return equal(powered(prompt), powered(prompt, power + s.n))

    formula = about(check, power=1)
    assert formula.latex == r"\mathrm{powered}= \mathrm{powered}\left(\mathrm{power}+n\right)"
    assert [(d.symbol, d.formula) for d in formula.definitions] == [
        (r"\mathrm{powered}", r"\sum x^{2}"),
        (r"\mathrm{powered}\left(\mathrm{power}\right)", r"\sum x^{\mathrm{power}}"),
        (r"\mathrm{power}", "1"),
    ]


def test_a_quantity_may_be_called_s() -> None:
    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", settings=space(Setting, n=dims(1, 3)), prompts=lambda s: space(s=reals(1))
    )

    @claim.printed("...", limit=lambda s, depth: (1 - depth) * s.rate)
    def bounded(s: Setting, prompt: Prompt, limit: Callable[..., Array]) -> Margin:
        return at_most(prompt.s[:, 0] * 2, limit(s, prompt.s[:, 0]))

    formula = conclusion(claim.complete().variant("printed"))
    assert formula.latex == r"2\,s\le \mathrm{limit}\left(s\right)"
    assert definitions(formula)[r"\mathrm{limit}\left(\mathrm{depth}\right)"] == (
        r"\left(1-\mathrm{depth}\right)\,\mathrm{rate}"
    )


def apart(factor: int) -> Callable[..., tuple[Array, Array]]:
    """Both sides."""

    def sides(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
        x = prompt.x * 2 + norm(prompt.x)
        return norm(x + x), s.rate * factor

    return sides


def test_the_quantity_s_of_a_prompt_is_no_setting() -> None:
    assert predicate(lambda s, prompt: s.n < 1 - prompt.s, holder=Setting).latex == "n< 1-s"


def test_the_sides_that_a_closure_gives_are_shown() -> None:
    def check(s: Setting, prompt: Prompt, sides: Callable[..., tuple[Array, Array]]) -> Margin:
        return at_most(*sides(s, prompt))

    formula = about(check, sides=apart(3))
    assert formula.latex == r"\left\|x'+x'\right\|\le \mathrm{rate}\,\mathrm{factor}"
    assert definitions(formula)["x'"] == r"2\,x+\left\|x\right\|"
    assert definitions(formula)[r"\mathrm{factor}"] == "3"


def test_a_condition_in_a_loop_is_shown() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        total = prompt.x
        for k in range(s.n):
            if k > 2:
                total = total * k
        return at_most(total, 1)

    (total,) = about(check).definitions
    assert r"\begin{cases}\mathrm{total}\cdot k&\text{if }k> 2\\\mathrm{total}&" in total.formula


def test_what_cannot_be_written_is_shown_as_code_and_counted() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        total = prompt.x
        while s.n > 4:
            total = total * 2
        return at_most(total, 1)

    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", settings=space(Setting, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n))
    )
    claim.printed("...")(check)
    formula, codes = written(claim.complete().variant("printed"))
    assert formula.latex == r"\mathrm{total}\le 1"
    assert r"\text{while s.n > 4:" in formula.definitions[0].formula
    assert len(codes) == 1


def test_a_local_variable_never_takes_the_name_of_a_quantity() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        x = norm(prompt.x) + norm(prompt.x * 2) + norm(prompt.x * 4)
        return at_most(x * x, s.n)

    formula = about(check)
    assert formula.latex == r"x'\,x'\le n"
    assert list(definitions(formula)) == ["x'"]


MANY = {n: Setting(n) for n in range(9)}


def test_a_long_value_is_cut_where_a_reader_sees_it() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        return at_most(norm(prompt.x), MANY[3].n)

    (shown,) = definitions(about(check)).values()
    assert "1: Setting(n=1, beta star=1.0), 2:" in shown and shown.endswith(", ...}")


def test_a_terminal_gets_it_plain() -> None:
    assert (
        plain(r"\frac{\left\|x\right\|^{2}}{\sqrt{2\,n}}\le \beta^{\ast}") == "(||x||^2)/(sqrt(2 n)) <= beta*"
    )
    assert plain(r"\mathrm{printed\:rate}^{K}\ge \left|a_{0}\right|") == "printed rate^K >= |a_0|"


def test_sides_with_names_of_their_own_are_put_in() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        left = norm(prompt.x) ** 2 + norm(prompt.x - 1)
        right = 4 * s.n * norm(prompt.x + 1)
        return at_most(left, right).report(left=left)

    formula = about(check)
    assert formula.latex == (r"\left\|x\right\|^{2}+\left\|x-1\right\|\le 4\,n\,\left\|x+1\right\|")
    assert not formula.definitions


def test_the_construction_is_said() -> None:
    def network(s: Setting) -> Callable[[Array], Array]:
        """The network as printed."""
        return lambda x: x

    def factory(width: int) -> Callable[[Setting], Any]:
        def made(s: Setting) -> Callable[[Array], Array]:
            """A network."""
            return lambda x: x * width

        return made

    def check(s: Setting, prompt: Prompt, tf: Any) -> Margin:
        return equal(tf(prompt.x[..., None])[..., 0], 0)

    (tf,) = about(check, construction=network).definitions
    assert (tf.symbol, tf.formula, tf.meaning) == (
        r"\mathrm{TF}",
        r"\mathrm{network}",
        "The network as printed.",
    )
    formula = about(check, construction=factory(3))
    assert formula.latex == r"\mathrm{TF}\left(x\right)= 0"
    assert formula.definitions[0].meaning == "A network. (With width = 3.)"


@dataclass(frozen=True)
class Other(Setting):
    """Another setting."""


def test_a_property_is_shown_where_several_settings_are_allowed() -> None:
    def check(s: Setting | Other, prompt: Prompt) -> Margin:
        return at_most(prompt.x, s.rate)

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


def test_what_a_loop_makes_of_a_quantity_has_another_name() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        x = prompt.x
        for _ in range(2):
            y = x * 2
            x = x + y
        return at_most(x, 1)

    formula = about(check)
    assert formula.latex.startswith("x'")
    assert any(d.symbol == "x'" and "x'+y" in d.formula for d in formula.definitions)


def test_what_follows_a_loop_inside_of_a_loop_sees_what_that_made() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        total: Array = 0
        for way in (1, -1):
            x = 0
            for k in range(s.n):
                x = (x + prompt.A[k]) * way
            total = total + x * x
        return at_most(total, 1)

    shown = definitions(about(check))
    assert shown["x'"] == (
        r"\text{from }0\text{, then }\left(x'+A_{k}\right)\cdot \mathrm{way}"
        r"\quad(\mathrm{way}\in \left(1,-1\right),\ k=0,\dots,n-1)"
    )
    assert r"x'\cdot x'" in shown[r"\mathrm{total}"]


def test_both_branches_of_a_loop_are_one_assignment() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        total = prompt.y
        for k in range(s.n):
            if k == 2:
                total = total + prompt.A[k]
            else:
                total = total * prompt.B[k]
        return at_most(total, 1)

    shown = definitions(about(check))[r"\mathrm{total}"]
    assert r"\mathrm{total}+A_{k}&\text{if }k= 2" in shown
    assert r"\mathrm{total}\cdot B_{k}&\text{otherwise}" in shown


def test_each_branch_begins_with_what_was_before() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        size = prompt.x
        if s.n == 2:
            size = prompt.y
        return at_most(size, 1)

    assert about(check).latex == r"\begin{cases}y\le 1&\text{if }n= 2\\x\le 1&\text{otherwise}\end{cases}"


def test_a_name_that_is_set_anew_is_shown_by_its_last_value() -> None:
    def undecided(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        x = prompt.x
        x = absolute(x) if s.n > 2 else x
        return at_most(sum(x, -1), 1)

    def decided(s: Setting, prompt: Prompt, signed: bool) -> Margin:
        """c"""
        x = sum(prompt.x * prompt.x, -1) - sum(prompt.x, -1)
        x = x if signed else absolute(x)
        return at_most(x, 1)

    formula = about(undecided)
    assert formula.latex == r"\sum x'\le 1"
    assert definitions(formula) == {
        "x'": r"\begin{cases}\left|x\right|&\text{if }n> 2\\x&\text{otherwise}\end{cases}"
    }
    for signed, latex in ((True, r"x'\le 1"), (False, r"\left|x'\right|\le 1")):
        formula = about(decided, signed=signed)
        assert formula.latex == latex
        assert definitions(formula) == {"x'": r"\sum \left(x\cdot x\right)-\sum x"}


def test_a_margin_is_of_what_names_were_when_it_was_made() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        x = sum(prompt.x, -1)
        margin = at_most(x, 1)
        x = 2 * x + s.n
        margin = margin.given(x) if s.n > 2 else margin
        return margin  # noqa: RET504 - the name is the point

    formula = about(check)
    assert formula.latex == (
        r"\begin{cases}\sum x\le 1\quad\text{where }x'\ge 0&\text{if }n> 2\\"
        r"\sum x\le 1&\text{otherwise}\end{cases}"
    )
    assert definitions(formula) == {"x'": r"2\,\sum x+n"}


def test_branches_of_a_loop_that_are_no_one_assignment_are_shown_as_code() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        x = prompt.x
        for k in range(3):
            if k == 2:
                x = x + 1
            else:
                x = absolute(x)
                x = x * x
        return at_most(x, 1)

    claim = Paper("mine", "Title", "Author", 2026, "key", "source.txt").claim(
        "Lemma 1", settings=space(Setting, n=dims(1, 3)), prompts=lambda s: space(x=reals(s.n))
    )
    claim.printed("...")(check)
    formula, code = written(claim.complete().variant("printed"))
    assert len(code) == 1 and code[0].startswith("if k == 2:")
    assert "absolute(x)" in definitions(formula)["x'"]


def test_an_array_that_is_filled_in_keeps_its_name() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        unit = 0
        unit[0] = 1  # type: ignore[index]
        return at_most(unit, prompt.x)

    assert about(check).latex == r"\mathrm{unit}\le x"
    assert definitions(about(check)) == {r"\mathrm{unit}": "0", r"\mathrm{unit}_{0}": "1"}


def test_a_probability_and_a_rate_say_what_they_are() -> None:
    def check(s: Setting, prompt: Prompt) -> Margin:
        """c"""
        return at_most(prompt.x, 1)

    likely = Probability(failure=lambda s: s.n / 10 + 1)
    rate = Rate(ladder=(Setting(1), Setting(2)), size=lambda s: s.n)
    assert about(check, sort=likely).latex.endswith(
        r"\text{with probability at least }1-\left(\frac{n}{10}+1\right)"
    )
    assert about(check, sort=rate).latex.endswith(r"up to one factor that does not grow with }n")
