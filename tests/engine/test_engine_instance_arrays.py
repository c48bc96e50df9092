"""Idioms of NumPy over one instance, in every arithmetic, against NumPy itself."""

from __future__ import annotations

import builtins
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import torch

from lemmata import Margin, Paper, equal, mutants, printed, reals, theorem
from lemmata import numbers as o
from lemmata.claims.prompt import Prompt
from lemmata.numbers import InstanceArray, Vector, concat, exact, over_batches, values
from lemmata.numbers.advice import NotInVocabulary
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import NotExact
from lemmata.numbers.instance_arrays import DifferentWays, of_one_instance
from lemmata.search.lifting import lift

Idiom = Callable[..., Any]
SAME: dict[str, Idiom] = {
    "x @ A @ x": lambda x, y, A, B: x @ A @ x,
    "A @ x + y": lambda x, y, A, B: A @ x + y,
    "x @ A": lambda x, y, A, B: x @ A,
    "x[:, None] * y[None, :]": lambda x, y, A, B: x[:, None] * y[None, :],
    "x[0] * A": lambda x, y, A, B: x[0] * A,
    "a projection": lambda x, y, A, B: x - x @ y / (y @ y) * y,
    "A.T @ B": lambda x, y, A, B: A.T @ B,
    "A - A.T": lambda x, y, A, B: A - A.T,
    "A[1:, :2]": lambda x, y, A, B: A[1:, :2],
    "A[:, 0]": lambda x, y, A, B: A[:, 0],
    "A[..., 0]": lambda x, y, A, B: A[..., 0],
    "x[::-1]": lambda x, y, A, B: x[::-1],
    "A[:, ::-1]": lambda x, y, A, B: A[:, ::-1],
    "x[-1] * A[-1, 0]": lambda x, y, A, B: x[-1] * A[-1, 0],
    "A[[0, 2]]": lambda x, y, A, B: A[[0, 2]],
    "x.sum()": lambda x, y, A, B: x.sum(),
    "A.sum(0)": lambda x, y, A, B: A.sum(0),
    "A.mean(1)": lambda x, y, A, B: A.mean(1),
    "A.max(0)": lambda x, y, A, B: A.max(0),
    "A.reshape(-1)": lambda x, y, A, B: A.reshape(-1),
    "a sum of Python": lambda x, y, A, B: builtins.sum(a * b for a, b in zip(x, y, strict=True)),
    "rows": lambda x, y, A, B: builtins.sum(row @ x for row in A),
    "len(x) and x.shape": lambda x, y, A, B: x * len(x) * x.shape[0],
    "a branch": lambda x, y, A, B: x if x[0] > 0 else -y,
    "max of Python": lambda x, y, A, B: builtins.max(x[0], y[0]),
    "numbers on both sides": lambda x, y, A, B: (3 - x) * (2 / (1 + x * x)) @ (2 * A),
    "the same": lambda x, y, A, B: x * 0 if x[0] == y[0] else y,
    "another": lambda x, y, A, B: x if A[0, 0] != y[0] else y,
    "a power": lambda x, y, A, B: x**2,
}
OURS: dict[str, tuple[Idiom, Idiom]] = {
    "sum(A)": (lambda x, y, A, B: o.sum(A), lambda x, y, A, B: np.sum(A)),
    "sum(A, 0)": (lambda x, y, A, B: o.sum(A, 0), lambda x, y, A, B: np.sum(A, 0)),
    "sum(A, axis=1, keepdims)": (
        lambda x, y, A, B: A / o.sum(A * A, axis=1, keepdims=True),
        lambda x, y, A, B: A / np.sum(A * A, axis=1, keepdims=True),
    ),
    "norm(x)": (lambda x, y, A, B: o.norm(x), lambda x, y, A, B: np.linalg.norm(x)),
    "norm(A)": (lambda x, y, A, B: o.norm(A), lambda x, y, A, B: np.linalg.norm(A)),
    "max(abs(A))": (lambda x, y, A, B: o.max(abs(A)), lambda x, y, A, B: np.max(abs(A))),
    "trace(A @ B)": (lambda x, y, A, B: o.trace(A @ B), lambda x, y, A, B: np.trace(A @ B)),
    "outer(x, y)": (lambda x, y, A, B: o.outer(x, y), lambda x, y, A, B: np.outer(x, y)),
    "solve(A, x)": (lambda x, y, A, B: o.linalg.solve(A, x), lambda x, y, A, B: np.linalg.solve(A, x)),
    "solve(2 I, x)": (lambda x, y, A, B: o.linalg.solve(o.eye(3) * 2, x), lambda x, y, A, B: x / 2),
    "inv(A) @ A": (lambda x, y, A, B: o.linalg.inv(A) @ A, lambda x, y, A, B: np.eye(3)),
    "det(A)": (lambda x, y, A, B: o.linalg.det(A), lambda x, y, A, B: np.linalg.det(A)),
    "eigvalsh(A + A.T)": (
        lambda x, y, A, B: o.linalg.eigvalsh(A + A.T),
        lambda x, y, A, B: np.linalg.eigvalsh(A + A.T),
    ),
    "diag(x) * diag(A)": (lambda x, y, A, B: o.diag(x) * o.diag(A), lambda x, y, A, B: np.diag(x) * np.diag(A)),
    "triu(A, 1)": (lambda x, y, A, B: o.triu(A, 1), lambda x, y, A, B: np.triu(A, 1)),
    "stack([x, y]) @ A": (lambda x, y, A, B: o.stack([x, y]) @ A, lambda x, y, A, B: np.stack([x, y]) @ A),
    "stack([x, y], 1)": (lambda x, y, A, B: o.stack([x, y], 1), lambda x, y, A, B: np.stack([x, y], 1)),
    "concat([x, 1])": (lambda x, y, A, B: o.concat([x, 1]), lambda x, y, A, B: np.concatenate([x, [1]])),
    "concat([x, [0, 1], [x[0]]])": (
        lambda x, y, A, B: o.concat([x, [0, 1], [x[0]]]),
        lambda x, y, A, B: np.concatenate([x, [0, 1], [x[0]]]),
    ),
    "concat([A, B], 1)": (lambda x, y, A, B: o.concat([A, B], 1), lambda x, y, A, B: np.concatenate([A, B], 1)),
    "stack of numbers": (
        lambda x, y, A, B: o.stack([x[0], x @ y, 1]),
        lambda x, y, A, B: np.array([x[0], x @ y, 1]),
    ),
    "constant([1, 2, 3]) @ x": (
        lambda x, y, A, B: o.constant([1, 2, 3]) @ x,
        lambda x, y, A, B: np.array([1, 2, 3]) @ x,
    ),
    "einsum": (
        lambda x, y, A, B: o.einsum("ij,j,k->ik", A, x, y),
        lambda x, y, A, B: np.einsum("ij,j,k->ik", A, x, y),
    ),
    "where(x > 0, x, y)": (lambda x, y, A, B: o.where(x > 0, x, y), lambda x, y, A, B: np.where(x > 0, x, y)),
    "maximum(x, A)": (lambda x, y, A, B: o.maximum(x, A), lambda x, y, A, B: np.maximum(x, A)),
    "mean(x)": (lambda x, y, A, B: o.sum(x) / len(x) - 2 * o.mean(x), lambda x, y, A, B: -np.mean(x)),
    "sort(x)": (lambda x, y, A, B: o.sort(x), lambda x, y, A, B: np.sort(x)),
    "cumsum(x)": (lambda x, y, A, B: o.cumsum(x), lambda x, y, A, B: np.cumsum(x)),
    "prod(A)": (lambda x, y, A, B: o.prod(A), lambda x, y, A, B: np.prod(A)),
    "x[argmax(y)]": (lambda x, y, A, B: x[o.argmax(y)], lambda x, y, A, B: x[np.argmax(y)]),
    "zeros and eye": (
        lambda x, y, A, B: o.zeros((3, 3)) + o.eye(3) - A,
        lambda x, y, A, B: np.zeros((3, 3)) + np.eye(3) - A,
    ),
    "clip(x, -1, 1)": (lambda x, y, A, B: o.clip(x, -1, 1), lambda x, y, A, B: np.clip(x, -1, 1)),
    "a mask of places": (
        lambda x, y, A, B: o.where(torch.arange(3) < 2, x, 0),
        lambda x, y, A, B: np.where(np.arange(3) < 2, x, 0),
    ),
    "where(A == 0, x, A)": (
        lambda x, y, A, B: o.where(A == 0, x, A),
        lambda x, y, A, B: np.where(A == 0, x, A),
    ),
    "det(A=A)": (lambda x, y, A, B: o.linalg.det(A=A), lambda x, y, A, B: np.linalg.det(A)),
    "abs(x=x @ y)": (lambda x, y, A, B: o.abs(x=x @ y), lambda x, y, A, B: np.abs(x @ y)),
    "sum of what a loop gives": (
        lambda x, y, A, B: o.sum(x[k] * y[k] for k in range(3)) + o.sum(range(3)) + o.max(2, 1) + o.min([1, 2]),
        lambda x, y, A, B: x @ y + 3 + 2 + 1,
    ),
    "max of what a loop gives": (
        lambda x, y, A, B: o.max(row @ y for row in A),
        lambda x, y, A, B: np.max(A @ y),
    ),
    "mean of squares": (lambda x, y, A, B: o.var(x), lambda x, y, A, B: np.var(x)),
}
IDIOMS = {name: (idiom, idiom) for name, idiom in SAME.items()} | OURS
IRRATIONAL = ("norm(x)", "norm(A)", "eigvalsh(A + A.T)")
BATCH = 5


