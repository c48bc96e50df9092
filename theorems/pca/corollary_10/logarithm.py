r"""The formula that Corollary 10 substitutes into Proposition 9, where a logarithm is mistyped.

With $L=2\tau+4k+1$, $B_M=B_X^dC/\epsilon^2$ and $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$, $k^3LB_M$ should
be at most a constant times $k^3\log(\delta/\epsilon_0)B_X^d/(\epsilon_0\epsilon^2)$. The removal layers cost
another factor k. The common factor $d^2\log(B_X+k)/n$ is left out.
"""

from lemmata import amended, at_most, dims, lines, mutants, printed, scales, some, theorem
from lemmata.numbers import log
from theorems.pca import PAPER


@theorem(
    PAPER,
    "Corollary 10, what its last term substitutes",
    rank="slip",
    origin="read",
    at=lines(278),
    k=dims(1, 5),
    eps0=scales(-20, 4, of="(0, inf)"),
    delta=scales(-20, -1, of="(0, 1/2]"),
    # Where the printed logarithm is 0.
    C=some(scales(0, 20), weaker="larger", fails_at=lambda C: dict(k=1, eps0=0.25, delta=0.25, C=C)),
    examples=[dict(k=1, eps0=0.25, delta=0.25, C=2.0**20)],
)
@printed(
    r"There is a $C$, the same for all $k\ge1$, $\epsilon_0>0$ and $\delta\le\frac12$, such that with "
    r"$\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$ the depth $2\tau+4k+1$ is at most "
    r"$C\,\frac{\log(\delta/\epsilon_0)}{\epsilon_0}$.",
    defect="typo",
    because=r"$\log(\delta/\varepsilon_0)$ is 0 at $\varepsilon_0 = \delta$ and negative beyond, for every C; "
    r"$\log(1/(\varepsilon_0 \delta))$ is meant.",
)
@amended(
    r"For all $k\ge1$ and $\epsilon_0,\delta\le\frac12$, with $\tau=\log(1/(\epsilon_0\delta))/\epsilon_0$: "
    r"the depth $2\tau+4k+1$ is at most $\frac{3k+5}2\,\frac{\log(1/(\epsilon_0\delta))}{\epsilon_0}$.",
    adds=r"$\varepsilon_0 \le 1/2$; $\log(1/(\varepsilon_0 \delta))$ for $\log(\delta/\varepsilon_0)$; the "
    "factor $(3 k + 5)/2$ for C",
    eps0=scales(-20, -1, of="(0, 1/2]"),
    C=None,
    factor=lambda k: (3 * k + 5) / 2,
    logarithm=lambda delta, eps0: log(1 / (eps0 * delta)),
)
@mutants(
    {
        "the factor of k = 1": dict(factor=4),
        "4 for 5": dict(factor=lambda k: (3 * k + 4) / 2),
        "the printed logarithm": dict(logarithm=lambda delta, eps0: log(delta / eps0)),
    }
)
def depth_is_substituted(k, eps0, delta, factor=lambda C: C, logarithm=lambda delta, eps0: log(delta / eps0)):
    r"""The depth of Theorem 7 is at most a constant times $\log(\delta/\varepsilon_0)/\varepsilon_0$."""
    tau = log(1 / (eps0 * delta)) / eps0
    return at_most(2 * tau + 4 * k + 1, factor * logarithm / eps0)
