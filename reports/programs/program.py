"""A witness as a program of its own: the check's own code, the witness's numbers, and numpy.

Whoever reads a report should be able to see a violation without this package. The check and what
it calls are written out from their source; of the engine only the array vocabulary and the margins
are replaced, by a few lines of numpy. What was written is run at once, and it is recorded only if it
gives the two sides of the hunt. Where that fails the reason is recorded instead.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from lemmata.claims.claim import Variant
from lemmata.records.witness import Witness
from lemmata.search.encoding import decode

from .numpy_code import SHOW
from .reached import FILE, reached_by
from .source import Unportable
from .writer import Program, Writer

LONGEST = 520
"""A longer program is no help to a reader."""
_OTHER_ARRAYS = "a part of the check is written for other arrays than those of numpy"
_VISIBLE = 1e-9
"""A smaller relative violation could be the rounding of float64."""


def program(variant: Variant, witness: Witness) -> tuple[str, str]:
    """The program of a violating instance, and where there is none the reason.

    Args:
        variant: the reading that is refuted.
        witness: its witness, of kind ``instance``.
    """
    try:
        body = _first(variant, witness)
    except Unportable as error:
        return "", str(error)
    except Exception as error:  # noqa: BLE001 - a hunt is worth more than its program
        return "", f"its source cannot be followed ({type(error).__name__})"
    about = f"{variant.claim.id}, as {variant.name}: the smallest instance found on which it fails"
    return f'"""{about}."""\n\n' + body + SHOW, ""


def _first(variant: Variant, witness: Witness) -> str:
    """With fractions as floats, and if the code wants fractions, with them."""
    try:
        return _shortest(Writer().program(variant, witness), witness)
    except AttributeError as error:
        if error.name not in ("numerator", "denominator"):
            raise Unportable(_OTHER_ARRAYS) from None
    return _shortest(Writer(fractions=True).program(variant, witness), witness)


def _shortest(whole: Program, witness: Witness) -> str:
    """What of the program runs on the witness, which gives the same two sides."""
    reached = reached_by(lambda: _try(whole.text, witness))
    body = whole.reduced(reached).text
    _require_short(body)
    try:
        _try(body, witness)
    except (Unportable, AttributeError):  # something was held and not called, or called late
        body = whole.text
        _require_short(body)
    return body


def _require_short(body: str) -> None:
    lines = sum(bool(line) for line in body.splitlines())
    if lines > LONGEST:
        raise Unportable(f"it would have {lines} lines, and more than {LONGEST} are no help to a reader")


def _try(body: str, witness: Witness) -> None:
    """Runs what was written and compares the two sides with those of the witness."""
    scope: dict[str, Any] = {"__name__": "__main__"}
    try:
        with np.errstate(all="ignore"), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            exec(compile(body, FILE, "exec"), scope)
        margin = scope["margin"]
        sides = [np.asarray(margin.left, float), np.asarray(margin.right, float)]
    except NotImplementedError as error:  # it says what is missing
        raise Unportable(str(error)) from None
    except AttributeError:
        raise
    except Exception:  # noqa: BLE001 - whatever it is, there is no program then
        raise Unportable(_OTHER_ARRAYS) from None
    stored = [np.asarray(_floats(side), float).ravel() for side in (witness.left, witness.right)]
    scale = max(np.abs(np.concatenate(stored)).max(initial=0.0), 1e-300)
    if sides[0].size > stored[0].size == 1:  # the hunt keeps the entry that fails
        close = [np.isclose(x, y, 1e-7, 1e-9 * scale) for x, y in zip(sides, stored, strict=True)]
        met = close[0] & close[1]
        sides = [side[met][:1] for side in sides]
    for mine, theirs in zip(sides, stored, strict=True):
        if mine.shape != theirs.shape or not np.allclose(mine, theirs, 1e-7, 1e-9 * scale):
            raise Unportable("in plain floating point its two sides are other numbers")
    excess = sides[0] - sides[1]
    worst = np.abs(excess).max() if margin.relation == "=" else excess.max()
    if not worst > _VISIBLE * scale:
        raise Unportable("the violation is too small to be distinguished from rounding in floating point")
    if any(h < -_VISIBLE * scale for h in margin.hypotheses):
        raise Unportable("in plain floating point the instance misses a hypothesis")


def _floats(value: Any) -> Any:
    if isinstance(value, list):
        return [_floats(v) for v in value]
    if isinstance(value, str) and value.startswith("≈"):
        return float(value[1:])
    return float(decode(value))
