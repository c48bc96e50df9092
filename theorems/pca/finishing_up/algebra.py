r"""The algebra from the recursion to the final bounds, for any sequences that satisfy it.

The hunt draws sequences up to equality in the recursion. Brackets lost in the text are restored. ``own-error``
takes the component's own $\lambda_{\eta+1}a_{\eta+1}$, as the dangling $\lambda_ia_i$ of the display before may
be read; ``ratio`` is "the fact $\lambda_\eta/\Delta>1$". ``offset``: the two offsets of this line have
different units. ``product``: $x_{\eta+1}\le q_{\eta+1}x_\eta+s$ with $x=A+B$, $q_i=5\lambda_i/\Delta$,
$s=\lambda_1e$ becomes a product for $x+c$ with an offset $c\ge s/(q-1)$ for every factor q that occurs; the
slides take the *largest* one. Where $\lambda_k$ is much smaller than the gap above it, the final bound on $a$
is even negative. (In real deflation: :mod:`theorems.pca.finishing_up.final_bounds`.)
"""

from typing import Any

from lemmata import amended, at_least, at_most, box, choices, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import Array, Number, Vector, concat, cumprod, cumsum, flip, maximum, min, ones, stack
from theorems.pca import PAPER

EIGENVALUES: dict[str, Any] = {
    "k": dims(2, 3),
    "mu": dyadics(0, 2, of="[0, inf)"),  # $\lambda_{k+1}$
    "gaps": box("k", low=0.125, high=9, of="(0, inf)"),  # $\lambda_k-\lambda_{k+1},\dots,\lambda_1-\lambda_2$
    "lam": lambda mu, gaps: flip(mu + cumsum(gaps, 0), 0),
}
ERROR = dyadics(0, 1, open_low=True, of="(0, inf)")
SEQUENCES: dict[str, Any] = {
    "rank": "step",
    "origin": "read",
    **EIGENVALUES,
    "e": ERROR,  # $\sqrt{2\epsilon_0}$
    # How far each inequality of the recursion is used.
    "share_a": box("k", low=0, high=1),
    "share_b": box("k", low=0, high=1),
    "examples": [
        dict(k=2, mu=0.0, gaps=[1.0, 9.0], e=1.0),  # $\lambda=(10,1)$
        dict(k=2, mu=0.0, gaps=[0.125, 8.0], e=1.0),
        dict(k=2, mu=0.0, gaps=[9.0, 0.125], e=1.0),
    ],
}
STEEP: dict[str, Any] = {
    "why": "With two eigenvalues that are often far apart, where it fails often enough to be found.",
    "k": dims(2, 2),
    "mu": choices(0.0),
    "gaps": box(2, low=0.125, high=8),
    "e": choices(1.0),
    "where": lambda gaps: gaps[1] != 5 * gaps[0],  # the offset of the first k gaps is infinite there
}


def first_gaps(gaps: Vector) -> Number:
    r"""$\Delta$ of the slides, the smallest gap among the first k eigenvalues."""
    return min(gaps[1:])


def all_gaps(gaps: Vector) -> Number:
    r"""$\Delta$ with the gap below $\lambda_k$."""
    return min(gaps)


def sequences(
    share_a: Vector, share_b: Vector, lam: Vector, e: Number, Delta: Number, *, own: bool = False
) -> tuple[Vector, Vector, Vector, Vector]:
    r"""$a$, $b$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$ and $B_\eta=\max_{i\le\eta}b_i$ for $\eta=1,\dots,k$.

    With ``own`` the bound on b ends in $\lambda a$ of the same component, else in $\lambda e$.
    """
    a, b = [share_a[0] * e], [share_b[0] * lam[0] * e]
    A, B = [2 * lam[0] * a[0]], [b[0]]
    for i in range(1, len(lam)):
        a.append(share_a[i] * (B[-1] + A[-1]) / Delta)
        b.append(share_b[i] * (2 * lam[i] / Delta * B[-1] + A[-1] + lam[i] * (a[-1] if own else e)))
        A.append(A[-1] + 2 * lam[i] * a[-1])
        B.append(maximum(B[-1], b[-1]))
    return stack(a), stack(b), stack(A), stack(B)


