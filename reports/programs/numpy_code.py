"""The array vocabulary and the margins in numpy alone, as source for the programs of witnesses."""

from __future__ import annotations

_SHARED = (
    "add subtract multiply divide ones_like zeros_like full_like log1p expm1 exp2 log2 log10 sinh cosh tan "
    "prod cumsum cumprod flip roll tril triu maximum minimum sqrt exp log sin cos tanh where broadcast_to"
)


def _numpy(same: str, **others: str) -> dict[str, str]:
    """What goes by the same name in numpy, and what by another one."""
    return {name: f"np.{theirs}" for name, theirs in ({n: n for n in same.split()} | others).items()}


NUMPY = _numpy(f"{_SHARED} sign sum max min abs mean square clip matmul moveaxis", values="asarray")
OWN = {
    "relu": "def relu(x):\n    return np.maximum(x, 0)",
    "pi": "def pi(like=None):\n    return np.pi",
    "norm": "def norm(x, axis=-1):\n    return np.sqrt(np.sum(x * x, axis))",
    "zeros": "def zeros(shape, like=None):\n    return np.zeros(shape)",
    "ones": "def ones(shape, like=None):\n    return np.ones(shape)",
    "full": "def full(value, like):\n    return np.broadcast_to(value, np.shape(like))",
    "stack": "def stack(parts, axis=0):\n    return np.stack(np.broadcast_arrays(*parts), axis)",
    "concat": (
        "def concat(parts, axis=0):\n"
        "    ndim = max(1, *map(np.ndim, parts))\n"
        "    parts = [np.reshape(p, np.shape(p) or (1,) * ndim) for p in parts]\n"
        "    shape = np.broadcast_shapes(*(np.delete(p.shape, axis) for p in parts))\n"
        "    sizes = [(*shape[: axis % ndim], p.shape[axis], *shape[axis % ndim :]) for p in parts]\n"
        "    return np.concatenate([np.broadcast_to(*pair) for pair in zip(parts, sizes)], axis)"
    ),
    "eye": "def eye(n, like=None):\n    return np.eye(n)",
    "stored": "def stored(values, like=None):\n    return np.asarray(values, float)",
    "has_values": "def has_values(x):\n    return True",
    "erf": "def erf(x):\n    return np.vectorize(math.erf, [float])(x)",
    "constant": "def constant(value, like=None):\n    return np.asarray(value, float)",
    "as_array": "def as_array(value, like=None):\n    return np.asarray(value, float)",
    "diag_embed": "def diag_embed(x):\n    return x[..., :, None] * np.eye(x.shape[-1])",
    "trace": "def trace(x):\n    return np.trace(x, axis1=-2, axis2=-1)",
    "xlogy": "def xlogy(x, y):\n    return x * np.log(np.where(x == 0, 1, y))",
    "logistic": "def logistic(x):\n    return 1 / (1 + np.exp(-x))",
    "softmax": (
        "def softmax(x, axis=-1):\n"
        "    powers = np.exp(x - np.max(x, axis, keepdims=True))\n"
        "    return powers / np.sum(powers, axis, keepdims=True)"
    ),
    "rotation": (
        "def rotation(tilt):\n"
        "    matrix = np.eye(tilt.shape[-1] + 1)\n"
        "    for row in tilt:\n"
        "        v = np.concatenate([[1.0], row])\n"
        "        matrix = matrix - np.outer(matrix @ v, v) * 2 / (v @ v)\n"
        "    return matrix"
    ),
}
"""The array vocabulary in numpy."""
OF_ONE = {
    "norm": "def norm(x, axis=None):\n    return np.sqrt(np.sum(x * x, axis))",
    "diag": "def diag(x):\n    return np.diag(x)",
    "over_batches": (
        "def over_batches(function, given=()):\n"
        "    batch = lambda x: x[None] if isinstance(x, np.ndarray) else x\n\n"
        "    def call(*arguments, **named):\n"
        "        named = {k: x if k in given else batch(x) for k, x in named.items()}\n"
        "        return function(*map(batch, arguments), **named)[0]\n\n"
        "    call.__dict__.update(getattr(function, '__dict__', {}))\n"
        "    if hasattr(function, 'run'):\n"
        "        call.run = lambda H: [state[0] for state in function.run(batch(H))]\n"
        "    return call"
    ),
}
"""What functions of the vocabulary are in a check of one instance, where they differ."""
LINALG = {
    "inv": "def inv(A):\n    return np.linalg.inv(A)",
    "det": "def det(A):\n    return np.linalg.det(A)",
    "eigvalsh": "def eigvalsh(A):\n    return np.linalg.eigvalsh(A)",
    "svdvals": "def svdvals(A):\n    return np.linalg.svd(A, compute_uv=False)",
    "solve": (
        "def solve(A, b):\n"
        "    A, b = np.asarray(A), np.asarray(b)\n"
        "    vectors = b.ndim in (1, A.ndim - 1)\n"
        "    b = b[..., None] if vectors else b\n"
        "    stacks = np.broadcast_shapes(A.shape[:-2], b.shape[:-2])\n"
        "    x = np.linalg.solve(A, np.broadcast_to(b, (*stacks, *b.shape[-2:])))\n"
        "    return x[..., 0] if vectors else x"
    ),
    "qr": (
        "def qr(A):\n"
        "    Q, R = np.linalg.qr(A)\n"
        "    signs = np.where(np.diagonal(R, axis1=-2, axis2=-1) < 0, -1.0, 1.0)\n"
        "    return Q * signs[..., None, :], R * signs[..., :, None]"
    ),
}
"""Linear algebra in numpy: a vector to solve for has one axis less, and R a positive diagonal."""
COMPOSED = {
    "vecdot": "def vecdot(x, y, axis=-1):\n    return np.sum(x * y, axis)",
    "outer": "def outer(x, y):\n    return x[..., :, None] * y[..., None, :]",
    "var": (
        "def var(x, axis=None, correction=0, keepdims=False):\n"
        "    return np.var(x, axis, ddof=correction, keepdims=keepdims)"
    ),
    "std": (
        "def std(x, axis=None, correction=0, keepdims=False):\n"
        "    return np.std(x, axis, ddof=correction, keepdims=keepdims)"
    ),
}
"""What is composed of others, and has no such function in numpy."""
CHOICES = {
    "sort": (
        "def sort(x, axis=-1, descending=False):\n"
        "    return np.flip(np.sort(x, axis), axis) if descending else np.sort(x, axis)"
    ),
    "argmax": "def argmax(x, axis=None):\n    return np.argmax(x, axis)",
    "argmin": "def argmin(x, axis=None):\n    return np.argmin(x, axis)",
}
"""Choices by size."""
PRODUCTS = {"einsum": "def einsum(formula, *parts):\n    return np.einsum(formula, *parts)"}
"""Sums of products."""
ARITHMETIC = {"of": "def of(value):\n    return None"}
"""The arithmetic of a number: here all numbers are plain."""
FUSED = {
    "plus_product": (
        "def plus_product(total, a, b, own=False):\n    return a @ b if total is None else total + a @ b"
    ),
    "scored": ("def scored(x, score, share=None):\n    return score(x) if share is None else score(x) * share"),
    "transposed": "def transposed(x):\n    return x.mT",
}
"""What torch does in one pass."""
EXACT = {"is_number": "def is_number(x):\n    return isinstance(x, (int, float))"}
"""What checks use of the exact arithmetic and plain numbers have as well."""
TORCH = _numpy(
    f"{_SHARED} arange linspace eye diag ceil floor outer full isfinite isnan stack float64 float32 int64 pi "
    "inf",
    tensor="array",
    as_tensor="asarray",
    cat="concatenate",
    Tensor="ndarray",
    long="int64",
    bool="bool_",
)
"""What checks use of torch itself and numpy has under another name."""
TORCH_OWN = {
    name: f"def torch_{name}(*shape, dtype=float):\n"
    f"    shape = shape[0] if isinstance(shape[0], tuple) else shape\n"
    f"    return np.{name}(shape, dtype)"
    for name in ("zeros", "ones")
}
TORCH_OWN["sigmoid"] = "def torch_sigmoid(x):\n    return 1 / (1 + np.exp(-x))"
EXPAND = (
    "def expand(x, *shape):\n"
    "    known = (1,) * (len(shape) - x.ndim) + x.shape\n"
    "    return np.broadcast_to(x, [k if n == -1 else n for n, k in zip(shape, known)])"
)
SIDES = '''class Sides:
    """The two sides of the statement, entry by entry."""

    def __init__(self, left, relation, right):
        left, right = np.atleast_1d(left), np.atleast_1d(right)
        self.left, self.right = (x.ravel() for x in np.broadcast_arrays(left, right))
        self.relation = relation
        self.hypotheses = []

    def given(self, hypothesis, strict=False):
        self.hypotheses.append(float(np.min(hypothesis)))
        return self

    def trivial_where(self, excess):
        return self

    def report(self, **measured):
        return self'''
