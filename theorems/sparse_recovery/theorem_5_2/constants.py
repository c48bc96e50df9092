r"""Is the $c_4$ of Theorem 5.2 a constant? It contains $C_x$, which is infinite for $N<d$.

"$c_4$, $c_5$ are constants." In Theorem E.1 $c_4$ has the term $2C_xb_x/\sqrt p$ with
$C_x=db_xb_\beta(N+1)/\sigma_{\min}(X^\top X)$, which depends on the instance. For $N<d$, the case that
section 4.1 calls typical, $\sigma_{\min}=0$: with X = (1, 1) and v = (1, -1), $\|Xv\|=0$. ($N\ge N_0$
does not exclude it: $N_0$ grows like $\log d$.) A constant C would have $C\|Xv\|^2\ge
db_xb_\beta(N+1)\|v\|^2$ for all X and v.

Amended for Rademacher rows of coherence $\mu=\max_{i\ne j}\frac1N|x_i^\top x_j|$ (columns):
$\sigma_{\min}(X^\top X)\ge N(1-(d-1)\mu)$, by Gershgorin, so that $C_x\le
db_xb_\beta\frac{N+1}N/(1-(d-1)\mu)$ if $\mu<\frac1{d-1}$.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_least, dims, lines, reals, scales, signs, some, space
from lemmata.numbers import Array, absolute, amax, eye, sqrt, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    C: float = 1.0  # what is to bound C_x


def prompts(s: Setting) -> Space:
    """Rademacher rows and any direction."""
    return space(X=signs(s.N, s.d), v=reals(s.d))


constant = PAPER.claim(
    "Theorem 5.2, its constants",
    id="theorem-5.2/constants",
    origin="read",
    at=lines(209),
    summary="The constant c_4 of Theorem 5.2 does not depend on the instance",
    settings=space(
        Setting,
        d=dims(2, 4),
        N=lambda s: dims(1, s.d - 1, most=s.d - 1),
        C=some(scales(6, 24), for_each=("d",), weaker="larger", fails_at=lambda C: Setting(2, 1, C)),
    ),
    prompts=prompts,
)
Sides = Callable[[Setting, Prompt], tuple[Array, Array]]


def squares(x: Array) -> Array:
    return sum(x * x, -1)


def one_for_all(s: Setting, prompt: Prompt) -> tuple[Array, Array]:
    """C |Xv|^2 and d b_x b_beta (N + 1) |v|^2, with b_x = sqrt(d), b_beta = 1 (which scales out)."""
    image = squares((prompt.X @ prompt.v[..., None])[..., 0])
    return image * s.C, squares(prompt.v) * sqrt(s.d) * (s.d * (s.N + 1))


def by_coherence(s: Setting, prompt: Prompt, others: int = 1) -> tuple[Array, Array]:
    """|Xv|^2 and N (1 - (d - 1) mu) |v|^2."""
    G = prompt.X.mT @ prompt.X
    off = absolute(G * (1 - eye(s.d, G)))
    mu = amax(amax(off, -1), -1)  # N times mu
    image = squares((prompt.X @ prompt.v[..., None])[..., 0])
    return image, squares(prompt.v) * (mu * (others - s.d) + s.N)


@constant.printed(
    r"'$c_4$, $c_5$ are constants': for each d some C has $C_x=\frac{db_xb_\beta(N+1)}{\sigma_{\min}(X^\top "
    r"X)}\le C$, that is $C\|Xv\|^2\ge db_xb_\beta(N+1)\|v\|^2$ for all v, for every instance; at rows of "
    r"signs, $b_x=\sqrt d$, $b_\beta=1$ and $N<d$.",
    defect="constant",
    because="sigma_min(X^T X) = 0 for N < d, which section 4.1 calls typical: C_x is infinite, and so is c_4.",
    sides=one_for_all,
)
@constant.amended(
    r"For rows of signs whose $d\ge2$ columns have coherence $\mu=\max_{i\ne j}\frac1N|x_i^\top x_j|$: "
    r"$\|Xv\|^2\ge N(1-(d-1)\mu)\|v\|^2$ for all v, that is $\sigma_{\min}(X^\top X)\ge N(1-(d-1)\mu)$; so "
    r"$C_x\le\frac{db_xb_\beta(N+1)}{N(1-(d-1)\mu)}$ if $\mu<\frac1{d-1}$.",
    adds="Rademacher rows of coherence mu < 1/(d - 1); C_x bounded by mu",
    because="Gershgorin's theorem.",
    settings=space(Setting, d=dims(2, 6), N=dims(1, 12)),
    sides=by_coherence,
)
def is_bounded(s: Setting, prompt: Prompt, sides: Sides) -> Margin:
    """sigma_min(X^T X), of which C_x is made, is as large as a bound on C_x needs it."""
    return at_least(*sides(s, prompt))


constant.mutant("d - 2 for d - 1", sides=lambda s, prompt: by_coherence(s, prompt, others=2))
constant.mutant("whatever the coherence", sides=lambda s, prompt: by_coherence(s, prompt, s.d))
