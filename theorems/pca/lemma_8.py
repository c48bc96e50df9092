r"""A random starting vector is rarely almost orthogonal to the eigenvector it should find.

The probabilities are known exactly (incomplete $\beta$ function). As printed, the sentence before the lemma,
that sampling achieves the conditions of Theorem 7, fails half of the time for each i; with $v_i$ on the side of
its start it is achieved (``theorem-7/random-starts``).
"""

from collections.abc import Callable

from baselines.sphere import slab_probability
from lemmata import Probability, amended, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, exp, pi, sqrt
from theorems.pca import PAPER

Bound = Callable[[Array], Array]
SHARE = scales(-60, 0, open_high=True, of="(0, 1)")
POSITIVE = scales(-20, 20, of="(0, inf)")


def root(delta: Array) -> Array:
    """The leading term of both bounds."""
    return sqrt(delta / pi(delta))


@theorem(
    PAPER,
    "Lemma 8, first sentence",
    id="lemma-8/tail",
    origin="read",
    at=lines(250),
    kind=Probability(),
    d=dims(1, 40),
    share=SHARE,  # $\delta$ is this share of its upper limit $1/(2d)$, which it stays below
    C=POSITIVE,
)
@printed(
    r"For x uniform on $\mathbb S^{d-1}$, every unit vector v, all $C>0$ and $\delta<\frac12 d^{-1}$, "
    r"$\mathbb{P}(|v^\top x|\le\delta)\le\frac{1}{\sqrt\pi}\sqrt\delta+\exp(-C\delta^{-1/2})$."
)
@mutants(
    the_square_root_is_lost=dict(bound=lambda delta: delta / sqrt(pi(delta))),
    seven_eighths_of_the_constant=dict(bound=lambda delta: root(delta) * 7 / 8),
    delta_may_exceed_its_limit=dict(share=scales(-60, 3, open_high=True, of="(0, 8)")),
)
def tail(d, share, C, bound: Bound = root):
    r"""A point of the sphere is within $\delta$ of a hyperplane with a probability of order $\sqrt{\delta}$."""
    delta = share / (2 * d)
    return at_most(slab_probability(d, delta), bound(delta) + exp(-C / sqrt(delta)))


@theorem(
    PAPER,
    "Lemma 8",
    origin="read",
    possible_extraction=True,
    at=lines(250, 252),
    kind=Probability(),
    uses=[tail],
    d=dims(1, 40),
    k=dims(1, "d", most="d"),
    share=SHARE,  # $\delta$ is this share of its upper limit $1/(2d)$, which it stays below
    C=some(scales(-20, 20), weaker="smaller", fails_at=lambda C: dict(d=2, k=1, share=min(0.5, C / 8), C=C)),
    examples=[dict(d=2, k=1, share=2.0**-23, C=2.0**-20)],
)
@printed(
    r"There is a $C>0$ such that for $k\le d$ independent uniform points $x_i$ of $\mathbb S^{d-1}$, unit "
    r"vectors $v_i$ and all $\delta<\frac12 d^{-1}$, $\mathbb{P}\left(\exists i\in[k]:\; x_i^\top v_i\le"
    r"\frac{\delta}{\sqrt d}\right)\le\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1})$.",
    defect="statement",
    because="The absolute value is missing: each product is negative with probability 1/2, so the left side "
    r"is at least 1/2, and the right side tends to 0 with $\delta$ for every $C > 0$. (The condition of "
    "Theorem 7 has no bars either.)",
)
@amended(
    r"For $k\le d$ independent uniform points $x_i$ of $\mathbb S^{d-1}$, unit vectors $v_i$, all $C>0$ and "
    r"$\delta<\frac12 d^{-1}$, $\mathbb{P}\left(\exists i\in[k]:\; |x_i^\top v_i|\le"
    r"\frac{\delta}{\sqrt d}\right)\le\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1})$.",
    adds="the absolute value of the products",
    slack=r"The printed constant is kept: 0.418 of it is enough ($d = 3$, $\delta$ near 1/6, for d to 8192).",
    because="With the absolute value it follows from the first sentence without its exponential term and a "
    "union bound. The event of Theorem 7 is one-sided: so it holds for one of $v_i$ and $-v_i$.",
    C=POSITIVE,
    sides=2,
)
@mutants(
    no_factor_k_on_the_right=dict(why="It is missed where k may be large.", d=dims(30, 40), times=1),
    the_square_root_is_lost=dict(bound=lambda delta: delta / sqrt(pi(delta))),
    a_fifth_of_the_constant=dict(bound=lambda delta: root(delta) / 5),
)
def event(d, k, share, C, sides=1, bound: Bound = root, times=lambda k: k):
    r"""Some of $k$ products is at most $\delta/\sqrt{d}$ with a probability of order $k \sqrt{\delta}$."""
    delta = share / (2 * d)
    slab = slab_probability(d, delta / sqrt(d))
    single = slab if sides == 2 else (slab + 1) / 2
    right = times * (bound(delta) + exp(-C / delta))
    return at_most(1 - (1 - single) ** k, right).trivial_where(right - 1)
