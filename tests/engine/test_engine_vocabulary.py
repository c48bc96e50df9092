"""The spellings of numpy and torch mean the same in every arithmetic, or a message names the right one."""

import math
from pathlib import Path

import numpy as np
import pytest
import torch

from lemmata import numbers
from lemmata.numbers import exact, linalg
from lemmata.numbers.advice import SPELLINGS as SPELLED
from lemmata.numbers.arithmetic import using
from lemmata.numbers.exact import NotExact
from lemmata.numbers.literals import FloatSlipped
from lemmata.search.lifting import lift

ARITHMETICS = ("tracked", "rational", "ball")
X = torch.tensor([[0.25, -1.5, 4.0], [1.0, 2.0, -2.0]], dtype=torch.float64)
P = X.abs()  # roots and logarithms want numbers that are not negative
M = torch.tensor([[[2.0, 1.0], [1.0, 2.0]], [[4.0, 0.0], [0.0, 1.0]]], dtype=torch.float64)

# As a newcomer writes them, of an array x; the same text is evaluated beside torch's tensors.
SPELLINGS = {
    "abs(x)": X,
    "numbers.abs(x)": X,
    "x.abs()": X,
    "x.sum(-1)": X,
    "x.sum(dim=-1)": X,
    "x.sum(dim=(0, 1))": X,
    "x.sum(axis=-1)": X,
    "x.sum(-1, keepdim=True)": X,
    "numbers.sum(x, -1, keepdims=True)": X,
    "numbers.sum(x, dim=-1, keepdim=True)": X,
    "numbers.stack([x, x], dim=-1)": X,
    "numbers.concat([x, x], dim=-1)": X,
    "numbers.max(x, dim=-1)": X,
    "numbers.sort(x, dim=0)": X,
    "numbers.argmax(x, dim=0)": X,
    "numbers.norm(x, dim=-1)": X,
    "numbers.norm(x, axis=-2)": X,
    "numbers.norm(x, (-2, -1))": M,
    "numbers.ones(3, x) * x": X,
    "x.mean(-1)": X,
    "x.mean(dim=-1)": X,
    "numbers.mean(x, -1)": X,
    "x.square()": X,
    "numbers.square(x)": X,
    "x**2": X,
    "x**-1": P,
    "x**0.5": P,
    "x**1.5": P,
    "x.pow(2)": X,
    "numbers.pow(x, 0.5)": P,
    "x.sqrt()": P,
    "x.amax(-1)": X,
    "x.amax(dim=-1, keepdim=True)": X,
    "x.amax((0, 1))": X,
    "x.amin(-1)": X,
    "numbers.max(x, -1)": X,
    "numbers.min(x, -1)": X,
    "numbers.maximum(x, 1)": X,
    "numbers.clip(x, -1, 1)": X,
    "x.clip(-1, 1)": X,
    "x.clamp(0)": X,
    "x.clamp(min=0)": X,
    "x.clamp(max=1)": X,
    "numbers.where(x > 0, x, -x)": X,
    "numbers.where(x > 0, 1, 0)": X,
    "numbers.where((x > 0) & (x < 3), x, 0)": X,
    "x > 0": X,
    "x >= 1": X,
    "x < x[:, :1]": X,
    "0 < x": X,
    "(x > 0).sum(-1)": X,
    "x * (x > 0)": X,
    "(x > 0) * x": X,
    "torch.ones(3, dtype=torch.float64) * x": X,
    "torch.ones(3, dtype=torch.float64) - x": X,
    "torch.ones(3, dtype=torch.float64) / x": P,
    "torch.eye(3, dtype=torch.float64) @ x[0][:, None]": X,
    "torch.zeros(3, dtype=torch.float64) < x": X,
    "np.float64(0.5) * x": X,
    "np.float64(0.5) < x": X,
    "np.int64(3) - x": X,
    "x[x > 0]": X,
    "x.argmax(-1)": X,
    "numbers.argmax(x, -1)": X,
    "numbers.argmin(x, -1)": X,
    "numbers.sort(x, -1)": X,
    "numbers.sort(x, 0)": X,
    "numbers.sort(x, -1, descending=True)": X,
    "numbers.concat([x, x], -1)": X,
    "numbers.stack([x, x], 0)": X,
    "x.transpose(-1, -2)": M,
    "x.transpose(0, 2)": M,
    "x.mT": M,
    "x.unsqueeze(-1)": X,
    "x.unsqueeze(0)": X,
    "x[:, :1].squeeze(-1)": X,
    "x.reshape(-1)": X,
    "x.reshape((3, 2))": X,
    "x @ x": M,
    "numbers.matmul(x, x)": M,
    "numbers.einsum('bij,bjk->bik', x, x)": M,
    "numbers.einsum('...ij,...j->...i', x, x[..., 0])": M,
    "numbers.einsum('ij,kj', x, x)": X,
    "numbers.einsum('i,j->ji', x[0], x[1])": X,
    "numbers.einsum('bij,ji->b', x, x[0])": M,
    "x.tanh()": X,
    "x.sin()": X,
    "x.cos()": X,
    "x.erf()": X,
    "x.exp()": X,
    "x.log()": P,
    "x.sigmoid()": X,
    "numbers.logistic(x)": X,
    "numbers.softmax(x, -1)": X,
    "numbers.softmax(x, dim=-1)": X,
    "x.softmax(-1)": X,
    "x.softmax(dim=-1)": X,
    "2**x": X,
    "linalg.solve(x, x[..., 0])": M,
    "linalg.solve(x, x)": M,
    "linalg.inv(x)": M,
    "linalg.det(x)": M,
    "linalg.eigvalsh(x)": M,
    "linalg.svdvals(x)": M,
    "linalg.qr(x)[0]": M,
    "linalg.qr(x)[1]": M,
    "x.ndim": X,
    "x.dim()": X,
    "+x": X,
    "~(x > 0)": X,
    "(x > 3) | (x < -1)": X,
    "x.neg()": X,
    "x.sign()": X,
    "x.relu()": X,
    "x[:, None]": X,
    "x[[1, 0]]": X,
    "x.numel()": X,
    "x.add(x)": X,
    "numbers.add(x, 1)": X,
    "x.sub(1)": X,
    "numbers.subtract(x, x)": X,
    "x.mul(2)": X,
    "numbers.multiply(x, x)": X,
    "x.div(2)": X,
    "numbers.divide(x, 2)": X,
    "x.mm(x)": M[0],
    "x.bmm(x)": M,
    "x.lt(0)": X,
    "x.le(1)": X,
    "x.gt(0)": X,
    "x.ge(x)": X,
    "x.clone()": X,
    "x.double()": X,
    "x.contiguous()": X,
    "x.cpu()": X,
    "numbers.vecdot(x, x)": X,
    "numbers.vecdot(x, x, axis=-2)": M,
    "numbers.outer(x, x[:, :2])": X,
    "numbers.ones_like(x) * x": X,
    "numbers.zeros_like(x) + x": X,
    "numbers.full_like(x, 3) * x": X,
    "numbers.log1p(x)": P,
    "x.log1p()": P,
    "numbers.xlogy(x, x)": P,
    "numbers.xlogy(x, 2)": X,
    "numbers.expm1(x)": X,
    "x.expm1()": X,
    "numbers.exp2(x)": X,
    "x.exp2()": X,
    "numbers.log2(x)": P,
    "x.log2()": P,
    "numbers.log10(x)": P,
    "x.log10()": P,
    "numbers.sinh(x)": X,
    "x.sinh()": X,
    "numbers.cosh(x)": X,
    "x.cosh()": X,
    "numbers.tan(x)": X,
    "x.tan()": X,
    "numbers.prod(x, -1)": X,
    "numbers.prod(x, 0, keepdims=True)": X,
    "numbers.prod(x[:, :0], -1)": X,
    "x.prod(-1)": X,
    "x.prod(dim=0, keepdim=True)": X,
    "numbers.cumsum(x, -1)": X,
    "x.cumsum(0)": X,
    "x.cumsum(dim=-1)": X,
    "numbers.cumprod(x, -1)": X,
    "x.cumprod(0)": X,
    "numbers.flip(x, -1)": X,
    "x.flip(0)": X,
    "numbers.roll(x, 1, -1)": X,
    "numbers.roll(x, -4, axis=0)": X,
    "numbers.tril(x)": M,
    "numbers.tril(x, -1)": X,
    "x.tril()": M,
    "numbers.triu(x)": M,
    "numbers.triu(x, 1)": X,
    "x.triu()": M,
    "numbers.var(x, -1)": X,
    "numbers.var(x, (0, 1), correction=1)": X,
    "numbers.var(x, -1, keepdims=True)": X,
    "numbers.std(x, -1)": X,
    "numbers.std(x, 0, 1)": X,
}

