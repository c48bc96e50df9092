"""What to write in place of a function or method that knows floats only."""

from __future__ import annotations

import difflib
import functools
import inspect
from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


class NotInVocabulary(AttributeError, TypeError):
    """A method of torch's tensors, or a function of torch or NumPy, that the numbers of a check do not have."""


NORMS = (
    "norm(x, -1) of vectors, sum(abs(x), -1) for the l1 norm, max(abs(x), -1) for the largest entry, "
    "linalg.svdvals(x)[..., 0] for the spectral norm of a matrix, norm(x, axis=(-2, -1)) for that of Frobenius"
)
_EXPONENTIAL = "a loop over powers of x, with what is left out in the bound: nothing encloses it at once"
SPELLINGS = {
    "absolute": "abs(x)",
    "add": "x + y",
    "all": "compare entry by entry: at_most, at_least and equal do so",
    "allclose": "equal(x, y): no check states a tolerance",
    "any": "compare entry by entry: at_most, at_least and equal do so",
    "arange": "constant(list(range(n)), x)",
    "argsort": "sort(x, -1), or argmax(x, -1) for the place of the largest entry",
    "array": "constant([...], x), or stack([...], -1) for computed numbers",
    "array_equal": "equal(x, y)",
    "as_tensor": "constant([...], x), or stack([...], -1) for computed numbers",
    "astype": "x as it is: its arithmetic is the run's",
    "bmm": "x @ y",
    "cat": "concat([x, y], -1)",
    "ceil": "comparisons (x > k): rounding to whole numbers has no enclosure",
    "cholesky": "linalg.qr(X)[1].mT, of x = X.mT @ X; or draw the factor L, and write L @ L.mT for x",
    "clamp": "clip(x, low, high)",
    "clamp_max": "clip(x, None, high)",
    "clamp_min": "clip(x, low, None)",
    "clone": "x as it is: no check changes its data",
    "cond": "linalg.svdvals(x)[..., 0] / linalg.svdvals(x)[..., -1]",
    "contiguous": "x as it is: its arithmetic is the run's",
    "copy": "x as it is: no check changes its data",
    "cosh": "(exp(x) + exp(-x)) / 2",
    "cpu": "x as it is: arrays of a check have no device",
    "cumprod": "a loop over the axis, then stack([...], -1)",
    "cumsum": "stack([sum(x[..., : k + 1], -1) for k in range(n)], -1)",
    "detach": "x as it is: there are no gradients here",
    "diag": "diag_embed(x), or x * eye(n, x)",
    "diagonal": "x[..., list(range(n)), list(range(n))]",
    "div": "x / y",
    "divide": "x / y",
    "dot": "sum(x * y, -1), or (A @ x[..., None])[..., 0] for a matrix times a vector",
    "double": "x as it is: its arithmetic is the run's",
    "eig": "linalg.eigvalsh(x), of a symmetric matrix",
    "eigh": "linalg.eigvalsh(x): eigenvectors are not enclosed",
    "eigvals": "linalg.eigvalsh(x), of a symmetric matrix",
    "eq": "(x >= y) & (x <= y)",
    "exp2": "2**x",
    "expm": _EXPONENTIAL,
    "expand": "broadcast_to(x, shape)",
    "expm1": "exp(x) - 1",
    "flatten": "x.reshape(...)",
    "flip": "x[..., list(range(n - 1, -1, -1))]",
    "float": "x as it is: its arithmetic is the run's",
    "floor": "comparisons (x >= k): rounding to whole numbers has no enclosure",
    "full_like": "full(value, x)",
    "gather": "x[..., k] with whole numbers k, or where(mask, x, y)",
    "gelu": "x * (1 + erf(x / sqrt(2))) / 2",
    "ge": "x >= y",
    "gt": "x > y",
    "H": "x.mT",
    "inner": "sum(x * y, -1)",
    "isclose": "equal(x, y): no check states a tolerance",
    "isfinite": "nothing: what has no value raises, or is undecided",
    "isnan": "nothing: what has no value raises, or is undecided",
    "item": "x as it is: a number of a check is an array of no axes",
    "le": "x <= y",
    "linalg_eigh": "linalg.eigvalsh(x): eigenvectors are not enclosed",
    "linalg_norm": NORMS,
    "linalg_svd": "linalg.svdvals(x): singular vectors are not enclosed",
    "linspace": "constant(list(range(n)), x) / (n - 1)",
    "log10": "log(x) / log(constant(10, x))",
    "log1p": "log(1 + x)",
    "log2": "log(x) / log(constant(2, x))",
    "log_softmax": "log(softmax(x, -1))",
    "logsumexp": "m + log(sum(exp(x - m[..., None]), -1)) with m = max(x, -1)",
    "lt": "x < y",
    "lstsq": "linalg.solve(x.mT @ x, x.mT @ y), of full column rank",
    "masked_fill": "where(mask, value, x)",
    "matrix_exp": _EXPONENTIAL,
    "matrix_norm": NORMS,
    "matrix_rank": "comparisons of linalg.svdvals(x): a rank has no enclosure",
    "max": "max(x, -1) or x.amax(-1) (torch's x.max(-1) is a pair), maximum(x, y) of two arrays",
    "median": "sort(x, -1)[..., k]",
    "mH": "x.mT",
    "min": "min(x, -1) or x.amin(-1) (torch's x.min(-1) is a pair), minimum(x, y) of two arrays",
    "mm": "x @ y",
    "mul": "x * y",
    "multiply": "x * y",
    "mv": "(x @ y[..., None])[..., 0]",
    "ne": "(x > y) | (x < y)",
    "new_ones": "ones(shape, x)",
    "new_zeros": "zeros(shape, x)",
    "norm": NORMS,
    "numpy": "values(x) for a report; a check computes with x itself",
    "ones_like": "ones(x.shape, x)",
    "outer": "x[..., :, None] * y[..., None, :]",
    "permute": "moveaxis(x, source, destination), or x.mT",
    "permute_dims": "moveaxis(x, source, destination), or x.mT",
    "pinv": "linalg.solve(x.mT @ x, x.mT), of full column rank",
    "power": "x**p",
    "prod": "a loop over the axis, or exp(sum(log(x), -1))",
    "quantile": "sort(x, -1)[..., k]",
    "repeat": "broadcast_to(x, shape), or concat([x, x], -1)",
    "roll": "concat([x[..., -k:], x[..., :-k]], -1)",
    "round": "comparisons (x >= k): rounding to whole numbers has no enclosure",
    "sigmoid": "logistic(x)",
    "sinh": "(exp(x) - exp(-x)) / 2",
    "size": "x.shape",
    "slogdet": "log(abs(linalg.det(x)))",
    "sort": "sort(x, -1)",
    "std": "sqrt(mean(square(x - mean(x, -1)[..., None]), -1))",
    "sub": "x - y",
    "subtract": "x - y",
    "svd": "linalg.svdvals(x): singular vectors are not enclosed",
    "T": "x.mT",
    "t": "x.mT",
    "tan": "sin(x) / cos(x)",
    "tensor": "constant([...], x), or stack([...], -1) for computed numbers",
    "tile": "broadcast_to(x, shape), or concat([x, x], -1)",
    "to": "x as it is: its arithmetic is the run's",
    "tolist": "values(x) for a report; a check computes with x itself",
    "topk": "sort(x, -1, descending=True)[..., :k]",
    "transpose": "moveaxis(x, source, destination), or x.mT",
    "tril": "where(np.tri(n, dtype=bool), x, 0)",
    "triu": "where(np.tri(n, dtype=bool).T, x, 0)",
    "trunc": "comparisons (x >= k): rounding to whole numbers has no enclosure",
    "type": "x as it is: its arithmetic is the run's",
    "var": "mean(square(x - mean(x, -1)[..., None]), -1)",
    "vdot": "sum(x * y, -1)",
    "vector_norm": NORMS,
    "view": "x.reshape(...)",
    "zeros_like": "zeros(x.shape, x)",
}
"""By the name in torch or NumPy; names that are in the vocabulary need no row."""


