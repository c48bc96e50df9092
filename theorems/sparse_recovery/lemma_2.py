r"""The next estimate keeps the support, if the error is bounded in $\ell_1$ (the lemma bounds it in $\ell_2$).

The norm is Euclidean by the paper's notations, and the threshold is Lemma 1's ("as defined in Theorem 1"). At
$S=2$ two errors of one sign push a coordinate outside of the support over the threshold. "All conditions of
Theorem 5.1" are read as (D.2) and $y=X\beta^*$; at small $\gamma$ the rate $e^{-c_2}$ is close to 1 for any
well-conditioned $D^\top X$, so that the refutation does not hang on that. (The norm stands twice without the 1
that the proof needs; the extraction may have lost it.)
"""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from lemmata import amended, at_most, dims, in_ball, lines, mutants, printed, theorem
from lemmata.numbers import Array, abs, concat, max, norm, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_1 import DEFINITIONS, ON_SUPPORT, PRINTED, after, layer, where_met

WITH_COMPLEMENT: dict[str, Any] = ON_SUPPORT | dict(
    d=dims(2, 4),
    S=dims(1, "d - 1", most="d - 1"),
    k=dims(1, 3),
    u=in_ball("S", radius=1.0),  # the error on the support, whose l2 norm may be all that is allowed
)


def l1(x: Array) -> Array:
    return sum(abs(x))


@theorem(
    PAPER,
    "Lemma 2",
    origin="read",
    possible_extraction=True,
    at=lines(567, 573),
    **WITH_COMPLEMENT,
    examples=[dict(d=3, S=2, k=2, gamma=1.0), dict(d=4, S=2, k=2, gamma=0.5)],
)
@printed(
    PRINTED + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{"
    r"\mathbb S}\|\le c_1e^{-c_2(k-1)}$, then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$.",
    defect="typo",
    because=r"The $\ell_2$ norm does not bound the correlations, the $\ell_1$ norm does; they differ by up "
    "to the square root of S.",
    fails_where=lambda S: S >= 2,
)
@amended(
    DEFINITIONS
    + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{"
    r"\mathbb S}\|_1\le c_1e^{-c_2(k-1)}$, then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$.",
    adds=r"the $\ell_1$ norm of the error for the $\ell_2$ norm",
    size=l1,
    exactly=False,
)
@mutants(
    no_threshold=dict(shrink=0),
    half_the_threshold=dict(shrink=1 / 2),
    the_largest_error_is_bounded=dict(size=lambda x: max(abs(x))),
)
def support_is_kept(
    d, S, k, gamma, diagonal, off, beta_star, u, size: Callable[[Array], Array] = norm, shrink=1, exactly=True
):
    r"""If the $\ell_2$ error is within $c_1 \exp(-c_2(k - 1))$, the next estimate stays on the support."""
    a = layer(S, k, gamma, diagonal, off, beta_star)
    error = a.level * a.q * concat([u, zeros(d - S)])
    beta = after(gamma, a.G, a.beta_star + error, a.beta_star, shrink * a.threshold)
    margin = at_most(abs(beta[S:]), 0).given(a.level * a.q - size(error))
    return where_met(margin, a, beta_star, exactly)


@theorem(
    PAPER,
    "Lemma 2",
    part="the gradient outside of the support",
    id="lemma-2/correlation",
    rank="step",
    origin="read",
    at=lines(583, 585),
    **WITH_COMPLEMENT,
)
@printed(
    DEFINITIONS
    + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$, then $|\gamma\sum_{j\in\mathbb S}D_{:,i}^"
    r"\top X_{:,j}(\beta^{(k)}_j-\beta^*_j)|\le\gamma\sigma_{\max}\|\beta^{(k)}-\beta^*\|_1$ for every "
    r"$i\notin\mathbb S$ (the first line of the display; the second, $\le\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$, "
    r"takes the $\ell_1$ norm for Lemma 2's $\ell_2$ norm)."
)
@mutants(nine_tenths_of_it=dict(share=Fraction(9, 10)), half_of_it=dict(share=1 / 2))
def correlated(S, k, gamma, diagonal, off, beta_star, u, share=1):
    r"""Outside of the support the gradient is at most the coherence times the $\ell_1$ error."""
    a = layer(S, k, gamma, diagonal, off, beta_star)
    size = a.level * a.q  # of an error whose share is u
    return at_most(abs(gamma * a.G[S:, :S] @ u) * size, share * gamma * a.sigma_max * l1(u) * size)
