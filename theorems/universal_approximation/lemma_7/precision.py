r"""What floating point makes of the printed temperature: it fails in float32 at once, in float64 at n = 64.

Attn1 writes a sum of logistic functions times $8\tau$ that nearly cancel: a rounding error of about $8\tau
u$ stands beside a linearisation error of order $\eta^3/\tau^2$. Lemma 7 wants $\tau\ge
CNn^2(L+n)(N+n)C_{\mathcal F}$ with a large $C$. The claim is (58b), $\|e_t\|_1\le C_{\mathcal
F}/((L+n)nN)$, of the repaired transformer run in that precision, here with $C=1$ and $C_{\mathcal F}=1$; a
larger C makes the rounding worse. In float32 it fails for a handful of examples and features, in float64 at
$n=N=64$. The temperatures that balance both errors, one for Attn1 and one for Attn2
give (58b) for $(L+n)nN^2\le2^{31}$ in float64 and $2^{12}$ in float32, about a sixteenth
of $u^{-2/3}$ for the unit roundoff u: the largest error known is $14u^{2/3}$, whatever the sizes, and sums over
examples add up roundings, which the square of N allows for.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

import torch
from torch import Generator, Tensor

from baselines.barron import feature_vectors
from baselines.proximal import proximal_gradient
from constructions.transformer import Transformer
from constructions.universal import balanced_tau, embed, iterates, printed_tau, universal_transformer
from lemmata import FigureRecord, Margin, Prompt, Series, Space, at_most, box, choices, dims, space
from lemmata.numbers import Array, constant, stack, stored, values
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.survivor import INSTANCES

Taus = Callable[["Sizes"], tuple[float, float]]


@dataclass(frozen=True)
class Sizes:
    n: int
    N: int
    T: int
    bits: int = 64

    @property
    def dtype(self) -> torch.dtype:
        return torch.float64 if self.bits == 64 else torch.float32

    @property
    def L(self) -> int:
        return 2 * self.T + 1

    @property
    def t(self) -> Tensor:
        """Evenly spaced offsets of features on the line."""
        return torch.arange(self.n).double() * 3 / self.n - 2


LAM = 0.03125
"""Small enough that few prompts leave rho at 0."""


def sizes() -> Space:
    """Small enough for the precision."""
    return space(
        Sizes,
        n=dims(1, 4),
        N=dims(1, 8),
        T=dims(1, 2),
        bits=choices(64, 32),
        where=lambda s: (s.L + s.n) * s.n * s.N**2 <= 2 ** (31 if s.bits == 64 else 12),
    )


def prompts(s: Sizes) -> Space:
    """Inputs and labels between -1 and 1, so that C_F = 1 in (58b)."""
    return space(
        X=box(s.N, 1, low=-1.0, high=1.0), y=box(s.N, low=-1.0, high=1.0), query=box(1, low=-1.0, high=1.0)
    )


def printed(s: Sizes) -> tuple[float, float]:
    """One tau for all layers, that of Lemma 7 with C = 1."""
    tau = printed_tau(s.N, s.n, s.L, 1.0)
    return tau, tau


def balanced(s: Sizes) -> tuple[float, float]:
    """A tau for each layer: the products are of size eta in Attn1 and 1 in Attn2."""
    return balanced_tau(1 / (2 * s.n), s.dtype), balanced_tau(1.0, s.dtype)


def scaled(taus: Taus, factor: float) -> Taus:
    """The temperatures multiplied by a power of two."""
    return lambda s: (taus(s)[0] * factor, taus(s)[1] * factor)


@lru_cache(maxsize=16)
def _transformer(s: Sizes, taus: tuple[float, float]) -> Transformer:
    """The weights; the batches of a hunt meet the same few again and again."""
    omega = torch.ones(s.n, 1, dtype=torch.float64)
    return universal_transformer(omega, s.t, N=s.N, L=s.L, lam=LAM, tau_ff=4, tau=taus, weights="repaired").to(
        dtype=s.dtype
    )


def step_errors(s: Sizes, prompt: Prompt, taus: Taus) -> Array:
    """What its precision makes of every step: l1 distance to the exact step (38), ``(batch, T)``.

    The transformer runs in that precision whatever arithmetic the prompt is in; its iterates are then taken
    as the exact numbers that they are. No gradients pass: rounding has none.
    """
    prompt = prompt.map(lambda v: v.detach() if isinstance(v, Tensor) else v)
    X, y, query = (values(part) for part in (prompt.X, prompt.y, prompt.query))
    tf = _transformer(s, taus(s))
    rho = stored(iterates(tf, embed(X, y, query, s.n).to(s.dtype))[0].double(), prompt.X)
    omega = torch.ones(s.n, 1, dtype=torch.float64)
    phi = feature_vectors(prompt.X, constant(omega, prompt.X), stored(s.t, prompt.X), 4)
    errors = []
    for k in range(s.T):
        step = proximal_gradient(phi, prompt.y, LAM, rho[:, k], steps=1, inverse_step=2 * s.n)
        errors.append(l1(rho[:, k + 1] - step[-1]))
    return stack(errors, 1)


rounding = PAPER.claim(
    "Lemma 7, floating point",
    id="lemma-7/precision",
    rank="step",
    origin="ours",
    summary="At the temperatures that balance rounding and linearisation the transformer's steps are nearly "
    "exact "
    "in floating point; at that of Lemma 7 they are not",
    settings=sizes(),
    prompts=prompts,
    examples=[Sizes(64, 64, 1), Sizes(64, 64, 2), Sizes(64, 23, 1), Sizes(59, 1, 3, 32), Sizes(1, 16, 7, 32)],
)


@rounding.printed(
    r"$\|e_t\|_1\le\frac{C_{\mathcal F}}{(L+n)nN}$ for all $t\le T$ (58b), with $C_{\mathcal F}=1$, of the "
    r"repaired "
    r"weights in float64 with $(L+n)nN^2\le2^{31}$ or in float32 with $(L+n)nN^2\le2^{12}$, at the "
    r"temperatures "
    r"that balance rounding and linearisation, one for Attn1 and one for Attn2; $\eta=\frac1{2n}$, inputs and "
    r"labels "
    r"in $[-1,1]$, features of steepness 4 at evenly spaced offsets, $\lambda=\frac1{32}$.",
    slack="In float32 the error is about half of the bound at n = 59, N = 1, T = 3 and passes it at n = 192, N "
    "= 1, "
    "T = 4, "
    "where (L + n) n N^2 is 2^15; sizes with more examples have room for sums that add up roundings.",
    taus=balanced,
)
def steps_in_floating_point(s: Sizes, prompt: Prompt, taus: Taus) -> Margin:
    """The l1 errors of the steps in floating point."""
    return at_most(step_errors(s, prompt, taus), 1 / ((s.L + s.n) * s.n * s.N))


rounding.mutant("the temperature of Lemma 7", taus=printed)
rounding.mutant(
    "the temperature of Lemma 7 in float64",
    taus=printed,
    settings=space(Sizes, n=choices(64), N=choices(64), T=choices(1), bits=choices(64)),
    why="float32 fails first; here float64 does, from n = 54 and N = 23 on",
)
rounding.mutant("a temperature over 2^11", taus=scaled(balanced, 2.0**-11))
rounding.mutant("a temperature times 2^30", taus=scaled(balanced, 2.0**30))
rounding.mutant(
    "n = 192, N = 1, T = 4 in float32",
    settings=space(Sizes, n=choices(192), N=choices(1), T=choices(4), bits=choices(32)),
)

SIZES = Sizes(4, 8, 2)
"""The sizes of the figure."""


def both(tau: float) -> Taus:
    """One tau for all layers."""
    return lambda s: (tau, tau)


@rounding.figure
def error_against_tau() -> FigureRecord:
    """What float64 and float32 make of one proximal step, tau by tau."""
    prompt = prompts(SIZES).sample(Generator().manual_seed(0), INSTANCES)
    series = []
    for bits, last in ((64, 48), (32, 20)):
        name, s = f"float{bits}", replace(SIZES, bits=bits)
        taus = [2.0**k for k in range(-2, last, 2)]
        errors = [float(step_errors(s, prompt, both(tau)).amax()) for tau in taus]
        positive = [(tau, error) for tau, error in zip(taus, errors, strict=True) if error > 0]
        x, y = [tau for tau, _ in positive], [error for _, error in positive]
        series.append(Series(f"{name}: largest over {INSTANCES} prompts", x, y))
    taus = [2.0**k for k in range(-2, 48, 2)]
    eta = 1 / (2 * SIZES.n)
    cubic = [(SIZES.n + 1) * eta**3 / 6 / tau**2 for tau in taus]
    series.append(Series(r"linearisation, of order $\tau^{-2}$", taus, cubic, role="theory"))
    for name, unit in (("float64", 2.0**-53), ("float32", 2.0**-24)):
        lost = [8 * (SIZES.n + 1) * unit * tau for tau in taus]
        series.append(Series(f"rounding in {name}, $8(n+1)\\tau u$", taus, lost, role="theory"))
    usual = printed(SIZES)[0]
    return FigureRecord(
        claim="",
        title="Error of one proximal step against the temperature",
        x_label=r"$\tau$",
        y_label=r"largest $\ell_1$ error of a step",
        caption=f"$n={SIZES.n}$, $N={SIZES.N}$, $L={SIZES.L}$: the $\\tau$ of Lemma 7 with $C=1$ is "
        f"{usual:.3g}; the best is where the two theoretical lines meet.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