def _data() -> dict[str, torch.Tensor]:
    g = torch.Generator().manual_seed(3)
    shapes = {"x": (3,), "y": (3,), "A": (3, 3), "B": (3, 3)}
    return {n: torch.randint(-16, 17, (BATCH, *shape), generator=g).double() / 8 for n, shape in shapes.items()}


def _evaluated(idiom: Idiom, data: dict[str, Any]) -> Any:
    """What it gives for each instance, ways apart where they differ."""
    like = next(iter(data.values())).reshape(-1)[0]
    try:
        with of_one_instance(lambda: like):
            found = idiom(**{name: InstanceArray(x) for name, x in data.items()})
        return values(found.raw)
    except DifferentWays as ways:
        result: Any = [None] * len(ways.taken)
        for way in (ways.taken, ~ways.taken):
            part = _evaluated(idiom, {name: x[way] for name, x in data.items()})
            for place, row in zip(way.nonzero()[:, 0].tolist(), part, strict=True):
                result[place] = row
        return torch.stack(result)


@pytest.mark.parametrize("kind", [None, "tracked", "rational", "ball"])
@pytest.mark.parametrize("name", IDIOMS)
def test_an_idiom_of_numpy_means_what_it_means_there(name: str, kind: Any) -> None:
    ours, theirs = IDIOMS[name]
    data = _data()
    wanted = np.stack([theirs(**{k: v[i].numpy() for k, v in data.items()}) for i in range(BATCH)])
    if kind == "rational" and name in IRRATIONAL:
        with using(kind), pytest.raises(NotExact):
            _evaluated(ours, dict(lift(Prompt(**data), kind).items()))
        return
    with using(kind), exact.ball_precision():
        got = _evaluated(ours, dict((Prompt(**data) if kind is None else lift(Prompt(**data), kind)).items()))
    got = np.broadcast_to(got.numpy(), (BATCH, *got.shape[1:]))
    assert got.shape == wanted.shape
    np.testing.assert_allclose(got, wanted, atol=1e-9)


