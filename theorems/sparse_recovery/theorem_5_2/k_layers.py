r"""Theorem 5.2 "under the same setting as in section 4.3": K layers and a linear read-out cannot do it.

Theorem E.1 adds a layer and an MLP that section 4.3 does not have. With the K layers of section 4.3, in
the form (4.4), and any $v$ of Definition 4.1, one of the four instances $(\pm x,\pm\beta^*)$ has an error
of at least $|x^\top\beta^*|$ (`section-5.2/linear-readout`; whichever token is read, x enters linearly
and the estimate is even in X). Under laws that do not change with these signs each is as likely, so that
the error is at least $|x^\top\beta^*|$ with probability $\frac14$ or more. At d = S = 1, rows $\pm1$,
$|\beta^*|=b_\beta=1$ it would have to be at most $a^K+\frac{c_4K}{\sqrt n}a^{K-1}$, $a=1-\frac23\gamma$,
with probability $1-n\delta-\delta'$: wherever $n\delta+\delta'<\frac14$ this bound is at least 1. It
vanishes with K, for every $c_4$ and n. (The main text does not define $\delta'$; a $\delta'\ge1$ claims
nothing, see `theorem-5.2/linear`.) What K layers can have is $b_xb_\beta$, by predicting 0.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, dims, dyadics, lines, space
from lemmata.numbers import Array, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.powers import powers
from theorems.sparse_recovery.section_5_2 import linear


@dataclass(frozen=True)
class Setting:
    K: int
    n: int
    gamma: float


layers = PAPER.claim(
    "Theorem 5.2, K layers",
    id="theorem-5.2/k-layers",
    origin="read",
    at=lines(201, 205),
    uses=[linear],
    settings=space(Setting, K=dims(1, 64), n=dims(1, 16), gamma=dyadics(0, 1.5, True, True)),
    prompts=lambda _: space(c4=powers(4, 12)),
    examples=[Setting(64, 4, 1.0)],
)
Bound = Callable[[Setting, Array], Array]


def printed(s: Setting, c4: Array) -> Array:
    """a^K + c_4 K a^(K-1) / sqrt(n)."""
    a = 1 - s.gamma * 2 / 3
    return c4 * a ** (s.K - 1) * s.K / sqrt(s.n) + a**s.K


@layers.printed(
    r"For the K layers of section 4.3 and a linear read-out, $n\delta+\delta'<\frac14$: $|y_n-\hat y_n|\le b_x"
    r"(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$. At $d=S=1$, $X=\pm1$, $|\beta^*|=1$: "
    r"$1\le(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$.",
    defect="statement",
    because="A linear read-out of K layers misses a label by |x^T beta*| with probability 1/4, and the bound "
    "vanishes as K grows, for every c_4. The left side holds for all weights of the form (4.4).",
    bound=printed,
)
@layers.amended(
    r"K layers and a linear read-out have $|y_n-\hat y_n|\le b_xb_\beta$ (by $v=0$); here $1\le b_xb_\beta$.",
    adds="b_x b_beta as the bound, by v = 0",
    because="No better bound holds with probability above 3/4.",
    bound=lambda s, c4: 1,
)
def label_is_read(s: Setting, prompt: Prompt, bound: Bound) -> Margin:
    """What every linear read-out misses is at most the bound."""
    return at_most(1, bound(s, prompt.c4))


layers.mutant("7/8 of it", bound=lambda s, c4: 7 / 8)
layers.mutant("as printed, a hundredfold", bound=lambda s, c4: printed(s, c4 * 100))
