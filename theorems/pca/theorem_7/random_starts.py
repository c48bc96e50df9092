r"""Theorem 7 joined with the probability of its starts, as Corollary 10 wants it.

Theorem 7 as amended asks for starts with $|\widetilde p_{3,i}^\top\mathbf v_i|\ge\delta\ge4\epsilon_0$. For
$d\ge3$ the density of $v^\top x$ is at most $\sqrt{d/(2\pi)}$, for $d=2$ the probability of a slab is
$\frac2\pi\arcsin\delta\le\delta$, and for $d=1$ every start is $\pm v$. So accuracy costs probability: an error
of $\frac32\epsilon_0$ from uniform starts has the exceptional set $4k\epsilon_0\sqrt{2d/\pi}$, of the order
$\epsilon_0$, where Lemma 8 has the root of $\delta$. What is evaluated is the exact probability of such starts;
the rest is Theorem 7 as amended.
"""

from baselines.sphere import slab_probability
from lemmata import Probability, at_least, dims, lines, mutants, printed, scales, theorem
from lemmata.numbers import pi, sqrt
from theorems.pca import PAPER
from theorems.pca.lemma_8 import tail
from theorems.pca.theorem_7 import first


@theorem(
    PAPER,
    "Theorem 7, random starts",
    id="theorem-7/random-starts",
    origin="ours",
    at=lines(229, 278),
    kind=Probability(),
    uses=[first, tail],
    d=dims(1, 40),
    k=dims(1, "d", most="d"),
    eps0=scales(-40, -2, open_high=True, of="(0, 1/4)"),
)
@printed(
    r"For $k\le d$ independent starts, uniform on the sphere of $\mathbb R^d$, and $0<\epsilon_0<\frac14$: "
    r"with probability at least $1-4k\epsilon_0\sqrt{2d/\pi}$ all have $|\widetilde p_{3,i}^\top\mathbf "
    r"v_i|\ge4\epsilon_0$. (So, for $\epsilon_0\ge\frac1{256}$, Theorem 7 as amended has, for any X that it "
    r"allows and $\delta=4\epsilon_0$, an error of at most $\epsilon+\frac32\epsilon_0$ on all k eigenvectors "
    "with at least this probability.)"
)
@mutants(
    half_of_the_exceptional_set=dict(share=1 / 2),
    the_dimension_is_lost=dict(growth=1),
    no_union_over_the_starts=dict(count=1),
)
def are_good(d, k, eps0, share=1.0, growth=lambda d: d, count=lambda k: k):
    r"""All of k uniform starts are as good as Theorem 7 needs, but for a probability of order $\epsilon_0$."""
    delta = 4 * eps0
    right = 1 - count * delta * sqrt(2 * growth / pi(delta)) * share
    return at_least((1 - slab_probability(d, delta)) ** k, right).trivial_where(-right)
