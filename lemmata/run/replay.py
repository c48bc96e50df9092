"""Re-checking a stored witness or certificate alone: hypotheses, then the statement, exactly if possible."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import isclose
from typing import Any

import torch
from torch import Generator

from lemmata.errors import LemmataError
from lemmata.numbers.exact import NotExact, ball_precision, balls_available
from lemmata.records import strict
from lemmata.records.certificate import Certificate, Factor
from lemmata.records.witness import Replay, Witness, WitnessError
from lemmata.search import boxes
from lemmata.search.encoding import decode_instance, decode_witness, encode
from lemmata.search.examiner import Examiner
from lemmata.search.profiles import PROFILES
from lemmata.search.proof import is_identity, point_of, seed_of
from lemmata.search.seeds import derive, generator
from lemmata.search.stages import Search
from lemmata.statement.claims import Claim, Variant
from lemmata.statement.margins import Margin, interval
from lemmata.statement.spaces import Domain, Prompt, choices, dims, quantities

__all__ = ["Replay", "recheck", "replay"]

_INSTANCES = 3
"""Of each setting of a certificate, decided in exact arithmetic."""
_DRAWS = 8


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
    """Re-checks a certificate, by other code than made it.

    Of every method: random instances of its settings are decided exactly. Their numbers have some fifty binary
    digits: at so many values a difference of two functions of degree D vanishes with a chance of D / 2^50 or
    so. Where no rational numbers decide (a root, an exponential), balls around both sides have to meet. Of an
    identity what it says of itself is computed again, too; of boxes, whether they cover the space and the
    statement holds on each (:mod:`lemmata.run.recomputed`).

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
    examiner = Examiner(variant, torch.device("cpu"))
    exactly = near = before = 0
    settings = []
    for number, listed in enumerate(certificate.settings):
        for k in range(1 if variant.prompts is None and certificate.method == "exhaustive" else _INSTANCES):
            instance = _instance(variant, listed, generator("certificate", claim.id, f"{number} {k}"))
            if instance is None:
                return Replay(False, (f"there is no instance with {strict.brief(listed)}",))
            settings += [instance[0]] if k == 0 else []
            decision = examiner.decide(*instance)
            if decision.violation is not None:
                return Replay(False, (f"the statement fails at an instance with {strict.brief(listed)}",))
            if certificate.method == "boxes" and not _inside(variant, certificate.ranges[number], *instance):
                return Replay(False, (f"the boxes do not hold an instance with {strict.brief(listed)}",))
            exactly += decision.holds
            near += not decision.decided and certificate.method == "identity"
        if exactly + near == before and certificate.method != "boxes":
            return Replay(
                False, (f"no instance with {strict.brief(listed)} met the hypotheses, or was decided",)
            )
        before = exactly + near
    report = [f"exact arithmetic: holds on {exactly} random instances of {len(certificate.settings)} settings"]
    if near:
        report.append(f"ball arithmetic: both sides meet on {near} more, where no rational numbers decide")
    wrong = _wrong(variant, certificate, settings, source)
    return Replay(not wrong, (*report, wrong) if wrong else (*report, *_also(certificate)))


def _wrong(variant: Variant, certificate: Certificate, settings: list[Any], source: str | None) -> str:
    """What is wrong with what a certificate says of itself; nothing if nothing is."""
    if certificate.method == "identity":
        return _wrong_identity(variant, certificate, settings, source)
    if certificate.error:
        return "nothing random is in its method, and it states a chance of error"
    if certificate.method == "exhaustive":
        return ""
    if not balls_available():
        return "boxes are checked with python-flint: pip install 'lemmata[exact]'"
    from lemmata.run import recomputed

    for s, listed, tree, ranges in zip(
        settings, certificate.settings, certificate.trees, certificate.ranges, strict=True
    ):
        decoded = {name: getattr(s, name) for name in listed}
        try:
            space = boxes.whole(variant, s, decoded)
        except boxes.NotBoxable:
            return f"the space is none that boxes cover, with {strict.brief(listed)}"
        if space.ranges != ranges:
            return f"its ranges are not those of the claim, with {strict.brief(listed)}"
        if wrong := recomputed.wrong(space, tree):
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


def _wrong_identity(variant: Variant, certificate: Certificate, settings: list[Any], source: str | None) -> str:
    if source is not None and certificate.seed != seed_of(variant, source):
        return "its points are not those of the claim's source as it is now: verify the claim again"
    error = degree = bits = 0.0
    for listed, s in zip(certificate.settings, settings, strict=True):
        point = point_of(certificate.seed, listed)
        try:
            same = is_identity(variant, s, point)
        except ArithmeticError:
            same = False
        if not same:
            return f"the two sides differ at its points, with {strict.brief(listed)}"
        degree, bits = max(degree, point.degree), max(bits, point.bits)
        error += point.error
    if (degree, bits) != (certificate.degree, certificate.bits) or not isclose(error, certificate.error):
        return f"its error or its degrees are not {error:.3g}, {degree:.0f} and {bits:.0f} bits"
    return ""


def _also(certificate: Certificate) -> tuple[str, ...]:
    """What else was seen to be right."""
    if certificate.method == "identity":
        return (f"its points again: both sides agree, but for a chance of {certificate.error:.0e}",)
    if certificate.method == "boxes":
        count = sum(tree.count(boxes.DONE) + tree.count(boxes.VOID) for tree in certificate.trees)
        return (f"intervals of fractions: {count} boxes cover the space, and it holds on each",)
    return ()


def _inside(variant: Variant, ranges: dict[str, Any], s: Any, prompt: Prompt | None) -> bool:
    """Whether an instance lies in the ranges of a certificate."""
    values = {**quantities(s), **({} if prompt is None else quantities(prompt))}
    for name, (low, high) in ranges.items():
        numbers = torch.as_tensor(values[name], dtype=torch.float64).reshape(-1).tolist()
        if not all(Fraction(low) <= Fraction(number) <= Fraction(high) for number in numbers):
            return False
    return True


def _instance(variant: Variant, listed: dict[str, Any], source: Generator) -> tuple[Any, Prompt | None] | None:
    """A random setting with these whole numbers and choices, and a prompt; None where none is found."""

    def choose(name: str, domain: Domain) -> Any:
        if isinstance(domain, choices | dims):
            named.add(name)
        if name not in listed:
            return domain.pick(source)
        options = domain.options if isinstance(domain, choices) else [listed[name]]
        return next((option for option in options if encode(option) == listed[name]), None)

    for _ in range(_DRAWS):
        named: set[str] = set()
        s = variant.settings.assembled(choose)
        if named != set(listed):
            return None  # it has to name every whole number and choice, and nothing else
        if s is None or variant.prompts is None:
            if s is not None:
                return s, None
            continue
        prompts = variant.prompts(s).sample(source, _DRAWS)
        if len(prompts):
            return s, prompts.take(slice(1))
    return None


def _sides(margin: Margin) -> str:
    left, right = encode(margin.left[0]), encode(margin.right[0])
    text = f"left {left}, right {right}, but the statement says left {margin.relation} right"
    return text if len(text) < 400 else "the two sides are large; see the witness"
