r"""How many heads Theorem 7 grants, and how many are enough.

$\lambda_1^dC/\epsilon^2$ is less than 1 for small $\lambda_1$, and without heads the output is a sum of
functions of one sample each. For such a sum the second difference over $x_1\in\{2se_1,\frac s2e_1\}$,
$x_2\in\{se_2,3se_2\}$ vanishes; that of $v_2$ has length $\sqrt2$. So one of the four errors is at least
$\sqrt2/4$, while the bounds, which do not change with the scale s, are as small as $\epsilon,\epsilon_0$ make
them: refuted for every C. The heads that a normalisation needs do not depend on $\lambda_1$ or d:
$M=1+\lceil2\ln(R/r)\sqrt{3/(64\epsilon)}\rceil$ for an error of $\epsilon$ on $r\le\|u\|\le R$ (amended; with
them the working transformer has the $\epsilon$ of :mod:`theorems.pca.theorem_7`).

The eigenvalues are among $4s^2,\frac14s^2$ and $s^2,9s^2$, one of each pair: $\lambda_1\le9s^2$, and the gaps
$3s^2,5s^2,\frac34s^2,\frac{35}4s^2$ give $\Delta\ge\frac34s^2$.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

from constructions.attention import Attention
from constructions.pca import Build, Shell
from lemmata import Margin, Prompt, at_most, dims, lines, reals, scales, some, space
from lemmata.numbers import Array, broadcast_to, eye, log, norm, sqrt, sum, values
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_2 import unit_vector
from theorems.pca.strictly import strictly
from theorems.pca.tokens import padded


@dataclass(frozen=True)
class Heads:
    """The four inputs of scale s, with d = k = 2: lambda_1 <= 9 s^2."""

    C: float
    s: float
    eps: float
    eps0: float

    @property
    def lambda_1(self) -> Array:
        """What the largest eigenvalue is at most."""
        return 9 * self.s**2

    @property
    def tau(self) -> Array:
        """The most iterations that the theorem allows, with delta = 1/2."""
        return log(2 / self.eps0) / self.eps0


def without_any(C: float) -> Heads:
    """Four inputs for which the theorem grants no head, whatever C is up to 2^60."""
    return Heads(C, s=2.0**-60, eps=2.0**-9, eps0=2.0**-160)


def granted(s: Heads) -> Array:
    """How many heads the theorem allows: ``lambda_1^d C / eps^2``."""
    return s.lambda_1**2 * s.C / s.eps**2


def bound(s: Heads) -> Array:
    """The first bound of Theorem 7, at most; lambda_3, which there is not, counts as lambda_2."""
    quotient = 12  # lambda_1 / Delta at most
    first = s.C * s.tau * s.eps * s.lambda_1**2
    return first + s.C * quotient * sqrt(s.eps0) * (5 * quotient) ** 2


@dataclass(frozen=True)
class Normalised:
    """A shell of dimension d from r to ``R = rho r``, and the error that is allowed on it."""

    d: int
    r: float
    rho: float  # R / r
    eps: float


EPS = scales(-9, -1, of="(0, inf)")
"""The number of heads grows like its inverse root."""

heads = PAPER.claim(
    "Theorem 7, number of heads",
    id="theorem-7/heads",
    origin="read",
    at=lines(229, 231),
    summary="The theorem's number of heads, which falls with the largest eigenvalue, is enough for its error",
    settings=space(
        Heads,
        C=some(scales(-2, 8), weaker="larger", fails_at=without_any),
        s=scales(-60, -1, of="(0, inf)"),
        eps=EPS,
        eps0=scales(-160, -20, of="(0, inf)"),
    ),
    examples=[without_any(1.0), without_any(2.0**8), Normalised(1, 0.25, 16.0, 2.0**-7)],
)


@heads.printed(
    r"For $d=k=2$ and all $\epsilon,\epsilon_0>0$ some transformer with at most $\lambda_1^dC/\epsilon^2$ "
    r"heads, also where this is less than 1, and $\tau\le\log(1/(\epsilon_0\delta))/\epsilon_0$ has "
    r"$\|v_2-\mathbf v_2\|_2\le C\tau\epsilon\lambda_1^2+"
    r"\frac{C\lambda_1\sqrt{\epsilon_0}}\Delta\prod_{i=1}^k\frac{5\lambda_{i+1}}\Delta$ for every X whose "
    r"largest eigenvalue is at most $\lambda_1$ and starts with $\widetilde p_{3,i}^\top\mathbf v_i\ge\delta$ "
    r"($\lambda_3$, which there is not, counted as $\lambda_2$).",
    defect="statement",
    because="For small lambda_1 no head is left, and sums of functions of single samples miss v_2 by "
    "sqrt(2)/4 on one of four inputs, for every C.",
    fails_where=lambda s: s.lambda_1**2 * s.C < s.eps**2,
)
def heads_are_granted(s: Heads) -> Margin:
    """Without a head, one of four inputs is missed by this much."""
    # The second difference of v_2 over the four inputs has length sqrt(2), that of the output is 0.
    return at_most(sqrt(2) / 4, bound(s)).given(strictly(1, above=granted(s)))


def enough(s: Normalised) -> int:
    """``1 + ceil(2 ln(R/r) (3 / (64 eps))^(1/2))`` heads."""
    eps, span = float(values(s.eps)), math.log(float(values(s.rho)))
    return 1 + math.ceil(2 * span * math.sqrt(3 / (64 * eps)))


@cache
def _layer(d: int, r: float, rho: float, heads: int) -> Attention:
    return Build(d, d, 1).normalise(Shell(r, r * rho, heads))


def layer(count: Callable[[Normalised], int] = enough) -> Callable[[Normalised], Attention]:
    """The normalisation layer with so many heads."""
    return lambda s: _layer(s.d, float(values(s.r)), float(values(s.rho)), count(s))


def u_on_the_shell(s: Normalised) -> Any:
    """The vector that is normalised."""
    return space(u=reals(s.d))


@heads.amended(
    r"$M=1+\left\lceil2\ln(\rho)\sqrt{3/(64\epsilon)}\right\rceil$ heads, whatever d and the scale are, "
    r"normalise every $u\in\mathbb R^d$ with $r\le\|u\|\le R=\rho r$ up to $\epsilon$: one layer of the "
    r"working transformer puts a vector at most $\epsilon$ away from $u/\|u\|$ in the place of the iterate.",
    adds="the normalisation alone, on a shell r <= |u| <= R, in the place of the error of the theorem (which "
    "is in "
    "the amended Theorem 7); the number of heads by R/r",
    settings=space(
        Normalised, d=dims(1, 3), r=scales(-8, 3, of="(0, inf)"), rho=scales(1, 6, of="(1, inf)"), eps=EPS
    ),
    prompts=u_on_the_shell,
    construction=layer(),
    allowed=lambda s: s.eps,
)
def heads_are_enough(
    s: Normalised,
    tf: Attention,
    prompt: Prompt,
    answer: Callable[..., Array],
    allowed: Callable[[Normalised], Array],
) -> Margin:
    """The layer with so many heads normalises up to epsilon."""
    u = prompt.u
    stream, one = tf.stream, broadcast_to(eye(s.d, u)[None], (len(prompt), s.d, s.d))
    assert stream is not None
    H = stream.embed(identity=one, image=padded(u[..., None], s.d))
    v = answer(stream.read(tf(H), "iterate")[..., 0], untouched=u)
    margin, square = at_most(norm(v - unit_vector(u)), allowed(s)), sum(u * u, -1)
    near = allowed(s) - sqrt(2)
    return margin.given(square - s.r**2).given((s.r * s.rho) ** 2 - square).trivial_where(near)


heads.mutant("three quarters of the heads", construction=layer(lambda s: max(enough(s) * 3 // 4, 2)))
heads.mutant("half of the error", allowed=lambda s: s.eps / 2)
