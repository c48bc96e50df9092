r"""The proof of Proposition 2: from $n \ge N_0$ and event A to a contraction, (D.5) to the last line.

On event A (D.4), read with $X_j$ in its third line, Proposition 2 wants the conditions (D.2) of Lemma 1 for
every step $\gamma<1.6$. The diagonal may be as large as $\frac n{n+2}(1+\dots)$, about 1, so that (D.6) allows
no step much above $1$; $\gamma\le0.84$ is safe for every $S$ ($0.8498$ is where (D.14) ends at $S=1$). Only nc
enters: the refutations hold for every c. (D.8), (D.9), (D.10), (D.12) and (D.13) are right. The last step of
(D.9) puts $\frac n{n+2}$ for $\frac12$, which is no smaller from $n=2$ on; at $n=1$ the conclusion follows from
$n\ge N_0$ all the same, since (D.8) leaves a factor of $\sqrt2$ and more. The last line replaces $\frac n{n+2}$
by $\frac23$, which needs $n\ge4$.
"""

from fractions import Fraction

from lemmata import amended, at_least, at_most, box, dims, lines, mutants, printed, theorem
from lemmata.numbers import abs, concat, log, max, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.event_a import LENGTHS, PLACES, SCALES, deviations, in_event, steps
from theorems.sparse_recovery.proposition_2.figure import lengths as plot_of_lengths


@theorem(
    PAPER,
    "(D.7) to (D.14)",
    rank="step",
    origin="read",
    at=lines(690, 728),
    uses=[f"sparse_recovery/proposition-2/proof/{part}" for part in ("eq-d.10", "eq-d.12", "eq-d.14", "range")],
    **LENGTHS,
    gamma=steps(1.6),
    t=PLACES,
    where=lambda n, S: n >= S,
    examples=[dict(d=1, S=1, n=40, gamma=1.5)],
)
@printed(
    r"If $n\ge N_0$ (excess is $n/N_0$) and event A occurs (its third line with $X_{1:n,j}$; it needs $n\ge "
    r"S$; t says where in its ranges), then for every $\gamma\le1.6$ (D.5) holds, $\gamma(2S-1)\sigma_{\max}"
    r"+|1-\gamma\sigma_{\min}|\le1$, and (D.6) on $\mathbb S$, $\gamma D_{:,i}^\top X_{:,i}\le1$ for all "
    r"$i\in\mathbb S$.",
    defect="proof-step",
    because=r"Event A lets the diagonal be $n/(n + 2)$ or more, so $\gamma$ times it may exceed 1.",
    fails_where=lambda gamma: gamma > Fraction(21, 25),
    falls_with="sparse_recovery/proposition-2/proof/range",
)
@amended(
    r"If $n\ge N_0$ (excess is $n/N_0$) and event A occurs (its third line with $X_{1:n,j}$; it needs $n\ge "
    r"S$; t says where in its ranges), then for every $\gamma\le0.84$ (D.5) holds, $\gamma(2S-1)\sigma_{\max}"
    r"+|1-\gamma\sigma_{\min}|\le1$, and (D.6) on $\mathbb S$, $\gamma D_{:,i}^\top X_{:,i}\le1$ for all "
    r"$i\in\mathbb S$.",
    adds=r"$\gamma \le 0.84$ for $\gamma \le 1.6$",
    because="By (D.14) with the arithmetic of its last line corrected.",
    gamma=steps(0.84),
)
@mutants({"steps up to 3/2": dict(gamma=steps(1.5)), "an eighth of N_0": dict(eight=1)})
def contraction_is_possible(d, S, n, gamma, delta, excess, t, eight=8):
    r"""Event A and $n \ge N_0$ give (D.5), and (D.6) on the support, for every step up to 1.6."""
    smallest, coherence, largest = in_event(d, S, n, t, *deviations(d, S, delta, excess, eight))
    return at_most([gamma * (2 * S - 1) * coherence + abs(1 - gamma * smallest), gamma * largest], 1)


contraction_is_possible.figure(plot_of_lengths)