TORCHS = {
    "numbers.vecdot(x, x, axis=-2)": torch.linalg.vecdot(M, M, dim=-2),
    "numbers.outer(x, x[:, :2])": torch.stack([torch.outer(x, x[:2]) for x in X]),
    "numbers.log1p(x)": P.log1p(),
    "numbers.xlogy(x, x)": P.xlogy(P),
    "numbers.xlogy(x, 2)": X.xlogy(torch.tensor(2.0, dtype=torch.float64)),
    "numbers.expm1(x)": X.expm1(),
    "numbers.exp2(x)": X.exp2(),
    "numbers.log2(x)": P.log2(),
    "numbers.log10(x)": P.log10(),
    "numbers.sinh(x)": X.sinh(),
    "numbers.cosh(x)": X.cosh(),
    "numbers.tan(x)": X.tan(),
    "numbers.prod(x, 0, keepdims=True)": X.prod(0, keepdim=True),
    "numbers.prod(x[:, :0], -1)": X[:, :0].prod(-1),
    "numbers.cumsum(x, -1)": X.cumsum(-1),
    "numbers.cumprod(x, -1)": X.cumprod(-1),
    "numbers.flip(x, -1)": X.flip(-1),
    "numbers.roll(x, 1, -1)": X.roll(1, -1),
    "numbers.roll(x, -4, axis=0)": X.roll(-4, 0),
    "numbers.tril(x, -1)": X.tril(-1),
    "numbers.triu(x, 1)": X.triu(1),
    "numbers.full_like(x, 3) * x": torch.full_like(X, 3) * X,
    "numbers.var(x, (0, 1), correction=1)": X.var((0, 1)),
    "numbers.var(x, -1, keepdims=True)": X.var(-1, correction=0, keepdim=True),
    "numbers.std(x, 0, 1)": X.std(0),
    "numbers.std(x, -1)": X.std(-1, correction=0),
}
"""What torch makes of the same, where the function is not torch's by its definition."""


