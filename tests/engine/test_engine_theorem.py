"""Claims declared above a check of one instance: what they mean, and what is refused."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any, cast

import pytest
import torch

from lemmata import (
    Declaration,
    Experiment,
    Margin,
    Paper,
    Probability,
    amended,
    at_most,
    box,
    choices,
    dims,
    dyadics,
    equal,
    every,
    greater_than,
    hunt,
    in_ball,
    less_than,
    mutants,
    normal,
    positive_definite,
    printed,
    reals,
    symmetric,
    theorem,
)
from lemmata.claims.declarations import completed
from lemmata.claims.prompt import Prompt
from lemmata.claims.reachable_names import names
from lemmata.errors import ClaimError, LemmataError
from lemmata.formulas.conclusions import conclusion, written
from lemmata.formulas.hypotheses import hypotheses
from lemmata.formulas.letters import letters
from lemmata.numbers import (
    Array,
    Measured,
    concat,
    eye,
    linalg,
    max,
    norm,
    relu,
    sqrt,
    stack,
    sum,
    values,
    zeros,
)
from lemmata.run import registry


def paper() -> Paper:
    return Paper(topic="named", title="T", authors="A", year=2026, key="A26", source="x.txt")


def the_square() -> Declaration:
    @theorem(paper(), "Theorem 1", n=dims(1, 6), x=reals("n"))
    @printed(
        r"$(\sum_ix_i)^2\le\|x\|^2$.",
        defect="constant",
        because="A factor is missing.",
        fails_where=lambda n: n > 1,
    )
    @amended(r"$(\sum_ix_i)^2\le n\|x\|^2$.", adds="the factor n", factor=lambda n: n)
    @mutants(one_less=dict(factor=lambda n: n - 1), the_wrong_sign=dict(factor=lambda n: -n))
    def square(x: Array, factor: float = 1) -> Margin:
        """The square of a sum is at most the sum of squares."""
        return at_most(sum(x) ** 2, factor * (x @ x))

    return square


def test_a_claim_reads_like_the_theorem() -> None:
    verdict = the_square().hunt()
    assert verdict.surprises == []
    assert verdict.outcomes == {
        "printed": "refuted",
        "amended": "holds",
        "one less": "killed",
        "the wrong sign": "killed",
    }
    assert verdict.hunts["amended"].finding.evidence == "proved"
    witness = verdict.witness()
    assert (witness.setting, witness.prompt) == ({"n": 2}, {"x": [1, 1]})
    assert witness.replay(the_square()).confirmed
    told = verdict.hunts["printed"].finding.told_apart
    assert told is not None and told.amended == "holds"


def test_an_amendment_may_speak_of_other_quantities_by_its_own_check() -> None:
    @theorem(paper(), "Lemma 1", K=dims(1, 6))
    @printed(r"$K\le3$.", defect="statement", because="K is any number.", fails_where=lambda K: K > 3)
    def small(K: int) -> Margin:
        """A vector is shorter than its sum."""
        return at_most(K, 3)

    @amended(
        r"$\sum_ix_i\le n\|x\|_\infty$.",
        of=small,
        adds="a norm for K",
        n=dims(1, 6),
        x=reals("n"),
        construction=lambda n: lambda x: x * n,
        examples=[dict(n=9)],
    )
    @mutants({"half of x_1": dict(share=2)}, one_entry=dict(construction=lambda n: lambda x: x))
    def sum_and_norm(x: Array, tf: Callable[[Array], Array], share: int = 1) -> Margin:
        return at_most(abs(sum(x)), norm(tf(x)) / share)

    outcomes = small.hunt().outcomes
    assert outcomes["printed"] == "refuted" and outcomes["amended"] == "holds"
    assert outcomes["half of x_1"] == outcomes["one entry"] == "killed"
    variant = completed(small).variant("amended")
    assert sum_and_norm is small and list(variant.settings.fields) == ["n"]
    assert [example.n for example in completed(small).examples] == [9]
    with pytest.raises(ClaimError, match="'amended' is defined twice"):
        amended("$1=1$.", of=small, adds="nothing", n=dims(1, 2))(lambda n: at_most(n, n))


def test_its_page_has_the_formula_of_the_code() -> None:
    claim = completed(the_square())
    formulas = [written(reading.variant) for reading in claim.readings.values()]
    assert [f.latex for f in formulas] == [
        r"\left(\sum x\right)^{2}\le x^{\top} x",
        r"\left(\sum x\right)^{2}\le n\,x^{\top} x",
    ]
    rows = hypotheses(claim.readings["amended"].variant)
    assert [row.text for row in rows] == [r"whole numbers $n\ge 1$", r"$x\in\mathbb R^{n}$"]
    assert claim.summary == "The square of a sum is at most the sum of squares"


def declared(check: Callable[..., Any], *above: Callable[..., Any], **quantities: Any) -> Declaration:
    for decorator in (printed("As it is."), *above):
        check = decorator(check)
    given: dict[str, Any] = {"n": dims(1, 3), **quantities}
    return theorem(paper(), "Theorem 2", **{**given, "x": given.get("x", reals("n"))})(check)


@pytest.mark.parametrize(
    ("check", "quantities"),
    [
        (lambda x: equal(sum(x[:, None] * x[None, :]), sum(x) ** 2), {}),
        (lambda n, x: equal(sum((x - x.mean()) ** 2), sum(x * x) - n * x.mean() ** 2), {}),
        (lambda x, A: equal(x @ A @ x, sum(A * (x[:, None] * x[None, :]))), {"A": reals("n", "n")}),
        (lambda n, x: equal(sum(stack([n, 1])), n + 1), {}),
        (lambda A: equal(A.T.T, A), {"A": reals("n", "n + 1"), "x": choices(1)}),
        (lambda x: equal(x[0] if x[0] > 0 else -x[0], abs(x[0])), {}),
        (lambda x, r: at_most(norm(x), r), {"r": dyadics(0, 2), "x": in_ball("n", radius="r")}),
    ],
)
def test_identities_of_one_instance_stand(check: Callable[..., Any], quantities: Any) -> None:
    """Over a batch the first two came out as refuted: an outer product and a mean mix instances there."""
    claim = completed(declared(check, mutants(none=dict(n=dims(1, 1))), **quantities))
    assert hunt(claim, variant="printed").outcomes == {"printed": "holds"}


def test_what_a_domain_names_is_given_and_arrays_are_data() -> None:
    claim = completed(
        declared(
            lambda x, y: at_most(x @ y, 10**9), Sigma=reals("n"), y=lambda Sigma, n: reals(n), k=dims(1, "n")
        )
    )
    settings = claim.readings["printed"].variant.settings
    assert set(settings.fields) == {"n", "Sigma", "k"}
    prompts = claim.readings["printed"].variant.prompts
    assert prompts is not None and set(prompts.fields) == {"x", "y"}  # type: ignore[attr-defined]


def test_an_upper_end_that_names_quantities_is_of_the_statement() -> None:
    """Growth went beyond it, and refuted what is true of k < n alone."""
    for k in (dims(1, "n - 1"), dims(low=1, high="n - 1")):
        claim = completed(declared(lambda n, k: at_most(k + 1, n), n=dims(2, 3), k=k, x=choices(1)))
        assert hunt(claim, variant="printed").outcomes == {"printed": "holds"}
    settings = completed(declared(lambda k: at_most(1, k), k=dims(1, "min(n, 2)", most="n"))).settings
    assert settings.explain(settings.instance({"n": 3, "k": 3})) is None


def test_a_function_of_the_vocabulary_stays_one() -> None:
    def check(x: Array, activation: Callable[..., Array], share: Any) -> Margin:
        return at_most(share, activation(x @ x))

    for name in ("check", "unannotated"):
        if name == "unannotated":
            check.__annotations__ = {}
        claim = theorem(paper(), "Theorem 7", n=dims(1, 3), x=reals("n"))(
            printed("p", activation=relu, share=lambda x: sum(x=x * x))(check)
        )
        assert hunt(claim, variant="printed").outcomes == {"printed": "holds"}


def test_not_equal_is_a_hypothesis() -> None:
    claim = declared(
        lambda A: equal(linalg.inv(A) @ A, eye(2)),
        mutants(singular=dict(where=lambda A: linalg.det(A) == 0)),
        A=reals(2, 2),
        x=choices(1),
        where=lambda A: linalg.det(A) != 0,
    )
    assert hunt(claim, variant="printed").outcomes == {"printed": "holds"}


def test_a_hypothesis_joins_what_is_given_with_the_data() -> None:
    claim = declared(
        lambda x, A: at_most(1, 1 + abs(linalg.det(A))),
        mutants(false=dict(where=lambda x: x @ x > 10**6)),
        where=lambda n, x: norm(x) * n <= 4,
        A=reals("n", "n"),
    )
    variant = completed(claim).readings["printed"].variant
    assert variant.prompts is not None
    s = variant.settings.instance({"n": 2})
    inside, outside = (
        variant.prompts(s).admits(_row(x=torch.tensor(x), A=torch.eye(2))) for x in ([1.0, 1], [2.0, 1])
    )
    assert (inside, outside) == (True, False)
    assert r"\left\|x\right\|" in hypotheses(variant)[-1].text


def _row(**values: Any) -> Any:
    from lemmata.claims.prompt import Prompt

    return Prompt(**{name: value.double() for name, value in values.items()})


def test_a_construction_gets_what_is_given_and_answers_may_be_wrong() -> None:
    class Doubling:
        def __init__(self, weight: Any) -> None:
            self.weight = weight

        def __call__(self, x: Any) -> Any:
            return x * self.weight  # over batches

        def derived_mutants(self) -> Any:
            return {"another weight": Doubling(4)}.items()

        def derived_mutant(self, name: str) -> Any:
            return dict(self.derived_mutants())[name]

    @theorem(paper(), "Theorem 3", n=dims(1, 3), x=reals("n"), construction=lambda n: Doubling(2))
    @printed("The network doubles.")
    @mutants(three=dict(construction=lambda n: Doubling(3)))
    def doubles(x: Array, tf: Any, answer: Any) -> Margin:
        """The network doubles its input."""
        return equal(answer(tf(x), untouched=x), 2 * x)

    doubles.derive_mutants(at=dict(n=2))
    assert "another weight" in completed(doubles).mutants
    doubles.waive("all weights zero", because="It is no network of ours.")
    verdict = doubles.hunt()
    assert verdict.outcomes["printed"] == "holds"
    killed = {n for n, fate in verdict.outcomes.items() if fate == "killed"}
    assert killed >= {"three", "the answer 0", "the input untouched", "another instance's answer"}
    with pytest.raises(ClaimError, match="asks for z"):
        declared(lambda x: equal(x, x), construction=lambda z: 1)


def test_a_probability_is_of_its_quantities() -> None:
    @theorem(
        paper(),
        "Theorem 4",
        kind=Probability(failure=lambda delta: delta),
        n=dims(1, 3),
        delta=choices(0.5, 0.25),
        v=every(in_ball("n", radius=1)),
        x=normal("n"),
    )
    @printed("With probability at least $1-\\delta$ the product is at most 3.")
    @mutants(half=dict(bound=-1))
    def tail(v: Array, x: Array, bound: float = 3) -> Margin:
        """A Gaussian product is rarely large."""
        return at_most(v @ x, bound)

    assert tail.hunt(variant="printed").outcomes == {"printed": "holds"}
    assert tail.hunt(variant="half").outcomes == {"half": "killed"}


def test_readings_and_mutants_change_domains() -> None:
    @theorem(paper(), "Theorem 5", n=dims(1, 3), A=reals("n", "n"), x=reals("n"))
    @printed("x'Ax is at least the smallest eigenvalue.", defect="statement", because="Symmetry is missing.")
    @amended("The same for symmetric A.", adds="symmetry", A=symmetric("n"))
    @mutants({"n_0 = 2": dict(n=dims(2, 2))}, a_larger=dict(n=dims(2, 4)))
    def rayleigh(A: Array, x: Array) -> Margin:
        """The quadratic form of a symmetric matrix."""
        return at_most(0, x @ A @ x).given(linalg.eigvalsh(A))

    claim = completed(rayleigh)
    spaces = [r.variant.prompts(claim.settings.instance({"n": 2})) for r in claim.readings.values()]  # type: ignore[misc]
    assert [type(s.fields["A"]).__name__ for s in spaces] == ["reals", "symmetric"]
    assert {"n_0 = 2", "a larger"} <= claim.mutants.keys()  # _ is a space in what Python spells alone
    larger = claim.variant("a larger")  # of the amended reading, whose other changes stay
    assert type(larger.prompts(larger.settings.instance({"n": 3})).fields["A"]).__name__ == "symmetric"  # type: ignore[misc]
    assert larger.settings.fields["n"] == dims(2, 4)


def test_an_amendment_may_add_a_hypothesis_on_a_number_of_the_data() -> None:
    @theorem(paper(), "Theorem 5", x=reals(), y=reals())
    @printed("A product is at least 0.", defect="statement", because="Signs may differ.")
    @amended("The same for numbers of one sign.", adds="a sign", where=lambda x, y: x * y >= 0)
    @mutants(one_more=dict(least=1))
    def products(x: Array, y: Array, least: float = 0) -> Margin:
        """A product is not negative."""
        return at_most(least, x * y)

    without = (
        "without the hypothesis that joins quantities"  # that is the printed reading, so it is not derived
    )
    assert [name for name in completed(products).mutants if name != without] == ["one more"]
    assert products.hunt().outcomes["amended"] == "holds"


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: declared(lambda s: s), r"\['s'\] open"),
        (lambda: declared(lambda x, factor: x), r"\['factor'\] open"),
        (lambda: declared(lambda x: x, mutants(wrong=dict(factr=2))), "factr is no ingredient"),
        (lambda: declared(lambda x: x, y=reals("m")), "the domain of y names m"),
        (lambda: declared(lambda x: x, y=lambda m: reals(m)), "asks for m"),
        (lambda: declared(lambda x: x, y=3), "y=3 is no domain"),
        (lambda: declared(lambda x: x, y=reals("n.d")), "more than arithmetic"),
        (lambda: declared(lambda x, kind: x, kind=dims(1, 3)), "kind= is an argument of theorem"),
        (lambda: declared(lambda x, where: x, where=reals("n")), "where= is an argument of theorem"),
        (lambda: declared(lambda x: x, printed("again")), "defined twice"),
        (lambda: theorem(cast("Any", lambda x: x)), "a claim is declared by @theorem"),
        (lambda: theorem(paper(), n=dims(1, 2)), "the label ''"),
        (lambda: declared(lambda x: x, amended("q", becuase="b")), "did you mean because?"),
        (
            lambda: declared(lambda x, k=1: x, amended("q", k=lambda m: m)),
            "k asks for m; the quantities are n, x",
        ),
        (lambda: declared(lambda x: x, amended("q", adds="a", y=reals("n"))), "y is no ingredient"),
        (
            lambda: theorem(paper(), "Theorem 6", n=dims(1, 2))(
                printed("q", because="b")(amended("r", adds="a")(lambda n: equal(n, 1)))
            ).complete(),
            "say what is wrong as well, defect=",
        ),
        (
            lambda: symmetric("n", "n"),
            r"write symmetric\('n'\) for one, symmetric\(count='n', d='n'\) for several",
        ),
        (
            lambda: cast("Any", positive_definite)("n", "n"),
            r"one matrix, whose size stands once, positive_definite\('n'\)",
        ),
        (
            lambda: cast("Any", box)("n", lo=0, high=1),
            r"write box\(\*shape, low, high, of='', scale='linear'\)",
        ),
        (lambda: declared(lambda x: x, given=["Sigma"]), "given= asks for Sigma"),
        (lambda: declared(lambda x: x, where=lambda p: p.x > 0), "where= asks for p"),
        (lambda: theorem(paper(), "Theorem 6", n=dims(1, 2))(lambda n: n), "there is no printed reading"),
        (lambda: printed("p")(cast("Any", the_square())), "stand below theorem"),
    ],
)
def test_misuse_is_named(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ClaimError, match=message):
        completed(make())


def test_as_many_matrices_as_they_are_large_are_asked_for_by_name() -> None:
    @theorem(paper(), "Lemma 9", n=dims(1, 2), A=symmetric(count="n", d="n"))
    @printed("n symmetric matrices are symmetric.")
    def several(A: Array) -> Margin:
        """Symmetric matrices are their transposes."""
        return equal(A, A.mT)

    (of_A,) = (h for h in hypotheses(several.variant("printed")) if h.quantity == "A")
    assert of_A.text == r"$A\in\mathbb R^{n\times n\times n}$, $n$ symmetric matrices"


def test_as_printed_takes_functions_of_quantities_for_what_they_give() -> None:
    @theorem(paper(), "Theorem 5", n=dims(1, 3))
    @printed("n is at most 1/n.", defect="constant", because="It is not.", most=lambda n: 1 / n)
    @amended("n is at most 4, for n up to 4.", adds="4", n=dims(1, 3, most=4), most=4)
    @mutants(three=dict(most=3))
    def bounded(n: int, most: float) -> Margin:
        """A number has a bound."""
        return at_most(n, most)

    assert bounded.hunt(variant="as printed").outcomes == {"as printed": "killed"}


def test_a_list_of_numbers_is_of_one_instance() -> None:
    @theorem(paper(), "Theorem 6", n=dims(1, 3))
    @printed("Both.", defect="constant", because="At 1 and 3.")
    @amended("Both at 2.", adds="where", n=dims(2, 2, most=2))
    def both(n: int) -> Margin:
        """Two numbers."""
        return equal([n, 2 * n], [2, n + 2]).given([n, 2 - n])

    variant = completed(both).readings["amended"].variant
    for n, active in {2: True, 3: False}.items():
        margin = variant.evaluate(variant.settings.holder(n=n), None)
        assert tuple(margin.left.shape) == (1, 2)
        assert margin.active.tolist() == [active]


def test_what_a_derived_quantity_is_made_of_is_read() -> None:
    claim = completed(declared(lambda m: at_most(m, m), j=dims(1, 3), m=lambda j: 2 * j, k=dims(1, 3)))
    read = names(claim.survivor.variant)
    assert "j" in read
    assert "k" not in read


def test_a_file_is_its_own_paper() -> None:
    def check(n: int, scale: float = 1) -> Margin:
        """Roots grow."""
        return at_most(scale * sqrt(n), n)

    globals().pop("PAPER", None)
    try:
        claim = theorem("Claim 1", n=dims(1, 9))(
            mutants(twice=dict(scale=2))(printed("$\\sqrt n\\le n$.")(check))
        )
        assert claim.id == "test_engine_theorem/claim-1"
        assert claim.hunt().surprises == []
        assert globals()["PAPER"].citation.startswith("Claims declared above")
    finally:
        globals().pop("PAPER", None)


def test_a_cell_of_a_notebook_may_run_again() -> None:
    cell = """