@theorem(PAPER, "(D.8)", id="proposition-2/proof/eq-d.8", rank="step", at=lines(698, 700), **SCALES)
@printed(
    r"If $n\ge N_0$ (excess is $n/N_0$): $\sqrt n\ge2\sqrt2(4S-2)\sqrt{\frac{\log d+\log "
    r"S-\log\delta}c}\ge\sqrt2(4S-2)\sqrt{\frac{\log d+\log S-2\log\delta}c}\ge(4S-2)\big(\sqrt{\frac{\log "
    r"d-\log\delta}c}+\sqrt{\frac{\log S-\log\delta}c}\big)\ge(4S-2)\sqrt{\frac{\log d-\log\delta}c}+\sqrt{"
    r"\frac{\log S-\log\delta}c}$."
)
@mutants({"16 in place of 8": dict(eight=16), "1 in place of 2": dict(two=1)})
def square_roots(d, S, delta, excess, eight=8, two=2):
    r"""From $n \ge N_0$ the root of n is at least the sum of two roots that (D.8) ends with."""
    a, b, both, width = log(d / delta), log(S / delta), log(d * S / delta), 4 * S - 2
    falling = [
        width * sqrt(8 * both * excess),
        width * sqrt(eight * both),
        width * sqrt(two * (a + b)),
        width * (sqrt(a) + sqrt(b)),
        width * sqrt(a) + sqrt(b),
    ]
    return at_most(falling[1:], falling[:-1])


@theorem(PAPER, "(D.9)", id="proposition-2/proof/eq-d.9", rank="step", at=lines(702, 704), **LENGTHS)
@printed(
    r"For $n\ge N_0$ (excess is $n/N_0$): $\frac1{\sqrt n}\Big((2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}c}+\frac12\sqrt{\frac{\log S-\log\delta}c}\Big)\le\frac12$, $(2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}{nc}}\le\frac12\Big(1-\sqrt{\frac{\log S-\log\delta}{nc}}\Big)$ and $(2S-1)\sqrt{\frac{\log "
    r"d-\log\delta}{nc}}\le\frac n{n+2}\Big(1-\sqrt{\frac{\log S-\log\delta}{nc}}\Big)$."
)
@mutants({"a sixteenth of N_0": dict(eight=1 / 2), "n / (n + 8)": dict(extra=8)})
def coherence_is_small(d, S, n, delta, excess, extra=2, eight=8):
    r"""From $n \ge N_0$ on the bound on the coherence, times $2S - 1$, is at most that on the diagonal."""
    x, y = deviations(d, S, delta, excess, eight)
    x = (2 * S - 1) * x
    return at_most([x + y / 2, x, x], [1 / 2, (1 - y) / 2, (1 - y) * n / (n + extra)])


@theorem(
    PAPER,
    "(D.10)",
    id="proposition-2/proof/eq-d.10",
    rank="step",
    origin="read",
    at=lines(706, 708),
    uses=["sparse_recovery/proposition-2/proof/eq-d.9"],
    **LENGTHS,
    t=PLACES,
    where=lambda n, S: n >= S,
)
@printed(
    r"On event A (its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with $n\ge "
    r"N_0$ (excess is $n/N_0$): $\sigma_{\max}(2S-1)\le(2S-1)\sqrt{\frac{\log d-\log\delta}{nc}}\le\frac "
    r"n{n+2}\Big(1-\sqrt{\frac{\log S-\log\delta}{nc}}\Big)\le\sigma_{\min}$."
)
@mutants({"8S - 4 for 2S - 1 in the second term": dict(width=4), "a sixteenth of N_0": dict(eight=1 / 2)})
def coherence_is_below_the_diagonal(d, S, n, delta, excess, t, width=1, eight=8):
    """On event A the coherence times $2S - 1$ is at most the smallest diagonal entry on the support."""
    x, y = deviations(d, S, delta, excess, eight)
    smallest, coherence, _ = in_event(d, S, n, t, x, y)
    rising = [coherence * (2 * S - 1), x * (2 * S - 1) * width, (1 - y) * n / (n + 2), smallest]
    return at_most(rising[:-1], rising[1:])