@pytest.mark.parametrize("text", TORCHS)
def test_a_function_of_floats_is_torchs(text):
    assert torch.allclose(meaning(text, SPELLINGS[text]), TORCHS[text], rtol=1e-14, atol=0)


EXACTLY = ("add", "sub", "mul", "mm", "vecdot", "outer", "like", "prod", "cum", "flip", "roll", "tri", "var")


@pytest.mark.parametrize("text", [text for text in SPELLINGS if any(name in text for name in EXACTLY)])
def test_sums_products_and_choices_of_rationals_are_exact(text):
    found = meaning(text, lift(SPELLINGS[text], "rational"))
    assert torch.allclose(numbers.values(found), meaning(text, SPELLINGS[text]), rtol=1e-15, atol=0)
    assert found.ring == "rational"


@pytest.mark.parametrize("text", ["numbers.log1p(x)", "numbers.expm1(x)"])
def test_a_small_number_keeps_its_digits_in_floats(text):
    x = torch.tensor([2.0**-60], dtype=torch.float64)
    assert meaning(text, x).equal(x)


@pytest.mark.parametrize("name", ["log1p", "expm1", "sinh", "cosh", "tan", "exp2", "log2", "log10"])
def test_a_plain_number_is_taken(name):
    found = getattr(numbers, name)(0.5)
    assert math.isclose(
        float(found), getattr(torch, name)(torch.tensor(0.5, dtype=torch.float64)), rel_tol=1e-14
    )


def meaning(text, x):
    return eval(text, {"numbers": numbers, "linalg": linalg, "torch": torch, "np": np, "abs": abs}, {"x": x})


