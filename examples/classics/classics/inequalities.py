"""Two inequalities that are quoted from memory: Pinsker's, and Chebyshev's on polynomials."""

from classics import PAPER
from lemmata import amended, at_least, dims, lines, mutants, printed, reals, theorem
from lemmata.numbers import abs, constant, cos, log, max, pi, softmax, sum


@theorem(
    PAPER, "Statement 9", id="inequalities/pinsker", at=lines(28, 29), n=dims(2, 4), x=reals("n"), y=reals("n")
)
@printed(
    r"$\mathrm{KL}(p\|q)\ge2\|p-q\|_1^2$ for $p=\mathrm{softmax}(x)$, $q=\mathrm{softmax}(y)$.",
    defect="constant",
    because=r"The constant 2 goes with the total variation, which is half of the $\ell_1$ norm.",
)
@amended(
    r"$\mathrm{KL}(p\|q)\ge\frac12\|p-q\|_1^2$ for $p=\mathrm{softmax}(x)$, $q=\mathrm{softmax}(y)$.",
    adds="the constant 1/2",
    constant=1 / 2,
)
@mutants(three_quarters=dict(constant=3 / 4))
def pinsker(x, y, constant=2):
    r"""The divergence of two positive distributions is at least half their squared $\ell_1$ distance."""
    p, q = softmax(x), softmax(y)
    return at_least(sum(p * (log(p) - log(q))), constant * sum(abs(p - q)) ** 2)


@theorem(PAPER, "Statement 10", id="inequalities/chebyshev", at=lines(31, 32), n=dims(1, 5), c=reals("n"))
@printed(r"$\max_{0\le j\le n}|p(\cos\frac{\pi j}n)|\ge2^{1-n}$ for $p(t)=t^n+c_nt^{n-1}+\dots+c_1$.")
@mutants(twice_as_large=dict(times=2), one_point_less=dict(skipped=1))
def chebyshev(n, c, times=1, skipped=0):
    """No monic polynomial is smaller on [-1, 1] than that of Chebyshev, not even at $n + 1$ points."""
    t = cos(pi() * constant(list(range(skipped, n + 1))) / n)
    p = 1
    for k in range(n):  # Horner's scheme
        p = p * t + c[n - 1 - k]
    return at_least(max(abs(p)), times * 2 / 2**n)
