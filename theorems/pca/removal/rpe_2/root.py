r"""The square root of a norm is no sum of ReLUs of linear functions.

rpe,2 of the slides is to form $\|u\|^{1/2}p=\|u\|^{-1/2}u$, $u=XX^\top p$, by heads whose sum is
$\sum_md_m\sigma(b_m^\top u)\approx\|u\|^{1/2}$: degree 1 against degree 1/2.
"""

from lemmata import amended, at_most, dims, dyadics, lines, mutants, printed, theorem
from lemmata.numbers import Array, abs, log, norm, sqrt
from theorems.pca import PAPER
from theorems.pca.power_iterations.pow_2 import SHELL, gain, on_the_shell, shell


def homogeneous(r: Array, rho: Array) -> Array:
    """Certificate: how far every function of degree 1 is from the root of the norm on the shell."""
    # F(rho u) = rho F(u), the root at rho u is sqrt(rho) times that at u: as for pow,2.
    return sqrt(r) * (rho - sqrt(rho)) / (1 + rho)


def law(rho: Array, M: int) -> Array:
    """``5/256 (2 ln(R/r) / (M - 1))^2``."""
    return 5 * (2 * log(rho) / (M - 1)) ** 2 / 256


@theorem(
    PAPER,
    "rpe,2",
    part="ReLUs in place of the root",
    rank="result",
    at=lines(420, 422),
    **SHELL,
    eps=dyadics(0, 1, open_low=True, of="(0, inf)"),
    M=dims(2, 9),
)
@printed(
    r"For all $0<r<R$ and $\epsilon>0$ there are $M,b_m,d_m$ with $\left|\sum_md_m\sigma(b_m^\top "
    r"u)-\|u\|^{1/2}\right|\le\epsilon$ for all $u\in\mathbb R^d$ with $r\le\|u\|\le R$ (what the block after "
    "rpe,2 needs; the lemma that the slides refer to is not printed).",
    implies=r"$\frac{\sqrt r(\rho-\sqrt\rho)}{1+\rho}\le\epsilon$ for all $r,\epsilon>0$ and $\rho=\frac "
    r"Rr>1$, as the sum at $\rho u$ is $\rho$ times that at u: with errors e at u, $\|u\|=r$, and $e'$ at "
    r"$\rho u$, $\rho e+e'\ge\rho\sqrt r-\sqrt{\rho r}$, and the larger of the two is at least the left side.",
    defect="statement",
    because=r"The sum has degree 1, the root degree 1/2: with $\rho = R/r$ one of the errors at u and $\rho "
    r"u$ is at least $\sqrt{r}(\rho - \sqrt{\rho})/(1 + \rho)$, for any number of heads.",
    M=None,
    falls_with="pca/power-iterations/pow-2/approximation",
)
@amended(
    r"For $M\ge2$ there are $t_m,c_m$ with $\left|\|u\|^{1/2}\left(c+c_0\|u\|^2+\sum_{m=1}^{M-2}c_m"
    r"\sigma(t_m-\|u\|^2)\right)-1\right|\le\frac5{256}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for "
    r"$r\le\|u\|\le R=\rho r$.",
    adds="scores $t_m - |u|^2$, a constant and a linear head; the factor $|u|^{-1/2}$ for the root, relatively",
    eps=None,
    error=lambda r, rho, M, u: abs(gain(shell(r, rho, M), 0.25, u @ u) * sqrt(norm(u)) - 1),
    bound=law,
)
@mutants(
    four_fifths_of_the_constant=dict(bound=lambda rho, M: law(rho, M) * 4 / 5),
    half_the_constant=dict(bound=lambda rho, M: law(rho, M) / 2),
    linear_features=dict(error=homogeneous),
)
def root_is_approximated(r, rho, u, error=homogeneous, bound=lambda eps: eps):
    """Sums of ReLUs of linear functions come near to the root of the norm on a shell."""
    return at_most(error, bound).given(on_the_shell(r, rho, u))
