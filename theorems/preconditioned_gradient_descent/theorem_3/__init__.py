r"""Theorem 3: with isotropic covariates some diagonal pair is as good as any, for two layers.

A minimiser exists, since the loss grows without bound on symmetric pairs (its part of highest degree,
$GA_0GA_1$, vanishes for no symmetric $A_0,A_1\ne0$); what the proof shows is the deterministic inequality that
is checked here, of $A_1=UB_1U^\top$. (The set $\{Q_i\}_{i=1,2}$ of $A_0,A_1$ in the theorem is a shift of
index.)
"""

import torch

from baselines.in_context_loss import in_context_loss
from baselines.in_context_loss_minimisers import minimiser
from constructions.gradient_descent import preconditioned_gd_transformer
from lemmata import FigureRecord, Series, at_most, choices, dims, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import diag, diag_embed
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.forward_pass import embed
from theorems.preconditioned_gradient_descent.lemma_2 import entry
from theorems.preconditioned_gradient_descent.theorem_3.proof import jensen, rotation
from theorems.preconditioned_gradient_descent.theorem_3.setting import ROTATED, TURNED, diagonal, loss


@theorem(
    PAPER,
    "Theorem 3",
    origin="read",
    at=lines(191, 197),
    uses=[rotation, jensen],
    **TURNED | {"rank": "headline", "reflections": choices(1, 2, 3, 4)},  # one is enough in the plane
    **ROTATED,
)
@printed(
    r"Let independent $x\sim N(0,I)$, $w_\star\sim N(0,I)$, and f the loss (5) of two layers with the weights "
    "(9). Some diagonal pair is a global minimiser of f over symmetric pairs: a minimiser exists (see the "
    r"notes), and for any symmetric $A_1$ and $A_0=UD_0U^\top$, U orthogonal and $D_0$ diagonal, a diagonal "
    r"pair is as good, $f(D_0,\operatorname{diag}(U^\top A_1U))\le f(A_0,A_1)$."
)
@mutants(
    the_diagonal_before_rotating=dict(part=lambda A_1: diagonal(A_1)),
    a_tenth_more=dict(part=lambda B_1: diagonal(B_1) * 11 / 10),
)
def theorem_3(D_0, A_0, A_1, f=loss, part=lambda B_1: diagonal(B_1)):
    """For two layers and isotropic data some diagonal pair is a global minimiser."""
    return at_most(f(diag(D_0), part), f(A_0, A_1))


@theorem(
    PAPER,
    "after Theorem 3",
    id="theorem-3/stepsizes",
    rank="step",
    origin="read",
    at=lines(199),
    uses=[entry, theorem_3],
    given=["a"],
    d=dims(1, 3),
    n=dims(1, 3),
    a=reals(2, "d"),  # the diagonals of $A_0$ and $A_1$
    X=reals("n", "d"),
    w_star=reals("d"),
    query=reals("d"),
    construction=lambda a: preconditioned_gd_transformer(diag_embed(a)),
)
@printed(
    r"The network (9) with $A_k=\operatorname{diag}(a_k)$, $k=0,1$, runs two iterations of gradient descent "
    r"with coordinate-wise step sizes: for all samples, $w_\star$ and queries $-[Z_2]_{d+1,n+1}=\langle "
    r"x^{(n+1)},w_2\rangle$, where $w_0=0$ and $w_{k+1}[c]=w_k[c]+a_k[c]\,\partial_cR_{w_\star}(w_k)$ for "
    "every coordinate c, R of (10)."
)
@mutants(
    one_step_size_for_all=dict(size=lambda a: a[:, :1]),
    ascent=dict(size=lambda a: -a),
    the_steps_exchanged=dict(size=lambda a: a[::-1]),
)
def stepsizes(n, X, w_star, query, tf, answer, size=lambda a: a):
    """Diagonal matrices run two steps of descent with a step size for each coordinate."""
    w = 0 * w_star
    for k in range(2):
        w = w + size[k] * (X.T @ (X @ w - X @ w_star) / n)
    return equal(answer(-tf(embed(X, X @ w_star, query))[-1, -1]), w @ query)


@theorem_3.figure
def against_diagonal() -> FigureRecord:
    """The loss of random symmetric pairs beside the loss of a diagonal pair that the proof makes of each."""
    d, number = 4, 60
    generator = torch.Generator().manual_seed(0)
    eye = torch.eye(d, dtype=torch.float64)
    series: list[Series] = []
    for n in (4, 20):
        near = minimiser(d, n, 2)[None, :, None, None] * eye
        noise = torch.randn(number, 2, d, d, generator=generator, dtype=torch.float64)
        sizes = torch.logspace(-2, 0, number, dtype=torch.float64)[:, None, None, None]
        A = near + sizes * (noise + noise.mT) / 4
        U = torch.linalg.eigh(A[:, 0]).eigenvectors[:, None]
        turned = U.mT @ A @ U
        diagonal = turned * eye
        any_pair, of_diagonal = (
            in_context_loss(pairs, eye, n, task="identity") for pairs in ((A + A.mT) / 2, diagonal)
        )
        least = float(in_context_loss(near, eye, n, task="identity"))
        x, y = (any_pair / least).tolist(), (of_diagonal / least).tolist()
        series.append(Series(f"$n={n}$", x, y, role="points"))
    marks = [pair for line in series for pair in zip(line.x, line.y, strict=True)]
    above, below = sum(y > x * (1 + 1e-12) for x, y in marks), sum(y < 1 - 1e-12 for _, y in marks)
    ends = [1.0, max(x for x, _ in marks)]
    return FigureRecord(
        title="A pair and the diagonal pair made of it",
        x_label="loss of a symmetric pair, over the least known",
        y_label="loss of its diagonal pair",
        caption=f"Exact, $d={d}$; {number} pairs at random for each $n$, around the best multiples of the "
        "identity, whose loss is 1 here. $A_0$ is turned to a diagonal, and $A_1$ with it loses what is off "
        f"its own: {above} of {len(marks)} marks lie above the line, {below} below 1.",
        series=(*series, Series("no gain", ends, ends, role="guide")),
        log_x=True,
        log_y=True,
    )
