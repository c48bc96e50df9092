"""What the margin of an instance must not depend on: the instances beside it, and the arithmetic it runs in.

Code behind ``over_batches`` is of a batch, and where it sums over the wrong axis it mixes its instances: alone,
an instance has another margin than in company, and a true identity falls at one of the two. Such code may also
take another way for torch's tensors than for other numbers, so that float64 and exact arithmetic decide two
statements. Both are found by holding two margins of one instance against each other, within what is known of
rounding.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import torch
from torch import Tensor

from lemmata.claims.margin import Margin, interval
from lemmata.claims.prompt import Prompt
from lemmata.errors import CheckFailed
from lemmata.numbers.arithmetic import Arithmetic
from lemmata.numbers.exact import NotExact

if TYPE_CHECKING:
    from lemmata.search.evaluation import Readout
    from lemmata.search.examiner import Examiner

TOGETHER = 5
"""The number of instances that are evaluated together and one by one."""
_CLEAR = 2.0**-20
"""Relative margins that differ by more do so by more than rounding, where no error bound is known."""
_ALIKE = 2.0**-40
"""Relative margins in float64 that differ by less are not looked at again with their error bounds."""
_RESOLUTION = 2.0**-24
"""The float64 margin may lie outside of the error bound by this share of the two sides,"""
_ROOM = 8
"""or by this many times what the bound allows: a library's function in float64 has another error."""


def require_apart(examiner: Examiner, s: Any, prompt: Prompt, readout: Readout) -> None:
    """Holds the first instances of a batch against what each is alone.

    Args:
        examiner: evaluates them.
        s: the setting.
        prompt: the batch.
        readout: of the batch, in float64.

    Raises:
        CheckFailed: the margin of an instance depends on those beside it.
    """
    few = prompt.take(slice(TOGETHER if examiner.variant.role == "reading" else 2))
    least = _CLEAR if examiner.variant.claim.kind.estimated else _ALIKE
    for i in range(len(few)):
        alone = examiner.readout(s, few.take(slice(i, i + 1)))
        differ = (alone.relative - readout.relative[i : i + 1]).abs() > least
        counts = not torch.equal(alone.active, readout.active[i : i + 1])
        if counts or bool(differ.any()):
            _require_repeatable(readout.relative, examiner.readout(s, prompt).relative)
            require_one_margin(examiner, s, few, exactly=counts)
            return


def require_one_margin(examiner: Examiner, s: Any, prompt: Prompt, *, exactly: bool = False) -> None:
    """Holds the instances of a batch against what each is alone, by their error bounds or exactly.

    Raises:
        CheckFailed: they cannot be evaluated together, or the margin of one depends on those beside it.
    """
    # In float64 the message is best, if shapes do not fit.
    _require_repeatable(*(examiner.readout(s, prompt).relative for _ in range(2)))
    exact: tuple[Arithmetic, ...] = ("rational", "ball")
    rings = (*exact, "tracked") if exactly else ("tracked", *exact)
    for ring in () if examiner.variant.claim.kind.estimated else rings:
        with suppress(NotExact, ArithmeticError):
            together = examiner.evaluate_lifted(s, prompt, ring)
            for i in range(len(prompt)):
                alone = examiner.evaluate_lifted(s, prompt.take(slice(i, i + 1)), ring)
                _require_common(together.row(i), alone, ring)
            return
    beside = examiner.readout(s, prompt)
    for i in range(len(prompt)):
        one = examiner.readout(s, prompt.take(slice(i, i + 1)))
        if float((one.relative - beside.relative[i]).abs()) > _CLEAR:
            raise CheckFailed(_mixes(float(one.relative), float(beside.relative[i])))


def _require_repeatable(first: Tensor, second: Tensor) -> None:
    """Raises unless two evaluations of one batch gave the same margins, but for rounding."""
    if bool(((first - second).abs() > _CLEAR).any()):  # a library may round otherwise the second time
        raise CheckFailed(
            "the check gives another margin each time that it is evaluated: it or a construction "
            "keeps something from one evaluation to the next (a list that it empties, weights that it changes "
            "in place), or draws at random; what is built anew has to be the same"
        )


def _require_common(beside: Margin, alone: Margin, ring: Arithmetic) -> None:
    """Raises unless two margins of one instance may be the same number."""
    (low, high), (least, most) = interval(beside.slack), interval(alone.slack)
    apart = bool((torch.maximum(low, least) > torch.minimum(high, most)).any())
    # With error bounds a hypothesis that is met with equality may be seen to be met in one of them only.
    if apart or (ring != "tracked" and not torch.equal(beside.active, alone.active)):
        raise CheckFailed(_mixes(float(alone.relative[0]), float(beside.relative[0])))


def _mixes(alone: float, beside: float) -> str:
    return (
        f"the check mixes instances: one of them has the relative margin {alone:.4g} alone, and {beside:.4g} "
        "beside others; the first axis of what code behind over_batches is given counts them: sum(x, -1) there "
        "is of each vector, sum(x, 0) of all instances"
    )


def require_agreement(relative: Tensor, bounded: Margin) -> None:
    """Holds margins of float64 against the same with their error bounds.

    Args:
        relative: ``(batch,)`` of float64.
        bounded: of the same instances.

    Raises:
        CheckFailed: the one cannot be rounding of the other.
    """
    low, high = (
        end / bounded.scale.clamp_min(torch.finfo(torch.float64).tiny) for end in interval(bounded.slack)
    )
    room = _ROOM * (high - low) + _RESOLUTION
    # Where a side is infinite, or both vanish, there is no relative margin.
    known = torch.isfinite(bounded.scale) & (bounded.scale > 0) & torch.isfinite(room) & bounded.active
    relative = relative.to(low.device)
    off = known & ((relative < low.clamp(-2, 2) - room) | (relative > high.clamp(-2, 2) + room))
    if bool(off.any()):
        i = int(off.nonzero()[0, 0])
        raise CheckFailed(
            f"the check does not compute the same from floats as from other numbers: its relative margin is "
            f"{float(relative[i]):.4g} in float64, and {float(low[i]):.4g} to {float(high[i]):.4g} with an "
            "error bound. A branch on isinstance(x, Tensor) does so, or a fast path beside another formula"
        )
