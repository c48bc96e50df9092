"""Inequalities of other fields whose extremal instances are known, as ladders of false constants.

Norms and determinants, polynomials, probabilities, networks, combinatorics: each bound is attained by an
instance that stands beside it. They are hunted at one fixed size, over several seeds. Those of ``ASIDE`` are
not looked at while a search is tuned.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

import torch

from benchmarks.worst_cases import Setting, Sides, Theorem, settings
from lemmata import box, reals, signs
from lemmata.claims.prompt import Prompt
from lemmata.claims.space import Space, space
from lemmata.numbers import Array, abs, linalg, maximum, minimum, relu, sign, sqrt, sum

inequalities: dict[str, Theorem] = {}
ASIDE = ("Krivine", "cyclic cubic", "Le Cam", "relu network", "Littlewood and Offord")


def _inequality(
    name: str, source: str, n: int, prompts: Callable[[Setting], Space]
) -> Callable[[Callable[[Setting, Prompt], Sides]], Callable[..., Any]]:
    """Decorator: the sides; the function that it leaves is a decorator of the extremal instance."""

    def attach(sides: Callable[[Setting, Prompt], Sides]) -> Callable[..., Any]:
        def attained(worst: Callable[[Setting], dict[str, Any]]) -> Callable[[Setting], dict[str, Any]]:
            fixed = Setting(n, 1, 0.5, 1.0)
            inequalities[name] = Theorem(name, source, sides, settings(), prompts, fixed, worst)
            return worst

        return attained

    return attach


def _square(x: Array) -> Array:
    return sum(x * x, -1)


# -- norms and determinants ------------------------------------------------------------------------


@_inequality(
    "Hadamard",
    "Hadamard 1893: |det A| <= n^(n/2) for entries in [-1, 1], n = 4",
    4,
    lambda s: space(A=box(4, 4, low=-1, high=1)),
)
def _hadamard(s: Setting, prompt: Prompt) -> Sides:
    A = prompt.A
    return linalg.det(A), 16 + 0 * A[..., 0, 0]


@_hadamard
def _(s: Setting) -> dict[str, Any]:
    return {"A": [[1.0, 1, 1, 1], [1, -1, 1, -1], [1, 1, -1, -1], [1, -1, -1, 1]]}


@_inequality(
    "commutator",
    "Böttcher and Wenzel 2008: |XY - YX|^2 <= 2 |X|^2 |Y|^2 in Frobenius norms, n = 3",
    3,
    lambda s: space(X=reals(3, 3), Y=reals(3, 3)),
)
def _commutator(s: Setting, prompt: Prompt) -> Sides:
    X, Y = prompt.X, prompt.Y
    C = X @ Y - Y @ X
    return sum(_square(C), -1), 2 * sum(_square(X), -1) * sum(_square(Y), -1)


@_commutator
def _(s: Setting) -> dict[str, Any]:
    X, Y = torch.zeros(3, 3), torch.zeros(3, 3)
    X[0, 1] = Y[1, 0] = 1
    return {"X": X, "Y": Y}


@_inequality(
    "Krivine",
    "Tsirelson 1980, Krivine 1979: sum a_ij <x_i, y_j> <= sqrt(2) max of sum a_ij s_i t_j over signs, 2 by 2",
    2,
    lambda s: space(A=reals(2, 2), x=reals(2, 2), y=reals(2, 2)),
)
def _krivine(s: Setting, prompt: Prompt) -> Sides:
    A, x, y = prompt.A, prompt.x, prompt.y
    lengths = [[_square(v[..., i, :]) for i in (0, 1)] for v in (x, y)]
    total = 0
    for i, j in itertools.product((0, 1), repeat=2):
        scale = sqrt(lengths[0][i] * lengths[1][j])
        total = total + A[..., i, j] * sum(x[..., i, :] * y[..., j, :], -1) / (scale + (1 - sign(scale)))
    best = abs(A[..., 0, 0] + A[..., 0, 1]) + abs(A[..., 1, 0] + A[..., 1, 1])
    best = maximum(best, abs(A[..., 0, 0] - A[..., 0, 1]) + abs(A[..., 1, 0] - A[..., 1, 1]))
    return total, sqrt(2 + 0 * best) * best


@_krivine
def _(s: Setting) -> dict[str, Any]:
    return {"A": [[1.0, 1], [1, -1]], "x": [[1.0, 1], [1, -1]], "y": [[1.0, 0], [0, 1]]}


# -- polynomials -----------------------------------------------------------------------------------


@_inequality(
    "Fejér",
    "Fejér 1915: a trigonometric polynomial |sum c_k z^k|^2 of degree 3 has a_1 <= cos(pi / 5) a_0",
    3,
    lambda s: space(c=reals(4)),
)
def _fejer(s: Setting, prompt: Prompt) -> Sides:
    c = prompt.c
    return 4 * sum(c[..., :-1] * c[..., 1:], -1), (1 + sqrt(5 + 0 * c[..., 0])) * _square(c)


@_fejer
def _(s: Setting) -> dict[str, Any]:
    return {"c": [math.sin((k + 1) * math.pi / 5) for k in range(4)]}


@_inequality(
    "Chebyshev",
    "Chebyshev 1854: the leading coefficient is at most 2^(n-1) max |p(cos(k pi / n))|, n = 4",
    4,
    lambda s: space(c=reals(5)),
)
def _chebyshev(s: Setting, prompt: Prompt) -> Sides:
    c = prompt.c
    even, odd = c[..., 0] + c[..., 2] / 2 + c[..., 4] / 4, c[..., 1] + c[..., 3] / 2
    ends, odd_ends = c[..., 0] + c[..., 2] + c[..., 4], c[..., 1] + c[..., 3]
    root = sqrt(odd * odd / 2)
    most = maximum(abs(c[..., 0]), maximum(abs(even) + root, abs(ends) + abs(odd_ends)))
    return c[..., 4], 8 * most


@_chebyshev
def _(s: Setting) -> dict[str, Any]:
    return {"c": [1.0, 0, -8, 0, 8]}


@_inequality(
    "cyclic cubic",
    "Cirtoaje 2009: 27 (a^2 b + b^2 c + c^2 a + a b c) <= 4 (a + b + c)^3 for a, b, c >= 0",
    3,
    lambda s: space(x=box(3, low=0, high=2)),
)
def _cubic(s: Setting, prompt: Prompt) -> Sides:
    a, b, c = (prompt.x[..., i] for i in range(3))
    t = a + b + c
    return 27 * (a * a * b + b * b * c + c * c * a + a * b * c), 4 * t * t * t


@_cubic
def _(s: Setting) -> dict[str, Any]:
    return {"x": [2.0, 1, 0]}


@_inequality(
    "Wirtinger",
    "Fan, Taussky and Todd 1955: sum (x_i - x_(i+1))^2 >= 4 sin^2(pi / 12) |x|^2 with zeros at the ends, n = 5",
    5,
    lambda s: space(x=reals(5)),
)
def _wirtinger(s: Setting, prompt: Prompt) -> Sides:
    x = prompt.x
    steps = x[..., 1:] - x[..., :-1]
    jumps = _square(steps) + x[..., 0] * x[..., 0] + x[..., -1] * x[..., -1]
    return (2 - sqrt(3 + 0 * jumps)) * _square(x), jumps


@_wirtinger
def _(s: Setting) -> dict[str, Any]:
    return {"x": [math.sin(k * math.pi / 6) for k in range(1, 6)]}


# -- probabilities ---------------------------------------------------------------------------------


@_inequality(
    "Khintchine",
    "Szarek 1976: |a| <= sqrt(2) E |sum a_i e_i| for random signs, n = 4",
    4,
    lambda s: space(a=reals(4)),
)
def _khintchine(s: Setting, prompt: Prompt) -> Sides:
    a = prompt.a
    total = 0
    for e in itertools.product((1, -1), repeat=3):
        total = total + abs(a[..., 0] + e[0] * a[..., 1] + e[1] * a[..., 2] + e[2] * a[..., 3])
    return 32 * _square(a), total * total


@_khintchine
def _(s: Setting) -> dict[str, Any]:
    return {"a": [1.0, 1, 0, 0]}


@_inequality(
    "Popoviciu",
    "Popoviciu 1935: the variance of a law on [0, 1] is at most 1/4, of four atoms",
    4,
    lambda s: space(w=box(4, low=0, high=1), x=box(4, low=0, high=1)),
)
def _popoviciu(s: Setting, prompt: Prompt) -> Sides:
    w, x = prompt.w, prompt.x
    mass, first, second = sum(w, -1), sum(w * x, -1), sum(w * x * x, -1)
    return 4 * (mass * second - first * first), mass * mass


@_popoviciu
def _(s: Setting) -> dict[str, Any]:
    return {"w": [1.0, 0.5, 0.5, 0], "x": [0.0, 1, 1, 0.5]}


@_inequality(
    "Le Cam",
    "Le Cam 1973: TV^2 <= 1 - BC^2 for two laws, of probabilities u_i^2 and v_i^2, three atoms",
    3,
    lambda s: space(u=reals(3), v=reals(3)),
)
def _le_cam(s: Setting, prompt: Prompt) -> Sides:
    u, v = prompt.u, prompt.v
    U, V = _square(u), _square(v)
    apart, both = sum(abs(u * u * V[..., None] - v * v * U[..., None]), -1), sum(abs(u * v), -1)
    return apart * apart, 4 * U * V * (U * V - both * both)


@_le_cam
def _(s: Setting) -> dict[str, Any]:
    return {"u": [2.0, 1, 0], "v": [1.0, 2, 0]}


@_inequality(
    "Littlewood and Offord",
    "Erdős 1945: of the 16 sums of signs times numbers >= 1, at most 6 lie in (-1, 1), an end counted half",
    4,
    lambda s: space(a=box(4, low=1, high=2)),
)
def _littlewood_offord(s: Setting, prompt: Prompt) -> Sides:
    a = prompt.a
    count = 0 * a[..., 0]
    for e in itertools.product((1, -1), repeat=3):
        count = count + 1 + sign(1 - abs(a[..., 0] + e[0] * a[..., 1] + e[1] * a[..., 2] + e[2] * a[..., 3]))
    return count, 6 + 0 * count


@_littlewood_offord
def _(s: Setting) -> dict[str, Any]:
    return {"a": [1.0, 1, 1, 1]}


# -- networks --------------------------------------------------------------------------------------


@_inequality(
    "softmax",
    "the Jacobian of softmax: v' (diag p - p p') v <= |v|^2 / 2, four classes",
    4,
    lambda s: space(w=box(4, low=0, high=1), v=reals(4)),
)
def _softmax(s: Setting, prompt: Prompt) -> Sides:
    w, v = prompt.w, prompt.v
    mass, first = sum(w, -1), sum(w * v, -1)
    return 2 * (mass * sum(w * v * v, -1) - first * first), mass * mass * _square(v)


@_softmax
def _(s: Setting) -> dict[str, Any]:
    return {"w": [1.0, 0, 1, 0], "v": [1.0, 0, -1, 0]}


@_inequality(
    "relu network",
    "a network of three neurons: (f(x) - f(y))^2 <= |v|^2 |W|^2 |x - y|^2",
    3,
    lambda s: space(W=reals(3, 2), b=reals(3), v=reals(3), x=reals(2), y=reals(2)),
)
def _network(s: Setting, prompt: Prompt) -> Sides:
    W, v, b = prompt.W, prompt.v, prompt.b

    def f(x: Array) -> Array:
        return sum(v * relu(sum(W * x[..., None, :], -1) + b), -1)

    apart = f(prompt.x) - f(prompt.y)
    return apart * apart, _square(v) * sum(_square(W), -1) * _square(prompt.x - prompt.y)


@_network
def _(s: Setting) -> dict[str, Any]:
    W = [[1.0, 0], [0, 0], [0, 0]]
    return {"W": W, "b": [0.0, 0, 0], "v": [1.0, 0, 0], "x": [2.0, 0], "y": [1.0, 0]}


# -- combinatorics ---------------------------------------------------------------------------------


@_inequality(
    "van der Waerden",
    "Falikman 1981, Egorychev 1981: per S >= n! / n^n for a doubly stochastic S, n = 3",
    3,
    lambda s: space(w=box(6, low=0, high=1)),
)
def _permanent(s: Setting, prompt: Prompt) -> Sides:
    w = prompt.w
    places = list(itertools.permutations(range(3)))
    S = [[0 * w[..., 0] for _ in range(3)] for _ in range(3)]
    for k, place in enumerate(places):
        for i, j in enumerate(place):
            S[i][j] = S[i][j] + w[..., k]
    permanent = 0 * w[..., 0]
    for place in places:
        permanent = permanent + S[0][place[0]] * S[1][place[1]] * S[2][place[2]]
    mass = sum(w, -1)
    return 2 * mass * mass * mass, 9 * permanent


@_permanent
def _(s: Setting) -> dict[str, Any]:
    return {"w": [1.0] * 6}


@_inequality(
    "Motzkin and Straus",
    "Motzkin and Straus 1965: sum of x_i x_j over the edges <= (1 - 1/3) / 2 on the simplex, of the octahedron",
    6,
    lambda s: space(x=box(6, low=0, high=1)),
)
def _motzkin_straus(s: Setting, prompt: Prompt) -> Sides:
    x = prompt.x
    total = sum(x, -1)
    pairs = [x[..., i] + x[..., i + 3] for i in range(3)]
    edges = pairs[0] * pairs[1] + pairs[1] * pairs[2] + pairs[2] * pairs[0]
    return 3 * edges, total * total


@_motzkin_straus
def _(s: Setting) -> dict[str, Any]:
    return {"x": [1.0, 1, 1, 0, 0, 0]}


@_inequality(
    "Goodman",
    "Goodman 1959: two colours on the edges of six points leave two triangles of one colour",
    6,
    lambda s: space(e=signs(15)),
)
def _goodman(s: Setting, prompt: Prompt) -> Sides:
    place = {pair: k for k, pair in enumerate(itertools.combinations(range(6), 2))}
    count = 0
    for i, j, k in itertools.combinations(range(6), 3):
        a, b, c = (prompt.e[..., place[pair]] for pair in ((i, j), (j, k), (i, k)))
        count = count + 1 + a * b + b * c + a * c
    return 8 + 0 * count, count


@_goodman
def _(s: Setting) -> dict[str, Any]:
    return {"e": [1.0 if i % 2 == j % 2 else -1.0 for i, j in itertools.combinations(range(6), 2)]}


@_inequality(
    "least of differences",
    "Heilbronn on a line: of four numbers in [0, 1] two are no farther apart than 1/3",
    4,
    lambda s: space(x=box(4, low=0, high=1)),
)
def _differences(s: Setting, prompt: Prompt) -> Sides:
    x = prompt.x
    least = abs(x[..., 0] - x[..., 1])
    for i, j in itertools.combinations(range(4), 2):
        least = minimum(least, abs(x[..., i] - x[..., j]))
    return 3 * least, 1 + 0 * least


@_differences
def _(s: Setting) -> dict[str, Any]:
    return {"x": [0.0, 1 / 3, 2 / 3, 1]}