ONE_ANSWER = (
    "a comparison of a batch is asked for one answer, as by Python's max(x, 0), `if x > 0`, `and` or `or`: "
    "write maximum(x, 0), minimum(x, y), where(x > 0, y, z), and & or | between comparisons"
)
BATCH_AXIS = (
    "the first axis of every quantity of a prompt counts instances: write sum(x, -1)[..., None] to divide a "
    "vector by its sum, (A @ x[..., None])[..., 0] for a matrix times a vector, A.mT for a transpose, and "
    "x[..., 0] for an entry; einsum names the other axes alone, as '...ij,...j->...i'"
)
WHOLE_QUOTIENT = "whole quotients and remainders (// and %) have no enclosure: write comparisons (x >= k)"
_WHY = "knows floats only, no exact numbers and no error bounds"


def in_place_of(spelling: str, name: str) -> str:
    """The message on a function or method, ``torch.linalg.eigh`` say, that does not know these numbers."""
    from lemmata import numbers  # which imports what raises this message

    short = name.removeprefix("linalg_")
    if name in SPELLINGS or short in SPELLINGS:
        advice = SPELLINGS.get(name) or SPELLINGS[short]
    elif short in numbers.linalg.__all__:
        advice = f"linalg.{_call(getattr(numbers.linalg, short))}"
    elif short in numbers.__all__:
        advice = _call(getattr(numbers, short))
    else:
        return (
            f"{spelling} {_WHY}: use the operators and the functions of lemmata.numbers "
            "(the page 'The array vocabulary' lists them)"
        )
    return f"{spelling} {_WHY}: of lemmata.numbers write {advice}"


