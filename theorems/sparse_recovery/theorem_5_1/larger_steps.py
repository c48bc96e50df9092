r"""The arithmetic of Theorem 5.1: its rate as amended, and steps between 1 and 3/2.

`theorem-5.1/larger-steps/arithmetic` is what remains of the amended theorem once Hoeffding's inequality has
bounded the coherence. `theorem-5.1/larger-steps`: steps between 1 and $\frac32$ the bound allows to a network
that takes the step 1. $\gamma$ occurs in the bound alone, which is at least $1-\frac23\gamma$. The network of
the proof with the step 1 leaves $q=\frac1{2N_0+1}+(2S-1)\mu$,
$\mu=\frac2{2N_0+1}\sqrt{2N_0\log(d(d-1)/\delta)}$, in each layer, at every $n\ge N_0$ and with probability
$1-\delta$ (`construction/explicit`). Here
$(2S-1)\mu\le\sqrt{c/8}$, and $N_0\ge32\log(2)/c$ if $d\ge2$, so that $q\le\sqrt{c/8}+\frac c{44}$, which is at
most $1-\frac23\gamma$ for $c\le\frac{11}2\left(1-\frac23\gamma\right)^2$. So for rows of signs and $d\ge2$
Theorem 5.1 is as printed for every $\gamma<\frac32$, with a c that depends on $\gamma$. (At $d=1$ it is not:
$N_0$ may be 1, and q is at least $\frac13$.)
"""

from fractions import Fraction

from lemmata import at_most, box, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import log, maximum, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_5_1 import convergence
from theorems.sparse_recovery.theorem_5_1.construction import explicit


@theorem(
    PAPER,
    "Theorem 5.1",
    part="steps between 1 and 3/2",
    id="theorem-5.1/larger-steps",
    origin="ours",
    at=lines(187, 189),
    uses=[convergence, explicit],
    d=dims(2, 4096),
    S=dims(1, "min(d, 3)", most="d"),
    delta=box(low=2.0**-10, high=1, of="(0, 1)", scale="log"),
    gamma=dyadics(0, 1.5, open_low=True, open_high=True, grid=64),
    share=box(low=2.0**-2, high=1, of="(0, 1]", scale="log"),  # of the largest c
    excess=box(low=1, high=2**3, of="[1, inf)", scale="log"),  # the network's N_0 over the printed one
    examples=[dict(d=2, S=1, gamma=1.25), dict(d=4096, S=1, gamma=0.015625), dict(d=2, S=2, gamma=1.484375)],
)
@printed(
    r"For $d\ge2$, $0<\gamma<\frac32$, $c\le\frac{11}2\left(1-\frac23\gamma\right)^2$ (share is their ratio) "
    r"and any $N_0\ge8(4S-2)^2\frac{\log d+\log S-\log\delta}c$ (excess is their ratio): "
    r"$\frac1{2N_0+1}+(2S-1)\frac2{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}\delta}\le1-\frac23\gamma$. (By "
    r"theorem-5.1/construction/explicit with the step 1 one network then keeps the bound of Theorem 5.1 for "
    r"rows of signs, any S-sparse $\beta^*$ and all $n\ge N_0$.)"
)
@mutants(
    {
        "d = 1, too": dict(d=dims(1, 1)),
        "twice the largest c": dict(largest=lambda gamma: (1 - gamma * 2 / 3) ** 2 * 11),
        "half of N_0": dict(eight=4),
    }
)
def one_step_serves_them(
    d, S, delta, gamma, share, excess, largest=lambda gamma: (1 - gamma * 2 / 3) ** 2 * 11 / 2, eight=8
):
    """With the step 1 a layer leaves no more than the bound allows for any step below 3/2, if c is small."""
    N0 = excess * eight * (4 * S - 2) ** 2 * log(d * S / delta) / (share * largest)
    mu = sqrt(N0 * log(d * (d - 1) / delta) * 2) * 2 / (N0 * 2 + 1) if d > 1 else 0
    return at_most((2 * S - 1) * mu + 1 / (N0 * 2 + 1), 1 - gamma * 2 / 3)


@theorem(
    PAPER,
    "Theorem 5.1",
    part="its rate, as amended",
    id="theorem-5.1/larger-steps/arithmetic",
    origin="ours",
    at=lines(187, 189),
    uses=[convergence, explicit],
    d=dims(1, 4096),
    S=dims(1, "min(d, 3)", most="d"),
    delta=box(low=2.0**-10, high=1, of="(0, 1)", scale="log"),
    excess=box(low=1, high=2**3, of="[1, inf)", scale="log"),  # N_0 over the printed one
    examples=[dict(d=1, S=1), dict(d=2, S=1), dict(d=4096, S=1), dict(d=4096, S=3)],
)
@printed(
    r"For $0<c\le\frac78$ and any $N_0\ge\max\left\{1,8(4S-2)^2\frac{\log d+\log S-\log\delta}c\right\}$ "
    "(excess is how much larger it is): "
    r"$(2S-1)\frac2{2N_0+1}\sqrt{2N_0\log\frac{d(d-1)}\delta}\le\frac{2N_0}{2N_0+1}-\frac23$ (left 0 if "
    r"$d=1$), so that for $0<\gamma\le1$ the rate $q=\gamma(2S-1)\mu+1-\frac{2N_0}{2N_0+1}\gamma$ of "
    r"theorem-5.1/construction/explicit is at most $1-\frac23\gamma$, less than the printed one. (With "
    "Hoeffding's inequality, which gives the probability, this proves Theorem 5.1 as amended for every d, S, K "
    "and n.)"
)
@mutants({"c = 5/4": dict(c_inverse=Fraction(4, 5)), "half of N_0": dict(eight=4)})
def rate_is_below_the_printed_one(d, S, delta, excess, c_inverse=Fraction(8, 7), eight=8):
    """The rate of the network of the proof is below the printed one for every step up to 1."""
    N0 = maximum(excess * eight * (4 * S - 2) ** 2 * log(d * S / delta) * c_inverse, 1)
    mu = sqrt(N0 * log(d * (d - 1) / delta) * 2) * 2 / (N0 * 2 + 1) if d > 1 else 0
    return at_most((2 * S - 1) * mu, N0 * 2 / (N0 * 2 + 1) - Fraction(2, 3))
