r"""The Barron parameter of combinations of classes adds up: below (22), Section 2.3.

It claims $C_{\mathcal F^{\mathsf{comp}}}\le2C_a\max_iC_{\mathcal F_i}+C_b$. That is false: the proof takes
the maximum over i out of the integral over frequencies. For $\mathcal F_i=\{b\cos(\omega_ix)\mid|b|\le
B_i\}$ with different $\omega_i$ everything is known: $C_{\mathcal F_i}=B_i(1+\omega_i)$, and the supremum
at $\pm\omega_i$ is reached by $a=C_ae_i$, so that $C_{\mathcal
F^{\mathsf{comp}}}=C_a(\max_iB_i+\sum_iB_i\omega_i)+C_b$. With three high frequencies that can exceed
the bound. With the sum over i in place of twice the maximum it holds.
"""

from collections.abc import Callable
from dataclasses import dataclass

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, lines, space
from lemmata.numbers import Array, amax, stack, sum
from theorems.universal_approximation import PAPER


@dataclass(frozen=True)
class Classes:
    M: int
    C_a: float
    C_b: float


classes = space(Classes, M=dims(1, 5), C_a=dyadics(0.25, 2, of="(0, inf)"), C_b=dyadics(0, 1, of="[0, inf)"))


def amplitudes(s: Classes) -> Space:
    """Amplitudes B_i, and by how much each frequency exceeds the one before: all are different."""
    return space(
        B=box(s.M, low=0.0, high=2.0, of="[0, inf)"), gaps=box(s.M, low=0.125, high=8.0, of="(0, inf)")
    )


composition = PAPER.claim(
    "(22)",
    id="eq-22",
    summary="Combinations of several classes have a Barron parameter of at most twice the largest of theirs, "
    "times "
    "C_a, plus C_b",
    at=lines(189, 191),
    settings=classes,
    prompts=amplitudes,
)
Bound = Callable[[Classes, Array], Array]


@composition.printed(
    r"For $\mathcal F^{\mathsf{comp}}=\{\langle a,f\rangle+b:\|a\|_1\le C_a,|b|\le C_b,f_i\in\mathcal F_i\}$: "
    r"$C_{\mathcal F^{\mathsf{comp}}}\le2C_a\max_{1\le i\le M}C_{\mathcal F_i}+C_b$; here $\mathcal "
    r"F_i=\{b\cos(\omega_ix):|b|\le B_i\}$ with different $\omega_i$ (sums of gaps above 0), so that "
    r"$C_{\mathcal F_i}=B_i(1+\omega_i)$ and $C_{\mathcal F^{\mathsf{comp}}}=C_a(\max_iB_i+"
    r"\sum_iB_i\omega_i)+C_b$.",
    defect="statement",
    because="The integral of a maximum is not the maximum of the integrals: with three classes or more on "
    "different "
    "frequencies it can exceed twice that.",
    fails_where=lambda s: s.M >= 3,
    bound=lambda s, C: amax(C, -1) * s.C_a * 2 + s.C_b,
)
@composition.amended(
    r"For $\mathcal F^{\mathsf{comp}}=\{\langle a,f\rangle+b:\|a\|_1\le C_a,|b|\le C_b,f_i\in\mathcal F_i\}$: "
    r"$C_{\mathcal F^{\mathsf{comp}}}\le C_a\sum_{i=1}^MC_{\mathcal F_i}+C_b$; here $\mathcal "
    r"F_i=\{b\cos(\omega_ix):|b|\le B_i\}$ with different $\omega_i$ (sums of gaps above 0), so that "
    r"$C_{\mathcal F_i}=B_i(1+\omega_i)$ and $C_{\mathcal F^{\mathsf{comp}}}=C_a(\max_iB_i+"
    r"\sum_iB_i\omega_i)+C_b$.",
    because="Different classes may live on different frequencies, where their moments add up.",
    adds="the sum of the parameters for twice the largest",
    bound=lambda s, C: sum(C, -1) * s.C_a + s.C_b,
)
def parameter_of_combinations(s: Classes, prompt: Prompt, bound: Bound) -> Margin:
    """The Barron parameter of combinations of cosines with different frequencies."""
    omega = stack([sum(prompt.gaps[:, : i + 1], -1) for i in range(s.M)], -1)
    moments = prompt.B * omega
    parameter = (amax(prompt.B, -1) + sum(moments, -1)) * s.C_a + s.C_b
    return at_most(parameter, bound(s, prompt.B + moments))


composition.mutant("without C_b", bound=lambda s, C: sum(C, -1) * s.C_a)
composition.mutant("nine tenths of the sum", bound=lambda s, C: sum(C, -1) * s.C_a * 9 / 10 + s.C_b)
