r"""Corollary 10 fixes the starts and takes the expectation over X: some X always miss the condition.

$L_{PCA}(\theta,P)=\mathbb E[L\,|\,\theta,P]$ is an expectation over a new X with P given, and the probability
is that "the event in theorem 7 is achieved". That is printed as $\widetilde p_{3,i}^\top v_i\ge\delta$ for all
i; it is read here with the absolute value, $|\widetilde p_{3,i}^\top v_i|>\delta$, whose failure is what the
first sentence of Lemma 8 bounds. (Without it the event is smaller, and is missed by more X.) Drawn is
$2d\,\delta$, the *share* of $\frac12d^{-1}$ that $\delta$ is. Theorem 7 is used for every X that the
expectation runs over; but for given starts the event depends on X. If the eigenvectors of X point in uniformly
random directions (as those of a Wishart matrix do) and $d\ge2$, then for *every* P a share of exactly $\mathbb
P(|v^\top x|\le\delta)>0$ of the X is missed by the start $i$: the probability that P serves all of them is 0,
whatever C is. What holds for every P: the share of the X that are missed is at most
$\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$ ($\delta<\frac12d^{-1}$, as in Lemma 8), so that the
bound on the loss holds for all but such a share of the X.
"""

from typing import Any

from baselines.sphere import slab_probability
from lemmata import Margin, Probability, amended, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import Array, exp, pi, sign, sqrt
from theorems.pca import PAPER
from theorems.pca.corollary_10.probability import probability


def near(C: float) -> dict[str, Any]:
    """A delta for which the exceptional set is small, even for a small C."""
    return dict(d=2, k=1, share=min(1.0, C) ** 2 / 64, C=C)


def slab(d: int, share: Array) -> Array:
    r"""$\mathbb P(|v^\top x|\le\delta)$."""
    return slab_probability(d, share / (2 * d))


@theorem(
    PAPER,
    "Corollary 10, given P",
    origin="read",
    at=lines(278),
    kind=Probability(),
    uses=[probability],
    examples=[near(1 / 4), near(1.0)],
    d=dims(2, 40),
    k=dims(1, "d", most="d"),
    share=scales(-30, 1, open_high=True, of="(0, 2)"),  # $\delta$ is this share of $1/(2d)$
    C=some(scales(-2, 20), weaker="smaller", fails_at=near),
)
@printed(
    r"There is a $C>0$ such that for all $d\ge2$, $k\le d$, $\delta<d^{-1}$ and eigenvectors of X in uniform "
    r"directions: with probability at least $1-\frac{k\sqrt\delta}{\sqrt\pi}-k\exp(-C\delta^{-1/2})$ over P, "
    r"$|\widetilde p_{3,i}^\top v_i|>\delta$ (Theorem 7's event, for $v_i$ on the side of its start) for all "
    "i and all X (but a null set) of the expectation.",
    defect="proof-step",
    because=r"Given P, a share $P(|v^\top x| \le \delta) > 0$ of the X is missed, for every P if the "
    "eigenvectors are uniform: the probability is 0.",
)
@amended(
    r"For all $C>0$, $d\ge2$, $k\le d$, $\delta<\frac12d^{-1}$ and eigenvectors of X in uniform directions: "
    r"for every P with unit starts, $|\widetilde p_{3,i}^\top v_i|>\delta$ for all i and all X but a share of "
    r"at most $\frac{k\sqrt\delta}{\sqrt\pi}+k\exp(-C\delta^{-1/2})$.",
    adds=r"all X but a share, for every P; $\delta < 1/(2d)$",
    share=scales(-30, 0, open_high=True, of="(0, 1)"),
    C=scales(-10, 20, of="(0, inf)"),
    missed=lambda d, k, share: k * slab(d, share),  # the union over i, whose eigenvectors are not independent
)
@mutants(
    three_quarters_of_the_constant=dict(times=3 / 4),
    half_the_constant=dict(times=1 / 2),
    one_component=dict(components=1),
)
def starts_serve_the_expectation(
    d: int,
    share: Array,
    C: Array,
    missed: Array = lambda d, share: sign(slab(d, share)),
    components: Array = lambda k: k,
    times: float = 1,
) -> Margin:
    """With high probability the drawn starts are good for almost all matrices of the expectation at once."""
    delta = share / (2 * d)
    right = components * (times * sqrt(delta / pi(delta)) + exp(-C / sqrt(delta)))
    return at_most(missed, right).trivial_where(right - 1)