@theorem(
    PAPER,
    "(D.11) to (D.13)",
    id="proposition-2/proof/eq-d.12",
    rank="step",
    origin="read",
    at=lines(712, 720),
    **LENGTHS,
    gamma=steps(1.6),
    t=PLACES,
    where=lambda n, S: n >= S,
    examples=[dict(d=1, S=1, n=40, gamma=1.5)],
)
@printed(
    r"If $\gamma\le\min\{1/\sigma_{\min},1/\max_iD_{:,i}^\top X_{:,i}\}$ (D.11), the maximum over $\mathbb S$, "
    r"then on event A (its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with "
    r"$n\ge N_0$ (excess is $n/N_0$): $\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le\gamma\sigma_{\min}"
    r"+|1-\gamma\sigma_{\min}|=1$ (that is $\gamma\sigma_{\min}\le1$), and (D.6) on $\mathbb S$, $\gamma "
    r"D_{:,i}^\top X_{:,i}\le1$."
)
@mutants({"twice the step": dict(cap=2), "n from N_0 / 16": dict(eight=1 / 2)})
def contracts(d, S, n, gamma, delta, excess, t, cap=1, eight=8):
    r"""On event A with $n \ge N_0$ a step of at most one over the diagonal on S gives (D.5), and (D.6) on S."""
    smallest, coherence, largest = in_event(d, S, n, t, *deviations(d, S, delta, excess, eight))
    step = gamma * smallest
    rate = gamma * (2 * S - 1) * coherence + abs(1 - step)
    margin = at_most([rate, step, gamma * largest], [step + abs(1 - step), 1, 1])
    return margin.given(cap - gamma * largest)


@theorem(
    PAPER,
    "(D.14)",
    id="proposition-2/proof/eq-d.14",
    rank="step",
    origin="read",
    at=lines(720, 724),
    **(LENGTHS | dict(d=dims(2, 6), S=dims(1, "min(d - 1, 3)", most="d - 1"))),
    t=PLACES,
    # The diagonal entry of a column outside of the support. For n > S there is one of any length orthogonal to
    # those of the support; the others may be 0. For n = S its products with them bound it; only 0 is tried.
    outside=lambda n, S: box(1, low=0.0, high=4.0, of="[0, inf)") if n > S else box(1, low=0.0, high=0.0),
    where=lambda n, S: n >= S,
    examples=[dict(d=2, S=1, n=2)],
)
@printed(
    r"On event A (its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with $n\ge "
    r"N_0$ (excess is $n/N_0$), the largest step of (D.14), $\gamma=1/\big(\frac n{n+2}(1+\sqrt{\frac{\log "
    r"S-\log\delta}{nc}})\big)$, gives (D.11), which is to give (D.6): $\gamma D_{:,i}^\top X_{:,i}\le1$ for "
    r"all $i\in[d]$ (outside is an entry for an $i\notin\mathbb S$).",
    defect="proof-step",
    because="Event A bounds the diagonal on S only; a column outside of S, orthogonal to the others, may be "
    "longer.",
    fails_where=lambda n, S: n > S,
)
@amended(
    r"On event A (its third line with $X_{1:n,j}$; it needs $n\ge S$; t says where in its ranges) with $n\ge "
    r"N_0$ (excess is $n/N_0$), the largest step of (D.14), $\gamma=1/\big(\frac n{n+2}(1+\sqrt{\frac{\log "
    r"S-\log\delta}{nc}})\big)$, gives $\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in\mathbb S$ (which is all "
    r"that Lemma 1 needs).",
    because="Event A bounds the diagonal on S by what the step is divided by.",
    adds="i in S for i in [d]",
    everywhere=False,
)
@mutants(twice_the_step=dict(stretch=2), a_step_that_is_longer_by_an_eighth=dict(stretch=Fraction(9, 8)))
def columns_are_bounded(d, S, n, delta, excess, t, outside, everywhere=True, stretch=1):
    r"""On event A the largest step that (D.14) admits keeps $\gamma$ times every diagonal entry at most 1."""
    dimension, support = deviations(d, S, delta, excess)
    largest = in_event(d, S, n, t, dimension, support)[2]
    gamma = stretch / ((1 + support) * n / (n + 2))
    return at_most(gamma * (max(concat([[largest], outside])) if everywhere else largest), 1)


