"""Classical inequalities as a newcomer writes them: all are true, and most are met with equality somewhere.

What is proved of them says what the methods of :mod:`lemmata.prove` are good for. The first twenty are those of
textbooks; the others are known for being hard to write as sums of squares.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from importlib.util import find_spec
from math import lcm
from typing import Any

from benchmarks.runner import Bench, Result
from lemmata import Paper, at_least, at_most, box, dims, reals, scales
from lemmata.claims.claim import Claim
from lemmata.claims.space import Space, space
from lemmata.numbers import abs, exp, log, max, norm, relu, sign, softmax, sqrt, sum
from lemmata.prove import boxes
from lemmata.prove.proofs import in_order, prove
from lemmata.prove.signs import first
from lemmata.run.hunting import PROFILES
from lemmata.search.work import Work


@dataclass(frozen=True)
class Size:
    """How many numbers."""

    d: int


@dataclass(frozen=True)
class Step:
    """A step size, or a threshold."""

    t: float


@dataclass(frozen=True)
class Thresholds:
    """How many numbers, and a threshold."""

    d: int
    t: float


@dataclass(frozen=True)
class Nothing:
    """No setting."""


def _sized(low: int, high: int) -> Space:
    return space(Size, d=dims(low, high))


_PLAIN = space(Nothing)
_THRESHOLD = space(Step, t=scales(-8, 8, of="(0, inf)"))


def _numbers(n: int) -> Callable[[Any], Any]:
    return lambda s: space(x=reals(n))


def _above(n: int) -> Callable[[Any], Any]:
    return lambda s: space(x=box(n, low=0, high=8, of="[0, inf)"))


def _positive(n: int) -> Callable[[Any], Any]:
    return lambda s: space(x=box(n, low=1, high=8, of="(0, inf)"))


def _vector(s: Any) -> Any:
    return space(x=reals(s.d))


def _vectors(s: Any) -> Any:
    return space(x=reals(s.d), y=reals(s.d))


def _matrix(s: Any) -> Any:
    return space(a=reals(s.d, s.d), x=reals(s.d))


def _of(x: Any) -> Any:
    return [x[i] for i in range(x.shape[0])]


def _soft(x: Any, t: Any) -> Any:
    """Soft thresholding."""
    return sign(x) * relu(abs(x) - t)


Statement = tuple[Callable[..., Any], Space, Callable[[Any], Any] | None]


def _am_gm_2(x: Any) -> Any:
    x, y = _of(x)
    return at_most(x * y, ((x + y) / 2) ** 2)


def _am_gm_2_root(x: Any) -> Any:
    x, y = _of(x)
    return at_most(sqrt(x * y), (x + y) / 2)


def _am_gm_3(x: Any) -> Any:
    x, y, z = _of(x)
    return at_most(x * y * z, ((x + y + z) / 3) ** 3)


def _cauchy_schwarz(x: Any, y: Any) -> Any:
    return at_most(sum(x * y, -1) ** 2, sum(x**2, -1) * sum(y**2, -1))


def _triangle(x: Any, y: Any) -> Any:
    return at_most(norm(x + y), norm(x) + norm(y))


def _bernoulli(d: Any, x: Any) -> Any:
    x = x[..., 0] - 1
    return at_least((1 + x) ** d, 1 + d * x)


def _jensen(x: Any) -> Any:
    x, y = _of(x)
    return at_most(exp((x + y) / 2), (exp(x) + exp(y)) / 2)


def _lse_upper(d: Any, x: Any) -> Any:
    return at_most(log(sum(exp(x), -1)), max(x, -1) + log(d))


def _lse_lower(x: Any) -> Any:
    return at_least(log(sum(exp(x), -1)), max(x, -1))


def _frobenius(a: Any, x: Any) -> Any:
    y = (a @ x[..., None])[..., 0]
    return at_most(sum(y**2, -1), sum(a**2, (-2, -1)) * sum(x**2, -1))


def _weyl(x: Any) -> Any:
    a, b, c, d, e, f = _of(x)

    def largest(a: Any, b: Any, c: Any) -> Any:
        return (a + c) / 2 + sqrt(((a - c) / 2) ** 2 + b**2)

    return at_most(largest(a + d, b + e, c + f), largest(a, b, c) + largest(d, e, f))


def _gradient_step(a: Any, x: Any) -> Any:
    """f(x) = x'A'Ax / 2 falls by a step of 1 / |A|^2."""
    a, x = a, x[..., None]
    length = sum(a**2, (-2, -1))
    gradient = a.mT @ (a @ x)
    after = length[..., None, None] * x - gradient
    return at_most(sum((a @ after) ** 2, (-2, -1)), length**2 * sum((a @ x) ** 2, (-2, -1)))


def _soft_line(t: Any, x: Any) -> Any:
    x, y = _of(x)
    return at_most(abs(_soft(x, t) - _soft(y, t)), abs(x - y))


def _soft_plane(t: Any, x: Any, y: Any) -> Any:
    return at_most(norm(_soft(x, t) - _soft(y, t)), norm(x - y))


def _relu_contracts(x: Any) -> Any:
    x, y = _of(x)
    return at_most(abs(relu(x) - relu(y)), abs(x - y))


def _softmax_at_most_1(x: Any) -> Any:
    return at_most(softmax(x), 1)


def _young(x: Any) -> Any:
    x, y = _of(x)
    return at_most(x * y**2, x**3 / 3 + 2 * y**3 / 3)


def _young_root(x: Any) -> Any:
    x, y = _of(x)
    return at_most(x * y, x**3 / 3 + 2 * y * sqrt(y) / 3)


def _hoelder(x: Any, y: Any) -> Any:
    """Exponents 3 and 3 / 2, of x and y^2."""
    return at_most(sum(x * y**2, -1) ** 3, sum(x**3, -1) * sum(y**3, -1) ** 2)


def _schur(x: Any) -> Any:
    x, y, z = _of(x)
    return at_least(x * (x - y) * (x - z) + y * (y - z) * (y - x) + z * (z - x) * (z - y), 0)


def _nesbitt(x: Any) -> Any:
    x, y, z = _of(x)
    return at_least(2 * (x / (y + z) + y / (z + x) + z / (x + y)), 3)


def _motzkin(x: Any) -> Any:
    x, y = _of(x)
    return at_least(x**4 * y**2 + x**2 * y**4 + 1, 3 * x**2 * y**2)


def _robinson(x: Any) -> Any:
    x, y, z = _of(x)
    mixed = x**4 * y**2 + x**4 * z**2 + y**4 * x**2 + y**4 * z**2 + z**4 * x**2 + z**4 * y**2
    return at_least(x**6 + y**6 + z**6 + 3 * x**2 * y**2 * z**2, mixed)


def _choi_lam(x: Any) -> Any:
    x, y, z = _of(x)
    return at_least(x**4 * y**2 + y**4 * z**2 + z**4 * x**2, 3 * x**2 * y**2 * z**2)


def _sextic(x: Any) -> Any:
    x, y, z = _of(x)
    return at_least(x**6 + y**6 + z**6, 3 * x**2 * y**2 * z**2)


def _multiplied_out(x: Any) -> Any:
    """(x^3 - 2 x y^2 + y)^2 + (x^2 y - y^3 + x)^2."""
    x, y = _of(x)
    of_six = x**6 - 3 * x**4 * y**2 + 2 * x**2 * y**4 + y**6
    return at_least(of_six + 4 * x**3 * y - 6 * x * y**3 + x**2 + y**2, 0)


def _variance(d: Any, x: Any) -> Any:
    return at_least(d * sum(x**2, -1), sum(x, -1) ** 2)


def _commutator(a: Any, b: Any) -> Any:
    """Boettcher and Wenzel: |AB - BA|^2 <= 2 |A|^2 |B|^2."""
    return at_most(sum((a @ b - b @ a) ** 2, (-2, -1)), 2 * sum(a**2, (-2, -1)) * sum(b**2, (-2, -1)))


def _pair(s: Any) -> Any:
    return space(a=reals(2, 2), b=reals(2, 2))


def _two_above(s: Any) -> Any:
    return space(x=box(s.d, low=0, high=8, of="[0, inf)"), y=box(s.d, low=0, high=8, of="[0, inf)"))


def _in_a_box(n: int) -> Callable[[Any], Any]:
    return lambda s: space(x=box(n, low=-1, high=1))


TEXTBOOK: dict[str, Statement] = {
    "am-gm-3": (_am_gm_3, _PLAIN, _above(3)),
    "am-gm-2-root": (_am_gm_2_root, _PLAIN, _above(2)),
    "cauchy-schwarz": (_cauchy_schwarz, _sized(2, 4), _vectors),
    "triangle": (_triangle, _sized(2, 3), _vectors),
    "bernoulli": (_bernoulli, _sized(1, 4), _above(1)),
    "jensen": (_jensen, _PLAIN, _in_a_box(2)),
    "log-sum-exp-upper": (_lse_upper, _sized(2, 3), _vector),
    "log-sum-exp-lower": (_lse_lower, _sized(2, 3), _vector),
    "frobenius": (_frobenius, _sized(1, 2), _matrix),
    "weyl": (_weyl, _PLAIN, _numbers(6)),
    "gradient-step": (_gradient_step, _sized(2, 2), _matrix),
    "soft-thresholding-line": (_soft_line, _THRESHOLD, _numbers(2)),
    "soft-thresholding-plane": (
        _soft_plane,
        space(Thresholds, d=dims(2, 2), t=scales(-8, 8, of="(0, inf)")),
        _vectors,
    ),
    "relu": (_relu_contracts, _PLAIN, _numbers(2)),
    "softmax-at-most-1": (_softmax_at_most_1, _sized(2, 3), _vector),
    "young": (_young, _PLAIN, _above(2)),
    "young-root": (_young_root, _PLAIN, _above(2)),
    "hoelder": (_hoelder, _sized(2, 3), _two_above),
    "schur": (_schur, _PLAIN, _above(3)),
    "nesbitt": (_nesbitt, _PLAIN, _positive(3)),
}
"""The twenty."""
FURTHER: dict[str, Statement] = {
    "am-gm-2": (_am_gm_2, _PLAIN, _above(2)),
    "jensen-plane": (_jensen, _PLAIN, _numbers(2)),
    "motzkin": (_motzkin, _PLAIN, _numbers(2)),
    "robinson": (_robinson, _PLAIN, _numbers(3)),
    "choi-lam": (_choi_lam, _PLAIN, _numbers(3)),
    "sextic": (_sextic, _PLAIN, _numbers(3)),
    "multiplied-out": (_multiplied_out, _PLAIN, _numbers(2)),
    "variance": (_variance, _sized(2, 4), _vector),
    "commutator": (_commutator, _PLAIN, _pair),
}


def claims(statements: dict[str, Statement]) -> dict[str, Claim]:
    """As claims, by their names."""
    paper = Paper("classical", "Classical inequalities", "Many", 1934, "classical", "benchmarks")
    found = {}
    for name, (check, settings, prompts) in statements.items():
        claim = paper.claim(name, settings=settings, prompts=prompts)
        claim.printed(name)(check)
        found[name] = claim.complete()
    return found


def proofs(bench: Bench) -> Iterator[Result]:
    """How many of them are proved, and how long the slowest took."""
    profile = PROFILES["quick"]
    for kind, statements in (("textbook", TEXTBOOK), ("further", FURTHER)):
        seconds: dict[str, float] = {}
        lines: list[str] = []
        some = dict(list(statements.items())[: bench.count(len(statements), 2)])
        for name, claim in claims(some).items():
            bench.progress(name)
            begun = time.process_time()
            proof = prove(claim.variant("printed"), profile.proof, "", profile.proved)
            taken = time.process_time() - begun
            found = proof.certificate
            said = f"{found.method}, {found.where}" if found else f"not proved: {proof.why_none}"
            lines.append(f"  {name}: {said}; {taken:.2f} s")
            seconds |= {name: taken} if found else {}
        against = f"of {len(some)}; the slowest takes {sorted((0.0, *seconds.values()))[-1]:.2f} s of one core"
        yield Result(f"proofs-{kind}", len(seconds), "proved", against, len(some), note="\n".join(lines))
    if find_spec("certo") is not None:
        yield _beside_certo(bench)


proofs.on_request = True  # type: ignore[attr-defined]
_POLYNOMIAL = (
    "am-gm-2", "am-gm-3", "cauchy-schwarz", "commutator", "sextic", "multiplied-out", "schur", "nesbitt",
    "motzkin", "robinson", "choi-lam",
)  # fmt: skip
"""Inequalities of polynomials, or of quotients of them (of the gradient step it fills the memory)."""


def _beside_certo(bench: Bench) -> Result:
    """Beside certo-math, another package that looks for sums of squares and has exact certificates.

    It gets right minus left multiplied out, at the largest size, in whole numbers, with squares in the place of
    what is not negative; the seconds are of the search alone, ours of all methods at all sizes.
    """
    from certo.api import run
    from certo.spec import SOSSpec
    from z3 import Reals

    every = claims(TEXTBOOK | FURTHER)
    ours, theirs, lines = 0, 0, list[str]()
    for name in _POLYNOMIAL[: bench.count(len(_POLYNOMIAL), 2)]:
        bench.progress(name)
        variant = every[name].variant("printed")
        setting, names = in_order(variant.settings, 16)[-1]
        space = boxes.whole(variant, setting, names)
        part = first(space, Work(2**20))
        seen = space.slacks(space.sides, part)
        assert seen is not None
        p = seen[0][0].top
        p *= lcm(*(int(c.q) for c in p.coeffs()))
        letters = [v for v, degree in zip(p.context().names(), p.degrees(), strict=True) if degree]
        powers = {v: v if i in part.free else f"({v}**2)" for i, v in enumerate(p.context().names())}
        text = "".join(powers.get(c, c) for c in str(p).replace("^", "**"))
        spec = SOSSpec(variables=letters, poly=eval(text, dict(zip(letters, Reals(letters), strict=True))))
        begun = time.process_time()
        is_closed = run("sos", spec).verdict.name.lower() == "proved"
        middle = time.process_time()
        proof = prove(variant, PROFILES["quick"].proof, "", 16).certificate
        ours += proof is not None and names in proof.settings
        theirs += is_closed
        seconds = f"{time.process_time() - middle:.2f} s against {middle - begun:.2f} s"
        lines.append(f"  {name} {names or ''}: {seconds}{'' if is_closed else ' without success'}")
    against = f"certo-math {version('certo-math')} proves {theirs} of {len(lines)}"
    return Result("proofs-vs-certo", ours, "proved", against, len(lines), note="\n".join(lines))