@pytest.mark.parametrize("arithmetic", ARITHMETICS)
@pytest.mark.parametrize("text", SPELLINGS)
def test_a_spelling_means_what_it_means_of_tensors(text, arithmetic):
    expected = torch.as_tensor(meaning(text, SPELLINGS[text]))
    with exact.ball_precision():
        try:
            found = meaning(text, lift(SPELLINGS[text], arithmetic))
        except NotExact:  # as of exp: the engine goes on to balls
            assert arithmetic == "rational"
            return
        found = torch.as_tensor(found) if isinstance(found, int | bool) else numbers.values(found)
    assert found.shape == expected.shape
    assert torch.allclose(found.double(), expected.double(), rtol=1e-13, atol=1e-13)


ADVICE = {
    "0.1 * x": (FloatSlipped, "x / 10 for 0.1"),
    "x**0.3": (FloatSlipped, r"pow\(x, Fraction\(1, 10\)\) for x\*\*0.1"),
    "x**x": (TypeError, r"exp\(y \* log\(x\)\)"),
    "x.max(-1)": (AttributeError, r"max\(x, -1\) or x\.amax\(-1\)"),
    "x.min(-1)": (AttributeError, r"min\(x, -1\)"),
    "x.sort()": (AttributeError, r"sort\(x, -1\)"),
    "x.norm(dim=-1)": (AttributeError, r"norm\(x, -1\) of vectors"),
    "x.norm(1)": (AttributeError, r"sum\(abs\(x\), -1\) for the l1 norm"),
    "numbers.norm(x, 1)": (TypeError, r"is no norm of that order: .*sum\(abs\(x\), -1\) for the l1 norm"),
    "numbers.norm(x, 2)": (TypeError, r"svdvals\(x\)\[\.\.\., 0\] for the spectral norm"),
    "numbers.norm(x, 'fro')": (TypeError, r"norm\(x, axis=\(-2, -1\)\) for that of Frobenius"),
    "numbers.norm(x, math.inf)": (TypeError, r"max\(abs\(x\), -1\) for the largest entry"),
    "numbers.norm(x, ord=1)": (TypeError, r"sum\(abs\(x\), -1\) for the l1 norm"),
    "numbers.sum(x)": (TypeError, r"write sum\(x, axis\), .*the first axis"),
    "numbers.stack([x, x])": (TypeError, r"write stack\(parts, axis\)"),
    "numbers.eye(3)": (TypeError, r"write eye\(n, like\), where like is an array or a number"),
    "numbers.ones(3)": (TypeError, r"write ones\(shape, like\)"),
    "numbers.zeros((2, 3))": (TypeError, r"write zeros\(shape, like\)"),
    "x.t()": (AttributeError, r"x\.mT"),
    "x.H": (AttributeError, r"x\.mT"),
    "x.trace()": (AttributeError, r"trace\(x\)"),
    "x.std(-1)": (AttributeError, r"write std\(x, axis\)"),
    "x.T": (AttributeError, r"x\.mT"),
    "x.view(-1)": (AttributeError, "reshape"),
    "x.permute(1, 0)": (AttributeError, "moveaxis"),
    "x.detach()": (AttributeError, "no gradients"),
    "x.item()": (AttributeError, "no axes"),
    "numbers.max(x, x)": (TypeError, r"write maximum\(x, y\)"),
    "numbers.min(3, 4)": (TypeError, r"write minimum\(x, y\)"),
    "x.wobble()": (AttributeError, "lemmata.numbers"),
    "x.sum()": (TypeError, r"x\.sum\(-1\)"),
    "x.mean()": (TypeError, r"x\.mean\(-1\)"),
    "x.transpose(0)": (TypeError, r"x\.transpose\(-1, -2\) or x\.mT"),
    "x == x": (TypeError, "sign"),
    "torch.abs(x)": (TypeError, r"torch\.abs .* write abs\(x\)"),
    "torch.exp(x)": (TypeError, r"write exp\(x\)"),
    "torch.relu(x)": (TypeError, r"write relu\(x\)"),
    "torch.softmax(x, -1)": (TypeError, r"write softmax\(x\)"),
    "torch.sigmoid(x)": (TypeError, r"write logistic\(x\)"),
    "torch.max(x)": (TypeError, r"write max\(x, -1\)"),
    "torch.cat([x, x])": (TypeError, r"write concat\("),
    "torch.where(torch.tensor([True, False, True]), x, x)": (TypeError, r"write where\(mask, x, y\)"),
    "torch.einsum('ij->i', x)": (TypeError, r"write einsum\(formula, \*parts\)"),
    "torch.linalg.eigvalsh(x)": (TypeError, r"write linalg\.eigvalsh\(A\)"),
    "torch.linalg.solve(x, x)": (TypeError, r"write linalg\.solve\(A, b\)"),
    "torch.linalg.svdvals(x)": (TypeError, r"write linalg\.svdvals\(A\)"),
    "torch.linalg.eigh(x)": (TypeError, r"write linalg\.eigvalsh\(x\)"),
    "torch.linalg.norm(x)": (TypeError, r"write norm\(x, -1\)"),
    "torch.nn.functional.gelu(x)": (TypeError, "lemmata.numbers"),
    "torch.linalg.vector_norm(x)": (TypeError, r"write norm\(x, -1\)"),
    "torch.stack([x, x])": (TypeError, r"write stack\(parts, axis\)"),
    "math.sqrt(x)": (TypeError, r"sqrt\(x\) for math\.sqrt\(x\)"),
    "float(x[0, 0])": (TypeError, r"values\(x\) gives floats"),
    "x.size(0)": (AttributeError, r"x\.shape"),
    "x.eq(0)": (AttributeError, r"\(x >= y\) & \(x <= y\)"),
    "x.to(torch.float64)": (AttributeError, "x as it is"),
    "x.round()": (AttributeError, "rounding to whole numbers"),
    "x % 2": (TypeError, "write comparisons"),
    "x // 2": (TypeError, "write comparisons"),
    "x.repeat(2, 1)": (AttributeError, "broadcast_to"),
    "numbers.prod(x)": (TypeError, r"write prod\(x, axis\)"),
    "numbers.dot(x, x)": (ImportError, r"write vecdot\(x, y\) of vectors"),
    "numbers.isclose(x, x)": (ImportError, "no check states a tolerance"),
    "numbers.linalg.eigh(x)": (ImportError, "eigenvectors are not enclosed"),
    "numbers.linalg.norm(x)": (ImportError, r"norm\(x, -1\)"),
    "numbers.linalg.cholesky(x)": (ImportError, r"linalg\.qr"),
    "numbers.linalg.lstsq(x, x)": (ImportError, r"linalg\.solve\(x\.mT @ x, x\.mT @ y\)"),
    "numbers.linalg.cond(x)": (ImportError, r"linalg\.svdvals"),
    "numbers.linalg.matrix_rank(x)": (ImportError, "a rank has no enclosure"),
    "numbers.linalg.slogdet(x)": (ImportError, r"log\(abs\(linalg\.det\(x\)\)\)"),
    "numbers.linalg.expm(x)": (ImportError, "a loop over powers of x"),
    "numbers.linalg.trace(x)": (ImportError, r"write trace, which is of lemmata\.numbers"),
    "numbers.svdvals(x)": (ImportError, r"write linalg\.svdvals"),
    "numbers.conca([x], 0)": (AttributeError, r"did you mean concat\?"),
    "numbers.vdot(x, x)": (ImportError, r"write vecdot\(x, y\)"),
    "numbers.transpose(x)": (ImportError, r"x\.mT"),
    "numbers.argsort(x)": (ImportError, r"sort\(x, -1\)"),
    "np.array(x)": (TypeError, r"np\.array .* write constant"),
    "np.asarray([x, x])": (TypeError, r"np\.array .* write constant"),
    "np.dot(x, x)": (TypeError, "a matrix times a vector"),
    "numbers.wobble(x)": (AttributeError, "lemmata.numbers has no wobble"),
    "np.abs(x)": (TypeError, r"write abs\(x\)"),
    "np.exp(x)": (TypeError, r"write exp\(x\)"),
    "np.linalg.solve(x, x)": (TypeError, r"write linalg\.solve\(A, b\)"),
    "np.concatenate([x, x])": (TypeError, r"write concat\(\[x, y\], -1\)"),
    "np.mean(x)": (TypeError, r"write mean\(x, axis\)"),
}


