r"""The Barron parameter of combinations of classes adds up: below (22), Section 2.3.

The proof takes the maximum over i out of the integral over frequencies. For cosines of different frequencies
everything is known; the supremum at $\pm\omega_i$ is reached by $a=C_ae_i$.
"""

from lemmata import amended, at_most, box, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import cumsum, max, sum
from theorems.universal_approximation import PAPER


@theorem(
    PAPER,
    "(22)",
    rank="headline",
    at=lines(189, 191),
    M=dims(1, 5),
    C_a=dyadics(0.25, 2, of="(0, inf)"),
    C_b=dyadics(0, 1, of="[0, inf)"),
    B=box("M", low=0, high=2, of="[0, inf)"),
    gaps=box("M", low=0.125, high=8, of="(0, inf)"),  # by which each frequency exceeds the one before
)
@printed(
    r"For $\mathcal F^{\mathsf{comp}}=\{\langle a,f\rangle+b:\|a\|_1\le C_a,|b|\le C_b,f_i\in\mathcal F_i\}$: "
    r"$C_{\mathcal F^{\mathsf{comp}}}\le2C_a\max_{1\le i\le M}C_{\mathcal F_i}+C_b$; here $\mathcal "
    r"F_i=\{b\cos(\omega_ix):|b|\le B_i\}$ with different $\omega_i$ (sums of gaps above 0), so that "
    r"$C_{\mathcal F_i}=B_i(1+\omega_i)$ and $C_{\mathcal F^{\mathsf{comp}}}=C_a(\max_iB_i+"
    r"\sum_iB_i\omega_i)+C_b$.",
    defect="statement",
    because="The integral of a maximum is not the maximum of the integrals: with three classes or more on "
    "different frequencies it can exceed twice that.",
    fails_where=lambda M: M >= 3,
    bound=lambda C_a, C_b, B, gaps: 2 * C_a * max(B * (1 + cumsum(gaps))) + C_b,
)
@amended(
    r"For $\mathcal F^{\mathsf{comp}}=\{\langle a,f\rangle+b:\|a\|_1\le C_a,|b|\le C_b,f_i\in\mathcal F_i\}$: "
    r"$C_{\mathcal F^{\mathsf{comp}}}\le C_a\sum_{i=1}^MC_{\mathcal F_i}+C_b$; here $\mathcal "
    r"F_i=\{b\cos(\omega_ix):|b|\le B_i\}$ with different $\omega_i$ (sums of gaps above 0), so that "
    r"$C_{\mathcal F_i}=B_i(1+\omega_i)$ and $C_{\mathcal F^{\mathsf{comp}}}=C_a(\max_iB_i+"
    r"\sum_iB_i\omega_i)+C_b$.",
    because="Different classes may live on different frequencies, where their moments add up.",
    adds="the sum of the parameters for twice the largest",
    bound=lambda C_a, C_b, B, gaps: C_a * sum(B * (1 + cumsum(gaps))) + C_b,
)
@mutants(
    {
        "without C_b": dict(bound=lambda C_a, B, gaps: C_a * sum(B * (1 + cumsum(gaps)))),
        "nine tenths of the sum": dict(
            bound=lambda C_a, C_b, B, gaps: C_a * sum(B * (1 + cumsum(gaps))) * 9 / 10 + C_b
        ),
    }
)
def parameter_of_combinations(C_a, C_b, B, gaps, bound):
    """Combinations of classes have a parameter of at most $2 C_a$ times their largest one, plus $C_b$."""
    return at_most(C_a * (max(B) + sum(B * cumsum(gaps))) + C_b, bound)
