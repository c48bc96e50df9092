"""Softmax and layer normalisation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from classics import PAPER
from lemmata import Margin, Prompt, at_most, dims, dyadics, equal, lines, reals, scales, space
from lemmata.numbers import Array, exp, log, max, mean, norm, softmax, sort, sum


@dataclass(frozen=True)
class Width:
    """Vectors of n numbers."""

    n: int


WIDTHS = space(Width, n=dims(1, 4))

lipschitz = PAPER.claim(
    "Statement 6",
    id="networks/softmax-lipschitz",
    at=lines(20, 21),
    settings=WIDTHS,
    prompts=lambda s: space(x=reals(s.n), y=reals(s.n)),
)


@lipschitz.printed(
    r"$\|\mathrm{softmax}(x)-\mathrm{softmax}(y)\|_2\le\frac14\|x-y\|_2$",
    defect="constant",
    because="A quarter is the largest slope of the logistic function; softmax moves two entries at a time.",
    parts=4,
)
@lipschitz.amended(
    r"$\|\mathrm{softmax}(x)-\mathrm{softmax}(y)\|_2\le\frac12\|x-y\|_2$", adds="a half", parts=2
)
def slope(s: Width, prompt: Prompt, parts: int) -> Margin:
    """Softmax shrinks distances by one half at least."""
    return at_most(norm(softmax(prompt.x) - softmax(prompt.y)), norm(prompt.x - prompt.y) / parts)


lipschitz.mutant("a third", parts=3)

extremes = PAPER.claim(
    "Statement 7",
    id="networks/logsumexp",
    at=lines(23, 23),
    settings=WIDTHS,
    prompts=lambda s: space(x=reals(s.n)),
)


@extremes.printed(r"$\log\sum_ie^{x_i}\le\max_ix_i+\log n$", excess=lambda s: log(s.n))
def log_of_the_sum(s: Width, prompt: Prompt, excess: Callable[[Width], Array]) -> Margin:
    """The logarithm of a sum of exponentials exceeds the largest exponent by log n at most."""
    return at_most(log(sum(exp(prompt.x), -1)), max(prompt.x, -1) + excess(s))


extremes.mutant("half of it", excess=lambda s: log(s.n) / 2)
extremes.mutant("without it", excess=lambda s: 0)


@dataclass(frozen=True)
class Normalised:
    """Vectors of n numbers, and the number eps under the root."""

    n: int
    eps: float


layer_norm = PAPER.claim(
    "Statement 8",
    id="networks/layer-norm",
    at=lines(25, 26),
    settings=space(Normalised, n=dims(2, 4), eps=dyadics(0, 1, open_low=True, of="(0, inf)")),
    prompts=lambda s: space(x=reals(s.n)),
)


@layer_norm.printed(
    r"$\|\mathrm{LN}(x)\|^2=n$ for every $x\in\mathbb R^n$ and $\varepsilon>0$.",
    defect="statement",
    because="Under the root eps is added to the variance: the norm is smaller, and 0 for constant x.",
    compare=equal,
    parts=1,
)
@layer_norm.amended(
    r"$\|\mathrm{LN}(x)\|^2\le n$ for every $x\in\mathbb R^n$ and $\varepsilon>0$.",
    adds="at most in place of equality",
    compare=at_most,
    parts=1,
)
def length_of_the_output(
    s: Normalised, prompt: Prompt, compare: Callable[[Array, Array], Margin], parts: int
) -> Margin:
    """Layer normalisation, without gain and shift, gives vectors of length root n at most."""
    centred = prompt.x - mean(prompt.x, -1, keepdims=True)
    variance = mean(centred * centred, -1)
    return compare(sum(centred * centred, -1) / (variance + s.eps), s.n / parts)


layer_norm.mutant("half of it", parts=2)


@dataclass(frozen=True)
class Temperature:
    """Vectors of n numbers, and the inverse temperature beta."""

    n: int
    beta: float


limit = PAPER.claim(
    "Statement 24",
    id="networks/temperature",
    at=lines(87, 88),
    settings=space(Temperature, n=dims(2, 4), beta=scales(-2, 3, of="(0, inf)")),
    prompts=lambda s: space(x=reals(s.n)),
)


@limit.printed(
    r"$1-\max_i\mathrm{softmax}(\beta x)_i\le e^{-\beta\Delta}$, for a gap $\Delta$ of the two largest $x_i$.",
    defect="constant",
    because="Each of the n - 1 other entries may be as large as the second one.",
    others=lambda s: 1,
)
@limit.amended(
    r"$1-\max_i\mathrm{softmax}(\beta x)_i\le(n-1)e^{-\beta\Delta}$, for a gap $\Delta$ of the two largest "
    r"$x_i$.",
    adds="the factor n - 1",
    others=lambda s: s.n - 1,
)
def left_to_the_others(s: Temperature, prompt: Prompt, others: Callable[[Temperature], Array]) -> Margin:
    """Softmax becomes the choice of the largest entry, exponentially fast in the inverse temperature."""
    ordered = sort(prompt.x, -1, descending=True)
    gap = ordered[:, 0] - ordered[:, 1]
    return at_most(1 - max(softmax(s.beta * prompt.x), -1), others(s) * exp(-s.beta * gap))


limit.mutant("half of them", others=lambda s: (s.n - 1) / 2)