@pytest.mark.parametrize("arithmetic", ARITHMETICS)
@pytest.mark.parametrize("text", ADVICE)
def test_any_other_spelling_raises_with_the_one_to_write(text, arithmetic):
    error, message = ADVICE[text]
    x = lift(P, arithmetic)
    with pytest.raises(error, match=message):
        eval(text, {"numbers": numbers, "math": math, "torch": torch, "np": np}, {"x": x})


ADVISED = {
    "log_softmax": lambda x: x.log_softmax(-1),
    "vdot": lambda x: (x * x).sum(-1),
    "gelu": torch.nn.functional.gelu,
    "cond": torch.linalg.cond,
    "slogdet": lambda x: torch.linalg.slogdet(x).logabsdet,
}
"""Advice that is an expression of x (of x and y, of n entries) means what it stands in the place of."""
OF_MATRICES = ("cond", "slogdet")


@pytest.mark.parametrize("arithmetic", [None, "tracked", "ball"])
@pytest.mark.parametrize("name", ADVISED)
def test_what_is_advised_works(name, arithmetic):
    x = M if name in OF_MATRICES else P + 1
    expected = ADVISED[name](x)
    with exact.ball_precision(), using(arithmetic):
        lifted = x if arithmetic is None else lift(x, arithmetic)
        words = {**vars(numbers), "np": np, "x": lifted, "y": lifted, "n": x.shape[-1]}
        found = numbers.values(eval(SPELLED[name].partition(" of vectors")[0], words))
    assert torch.allclose(found, expected, rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize("arithmetic", ["tracked", "ball"])
@pytest.mark.parametrize("choice", [lambda x: x > 0, lambda x: numbers.argmax(x, -1)])
def test_a_choice_that_rounding_leaves_open_is_undecided(choice, arithmetic):
    with exact.ball_precision():
        x = lift(torch.tensor([[2.0, 2.0]], dtype=torch.float64), arithmetic)
        zero = numbers.sqrt(x) ** 2 - 2
        with pytest.raises(NotExact, match="too close to call"):
            choice(zero)


@pytest.mark.parametrize("power", [2, 3, 6])
def test_a_whole_power_of_a_ball_around_zero_is_a_small_one(power):
    with exact.ball_precision():
        x = lift(torch.tensor([2.0], dtype=torch.float64), "ball")
        found = (numbers.sqrt(x) ** 2 - 2) ** power
        assert numbers.values(numbers.sqrt(found) if power % 2 == 0 else found).abs().tolist() < [1e-30]


def test_choices_in_rationals_are_exact():
    x = lift(torch.tensor([[1.0, 3.0, 3.0]], dtype=torch.float64), "rational") / 3
    assert numbers.argmax(x, -1).tolist() == [1]
    assert (x > 1).tolist() == [[False, False, False]]
    assert (x >= 1).tolist() == [[False, True, True]]


def test_nothing_is_chosen_by_functions_of_variables():
    from lemmata.numbers.exact import Exact
    from lemmata.numbers.formal import NotFormal
    from lemmata.numbers.functions import Point, random_prime

    refused = (
        lambda x: x > 0,
        lambda x: numbers.sort(x, -1),
        lambda x: numbers.argmax(x, -1),
        lambda x: linalg.eigvalsh(x * x[:, None]),
    )
    for choice in refused:
        point = Point("vocabulary", random_prime("vocabulary"))
        x = Exact([point.variable(), point.variable()], "formal")
        with pytest.raises((NotExact, NotFormal)):
            choice(x)
        assert point.asked  # so that no identity rests on it, even if the refusal is caught


def test_the_reference_page_names_every_function():
    page = (Path(__file__).parents[2] / "docs" / "reference" / "arrays.md").read_text()
    head = page.partition("automodule")[0]
    names = [*numbers.__all__, *(f"linalg.{name}" for name in linalg.__all__)]
    assert [
        name for name in names if f"`{name}`" not in head and name not in ("Array", "InstanceArray", "linalg")
    ] == []
