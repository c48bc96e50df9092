"""Re-checking a stored witness or certificate alone: hypotheses, then the statement, exactly if possible."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from math import isclose
from typing import Any

import torch
from torch import Generator, Tensor

from lemmata.claims.claim import Claim, Variant
from lemmata.claims.domains.base import Domain
from lemmata.claims.domains.whole import choices, dims
from lemmata.claims.dropped_hypotheses import Without, find
from lemmata.claims.margin import Margin
from lemmata.claims.prompt import Prompt
from lemmata.errors import LemmataError
from lemmata.prove.branches_on_type import by_kind
from lemmata.prove.check import DONE, VOID, wrong
from lemmata.prove.check_squares import SQUARES
from lemmata.prove.proofs import NotDecided, is_identity, point_of, seed_of
from lemmata.prove.provenance import stranger
from lemmata.prove.resolved_domains import NotResolved
from lemmata.prove.watching import noticing
from lemmata.records import strict_json
from lemmata.records.certificate import COVERS, Certificate
from lemmata.records.witness import Replay, Witness, WitnessError
from lemmata.search.drawing.seeds import derive, generator
from lemmata.search.encoding import decode_witness, encode
from lemmata.search.examiner import Examiner
from lemmata.search.profiles import PROFILES
from lemmata.search.stages import Search

_INSTANCES = 3
"""Of each setting of a certificate, decided in exact arithmetic."""
_DRAWS = 512
_STEP, _STEPS = 2.0**-40, 2**20
"""The size of the steps by which numbers of instances are moved, and the most steps."""


def replay(claim: Claim, witness: Witness) -> Replay:
    """Re-checks a stored witness.

    Raises:
        LemmataError: the witness does not fit the claim.
    """
    variant = _found(claim, witness.variant)
    if witness.kind not in (fit := claim.kind.witnesses(variant)):
        raise witness.unfit(claim.kind.name, fit)
    examiner = Examiner(variant, torch.device("cpu"))
    if witness.kind != "instance":
        seed = derive("replay", claim.id, variant.name)
        search = Search(variant, PROFILES["quick"], examiner, seed)
        again: Replay = claim.kind.replay(search, witness)
        return again
    s, prompt = decode_witness(variant, witness)
    with torch.no_grad():  # gradients of the author's own would be kept, to be differentiated again
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

    The checker (:mod:`lemmata.prove.check`) decides anew whether it proves what it says. Beside that, random
    instances of its settings have to hold in rational arithmetic. All but the first of a setting have numbers
    with some forty binary digits, where their domains have such. Where no rational numbers decide (a root, an
    exponential), balls around both sides have to meet. What an identity says of itself (its error, its degrees,
    its points) is made once more by the maker and has to be the same: points at which something false
    passes cannot be looked for.

    Args:
        claim: what it is about.
        certificate: what is checked.
        source: the digest of the claim's source, which the points of an identity hang on; None: not known.

    Raises:
        LemmataError: the certificate does not fit the claim.
    """
    variant = proved_by(claim, certificate)
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
                return Replay(False, (f"there is no instance with {strict_json.brief(listed)}",))
            settings += [instance[0]] if k == 0 else []
            try:
                with noticing(lambda: None) as ran:
                    decision = examiner.decide(*instance)
            except ArithmeticError:  # there is no value, as of nought over nought
                continue
            if found := stranger(ran, variant):
                return Replay(False, (f"a number in the claim is not of the vocabulary: {found}",))
            if place := by_kind(ran.codes):
                return Replay(False, (f"the claim's code asks for the kind of a number ({place})",))
            if decision.violation is not None:
                return Replay(False, (f"the statement fails at an instance with {strict_json.brief(listed)}",))
            exactly += decision.holds
            near += not decision.decided and certificate.method == "identity"
        if exactly + near == before and certificate.method not in COVERS:
            return Replay(
                False, (f"no instance with {strict_json.brief(listed)} met the hypotheses, or was decided",)
            )
        before = exactly + near
    report = [f"exact arithmetic: holds on {exactly} random instances of {len(certificate.settings)} settings"]
    if near:
        report.append(f"ball arithmetic: both sides meet on {near} more, where no rational numbers decide")
    found = wrong(variant, certificate)
    if not found and certificate.method == "identity":
        found = _not_made_again(variant, certificate, settings, source)
    return Replay(not found, (*report, found or _also(certificate)))


def _found(claim: Claim, name: str) -> Variant:
    try:
        return find(claim, name)
    except LemmataError as error:
        raise WitnessError(strict_json.brief(error)) from None


def proved_by(claim: Claim, certificate: Certificate) -> Variant:
    """The variant that a certificate is about: a reading, or one without a hypothesis.

    Raises:
        WitnessError: the claim has none of that name.
    """
    variant = _found(claim, certificate.variant)
    if isinstance(variant, Without):
        assert variant.whole is not None
        return replace(variant.whole, name=variant.name)
    return variant


def _not_made_again(variant: Variant, certificate: Certificate, settings: list[Any], source: str | None) -> str:
    """What the maker of an identity says otherwise at the same points; nothing if it says the same."""
    if source is not None and certificate.seed != seed_of(variant, source):
        return "its points are not those of the claim's source as it is now: verify the claim again"
    error = degree = bits = 0.0
    for listed, s in zip(certificate.settings, settings, strict=True):
        point = point_of(certificate.seed, listed)
        same, decoded = False, {name: getattr(s, name) for name in listed}
        with suppress(ArithmeticError, NotDecided, NotResolved):
            same = is_identity(variant, s, decoded, point, free=certificate.all_sizes)
        if not same:
            return f"the two sides differ at its points, or are not known, with {strict_json.brief(listed)}"
        degree, bits = max(degree, point.degree), max(bits, point.bits)
        error += point.error
    if (degree, bits) != (certificate.degree, certificate.bits) or not isclose(error, certificate.error):
        return f"its error or its degrees are not {error:.3g}, {degree:.0f} and {bits:.0f} bits"
    return ""


def _also(certificate: Certificate) -> str:
    if certificate.method == "identity":
        return "fresh points modulo another prime: both sides agree; so they do at its own points"
    trees = (tree if certificate.method == "boxes" else tree.split() for tree in certificate.trees)
    count = sum(word[0] in (DONE, VOID, SQUARES) for tree in trees for word in tree)
    if certificate.method in ("signs", "squares"):
        return f"polynomials: {count} parts make up the space, and it holds on each"
    if certificate.method == "boxes":
        return f"intervals: {count} boxes cover the space, and it holds on each"
    return f"exact arithmetic: it holds at each of its {len(certificate.settings)} settings"


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
