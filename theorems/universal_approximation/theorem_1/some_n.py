r"""Theorem 1 for some n: at the smallest n the transformer that always predicts 0 satisfies (24).

Theorem 1 speaks of a transformer with $D=d+2n+7$ "for some $n\gtrsim\log|\mathcal N_\varepsilon|$". At the
smallest such n the last term of (24) is at least $\frac12C_{\mathcal F}^2$, and $f(x)^2\le C_{\mathcal F}^2$
on the ball: no example has to be looked at. What is meant is every $n\gtrsim\log|\mathcal N_\varepsilon|$
(the remark on parameter choices and (25) read it so); that is what ``theorem-1`` and its companions measure.
"""

from dataclasses import dataclass

from lemmata import Margin, Prompt, at_most, box, dims, dyadics, lines, space
from lemmata.numbers import Array, absolute, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import cosine


@dataclass(frozen=True)
class Setting:
    K: int
    """How many cosines."""
    n: int
    log_cover: float
    """At least log 2 where eps < 1; n is the next whole number."""


some_n = PAPER.claim(
    "Theorem 1, some n",
    id="theorem-1/some-n",
    origin="read",
    summary="At the smallest n that Theorem 1 allows the transformer that predicts 0 satisfies it",
    at=lines(217, 227),
    settings=space(
        Setting,
        K=dims(1, 2),
        n=dims(1, 6),
        log_cover=lambda s: dyadics(max(s.n - 1, 0.625), s.n, open_low=True),
    ),
    prompts=lambda s: space(
        b=box(s.K, low=-1.0, high=1.0, of="(-inf, inf)"),
        omega=box(s.K, low=0.125, high=8.0, of="(0, inf)"),
        theta=box(s.K, low=0.0, high=6.25, of="(-inf, inf)"),
        x=box(1, low=-1.0, high=1.0),
    ),
)


@some_n.printed(
    r"There is a transformer with $D=d+2n+7$ for some $n\ge\log|\mathcal N_\varepsilon|$ such that "
    r"$(\widehat y_{N+1}-f(x_{N+1}))^2\le2\left[\left(\sqrt{\frac{\log N}N}+\frac "
    r"nL\right)C_{\mathcal F}(C_{\mathcal F}+\sigma)+"
    r"\frac{C_{\mathcal F}^2\log|\mathcal N_\varepsilon|}n\right]$ for all $f$ of the class and $\|x\|_2\le1$: "
    r"the one "
    r"that predicts 0 for $n=\lceil\log|\mathcal N_\varepsilon|\rceil$, by the last term alone; here for "
    r"$f(x)=\sum_{k\le K}b_k\cos(\omega_kx+\theta_k)$ and $C_{\mathcal F}=\sum_k|b_k|(1+\omega_k)$.",
    factor=2,
    prediction=0,
)
def zero_satisfies_the_theorem(s: Setting, prompt: Prompt, factor: Array, prediction: int) -> Margin:
    """The squared error of a constant prediction, in units of C_F, against the last term of (24)."""
    at = cosine(prompt.omega * prompt.x + prompt.theta)
    C = sum(absolute(prompt.b) * (prompt.omega + 1), -1)
    error = sum(at * prompt.b, -1) - C * prediction
    return at_most(error * error, C * C * s.log_cover * factor / s.n)


some_n.mutant("1/4 for 2", factor=0.25)
some_n.mutant("the prediction C_F", prediction=1)
some_n.mutant("the prediction 4 C_F", prediction=4)
