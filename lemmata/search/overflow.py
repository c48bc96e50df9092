"""Whether float64 gave no answer because its range ends, or because there is none.

A climb may enlarge numbers without end, and what a check makes of them (a high power, an exponential)
leaves the range of floats long before they do: infinity minus infinity is no defect of the check.
"""

from __future__ import annotations

from typing import Any

from lemmata.errors import CheckFailed
from lemmata.numbers import exact
from lemmata.numbers.exact import NotExact
from lemmata.search.examiner import Examiner
from lemmata.statement.spaces import Prompt


def float_range_ends(examiner: Examiner, s: Any, prompt: Prompt | None) -> bool:
    """Whether exact arithmetic has an answer, or cannot tell, wherever float64 has none.

    Each instance of the batch is looked at alone, and the first without an answer decides.
    """
    rows = [None] if prompt is None else [prompt.take(slice(i, i + 1)) for i in range(len(prompt))]
    for row in rows:
        try:
            examiner.evaluate(s, row)
        except CheckFailed:
            return _has_answer(examiner, s, row)
    return True


def _has_answer(examiner: Examiner, s: Any, prompt: Prompt | None) -> bool:
    with exact.ball_precision():
        for ring in ("rational", "ball"):
            try:
                examiner.evaluate_lifted(s, prompt, ring)
            except NotExact:
                continue
            except Exception:  # noqa: BLE001 - a division by zero, say: the check has no answer
                return False
            return True
    return True
