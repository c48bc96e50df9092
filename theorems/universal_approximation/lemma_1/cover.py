r"""A cover of pairs (f, x) does not cover functions: what the proof of Lemma 1 makes of (23), before (74).

(23) asks for every pair $(f,x)$ for an element $(\widehat f,\widehat x)$ of the cover. The proof takes "for
any $f$ some $(\widehat f,\widehat x)$ such that for all $x$": a number $\widehat f(\widehat x)-\widehat
f(0)$ near all values of $f$ at once, which no cover has once $C_{\mathcal F}\varepsilon$ is below half the
oscillation of some $f$ (here $b\cos(\omega x+\theta)$ at $\pm1$, $C_{\mathcal F}=|b|(1+\omega)$). So the
coefficients $\rho_{\widehat f}$ of (28) come to depend on $x$. For every pair on its own the element
exists: $f$ itself at a point within $\varepsilon$.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dyadics, lines, space
from lemmata.numbers import Array, absolute
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Setting:
    eps: float


def functions(s: Setting) -> Space:
    """A cosine on the line."""
    return space(
        b=box(1, low=-1.0, high=1.0), omega=box(1, low=0.125, high=32.0), theta=box(1, low=0.0, high=6.25)
    )


def pairs(s: Setting) -> Space:
    """A cosine, an input, and the way from it to a point near by, in units of eps."""
    return space(
        b=box(1, low=-1.0, high=1.0),
        omega=box(1, low=0.125, high=32.0),
        theta=box(1, low=0.0, high=6.25),
        x=box(1, low=-1.0, high=1.0),
        step=box(1, low=-1.0, high=1.0),
    )


Error = Callable[[Setting, Prompt], Array]
cover = PAPER.claim(
    "before (74), all x at once",
    id="lemma-1/cover",
    rank="step",
    origin="read",
    summary="For every function one element of the cover is near to it at all inputs at once",
    at=lines(570, 577),
    settings=space(Setting, eps=dyadics(0.015625, 0.5, grid=64)),
    prompts=functions,
)


def f(prompt: Prompt, x: Array) -> Array:
    return cosine(prompt.omega * x + prompt.theta) * prompt.b


def one_element(s: Setting, prompt: Prompt) -> Array:
    """The error of the best number at the inputs -1 and 1: half of the difference there."""
    return absolute(f(prompt, 1) - f(prompt, -1)) / 2


def own_element(reach: int) -> Error:
    """The error of f itself at a point within ``reach`` eps of x."""

    def error(s: Setting, prompt: Prompt) -> Array:
        point = prompt.x + prompt.step * s.eps * reach
        return absolute(f(prompt, prompt.x) - f(prompt, point))

    return error


@cover.printed(
    r"For any $f\in\mathcal F$ there is some $(\widehat f,\widehat x)\in\mathcal N_\varepsilon$ such that "
    r"for all $\|x\|_2\le1$: "
    r"$|f(x)-f(0)-\widehat f(\widehat x)+\widehat f(0)|\le C_{\mathcal F}\varepsilon$; here for "
    r"$f(x)=b\cos(\omega "
    r"x+\theta)$, $C_{\mathcal F}=|b|(1+\omega)$, where every number is at least $\frac12|f(1)-f(-1)|$ away at "
    r"$\pm1$.",
    defect="proof-step",
    because="The element of the cover depends on x, too: one number cannot be near all values of f.",
    error=one_element,
)
@cover.amended(
    r"For any $f\in\mathcal F$ and $\|x\|_2\le1$ there is some $(\widehat f,\widehat x)$ with "
    r"$\|x-\widehat x\|_2\le\varepsilon$ and "
    r"$|f(x)-f(0)-\widehat f(\widehat x)+\widehat f(0)|\le C_{\mathcal F}\varepsilon$; here for "
    r"$f(x)=b\cos(\omega "
    r"x+\theta)$, $C_{\mathcal F}=|b|(1+\omega)$, and any point near $x$ with $f$ itself.",
    because="This is (23).",
    adds="an element for each pair (f, x)",
    prompts=pairs,
    error=own_element(1),
)
def elements_of_the_cover(s: Setting, prompt: Prompt, error: Error) -> Margin:
    """The distance of f from an element of the cover."""
    C = absolute(prompt.b) * (prompt.omega + 1)
    return at_most(error(s, prompt), C * s.eps).trivial_where(C * s.eps - absolute(prompt.b) * 2)


cover.mutant("points within 2 eps", error=own_element(2))
cover.mutant("no point near", error=lambda s, p: absolute(f(p, p.x) - f(p, 0)))
