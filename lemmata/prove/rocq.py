"""A certificate as a file for the Rocq prover (Coq 8.16 and later), whose kernel then checks it a second time.

What is written down is what our checker comes to in the end: for each setting and part of the space the
polynomials that have to be nowhere negative, or the two sides of an identity, step by step as the check
computes them. Each is a lemma with its proof by ``ring``, ``field`` and rules for what is not negative; nothing
but the standard library is used. That these are the polynomials of the claim, and that the parts make up its
space, remains the word of our checker: the file says so.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from typing import Any

from lemmata.claims.claim import Variant
from lemmata.errors import LemmataError
from lemmata.numbers import enclosure, formal
from lemmata.numbers.arithmetic import using
from lemmata.prove.check import VOID, _margin, first_parts, parts_of, variables, wrong
from lemmata.prove.check_polynomials import VARIABLES, Part, Polynomial, coefficient, parsed
from lemmata.prove.check_residues import Point, Residue
from lemmata.prove.check_space import read
from lemmata.prove.check_squares import SQUARES, Extended, Further
from lemmata.records.certificate import Certificate, Identity, Squares

MOST_STEPS = 400
"""Additions, multiplications and so on of an identity: ``ring`` would take long for more."""
LONGEST = 15_000
"""Characters of all lemmas: what is longer takes the prover minutes."""
_POWERS = "root", "ramp"
"""Further variables of which a power is known."""
_PRELUDE = """\
Require Import Reals Lra Psatz.
Open Scope R_scope.

Lemma square : forall x : R, 0 <= x ^ 2.
Proof. intro x. apply pow2_ge_0. Qed.

Lemma quadratic : forall A B C y : R,
  0 <= A -> 0 <= C -> 0 <= 4 * A * C - B * B -> 0 <= A * y ^ 2 + B * y + C.
Proof.
  intros A B C y HA HC HD. destruct (Req_dec A 0) as [E | E].
  - subst A. assert (HB : B = 0) by nra. subst B. nra.
  - apply (Rmult_le_reg_l (4 * A)); [lra |]. rewrite Rmult_0_r.
    replace (4 * A * (A * y ^ 2 + B * y + C)) with ((2 * A * y + B) ^ 2 + (4 * A * C - B * B)) by ring.
    apply Rplus_le_le_0_compat; [apply square | assumption].
Qed.

Ltac equal := first [ring | field].
Ltac nonneg := repeat first
  [assumption | apply square | apply Rplus_le_le_0_compat | apply Rmult_le_pos | apply pow_le | lra].
