r"""How small $\epsilon_0$ has to be for the final bound on the eigenvectors to say anything.

The bound has a factor $5\lambda_{i+1}/\Delta\ge5$ for each component before, and $\lambda_{i+1}\ge(k-i)\Delta$,
where all k eigenvalues are at least $\Delta$ (the slides' "fact"). No distance exceeds $\sqrt2$, so that it
says nothing unless $\epsilon_0$ is below 1/400 for $k=2$, 1/90000 for $k=3$. In real deflation the distance of
the k-th iterate does not grow with k at all: the figure has $\epsilon_0=\delta=\frac18$ and the slides' number
of iterations.
"""

import math

import torch
from torch import Generator, Tensor

from baselines.pca import power_method_deflation
from lemmata import FigureRecord, Series, at_least, dims, lines, mutants, printed, theorem
from lemmata.numbers import Number, Vector, prod
from theorems.pca import PAPER
from theorems.pca.finishing_up.algebra import EIGENVALUES, ERROR, first_gaps, offset


@theorem(
    PAPER,
    "final bounds",
    part="how small they can be",
    rank="step",
    origin="ours",
    at=lines(537, 539),
    **{**EIGENVALUES, "k": dims(2, 6)},
    e=ERROR,
)
@printed(
    r"For $\lambda_1>\dots>\lambda_k\ge\Delta$ with any gaps, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$: "
    r"$\frac1\Delta\left[\lambda_1\sqrt{2\epsilon_0}\left(2+\frac{1}{\frac{5\lambda_1}\Delta-1}\right)"
    r"\prod_{i=1}^{k-1}\frac{5\lambda_{i+1}}\Delta-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}"
    r"\right]\ge2\cdot5^{k-1}\,k!\,\sqrt{2\epsilon_0}$."
)
@mutants(
    {
        "a factor 6": dict(size=lambda k: 2 * 6 ** (k - 1) * math.factorial(k)),
        "5/2 for 2": dict(size=lambda k: 5**k * math.factorial(k) // 2),
    }
)
def bound_is_large(lam, e, Delta=first_gaps, size=lambda k: 2 * 5 ** (k - 1) * math.factorial(k)):
    r"""If $\lambda_k\ge\Delta$, the final bound on $a_k$ is at least $2\cdot5^{k-1}k!\sqrt{2\varepsilon_0}$."""
    return at_least(last_bound(lam, e, Delta), size * e).given(lam[-1] - Delta)


def last_bound(lam: Vector, e: Number, Delta: Number) -> Number:
    """The printed final bound on ``a_k``, k at least 2, brackets restored."""
    c = offset(lam, e, Delta, 0)
    return ((2 * lam[0] * e + c) * prod(5 * lam[1:] / Delta, -1) - c) / Delta


EPS, DELTA = 0.125, 0.125
RATIO = 0.5
"""Below ``(1 - EPS)^2``, as the power method needs."""


def errors(starts: Tensor) -> Tensor:
    """``(batch, k)`` distances of the iterates to the eigenvectors of ``diag(1, q, q^2, ...)``.

    A start ``(batch, k, k + 1)`` without ``|p^T v_i| > DELTA`` is moved along ``v_i`` until it has it.
    """
    k = starts.shape[1]
    starts = starts / starts.norm(dim=-1, keepdim=True)
    exact = torch.eye(k + 1, dtype=torch.float64)[:k]
    inadmissible = (starts * exact).sum(-1, keepdim=True).abs() <= DELTA
    starts = torch.where(inadmissible, starts + exact, starts)
    starts = starts / starts.norm(dim=-1, keepdim=True)
    A = torch.diag(RATIO ** torch.arange(k + 1, dtype=torch.float64))
    tau = math.ceil(math.log(1 / (EPS * DELTA)) / (2 * EPS))
    vectors = power_method_deflation(A.expand(len(starts), -1, -1), starts, tau).vectors.movedim(0, 1)
    cosine = (vectors * exact).sum(-1, keepdim=True)
    distances: Tensor = (vectors - exact * cosine.sign()).norm(dim=-1)
    return distances


def bound(k: int) -> float:
    """The printed final bound on ``a_k`` for these eigenvalues."""
    lam = RATIO ** torch.arange(k, dtype=torch.float64)
    return float(last_bound(lam, math.sqrt(2 * EPS), lam[-1]))


@bound_is_large.figure
def errors_and_bound() -> FigureRecord:
    """The largest error of each of eight components beside the bound on it."""
    generator = Generator().manual_seed(0)
    starts = torch.randn(400, 8, 9, generator=generator, dtype=torch.float64)
    largest = errors(starts).amax(0).tolist()
    x = [float(i) for i in range(1, 9)]
    return FigureRecord(
        title="Errors of the components in real deflation",
        x_label="component",
        y_label="largest distance to the eigenvector",
        caption="Eight components, each eigenvalue half of the one before, 400 starts. The bound "
        f"passes the trivial one at the second component; $\\sqrt{{2\\epsilon_0}}$ is {(2 * EPS) ** 0.5}.",
        series=(
            Series("largest over 400 starts", x, largest),
            Series("final bound", x[1:], [bound(i) for i in range(2, 9)], role="bound"),
            Series(r"trivial bound, $\sqrt2$", x, [2**0.5] * 8, role="guide"),
        ),
        log_y=True,
    )