from lemmata import at_most, dims, mutants, printed, reals, theorem
from lemmata.numbers import sum

@theorem("Claim 1", n=dims(1, 6), x=reals("n"))
@printed(r"$x$", defect="constant", because="The factor n is missing.")
@mutants(half=dict(factor=1 / 2))
def square_of_the_sum(x, factor=1):
    return at_most(sum(x) ** 2, factor * (x @ x))
"""
    notebook: dict[str, Any] = {"__name__": "__main__", "__doc__": "Automatically created module."}
    exec(cell, notebook)
    exec(cell, notebook)
    verdict = notebook["square_of_the_sum"].hunt(variant="printed")
    assert verdict.outcomes == {"printed": "refuted"}
    assert "notebook/claim-1" in verdict._repr_html_()
    assert len(notebook["PAPER"].declared) == 1


def test_relu_and_sizes_are_of_the_arithmetic() -> None:
    claim = declared(
        lambda n, x: at_most(relu(x @ x / n), sum(eye(n) @ (x * x)) / n), mutants(false=dict(n=dims(2, 3)))
    )
    assert hunt(claim, variant="printed").hunts["printed"].finding.evidence in ("probed", "exact", "proved")


def test_strict_inequalities_fail_where_both_sides_are_equal() -> None:
    def strictly(x: Array, c: float = 1) -> Margin:
        """Squares."""
        return less_than(-c * (x @ x), 0)

    claim = declared(strictly, mutants(half=dict(c=-1 / 2)))
    verdict = hunt(claim, variant="printed")
    assert verdict.outcomes == {"printed": "refuted"}
    assert verdict.hunts["printed"].witness.relation == "<"  # type: ignore[union-attr]
    assert written(completed(claim).readings["printed"].variant).latex == r"-x^{\top} x< 0"
    apart = declared(lambda n: greater_than(n + 1, n), mutants(equal=dict(n=dims(2, 3))), x=choices(1))
    assert hunt(apart, variant="printed").hunts["printed"].finding.outcome == "holds"


def test_a_quantity_that_follows_from_others_is_a_function_of_them() -> None:
    claim = declared(
        lambda m, x, c=1: at_most(sum(x) ** 2, c * m * (x @ x)),
        mutants(half=dict(c=1 / 2)),
        m=lambda n: 2 * n,
        x=reals("m"),
    )
    variant = completed(claim).readings["printed"].variant
    assert variant.settings.instance({"n": 3}).m == 6
    assert variant.prompts is not None
    assert variant.prompts(variant.settings.instance({"n": 3})).fields["x"] == reals(6)
    assert hunt(claim).surprises == []
    formula = written(variant)
    assert [d.formula for d in formula.definitions] == [r"2\,n"]
    twice = declared(
        lambda k, c=1: at_most(c, k), mutants(nothing=dict(c=9)), m=lambda n: 2 * n, k=lambda m: 2 * m
    )
    settings = completed(twice).readings["printed"].variant.settings
    assert "k" not in settings.fields and settings.instance({"n": 1}).k == 4


def test_a_reading_may_leave_a_quantity_out() -> None:
    claim = declared(
        lambda n, c=lambda C: C: at_most(n, c),
        amended("Without C.", adds="no C", C=None, c=lambda n: n),
        mutants({"c_1 one less": dict(c=lambda n: n - 2)}, one_less=dict(c=lambda n: n - 1)),
        C=choices(1),
        x=dims(1, 1),
    )
    names = {name: list(r.variant.settings.fields) for name, r in completed(claim).readings.items()}
    assert names == {"printed": ["n", "C", "x"], "amended": ["n", "x"]}
    for mutant in ("c_1 one less", "one less"):
        assert list(completed(claim).variant(mutant).settings.fields) == ["n", "x"]


def test_the_printed_ingredient_may_be_a_number_and_the_amended_one_a_function() -> None:
    def square(x: Array, factor: Array = 1) -> Margin:
        return at_most(sum(x) ** 2, factor * (x @ x))

    said = printed("Without n.", defect="constant", because="The factor is missing.")
    made = amended("With n.", adds="n", n=dims(2, 3, most=3), factor=lambda n: n)(said(square))
    claim = theorem(paper(), "Theorem 3", n=dims(1, 3), x=reals("n"))(made)
    assert hunt(claim).outcomes["as printed"] == "killed"


def test_an_amendment_may_have_a_check_of_its_own() -> None:
    def above(x: Array, share: Array = 1) -> Margin:
        return at_most(share * abs(sum(x)), sum(abs(x)))

    claim = declared(
        lambda n, c: at_most(n, c),
        amended("Another.", adds="all of it", check=above, c=None),
        mutants(twice=dict(share=2)),
        c=choices(0),
        examples=[dict(n=1, c=0), dict(n=2)],
    )
    first, second = completed(claim).readings.values()
    assert first.variant.check is not above
    assert second.variant.check is above and dict(second.variant.ingredients) == {"share": 1}
    assert completed(claim).variant("twice").check is above


def test_an_example_has_no_fractions() -> None:
    with pytest.raises(ClaimError, match="has a fraction for c"):
        declared(lambda c: at_most(c, 1), c=dyadics(0, 1), examples=[dict(n=1, c=Fraction(1, 3))]).complete()


def test_what_follows_from_a_given_array_is_no_domain() -> None:
    claim = declared(
        lambda largest, x: at_most(max(abs(x)), largest),
        gaps=box("n", low=1, high=2),
        largest=lambda gaps: sum(concat([gaps, zeros((1,), gaps)], -1), -1),
        x=box("n", low=-1, high=1),
        examples=[dict(n=2, gaps=[1, 2])],
    )
    reading = completed(claim).readings["printed"]
    assert letters(reading, hypotheses(reading.variant), conclusion(reading.variant)).idle == ()
    (example,) = completed(claim).examples
    assert example.gaps.tolist() == [1.0, 2.0]
    assert float(example.largest) == 3
    assert hunt(claim).surprises == []


def test_ways_of_a_branch_state_one_relation() -> None:
    def check(x: Array) -> Margin:
        """One or the other."""
        return at_most(0, x @ x) if x[0] > 0 else equal(x, x)

    record = hunt(declared(check, mutants(none=dict(n=dims(2, 3)))), variant="printed").hunts["printed"]
    assert record.outcome == "error" and "relations of one kind" in record.finding.because


def test_an_experiment_measures_what_its_check_asks_for() -> None:
    def run(replicates: int, value: float) -> dict[str, Array]:
        return {"mean": torch.full((replicates,), value), "largest": torch.ones(replicates)}

    @theorem(paper(), "Figure 1", kind=Experiment(run, quick=dict(replicates=16, value=0.5, bound=1)))
    @printed("The mean is at most 1.")
    @mutants(less=dict(most=0), the_largest=dict(which=lambda largest: largest * 2), by_name=dict(factor=1 / 4))
    def figure(
        bound: int, measured: Measured, which: Array = lambda mean: mean, most: float = 1, factor: float = 1
    ) -> Margin:
        """A mean."""
        return at_most(which, bound * most * factor).report(mean=measured["mean"])

    outcomes = {"printed": "holds", "less": "killed", "the largest": "killed", "by name": "killed"}
    assert figure.hunt().outcomes == outcomes


@pytest.mark.parametrize(
    ("module", "label", "id"),
    [
        ("p.theorem_5_1", "Theorem 5.1", "theorem-5.1"),
        ("p.theorem_5_1.sweeps", "Theorem 5.1", "theorem-5.1/sweeps"),
        ("p.proof.eq_c_12", "(C.12)", "proof/eq-c.12"),
        ("p.lemma_3", "Lemma 3, the second part", "lemma-3"),
        ("p.section_4_2.lista_cp", "section 4.2", "section-4.2/lista-cp"),
        ("p.theorem_d_1.pow_1", "(D.1)", "theorem-d.1/pow-1"),
        ("elsewhere", "Lemma 3, the second part", "lemma-3-the-second-part"),
    ],
)
def test_an_id_follows_from_the_place(module: str, label: str, id: str) -> None:
    def check(n: int) -> Margin:
        """A number is itself."""
        return equal(n, n)

    check.__module__ = module
    of = Paper("mine", "t", "a", 2026, "k", "s", modules="p")
    assert theorem(of, label, n=dims(1, 3))(printed("x")(check)).id == f"mine/{id}"


def test_misuse_of_an_experiment_is_said() -> None:
    def declared(check: Any, run: Any, **quantities: Any) -> Any:
        kind = Experiment(run, quick=dict(replicates=8))
        return theorem(paper(), "Figure 1", kind=kind, **quantities)(printed("It is small.")(check))

    def ones(replicates: int) -> Any:
        return {"loss": torch.ones(replicates).double()}

    with pytest.raises(ClaimError, match="what is run asks for steps; it is given replicates, s, device, seed"):
        declared(lambda loss: at_most(loss, 2), lambda steps: {})
    with pytest.raises(ClaimError, match=r"nothing is drawn of an experiment: .* standard=dict\(n=...\)"):
        declared(lambda loss: at_most(loss, 2), ones, n=dims(1, 9))
    with pytest.raises(ClaimError, match="write Experiment\\(run, standard="):
        theorem(paper(), "Figure 1", kind=Experiment(ones))(printed("x")(lambda loss: at_most(loss, 2)))
    for check, run, words in (
        (lambda los: at_most(los, 2), ones, "nothing is called los; there are loss, replicates"),
        (lambda loss: equal(loss, 1), ones, "not an equality"),
        (lambda loss: at_most(loss, 2), lambda: torch.ones(3), "gives arrays by name, .* got Tensor"),
    ):
        record = hunt(declared(check, run), variant="printed").hunts["printed"]
        assert record.outcome == "error" and re.search(words, record.finding.because)


def test_a_construction_never_sees_the_data() -> None:
    with pytest.raises(ClaimError, match=r"asks for x, the data .* say given=\['x'\]"):
        declared(lambda x, tf: equal(tf(x), x), construction=lambda x: x)
    with pytest.raises(ClaimError, match="asks for x"):  # also where the domain of other data names it
        declared(lambda x, y, tf: equal(x, y), y=lambda x: reals(len(x)), construction=lambda x: x)
    claim = completed(declared(lambda x, tf: equal(x, x), construction=lambda x: str, given=["x"]))
    assert set(claim.settings.fields) == {"n", "x"}


def test_floats_are_reported_in_every_arithmetic() -> None:
    claim = declared(
        lambda x: at_most(0, x @ x).report(size=values(sum(x * x)) ** 0.5, twice=2 * norm(x)),
        mutants(none=dict(n=dims(2, 3))),
    )
    record = hunt(claim, variant="printed").hunts["printed"]
    assert record.outcome == "holds" and {"size", "twice"} <= set(record.finding.measured)


def test_readings_without_a_theorem_are_no_lost_claim(tmp_path: Path) -> None:
    file = tmp_path / "forgotten.py"
    file.write_text(
        "from lemmata import equal, printed, dims, theorem\n"
        "@printed('x is x.')\n"
        "def check(n):\n"
        "    return equal(n, n)\n"
    )
    with pytest.raises(LemmataError, match=r"above check stand readings .* write @theorem"):
        registry.claims_of(file)


def test_a_comment_behind_a_quantity_is_its_meaning() -> None:
    @theorem(
        paper(),
        "Theorem 8",
        n=dims(1, 3),  # the size
        x=reals("n"),  # $(x_i)$, the vector
        rank="step",  # of no quantity
    )
    @printed("It holds.")
    def check(x: Array) -> Margin:
        """Norms."""
        return at_most(0, x @ x)

    rows = hypotheses(completed(check).readings["printed"].variant)
    assert [row.text.partition("; ")[2] for row in rows] == ["the size", "$(x_i)$, the vector"]


def test_an_array_may_be_derived_of_another_derived_one_and_is_computed_once_a_setting() -> None:
    computed = []

    def square(root: Any) -> Any:
        computed.append(root)
        return root @ root.mT + eye(len(root), root)  # an array of the engine, also where a check asks first

    @theorem(
        paper(),
        "Lemma 1",
        given=["root"],
        n=dims(1, 3),
        root=reals("n", "n"),
        S=square,
        twice=lambda S: S * 2,
        x=reals("n"),
    )
    @printed("The quadratic form of twice the square is twice that of the root.")
    def derived(root: Array, S: Array, twice: Array, x: Array) -> Margin:
        """A derived matrix."""
        y = root.T @ x
        return equal([x @ twice @ x, x @ S @ x], [2 * (y @ y + x @ x), y @ y + x @ x])

    variant = derived.variant("printed")
    s = variant.settings.instance(dict(n=1, root=torch.ones(1, 1, dtype=torch.float64)))
    computed.clear()
    for _ in range(2):
        variant.evaluate(s, Prompt(x=torch.ones(1, 1, dtype=torch.float64)))
    assert len(computed) == 1
    assert derived.hunt().outcomes == {"printed": "holds"}


def test_an_amended_reading_may_have_a_check_of_its_own() -> None:
    def at_most_its_square(x: Array, factor: int = 1) -> Margin:
        return at_most(x[0], factor * (x[0] ** 2 + 1))

    @theorem(paper(), "Lemma 1", x=reals(1))
    @printed("$x\\le 1$.", defect="statement", because="x is any number.")
    @amended("$x\\le x^2+1$.", adds="the square", check=at_most_its_square)
    @mutants({"a_half": dict(factor=0)}, minus_it=dict(factor=-1))
    def at_most_one(x: Array) -> Margin:
        """A number is at most one."""
        return at_most(x[0], 1)

    assert at_most_one.hunt().outcomes == {
        "printed": "refuted",
        "amended": "holds",
        "a_half": "killed",  # a name in a dictionary is as it is written
        "minus it": "killed",
    }


def test_a_quantity_that_cannot_be_computed_is_refused() -> None:
    """It was taken for data, and the hypothesis that names it was gone."""

    @printed("$x_1^2<1$.")
    def bounded(x: Array, mu: Array) -> Margin:
        return at_most(x[0] * x[0], 1)

    def mu(x: Array) -> Array:
        return max(x * x)  # of a setting's array, whose axis is to be said

    declared = theorem(paper(), "x", id="x", given=["x"], x=reals(3), mu=mu, where=lambda mu: mu < 1)
    with pytest.raises(ClaimError, match=r"mu gives neither a domain nor a value: .*axis"):
        completed(declared(bounded))


SIZES: dict[str, Any] = dict(n=dims(1, 3))  # of all
SHARED: dict[str, Any] = {
    **SIZES,
    "x": reals("n"),  # the vector
    "y": reals("n"),  # another one
} | dict(
    z=reals("n")  # the last
)


def test_comments_behind_shared_quantities_are_their_meaning_as_well() -> None:
    @theorem(paper(), "Theorem 9", **SHARED)
    @printed("It holds.")
    def check(x: Array, y: Array, z: Array) -> Margin:
        """Norms."""
        return at_most(0, x @ x + y @ y + z @ z)

    rows = hypotheses(completed(check).readings["printed"].variant)
    assert [row.text.partition("; ")[2] for row in rows] == ["of all", "the vector", "another one", "the last"]


def _positive(A: Any, x: Any) -> Any:
    return linalg.det(A) > 0 and x @ x > 0


def test_a_hypothesis_by_a_named_function_is_a_formula_of_vectors() -> None:
    @theorem("Lemma 1", A=reals(2, 2), x=reals(2), where=_positive)
    @printed(r"$x^\top Ax>0$")
    def claim(A: Any, x: Any) -> Margin:
        """A form is positive."""
        return at_most(0, x @ A @ x)

    (joint,) = [h.text for h in hypotheses(claim.complete().survivor.variant) if not h.quantity]
    assert joint == r"$\det\left(A\right)> 0\text{ and }x^{\top} x> 0$"
