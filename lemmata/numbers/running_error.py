"""Float64 arrays that carry a rigorous bound on their own rounding error.

Every operation returns the rounded result together with a bound on its distance to the exact
one: the errors of the operands are propagated and the operation's own rounding is added (Higham,
*Accuracy and Stability of Numerical Algorithms*, 2nd ed., chapters 2 and 3). This is where the
tolerance of every check comes from; no check states one.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Literal

import numpy as np
import torch
from torch import Tensor

from lemmata.numbers.exact import NotExact, certainly, certainly_zero, is_number, one_number
from lemmata.numbers.literals import FloatSlipped, is_meant, require_meant, require_meant_fraction
from lemmata.numbers.methods import Methods, real_power

UNIT_ROUNDOFF = 2.0**-53
# The bound itself is computed in floats; this factor covers its own rounding.
_OWN = 1.0 + 2.0**-40
# Library functions (exp, log) are accurate to a few units in the last place.
_LIBRARY = 8 * UNIT_ROUNDOFF
# Gradual underflow: below the smallest normal number an operation loses absolute accuracy, not relative, at
# most 2**-1075. More is added for it, since sums with numbers that small take tens of times as long.
_LEAST = 2.0**-1000
_UNDERFLOW = 4 * _LEAST
# Whole numbers up to here are floats.
_WHOLE = 2**53


def gamma(k: int) -> float:
    """Higham's ``k u / (1 - k u)``, the relative error of ``k`` accumulated roundings."""
    return k * UNIT_ROUNDOFF / (1 - k * UNIT_ROUNDOFF)


def _is_float(value: Any) -> bool:
    """Whether it is one number that float64 holds exactly, and that is plainly meant.

    Raises:
        FloatSlipped: it is a float that is not plainly meant.
    """
    if isinstance(value, float):
        if not is_meant(value):
            raise FloatSlipped(value)
        return True
    return isinstance(value, int) and abs(value) <= _WHOLE


