"""(6): the in-context loss of one layer, written out, has lost its square.

(Appendix A.1 "recalls" it with the square.) The expectation is a sum over literal prompts, of a finite signed
law with the Gaussian moments that are needed.
"""

from lemmata import amended, equal, lines, mutants, printed, theorem
from lemmata.numbers import sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.one_layer import ANY_LAYER, loss, population


@theorem(PAPER, "(6)", rank="slip", possible_extraction=True, at=lines(102, 106), **ANY_LAYER)
@printed(
    r"For one layer with any P and Q, and independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where "
    r"section 3 has any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots of its entries: a "
    r"rotation of the covariates goes into P and Q), the loss (5) is $\mathbf "
    r"E\left[[Z_0+\frac1n\mathrm{Attn}_{P,Q}(Z_0)]_{d+1,n+1}+w_\star^\top x^{(n+1)}\right]$ (Attn is (3)).",
    defect="typo",
    because=r"The square of (5) is lost: this mean is 0, and the loss is not (unless $\Sigma$ is 0).",
    fails_where=lambda root: sum(root) > 0,
)
@amended(
    r"For one layer with any P and Q, and independent $x^{(i)}\sim N(0,\Sigma)$ (the law of Theorem 1, where "
    r"section 3 has any) and $w_\star\sim N(0,I)$ ($\Sigma$ diagonal, drawn by the roots of its entries: a "
    r"rotation of the covariates goes into P and Q), the loss (5) is $\mathbf "
    r"E\left[\left([Z_0+\frac1n\mathrm{Attn}_{P,Q}(Z_0)]_{d+1,n+1}+w_\star^\top x^{(n+1)}\right)^2\right]$ "
    "(Attn is (3)).",
    adds="the square",
    power=2,
)
@mutants(
    without_the_mask=dict(tokens=lambda n: n + 1),
    a_mask_on_the_last_sample_as_well=dict(tokens=lambda n: n - 1),
    the_fourth_power=dict(power=4),
)
def eq_6(n, P, Q, tf, m=population, power=1, tokens=lambda n: n):
    """The loss of one layer, written out, is the mean of the residual."""
    unmasked = m.Z[..., :tokens]  # Z M, without its columns of zeros
    Z_1 = m.Z + P @ unmasked @ (unmasked.mT @ Q @ m.Z) / n
    return equal(loss(tf, m), m.mean((Z_1[:, -1, -1] + m.truth) ** power))