def offset(lam: Vector, e: Number, Delta: Number, which: int) -> Array:
    r"""$\lambda_1e/(5\lambda_i/\Delta-1)$ for the first or the last of the eigenvalues."""
    return lam[0] * e / (5 * lam[which] / Delta - 1)


def products(lam: Vector, Delta: Number) -> Array:
    r"""$\prod_{i\le\eta}5\lambda_{i+1}/\Delta$ for $\eta=0,\dots,k-1$."""
    return cumprod(concat([[1], 5 * lam[1:] / Delta]))


@theorem(
    PAPER,
    "Finishing up",
    part="increments of the weighted sum",
    id="finishing-up/algebra/rewritten",
    at=lines(510, 512),
    **SEQUENCES | {"origin": "printed"},
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$\frac1{2\lambda_{\eta+1}}(A_{\eta+1}-A_\eta)\le\frac{\max_{i\in[\eta]}b_i+A_\eta}\Delta$."
)
@mutants(without_the_2=dict(times=1), half_of_the_2=dict(times=1.5))
def sums_are_rewritten(share_a, share_b, lam, e, Delta=first_gaps, times=2):
    """The recursion of the vectors' errors bounds the increments of their weighted sum."""
    _, _, A, B = sequences(share_a, share_b, lam, e, Delta)
    return at_most((A[1:] - A[:-1]) / (times * lam[1:]), (B[:-1] + A[:-1]) / Delta)


@theorem(
    PAPER,
    "Finishing up",
    part="the component's own error",
    id="finishing-up/algebra/own-error",
    at=lines(513),
    **SEQUENCES,
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}a_{\eta+1}$. Then "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+A_\eta+\lambda_{\eta+1}\sqrt{2"
    r"\epsilon_0}$ (brackets restored, and $b_\eta$ under the maximum read as $b_i$).",
    open=r"The display before has lost its brackets in our text, and its last $\lambda_ia_i$ belongs to no "
    r"sum. With $i=\eta+1$ this line is false: $\sqrt{2\epsilon_0}$ bounds $a_1$ alone, and the recursion "
    r"allows $3\lambda_1\sqrt{2\epsilon_0}/\Delta$ for $a_2$.",
)
@amended(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}a_{\eta+1}$. Then "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\max_{i\in[\eta]}b_i+A_\eta+\lambda_{\eta+1}\frac{\max_{i"
    r"\in[\eta]}b_i+A_\eta}\Delta$.",
    adds=r"the recursion's bound on $a_{\eta+1}$ for $\sqrt{2 \varepsilon_0}$",
    by_recursion=1,
)
@mutants(the_error_of_the_first=dict(by_recursion=0), seven_eighths_of_the_sums=dict(by_recursion=7 / 8))
def own_error_is_replaced(share_a, share_b, lam, e, Delta=first_gaps, by_recursion=0):
    r"""In the eigenvalues' recursion the component's own error is at most $\sqrt{2 \varepsilon_0}$."""
    _, b, A, B = sequences(share_a, share_b, lam, e, Delta, own=True)
    own = by_recursion * (B[:-1] + A[:-1]) / Delta if by_recursion else e
    return at_most(b[1:], 2 * lam[1:] / Delta * B[:-1] + A[:-1] + lam[1:] * own)


