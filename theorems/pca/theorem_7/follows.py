r"""From the last display of the proof to Theorem 7: "the rest of the result directly follows".

The proof ends (brackets restored) in a product up to $\eta$, and Theorem 7 has one up to k. (No C makes up for
a $\lambda_{k+1}$ that is merely small either.) For $\epsilon\to0$ the implication is what is checked, and with
its terms it follows from that. ``as-a-whole``: the bound on all eigenvectors together forgets $\|v_1-\mathbf
v_1\|^2\le2\epsilon_0$ (at $k=1$, which "multiple" excludes, nothing is left of it). With the term $\eta=0$ it
follows from the first bound with $C=\frac94\sqrt2$.
"""

from collections.abc import Callable
from typing import Any

from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, concat, cumprod, cumsum, flip, min, sum, zeros
from theorems.pca import PAPER
from theorems.pca.finishing_up import final_bounds


def factors(mu: Array, gaps: Array) -> Array:
    r"""$q_i=5\lambda_i/\Delta$ for $i=1,\dots,k+1$."""
    eigenvalues = mu + concat([zeros((1,), gaps), cumsum(gaps, 0)], 0)
    return 5 * flip(eigenvalues, 0) / min(gaps[1:], 0)


def spectra(smallest: float, fails_at: Callable[[float], dict[str, Any]]) -> dict[str, Any]:
    """Spectra with gaps from ``smallest`` to 4, and a constant each value of which a spectrum refutes."""
    return {
        "rank": "step",
        "origin": "read",
        "at": lines(544, 546),
        "k": dims(2, 4),
        "mu": dyadics(0, 1, of="[0, inf)"),  # $\lambda_{k+1}$
        "gaps": box("k", low=smallest, high=4, of="(0, inf)"),  # $\lambda_k - \lambda_{k+1}$ first
        "q": factors,
        "C": some(scales(-2, 12), weaker="larger", fails_at=fails_at),
        "uses": [final_bounds.eigenvectors_are_near],
        "examples": [fails_at(2.0**12)],
    }


def of_rank_two(C: float) -> dict[str, Any]:
    """Eigenvalues 2, 1, 0, with the constant C."""
    return dict(k=2, mu=0.0, gaps=[1.0, 1.0], C=C)


def small_second(C: float) -> dict[str, Any]:
    """A second eigenvalue so far below Delta = 1 that 5 C lambda_2 is below 1."""
    return dict(k=2, mu=0.0, gaps=[1 / (32 * C), 1.0], C=C)


def products(q: Array) -> Array:
    r"""$\prod_{i\le\eta}q_{i+1}$ for $\eta=0,\dots,k$."""
    return cumprod(concat([[1], q[1:]]))


@theorem(PAPER, "end of the proof of Theorem 7, first bound", **spectra(0.125, of_rank_two))
@printed(
    r"Without the terms $C\tau\epsilon\lambda_1^2$ of both sides ($\epsilon\to0$) and their factor "
    r"$\lambda_1\sqrt{2\epsilon_0}/\Delta$: for $k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>"
    r"\lambda_{k+1}=\mu\ge0$, any gaps, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$ and "
    r"$q_i=5\lambda_i/\Delta$, for all $\eta\in[k-1]$: $\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta "
    r"q_{i+1}-\frac1{q_1-1}\le C\prod_{i=1}^kq_{i+1}$, with one C.",
    defect="proof-step",
    because=r"The last factor is $5 \lambda_{k+1}/\Delta$, which is 0 for every matrix of rank k: no C helps.",
    fails_where=lambda mu: mu == 0,
)
@amended(
    r"Without the terms $C\tau\epsilon\lambda_1^2$ of both sides ($\epsilon\to0$) and their factor "
    r"$\lambda_1\sqrt{2\epsilon_0}/\Delta$: for $k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>"
    r"\lambda_{k+1}=\mu\ge0$, any gaps, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$ and "
    r"$q_i=5\lambda_i/\Delta$, for all $\eta\in[k-1]$: $\left(2+\frac1{q_1-1}\right)\prod_{i=1}^\eta "
    r"q_{i+1}-\frac1{q_1-1}\le \frac94\prod_{i=1}^\eta q_{i+1}$.",
    adds=r"the product up to $\eta$ in the place of k; $C = 9/4$",
    C=None,
    constant=9 / 4,
    product=lambda k, q: products(q)[1:k],
)
@mutants({"2 for 9/4": dict(constant=2), "one factor more": dict(product=lambda k, q: products(q)[2 : k + 1])})
def bound_follows(k, q, constant=lambda C: C, product=lambda k, q: products(q)[k]):
    """The first bound of Theorem 7 follows from the display that its proof ends in."""
    c = 1 / (q[0] - 1)
    return at_most((2 + c) * products(q)[1:k] - c, constant * product)


@theorem(
    PAPER,
    "end of the proof of Theorem 7, second bound",
    id="theorem-7/follows/as-a-whole",
    **spectra(2.0**-40, small_second),
)
@printed(
    r"Without the terms $C\tau\epsilon\lambda_1^2$ and $C\tau\epsilon k\lambda_1^2$ ($\epsilon\to0$) and the "
    r"factor $2\epsilon_0$: for $k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>\lambda_{k+1}=\mu\ge0$, any "
    r"gaps, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$ and $q_i=5\lambda_i/\Delta$, the squares of the "
    r"first bounds with $C=\frac94$ and 1 for $v_1$ being added up on the left: "
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le "
    r"C^2\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$, with one C.",
    defect="proof-step",
    because="The error of $v_1$ is missing on the right: for $k = 2$ the right side has the factor "
    r"$\lambda_2/\Delta$, which may be so small, for every C, that it is below the 1 of $v_1$ on the left.",
    fails_where=lambda q: q[1] < 1,
    falls_with="pca/finishing-up/algebra/ratio",
)
@amended(
    r"Without the terms $C\tau\epsilon\lambda_1^2$ and $C\tau\epsilon k\lambda_1^2$ ($\epsilon\to0$) and the "
    r"factor $2\epsilon_0$: for $k\ge2$, eigenvalues $\lambda_1>\dots>\lambda_k>\lambda_{k+1}=\mu\ge0$, any "
    r"gaps, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$ and $q_i=5\lambda_i/\Delta$, the squares of the "
    r"first bounds with $C=\frac94$ and 1 for $v_1$ being added up on the left: "
    r"$1+\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=1}^{k-1}\frac{81}{16}\prod_{i=1}^\eta q_{i+1}^2\le "
    r"\frac{81}{16}\frac{\lambda_1^2}{\Delta^2}\sum_{\eta=0}^{k-1}\prod_{i=1}^\eta q_{i+1}^2$.",
    adds=r"the term $\eta = 0$ of $v_1$; $C = 9/4$",
    C=None,
    constant=9 / 4,
    start=0,
)
@mutants({"2 for 9/4": dict(constant=2), "without v_1": dict(start=1)})
def whole_bound_follows(k, q, constant=lambda C: C, start=1):
    """The second bound of Theorem 7 follows from the first one and from what is known of $v_1$."""
    squares, first = products(q) ** 2, (q[0] / 5) ** 2
    return at_most(1 + first * 81 / 16 * sum(squares[1:k]), constant**2 * first * sum(squares[start:k]))
