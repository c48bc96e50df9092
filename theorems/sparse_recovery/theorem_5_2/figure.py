"""Plots of Theorem 5.2: the error of the label, with a query read-out by layer, with a linear one by length."""

import math

import torch
from torch import Tensor

from baselines.proximal import lista_vm
from lemmata import FigureRecord, Series, signs, sparse
from theorems.sparse_recovery.theorem_5_1.measured import QUICK, SIZES, by_layer, distances, falling

INSTANCES = 100
LENGTHS = (4, 8, 16, 32, 64, 128)


def labels_by_layer(label: Tensor | None = None) -> FigureRecord:
    """The error of the label after each layer, beside the printed rate of Theorem 5.1."""
    s = SIZES[-1]
    errors = (distances(QUICK, 0)["label"] if label is None else label)[:, -1]
    rate, q = float(s.printed_rate), float(s.q)
    return FigureRecord(
        title="Error of the next label after each layer",
        x_label="layers $K$",
        y_label=r"$|y_{n+1}-\hat y_{n+1}|$, in units of $b_\beta$",
        caption=f"Query read-out $x^\\top\\beta$, {errors[..., 0].numel()} instances with $d={s.d}$, "
        f"$S={s.S}$, $n=N_0={s.n}$ rows of signs, $\\gamma={s.gamma:g}$. The printed rate is {rate:.3f} a "
        f"layer, that of the network's proof {q:.3f}; a share of {s.delta:g} of the instances may lie above.",
        series=(
            *by_layer(errors),
            falling(r"$b_\beta e^{-\alpha_nK}$, as amended", rate, s.K),
            falling(r"$b_\beta q^K$", q, s.K),
        ),
        log_y=True,
    )


def floor_of_the_mean() -> FigureRecord:
    """The error of the linear read-out against the length of the prompt: deeper networks do not help."""
    series, n = [], [float(length) for length in LENGTHS]
    amended: dict[int, list[float]] = {2: [], 4: [], 8: []}
    for K in amended:
        worst = []
        for length in LENGTHS:
            generator = torch.Generator().manual_seed(0)
            X = signs(length, 2).sample(generator, INSTANCES)
            beta = sparse(2, 2, 1.0).sample(generator, INSTANCES)
            x, size, B = X[:, -1], X[:, -1].norm(dim=-1), -2.0
            M, theta = 2 * torch.eye(2).double().expand(K, 2, 2), torch.zeros(K).double()
            path = lista_vm(X, (X @ beta[..., None])[..., 0], M, theta)[-1]
            betas = torch.cat([torch.zeros_like(path[:, :1]), path[:, :-1]], 1)
            attended = ((betas * x[:, None, :]).sum(-1) - B).relu().sum(-1) / (2 * length - 1)
            worst.append(float(((x * beta).sum(-1) - 2 * attended - B).abs().max()))
            distances = (betas - beta[:, None, :]).norm(dim=-1)[:, 1:].sum(-1)
            bound = (2 * size * distances + size * beta.norm(dim=-1) + abs(B)) / (2 * length - 1)
            amended[K].append(float(bound.max()))
        series.append(Series(f"largest error, $K={K}$", n, worst))
    falls = [line.y[-3] / line.y[-1] for line in series]
    printed = [math.sqrt(2) * (1 / 3) ** 8 + 8 / math.sqrt(length) * (1 / 3) ** 7 for length in n]
    return FigureRecord(
        title="Error of the label with a linear read-out",
        x_label="length of the prompt $n$",
        y_label=r"$|y_n-\hat y_n|$",
        caption=f"$d=2$, rows of signs, $\\gamma=1$, $B'=-2$; the largest of {INSTANCES} instances. The layer "
        f"averages over all prefixes, also the early ones: from $n={LENGTHS[-3]}$ to $n={LENGTHS[-1]}$ the "
        f"error falls by a factor {falls[0]:.1f} with 2 layers and {falls[-1]:.1f} with 8. The printed bound "
        "falls with $K$ (drawn: $K=8$, $c_4=1$).",
        series=(
            *series,
            Series("largest bound as amended, $K=8$", n, amended[8], role="bound"),
            Series("printed, $K=8$", n, printed, role="bound"),
        ),
        log_x=True,
        log_y=True,
    )
