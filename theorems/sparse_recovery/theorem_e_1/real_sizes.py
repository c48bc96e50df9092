r"""Theorem E.1 at real sizes: with a linear read-out more layers make the label worse, not better.

The last layer averages over all tokens, also over those that have seen few rows. From one row the matrix
$\frac2{2n+1}X^\top X$ has the eigenvalue $\frac23d$, so that at the step 1 a layer multiplies the error there
by up to $\frac23d-1$: after twelve layers some estimates are off by $10^{12}b_\beta$ at $d = 20$, by
$10^{23}b_\beta$ at $d = 200$. The average keeps about the share 1/n of it. The query read-out misses less than
$10^{-6}b_\beta$ at 1,024 rows. (A B' above all early inner products, as in the theorem, would have to be as
large as they are.)
"""

from collections.abc import Sequence
from functools import cache

import torch
from torch import Tensor
from torch.nn.functional import pad

from baselines.proximal import soft_threshold
from lemmata import Experiment, FigureRecord, Series, at_least, mutants, printed, seeded, theorem
from lemmata.numbers import mean, min, minimum, where
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1.measured import Run, least, stacked, vectors
from theorems.sparse_recovery.theorem_5_1.network import weights_of_the_proof
from theorems.sparse_recovery.theorem_5_1.setting import Setting

SMALL, LARGE = least(20, 3), least(200, 3)
CASES = (*((SMALL, n) for n in (64, 256, 1_024, SMALL.N0)), (LARGE, 1_024))
"""The sizes of the network, and lengths of the prompt."""

FEW, ALL = 2 - 1, -1
"""After two layers, and after all of them."""

QUICK = Run(4, 3)
BLOCK = 64


def correlations(X: Tensor, errors: Tensor) -> Tensor:
    """X_{1:j}^T X_{1:j} times the j-th error, for every j: ``(count, n, d)``; in blocks, to be quick."""
    count, n, d = X.shape
    rows, e = (pad(part, (0, 0, 0, -n % BLOCK)).reshape(count, -1, BLOCK, d) for part in (X, errors))
    earlier = (rows.mT @ rows).cumsum(1) - rows.mT @ rows
    return (e @ earlier + (e @ rows.mT).tril() @ rows).reshape(count, -1, d)[:, :n]


def labels(size: Setting, n: int, count: int, generator: torch.Generator) -> dict[str, Tensor]:
    """Errors and bounds of labels after each layer, linear and query read-out, ``(count, K)`` each."""
    X = torch.randint(0, 2, (count, n, size.d), generator=generator).double() * 2 - 1
    target, x, before = vectors(size, count, generator)[:, None], X[:, -1:], X[:, :-1]
    label, scale = (x * target).sum((1, 2)), x.norm(dim=(1, 2))
    tokens = torch.arange(3, 2 * n, 2)[:, None]
    weights, beta, found = weights_of_the_proof(size), torch.zeros_like(before), []
    for theta in weights.theta:
        beta = soft_threshold(beta - correlations(before, beta - target) * weights.scale / tokens, theta)
        inner = pad((beta * x).sum(-1), (1, 0))  # the first token's estimate is 0
        B = inner.amin(-1)
        predicted = (inner - B[:, None]).sum(-1) * 2 / (2 * n - 1) + B
        floor = scale * target.norm(dim=(1, 2)) + B.abs()
        found.append(
            {
                "linear": (label - predicted).abs(),
                "query": (label - inner[:, -1]).abs(),
                "bound": (2 * scale * (beta - target).norm(dim=-1).sum(-1) + floor) / (2 * n - 1),
            }
        )
    return {name: torch.stack([after[name] for after in found], -1) for name in found[0]}


def drawn(cases: Sequence[tuple[Setting, int]], s: Run, seed: int) -> dict[str, Tensor]:
    """One row a replicate, ``(cases, instances, K)`` each."""
    generators = [seeded(1_000 * seed + k) for k in range(s.replicates)]
    return stacked([[labels(*case, s.instances, g) for case in cases] for g in generators])


@cache
def run(s: Run, seed: int) -> dict[str, Tensor]:
    """One row a replicate, ``(cases, instances, K)`` each."""
    return drawn(CASES, s, seed)