@theorem(
    PAPER,
    "Finishing up",
    part="eigenvalues and the smallest gap",
    id="finishing-up/algebra/ratio",
    rank="step",
    origin="read",
    at=lines(521),
    **EIGENVALUES,
    examples=[dict(k=2, mu=0.0, gaps=[1.0, 9.0])],
)
@printed(
    r"For $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$ with any gaps and $\Delta=\min_{i<j\le "
    r"k}|\lambda_i-\lambda_j|$: $\frac{\lambda_\eta}{\Delta}\ge1$ for all $\eta\in[k]$ (printed with $>$).",
    defect="proof-step",
    because=r"$\Delta$ has no gap below $\lambda_k$: for (10, 1) it is 9.",
    fails_where=lambda lam, gaps: lam[-1] < first_gaps(gaps),
)
@amended(
    r"For $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$ with any gaps and $\Delta=\min_{i\le "
    r"k}(\lambda_i-\lambda_{i+1})$: $\frac{\lambda_\eta}{\Delta}\ge1$ for all $\eta\in[k]$.",
    adds=r"$\lambda_k - \lambda_{k+1}$ in $\Delta$",
    Delta=all_gaps,
)
@mutants(the_gap_of_the_first_k=dict(Delta=first_gaps), nine_eighths_of_the_gap=dict(share=9 / 8))
def gap_is_small(lam, Delta=first_gaps, share=1):
    """Each of the first k eigenvalues is at least the smallest gap."""
    return at_least(lam[-1], share * Delta)


@theorem(
    PAPER,
    "Finishing up",
    part="growth in each component",
    id="finishing-up/algebra/step",
    at=lines(523),
    **SEQUENCES,
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$A_{\eta+1}+B_{\eta+1}\le\frac{5\lambda_{\eta+1}}\Delta(A_\eta+B_\eta)+\lambda_1\sqrt{2\epsilon_0}$ "
    r"(the slides use $\lambda_\eta>\Delta$ as a fact, not as a hypothesis: part ratio).",
    defect="proof-step",
    because=r"It needs $\lambda_{\eta+1} \ge \Delta$, which is no fact for $\eta + 1 = k$: where $\lambda_k "
    r"\le \Delta/2$ the sum may grow by more.",
    fails_where=lambda lam, gaps: 2 * lam[-1] <= first_gaps(gaps),
    falls_with="pca/finishing-up/algebra/ratio",
)
@amended(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$A_{\eta+1}+B_{\eta+1}\le\frac{5\lambda_{\eta+1}}\Delta(A_\eta+B_\eta)+\lambda_1\sqrt{2\epsilon_0}$.",
    adds=r"$\lambda_k - \lambda_{k+1}$ in $\Delta$",
    Delta=all_gaps,
)
@mutants(the_gap_of_the_first_k=dict(STEEP, Delta=first_gaps), a_factor_3=dict(factor=3))
def sum_grows(share_a, share_b, lam, e, Delta=first_gaps, factor=5):
    r"""The sum of the errors grows by at most a factor $5 \lambda/\Delta$ in each component."""
    # With q = lambda_(eta+1) / Delta >= 1: A grows by 2 q (A + B), and the new b is at most
    # 2 q B + A + lambda_(eta+1) e, so that the sum is at most (4 q + 1) (A + B) + lambda_1 e.
    _, _, A, B = sequences(share_a, share_b, lam, e, Delta)
    return at_most((A + B)[1:], factor * lam[1:] / Delta * (A + B)[:-1] + lam[0] * e)