"""


class NotExported(LemmataError):
    """A certificate has no such file; it says why."""


def exported(variant: Variant, certificate: Certificate) -> str:
    """The text of the file.

    Raises:
        NotExported: the method has none, a part is left out, or it would be too long; or our own checker
            refuses the certificate.
    """
    if found := wrong(variant, certificate):
        raise NotExported(f"the certificate is refused by Lemmata's own checker: {found}")
    if certificate.method == "identity":
        lemmas = [text for listed in certificate.settings for text in _identity(variant, listed, certificate)]
    elif certificate.method in ("signs", "squares"):
        lemmas = list(_inequalities(variant, certificate))
    else:
        why = {
            "boxes": "it encloses functions on boxes, for which the standard library has no arithmetic",
            "exhaustive": "it computes each instance by the check's own code, which is not translated",
        }[certificate.method]
        raise NotExported(f"a certificate by {certificate.method} is not exported: {why}")
    if (length := sum(map(len, lemmas))) > LONGEST:
        raise NotExported(f"a file of {length:,} characters takes too long to check ({LONGEST:,} at most)")
    head = (
        f"{certificate.claim} ({certificate.variant}): {certificate.method}, {certificate.where}. Written by "
        "lemmata export. What is proved here is proved without Lemmata. That these are the polynomials of the "
        "claim, and that the parts make up its space, is not said here."
    )
    return "\n".join([f"(* {textwrap.fill(head.replace('*)', '* )'), 100)} *)", _PRELUDE, *lemmas])


def _lemma(name: str, variables: list[str], hypotheses: list[str], goal: str, proof: list[str]) -> str:
    bound = f"forall {' '.join(variables)} : R,\n  " if variables else ""
    arrows = "".join(f"{h} ->\n  " for h in hypotheses)
    steps = "\n".join(f"  {line}" for line in ["intros.", *proof])
    return f"Lemma {name} : {bound}{arrows}{goal}.\nProof.\n{steps}\nQed.\n"


# -- what is nowhere negative -----------------------------------------------------------------------------


def _inequalities(variant: Variant, certificate: Certificate) -> Iterator[str]:
    for number, listed in enumerate(certificate.settings):
        space = read(variant, listed, certificate.all_sizes)
        identities = certificate.identities[number] if certificate.method == "squares" else ()
        firsts = first_parts(space, certificate, number)
        for k, (part, slacks, word) in enumerate(parts_of(space, certificate.trees[number], firsts)):
            if word == VOID:
                raise NotExported("a part is left out, since a hypothesis fails on it: that is not translated")
            which = word[1:].split(",") if word.startswith(SQUARES) else [""] * len(slacks)
            for i, (slack, each) in enumerate(zip(slacks, which, strict=True)):
                name = f"setting_{number}_part_{k}_side_{i}"
                if each and isinstance(part, Extended):
                    yield _by_squares(name, part, slack, identities[int(each)])
                else:
                    yield _by_signs(name, part, slack.top)


@dataclass
class _Context:
    """What a lemma supposes: of the variables, and of polynomials that are known."""

    part: Part
    known: list[Polynomial] = field(default_factory=list)

    @property
    def count(self) -> int:
        return len(self.part.values) + len(getattr(self.part, "made", ()))

    @property
    def variables(self) -> list[str]:
        return [str(v) for v in VARIABLES[: self.count]]

    @property
    def hypotheses(self) -> list[str]:
        signs = [f"0 <= {v}" for i, v in enumerate(self.variables) if i not in self.part.free]
        return [*signs, *(f"0 <= {q}" for q in self.known)]


def _by_signs(name: str, part: Part, p: Polynomial) -> str:
    context = _Context(part, [*getattr(part, "known", ()), *getattr(part, "decided", ())])
    return _lemma(name, context.variables, context.hypotheses, f"0 <= {p}", _nonnegative(context, p))


def _nonnegative(context: _Context, p: Polynomial, depth: int = 3) -> list[str]:
    """Tactics for the goal ``0 <= p``, by the reasons of :meth:`Part.is_nowhere_negative`.

    Raises:
        NotExported: none of them says so.
    """
    part = context.part
    for q in context.known if not p.is_constant() else ():
        c = p.leading_coefficient() / q.leading_coefficient()
        if c > 0 and p == c * q:
            return [f"replace ({p}) with ({c} * ({q})) by equal.", "apply Rmult_le_pos; [lra | assumption]."]
    if part.is_positive(p):
        return [f"replace ({p}) with ({_without_minus(part, p)}) by equal.", "nonneg."]
    for i in (i for i, degree in enumerate(p.degrees()) if degree == 2 and depth):
        c, b, a = (coefficient(p, i, k) for k in range(3))
        d = 4 * a * c - b * b
        if all(part.is_nowhere_negative(q, depth - 1) for q in (a, c, d)):
            parts = [_braced(_nonnegative(context, q, depth - 1)) for q in (a, c)]
            last = [f"replace (4 * ({a}) * ({c}) - ({b}) * ({b})) with ({d}) by equal."]
            return [
                f"replace ({p}) with (({a}) * {VARIABLES[i]} ^ 2 + ({b}) * {VARIABLES[i]} + ({c})) by equal.",
                "apply quadratic.",
                *(line for lines in parts for line in lines),
                *_braced([*last, *_nonnegative(context, d, depth - 1)]),
            ]
    return _product(context, p, depth)


def _product(context: _Context, p: Polynomial, depth: int) -> list[str]:
    """As :func:`_nonnegative`, of a product of squares and of factors each of one sign."""
    unit, factors = p.factor()
    texts, proofs = [], []
    for q, times in factors:
        if times > 1:
            texts.append(f"(({q}) ^ {times // 2}) ^ 2")
            proofs.append(["apply square."])
        if times % 2:
            sign = 1 if context.part.is_nowhere_negative(q, depth - 1) else -1
            if not depth or (len(factors) == 1 and times == 1):
                raise NotExported(f"why {p} is not negative is not seen")
            unit *= sign
            texts.append(f"({sign * q})")
            proofs.append(_nonnegative(context, sign * q, depth - 1))
    if unit < 0:
        raise NotExported(f"why {p} is not negative is not seen")
    lines = [f"replace ({p}) with ({' * '.join([f'({unit})', *texts])}) by equal."]
    lines += ["apply Rmult_le_pos."] * len(proofs)  # a product associates to the left
    lines += _braced(["lra."])
    return [*lines, *(line for proof in proofs for line in _braced(proof))]


def _braced(lines: list[str]) -> list[str]:
    return [f"{{ {lines[0]}", *lines[1:-1], f"{lines[-1]} }}"] if len(lines) > 1 else [f"{{ {lines[0]} }}"]


def _without_minus(part: Part, p: Polynomial) -> str:
    """A sum of monomials with positive coefficients, the even powers of free variables as squares."""
    terms = []
    for powers, c in p.terms():
        factors = [f"({c})"]
        for i, power in enumerate(powers):
            if power:
                v = VARIABLES[i]
                factors.append(f"({v} ^ {power // 2}) ^ 2" if i in part.free else f"{v} ^ {power}")
        terms.append(" * ".join(factors))
    return " + ".join(terms) or "0"


def _by_squares(name: str, part: Extended, slack: Any, identity: Identity) -> str:
    """That a polynomial is not negative where its multiplier is positive, from the identity."""
    with enclosure.on(part):
        p = part.lifted(slack) if identity.exponential else slack.top
    m = parsed(identity.multiplier)
    known = list({str(q): q for squares in identity.squares for q in map(parsed, squares.known)}.values())
    context = _Context(part, known)
    made = [*enumerate(part.made, len(part.values))]
    powers = [f"{VARIABLES[i]} ^ {f.n} = {_carried(f, VARIABLES[i])}" for i, f in made if f.name in _POWERS]
    total, terms = VARIABLES[0] * 0, []
    for squares in identity.squares:
        value, text, proof = _sum_of_squares(context, squares)
        total += value
        terms.append((text, proof))
    rest, moved = _modulo_powers(part, m * p - total)
    if rest != 0:
        raise NotExported("an identity is not one of polynomials")
    sum_text = " + ".join(f"({text})" for text, _ in terms) or "0"
    roots_text = "".join(f" + ({q}) * ({VARIABLES[i]} ^ {n} - ({top}))" for q, i, n, top in moved)
    proof = [f"apply (Rmult_le_reg_l ({m})); [assumption |]. rewrite Rmult_0_r."]
    proof.append(f"replace (({m}) * ({p})) with ({sum_text}{roots_text}) by equal.")
    for _, i, n, top in moved:
        proof.append(f"replace ({VARIABLES[i]} ^ {n} - ({top})) with 0 by lra. rewrite Rmult_0_r, Rplus_0_r.")
    for _ in terms[1:]:
        proof.append("apply Rplus_le_le_0_compat.")
    proof += [line for _, lines in terms for line in _braced(lines)] or ["lra."]
    hypotheses = [*context.hypotheses, *powers, f"0 < {m}"]
    return _lemma(name, context.variables, hypotheses, f"0 <= {p}", proof)


def _sum_of_squares(context: _Context, squares: Squares) -> tuple[Polynomial, str, list[str]]:
    """``factor known[0] ... b' G b`` as a polynomial, as a text, and why it is not negative."""
    basis = [parsed(text) for text in squares.basis]
    factor, known = parsed(squares.factor), [parsed(text) for text in squares.known]
    inner, value = [], VARIABLES[0] * 0
    for pivot, row in _pivots(squares, len(basis)):
        combined = sum((_number(c) * b for c, b in zip(row, basis, strict=True)), VARIABLES[0] * 0)
        value += _number(pivot) * combined * combined
        inner.append(f"({pivot}) * ({combined}) ^ 2")
    value *= factor
    for q in known:
        value *= q
    texts = [f"({_without_minus(context.part, factor)})", *(f"({q})" for q in known), f"({' + '.join(inner)})"]
    return value, " * ".join(texts), ["nonneg."]


