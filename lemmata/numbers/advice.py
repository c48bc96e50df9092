"""What to write in place of a function or method that knows floats only."""

from __future__ import annotations

import difflib
import functools
import inspect
import re
from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])


class NotInVocabulary(AttributeError, TypeError):
    """A method of torch's tensors, or a function of torch or NumPy, that the numbers of a check do not have."""


NORMS = (
    "norm(x, -1) of vectors, sum(abs(x), -1) for the l1 norm, max(abs(x), -1) for the largest entry, "
    "linalg.svdvals(x)[..., 0] for the spectral norm of a matrix, norm(x, axis=(-2, -1)) for that of Frobenius"
)
_COMPARED = "compare entry by entry: at_most, at_least and equal do so, and no check states a tolerance"
_WHOLE = "comparisons (x >= k): rounding to whole numbers has no enclosure"
_MADE = "constant([...], x), or stack([...], -1) for computed numbers"
_AS_IT_IS = "x as it is: its arithmetic is the run's, and no check changes its data"
_REPORTED = "values(x) for a report; a check computes with x itself"
_DOT = "vecdot(x, y) of vectors, or (A @ x[..., None])[..., 0] for a matrix times a vector"
_ADVICE = {
    "all any allclose array_equal isclose": _COMPARED,
    "eq": "(x >= y) & (x <= y)",
    "ne": "(x > y) | (x < y)",
    "isfinite isinf isnan": "nothing: what has no value raises, or is undecided",
    "ceil floor round trunc": _WHOLE,
    "argsort": "sort(x, -1), or argmax(x, -1) for the place of the largest entry",
    "max": "max(x, -1) or x.amax(-1) (torch's x.max(-1) is a pair), maximum(x, y) of two arrays",
    "min": "min(x, -1) or x.amin(-1) (torch's x.min(-1) is a pair), minimum(x, y) of two arrays",
    "sort": "sort(x, -1)",
    "median quantile": "sort(x, -1)[..., k]",
    "topk": "sort(x, -1, descending=True)[..., :k]",
    "norm linalg_norm matrix_norm vector_norm": NORMS,
    "eig eigvals": "linalg.eigvalsh(x) if x is symmetric; the eigenvalues of other matrices, which need not "
    "be real, are not in the vocabulary: state of one of them, t, that linalg.det(x - t * eye(n, x)) is 0",
    "eigh linalg_eigh": "linalg.eigvalsh(x), of a symmetric matrix: eigenvectors are not enclosed",
    "svd linalg_svd": "linalg.svdvals(x): singular vectors are not enclosed",
    "cholesky": "linalg.qr(X)[1].mT, of x = X.mT @ X; or draw the factor L, and write L @ L.mT for x",
    "cond": "linalg.svdvals(x)[..., 0] / linalg.svdvals(x)[..., -1]",
    "expm matrix_exp": "a loop over powers of x, with what is left out in the bound: it has no enclosure",
    "lstsq": "linalg.solve(x.mT @ x, x.mT @ y), of full column rank",
    "matrix_rank": "comparisons of linalg.svdvals(x): a rank has no enclosure",
    "pinv": "linalg.solve(x.mT @ x, x.mT), of full column rank",
    "slogdet": "log(abs(linalg.det(x)))",
    "dot inner mv vdot": _DOT,
    "array as_tensor tensor": _MADE,
    "arange": "constant(list(range(n)), x)",
    "linspace": "constant(list(range(n)), x) / (n - 1)",
    "diagonal": "x[..., list(range(n)), list(range(n))]",
    "gather": "x[..., k] with whole numbers k, or where(mask, x, y)",
    "masked_fill": "where(mask, value, x)",
    "H mH T t": "x.mT",
    "permute permute_dims transpose": "moveaxis(x, source, destination), or x.mT",
    "flatten view": "x.reshape(...)",
    "expand": "broadcast_to(x, shape)",
    "repeat tile": "broadcast_to(x, shape), or concat([x, x], -1)",
    "size": "x.shape",
    "absolute": "abs(x)",
    "amax": "max(x, -1)",
    "amin": "min(x, -1)",
    "cat concatenate": "concat([x, y], -1)",
    "clamp": "clip(x, low, high)",
    "clamp_max": "clip(x, None, high)",
    "clamp_min": "clip(x, low, None)",
    "power": "x**p",
    "sigmoid": "logistic(x)",
    "gelu": "x * (1 + erf(x / sqrt(2))) / 2",
    "log_softmax": "log(softmax(x, -1))",
    "logsumexp": "m + log(sum(exp(x - m[..., None]), -1)) with m = max(x, -1)",
    "astype copy float to type": _AS_IT_IS,
    "detach": "x as it is: there are no gradients here",
    "item": "x as it is: a number of a check is an array of no axes",
    "numpy tolist": _REPORTED,
}
SPELLINGS = {name: advice for names, advice in _ADVICE.items() for name in names.split()}
"""By the name in torch or NumPy, what to write where it cannot be had, or means another thing in the two."""


