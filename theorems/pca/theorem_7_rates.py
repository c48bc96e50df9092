r"""The error of the working transformer against the parameters of Theorem 7's bound, and exact PCA.

Suffix ``error-heads``: with $M\le\lambda_1^dC/\epsilon^2$ heads the first term $\tau\epsilon\lambda_1^2$ falls
like $M^{-1/2}$. The working transformer does better: like $M^{-2}$. Suffix ``error-iterations``: with
$\tau\approx\log(1/(\epsilon_0\delta))/\epsilon_0$ iterations the second term is about $\sqrt{\log\tau/\tau}$;
the direction of the outputs converges like $(\lambda_2/\lambda_1)^\tau$, as the power method does. Suffix
``error-dimension``: the slides hide d in the constant and say that it "significantly affects the
approximation bound"; with the same heads the working transformer is no worse at larger d. The matrices
are random with spectrum $1,q,q^2,\dots$; starts with $|p_{3,i}^\top v_i|\le\delta=\frac18$ are left out. The
figures show both laws with their theoretical lines.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch

from constructions.transformer import Transformer
from lemmata import Claim, Margin, Prompt, at_most
from theorems.pca import PAPER, figures_theorem_7
from theorems.pca.figures_theorem_7 import HEADS, ITERATIONS
from theorems.pca.instances_theorem_7_rates import Size, prompts, run, sizes, transformer

DIMENSIONS = [Size(d, 1, 8, 12, 0.25) for d in (1, 2, 4, 8)]


def rate(suffix: str, ladder: list[Size], size: Callable[[Size], int]) -> Claim:
    made = PAPER.claim(
        "Theorem 7",
        suffix=f"error-{suffix}",
        kind="rate",
        settings=sizes,
        prompts=prompts,
        ladder=ladder,
        size=size,
        batch=8,
    )
    made.construction(transformer)
    return made


heads = rate("heads", HEADS, lambda s: s.M)
iterations = rate("iterations", ITERATIONS, lambda s: s.tau)
dimension = rate("dimension", DIMENSIONS, lambda s: s.d)
Bound = Callable[[Size], float]


@heads.printed(
    r"$\max_\eta\|v_\eta-\mathbf v_\eta\|_2\lesssim M^{-1/2}$ for many iterations (first term, "
    r"$\epsilon\sim M^{-1/2}$).",
    bound=lambda s: s.M**-0.5,
    directions=False,
)
@iterations.printed(
    r"$\left\|\frac{v_1}{\|v_1\|}-\mathbf v_1\right\|_2\lesssim\sqrt{\frac{\log(\tau+1)}\tau}$ (second term, "
    r"$\tau\approx\log(1/\epsilon_0)/\epsilon_0$).",
    bound=lambda s: math.sqrt(math.log(s.tau + 1) / s.tau),
    directions=True,
)
@dimension.printed(
    r"$\|v_1-\mathbf v_1\|_2\lesssim1$ as d grows, at a fixed number of heads (the constant need not "
    "depend on d).",
    bound=lambda s: 1.0,
    directions=False,
)
def error_of_the_transformer(
    s: Size, tf: Transformer, prompt: Prompt, bound: Bound, directions: bool
) -> Margin:
    """The largest distance of the outputs to the exact eigenvectors."""
    found = run(s, prompt, tf)
    error = found.angles if directions else found.distances
    return at_most(error, torch.full_like(error, bound(s))).given(found.admissible)


heads.mutant("a rate 1/M^3", bound=lambda s: s.M**-3.0)
heads.mutant("an exponential rate", bound=lambda s: 2.0 ** (-s.M / 8))
iterations.mutant("a rate 4^-tau", bound=lambda s: 4.0**-s.tau)
iterations.mutant("a rate 3^-tau", bound=lambda s: 3.0**-s.tau)
dimension.mutant("a rate 1/d^2", bound=lambda s: s.d**-2.0)
dimension.mutant("a rate 1/d", bound=lambda s: 1 / s.d)
heads.figure(figures_theorem_7.error_in_heads)
iterations.figure(figures_theorem_7.error_in_iterations)
