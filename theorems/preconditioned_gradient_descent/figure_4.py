r"""Figure 4 and the second observation of section 6.1: "increasing magnitude", in the order of the layers.

The runs are those of figure 3. It is about the ends that training reaches, not about critical points: the
exact loss has a local minimum over S whose first step is the larger one (``reversed``). Where the $B_i$ are 0,
any order is as good as any other (Lemma 8).
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from torch import Tensor

from baselines.in_context_loss_minimisers import larger_first_step, minimiser_with_b
from baselines.in_context_loss_spectrum import spectral_loss
from lemmata import Expectation, Margin, Prompt, at_least, dims, lines, reals, space
from lemmata.numbers import absolute, broadcast_to, concatenate, constant, full, sign, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.descent import Descent
from theorems.preconditioned_gradient_descent.figure_3 import (
    SAMPLED,
    SPACES,
    TRAINED,
    WORDS,
    report,
    sampled_run,
)

magnitude = PAPER.claim(
    "Figure 4, magnitudes",
    id="figure-4/magnitudes",
    summary="Later trained layers take larger steps.",
    origin="read",
    at=lines(302),
    **SPACES,
)
magnitude.experiment(**SAMPLED, paper=WORDS)(sampled_run)


@magnitude.printed(
    TRAINED + "$A_0,A_1,A_2$ have increasing magnitude, in that order, read as: so have the "
    r"absolute means of the diagonals of $\Sigma^{1/2}A_i\Sigma^{1/2}$.",
    order=(0, 1, 2),
)
def magnitudes_increase(s: Descent, prompt: Prompt, order: tuple[int, ...]) -> Margin:
    """Later layers take larger steps."""
    size = prompt.level.abs()[:, list(order)]
    return report(at_least(size[:, 1:], size[:, :-1]), prompt)


magnitude.mutant("in the opposite order", order=(2, 1, 0))
magnitude.mutant("the first one not the smallest", order=(1, 0, 2))


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int


Numbers = Callable[[Sizes], tuple[Tensor, Tensor]]
reversed_order = PAPER.claim(
    "Figure 4, another order",
    id="figure-4/magnitudes/reversed",
    summary="Two layers have a local minimum over S whose first step is the larger one.",
    origin="ours",
    at=lines(302),
    kind=Expectation(),
    settings=space(Sizes, d=dims(1, 5, most=5), n=dims(2, 15, most=15)),
    prompts=lambda s: space(r=reals(3)),
)


@reversed_order.printed(
    r"For two layers (13), $d\le5$, $2\le n\le15$, independent $x^{(i)}\sim N(0,\Sigma)$, "
    r"$w_\star\sim N(0,\Sigma^{-1})$, "
    r"$\Sigma\succ0$, the loss f as a function of $a_0,a_1,b_0$, at $A_i=a_i\Sigma^{-1}$, $B_0=b_0I$, has a "
    r"local "
    r"minimum p with $|a_0|>|a_1|$: $f(p\pm r)\ge f(p)$ for $2^{-30}\le\|r\|\le2^{-10}$. (There f is "
    r"critical in "
    r"all matrices, by (34).)",
    point=lambda s: larger_first_step(s.d, s.n),
)
def larger_first(s: Sizes, prompt: Prompt, point: Numbers) -> Margin:
    """A local minimum with the larger step first."""
    p = constant([Fraction(v) for part in point(s) for v in part.tolist()], prompt.r)[None]
    size = sum(prompt.r * prompt.r, -1)
    r = prompt.r / (size + 1)[:, None] / 512  # at most 2^-10 long
    at = concatenate([p + r, p - r, p], 0)
    f = spectral_loss(at[:, :2], s.d, s.n, at[:, 2:])
    neighbours = f[:-1].reshape(2, len(prompt)).mT
    order = sign(absolute(p[:, 0]) - absolute(p[:, 1]))
    first = broadcast_to(order[:, None], (len(prompt), 1))
    own = broadcast_to(f[-1:, None], (len(prompt), 2))
    margin = at_least(concatenate([neighbours, first], 1), concatenate([own, full(1, like=first)], 1))
    return margin.given(sum(r * r, -1) * 4**30 - 1)


reversed_order.mutant("the best minimum known", point=lambda s: minimiser_with_b(s.d, s.n, 2))
reversed_order.mutant(
    "one percent off", point=lambda s: (larger_first_step(s.d, s.n)[0] * 1.01, larger_first_step(s.d, s.n)[1])
)
