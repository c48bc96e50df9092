r"""The error of the working transformer against exact PCA, as heads, iterations and dimension grow.

All parts are beyond the slides. Part ``heads``: with $M\le\lambda_1^dC/\epsilon^2$ heads the first term
$\tau\epsilon\lambda_1^2$ of Theorem 7's bound falls like $M^{-1/2}$. The working transformer does better: like
$M^{-2}$, down to what the iterations leave (which shows from $2^{16}$ heads on). Part ``iterations``: with
$\tau\approx\log(1/(\epsilon_0\delta))/\epsilon_0$ iterations the second
term is about $\sqrt{\log\tau/\tau}$; the direction of the outputs converges like $(\lambda_2/\lambda_1)^\tau$,
as the power method does. Part ``dimension``: the slides hide d in the constant and say that it "significantly
affects the approximation bound"; the working transformer's bound has no d in it.

In the first two parts the matrices are random with spectrum $1,q,q^2,\dots$; starts with $|p_{3,i}^\top v_i|\le
\delta=\frac18$ are left out. The figures show both laws with their theoretical lines.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

import torch
from torch import Generator, Tensor

from baselines.pca import pca
from constructions.pca import Shell, embed, pca_transformer, readout, shell_error
from constructions.transformer import Transformer
from lemmata import (
    FigureRecord,
    Margin,
    Prompt,
    Rate,
    Series,
    Space,
    at_most,
    choices,
    dims,
    gaussian,
    lines,
    space,
)
from lemmata.numbers import Array, norm, values
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import Iterated, build, inputs, one_component, starts, targets
from theorems.pca.theorem_7.working import outputs as of_working

DELTA = 0.125


@dataclass(frozen=True)
class Size:
    """d features, N = d samples, k components, tau iterations, M heads, lambda_{i+1} = ratio lambda_i."""

    d: int
    k: int
    tau: int
    M: int
    ratio: float

    @property
    def shell(self) -> Shell:
        """Norms that occur with ``lambda_1 = 1`` and starts that are ``DELTA`` off the hyperplanes."""
        return Shell(float(values(self.ratio)) ** self.k * DELTA / 2, 2.0, self.M)


sizes = space(
    Size,
    d=dims(1, 16),
    k=dims(1, 3),
    tau=dims(1, 64),
    M=dims(2, 256),
    ratio=choices(0.25, 0.5),
    where=lambda s: s.k <= s.d,
)


def prompts(s: Size) -> Space:
    """What the eigenvectors and the starts are made of."""
    return space(frame=gaussian(s.d, s.d), starts=gaussian(s.k, s.d))


@cache
def transformer(s: Size) -> Transformer:
    """The working transformer; it knows the sizes and the shell only."""
    return pca_transformer(s.d, s.d, s.k, s.tau, s.shell)


@dataclass(frozen=True)
class Run:
    """One batch: outputs and exact eigenvectors ``(batch, k, d)``, and how admissible the starts were."""

    outputs: Tensor
    exact: Tensor
    excess: Tensor  # (batch,) over DELTA, of the start nearest to its hyperplane

    @property
    def distances(self) -> Tensor:
        """``(batch,)`` the largest over the components."""
        distances: Tensor = (self.outputs - self.exact).norm(dim=-1)
        return distances.amax(-1)

    @property
    def angles(self) -> Tensor:
        """The same for the outputs scaled to length one."""
        units = self.outputs / self.outputs.norm(dim=-1, keepdim=True)
        return replace(self, outputs=units).distances


def run(s: Size, prompt: Prompt, tf: Transformer) -> Run:
    """The transformer beside exact PCA, each eigenvector on the side of its start."""
    frame, _ = torch.linalg.qr(values(prompt.frame))
    eigenvalues = float(values(s.ratio)) ** torch.arange(s.d, dtype=torch.float64)
    X = frame * eigenvalues.sqrt()
    starts = values(prompt.starts)
    starts = starts / starts.norm(dim=-1, keepdim=True)
    exact = pca(X @ X.mT).eigenvectors.value[..., : s.k].mT
    along = (exact * starts).sum(-1, keepdim=True)
    outputs = readout(tf(embed(X, starts)), s.k, s.d)
    return Run(outputs, exact * along.sign(), along[..., 0].abs().amin(-1) - DELTA)


HEADS = [Size(d=3, k=2, tau=16, M=M, ratio=0.25) for M in (8, 16, 32, 64, 128)]
ITERATIONS = [Size(d=3, k=1, tau=tau, M=64, ratio=0.5) for tau in (2, 4, 8, 16, 32)]

heads = PAPER.claim(
    "Theorem 7, error by heads",
    id="theorem-7/error/heads",
    origin="ours",
    at=lines(229, 237),
    summary="The error of the working transformer is at most of the order M^-2 in the number M of heads, "
    "beside what the iterations leave",
    kind=Rate(ladder=HEADS, size=lambda s: s.M),
    settings=sizes,
    prompts=prompts,
    batch=8,
)
iterations = PAPER.claim(
    "Theorem 7, error by iterations",
    id="theorem-7/error/iterations",
    origin="ours",
    at=lines(229, 238),
    summary="The direction that the working transformer finds converges at least as fast as the quotient of "
    "the first two eigenvalues to the power of the iterations",
    kind=Rate(ladder=ITERATIONS, size=lambda s: s.tau),
    settings=sizes,
    prompts=prompts,
    batch=8,
)
dimension = PAPER.claim(
    "Theorem 7, error by dimension",
    id="theorem-7/error/dimension",
    rank="step",
    origin="ours",
    at=lines(244),
    summary="With the same heads the working transformer is as near to the first eigenvector in any dimension",
    settings=one_component,
    pinned={"k": "the statement is on the first component"},
    prompts=starts,
)
for claim in (heads, iterations):
    claim.construction(transformer)
dimension.construction(build)


@heads.printed(
    r"For $d=N=3$, $k=2$, $\tau=16$, eigenvalues $1,\frac14,\frac1{16}$ and eigenvectors in random "
    r"directions: "
    r"$\max_{\eta\le k}\|v_\eta-\mathbf v_\eta\|_2\lesssim M^{-2}+8\cdot4^{-16}$ for the working transformer "
    r"with M heads "
    r"and starts with $|\widetilde p_{3,i}^\top\mathbf v_i|>\frac18$.",
    bound=lambda s: s.M**-2.0 + s.ratio**s.tau / DELTA,
    directions=False,
)
@iterations.printed(
    r"For $d=N=3$, $k=1$, $M=64$, eigenvalues $1,\frac12,\frac14$ and eigenvectors in random directions: "
    r"$\left\|\frac{v_1}{\|v_1\|}-\mathbf v_1"
    r"\right\|_2\lesssim\left(\frac{\lambda_2}{\lambda_1}\right)^\tau$ for the working transformer with "
    r"$\tau$ iterations and starts with $|\widetilde p_{3,1}^\top\mathbf v_1|>\frac18$.",
    bound=lambda s: s.ratio**s.tau,
    directions=True,
)
def error_of_the_transformer(
    s: Size, tf: Transformer, prompt: Prompt, bound: Callable[[Size], float], directions: bool
) -> Margin:
    """The largest distance of the outputs (or of their directions) to the exact eigenvectors."""
    batch = run(s, prompt, tf)
    error = batch.angles if directions else batch.distances
    return at_most(error, bound(s)).given(batch.excess)


def in_any_dimension(s: Iterated) -> Array:
    """``eps + (lambda_2 / lambda_1)^tau / delta``."""
    return s.eps + (s.eigenvalues[1] / s.lambda_1) ** s.tau / s.delta


@dimension.printed(
    r"For every $d=N$, $\tau\ge1$, $M\ge3$, spectrum and "
    r"$X=U\operatorname{diag}(\lambda_i^{1/2})$ (U a reflection): the working transformer with "
    r"$k=1$, $\tau$ iterations and M heads for $\frac12\lambda_1\delta\le\|u\|\le2\lambda_1$ has "
    r"$\|v_1-\mathbf v_1\|_2"
    r"\le\epsilon+\frac1\delta\left(\frac{\lambda_2}{\lambda_1}\right)^\tau$, $\epsilon=\frac3{64}\left("
    r"\frac{2\ln(4/\delta)}{M-1}\right)^2$, for starts with $|\widetilde p_{3,1}^\top\mathbf v_1|>\delta$.",
    bound=in_any_dimension,
)
def first_eigenvector_is_near(
    s: Iterated,
    tf: Transformer,
    prompt: Prompt,
    answer: Callable[..., Array],
    bound: Callable[[Iterated], Array],
) -> Margin:
    """The first output is near the first eigenvector, by a bound without the dimension."""
    allowed = bound(s)  # its logarithm calls for balls at once: rationals would have 3^tau digits
    X, start, U = inputs(s, prompt)
    v = answer(of_working(s, tf, X, start), untouched=start)
    return at_most(norm(v - targets(s, start, U)), allowed)


heads.mutant("a rate 1/M^3", bound=lambda s: s.M**-3.0)
heads.mutant("an exponential rate", bound=lambda s: 2.0 ** (-s.M / 8))
iterations.mutant("a rate 4^-tau", bound=lambda s: 4.0**-s.tau)
iterations.mutant("a rate 3^-tau", bound=lambda s: 3.0**-s.tau)
dimension.mutant("half of the bound", bound=lambda s: in_any_dimension(s) / 2)
dimension.mutant("over d", bound=lambda s: in_any_dimension(s) / s.d)


def largest(s: Size, measure: Callable[[Run], Tensor]) -> float:
    """Over a batch by a fixed seed, without inadmissible starts."""
    batch = run(s, prompts(s).sample(Generator().manual_seed(0), 16), transformer(s))
    return float(measure(batch)[batch.excess > 0].max())


@heads.figure
def error_in_heads() -> FigureRecord:
    """The error of the outputs beside the law of one normalisation."""
    x = [float(s.M) for s in HEADS]
    worst = [largest(s, lambda batch: batch.distances) for s in HEADS]
    law = [shell_error(s.shell, 0.5) for s in HEADS]
    stated = [law[0] * math.sqrt(x[0] / M) for M in x]
    return FigureRecord(
        claim="",
        title="Distance to the exact eigenvectors by the number of heads",
        x_label="heads M",
        y_label="largest distance",
        caption="d = 3, k = 2, 16 iterations: the distance is the error of one normalisation, "
        "3/64 (2 ln(R/r)/(M-1))^2; the slides' heads give a slope of -1/2.",
        series=(
            Series("largest distance to exact PCA", x, worst),
            Series("law of one normalisation", x, law, role="theory"),
            Series("slope of the slides, M^(-1/2)", x, stated, role="theory"),
        ),
        log_x=True,
        log_y=True,
    )


@iterations.figure
def error_in_iterations() -> FigureRecord:
    """The angle of the output beside the ratio of the eigenvalues."""
    x = [float(s.tau) for s in ITERATIONS]
    worst = [largest(s, lambda batch: batch.angles) for s in ITERATIONS]
    ratio = [min(1.5, s.ratio**s.tau / DELTA) for s in ITERATIONS]
    stated = [math.sqrt(math.log(s.tau + 1) / s.tau) for s in ITERATIONS]
    return FigureRecord(
        claim="",
        title="Direction of the output by the number of iterations",
        x_label="iterations",
        y_label="largest distance of the unit vectors",
        caption="d = 3, lambda_2 = lambda_1 / 2, 64 heads: directions converge as in the exact power method, "
        "whatever the heads are.",
        series=(
            Series("largest distance to exact PCA", x, worst),
            Series("(lambda_2 / lambda_1)^tau / delta", x, ratio, role="theory"),
            Series("second term of Theorem 7, without its constant", x, stated, role="theory"),
        ),
        log_y=True,
    )
