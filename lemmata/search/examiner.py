"""The examiner: evaluates instances, decides suspicious ones, and records what one hunt meets.

A float64 margin below zero is only a suspicion: the worst instances of each batch are evaluated
again with a running error bound, and what that cannot tell is decided in rational or ball arithmetic.
"""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import torch
from torch import Tensor

from lemmata.errors import CheckFailed
from lemmata.numbers import exact
from lemmata.numbers.advice import BATCH_AXIS, ONE_ANSWER, NotInVocabulary, operands
from lemmata.numbers.arithmetic import Arithmetic, using
from lemmata.numbers.exact import NotExact, Ring
from lemmata.numbers.literals import FloatSlipped
from lemmata.numbers.origin import line_of
from lemmata.records import strict
from lemmata.records.clock import at
from lemmata.records.evidence import Histogram
from lemmata.records.finding import Finding, Scope
from lemmata.records.witness import Witness
from lemmata.search.encoding import encode_fields
from lemmata.search.lifting import lift, move
from lemmata.search.points import Points
from lemmata.search.seeds import generator
from lemmata.search.settings import Key, Prompts, Settings
from lemmata.statement.answers import OTHERS
from lemmata.statement.claims import Variant
from lemmata.statement.margins import Margin, Relation
from lemmata.statement.spaces import Prompt
from lemmata.statement.vocabulary import HuntOutcome, Strength

EXACT_ENTRIES = 400
"""Larger instances are evaluated exactly only if they look wrong."""
_SUSPECTS = 4
"""The instances of a batch to evaluate with a running error bound; of large instances, one."""
_NEAR_ZERO: dict[Relation, float] = {"<=": 2.0**-20, "=": -(2.0**-40)}
"""Relative margins below this are near zero; two sides that are equal differ by their rounding."""
_CLEAR = 2.0**-20
"""A relative margin below minus this looks like a violation, not like rounding."""
_CACHED = 8
"""Settings whose constructions are kept in memory."""
_COMPARED = 8
"""The first evaluations, and one in so many later ones, are checked for having changed their data."""
_CHUNK_NUMBERS = 2**17
"""A chunk on the CPU holds this many numbers of data: what a network makes of them fits the cache."""
_BYTES = 8 * 128
"""Memory on a device for each number of data: what a check makes of it."""
_SHAPES = re.compile(
    r"shapes? cannot be multiplied|must match|shape mismatch|tensors? expected, but got|could not be broadcast"
    r"|not broadcastable|size mismatch|invalid for input of size|number of subscripts in the equation"
)
"""How torch says that shapes do not fit, in a check that forgets the batch axis."""
_ARRAYS = ("relative", "ratio", "active", "trivial")
_IN_HISTOGRAM = 2**16
"""The first margins of a hunt, of which its histogram is made."""


@dataclass(frozen=True)
class Violation:
    """An instance on which the statement fails, and the arithmetic that says so."""

    setting: Any
    prompt: Prompt | None
    margin: Margin
    confirmed: str

    @property
    def genuine(self) -> bool:
        """Whether exact or ball arithmetic confirms it."""
        return self.confirmed in ("rational", "ball")


@dataclass(frozen=True)
class Decision:
    """What exact arithmetic says of one instance; without ``decided`` it cannot tell.

    Where the statement is decided and neither violated nor held, its hypotheses are not met.
    """

    violation: Violation | None = None
    decided: bool = False
    holds: bool = False


@dataclass(frozen=True)
class Readout:
    """The margins of a batch without their sides: arrays ``(batch,)`` on the CPU."""

    relation: Relation
    relative: Tensor
    ratio: Tensor
    active: Tensor
    trivial: Tensor
    measured: dict[str, Tensor]
    says_when: bool
    single: bool = False
    """Whether all rows are one and the same, whatever the prompts are."""

    @classmethod
    def of(cls, margin: Margin) -> Readout:
        """The readout of one chunk; the ratio of an equality says nothing, its scale stands there."""
        ratio = margin.ratio if margin.relation == "<=" else margin.scale
        return cls(
            margin.relation,
            margin.relative.detach().cpu(),
            ratio.detach().cpu(),
            margin.active.cpu(),
            margin.trivial.cpu(),
            {name: values.detach().cpu() for name, values in margin.measured.items()},
            margin.says_when,
            margin.single and bool((margin.active == margin.active[0]).all()),
        )

    def first(self) -> Readout:
        """The readout of the first instance alone."""
        arrays: dict[str, Any] = {name: getattr(self, name)[:1] for name in _ARRAYS}
        return replace(self, measured={name: values[:1] for name, values in self.measured.items()}, **arrays)

    @classmethod
    def joined(cls, parts: list[Readout]) -> Readout:
        """The readout of all chunks of a batch."""
        if len(parts) == 1:
            return parts[0]
        arrays: dict[str, Any] = {name: torch.cat([getattr(part, name) for part in parts]) for name in _ARRAYS}
        measured = {name: torch.cat([part.measured[name] for part in parts]) for name in parts[0].measured}
        single = all(part.single for part in parts) and bool((arrays["active"] == arrays["active"][0]).all())
        return replace(parts[0], measured=measured, single=single, **arrays)


