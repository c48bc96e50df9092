"""Evaluates a claim at instances: in float64 on a device, in chunks, or in another arithmetic; records nothing.

What the author's code does wrong (a NaN, a lost axis, data changed in place) is said here, where it is seen.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import torch
from torch import Tensor

from lemmata.claims.answers import OTHERS
from lemmata.claims.claim import Variant
from lemmata.claims.margin import Margin, Relation
from lemmata.claims.prompt import Prompt
from lemmata.errors import NO_VALUE, CheckFailed
from lemmata.numbers import exact
from lemmata.numbers.advice import ONE_ANSWER, NotInVocabulary, operands
from lemmata.numbers.arithmetic import Arithmetic, using
from lemmata.numbers.exact import NotExact, Ring
from lemmata.numbers.literals import FloatSlipped
from lemmata.numbers.origin import line_of
from lemmata.records import strict_json
from lemmata.records.clock import at
from lemmata.search.drawing.seeds import generator
from lemmata.search.encoding import encode_fields
from lemmata.search.lifting import lift, move

_CACHED = 8
"""Settings whose constructions are kept in memory."""
_COMPARED = 8
"""The first 8 evaluations, and one in 8 later ones, are checked for having changed their data."""
_CHUNK_NUMBERS = 2**17
"""A chunk on the CPU holds this many numbers of data: what a network makes of them fits the cache."""
_PAIRS = 2**23
"""A chunk holds this many pairs of entries of its longest axis: networks compare all tokens with each other."""
_BOUNDED = 4
"""Chunks are so many times as large where bounds are computed: many small operations, each with its start."""
_BYTES = 8 * 128
"""Memory on a device for each number of data: what a check makes of it."""
_ARRAYS = ("relative", "ratio", "active", "trivial")


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
        ratio = margin.scale if margin.relation == "=" else margin.ratio
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

    @property
    def counting(self) -> Tensor:
        """The relative margins of the instances that meet the hypotheses, infinite for the others."""
        return torch.where(self.active, self.relative, torch.inf)

    def first(self) -> Readout:
        arrays: dict[str, Any] = {name: getattr(self, name)[:1] for name in _ARRAYS}
        return replace(self, measured={name: values[:1] for name, values in self.measured.items()}, **arrays)

    @classmethod
    def joined(cls, parts: list[Readout]) -> Readout:
        if len(parts) == 1:
            return parts[0]
        arrays: dict[str, Any] = {name: torch.cat([getattr(part, name) for part in parts]) for name in _ARRAYS}
        measured = {name: torch.cat([part.measured[name] for part in parts]) for name in parts[0].measured}
        single = all(part.single for part in parts) and bool((arrays["active"] == arrays["active"][0]).all())
        return replace(parts[0], measured=measured, single=single, **arrays)


@dataclass
class Evaluator:
    """Evaluates a variant of a claim."""

    variant: Variant
    device: torch.device
    chunk: int | None = None
    """Instances evaluated at a time; None: as many as suit the device."""
    evaluations: int = 0
    """In float64, chunk by chunk."""
    _built: OrderedDict[tuple[int, Arithmetic | None], tuple[Any, Any, Any, Any]] = field(
        default_factory=OrderedDict
    )

    # -- in float64 ------------------------------------------------------------------------------------

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

    def bounded_margins(self, s: Any, prompt: Prompt | None) -> list[Margin]:
        """The margins of a batch with their running error bounds, chunk by chunk.

        Raises:
            FloatSlipped, NotExact: as :meth:`evaluate_lifted`.
        """
        if prompt is None:
            return [self.evaluate_lifted(s, prompt, "tracked")]
        size = _BOUNDED * self._chunk_of(prompt)
        parts = (prompt.take(slice(first, first + size)) for first in range(0, len(prompt), size))
        return [self.evaluate_lifted(s, part, "tracked") for part in parts]

    def _chunk_of(self, prompt: Prompt) -> int:
        if self.chunk is not None:
            return self.chunk
        numbers: int = sum(value[0].numel() for _, value in prompt.items())
        if self.device.type != "cpu":
            fitting = _free_memory(self.device) // (_BYTES * max(numbers, 1))
            return max(1, min(len(prompt), fitting))
        longest: int = max((length for _, value in prompt.items() for length in value.shape[1:]), default=1)
        fitting = min(_CHUNK_NUMBERS // max(numbers, 1), _PAIRS // max(longest, 1) ** 2)
        # A power of two: the fast path of the networks cuts it without a remainder.
        return 1 << (max(fitting, 1).bit_length() - 1)

    def evaluate(self, s: Any, prompt: Prompt | None) -> Margin:
        """The margin in plain float64 on the device.

        Raises:
            CheckFailed: the check gave NaN, lost the axis of the instances, or changed its data in place.
            NotInVocabulary: the check broke, by a spelling that other numbers do not have (torch's
                ``x.max(-1)`` is a pair, say, and Python's message on pairs is no help).
        """
        setting, tf, others = self._prepare(s, None)
        batch = None if prompt is None else move(prompt, self.device)
        self.evaluations += 1
        contents = self.evaluations <= _COMPARED or self.evaluations % _COMPARED == 0
        with at("floats"), _unchanged(contents, s=setting, prompt=batch):
            try:
                try:
                    margin = self.variant.evaluate(setting, batch, tf, others)
                except (OverflowError, ZeroDivisionError):
                    margin = self._without_ends(s, batch)
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
                raise
        if batch is not None and len(margin.active) != len(batch):
            raise CheckFailed(
                f"the check returned {len(margin.active)} margins for {len(batch)} instances: code behind "
                "over_batches keeps the axis that counts them"
            )
        for name, where in margin.undefined.items():
            if bool(where.any()):
                raise CheckFailed(f"{name}(...) returned NaN at {_place(s, prompt, where)}")
        missing = torch.isnan(margin.slack) & margin.active
        if not bool(missing.any()):
            return margin
        # Where exact arithmetic sees a hypothesis fail that floats took for met, there is nothing to evaluate.
        unmet = torch.zeros_like(missing)
        for index in missing.nonzero()[:, 0]:
            unmet[index] = self._is_outside(s, take(prompt, index.reshape(1)))
            if not unmet[index]:
                raise CheckFailed(
                    f"the check returned NaN at {_place(s, prompt, missing & ~unmet)}: {NO_VALUE}"
                )
        return replace(margin, active=margin.active & ~unmet)

    def _without_ends(self, s: Any, batch: Prompt | None) -> Margin:
        """The margin where Python's floats have no answer, as tensors have it: infinite, or NaN."""
        with np.errstate(all="ignore"):
            setting = move(s, self.device, np.float64)
            others = move(others_of(self.variant, s), self.device)
            return self.variant.evaluate(setting, batch, self.variant.construct(setting), others)

    def _is_outside(self, s: Any, prompt: Prompt | None) -> bool:
        """Whether exact arithmetic says that an instance does not meet the hypotheses, or leaves it open."""
        with exact.ball_precision(), suppress(CheckFailed):
            for _, margin in self._exact_margins(s, prompt):
                return not bool(margin.active.all())
        return False

    def _require_vocabulary(self, s: Any, prompt: Prompt | None) -> None:
        """Looks whether a check that breaks in float64 does so by a spelling that tracked numbers do not have.

        Raises:
            NotInVocabulary: it does; names what to write.
        """
        if self.variant.claim.kind.estimated:  # its check may call torch as it likes
            return
        try:
            self.evaluate_lifted(s, take(prompt, slice(1)), "tracked")
        except NotInVocabulary:
            raise
        except Exception:  # noqa: BLE001 - what float64 says is as good
            return

    # -- in other arithmetics ----------------------------------------------------------------------------

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

    def bounded(self, s: Any, prompt: Prompt | None) -> Margin | None:
        """The margin with its running error bound; None where the check branches on what that leaves open."""
        with suppress(NotExact):
            return self.evaluate_lifted(s, prompt, "tracked")
        return None

    def _exact_margins(self, s: Any, prompt: Prompt | None) -> Iterator[tuple[Ring, Margin]]:
        """The margin in rationals and then in balls, where these have one.

        Raises:
            CheckFailed: rationals are divided by zero, and balls, which go on, are not taken for an answer.
        """
        divided = None
        with suppress(NotExact):
            try:
                yield "rational", self.evaluate_lifted(s, prompt, "rational")
            except ZeroDivisionError as error:
                divided = error
        with suppress(NotExact):
            yield "ball", self.evaluate_lifted(s, prompt, "ball")
        if divided is not None:
            place = _place(s, prompt, torch.ones(1, dtype=torch.bool))
            raise CheckFailed(f"the check divides by zero at {place}: {NO_VALUE}") from divided

    def float_range_ends(self, s: Any, prompt: Prompt | None) -> bool:
        """Whether float64 has no answer at a prompt because its range ends, not for want of one.

        A climb may enlarge numbers without end, and what a check makes of them (a high power, an
        exponential) leaves the range of floats long before they do: infinity minus infinity is then no
        defect of the check. The first instance without an answer in float64 decides: whether exact
        arithmetic has one, or cannot tell.
        """
        for i in range(1 if prompt is None else len(prompt)):
            row = take(prompt, slice(i, i + 1))
            try:
                self.evaluate(s, row)
            except CheckFailed:
                with exact.ball_precision():
                    try:
                        for _, margin in self._exact_margins(s, row):
                            with suppress(NotExact):
                                margin.statuses()
                                break
                    except Exception:  # noqa: BLE001 - a division by zero, say: there is no answer
                        return False
                return True
        return True

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


@contextmanager
def _unchanged(contents: bool, **instances: Any) -> Iterator[None]:
    """Catches a check that writes into its data: every later evaluation would see other data.

    Raises:
        CheckFailed: it did; the message names the quantity.
    """
    # A write through a view of NumPy or through .data leaves the version as it is; a copy shows it. On a device
    # copies cost too much.
    tensors = [
        (
            f"{owner}.{name}",
            value,
            value._version,
            value.detach().clone() if contents and value.device.type == "cpu" else None,
        )
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


def take(prompt: Prompt | None, index: Tensor | slice) -> Prompt | None:
    """The instances at ``index``."""
    return None if prompt is None else prompt.take(index if isinstance(index, slice) else index.cpu())


def first(prompt: Prompt) -> Prompt:
    """The only instance of a batch of one, without its batch axis."""
    return prompt.map(lambda value: value[0])


def _place(s: Any, prompt: Prompt | None, where: Tensor) -> str:
    """The setting and the first of the prompts at which ``where`` is true, in exact numbers."""
    place = f"setting {strict_json.brief(encode_fields(s))}"
    if prompt is None:
        return place
    one = take(prompt, where.nonzero()[:1, 0])
    assert one is not None
    return f"{place}, prompt {strict_json.brief(encode_fields(first(one)))}"


def entries(instance: Any) -> int:
    """How many numbers a setting or a prompt holds; none where there is no prompt."""
    values = () if instance is None else vars(instance).values()
    return sum(value.numel() if isinstance(value, Tensor) else 1 for value in values)
