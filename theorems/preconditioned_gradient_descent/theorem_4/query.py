r"""The law of the query matters: with another covariance no point of S need be near to critical.

Theorem 4 lists $x^{(i)}\sim N(0,\Sigma)$ for $i=1,\dots,n$, and the query is $x^{(n+1)}$; that all $n+1$ rows
of X are independent with one law says section 3. It is used. Let the query have a covariance $\Gamma$,
$\Sigma=I$, and two layers (9), so that $f(A)=\mathbf E\operatorname{tr}(D\Gamma D^\top)$ with
$D=(I+GA_0)(I+GA_1)$ and the Gram matrix G. At $A_i=a_iI$, with $p=(1+a_0s)(1+a_1s)$, $c_0=\frac1d\mathbf
E\operatorname{tr}(p(G)G)$ and $\mathbf
E[(p(G)G)_{ij}G_{kl}]=\gamma\delta_{ij}\delta_{kl}+\alpha(\delta_{ik}\delta_{jl}+\delta_{il}\delta_{jk})$
(rotations leave the law of G as it is), the gradients are
$$\nabla_{A_0}f=2(c_0+a_1(\gamma+\alpha))\Gamma+2a_1\alpha\operatorname{tr}(\Gamma)I,\qquad
\nabla_{A_1}f=\tfrac2d\mathbf E\operatorname{tr}(p(G)G(I+a_0G))\,\Gamma.$$
$\alpha$ and $\gamma$ follow from $\mathbf E\operatorname{tr}(p(G)G^2)$ and from $\mathbf
E[\operatorname{tr}(p(G)G)\operatorname{tr}G]$, where $\mathbf E[\operatorname{tr}(G^k)\operatorname{tr}G]=
(d+\frac{2k}n)\mathbf E\operatorname{tr}G^k$, since scaling G by its trace is all that the density does with it.
For $\Gamma=I$ two numbers have to vanish, and there are two, $a_0$ and $a_1$; for another $\Gamma$ three have
to. For one layer or one example the query's law does not matter: at the minimiser over S all gradients
vanish.
"""

from collections.abc import Sequence
from fractions import Fraction

from baselines.in_context_loss_minimisers import minimiser_near
from baselines.in_context_loss_rule import spectral_moments
from lemmata import Expectation, at_least, dims, dyadics, lines, mutants, printed, reals, theorem
from lemmata.numbers import Array, constant, stack, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.theorem_4 import theorem_4

D = 2
FLOOR = Fraction(1, 2**14)


def gradients(n: int, a: Array, spectrum: Sequence[Array]) -> Array:
    """The diagonals of both gradients at $A_i = a_i I$, for a diagonal covariance: ``(2, d)``."""
    moments = spectral_moments(D, n, 4)
    both = [(D + Fraction(2 * k, n)) * m for k, m in enumerate(moments)]
    a_0, a_1 = a[0], a[1]

    def mean(of: Sequence[Fraction], power: int) -> Array:
        """Of p(s) s^power, for given means of the powers."""
        m = constant(list(of[power : power + 3]), a)
        return m[0] + (a_0 + a_1) * m[1] + a_0 * a_1 * m[2]

    first, second = mean(moments, 1), mean(moments, 2)
    alpha = (second * D - mean(both, 1)) / (D * (D - 1) * (D + 2))
    gamma = second / D - alpha * (D + 1)
    trace = spectrum[0] + spectrum[1]
    of_0 = [(first / D + a_1 * (gamma + alpha)) * v + a_1 * alpha * trace for v in spectrum]
    of_1 = [(first + a_0 * second) / D * v for v in spectrum]
    return stack([stack(of_0, 0), stack(of_1, 0)], 0) * 2


@theorem(
    PAPER,
    "Theorem 4, a query of another law",
    origin="ours",
    at=lines(211, 223),
    kind=Expectation(),
    uses=[theorem_4],
    n=dims(2, 10, most=10),
    g=dyadics(0.5, 1),
    a=reals(2),
)
@printed(
    r"Let independent $x^{(i)}\sim N(0,I)$ in two dimensions for $i\le n$, $2\le n\le10$, a query "
    r"$x^{(n+1)}\sim N(0,\Gamma)$, $\Gamma=\operatorname{diag}(1+g,1-g)$ with $\frac12\le g\le1$, $w_\star\sim "
    r"N(0,I)$, and f the loss (5) with the weights (9) of two layers that it sees. At all $A_i=a_iI$: "
    r"$\|\nabla_{A_0}f\|_F^2+\|\nabla_{A_1}f\|_F^2\ge2^{-14}$, so that the infimum over $\mathcal S$ is not 0 "
    r"(for $\Gamma=I$ it is)."
)
@mutants(
    the_covariance_of_the_examples=dict(skew=0),
    sixteen_times_as_much=dict(floor=FLOOR * 16),
    one_example=dict(n=dims(1, 1), why="with one example all gradients vanish at the minimiser over S"),
)
def query(n, a, floor=FLOOR, skew=lambda g: g):
    """Where the query has another covariance than the examples, the gradient on S stays away from zero."""
    best = minimiser_near(D, n, 2, 60)
    near = [constant(point) + a / size for point in (best, best[::-1]) for size in (16, 1024)]
    norms = [sum(gradients(n, point, (1 + skew, 1 - skew)) ** 2) for point in (a, *near)]
    return at_least(norms, floor)