def _number(value: Fraction) -> Polynomial:
    return parsed(f"{abs(value)}") * (1 if value >= 0 else -1) if value else VARIABLES[0] * 0


def _pivots(squares: Squares, count: int) -> Iterator[tuple[Fraction, list[Fraction]]]:
    """The pivots of L D L^T, each with its row of L^T: G is the sum of pivot times row times row."""
    numbers = iter(map(Fraction, squares.gram))
    rows = [[next(numbers) if i <= j else Fraction(0) for j in range(count)] for i in range(count)]
    for k, row in enumerate(rows):
        pivot = row[k]
        if pivot <= 0:
            raise NotExported("a matrix is not positive definite")
        unit = [Fraction(0) if j < k else row[j] / pivot for j in range(count)]
        yield pivot, unit
        for i in range(k + 1, count):
            for j in range(i, count):
                rows[i][j] -= pivot * unit[i] * unit[j]


def _carried(further: Further, v: Polynomial) -> Polynomial:
    """What ``v^n`` is."""
    return further.top if further.name == "root" else v * further.top


def _modulo_powers(
    part: Extended, p: Polynomial
) -> tuple[Polynomial, list[tuple[Polynomial, int, int, Polynomial]]]:
    """A polynomial with powers of roots and ramps carried out, and multiples of what is 0 that this takes."""
    moved = []
    for i, further in reversed([*enumerate(part.made, len(part.values))]):
        if further.name not in _POWERS:
            continue
        quotient, v, carried = VARIABLES[0] * 0, VARIABLES[i], _carried(further, VARIABLES[i])
        while (most := p.degrees()[i]) >= further.n:
            lead = coefficient(p, i, most) * v ** (most - further.n)
            quotient += lead
            p -= lead * (v**further.n - carried)
        if quotient != 0:
            moved.append((quotient, i, further.n, carried))
    return p, moved