@theorem(
    PAPER,
    "Theorem E.1",
    part="at real sizes",
    origin="ours",
    kind=Experiment(run, quick=QUICK, standard=Run(16, 4), deep=Run(32, 8)),
)
@printed(
    rf"At $S=3$, $\gamma=1$, rows of independent signs, with the network of `theorem-5.1/construction` and the "
    rf"last layer of Theorem E.1 with $p=1$ and the least inner product as B', at $d=20$ ($N_0={SMALL.N0}$) "
    rf"for $n\in\{{64,256,1024,N_0\}}$ and at $d=200$ ($N_0={LARGE.N0}$) for $n=1024$: in at least three "
    r"of four instances twelve layers miss the label $y_n$ by more than a thousand times as much as two "
    r"layers, and in every instance both are within the bound of Theorem 5.2 (linear read-out) as amended."
)
@mutants({"the query read-out": dict(errors=lambda query: query), "a hundredth of the bound": dict(share=0.01)})
def deeper_is_worse(linear, bound, errors=lambda linear: linear, share=1.0):
    """With a linear read-out twelve layers miss over a thousand times what two miss, in 3 of 4 instances."""
    few, many = errors[..., FEW], errors[..., ALL]
    worse = mean(where(many > 1_000 * few, 1.0, 0.0), 1)
    room = share * bound - linear
    all_within = mean(where(minimum(room[..., FEW], room[..., ALL]) >= 0, 1.0, 0.0), 1) - 1
    return at_least(minimum(worse - 3 / 4, all_within), 0).report(worse=min(worse))


def medians(errors: Tensor) -> Tensor:
    """Over replicates and instances, ``(cases, K)``."""
    return errors.transpose(1, 2).flatten(0, 1).median(0).values


@deeper_is_worse.figure
def plots(replicates: int, instances: int, linear: Tensor, query: Tensor, bound: Tensor) -> list[FigureRecord]:
    """The error of the label against the length of the prompt at d = 20, and layer by layer at both sizes."""
    linear, query, bound = (medians(errors) for errors in (linear, query, bound))
    small = [i for i, (size, _) in enumerate(CASES) if size == SMALL]
    n = [float(CASES[i][1]) for i in small]
    words = f"Medians of {replicates * instances} instances, "
    why = "The linear read-out averages over all prefixes, and from a few rows a layer multiplies the error."
    by_length = FigureRecord(
        title="Error of the label: linear and query read-out",
        x_label="length of the prompt $n$",
        y_label=r"error of the label, in units of $b_\beta$",
        caption=words + rf"$d={SMALL.d}$, $S={SMALL.S}$, $\gamma={SMALL.gamma:g}$. {why}",
        series=(
            Series("linear read-out, 12 layers", n, linear[small, ALL].tolist()),
            Series("linear read-out, 2 layers", n, linear[small, FEW].tolist()),
            Series("query read-out, 12 layers", n, query[small, ALL].tolist()),
            Series("bound as amended, 12 layers", n, bound[small, ALL].tolist(), "bound"),
            Series("bound as amended, 2 layers", n, bound[small, FEW].tolist(), "bound"),
        ),
        log_x=True,
        log_y=True,
    )
    by_layers = [
        FigureRecord(
            title=f"Error of the label after each layer, $d={CASES[i][0].d}$",
            x_label="layers $K$",
            y_label=r"error of the label, in units of $b_\beta$",
            caption=words + rf"$d={CASES[i][0].d}$, $S={CASES[i][0].S}$, $n={CASES[i][1]}$, "
            rf"$\gamma={CASES[i][0].gamma:g}$. {why}",
            series=(
                Series("linear read-out", layers, linear[i].tolist()),
                Series("query read-out", layers, query[i].tolist()),
                Series("bound as amended, linear read-out", layers, bound[i].tolist(), "bound"),
            ),
            log_y=True,
        )
        for i in (CASES.index((SMALL, 1_024)), CASES.index((LARGE, 1_024)))
        for layers in [[float(k + 1) for k in range(linear.shape[1])]]
    ]
    return [by_length, *by_layers]


def in_a_quick_run() -> list[FigureRecord]:
    """The same for Theorem 5.2, whatever the profile is."""
    return plots(QUICK.replicates, QUICK.instances, **run(QUICK, seed=0))
