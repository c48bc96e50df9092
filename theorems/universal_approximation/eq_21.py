r"""The Barron parameter of linear functions is at most the sum of their bounds: below (21), Section 2.3.

By (20) it holds: the gradient is constant, so that its transform has all its mass at $\omega=0$. On the grid
$\{0,1,2,3\}^d$ frequencies are multiples of a quarter turn: exact numbers. That mass is also why Lemma 5 misses
these functions (``lemma-5/linear``): (71) and (79) leave the frequency 0 out.

In the sense that Lemma 5 needs, with measures that have no mass at 0, the parameter depends on the dimension
(``eq-21/directions``). Let G be the least measure above all $\|\omega\||F_f|(\mathrm d\omega)$, f of slope at
most $C_a$. For a unit vector u the member with the slope $C_au$ has $C_a=u^\top\nabla
f(0)\le\int|\cos\angle(u,\omega)|\, \mathrm dG$. The mean over the d coordinates is $C_a\le G/\sqrt d$; over all
directions it is $C_a\le G\,\mathbb E|u_1|$, so that G is at least $\frac\pi2$, 2 and $\frac{3\pi}4$ times $C_a$
for $d=2,3,4$ and of the order of $\sqrt dC_a$, which the measure that is even over directions attains.
"""

from collections.abc import Callable
from fractions import Fraction
from itertools import product

from lemmata import at_least, at_most, box, dims, dyadics, in_ball, lines, mutants, printed, reals, theorem
from lemmata.numbers import Matrix, Vector, abs, concat, constant, max, min, norm, sqrt, stack, sum, zeros
from theorems.universal_approximation import PAPER

Members = Callable[[Matrix, Vector, Matrix], Matrix]


def linear(a: Matrix, b: Vector, x: Matrix) -> Matrix:
    """The values of the members at points: a row for each of these."""
    return x @ a.T + b


@theorem(
    PAPER,
    "(21)",
    origin="read",
    at=lines(183, 185),
    d=dims(1, 2),
    members=dims(1, 3),  # how many functions
    C_a=dyadics(0.25, 2, of="(0, inf)"),
    C_b=dyadics(0, 1, of="[0, inf)"),
    a=in_ball("members", "d", radius="C_a"),
    b=box("members", low="-C_b", high="C_b"),
)
@printed(
    r"$\CF\le C_a+C_b$ for functions $f(x)=a^\top x+b$ with $\|a\|_2\le C_a$ and $|b|\le C_b$; here for "
    r"finitely many and $\CF=\sup_f|f(0)|+\sum_\omega\sup_f\|F_{\nabla f}(\omega)\|_2$, which is (20) with "
    "forward differences and the discrete Fourier transform on a grid of $4^d$ points, the frequency 0 "
    "included, which Lemma 5 leaves out."
)
@mutants(
    their_moduli=dict(f=lambda a, b, x: abs(linear(a, b, x))),
    an_eighth_more_slope=dict(f=lambda a, b, x: linear(a * 9 / 8, b, x)),
    an_eighth_more_everywhere=dict(f=lambda a, b, x: linear(a, b, x) * 9 / 8),
)
def parameter_of_linear_functions(d, C_a, C_b, a, b, f: Members = linear):
    """Linear functions of slopes up to $C_a$, offsets up to $C_b$ have a parameter of at most $C_a + C_b$."""
    points = list(product(range(4), repeat=d))  # also the frequencies, in quarter turns
    grid = constant(points)
    ahead = [grid + constant([int(i == k) for i in range(d)]) for k in range(d)]
    gradients = stack([f(a, b, shifted) - f(a, b, grid) for shifted in ahead])  # (d, points, members)
    turns = [[sum_of(p, q) % 4 for q in points] for p in points]
    cosines, sines = (
        constant([[wave[k] for k in row] for row in turns]) for wave in ((1, 0, -1, 0), (0, 1, 0, -1))
    )
    F = norm(concat([cosines @ gradients, sines @ gradients]), axis=0) / len(points)  # (frequencies, members)
    at_zero = max(abs(f(a, b, zeros((1, d)))))
    return at_most(at_zero + sum(max(F, axis=1)), C_a + C_b)


def sum_of(p: tuple[int, ...], q: tuple[int, ...]) -> int:
    """The product of two points of the grid."""
    return int(p[0] * q[0] + (p[1] * q[1] if len(p) > 1 else 0))


@theorem(
    PAPER,
    "(21), frequencies other than 0",
    id="eq-21/directions",
    rank="step",
    origin="ours",
    at=lines(183, 185),
    d=dims(1, 4),
    m=dims(1, 5),  # how many frequencies
    omega=reals("m", "d"),
    c=reals("d", "m"),
)
@printed(
    r"Let $f_1,\dots,f_d$ be sums of waves with the gradients $\nabla f_i(0)=\sum_{j\le m}c_{ij}\omega_j$. "
    r"Then $\sum_j\|\omega_j\|_2\max_i|c_{ij}|\ge\sqrt d\,\min_i|\partial_if_i(0)|$: where all these partial "
    r"derivatives are $C_a$, as those of $C_ax_1,\dots,C_ax_d$ are, $\int\|\omega\|_2F^{\mathsf{sup}}(\mathrm "
    r"d\omega)\ge\sqrt dC_a$, not $C_a$."
)
@mutants(twice_that=dict(share=2), a_tenth_more=dict(share=Fraction(11, 10)))
def moment_of_all_directions(d, omega, c, share=1):
    """Without the frequency 0 that parameter is at least the root of d times the largest slope."""
    moment = sum(norm(omega, axis=1) * max(abs(c), axis=0))
    return at_least(moment, share * sqrt(d) * min(abs(sum(c * omega.T, axis=1))))