_HINTS = {
    "axis": (
        ", with an axis or several, as -1: the first axis of what depends on a prompt counts the instances, so "
        "that nothing runs over all axes"
    ),
    "like": ", where like is an array or a number of the prompt or of the setting, whose arithmetic it takes",
    "ord": f": {NORMS}",
}
"""By the argument that is missing, or that is none."""
_TORCHS = {"dim": "axis", "keepdim": "keepdims"}


def spelled(function: _Function) -> _Function:
    """A function that takes torch's ``dim=`` and ``keepdim=``, too, and what to write for others."""
    signature = inspect.signature(function)

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        if not named.keys().isdisjoint(_TORCHS):
            named = {_TORCHS.get(name, name): value for name, value in named.items()}
        try:
            return function(*arguments, **named)
        except TypeError:
            try:
                signature.bind(*arguments, **named)
            except TypeError as misfit:
                hint = next((text for name, text in _HINTS.items() if f"'{name}'" in str(misfit)), "")
                said = f"{function.__name__}() {misfit}: write {_call(function)}{hint}"
                raise TypeError(said) from None
            raise

    return called  # type: ignore[return-value]  # it has the arguments of the function, and torch's words


def _call(function: Callable[..., Any]) -> str:
    """A call with the arguments that it needs: ``where(condition, x, y)``."""
    needed = [p for p in inspect.signature(function).parameters.values() if p.default is p.empty]
    names = (f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name for p in needed)
    return f"{function.__name__}({', '.join(names)})"


def missing(module: str, name: str) -> Exception:
    """What to raise for a name that the vocabulary does not have: an author may have looked for NumPy's.

    An ``AttributeError`` would be lost where the name is imported: Python would say that it cannot be, no more.
    """
    from lemmata import numbers  # see above

    said = f"{module} has no {name}"
    if name in SPELLINGS:
        return ImportError(f"{said}: write {SPELLINGS[name]}")
    if module == numbers.__name__ and name in numbers.linalg.__all__:
        return ImportError(f"{said}: write linalg.{name}, where linalg is of lemmata.numbers")
    if module == numbers.linalg.__name__ and name in numbers.__all__:
        return ImportError(f"{said}: write {name}, which is of lemmata.numbers")
    near = difflib.get_close_matches(name, numbers.__all__, n=1, cutoff=0.6)
    return AttributeError(said + "".join(f": did you mean {other}?" for other in near))


def operands(error: TypeError) -> str:
    """What to write where an operator met a tensor and what torch knows no operator for; else nothing."""
    said = str(error)
    if "unsupported operand" not in said or "'Tensor'" not in said:
        return ""
    if "'Fraction'" in said:
        return f"{said}: torch has no fractions; write x / 3, or constant(Fraction(1, 3), x), for a third"
    if "'numpy.ndarray'" in said:
        return f"{said}: write eye(n, x) for np.eye(n), and constant(array, x) for other arrays"
    return ""
