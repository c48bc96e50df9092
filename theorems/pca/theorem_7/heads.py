r"""How many heads Theorem 7 grants, and how many are enough.

$\lambda_1^dC/\epsilon^2$ is less than 1 for small $\lambda_1$, and without heads the output is a sum of
functions of one sample each. Let $d=N=3$, $k=2$, $x_3=4se_3$, $x_1\in\{2se_1,\frac s2e_1\}$ and
$x_2\in\{se_2,3se_2\}$: four X with $\lambda_1=16s^2$. The second difference of such a sum over them vanishes,
that of $\mathbf v_2$, which is $e_1$ for one X and $e_2$ for the others, has length $\sqrt2$. So one of the
four errors is at least $\sqrt2/4$, while the bounds, which do not change with the scale s, are as small as
$\epsilon,\epsilon_0$ make them: refuted for every C. The heads that a normalisation needs do not depend on
$\lambda_1$ or d: $M=1+\lceil2\ln(R/r)\sqrt{3/(64\epsilon)}\rceil$ for an error of $\epsilon$ on
$r\le\|u\|\le R$ (amended; with them the working transformer has the $\epsilon$ of
:mod:`theorems.pca.theorem_7`).

Here $\mathbf v_1=e_3$, $\lambda_2\le9s^2$, $\lambda_3\le4s^2$, $\Delta=\lambda_1-\lambda_2\ge7s^2$; the starts
$e_3$ and $(e_1+e_2)/\sqrt2$ serve all four X, with $\delta=\frac12$.
"""

import math
from collections.abc import Callable
from functools import cache
from typing import Any

from constructions.attention import Attention
from constructions.pca import Build, Shell
from lemmata import Margin, amended, at_most, dims, lines, mutants, printed, reals, scales, some, theorem
from lemmata.claims.answers import Answer
from lemmata.numbers import Array, eye, log, norm, over_batches, sign, sqrt, values
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_2 import on_the_shell
from theorems.pca.tokens import padded


def without_any(C: float) -> dict[str, Any]:
    """Four inputs for which the theorem grants no head, whatever C is up to 2^60."""
    return dict(C=C, scale=2.0**-60, eps=2.0**-9, eps0=2.0**-160)


def enough(rho: Array, eps: Array) -> int:
    """``1 + ceil(2 ln(R/r) (3 / (64 eps))^(1/2))`` heads."""
    return 1 + math.ceil(2 * math.log(float(values(rho))) * math.sqrt(3 / (64 * float(values(eps)))))


@cache
def _layer(d: int, r: float, rho: float, heads: int) -> Attention:
    return Build(d, d, 1).normalise(Shell(r, r * rho, heads))


def layer(count: Callable[[Array, Array], int] = enough) -> Callable[..., Attention]:
    """The normalisation layer with so many heads."""
    return lambda d, r, rho, eps: _layer(d, float(values(r)), float(values(rho)), count(rho, eps))


def heads_are_enough(
    d: int, r: Array, rho: Array, u: Array, tf: Attention, answer: Answer, allowed: Array = lambda eps: eps
) -> Margin:
    """The layer with so many heads normalises up to epsilon."""
    stream, size = Build(d, d, 1).stream, norm(u)
    H = over_batches(stream.embed)(identity=eye(d), image=padded(u[:, None], d))
    v = answer(over_batches(stream.read)(tf(H), "iterate")[:, 0], untouched=u)
    margin = at_most(norm(v - u / (size + 1 - sign(size))), allowed)  # 0 for 0
    return margin.given(on_the_shell(r, rho, u)).trivial_where(allowed - sqrt(2))


