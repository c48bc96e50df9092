r"""How many heads Theorem 7 grants, and how many are enough.

Whether no head is meant for small $\lambda_1$ is open: then the theorem would fail, as the output is a sum of
functions of one sample each. (Let $d=N=3$, $k=2$, $x_3=4se_3$, $x_1\in\{2se_1,\frac s2e_1\}$,
$x_2\in\{se_2,3se_2\}$: four X with $\lambda_1=16s^2$. The second difference of such a sum over them vanishes,
that of $\mathbf v_2$, which is $e_1$ for one X and $e_2$ for the others, has length $\sqrt2$: one of the errors
is at least $\sqrt2/4$.) With the amended number of heads the working transformer has the $\epsilon$ of
:mod:`theorems.pca.theorem_7`.
"""

import math
from collections.abc import Callable
from functools import cache

from constructions.attention import Attention
from constructions.pca import Build, Shell
from lemmata import amended, at_most, dims, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import Array, eye, norm, over_batches, sign, sqrt, values
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_2 import on_the_shell
from theorems.pca.tokens import padded


def enough(rho: Array, eps: Array) -> int:
    """``1 + ceil(2 ln(R/r) (3 / (64 eps))^(1/2))`` heads."""
    return 1 + math.ceil(2 * math.log(float(values(rho))) * math.sqrt(3 / (64 * float(values(eps)))))


@cache
def _layer(d: int, r: float, rho: float, heads: int) -> Attention:
    return Build(d, d, 1).normalise(Shell(r, r * rho, heads))


def layer(count: Callable[[Array, Array], int] = enough) -> Callable[..., Attention]:
    """The normalisation layer with so many heads."""
    return lambda d, r, rho, eps: _layer(d, float(values(r)), float(values(rho)), count(rho, eps))


@theorem(
    PAPER,
    "Theorem 7, number of heads",
    at=lines(229, 231),
    examples=[dict(d=1, r=0.25, rho=16.0, eps=2.0**-7)],
    d=dims(1, 3),
    r=scales(-8, 3, of="(0, inf)"),
    rho=scales(1, 6, of="(1, inf)"),  # R / r
    eps=scales(-9, -1, of="(0, inf)"),  # the number of heads grows like its inverse root
    u=reals("d"),
    construction=layer(),
)
@printed(
    r"There exists a Transformer model with the number of heads $B_M\le\lambda_1^d\frac C{\epsilon^2}$ that "
    r"achieves the bound of Theorem 7.",
    open=r"Where $\lambda_1^dC/\epsilon^2$ is below 1 it grants no head, and without heads the bound fails for "
    r"every C: sums of functions of single samples miss $\mathbf v_2$ by $\sqrt2/4$ on one of four X. The "
    "slides may mean one head at least there, of which we know neither a proof nor a counterexample.",
)
@amended(
    r"$M=1+\left\lceil2\ln(\rho)\sqrt{3/(64\epsilon)}\right\rceil$ heads, whatever d and the scale are, "
    r"normalise every $u\in\mathbb R^d$ with $r\le\|u\|\le R=\rho r$ up to $\epsilon$: one layer of the "
    r"working transformer puts a vector at most $\epsilon$ away from $u/\|u\|$ in the place of the iterate.",
    adds=r"the normalisation alone, on a shell $r \le |u| \le R$, in the place of the error of the theorem "
    "(which is in the amended Theorem 7); the number of heads by R/r",
)
@mutants(
    three_quarters_of_the_heads=dict(construction=layer(lambda rho, eps: max(enough(rho, eps) * 3 // 4, 2))),
    half_of_the_error=dict(allowed=lambda eps: eps / 2),
)
def heads_are_enough(d, r, rho, u, tf, answer, allowed=lambda eps: eps):
    """The number of heads that the theorem grants is enough for its error."""
    stream, size = Build(d, d, 1).stream, norm(u)
    H = over_batches(stream.embed)(identity=eye(d), image=padded(u[:, None], d))
    v = answer(over_batches(stream.read)(tf(H), "iterate")[:, 0], untouched=u)
    margin = at_most(norm(v - u / (size + 1 - sign(size))), allowed)  # 0 for 0
    return margin.given(on_the_shell(r, rho, u)).trivial_where(allowed - sqrt(2))