@theorem(
    PAPER,
    "Finishing up",
    part="the first component",
    id="finishing-up/algebra/start-sum",
    at=lines(523),
    **SEQUENCES,
)
@printed(
    r"If $a_1\le e$, $b_1\le\lambda_1e$, $e=\sqrt{2\epsilon_0}$ and $A_1=2\lambda_1a_1$, whatever "
    r"$\mu=\lambda_{k+1}$ and the gaps are: $A_1+b_1\le2\lambda_1\sqrt{2\epsilon_0}$ (printed with $=$).",
    defect="constant",
    because=r"$A_1$ may be $2 \lambda_1 \sqrt{2 \varepsilon_0}$ and $b_1$ another $\lambda_1 \sqrt{2 "
    r"\varepsilon_0}$.",
)
@amended(
    r"If $a_1\le e$, $b_1\le\lambda_1e$, $e=\sqrt{2\epsilon_0}$ and $A_1=2\lambda_1a_1$, whatever "
    r"$\mu=\lambda_{k+1}$ and the gaps are: $A_1+b_1\le3\lambda_1\sqrt{2\epsilon_0}$.",
    adds="3 for 2",
    times=3,
)
@mutants({"twice": dict(times=2), "11/4 for 3": dict(times=11 / 4)})
def first_sum(share_a, share_b, lam, e, Delta=all_gaps, times=2):
    r"""The errors of the first component together are at most $2 \lambda_1 \sqrt{2 \varepsilon_0}$."""
    _, b, A, _ = sequences(share_a, share_b, lam, e, Delta)
    return at_most(A[0] + b[0], times * lam[0] * e)


def printed_offset(lam: Vector, e: Number, gaps: Vector) -> Number:
    r"""$\lambda_1e/\Delta$."""
    return lam[0] * e / first_gaps(gaps)