ONE_ANSWER = (
    "a comparison of a batch is asked for one answer, as by Python's max(x, 0), `if x > 0`, `and` or `or`: "
    "write maximum(x, 0), minimum(x, y), where(x > 0, y, z), and & or | between comparisons"
)
WHOLE_QUOTIENT = "whole quotients and remainders (// and %) have no enclosure: write comparisons (x >= k)"
_WHY = "knows floats only, no exact numbers and no error bounds"


VOCABULARY: dict[str, Any] = {}
LINALG: dict[str, Any] = {}
"""What ``lemmata.numbers`` and its ``linalg`` have, by name. They enter it, since they import this module."""


def in_place_of(spelling: str, name: str) -> str:
    """The message on a function or method, ``torch.linalg.eigh`` say, that does not know these numbers."""
    short = name.removeprefix("linalg_")
    if name in SPELLINGS or short in SPELLINGS:
        advice = SPELLINGS.get(name) or SPELLINGS[short]
    elif short in LINALG:
        advice = f"linalg.{_call(LINALG[short])}"
    elif short in VOCABULARY:
        advice = _call(VOCABULARY[short])
    else:
        return (
            f"{spelling} {_WHY}: use the operators and the functions of lemmata.numbers "
            "(the page 'The array vocabulary' lists them)"
        )
    return f"{spelling} {_WHY}: of lemmata.numbers write {advice}"


_OF_ONE = [
    (re.compile(pattern), replacement)
    for pattern, replacement in (
        (
            r"vecdot\(x, y\) of vectors, or \(A @ x\[\.\.\., None\]\)\[\.\.\., 0\] for a matrix times a vector",
            "x @ y",
        ),
        (r"x\[\.\.\., (list\(range\(n\)\)), \1\]", "diag(x)"),
        (r"\[\.\.\., None\]|, axis=\(-2, -1\)|, (-1|axis)(?=[,)])", ""),
        (r"\[\.\.\., ", "["),
        (r"(eye\(n|range\(n\)\)|\.\.\.\]), x\)", r"\1)"),
        (r"\.mT\b", ".T"),
        (r" or x\.a(max|min)\(-1\) \(torch's x\.\1\(-1\) is a pair\)", ""),
    )
]


def of_one(message: str) -> str:
    """The message where code is written for one instance, and no axis counts any."""
    for pattern, replacement in _OF_ONE:
        message = pattern.sub(replacement, message)
    return message


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
    # Arrays of one instance can do without these (:mod:`lemmata.numbers.instance_arrays`), batches cannot.
    wanted = [
        (place, p.name)
        for place, p in enumerate(signature.parameters.values())
        if p.name in _HINTS and p.default is None
    ]

    @functools.wraps(function)
    def called(*arguments: Any, **named: Any) -> Any:
        if not named.keys().isdisjoint(_TORCHS):
            named = {_TORCHS.get(name, name): value for name, value in named.items()}
        for place, name in wanted:
            if (arguments[place] if place < len(arguments) else named.get(name)) is None:
                said = f"{function.__name__}() missing a required argument: {name!r}: write {_call(function)}"
                raise TypeError(said + _HINTS[name])
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
    parameters = inspect.signature(function).parameters.values()
    needed = [p for p in parameters if p.default is p.empty or (p.default is None and p.name in _HINTS)]
    names = (f"*{p.name}" if p.kind is p.VAR_POSITIONAL else p.name for p in needed)
    return f"{function.__name__}({', '.join(names)})"


def missing(module: str, name: str) -> Exception:
    """What to raise for a name that the vocabulary does not have: an author may have looked for NumPy's.

    An ``AttributeError`` would be lost where the name is imported: Python would say that it cannot be, no more.
    """
    said = f"{module} has no {name}"
    if name in SPELLINGS:
        return ImportError(f"{said}: write {SPELLINGS[name]}")
    if name in LINALG and not module.endswith(".linalg"):
        return ImportError(f"{said}: write linalg.{name}, where linalg is of lemmata.numbers")
    if name in VOCABULARY and module.endswith(".linalg"):
        return ImportError(f"{said}: write {name}, which is of lemmata.numbers")
    near = difflib.get_close_matches(name, VOCABULARY, n=1, cutoff=0.6)
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