class Tracked(Methods):
    """``value`` (float64) and ``error``, a bound on its distance to the exact number."""

    __slots__ = ("error", "value")

    def __init__(self, value: Tensor, error: Tensor) -> None:
        self.value = value
        self.error = error

    @classmethod
    def of(cls, value: Any, like: Tensor | None = None) -> Tracked:
        """``value``, on the device of ``like``; floats are taken as exact.

        Fractions and large whole numbers are rounded, with the error that this makes.
        """
        if isinstance(value, Tracked):
            return value
        device = like.device if like is not None else None
        if isinstance(value, Fraction) or (isinstance(value, int) and abs(value) > _WHOLE):
            tensor = torch.tensor(float(Fraction(value)), dtype=torch.float64, device=device)
            return cls(tensor, tensor.abs() * UNIT_ROUNDOFF + _UNDERFLOW)
        if isinstance(value, int):
            value = int(value)  # a whole number of a setting is one, too
        tensor = torch.as_tensor(value, dtype=torch.float64, device=device)
        return cls(tensor, torch.zeros_like(tensor))

    def operand(self, other: Any) -> Tracked:
        """What an operator met: floats and fractions that did not come from the instance have to be meant.

        Raises:
            FloatSlipped: one is not.
        """
        if isinstance(other, np.ndarray | np.generic) and not isinstance(other, float):
            other = torch.as_tensor(other)
        if isinstance(other, Tensor):
            require_meant(other)
        elif isinstance(other, float) and not is_meant(other):
            raise FloatSlipped(other)
        require_meant_fraction(other)
        return Tracked.of(other, self.value)

    @property
    def parts(self) -> tuple[Tensor, Tensor]:
        """Value and error."""
        return self.value, self.error

    @property
    def shape(self) -> torch.Size:
        return self.value.shape

    @property
    def ndim(self) -> int:
        return self.value.ndim

    @property
    def mT(self) -> Tracked:
        return Tracked(self.value.mT, self.error.mT)

    def __len__(self) -> int:
        return len(self.value)

    def __repr__(self) -> str:
        return f"Tracked({self.value!r}, error={self.error!r})"

    def __getitem__(self, key: Any) -> Tracked:
        return Tracked(self.value[key], self.error[key])

    def _rounded(self, value: Tensor, error: Tensor, unit: float = UNIT_ROUNDOFF) -> Tracked:
        bound = torch.add(error, value.abs(), alpha=unit)  # two sums at once: this is the hot path
        return Tracked(value, bound.add_(_UNDERFLOW).mul_(_OWN))

    def __add__(self, other: Any) -> Tracked:
        if _is_float(other):
            return self._rounded(self.value + other, self.error)
        b = self.operand(other)
        return self._rounded(self.value + b.value, self.error + b.error)

    def __sub__(self, other: Any) -> Tracked:
        if _is_float(other):
            return self._rounded(self.value - other, self.error)
        b = self.operand(other)
        return self._rounded(self.value - b.value, self.error + b.error)

    def __rsub__(self, other: Any) -> Tracked:
        if _is_float(other):
            return self._rounded(other - self.value, self.error)
        return self.operand(other) - self

    def __mul__(self, other: Any) -> Tracked:
        if _is_float(other):
            return self._rounded(self.value * other, self.error * abs(other))
        b = self.operand(other)
        error = torch.addcmul(self.value.abs() * b.error, b.value.abs() + b.error, self.error)
        return self._rounded(self.value * b.value, error)

    def __truediv__(self, other: Any) -> Tracked:
        if _is_float(other) and other:
            return self._rounded(self.value / other, self.error / abs(other))
        b = self.operand(other)
        value = self.value / b.value
        smallest = b.value.abs() - b.error
        error = (self.error + value.abs() * b.error) / smallest
        return self._rounded(value, torch.where(smallest > 0, error, torch.inf))

    def __rtruediv__(self, other: Any) -> Tracked:
        return self.operand(other) / self

    __radd__ = __add__
    __rmul__ = __mul__

    def __neg__(self) -> Tracked:
        return Tracked(-self.value, self.error)

    def __abs__(self) -> Tracked:
        return Tracked(self.value.abs(), self.error)

    def __pow__(self, power: Any) -> Tracked:
        if not isinstance(power, int):
            return self._real_power(real_power(power))
        if power < 0:
            return 1 / self ** -int(power)
        result = Tracked.of(torch.ones_like(self.value))
        for _ in range(power):
            result = result * self
        return result

    def __rpow__(self, base: Any) -> Tracked:
        return (self.operand(base).log() * self).exp()

    def _real_power(self, power: Fraction) -> Tracked:
        """Of numbers that are not negative; it is monotone in them."""
        if power.denominator <= 2:
            root = self.sqrt()
            return root**power.numerator if power.denominator == 2 else self**power.numerator
        if power < 0:
            return 1 / self._real_power(-power)
        exponent = float(power)
        value, high = self.value.pow(exponent), (self.value + self.error).pow(exponent)
        low = (self.value - self.error).clamp_min(0.0).pow(exponent)
        # The power itself is rounded: its relative error is multiplied by the logarithm.
        inexact = 0.0 if Fraction(exponent) == power else UNIT_ROUNDOFF
        unit = _LIBRARY + 2 * inexact * (1 + torch.log(high).abs().nan_to_num(0.0, 0.0, 0.0))
        error = torch.maximum(value - low, high - value) + 2 * unit * high
        return self._rounded(value, error, _LIBRARY)

    def __matmul__(self, other: Any) -> Tracked:
        b = self.operand(other)
        a_abs, b_abs = self.value.abs(), b.value.abs()
        inner = self.value.shape[-1]
        # The smallest float makes up for shares that vanish here and would count in a large product.
        known = torch.add(b.error, b_abs, alpha=gamma(inner)).add_(_LEAST)
        error = (a_abs @ known).add_(self.error @ (b_abs + b.error))
        return Tracked(self.value @ b.value, error.add_(inner * _UNDERFLOW).mul_(_OWN))

    def __rmatmul__(self, other: Any) -> Tracked:
        return self.operand(other) @ self

    def _ends(self, other: Any) -> tuple[float, float]:
        """Floats below and above the difference of one number and another."""
        b = self.operand(other)
        if not bool(self.error.any()) and not bool(b.error.any()):
            both = float(self.value - b.value)  # its sign is exact
            return both, both
        difference = self - b
        return (float(difference.value - difference.error), float(difference.value + difference.error))

    # Of one number a truth value, of several a mask.
    def __lt__(self, other: Any) -> Any:
        return self._compared(other, "<")

    def __le__(self, other: Any) -> Any:
        return self._compared(other, "<=")

    def __gt__(self, other: Any) -> Any:
        return self.operand(other)._compared(self, "<")

    def __ge__(self, other: Any) -> Any:
        return self.operand(other)._compared(self, "<=")

    def _compared(self, other: Any, relation: Literal["<", "<="]) -> Any:
        """Which entries are below (at most) those of another.

        Raises:
            NotExact: one of them is too close to call.
        """
        b = self.operand(other)
        if not (self.ndim or b.ndim):
            return certainly(*self._ends(b), relation)
        below = self.value < b.value if relation == "<" else self.value <= b.value
        difference = self - b
        known = (difference.value.abs() > difference.error) | ((self.error == 0) & (b.error == 0))
        if not bool(known.all()):
            raise NotExact("a comparison on which something depends is too close to call")
        return below

    def __eq__(self, other: Any) -> bool:
        if not isinstance(other, Tracked) and not is_number(other):
            return NotImplemented
        one_number(self.value)
        return certainly_zero(*self._ends(other))

    # No two arithmetics share a hash: a dictionary, a set or a cache would miss equal numbers.
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        return self != 0

    def relu(self) -> Tracked:
        return Tracked(torch.relu(self.value), self.error)

    def maximum(self, other: Any) -> Tracked:
        b = self.operand(other)
        return Tracked(torch.maximum(self.value, b.value), torch.maximum(self.error, b.error))

    def _sum(self, axis: int | tuple[int, ...], keepdims: bool) -> Tracked:
        axes = (axis,) if isinstance(axis, int) else axis
        terms = 1
        for k in axes:
            terms *= self.value.shape[k]
        error = self.error.sum(axes, keepdim=keepdims)
        error = error + gamma(max(terms, 1)) * self.value.abs().sum(axes, keepdim=keepdims)
        return Tracked(self.value.sum(axes, keepdim=keepdims), error * _OWN)

    def _amax(self, axis: int | tuple[int, ...], keepdims: bool) -> Tracked:
        return Tracked(self.value.amax(axis, keepdim=keepdims), self.error.amax(axis, keepdim=keepdims))

    def sqrt(self) -> Tracked:
        value = self.value.sqrt()
        low = (self.value - self.error).clamp_min(0.0).sqrt()
        high = (self.value + self.error).sqrt()
        return self._rounded(value, torch.maximum(value - low, high - value), 4 * UNIT_ROUNDOFF)

    def exp(self) -> Tracked:
        value = self.value.exp()
        return self._rounded(value, value * torch.expm1(self.error), _LIBRARY)

    def log(self) -> Tracked:
        value = self.value.log()
        smallest = self.value - self.error
        error = torch.where(smallest > 0, self.error / smallest, torch.inf)
        return self._rounded(value, error, _LIBRARY)

    def sign(self) -> Tracked:
        certain = (self.value.abs() > self.error) | (self.error == 0)
        return Tracked(self.value.sign(), torch.where(certain, 0.0, 2.0).to(self.value.dtype))

    # Functions that change by at most so many times the change of their argument.
    def sin(self) -> Tracked:
        return self._rounded(self.value.sin(), self.error, _LIBRARY)

    def cos(self) -> Tracked:
        return self._rounded(self.value.cos(), self.error, _LIBRARY)

    def tanh(self) -> Tracked:
        return self._rounded(self.value.tanh(), self.error, _LIBRARY)

    def erf(self) -> Tracked:
        return self._rounded(self.value.erf(), self.error * 1.1284, _LIBRARY)  # 2 / sqrt(pi) = 1.12837...

    def logistic(self) -> Tracked:
        return self._rounded(self.value.sigmoid(), self.error / 4, _LIBRARY)

    def reshape(self, *shape: Any) -> Tracked:
        return Tracked(self.value.reshape(*shape), self.error.reshape(*shape))

    def movedim(self, source: int, destination: int) -> Tracked:
        return Tracked(self.value.movedim(source, destination), self.error.movedim(source, destination))

    def broadcast_to(self, shape: tuple[int, ...]) -> Tracked:
        return Tracked(self.value.broadcast_to(shape), self.error.broadcast_to(shape))
