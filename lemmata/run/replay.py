"""Re-checking a stored witness or certificate alone: hypotheses, then the statement, exactly if possible."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import isclose
from typing import Any

import torch
from torch import Generator, Tensor

from lemmata.errors import LemmataError
from lemmata.numbers.exact import NotExact, ball_precision, balls_available
from lemmata.numbers.infinite import parsed
from lemmata.records import strict
from lemmata.records.certificate import COVERS, Certificate, Factor
from lemmata.records.witness import Replay, Witness, WitnessError
from lemmata.run import residues
from lemmata.search import boxes
from lemmata.search.asking import by_kind
from lemmata.search.encoding import decode_instance, decode_witness, encode
from lemmata.search.examiner import Examiner
from lemmata.search.noticing import noticing
from lemmata.search.profiles import PROFILES
from lemmata.search.proof import NotDecided, is_identity, point_of, seed_of
from lemmata.search.resolved import NotResolved, resolved
from lemmata.search.rounding import rounded
from lemmata.search.seeds import derive, generator
from lemmata.search.stages import Search
from lemmata.statement.claims import Claim, Variant
from lemmata.statement.margins import Margin, interval
from lemmata.statement.spaces import Domain, Prompt, choices, dims, quantities

__all__ = ["Replay", "recheck", "replay"]

_INSTANCES = 3
"""Of each setting of a certificate, decided in exact arithmetic."""
_DRAWS = 8
_STEP, _STEPS = 2.0**-40, 2**20
"""They are moved by so many steps of this size."""


def replay(claim: Claim, witness: Witness) -> Replay:
    """Re-checks a stored witness.

    Raises:
        LemmataError: the witness does not fit the claim.
    """
    try:
        variant = claim.variant(witness.variant)
    except LemmataError as error:
        raise WitnessError(strict.brief(error)) from None
    examiner = Examiner(variant, torch.device("cpu"))
    if witness.kind != "instance":
        seed = derive("replay", claim.id, variant.name)
        search = Search(variant, PROFILES["quick"], examiner, seed)
        again: Replay = claim.kind.replay(search, witness)
        return again
    s, prompt = decode_witness(variant, witness)
    margin = examiner.evaluate(s, prompt)
    report = [f"float64: relative margin {float(margin.relative[0]):.3e}"]
    if not bool(margin.active[0]):
        return Replay(False, (*report, "the hypotheses of the statement are not met"))
    decision = examiner.decide(s, prompt)
    if decision.violation is not None:
        by, sides = decision.violation.confirmed, _sides(decision.violation.margin)
        return Replay(True, (*report, f"{by} arithmetic: {sides}"))
    if decision.decided:
        return Replay(False, (*report, "exact arithmetic: the statement holds here"))
    tracked = examiner.evaluate_lifted(s, prompt, "tracked")
    violated = bool(tracked.statuses()[0].any())
    report.append("running error bound: " + ("violated" if violated else "not violated"))
    return Replay(violated, tuple(report))


def recheck(claim: Claim, certificate: Certificate, source: str | None = None) -> Replay:
    """Re-checks a certificate.

    Of every method: that it is one for the claim, and that random instances of its settings hold in rational
    arithmetic, which shares nothing with what made it. All but the first of a setting have numbers with some
    forty binary digits, where their domains have such. Where no rational numbers decide (a root, an
    exponential), balls around both sides have to meet. Of an identity both sides are compared again at a fresh
    point, by code of its own (:mod:`lemmata.run.residues`), and what it says of itself is computed again by the
    same; of boxes and of parts, whether they cover the space and the statement holds on each, by code of its
    own (:mod:`lemmata.run.recomputed`, :mod:`lemmata.run.resigned`). Which domains a space has is read by one
    code (:mod:`lemmata.search.resolved`).

    Args:
        claim: what it is about.
        certificate: what is checked.
        source: the digest of the claim's source, which the points of an identity hang on; None: not known.

    Raises:
        LemmataError: the certificate does not fit the claim.
    """
    try:
        variant = claim.variant(certificate.variant)
    except LemmataError as error:
        raise WitnessError(strict.brief(error)) from None
    if not claim.kind.provable or variant.settings.open_constants:
        return Replay(False, ("the claim asserts nothing of every single instance, or leaves a constant open",))
    try:
        certificate.validate()
    except ValueError as error:
        return Replay(False, (str(error),))
    examiner = Examiner(variant, torch.device("cpu"))
    exactly = near = before = 0
    settings = []
    for number, listed in enumerate(certificate.settings):
        for k in range(1 if variant.prompts is None and certificate.method == "exhaustive" else _INSTANCES):
            draws = generator("certificate", claim.id, f"{number} {k}")
            instance = _instance(variant, listed, certificate.all_sizes, draws, finer=k > 0)
            if instance is None:
                return Replay(False, (f"there is no instance with {strict.brief(listed)}",))
            settings += [instance[0]] if k == 0 else []
            try:
                with noticing(lambda: None) as codes:
                    decision = examiner.decide(*instance)
            except ArithmeticError:  # there is no value, as of nought over nought
                continue
            if place := rounded(codes):
                return Replay(False, (f"the claim's code computes floats, which are rounded ({place})",))
            if place := by_kind(codes):
                return Replay(False, (f"the claim's code asks for the kind of a number ({place})",))
            if decision.violation is not None:
                return Replay(False, (f"the statement fails at an instance with {strict.brief(listed)}",))
            if certificate.method in COVERS and not _inside(variant, certificate.ranges[number], *instance):
                return Replay(False, (f"the boxes do not hold an instance with {strict.brief(listed)}",))
            exactly += decision.holds
            near += not decision.decided and certificate.method == "identity"
        if exactly + near == before and certificate.method not in COVERS:
            return Replay(
                False, (f"no instance with {strict.brief(listed)} met the hypotheses, or was decided",)
            )
        before = exactly + near
    report = [f"exact arithmetic: holds on {exactly} random instances of {len(certificate.settings)} settings"]
    if near:
        report.append(f"ball arithmetic: both sides meet on {near} more, where no rational numbers decide")
    try:
        wrong = _wrong(variant, certificate, settings, source)
    except boxes.NotBoxable as error:
        wrong = f"it is not proved by boxes: {error}"
    return Replay(not wrong, (*report, wrong) if wrong else (*report, *_also(certificate)))


def _wrong(variant: Variant, certificate: Certificate, settings: list[Any], source: str | None) -> str:
    """What is wrong with what a certificate says of itself; nothing if nothing is."""
    names = [{name: getattr(s, name) for name in certificate.settings[0]} for s in settings]
    if certificate.method == "identity":
        return _wrong_identity(variant, certificate, settings, names, source)
    if certificate.error:
        return "nothing random is in its method, and it states a chance of error"
    if certificate.method == "exhaustive":
        finite = all(_is_finite(variant, s, listed) for s, listed in zip(settings, names, strict=True))
        return "" if finite else "its settings or prompts hold more than whole numbers and choices"
    if not balls_available():
        return "boxes and signs are checked with python-flint: pip install 'lemmata[exact]'"
    from lemmata.run import recomputed, resigned

    again = recomputed.wrong if certificate.method == "boxes" else resigned.wrong
    for s, listed, decoded, tree, ranges in zip(
        settings, certificate.settings, names, certificate.trees, certificate.ranges, strict=True
    ):
        space = boxes.whole(variant, s, decoded)
        if space.ranges != ranges:
            return f"its ranges are not those of the claim, with {strict.brief(listed)}"
        if wrong := again(space, tree):
            return f"{wrong}, with {strict.brief(listed)}"
        for factor in certificate.factors:
            if certificate.settings[factor.number] == listed and (
                wrong := _wrong_factor(space, decoded, factor)
            ):
                return f"{wrong}, with {strict.brief(listed)}"
    return ""


def _wrong_factor(space: boxes.Whole, listed: dict[str, Any], factor: Factor) -> str:
    """What is wrong with what is said of a best factor."""
    from lemmata.run import recomputed

    try:
        factor.validate()
        low, high = Fraction(factor.low), Fraction(factor.high)
        s, prompt = decode_instance(space.variant, factor.setting, factor.prompt)
    except (ValueError, ZeroDivisionError, WitnessError) as error:
        return f"its best factor is none ({strict.brief(error)})"
    if (high == 1) != (not factor.tree):
        return "its best factor has no cuts, or none are needed"
    if any(getattr(s, name) != value for name, value in listed.items()):
        return "the instance of its best factor is of another setting"
    if not _reaches(space.variant, s, prompt, low):
        return f"the ratio of the two sides is not seen to be {float(low):.6g} at its instance"
    return recomputed.wrong(replace(space, factor=high), factor.tree) if factor.tree else ""


def _reaches(variant: Variant, s: Any, prompt: Prompt | None, ratio: Fraction) -> bool:
    """Whether the ratio of the two sides is certainly so large at an instance, for some of their entries."""
    examiner = Examiner(variant, torch.device("cpu"))
    for ring in ("rational", "ball"):
        with suppress(NotExact), ball_precision():
            margin = examiner.evaluate_lifted(s, prompt, "rational" if ring == "rational" else "ball")
            above = interval((margin.left - margin.right * ratio).reshape(-1))[0] >= 0
            positive = interval(margin.right.reshape(-1))[0] > 0
            return margin.relation == "<=" and bool(margin.active.all()) and bool((above & positive).any())
    return False


def _is_finite(variant: Variant, s: Any, listed: dict[str, Any]) -> bool:
    try:
        return resolved(variant, s, listed).is_finite
    except NotResolved:
        return False


def _wrong_identity(
    variant: Variant,
    certificate: Certificate,
    settings: list[Any],
    names: list[dict[str, Any]],
    source: str | None,
) -> str:
    if source is not None and certificate.seed != seed_of(variant, source):
        return "its points are not those of the claim's source as it is now: verify the claim again"
    error = degree = bits = 0.0
    for listed, s, decoded in zip(certificate.settings, settings, names, strict=True):
        point = point_of(certificate.seed, listed)
        try:
            free = certificate.all_sizes
            same = is_identity(variant, s, decoded, point, free=free)
            same = same and residues.agree(variant, s, decoded, free) is not None
        except (ArithmeticError, NotDecided, NotResolved):
            same = False
        if not same:
            return f"the two sides differ at its points, or are not known, with {strict.brief(listed)}"
        degree, bits = max(degree, point.degree), max(bits, point.bits)
        error += point.error
    if (degree, bits) != (certificate.degree, certificate.bits) or not isclose(error, certificate.error):
        return f"its error or its degrees are not {error:.3g}, {degree:.0f} and {bits:.0f} bits"
    return ""


def _also(certificate: Certificate) -> tuple[str, ...]:
    """What else was seen to be right."""
    if certificate.method == "identity":
        chance = f"{certificate.error:.0e}"
        return (
            f"its points again: both sides agree, but for a chance of {chance}",
            "numerators over denominators modulo another prime, at fresh points: both sides agree",
        )
    if certificate.method == "signs":
        count = sum(word in (boxes.DONE, boxes.VOID) for tree in certificate.trees for word in tree.split())
        return (f"polynomials in lowest terms: {count} parts make up the space, and it holds on each",)
    if certificate.method == "boxes":
        count = sum(tree.count(boxes.DONE) + tree.count(boxes.VOID) for tree in certificate.trees)
        return (f"intervals of fractions: {count} boxes cover the space, and it holds on each",)
    return ()


def _inside(variant: Variant, ranges: dict[str, Any], s: Any, prompt: Prompt | None) -> bool:
    """Whether an instance lies in the ranges of a certificate."""
    values = {**quantities(s), **({} if prompt is None else quantities(prompt))}
    for name, (low, high) in ranges.items():
        numbers = torch.as_tensor(values[name], dtype=torch.float64).reshape(-1).tolist()
        if not all(parsed(low) <= Fraction(number) <= parsed(high) for number in numbers):
            return False
    return True


def _instance(
    variant: Variant, listed: dict[str, Any], free: tuple[str, ...], source: Generator, *, finer: bool
) -> tuple[Any, Prompt | None] | None:
    """A random setting with these whole numbers and choices, and a prompt; None where none is found.

    Whole numbers that are ``free`` have any value.
    """

    def drawn(domain: Domain) -> Any:
        value = domain.pick(source)
        fine = _nudged(domain, value, source) if finer else value
        return fine if domain.contains(fine) else value

    def choose(name: str, domain: Domain) -> Any:
        if isinstance(domain, choices | dims):
            named.add(name)
        if name not in listed:
            return drawn(domain)
        options = domain.options if isinstance(domain, choices) else [listed[name]]
        return next((option for option in options if encode(option) == listed[name]), None)

    for _ in range(_DRAWS):
        named: set[str] = set()
        s = variant.settings.assembled(choose)
        if named != {*listed, *free}:
            return None  # it has to name every whole number and choice, and nothing else
        if s is None or variant.prompts is None:
            if s is not None:
                return s, None
            continue
        prompt = variant.prompts(s).assembled(lambda _, domain: drawn(domain))
        if prompt is not None:
            return s, prompt.map(lambda value: torch.as_tensor(value, dtype=torch.float64)[None])
    return None


def _nudged(domain: Domain, value: Any, source: Generator) -> Any:
    """A value near one of a domain, of real numbers with some forty binary digits."""
    if isinstance(value, float):
        return value + _STEP * int(torch.randint(-_STEPS, _STEPS, (), generator=source))
    if not isinstance(value, Tensor) or not value.is_floating_point():
        return value
    steps = torch.randint(-_STEPS, _STEPS, value.shape, generator=source)
    return domain.project((value + _STEP * steps)[None])[0]


def _sides(margin: Margin) -> str:
    left, right = encode(margin.left[0]), encode(margin.right[0])
    text = f"left {left}, right {right}, but the statement says left {margin.relation} right"
    return text if len(text) < 400 else "the two sides are large; see the witness"
