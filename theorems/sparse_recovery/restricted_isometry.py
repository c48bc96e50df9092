r"""The restricted isometry of rows of covariance $\operatorname{diag}(\sigma_i^2)$: as good as these are equal.

Section 4.1: sub-Gaussian rows guarantee "the critical restricted isometry property under mild conditions on the
sparsity level". No level is named, so that nothing is refuted here; both claims are ours. For entries
$\pm\sigma_i$ the constant of order 1 exceeds $\sqrt2-1$, the level of Candès (2008), from
$\sigma_1=\frac85\sigma_d$ on.
"""

from fractions import Fraction

from lemmata import at_least, at_most, dims, dyadics, lines, mutants, printed, signs, sparse, theorem
from lemmata.numbers import abs, concat, eye, max
from theorems.sparse_recovery import PAPER


@theorem(
    PAPER,
    "section 4.1, restricted isometry",
    rank="step",
    origin="ours",
    at=lines(101),
    d=dims(2, 5),
    n=dims(1, 12),
    rho=dyadics(1, 4, of="[1, inf)"),  # $\sigma_1/\sigma_d$
    t=dyadics(0, 2, open_low=True, of="(0, inf)"),  # the scaling of the Gram matrix
    X=signs("n", "d"),
)
@printed(
    r"For $n$ rows with entries $\pm\sigma_i$, $\sigma_d=1$, $\sigma_1=\rho\ge1$ (and $\sigma_i=1$ between, "
    r"since the columns 1 and $d$ alone give the bound) and every scaling $t>0$, the isometry constant of "
    r"order 1 is $\max_i|\frac tn\|X_{:,i}\|^2-1|\ge\frac{\rho^2-1}{\rho^2+1}$.",
    because="The best t puts the two ends of the spectrum at the same distance from 1.",
)
@mutants(a_tenth_more=dict(share=Fraction(11, 10)))
def order_one(n, rho, t, X, share=1):
    r"""With rows $\pm \sigma_i$ of unequal $\sigma_i$ no isometry constant of order 1 vanishes."""
    X = concat([rho * X[:, :1], X[:, 1:]], 1)
    return at_least(max(abs(t / n * (X * X).sum(0) - 1)), share * (rho**2 - 1) / (rho**2 + 1))


@theorem(
    PAPER,
    "section 4.1, coherence",
    id="restricted-isometry/coherence",
    rank="step",
    origin="ours",
    at=lines(101),
    d=dims(2, 5),
    S=dims(1, "min(d, 3)", most="d"),
    n=dims(1, 12),
    X=signs("n", "d"),
    v=sparse("d", "S", 2.0),
)
@printed(
    r"For $n$ rows of signs and $S$-sparse $v$: $\left|\frac1n\|Xv\|^2-\|v\|^2\right|\le(S-1)\mu\|v\|^2$, "
    r"$\mu=\max_{i\ne j}\frac1n|X_{:,i}^\top X_{:,j}|$.",
    because="Gershgorin.",
)
@mutants(nine_tenths_of_it=dict(share=Fraction(9, 10)), no_coherence=dict(share=0))
def is_an_isometry(d, S, n, X, v, share=1):
    """For rows of signs the isometry constant of order S is at most $S - 1$ times the coherence."""
    coherence = max(abs(X.T @ X * (1 - eye(d)))) / n
    return at_most(abs((X @ v) @ (X @ v) / n - v @ v), share * (S - 1) * coherence * (v @ v))