def _x() -> InstanceArray:
    return InstanceArray(_data()["x"])


def test_what_is_the_same_for_all_instances_is_shared() -> None:
    with of_one_instance(lambda: torch.zeros((), dtype=torch.float64)):
        shared = o.eye(3) @ o.constant([1, 2, 3])
        assert shared.shared and len(shared.raw) == 1
        assert not (shared + _x()).shared


@pytest.mark.parametrize(
    "wrong",
    [
        lambda x: _data()["x"] * x,
        lambda x: x + _data()["A"],
        lambda x: torch.relu(x),
        lambda x: float(x[0]),
        lambda x: x @ 2,
        lambda x: x.unsqueeze(0),
        lambda x: bool(x > 0),
    ],
)
def test_what_could_mix_instances_is_refused(wrong: Callable[[InstanceArray], Any]) -> None:
    with of_one_instance(lambda: torch.zeros((), dtype=torch.float64)), pytest.raises(NotInVocabulary):
        wrong(_x())


@pytest.mark.parametrize(
    ("wrong", "instead"),
    [
        (
            lambda x: np.linalg.norm(x),
            r"np\.norm .*: of lemmata.numbers write norm\(x\) of vectors, sum\(abs\(x\)\)",
        ),
        (lambda x: np.log(x), r"np\.log .* write log\(x\)$"),
        (lambda x: np.sum(x), r"np\.sum .* write sum\(x\)$"),
        (lambda x: np.max(x), r"np\.max .* write max\(x\), maximum\(x, y\) of two arrays$"),
        (lambda x: np.array([x[0], 1]), r"stack\(\[x\[0\], 1\]\) for np.array"),
        (lambda x: np.eye(3) * x, r"eye\(n\) for np.eye"),
        (lambda x: x.dot(x), "write x @ y$"),
        (lambda x: o.norm(x, 1), r"sum\(abs\(x\)\) for the l1 norm"),
        (lambda x: o.norm(o.outer(x, x), 2), r"linalg.svdvals\(x\)\[0\] for the spectral norm"),
        (lambda x: x[x > 0], "another length in each instance"),
        (lambda x: x.__setitem__(0, 1), "do not change"),
        (lambda x: round(x[0]), "no enclosure"),
        (lambda x: x[0] // 2, "no enclosure"),
        (lambda x: x(1), "annotate the parameter as a Callable"),
        (lambda x: o.outer(x, x).diagonal(), r"write diag\(x\)$"),
    ],
)
def test_what_is_refused_says_what_to_write(wrong: Callable[[InstanceArray], Any], instead: str) -> None:
    with (
        of_one_instance(lambda: torch.zeros((), dtype=torch.float64)),
        pytest.raises(NotInVocabulary, match=instead) as caught,
    ):
        wrong(_x())
    assert "[..., " not in str(caught.value) and "-1" not in str(caught.value)  # as over batches


def test_a_function_over_batches_is_called_through_the_bridge() -> None:
    seen = []

    def reference(A: Any, b: Any) -> Any:
        seen.append((tuple(A.shape), tuple(b.shape)))
        return (A @ b[..., None])[..., 0]

    data = _data()
    with of_one_instance(lambda: torch.zeros((), dtype=torch.float64)):
        found = over_batches(reference)(o.eye(3) * 2, InstanceArray(data["x"]))
    assert seen == [((BATCH, 3, 3), (BATCH, 3))]
    assert found.raw.equal(2 * data["x"]) and not found.shared


def test_what_all_instances_share_may_pass_the_bridge_without_their_axis() -> None:
    def reference(x: Any, A: Any) -> Any:
        return x @ A.mT

    one = over_batches(reference, given=["A"])
    with of_one_instance(lambda: torch.zeros((), dtype=torch.float64)):
        assert one(_x(), A=o.eye(3) * 2).raw.equal(2 * _x().raw)
        with pytest.raises(NotInVocabulary, match="A depends on the data"):
            one(_x(), A=o.outer(_x(), _x()))


def test_a_bridge_within_a_bridge_changes_nothing() -> None:
    """A network that a check was given may be called by code over batches."""
    inner = over_batches(lambda x: 2 * x)
    with of_one_instance(lambda: torch.zeros((), dtype=torch.float64)):
        assert over_batches(lambda x: inner(x.reshape(-1)).reshape(*x.shape))(_x()).raw.equal(2 * _x().raw)


def test_code_over_batches_is_what_it_was() -> None:
    """Within the bridge, and in engine code, the vocabulary is that of batches: an axis has to be named."""
    with pytest.raises(TypeError, match="the first axis"):
        o.sum(_data()["x"])
    with (
        of_one_instance(lambda: torch.zeros((), dtype=torch.float64)),
        pytest.raises(TypeError, match="the first axis"),
    ):
        over_batches(lambda x: o.sum(x))(_x())


THIRD = Fraction(1, 3)


def test_a_fraction_is_a_number_in_every_arithmetic() -> None:
    file = Paper("fractions", "Title", "Author", 2026, "key", "source.txt")

    @theorem(file, "Lemma 1", x=reals(2))
    @printed(r"$x/3-\frac13x=0$")
    @mutants(a_fourth=dict(third=Fraction(1, 4)))
    def thirds(x: Vector, third: Fraction = THIRD) -> Margin:
        """A third of a number is a third times the number."""
        return equal(concat([x / 3, x[:1] - third]), concat([third * x, -third + x[:1]]))

    assert thirds.hunt().outcomes == {"printed": "holds", "a fourth": "killed"}