@theorem(
    PAPER,
    "Finishing up",
    part="the offset",
    id="finishing-up/algebra/offset",
    possible_extraction=True,
    at=lines(527),
    **SEQUENCES | {"rank": "slip"},
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$A_{\eta+1}+B_{\eta+1}+\frac{\lambda_1\sqrt{2\epsilon_0}}\Delta\le\frac{5\lambda_1}\Delta\left(A_"
    r"\eta+B_\eta+\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}\right)$ (brackets restored).",
    open="Its two offsets differ, and the next line has the right one on both sides. Brackets are lost in "
    r"the text at hand; whether the $5\lambda_1/\Delta-1$ of the left one is lost in it or in the "
    "slides, only these can show.",
)
@amended(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$A_{\eta+1}+B_{\eta+1}+\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}\le\frac{5"
    r"\lambda_1}\Delta\left(A_\eta+B_\eta+\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5\lambda_1}\Delta-1}"
    r"\right)$.",
    adds="the right side's offset on the left, too",
    added=lambda lam, e, gaps: offset(lam, e, first_gaps(gaps), 0),
)
@mutants(a_factor_4=dict(factor=4), the_printed_offset=dict(added=printed_offset))
def offset_is_added(share_a, share_b, lam, e, Delta=first_gaps, added=printed_offset, factor=5):
    """With an offset, the sum of the errors grows by a factor alone."""
    # Where Delta lacks the gap below lambda_k, lambda_1 >= Delta is still true, which is enough here.
    _, _, A, B = sequences(share_a, share_b, lam, e, Delta)
    return at_most((A + B)[1:] + added, factor * lam[0] / Delta * ((A + B)[:-1] + offset(lam, e, Delta, 0)))


@theorem(
    PAPER, "Finishing up", part="the product", id="finishing-up/algebra/product", at=lines(527), **SEQUENCES
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$A_{\eta+1}+B_{\eta+1}+c\le(A_1+b_1+c)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta$, "
    r"$c=\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_1/\Delta-1}$ (brackets restored).",
    defect="proof-step",
    because=r"The offset that turns $x \to q x + s$ into a product is $s/(q - 1)$ for the smallest q, that of "
    r"$\lambda_k$; that of $\lambda_1$ is too small, also where $\lambda_k \ge \Delta$.",
)
@amended(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$A_{\eta+1}+B_{\eta+1}+c\le(A_1+b_1+c)\prod_{i=1}^\eta\frac{5\lambda_{i+1}}\Delta$, "
    r"$c=\frac{\lambda_1\sqrt{2\epsilon_0}}{5\lambda_k/\Delta-1}$.",
    adds=r"the offset of $\lambda_k$; $\lambda_k - \lambda_{k+1}$ in $\Delta$",
    Delta=all_gaps,
    which=-1,
)
@mutants(
    the_gap_of_the_first_k=dict(STEEP, Delta=first_gaps),
    the_offset_of_the_largest_factor=dict(
        why="Without errors of the vectors, which hide it.", share_a=box("k", low=0, high=0), which=0
    ),
)
def sums_are_products(share_a, share_b, lam, e, Delta=first_gaps, which=0):
    """With the offset of the first eigenvalue, the sums of the errors are bounded by a product."""
    _, _, A, B = sequences(share_a, share_b, lam, e, Delta)
    c = offset(lam, e, Delta, which)
    return at_most((A + B)[1:], (A[0] + B[0] + c) * products(lam, Delta)[1:] - c)


def as_printed(lam: Vector, e: Number, gaps: Vector) -> tuple[Vector, Vector]:
    r"""The final bounds of the slides on $a_{\eta+1}$ and $b_{\eta+1}$, $\eta=1,\dots,k-1$."""
    Delta = first_gaps(gaps)
    c = offset(lam, e, Delta, 0)
    product = (2 * lam[0] * e + c) * products(lam, Delta)[1:]
    return (product - c) / Delta, 2 * lam[:-1] / Delta * product + lam[1:] * e


def as_amended(lam: Vector, e: Number, gaps: Vector) -> tuple[Vector, Vector]:
    """The final bounds as amended."""
    return of_product(1, lam, e, all_gaps(gaps))


def half_of_the_product(lam: Vector, e: Number, gaps: Vector) -> tuple[Vector, Vector]:
    """The final bounds as amended, with half of the product."""
    return of_product(2, lam, e, all_gaps(gaps))


def of_product(parts: int, lam: Vector, e: Number, Delta: Number) -> tuple[Vector, Vector]:
    """The final bounds as amended, with one of so many parts of the product."""
    c = offset(lam, e, Delta, -1)
    product = (3 * lam[0] * e + c) * products(lam, Delta)[:-1] / parts
    return (product - c) / Delta, 2 * lam[1:] / Delta * product + lam[1:] * e


def largest(lam: Vector, e: Number, gaps: Vector) -> tuple[Vector, Vector]:
    """The largest a and b that the printed recursion allows, with equality everywhere."""
    return sequences(ones(len(lam)), ones(len(lam)), lam, e, first_gaps(gaps))[:2]


@theorem(
    PAPER,
    "Finishing up",
    part="to the bound on eigenvectors",
    id="finishing-up/algebra/final-a",
    at=lines(537, 539),
    **SEQUENCES,
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$a_{\eta+1}\le\frac1\Delta\left[\lambda_1\sqrt{2\epsilon_0}\left(2+\frac1{\frac{5\lambda_1}\Delta-1}"
    r"\right)\prod_{i=1}^{\eta}\frac{5\lambda_{i+1}}\Delta-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5"
    r"\lambda_1}\Delta-1}\right]$ (brackets restored).",
    defect="proof-step",
    because=r"$\Delta$ does not have the gap below $\lambda_k$. Where $\lambda_k$ is much smaller than "
    r"$\Delta$, the last factor $5 \lambda_k/\Delta$ is so small that the largest sequences that the recursion "
    "allows exceed the bound.",
    fails_where=lambda lam, e, gaps: largest(lam, e, gaps)[0][-1] > as_printed(lam, e, gaps)[0][-1],
    falls_with="pca/finishing-up/algebra/ratio",
)
@amended(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$a_{\eta+1}\le\frac1\Delta\left[\lambda_1\sqrt{2\epsilon_0}\left(3+\frac1{\frac{5\lambda_k}\Delta-1}"
    r"\right)\prod_{i=1}^{\eta-1}\frac{5\lambda_{i+1}}\Delta-\frac{\lambda_1\sqrt{2\epsilon_0}}{\frac{5"
    r"\lambda_k}\Delta-1}\right]$.",
    adds=r"$\lambda_k - \lambda_{k+1}$ in $\Delta$; 3 for 2; the offset of $\lambda_k$; the product up to "
    r"$\eta - 1$",
    Delta=all_gaps,
    bounds=as_amended,
)
@mutants(
    the_printed_bound=dict(STEEP, Delta=first_gaps, bounds=as_printed),
    half_of_the_product=dict(bounds=half_of_the_product),
)
def vectors_follow(share_a, share_b, lam, e, Delta=first_gaps, bounds=as_printed):
    """The recursion implies the final bound on the eigenvectors."""
    a, *_ = sequences(share_a, share_b, lam, e, Delta)
    return at_most(a[1:], bounds[0])


@theorem(
    PAPER,
    "Finishing up",
    part="to the bound on eigenvalues",
    id="finishing-up/algebra/final-b",
    possible_extraction=True,
    at=lines(537, 540),
    **SEQUENCES,
)
@printed(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i<j\le k}|\lambda_i-\lambda_j|$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$b_{\eta+1}\le\frac{2\lambda_\eta}\Delta\,\lambda_1\sqrt{2\epsilon_0}\left(2+\frac1{\frac{5\lambda_1}"
    r"\Delta-1}\right)\prod_{i=1}^{\eta}\frac{5\lambda_{i+1}}\Delta+\lambda_{\eta+1}\sqrt{2\epsilon_0}$ "
    "(brackets restored).",
    open=r"The recursion of b has lost its brackets in our text. With $\frac{2\lambda_{\eta+1}}\Delta(B_\eta+"
    r"A_\eta)$ in it, to which the bound has the form, no sequence is known that exceeds the bound; with "
    r"$\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta$ some do where $\lambda_k$ is much smaller than $\Delta$.",
)
@amended(
    r"Let $\lambda_1>\dots>\lambda_{k+1}=\mu\ge0$, $\Delta=\min_{i\le k}(\lambda_i-\lambda_{i+1})$, "
    r"$e=\sqrt{2\epsilon_0}$, $A_\eta=\sum_{i\le\eta}2\lambda_ia_i$, $B_\eta=\max_{i\le\eta}b_i$, and "
    r"$a,b\ge0$ with $a_1\le e$, $b_1\le\lambda_1e$, $a_{\eta+1}\le\frac{B_\eta+A_\eta}\Delta$, "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta B_\eta+A_\eta+\lambda_{\eta+1}e$. Then "
    r"$b_{\eta+1}\le\frac{2\lambda_{\eta+1}}\Delta\,\lambda_1\sqrt{2\epsilon_0}\left(3+\frac1{\frac{5"
    r"\lambda_k}\Delta-1}\right)\prod_{i=1}^{\eta-1}\frac{5\lambda_{i+1}}\Delta+\lambda_{\eta+1}\sqrt{2"
    r"\epsilon_0}$.",
    adds=r"$\lambda_k - \lambda_{k+1}$ in $\Delta$; 3 for 2; the offset of $\lambda_k$; the product up to "
    r"$\eta - 1$; $\lambda_{\eta+1}$ for $\lambda_\eta$",
    slack=r"$2 \lambda/\Delta$ is taken of the sum $A + B$ and belongs to B alone: 9/13 at most at $\eta = "
    r"1$, where $\lambda_2 = \Delta$.",
    Delta=all_gaps,
    bounds=as_amended,
)
@mutants(
    the_printed_bound=dict(STEEP, Delta=first_gaps, bounds=as_printed),
    half_of_the_product=dict(bounds=half_of_the_product),
)
def numbers_follow(share_a, share_b, lam, e, Delta=first_gaps, bounds=as_printed):
    """The recursion implies the final bound on the eigenvalues."""
    _, b, *_ = sequences(share_a, share_b, lam, e, Delta)
    return at_most(b[1:], bounds[1])
