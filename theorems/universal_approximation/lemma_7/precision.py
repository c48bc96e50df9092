r"""What floating point makes of the printed temperature: it fails in float32 at once, in float64 at $n = 64$.

Attn1 writes a sum of logistic functions times $8\tau$ that nearly cancel: a rounding error of about $8\tau u$
stands beside a linearisation error of order $\eta^3/\tau^2$. Lemma 7 wants $\tau\ge CNn^2(L+n)(N+n)C_{\mathcal
F}$ with a large $C$; here $C=1$, and a larger one makes the rounding worse. The temperatures that balance both
errors give (58b) for sizes up to about a sixteenth of $u^{-2/3}$, u the unit roundoff: the largest error known
is $14u^{2/3}$, whatever the sizes, and sums over examples add up roundings, which the square of N allows for.
"""

from functools import lru_cache

import torch
from torch import Generator, Tensor

from baselines.barron import feature_vectors
from baselines.proximal import proximal_gradient
from constructions.transformer import Transformer
from constructions.universal import balanced_tau, embed, iterates, printed_tau, universal_transformer
from lemmata import FigureRecord, Series, at_most, box, choices, dims, mutants, printed, theorem
from lemmata.numbers import Array, constant, over_batches, stack, stored, values
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.survivor import INSTANCES

Taus = tuple[float, float]
"""A temperature for Attn1 and one for Attn2."""
LAM = 0.03125
"""Small enough that few prompts leave rho at 0."""
FLOATS = {64: torch.float64, 32: torch.float32}


def of_lemma_7(n: int, N: int, T: int) -> Taus:
    """One tau for all layers, that of Lemma 7 with C = 1."""
    tau = printed_tau(N, n, 2 * T + 1, 1.0)
    return tau, tau


def balanced(n: int, bits: int, factor: float = 1.0) -> Taus:
    r"""A $\tau$ for each layer: the products are of size $\eta$ in Attn1 and 1 in Attn2."""
    return balanced_tau(1 / (2 * n), FLOATS[bits]) * factor, balanced_tau(1.0, FLOATS[bits]) * factor


def offsets(n: int) -> Tensor:
    """Evenly spaced offsets of features on the line."""
    return torch.arange(n).double() * 3 / n - 2


@lru_cache(maxsize=16)
def _transformer(n: int, N: int, T: int, bits: int, taus: Taus) -> Transformer:
    """The weights; the batches of a hunt meet the same few again and again."""
    omega = torch.ones(n, 1, dtype=torch.float64)
    return universal_transformer(
        omega, offsets(n), N=N, L=2 * T + 1, lam=LAM, tau_ff=4, tau=taus, weights="repaired"
    ).to(dtype=FLOATS[bits])


@over_batches
def step_errors(X: Array, y: Array, query: Array, T: int, bits: int, taus: Taus, n: int) -> Array:
    """What its precision makes of every step: l1 distance to the exact step (38), ``(batch, T)``.

    The transformer runs in that precision whatever arithmetic the data are in; its iterates are then taken
    as the exact numbers that they are. No gradients pass: rounding has none.
    """
    X, y, query = (v.detach() if isinstance(v, Tensor) else v for v in (X, y, query))
    tf = _transformer(n, X.shape[1], T, bits, taus)
    # One prompt at a time: how products are rounded depends on what else is in a batch.
    H = embed(values(X), values(y), values(query), n).to(FLOATS[bits])
    rho = stored(torch.cat([iterates(tf, H[i : i + 1])[0] for i in range(len(H))]).double(), X)
    omega = torch.ones(n, 1, dtype=torch.float64)
    phi = feature_vectors(X, constant(omega, X), stored(offsets(n), X), 4)
    errors = []
    for k in range(T):
        step = proximal_gradient(phi, y, LAM, rho[:, k], steps=1, inverse_step=2 * n)
        errors.append(l1(rho[:, k + 1] - step[-1]))
    return stack(errors, 1)


