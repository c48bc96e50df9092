r"""The transformer follows the exact method within its own error bound at $n=64$, $N=256$, in float64.

As ``lemma-4-construction``, which searches small sizes adversarially: here one network of the sizes that
one would use, in two dimensions, on tasks of two cosines with noise, with one temperature for all layers
that is large enough for (120) and small enough for float64. The margin is that of the last iterate,
$\|\rho^{(L)}-\rho_T\|_2\le\sqrt{n+1}\sum_{s\le T}\varepsilon_s$.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt

import torch
from torch import Tensor

from lemmata import Margin, Prompt, at_most, dims, dyadics, scales, seeded, space
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.instances_lemma_4 import Setting, transformer
from theorems.universal_approximation.instances_lemma_4_run import errors_120, exact, run


@dataclass(frozen=True)
class Sizes:
    n: int
    N: int
    T: int
    lam: float
    tau: float
    replicates: int


large = PAPER.claim(
    "Lemma 4, weights of A.4, large",
    slug="lemma-4-construction-large",
    kind="experiment",
    settings=space(
        Sizes,
        n=dims(1, 64),
        N=dims(1, 256),
        T=dims(1, 16),
        lam=dyadics(0, 1, grid=64),
        tau=scales(0, 20),
        replicates=dims(2, 16),
    ),
)


@large.experiment(
    standard=Sizes(64, 256, 4, 0.015625, 1024.0, 6),
    deep=Sizes(64, 256, 16, 0.015625, 1024.0, 8),
    paper={"deviation": "of the order of the errors (120), which go to 0 as tau grows"},
)
def measure(s: Sizes, seed: int) -> Prompt:
    """One row a task: the deviation of the last iterate, its bound, and that of the printed weights."""
    generator = seeded(seed)

    def even(*shape: int) -> Tensor:
        return torch.rand(*shape, generator=generator, dtype=torch.float64) * 2 - 1

    omega, t = even(s.n, 2), even(s.n) * 1.5 - 0.5
    at = Setting(2, s.n, s.N, s.T, s.lam, s.tau, omega, t)
    X, query = even(s.replicates, s.N, 2) / 2, even(s.replicates, 2) / 2
    phase, noise = even(s.replicates, 1) * 3, even(s.replicates, s.N) / 8
    y = torch.cos(3 * X[..., 0] + phase) + torch.cos(2 * X[..., 1]) + noise
    prompt = Prompt(X=X, y=y, query=query)
    found = {}
    for name in ("repaired", "printed"):
        r = run(at, transformer(name)(at), prompt)
        found[name] = (r.rho - exact(at, r, 2 * s.n))[:, -1].norm(dim=-1)
        if name == "repaired":
            found["allowed"] = sqrt(s.n + 1) * errors_120(at, r, 2 * s.n).sum(-1)
    return Prompt(**found)


@large.printed(
    r"With the fourth head and the factor N in Attn2, at $n=64$ and $N=256$ in float64: "
    r"$\|\rho^{(L)}-\rho_T\|_2\le\sqrt{n+1}\sum_{s\le T}\varepsilon_s$.",
    deviation=lambda prompt: prompt.repaired,
    share=1,
)
def large_transformer_follows_the_method(
    s: Sizes, prompt: Prompt, deviation: Callable[[Prompt], Tensor], share: int
) -> Margin:
    """The transformer follows the exact proximal gradient method at the sizes that one would use."""
    found = deviation(prompt)
    # Logarithms, since the bound differs by an order of magnitude from task to task.
    return at_most((found * share).log2(), prompt.allowed.log2()).report(deviation=found)


large.mutant("the printed weights", deviation=lambda prompt: prompt.printed, share=1)
large.mutant("a billionth", deviation=lambda prompt: prompt.repaired, share=10**9)