# -- identities -------------------------------------------------------------------------------------------


class _Traced(Point):
    """A point that notes what is computed: one step a line, each with its name."""

    def __init__(self) -> None:
        super().__init__()
        self.kind = _Told  # type: ignore[assignment]
        self.variables: list[str] = []
        self.steps: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.known_lines: dict[str, str] = {}
        self.inverted: dict[str, str] = {}
        self.names: dict[Any, str] = {}

    def variable(self) -> _Told:
        found = super().variable()
        self.variables.append(f"x{len(self.variables)}")
        return _Told(self, found.value, 1, self.variables[-1])

    def constant(self, value: Any) -> _Told:
        return _Told.constant(Fraction(value))

    def unknown(self, name: str, at: int) -> _Told:
        found = super().unknown(name, at)  # which asks for a variable where it is new
        text = self.names.setdefault((name, at), self.variables[-1])
        return _Told(self, found.value, 1, text)

    def step(self, text: str, *operands: str) -> str:
        """The name of what a line computes."""
        if text in self.known_lines:
            return self.known_lines[text]
        if len(self.steps) > 16 * MOST_STEPS:
            raise NotExported("the check computes too much")
        name = f"t{len(self.steps)}"
        self.steps[name] = text, operands
        self.known_lines[text] = name
        return name


class _Told(Residue):
    """A residue with the name of what it is."""

    __slots__ = ("text",)

    def __init__(self, point: Any, value: Any, size: int, text: str = "") -> None:
        super().__init__(point, value, size)
        self.text = text

    @classmethod
    def constant(cls, value: Fraction) -> _Told:
        found = super().constant(value)
        return cls(found.box, found.value, found.size, f"({value})")

    def _step(self, found: Residue, text: str, *operands: str) -> _Told:
        return _Told(self.box, found.value, found.size, self.box.step(text, *operands))

    def plus(self, other: Any) -> _Told:
        return self._step(super().plus(other), f"{self.text} + {other.text}", self.text, other.text)

    def times(self, other: Any) -> _Told:
        return self._step(super().times(other), f"{self.text} * {other.text}", self.text, other.text)

    def power(self, n: int) -> _Told:
        return self._step(super().power(n), f"{self.text} ^ {n}", self.text)

    def inverse(self) -> _Told:
        found = self._step(super().inverse(), f"/ {self.text}", self.text)
        self.box.inverted[found.text] = self.text
        return found


def _identity(variant: Variant, listed: Mapping[str, Any], certificate: Certificate) -> Iterator[str]:
    number = certificate.settings.index(listed)
    space, point = read(variant, listed, certificate.all_sizes), _Traced()
    with enclosure.on(point), formal.at(point), using("formal"):
        instance = space.instance("formal", partial(variables, point), 1)
        margin = _margin(space, "formal", point, instance, whole_numbers=bool(certificate.all_sizes))
    for i, (left, right) in enumerate(zip(margin.left.values.flat, margin.right.values.flat, strict=True)):
        texts = [side.text if isinstance(side, _Told) else f"({side})" for side in (left, right)]
        yield _equation(f"setting_{number}_side_{i}", point, texts)


def _equation(name: str, point: _Traced, sides: list[str]) -> str:
    used: dict[str, None] = {}
    waiting = list(sides)
    while waiting:
        if (one := waiting.pop()) not in used:
            used[one] = None
            waiting += point.steps[one][1] if one in point.steps else ()
    steps = [step for step in point.steps if step in used]
    if len(steps) > MOST_STEPS:
        raise NotExported(f"an identity of {len(steps)} steps is too long ({MOST_STEPS} at most)")
    if any(point.inverted.get(step) in point.steps for step in steps):
        raise NotExported("an identity that divides by what it computes is not exported")
    hypotheses = []
    for step in steps:
        if step in point.inverted:
            hypotheses.append(f"{point.inverted[step]} <> 0")
        hypotheses.append(f"{step} = {point.steps[step][0]}")
    variables = [v for v in point.variables if v in used]
    divided = any(step in point.inverted for step in steps)
    proof = ["subst.", "field; repeat split; assumption." if divided else "equal."]
    return _lemma(name, [*variables, *steps], hypotheses, f"{sides[0]} = {sides[1]}", proof)