@theorem(
    PAPER,
    "Lemma 7, floating point",
    rank="step",
    origin="ours",
    n=dims(1, 4),
    N=dims(1, 8),
    T=dims(1, 2),
    bits=choices(64, 32),
    X=box("N", 1, low=-1.0, high=1.0),  # so that C_F = 1 in (58b)
    y=box("N", low=-1.0, high=1.0),
    query=box(1, low=-1.0, high=1.0),
    where=lambda n, N, T, bits: (2 * T + 1 + n) * n * N**2 <= 2 ** (31 if bits == 64 else 12),
    examples=[
        dict(n=n, N=N, T=T, bits=bits)
        for n, N, T, bits in ((64, 64, 1, 64), (64, 64, 2, 64), (64, 23, 1, 64), (59, 1, 3, 32), (1, 16, 7, 32))
    ],
)
@printed(
    r"$\|e_t\|_1\le\frac{C_{\mathcal F}}{(L+n)nN}$ for all $t\le T$ (58b), with $C_{\mathcal F}=1$, of the "
    r"repaired weights in float64 with $(L+n)nN^2\le2^{31}$ or in float32 with $(L+n)nN^2\le2^{12}$, at the "
    "temperatures that balance rounding and linearisation, one for Attn1 and one for Attn2; "
    r"$\eta=\frac1{2n}$, inputs and labels in $[-1,1]$, features of steepness 4 at evenly spaced offsets, "
    r"$\lambda=\frac1{32}$.",
    slack="In float32 the error is about half of the bound at $n = 59$, $N = 1$, $T = 3$ and passes it at "
    "$n = 192$, $N = 1$, $T = 4$, where $(L + n) n N^2$ is $2^{15}$; sizes with more examples have "
    "room for sums that add up roundings.",
)
@mutants(
    {
        "the temperature of Lemma 7": dict(taus=of_lemma_7),
        "the temperature of Lemma 7 in float64": dict(
            taus=of_lemma_7,
            n=choices(64),
            N=choices(64),
            T=choices(1),
            bits=choices(64),
            where=None,
            why="float32 fails first; here float64 does, from $n = 54$ and $N = 23$ on",
        ),
        "a temperature over 2^11": dict(taus=lambda n, bits: balanced(n, bits, 2.0**-11)),
        "a temperature times 2^30": dict(taus=lambda n, bits: balanced(n, bits, 2.0**30)),
        "n = 192, N = 1, T = 4 in float32": dict(
            n=choices(192), N=choices(1), T=choices(4), bits=choices(32), where=None
        ),
    }
)
def steps_in_floating_point(n, N, T, bits, X, y, query, taus=lambda n, bits: balanced(n, bits)):
    """At temperatures that balance rounding and linearisation steps are nearly exact in floating point."""
    return at_most(step_errors(X, y, query, T, bits, taus, n), 1 / ((2 * T + 1 + n) * n * N))


SIZES = dict(n=4, N=8, T=2)
"""The sizes of the figure."""


@steps_in_floating_point.figure
def error_against_tau() -> FigureRecord:
    """What float64 and float32 make of one proximal step, tau by tau."""
    n, N, T = SIZES.values()
    generator = Generator().manual_seed(0)
    shapes = ((N, 1), (N,), (1,))
    data = [box(*shape, low=-1.0, high=1.0).sample(generator, INSTANCES) for shape in shapes]
    series = []
    for bits, last in ((64, 48), (32, 20)):
        name = f"float{bits}"
        taus = [2.0**k for k in range(-2, last, 2)]
        errors = [float(step_errors(*data, T, bits, (tau, tau), n).amax()) for tau in taus]
        positive = [(tau, error) for tau, error in zip(taus, errors, strict=True) if error > 0]
        x, y = [tau for tau, _ in positive], [error for _, error in positive]
        series.append(Series(f"{name}: largest over {INSTANCES} prompts", x, y))
    taus = [2.0**k for k in range(-2, 48, 2)]
    eta = 1 / (2 * n)
    cubic = [(n + 1) * eta**3 / 6 / tau**2 for tau in taus]
    series.append(Series(r"linearisation, of order $\tau^{-2}$", taus, cubic, role="theory"))
    for name, unit in (("float64", 2.0**-53), ("float32", 2.0**-24)):
        lost = [8 * (n + 1) * unit * tau for tau in taus]
        series.append(Series(f"rounding in {name}, $8(n+1)\\tau u$", taus, lost, role="theory"))
    usual = of_lemma_7(n, N, T)[0]
    return FigureRecord(
        title="Error of one proximal step against the temperature",
        x_label=r"$\tau$",
        y_label=r"largest $\ell_1$ error of a step",
        caption=f"$n={n}$, $N={N}$, $L={2 * T + 1}$: the $\\tau$ of Lemma 7 with $C=1$ is "
        f"{usual:.3g}; the best is where the two theoretical lines meet.",
        series=tuple(series),
        log_x=True,
        log_y=True,
    )
