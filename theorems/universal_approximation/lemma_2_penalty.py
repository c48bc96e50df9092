r"""Lemma 3 uses (37) without its hypothesis on the penalty.

The proof of (42) combines (37) with (41) "for $\lambda\gtrsim\sqrt{\log N/N}(C_{\mathcal F}+\sigma)$",
which is all that (40) demands. Lemma 2 wants $\lambda\ge c_\lambda(\sqrt{\log N/N}\sigma+C_{\mathcal
F}^{-1}\varepsilon_{\mathsf{dis}}^2)$ as well, and $\varepsilon_{\mathsf{dis}}^2\ge C_{\mathcal
F}^2\log|\mathcal N_\varepsilon|/n$ does not fall with N: for fixed n the one does not imply the other,
whatever the constants (here $\log|\mathcal N_\varepsilon|=\frac n4$, K for their quotient). With the
penalty (58a) of Lemma 4 it does, its third term being the one that is missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, box, choices, dims, space
from lemmata.numbers import Array, as_array, log, sqrt
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Setting:
    N: int
    K: int


def numbers(s: Setting) -> Space:
    return space(C=box(1, low=0.125, high=4.0), sigma=box(1, low=0.0, high=4.0))


penalty = PAPER.claim(
    "Lemma 3, use of (37)",
    slug="lemma-2-in-lemma-3",
    kind="forall",
    settings=space(Setting, N=choices(2**20, 2**30, 16, 256), K=dims(1, 16)),
    prompts=numbers,
)
Penalty = Callable[[Array, Array, Array, Array], Array]


@penalty.printed(
    r"$\lambda=K\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)$ implies $\lambda\ge\sqrt{\frac{\log "
    r"N}N}\sigma+C_{\mathcal F}^{-1}\varepsilon_{\mathsf{dis}}^2$ for a universal K.",
    expect="refuted",
    defect="proof-step",
    because="The discretisation error does not fall with N.",
    lam=lambda root, C, sigma, missing: root * (C + sigma),
)
@penalty.amended(
    r"$\lambda=K\left(\sqrt{\frac{\log N}N}(C_{\mathcal F}+\sigma)+C_{\mathcal "
    r"F}^{-1}\varepsilon_{\mathsf{dis}}^2\right)$ implies it.",
    because="(58a) has the missing term.",
    lam=lambda root, C, sigma, missing: root * (C + sigma) + missing,
)
def penalty_is_large_enough(s: Setting, prompt: Prompt, lam: Penalty) -> Margin:
    """The penalty of Lemma 3 is one that Lemma 2 allows."""
    C, sigma = prompt.C, prompt.sigma
    root = sqrt(log(as_array(s.N, C)) / s.N)
    missing = C / 4  # C_F^{-1} eps_dis^2 with eps = 0 and log |N| = n / 4
    return at_least(lam(root, C, sigma, missing) * s.K, root * sigma + missing)


penalty.mutant("half of the missing term", lam=lambda root, C, sigma, missing: missing / 2)
penalty.mutant("noise alone", lam=lambda root, C, sigma, missing: root * sigma)
