"""Refutations of PCA claims that hold for every value of a constant that the slides leave open."""

import pytest
import torch

from lemmata.claims.prompt import Prompt
from theorems.pca import PAPER

PAPER.load()
CONSTANTS = [2.0**e for e in (-4, 0, 4, 10)]


def violated(claim: str, setting: object, prompt: Prompt | None) -> bool:
    variant = PAPER.claims[claim].variant("printed")
    setting = variant.settings.instance(setting)
    assert variant.settings.explain(setting) is None
    margin = variant.evaluate(setting, prompt, variant.construct(setting))
    return bool(((margin.slack < 0) & margin.active).any())


@pytest.mark.parametrize("C", CONSTANTS)
def test_the_second_bound_of_theorem_7(C: float) -> None:
    from theorems.pca.theorem_7.pair import pair_of

    assert violated("pca/theorem-7/as-a-whole", pair_of(2, C), None)


@pytest.mark.parametrize("C", [2.0**e for e in (-4, 0, 4, 8)])
def test_the_rate_of_corollary_10(C: float) -> None:
    from theorems.pca.corollary_10.rate import large

    for claim in ("pca/corollary-10/rate", "pca/corollary-10/rate/theorem-7"):
        assert violated(claim, large(C), None)


@pytest.mark.parametrize("C", [1.0, 2.0**10, 2.0**20])
def test_proposition_9(C: float) -> None:
    from theorems.pca.proposition_9 import large_weights

    data = Prompt(x_A=torch.ones(1, dtype=torch.float64), apart=torch.ones(1, dtype=torch.float64))
    assert violated("pca/proposition-9", large_weights(C), data)


def test_one_constant_for_all_k() -> None:
    """None serves all k, if eigenvalues may be k times the gap; what the second term is at least shows it."""
    from math import factorial, sqrt

    from theorems.pca.theorem_7.boils_down import second_term

    for k in range(3, 25):
        equidistant = torch.arange(k, 0, -1).double()
        assert float(second_term(equidistant)) >= 5 ** (k - 2) * factorial(k - 2)
    assert 5**22 * factorial(22) > 2**20 * sqrt(24)


def test_the_rates_are_the_optimal_exponents() -> None:
    from fractions import Fraction

    from theorems.pca.corollary_10.rate import best_rate

    assert best_rate(Fraction(1)) == Fraction(1, 7)
    assert best_rate(Fraction(1, 2)) == Fraction(1, 10)
    assert best_rate(Fraction(1), tau_grows=False) == Fraction(1, 5)  # the printed one
    assert best_rate(Fraction(1, 2), tau_grows=False) == Fraction(1, 6)
    # The exponents at which it is reached: alpha = r / q, beta = r / q + r.
    for q in (Fraction(1), Fraction(1, 2)):
        r = best_rate(q)
        alpha, beta = r / q, r / q + r
        assert beta - alpha == q * alpha == (1 - alpha - 2 * beta) / 2 == r
