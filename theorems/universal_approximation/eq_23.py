r"""The covering number of (23), Section 2.3, does not see the class: a grid of inputs and values covers it.

(23) asks for an element near the input and near the value $f(x)-f(0)$; nothing else of f is compared. In a
class that holds $rf$ with f for $|r|\le1$ the values at an input fill an interval, so that on the line a
grid of inputs and of values covers all pairs, however many functions there are: here
$\lceil2/\varepsilon\rceil$ inputs and as many multiples of the function that is largest there. In d
dimensions $\log|\mathcal N_\varepsilon|$ is of the order of $(d+1)\log\frac1\varepsilon$ in the same way.
So "the model complexity needs to grow with the complexity of the target function class" (after (25)) is not
what $\log|\mathcal N_\varepsilon|$ measures; it is at least the logarithm of the covering number of the
ball.
"""

from collections.abc import Callable
from dataclasses import dataclass

import torch

from lemmata import Margin, Prompt, Space, at_most, box, dims, space
from lemmata.numbers import Array, absolute, amax, constant, maximum, sign, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Setting:
    K: int
    m: int
    """Two over eps."""


def functions(s: Setting) -> Space:
    """A class (bounds, frequencies, phases), one of its functions by its shares, and an input."""
    return space(
        B=box(s.K, low=0.0, high=2.0, of="[0, inf)"),
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        share=box(s.K, low=-1.0, high=1.0),
        x=box(1, low=-1.0, high=1.0),
    )


size = PAPER.claim(
    "(23), number of elements",
    id="eq-23/size",
    rank="step",
    origin="ours",
    summary="A grid of inputs and values is a cover of all pairs of functions and inputs, however many "
    "functions "
    "there are",
    settings=space(Setting, K=dims(1, 3), m=dims(1, 12)),
    prompts=functions,
)
Count = Callable[[Setting], int]


def terms(prompt: Prompt, x: Array) -> Array:
    """The terms of f(x) - f(0) at their bounds, at points ``(batch or 1, m)``: ``(batch, m, K)``."""
    at = cosine(x[:, :, None] * prompt.omega[:, None] + prompt.theta[:, None])
    zero = cosine(prompt.theta[:, None])
    return (at - zero) * prompt.B[:, None]


def grid(count: int, like: Array) -> Array:
    """The middles of ``count`` equal parts of [-1, 1]."""
    return constant(torch.arange(count) * 2 + 1, like) / count - 1


@size.printed(
    r"For every class $\{\sum_{k\le K}b_k\cos(\omega_kx+\theta_k):|b_k|\le B_k\}$ on $[-1,1]$ and "
    r"$\varepsilon=\frac2m$, a set of $m^2$ elements satisfies (23): for every f of the class and every x "
    r"some element has $|x-\widehat x|\le\varepsilon$ and $|f(x)-f(0)-(\widehat "
    r"f(\widehat x)-\widehat f(0))|\le C_{\mathcal F}\varepsilon$; it is made of $m$ inputs, and at each of "
    r"them $m$ "
    r"multiples of the member that is largest there.",
    inputs=lambda s: s.m,
    values=lambda s: s.m,
)
def few_elements_cover_all_pairs(s: Setting, prompt: Prompt, inputs: Count, values: Count) -> Margin:
    """The distance (23) of a pair to the nearest element of the grid."""
    value = sum(terms(prompt, prompt.x) * prompt.share[:, None], -1)
    places = grid(inputs(s), prompt.x)[None]
    at_places = terms(prompt, places)
    # The largest member of the class at each place, and its multiples by a grid.
    largest = sum(at_places * sign(at_places), -1)
    elements = largest[:, :, None] * grid(values(s), prompt.x)
    # What (23) compares at an element: the values, and the inputs (times C_F, as the bound is).
    miss = absolute(elements - value[:, :, None])
    zero = cosine(prompt.theta)
    C = sum(prompt.B * absolute(zero), -1) + sum(prompt.B * prompt.omega, -1)
    far = absolute(prompt.x - places) * C[:, None]
    worst = maximum(miss, far[:, :, None])
    nearest = -amax(amax(-worst, -1), -1)
    return at_most(nearest, C * 2 / s.m)


size.mutant("a third of the inputs", inputs=lambda s: -(-s.m // 3))
size.mutant("a third of the values", values=lambda s: -(-s.m // 3))
size.mutant("one value", values=lambda s: 1)