MARGINS = {
    "equal": 'def equal(left, right):\n    return Sides(left, "=", right)',
    "at_most": 'def at_most(left, right):\n    return Sides(left, "<=", right)',
    "less_than": 'def less_than(left, right):\n    return Sides(left, "<", right)',
    "greater_than": 'def greater_than(left, right):\n    return Sides(right, "<", left)',
    "at_least": 'def at_least(left, right):\n    return Sides(right, "<=", left)',
}
SHOW = """
excess = margin.left - margin.right
worst = int(np.argmax(abs(excess) if margin.relation == "=" else excess))
print(f"left  {margin.left[worst]!s}")
print(f"right {margin.right[worst]!s}")
print(f"but the statement says left {margin.relation} right")
for hypothesis in margin.hypotheses:
    print(f"a hypothesis says 0 <= {hypothesis}")
"""
UNAVAILABLE = "def unavailable(why):\n    raise NotImplementedError(why)"
PROMPT = '''class Prompt:
    """The data of one instance, each quantity with a leading axis of length one."""

    def __init__(self, **quantities):
        self.__dict__.update(quantities)

    def __len__(self):
        return 1

    def items(self):
        return self.__dict__.items()

    def map(self, change):
        return Prompt(**{name: change(value) for name, value in self.__dict__.items()})'''
