r"""The restricted isometry of rows with covariance diag(sigma_i^2): as good as the variances are equal.

Section 4.1: sub-Gaussian rows with covariance $\operatorname{diag}(\sigma_1^2,\dots,\sigma_d^2)$ guarantee "the
critical restricted isometry property under mild conditions on the sparsity level". No level is named, so
that nothing is refuted here; both claims are ours. For entries $\pm\sigma_i$, whatever the scaling t and the
number of rows, the constant of order 1 is at least $\frac{\rho^2-1}{\rho^2+1}$, $\rho=\sigma_1/\sigma_d$:
from $\rho=\frac85$ on it exceeds $\sqrt2-1$, the level of Candès (2008). For rows of signs the constant of
order S is at most $(S-1)\mu$, $\mu$ being the coherence (Gershgorin).
"""

from dataclasses import dataclass
from fractions import Fraction

from lemmata import Margin, Prompt, at_least, at_most, dims, dyadics, lines, signs, space, sparse
from lemmata.numbers import Array, absolute, amax, concatenate, eye, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Unequal:
    d: int
    n: int
    rho: float  # sigma_1 / sigma_d
    t: float  # the scaling of the Gram matrix


isometry = PAPER.claim(
    "section 4.1, restricted isometry",
    id="restricted-isometry",
    rank="step",
    origin="ours",
    at=lines(101),
    summary="With rows +-sigma_i of unequal sigma_i no number of rows makes the isometry constant of order 1 "
    "vanish",
    settings=space(
        Unequal,
        d=dims(2, 5),
        n=dims(1, 12),
        rho=dyadics(1, 4, of="[1, inf)"),
        t=dyadics(0, 2, open_low=True, of="(0, inf)"),
    ),
    prompts=lambda s: space(X=signs(s.n, s.d)),
)


@isometry.printed(
    r"For $n$ rows with entries $\pm\sigma_i$, $\sigma_d=1$, $\sigma_1=\rho\ge1$ (and $\sigma_i=1$ between, "
    r"since the columns 1 and $d$ alone give the bound) and every scaling $t>0$, the "
    r"isometry constant of order 1 is $\max_i|\frac tn\|X_{:,i}\|^2-1|\ge\frac{\rho^2-1}{\rho^2+1}$.",
    because="The best t puts the two ends of the spectrum at the same distance from 1.",
    share=1,
)
def order_one(s: Unequal, prompt: Prompt, share: Fraction | int) -> Margin:
    """The isometry constant of order 1 is at least what the ratio of the deviations leaves."""
    X = concatenate([prompt.X[..., :1] * s.rho, prompt.X[..., 1:]], -1)
    lengths = sum(X * X, -2) / s.n
    least = (s.rho * s.rho - 1) / (s.rho * s.rho + 1)
    return at_least(amax(absolute(lengths * s.t - 1), -1), least * share)


isometry.mutant("a tenth more", share=Fraction(11, 10))


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    n: int


coherent = PAPER.claim(
    "section 4.1, coherence",
    id="restricted-isometry/coherence",
    rank="step",
    origin="ours",
    at=lines(101),
    summary="For rows of signs the isometry constant of order S is at most S - 1 times the coherence",
    settings=space(Setting, d=dims(2, 5), S=lambda s: dims(1, min(s.d, 3), most=s.d), n=dims(1, 12)),
    prompts=lambda s: space(X=signs(s.n, s.d), v=sparse(s.d, s.S, 2.0)),
)


def coherence(X: Array) -> Array:
    """The largest |X_i^T X_j| / n over i != j."""
    G = X.mT @ X
    return amax(amax(absolute(G * (1 - eye(G.shape[-1], G))), -1), -1) / X.shape[-2]


@coherent.printed(
    r"For $n$ rows of signs and $S$-sparse $v$: $\left|\frac1n\|Xv\|^2-\|v\|^2\right|\le(S-1)\mu\|v\|^2$, "
    r"$\mu=\max_{i\ne j}\frac1n|X_{:,i}^\top X_{:,j}|$.",
    because="Gershgorin.",
    share=1,
)
def is_an_isometry(s: Setting, prompt: Prompt, share: Fraction | int) -> Margin:
    """Sparse vectors keep their length, up to the coherence."""
    image = (prompt.X @ prompt.v[..., None])[..., 0]
    square = sum(prompt.v * prompt.v, -1)
    distortion = absolute(sum(image * image, -1) / s.n - square)
    return at_most(distortion, coherence(prompt.X) * square * (s.S - 1) * share)


coherent.mutant("nine tenths of it", share=Fraction(9, 10))
coherent.mutant("no coherence", share=0)