@dataclass
class Examiner:
    """Evaluates instances and records what one hunt meets."""

    variant: Variant
    device: torch.device
    chunk: int | None = None
    """Instances evaluated at a time; None: as many as suit the device."""
    instances: int = 0
    tracked: int = 0
    undecided: int = 0
    inactive: int = 0
    trivial: int = 0
    says_when: bool = False
    """Whether the claim says when its conclusion says nothing."""
    exact: int = 0
    """Of the instances that meet the hypotheses, how many exact arithmetic has decided."""
    evaluations: int = 0
    """In float64, chunk by chunk."""
    prompts: Prompts = field(default_factory=Prompts)
    single: bool = False
    """Whether no prompt has entered the margin yet."""
    tried: Counter[Key] = field(default_factory=Counter)
    """Where no prompt enters: how many times each setting was tried. It counts once."""
    counted: set[tuple[str, Key]] = field(default_factory=set)
    """Where no prompt enters: what was counted of which setting."""
    relation: Relation | None = None
    margin: float | None = None
    last_margin: float = 0.0
    """The smallest relative margin of the last batch with one."""
    tightness: float | None = None
    attained: float | None = None
    """The tightness where float64 sees no violation: what rounding makes of two sides near zero is no ratio."""
    measured: dict[str, tuple[float, float]] = field(default_factory=dict)
    relatives: list[Tensor] = field(default_factory=list)
    stage: str = ""
    settings: Settings = field(default_factory=Settings)
    points: Points | None = None
    """What was seen of each setting, where it is wanted."""
    _built: OrderedDict[tuple[int, Arithmetic | None], tuple[Any, Any, Any, Any]] = field(
        default_factory=OrderedDict
    )

    def examine(
        self, s: Any, prompt: Prompt | None, *, always_exact: bool = False, thorough: bool = True
    ) -> Violation | None:
        """Judges a batch of prompts at one setting; returns its worst violation, if any.

        Args:
            s: the setting.
            prompt: the batch; None where the statement speaks of the setting alone.
            always_exact: whether to decide the worst instance exactly whatever its margin.
            thorough: whether to evaluate the worst instances with their error bound, too, when their
                margins are not near zero.
        """
        if prompt is not None and not len(prompt):
            return None
        readout = self.readout(s, prompt)
        return self.judge(s, prompt, readout, always_exact=always_exact, thorough=thorough)

    def judge(
        self,
        s: Any,
        prompt: Prompt | None,
        readout: Readout,
        *,
        always_exact: bool = False,
        thorough: bool = True,
    ) -> Violation | None:
        """As :meth:`examine`, where the margins of the batch are known already."""
        self.record(s, prompt, readout)
        relative = torch.where(readout.active, readout.relative, torch.inf)
        few = prompt is None or entries(s) + entries(prompt) // len(prompt) <= EXACT_ENTRIES
        order = relative.argsort(stable=True)[: int(readout.active.sum())]
        suspects = order[: _SUSPECTS if few else 1]
        if not thorough:
            suspects = suspects[relative[suspects] < _NEAR_ZERO[readout.relation]]
        if self.undecided and not self.decided and not bool(torch.isin(order[-1:], suspects).all()):
            suspects = torch.cat([suspects, order[-1:]])  # the farthest from a tie can be decided
        if not len(suspects):
            return None
        clear = float(relative[suspects[0]]) < -_CLEAR
        if always_exact or clear:
            decision = self.decide(s, take(prompt, suspects[:1]))
            if decision.violation is not None:
                return decision.violation
            if decision.decided and not clear:
                self.exact += decision.holds and self.is_new("exact", s, prompt)
                suspects = suspects[1:]  # exact arithmetic and float64 agree
            if not len(suspects):
                return None
        # Also where the slack looks positive: rounding can hide a violation as well as feign one.
        return self._certify(s, prompt, suspects)

    @property
    def decided(self) -> bool:
        """Whether any instance was decided by more than plain float64."""
        return self.exact > 0 or self.undecided < self.tracked

    def readout(self, s: Any, prompt: Prompt | None) -> Readout:
        """The margins of a batch in float64; records nothing."""
        return Readout.joined([Readout.of(margin) for margin in self.margins(s, prompt)])

    def margins(self, s: Any, prompt: Prompt | None) -> Iterator[Margin]:
        """The margins of a batch, chunk by chunk.

        Where the device's memory does not suffice the chunk is halved, for the rest of the hunt.
        """
        if prompt is None:
            yield self.evaluate(s, prompt)
            return
        start = 0
        while start < len(prompt):
            size = min(self._chunk_of(prompt), len(prompt) - start)
            try:
                margin = self.evaluate(s, prompt.take(slice(start, start + size)))
            except (RuntimeError, MemoryError) as error:
                if size == 1 or not _out_of_memory(error):
                    raise
                self.chunk = size // 2
                if self.device.type == "cuda":
                    torch.cuda.empty_cache()
                continue
            yield margin
            start += size

    def evaluate(self, s: Any, prompt: Prompt | None) -> Margin:
        """The margin in plain float64 on the device.

        Raises:
            CheckFailed: the check gave NaN, lost the batch axis or put together shapes that do not fit, or
                changed its data in place.
            NotInVocabulary: the check broke, by a spelling that other numbers do not have (torch's
                ``x.max(-1)`` is a pair, say, and Python's message on pairs helps nobody).
        """
        setting, tf, others = self._prepare(s, None)
        batch = None if prompt is None else move(prompt, self.device)
        self.evaluations += 1
        contents = self.evaluations <= _COMPARED or self.evaluations % _COMPARED == 0
        with at("floats"), _unchanged(contents, s=setting, prompt=batch):
            try:
                margin = self.variant.evaluate(setting, batch, tf, others)
            except (AttributeError, TypeError) as error:
                if isinstance(error, TypeError) and (advice := operands(error)):
                    raise NotInVocabulary(advice) from error
                self._require_vocabulary(s, prompt)
                raise
            except (RuntimeError, ValueError, IndexError) as error:
                if "Boolean value of Tensor" in str(error):
                    raise NotInVocabulary(ONE_ANSWER) from error
                if not _out_of_memory(error):
                    self._require_vocabulary(s, prompt)
                if batch is not None and _SHAPES.search(str(error)):
                    raise CheckFailed(f"{error}: {BATCH_AXIS}") from error
                raise
        if batch is not None and len(margin.active) != len(batch):
            raise CheckFailed(
                f"the check returned {len(margin.active)} margins for {len(batch)} prompts; every "
                "quantity has a leading batch axis, also one that does not depend on the prompt"
            )
        for name, where in margin.undefined.items():
            if bool(where.any()):
                raise CheckFailed(f"{name}(...) returned NaN at {_place(s, prompt, where)}")
        missing = torch.isnan(margin.slack) & margin.active
        if bool(missing.any()):
            raise CheckFailed(f"the check returned NaN at {_place(s, prompt, missing)}")
        return margin

    def _require_vocabulary(self, s: Any, prompt: Prompt | None) -> None:
        """Looks whether a check that breaks in float64 does so by a spelling that tracked numbers do not have.

        Raises:
            NotInVocabulary: it does; names what to write.
        """
        if self.variant.claim.kind.estimated:  # its check may call torch as it likes
            return
        try:
            self.evaluate_lifted(s, None if prompt is None else prompt.take(slice(1)), "tracked")
        except NotInVocabulary:
            raise
        except Exception:  # noqa: BLE001 - what float64 says is as good
            return

    def _prepare(self, s: Any, arithmetic: Arithmetic | None) -> tuple[Any, Any, Prompt | None]:
        """The setting in an arithmetic (None: float64), its construction, and other prompts if they are wanted.

        All are built once while in use.
        """
        key = (id(s), arithmetic)
        if key not in self._built:
            others = others_of(self.variant, s)
            if arithmetic is None:
                lifted, others = move(s, self.device), move(others, self.device)
            else:
                lifted, others = lift(s, arithmetic), lift(others, arithmetic)
            with using(arithmetic):
                built = self.variant.construct(lifted)
            # The cache holds the setting, since ids are unique among living objects only.
            self._built[key] = (s, lifted, built, others)
            if len(self._built) > _CACHED:
                self._built.popitem(last=False)
        self._built.move_to_end(key)
        return self._built[key][1:]

    def _chunk_of(self, prompt: Prompt) -> int:
        if self.chunk is not None:
            return self.chunk
        numbers: int = sum(value[0].numel() for _, value in prompt.items())
        if self.device.type != "cpu":
            fitting = _free_memory(self.device) // (_BYTES * max(numbers, 1))
            return max(1, min(len(prompt), fitting))
        # A power of two: the fast path of the networks cuts it without a remainder.
        return 1 << (max(_CHUNK_NUMBERS // max(numbers, 1), 1).bit_length() - 1)

    def _certify(self, s: Any, prompt: Prompt | None, suspects: Tensor) -> Violation | None:
        """The worst violation among suspects, by their error bounds and then exactly."""
        self.tracked += len(suspects) if self.is_new("tracked", s, prompt) else 0
        violated = torch.zeros(len(suspects), dtype=torch.bool)
        doubtful = list(range(len(suspects)))
        try:
            tracked = self.evaluate_lifted(s, take(prompt, suspects), "tracked")
        except NotExact:
            pass  # the check branches on what the error bound leaves open: exact arithmetic alone
        else:
            violated, _, undecided = tracked.statuses()
            # What surely fails first; then what float64 cannot tell, each decided exactly if
            # possible: the statement, or (with equality in a hypothesis) whether it applies.
            doubtful = [*violated.nonzero()[:1, 0].tolist(), *undecided.nonzero()[:, 0].tolist()]
            doubtful += (~tracked.active).nonzero()[:, 0].tolist()
        for index in doubtful:
            one = take(prompt, suspects[index : index + 1])
            decision = self.decide(s, one)
            if decision.violation is not None:
                return decision.violation
            if bool(violated[index]):
                if decision.decided:
                    raise CheckFailed(
                        "float64 with its running error bound says that the statement fails, exact "
                        f"arithmetic that it holds, at setting {encode_fields(s)}: the "
                        "check does not evaluate the same thing in both, or an error bound is wrong"
                    )
                return Violation(s, one, tracked.row(index), "running error")
            self.undecided += not decision.decided and self.is_new("undecided", s, prompt)
            self.exact += decision.holds and self.is_new("exact", s, prompt)
        return None

    def decide(self, s: Any, prompt: Prompt | None) -> Decision:
        """Decides one instance in rationals or else in balls; records nothing."""
        with exact.ball_precision():
            for ring, margin in self._exact_margins(s, prompt):
                if not bool(margin.active.all()):
                    return Decision(decided=True)  # the hypotheses are not met, or not certainly
                violated, holds, _ = margin.statuses()
                if bool(violated.any()):
                    return Decision(Violation(s, prompt, margin, ring), decided=True)
                # A ball around zero is consistent with an equality, no more.
                if bool(holds.all()) and not (ring == "ball" and margin.relation == "="):
                    return Decision(decided=True, holds=True)
        return Decision()

    def _exact_margins(self, s: Any, prompt: Prompt | None) -> Iterator[tuple[Ring, Margin]]:
        """The margin in rationals and then in balls, where these have one."""
        rings: tuple[Ring, ...] = ("rational", "ball")
        for ring in rings:
            with suppress(NotExact):
                yield ring, self.evaluate_lifted(s, prompt, ring)

    def float_range_ends(self, s: Any, prompt: Prompt | None) -> bool:
        """Whether float64 has no answer at a prompt because its range ends, not for want of one.

        A climb may enlarge numbers without end, and what a check makes of them (a high power, an
        exponential) leaves the range of floats long before they do: infinity minus infinity is then no
        defect of the check. The first instance without an answer in float64 decides: whether exact
        arithmetic has one, or cannot tell.
        """
        for i in range(1 if prompt is None else len(prompt)):
            row = None if prompt is None else prompt.take(slice(i, i + 1))
            try:
                self.evaluate(s, row)
            except CheckFailed:
                with exact.ball_precision():
                    try:
                        next(self._exact_margins(s, row), None)
                    except Exception:  # noqa: BLE001 - a division by zero, say: there is no answer
                        return False
                return True
        return True

    def confirm(self, s: Any, prompt: Prompt | None) -> Violation | None:
        """The violation at one instance by the strongest arithmetic that decides; records nothing."""
        decision = self.decide(s, prompt)
        if decision.decided:
            return decision.violation
        try:
            tracked = self.evaluate_lifted(s, prompt, "tracked")
        except NotExact:
            return None
        if bool(tracked.statuses()[0].any()):
            return Violation(s, prompt, tracked, "running error")
        return None

    def evaluate_lifted(self, s: Any, prompt: Prompt | None, arithmetic: Arithmetic) -> Margin:
        """The margin in another arithmetic.

        Raises:
            FloatSlipped: a float that is not plainly meant takes part.
        """
        with at("bounds" if arithmetic == "tracked" else "exact"), using(arithmetic):
            lifted, tf, others = self._prepare(s, arithmetic)

            def run() -> Margin:
                return self.variant.evaluate(lifted, lift(prompt, arithmetic), tf, others)

            try:
                return run()
            except FloatSlipped as slipped:
                line = line_of(slipped.value, run)
                if not line:
                    raise
                raise FloatSlipped(slipped.value, line) from slipped

    def is_new(self, what: str, s: Any, prompt: Prompt | None) -> bool:
        """Whether ``what`` is to be counted of an instance: where no prompt enters, once a setting."""
        if prompt is not None and not self.single:
            return True
        key = what, self.settings.key(s)
        new = key not in self.counted
        self.counted.add(key)
        return new

    def record(self, s: Any, prompt: Prompt | None, readout: Readout) -> None:
        """Enters a batch of prompts at one setting.

        Where no prompt enters the margin the instance is the setting, which counts once.
        """
        self.relation = readout.relation
        self.single = readout.single
        if prompt is None or readout.single:
            readout = readout.first()
            met = bool(readout.active[0])
            self.tried[self.settings.key(s)] += 1
            if not self.is_new(f"met {met}", s, prompt):
                self.last_margin = float(readout.relative[0]) if met else self.last_margin
                return
        active = readout.active
        self.instances += len(active)
        self.inactive += int((~active).sum())
        self.trivial += int((readout.trivial & active).sum())
        self.says_when |= readout.says_when
        if not bool(active.any()):
            return
        self.settings.add(s)
        if self.points is not None:
            self.points.add(self.settings.key(s), s, readout)
        if prompt is not None and not readout.single:
            self.prompts.add(prompt, active, self.settings.key(s), exactly=self.variant.role == "reading")
        relative = readout.relative[active]
        if self.instances <= _IN_HISTOGRAM:
            self.relatives.append(relative)
        self.last_margin = low = float(relative.min())
        self.margin = low if self.margin is None else min(self.margin, low)
        informative = active & ~readout.trivial
        if readout.relation == "<=" and bool(informative.any()):
            self.tightness = _larger(self.tightness, readout.ratio[informative])
            self.attained = _larger(self.attained, readout.ratio[informative & (readout.relative >= 0)])
        for name, values in readout.measured.items():
            finite = values[torch.isfinite(values)]
            if finite.numel():
                low, high = float(finite.min()), float(finite.max())
                old = self.measured.get(name, (low, high))
                self.measured[name] = (min(low, old[0]), max(high, old[1]))

    def reach(self, margin: Margin) -> None:
        """Takes a witness into the extremes: it may have been made smaller since it was drawn."""
        relative = float(margin.relative[0])
        self.margin = relative if self.margin is None else min(self.margin, relative)
        if margin.relation == "<=":
            self.tightness = _larger(self.tightness, margin.ratio[:1].detach().cpu())

    def finding(
        self,
        outcome: HuntOutcome,
        evidence: Strength = "observed",
        *,
        witness: Witness | None = None,
        because: str = "",
        **scope: Any,
    ) -> Finding:
        """The finding of the hunt with all that was recorded; ``scope`` adds further fields of a scope."""
        met = self.instances - self.inactive
        silent = self.says_when or self.trivial > 0
        recorded = Scope(
            instances=met,
            settings=len(self.settings.distinct),
            prompts=self.prompts.count,
            distinct=self.prompts.distinct,
            repeats=max(self.tried.values(), default=0),
            exactly=self.exact,
            informative=met - self.trivial if silent else None,
            inactive=self.inactive,
            undecided=self.undecided,
            tracked=self.tracked,
            drawn=self.settings.drawn,
            stage=self.stage,
            **scope,
        )
        return Finding(
            outcome=outcome,
            evidence=evidence,
            scope=recorded,
            margin=_finite(self.margin),
            tightness=_finite(self.attained if outcome == "holds" else self.tightness),
            measured=self.measured,
            witness=witness,
            because=because,
        )

    def histogram(self) -> Histogram | None:
        """Relative margins in 24 bins between their extremes (clipped to [-1, 1])."""
        if not self.relatives:
            return None
        values = torch.cat(self.relatives).clamp(-1.0, 1.0)
        low, high = float(values.min()), float(values.max())
        if low == high or len(values) < 20:
            return None
        counts = torch.histc(values, bins=24, min=low, max=high)
        edges = torch.linspace(low, high, 25, dtype=torch.float64)
        return Histogram(edges.tolist(), counts.tolist())


def _larger(one: float | None, ratios: Tensor) -> float | None:
    """The largest of a ratio and others, of which those of no two comparable sides are minus infinity."""
    best = float(ratios.max()) if len(ratios) else -torch.inf
    return one if best == -torch.inf else best if one is None else max(one, best)


def _finite(value: float | None) -> float | None:
    return value if value is not None and abs(value) != float("inf") else None


@contextmanager
def _unchanged(contents: bool, **instances: Any) -> Iterator[None]:
    """Catches a check that writes into its data: every later evaluation would see other data.

    Raises:
        CheckFailed: it did; the message names the quantity.
    """
    # A write through a view of NumPy or through .data leaves the version as it is; a copy shows it.
    tensors = [
        (f"{owner}.{name}", value, value._version, _copy(value) if contents else None)
        for owner, instance in instances.items()
        if instance is not None
        for name, value in vars(instance).items()
        if isinstance(value, Tensor)
    ]
    yield
    for name, value, version, copy in tensors:
        if value._version != version or (copy is not None and not _alike(value, copy)):
            raise CheckFailed(
                f"the check changed {name} in place, so that later evaluations would see other "
                "data: write x = x * 2 for x *= 2, and no method that ends in _"
            )


def _alike(one: Tensor, other: Tensor) -> bool:
    """Whether two tensors hold the same numbers, NaN included."""
    return torch.equal(one, other) or bool(((one == other) | (one.isnan() & other.isnan())).all())


def _copy(value: Tensor) -> Tensor | None:
    """A copy of a tensor; None on a device, where copies cost too much."""
    return value.detach().clone() if value.device.type == "cpu" else None


def _free_memory(device: torch.device) -> int:
    """Bytes that are free on an accelerator; four GiB where it does not tell."""
    return int(torch.cuda.mem_get_info(device)[0]) if device.type == "cuda" else 2**32


def _out_of_memory(error: BaseException) -> bool:
    if isinstance(error, torch.OutOfMemoryError | MemoryError):
        return True
    return "alloc" in str(error) and "memory" in str(error)  # torch on the CPU has no type for it


def others_of(variant: Variant, s: Any) -> Prompt | None:
    """Prompts, always the same, for the mutants with the answers of other instances; else None.

    Raises:
        CheckFailed: none of many draws meets the hypotheses.
    """
    count = OTHERS.get(variant.wrong)
    if count is None or variant.prompts is None:
        return None
    for draws in (count, 64, 4096):
        prompts: Prompt = variant.prompts(s).sample(generator(variant.wrong, variant.claim.id), draws)
        if len(prompts):
            return prompts.take(slice(count))
    raise CheckFailed(
        f"there is no other instance whose answer to take: of {draws} draws at setting {encode_fields(s)} none "
        f"meets the hypotheses; waive the mutant {variant.wrong!r} with the reason"
    )


def take(prompt: Prompt | None, index: Tensor) -> Prompt | None:
    """The instances at ``index``."""
    if prompt is None:
        return None
    return prompt.take(index.to("cpu") if len(prompt) else index)


def first(prompt: Prompt) -> Prompt:
    """The only instance of a batch of one, without its batch axis."""
    return prompt.map(lambda value: value[0])


def _place(s: Any, prompt: Prompt | None, where: Tensor) -> str:
    """The setting and the first of the prompts at which ``where`` is true, in exact numbers."""
    place = f"setting {strict.brief(encode_fields(s))}"
    if prompt is None:
        return place
    one = take(prompt, where.nonzero()[:1, 0])
    assert one is not None
    return f"{place}, prompt {strict.brief(encode_fields(first(one)))}"


def entries(instance: Any) -> int:
    """How many numbers a setting or a prompt holds; none where there is no prompt."""
    values = () if instance is None else vars(instance).values()
    return sum(value.numel() if isinstance(value, Tensor) else 1 for value in values)