@theorem(
    PAPER,
    "Theorem 7, number of heads",
    origin="read",
    at=lines(229, 231),
    examples=[without_any(1.0), without_any(2.0**8), dict(d=1, r=0.25, rho=16.0, eps=2.0**-7)],
    C=some(scales(-2, 8), weaker="larger", fails_at=without_any),
    scale=scales(-60, -1, of="(0, inf)"),
    d=dims(1, 3),
    r=scales(-8, 3, of="(0, inf)"),
    rho=scales(1, 6, of="(1, inf)"),  # R / r
    eps=scales(-9, -1, of="(0, inf)"),  # the number of heads grows like its inverse root
    eps0=scales(-160, -20, of="(0, inf)"),
    u=reals("d"),
)
@printed(
    r"There is a C such that for $d=3$, $k=2$, $\delta=\frac12$ and all $\lambda_1,\epsilon,\epsilon_0>0$ some "
    r"transformer with at most $\lambda_1^dC/\epsilon^2$ heads, also where this is less than 1, and "
    r"$\tau\le\log(1/(\epsilon_0\delta))/\epsilon_0$ has $\|v_2-\mathbf v_2\|_2\le C\tau\epsilon\lambda_1^2+"
    r"\frac{C\lambda_1\sqrt{\epsilon_0}}\Delta\prod_{i=1}^k\frac{5\lambda_{i+1}}\Delta$ for every X with this "
    r"$\lambda_1$ and starts with $\widetilde p_{3,i}^\top\mathbf v_i\ge\delta$.",
    implies=r"$\frac{\sqrt2}4\le C\frac{\log(2/\epsilon_0)}{\epsilon_0}\epsilon(16s^2)^2+C\frac{16}7\cdot"
    r"\frac{45}7\cdot\frac{20}7\sqrt{\epsilon_0}$ for all $s,\epsilon,\epsilon_0>0$ with "
    r"$(16s^2)^3C<\epsilon^2$: no head is left there, and on one of the X with $x_1\in\{2se_1,\frac s2e_1\}$, "
    r"$x_2\in\{se_2,3se_2\}$, $x_3=4se_3$ the left side is at most the error, and the right side at least the "
    "bound.",
    defect="statement",
    because=r"For small $\lambda_1$ no head is left, and sums of functions of single samples miss $v_2$ by "
    r"$\sqrt{2}/4$ on one of four inputs, for every C.",
    fails_where=lambda scale, C, eps: (16 * scale**2) ** 3 * C < eps**2,
    d=None,
    r=None,
    rho=None,
    u=None,
)
@amended(
    r"$M=1+\left\lceil2\ln(\rho)\sqrt{3/(64\epsilon)}\right\rceil$ heads, whatever d and the scale are, "
    r"normalise every $u\in\mathbb R^d$ with $r\le\|u\|\le R=\rho r$ up to $\epsilon$: one layer of the "
    r"working transformer puts a vector at most $\epsilon$ away from $u/\|u\|$ in the place of the iterate.",
    adds=r"the normalisation alone, on a shell $r \le |u| \le R$, in the place of the error of the theorem "
    "(which is in the amended Theorem 7); the number of heads by R/r",
    check=heads_are_enough,
    C=None,
    scale=None,
    eps0=None,
    construction=layer(),
)
@mutants(
    three_quarters_of_the_heads=dict(construction=layer(lambda rho, eps: max(enough(rho, eps) * 3 // 4, 2))),
    half_of_the_error=dict(allowed=lambda eps: eps / 2),
)
def heads_are_granted(C: Array, scale: Array, eps: Array, eps0: Array) -> Margin:
    """The theorem's number of heads, which falls with the largest eigenvalue, is enough for its error."""
    lambda_1 = 16 * scale**2
    tau = log(2 / eps0) / eps0  # the most iterations that the theorem allows
    # lambda_1 / Delta, 5 lambda_2 / Delta and 5 lambda_3 / Delta are at most 16/7, 45/7 and 20/7
    bound = C * tau * eps * lambda_1**2 + C * 16 * 45 * 20 * sqrt(eps0) / 7**3
    # The second difference of v_2 over the four inputs has length sqrt(2), that of the output is 0.
    return at_most(sqrt(2) / 4, bound).given(1 - lambda_1**3 * C / eps**2, strict=True)