@theorem(PAPER, "after (D.14)", id="proposition-2/proof/range", rank="step", at=lines(724, 728), **LENGTHS)
@printed(
    r"For $n\ge N_0$ (excess is $n/N_0$): $\frac1{\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})}\ge"
    r"\frac1{1+\sqrt{\frac{\log S-\log\delta}{N_0c}}}\ge\frac2{1+\sqrt{\frac1{8(4S-2)}}}\ge1.6$: any "
    r"$\gamma\le1.6$ meets (D.14).",
    defect="proof-step",
    because="The second term is below 1, the third at least 1.6. Its 2 has no source, and $4S - 2$ should "
    "be squared.",
    middle=lambda S: 2 / (1 + 1 / sqrt(8 * (4 * S - 2))),
)
@amended(
    r"For $n\ge N_0$ (excess is $n/N_0$): $\frac1{\frac n{n+2}(1+\sqrt{\frac{\log S-\log\delta}{nc}})}\ge"
    r"\frac1{1+\sqrt{\frac{\log S-\log\delta}{N_0c}}}\ge\frac1{1+\frac1{\sqrt8(4S-2)}}\ge0.84$: any "
    r"$\gamma\le0.84$ meets (D.14).",
    adds="1 for 2, $(4S - 2)^2$ for $4S - 2$, 0.84 for 1.6",
    because=r"$N_0$ is $8 (4S - 2)^2$ times at least $(\log S - \log \delta)/c$.",
    middle=lambda S: 1 / (1 + 1 / sqrt(8 * (4 * S - 2) ** 2)),
    least=Fraction(21, 25),
)
@mutants(
    {
        "0.85": dict(least=Fraction(17, 20)),
        "1 / (8 (4S - 2)) for the root": dict(middle=lambda S: 1 / (1 + 1 / (8 * (4 * S - 2)))),
    }
)
def range_of_gamma(d, S, n, delta, excess, middle, least=Fraction(8, 5)):
    r"""From $n \ge N_0$ on (D.14) admits every step up to 1.6."""
    _, support = deviations(d, S, delta, excess)
    falling = [1 / ((1 + support) * n / (n + 2)), 1 / (1 + support * sqrt(excess)), middle, least]
    return at_least(falling[:-1], falling[1:])


@theorem(
    PAPER,
    "end of D.1",
    id="proposition-2/proof/two-thirds",
    rank="step",
    origin="read",
    at=lines(728, 730),
    **(LENGTHS | dict(n=dims(4, 44))),
    gamma=steps(1.6),
)
@printed(
    r"From the third line of the last chain to the fourth, without what both sides share, for $\gamma\le1.6$ "
    r"and $n\ge N_0\ge4$ (excess is $n/N_0$; c is some constant, and for $d\ge2$ and $c\le5$ it is so): "
    r"$1-\gamma\frac n{n+2}+\gamma\frac n{n+2}\sqrt{\frac{\log "
    r"S-\log\delta}{nc}}\le1-\frac23\gamma+\gamma\sqrt{\frac{\log S-\log\delta}{nc}}$."
)
@mutants(from_3_on=dict(n=dims(3, 43)), the_whole_step=dict(share=3))
def two_thirds(d, S, n, gamma, delta, excess, share=2):
    r"""From $n \ge N_0$ on $n/(n + 2)$ in the rate may be replaced by 2/3."""
    _, y = deviations(d, S, delta, excess)
    return at_most(1 - gamma * n / (n + 2) + gamma * n / (n + 2) * y, 1 - gamma * share / 3 + gamma * y)
