"""The PCA transformer against exact PCA, its error law, its resources, and what it refuses."""

import math
from typing import Any

import pytest
import torch
from torch import Tensor

from baselines.pca import power_method_deflation, top_components
from constructions.attention import Head
from constructions.pca import (
    Build,
    Shell,
    coefficients,
    embed,
    found_matrix,
    pca_transformer,
    plan,
    readout,
    shell_error,
)
from constructions.pca_layers import relu_attention, resources
from constructions.pca_printed import covariance_layer, normalisation_layer, power_layer, printed_stream
from lemmata.numbers import exact, values
from lemmata.search.lifting import lift


def instance(d: int, N: int, k: int, ratio: float = 0.5) -> tuple[Tensor, Tensor]:
    """X with eigenvalues 16, 16 ratio, ... of X X^T, and starts from the sphere."""
    generator = torch.Generator().manual_seed(0)
    size = 16 * ratio ** torch.arange(d, dtype=torch.float64)
    U, _ = torch.linalg.qr(torch.randn(d, d, generator=generator, dtype=torch.float64))
    W, _ = torch.linalg.qr(torch.randn(N, d, generator=generator, dtype=torch.float64))
    starts = torch.randn(1, k, d, generator=generator, dtype=torch.float64)
    return ((U * size.sqrt()) @ W.mT)[None], starts / starts.norm(dim=-1, keepdim=True)


def eigenvectors(X: Tensor, starts: Tensor) -> Tensor:
    """``(batch, k, d)`` from exact PCA, each on the side of its start."""
    vectors = top_components(X @ X.mT, starts.shape[1]).eigenvectors.value.mT
    return vectors * (vectors * starts).sum(-1, keepdim=True).sign()


SHELL = Shell(0.2, 20.0, 100)


@pytest.mark.slow
def test_the_exact_eigenvectors_at_d_10() -> None:
    X, starts = instance(10, 20, 3)
    tf = pca_transformer(10, 20, 3, 45, SHELL)
    found = readout(tf(embed(X, starts)), 3, 10)
    exact = eigenvectors(X, starts)
    assert float((found - exact).norm(dim=-1).max()) < 1e-3
    directions = found / found.norm(dim=-1, keepdim=True)
    assert float((directions - exact).norm(dim=-1).max()) < 1e-12
    assert float((found.norm(dim=-1) - 1).abs().max()) <= shell_error(SHELL, 0.5) + 1e-12
    told = resources(tf)
    assert (told.depth, told.heads) == (1 + 3 * (2 * 45 + 3), 100)
    assert told.norm < 200


def test_directions_are_those_of_the_power_method() -> None:
    X, starts = instance(4, 5, 2)
    shell = Shell(0.2, 20.0, 60)
    found = readout(pca_transformer(4, 5, 2, 6, shell)(embed(X, starts)), 2, 4)
    plain = power_method_deflation(X @ X.mT, starts, 6).vectors.movedim(0, 1)
    directions = found / found.norm(dim=-1, keepdim=True)
    assert float((directions[:, 0] - plain[:, 0]).norm()) < 1e-12
    # The removals differ by the error of the square root.
    assert float((directions[:, 1] - plain[:, 1]).norm()) < 0.05


@pytest.mark.parametrize(("d", "N", "k"), [(1, 1, 1), (2, 2, 2), (3, 7, 1), (3, 3, 3)])
@pytest.mark.parametrize("mean", [True, False])
def test_any_size(d: int, N: int, k: int, mean: bool) -> None:
    X, starts = instance(d, N, k, 0.25)
    tf = pca_transformer(d, N, k, 25, Shell(0.01, 20.0, 120), mean=mean)
    found = readout(tf(embed(X, starts)), k, d)
    assert float((found - eigenvectors(X, starts)).norm(dim=-1).max()) < 1e-3


@pytest.mark.parametrize(("k", "tau"), [(1, 1), (1, 3), (3, 2)])
def test_its_layers_are_those_of_the_plan(k: int, tau: int) -> None:
    names = [name for name, _ in plan(k, tau)]
    layers = pca_transformer(4, 4, k, tau, SHELL).layers
    assert [layer.name for layer in layers if layer.name in names] == names
    assert len(layers) == len(names) == 1 + k * (2 * tau + 3)


def test_the_covariance_is_exact_and_the_removal_subtracts() -> None:
    X, starts = instance(3, 4, 1)
    tf = pca_transformer(3, 4, 1, 40, Shell(0.5, 20.0, 200))
    H = embed(X, starts)
    A = X @ X.mT
    assert torch.allclose(found_matrix(tf, H, lambda x: x.name == "covariance"), A, atol=1e-13)
    v = eigenvectors(X, starts)[:, 0]
    left = A - 16 * v[:, :, None] * v[:, None, :]
    removed = found_matrix(tf, H, lambda x: x.name == "remove")
    shell = Shell(0.5, 20.0, 200)  # one normalisation, and the square root twice
    allowed = 16 * 1.001 * (shell_error(shell, 0.5) + 2 * shell_error(shell, 0.25))
    assert float((removed - left).norm()) < allowed
    with pytest.raises(ValueError, match="no layer"):
        found_matrix(tf, H, lambda x: False)


@pytest.mark.parametrize("power", [0.5, 0.25])
@pytest.mark.parametrize("heads", [2, 3, 10, 101])
def test_the_error_law_of_the_heads(power: float, heads: int) -> None:
    shell = Shell(0.5, 5.0, heads)
    first, linear, bends = coefficients(shell, power)
    s = torch.logspace(math.log10(0.25), math.log10(25), 20_001, dtype=torch.float64)
    g = first + linear * s + sum(c * torch.relu(t - s) for t, c in bends)
    measured = float((g * s**power - 1).abs().max())
    assert len(bends) + 2 == heads
    assert measured == pytest.approx(shell_error(shell, power), rel=1e-3)
    law = (3 / 64 if power == 0.5 else 5 / 256) * (2 * math.log(10) / (heads - 1)) ** 2
    assert measured <= law
    if heads == 101:
        assert measured > 0.98 * law
        assert power == 0.25 or measured < 1e-4


def test_exact_arithmetic_agrees() -> None:
    X, starts = instance(2, 2, 1)
    tf = pca_transformer(2, 2, 1, 2, Shell(0.5, 20.0, 4))
    floats = readout(tf(embed(X, starts)), 1, 2)
    exact = readout(tf(embed(lift(X, "rational"), lift(starts, "rational"))), 1, 2)
    assert torch.allclose(values(exact), floats, rtol=1e-12)


def with_zeros(generator: torch.Generator) -> Tensor:
    """A small matrix, whole rows and columns of which are 0."""
    whole = torch.randint(-3, 4, (4, 4), generator=generator).double() / 2
    rows, columns = torch.rand(2, 4, generator=generator) > 0.4
    return whole * (rows[:, None] & columns)


@pytest.mark.parametrize("form", ["matrix", "vector"])
@pytest.mark.parametrize("mean", [True, False])
def test_layers_skip_zeros_and_nothing_else(form: Any, mean: bool) -> None:
    generator = torch.Generator().manual_seed(0)
    for _ in range(8):
        V, Q, K = ([with_zeros(generator) for _ in range(3)] for _ in "VQK")
        layer = relu_attention(tuple(map(Head, V, Q, K)), form, mean)
        H = torch.randint(-8, 9, (2, 4, 3), generator=generator).double() / 4
        wanted = H.clone()
        for head in layer.heads:
            scores = (head.Q @ H).mT @ (head.K @ H)
            scores = torch.relu(scores if form == "matrix" else scores.mT)
            wanted = wanted + (head.V @ H) @ scores / (3 if mean else 1)
        assert torch.allclose(layer(H), wanted, rtol=0, atol=1e-12)
        with exact.ball_precision():
            for ring in ("rational", "ball", "tracked"):
                found = layer(lift(H, ring))
                assert torch.allclose(values(found), wanted, rtol=0, atol=1e-12)
    nothing = torch.zeros(4, 4, dtype=torch.float64)
    idle = relu_attention((Head(nothing, nothing, nothing),), form, mean)
    assert torch.equal(values(idle(lift(H, "rational"))), H)
    assert torch.equal(idle(H), H)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((3, 2, 1), "N is 2 and d is 3.*append columns of zeros"),
        ((2, 4, 3), "k is 3; there are only d = 2"),
        ((0, 4, 1), "d is 0"),
        ((2, 4, 0), "k is 0"),
    ],
)
def test_bad_sizes(arguments: tuple[int, int, int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        Build(*arguments)


def test_bad_shells_and_iterations() -> None:
    for r, R in ((0.0, 1.0), (2.0, 1.0), (1.0, math.inf), (math.nan, 1.0)):
        with pytest.raises(ValueError, match="0 < r < R"):
            Shell(r, R, 4)
    with pytest.raises(ValueError, match="at least 2"):
        Shell(1.0, 2.0, 1)
    with pytest.raises(ValueError, match="tau is 0"):
        pca_transformer(2, 2, 1, 0, Shell(1.0, 2.0, 4))
    with pytest.raises(TypeError, match="whole number"):
        Build(2.0, 4, 1)  # type: ignore[arg-type]


def test_bad_data() -> None:
    X, starts = instance(2, 3, 1)
    for data, told in (
        ((X * math.nan, starts), "NaN or infinite"),
        ((X * 0, starts), "X is zero"),
        ((X, starts * 0), "a start is zero"),
        ((X[..., :1], starts), "N >= d"),
        ((X, torch.ones(1, 3, 2, dtype=torch.float64)), "k is 3"),
        ((X, starts[0]), "expected"),
    ):
        with pytest.raises(ValueError, match=told):
            embed(*data)


def test_both_forms_and_the_mean() -> None:
    generator = torch.Generator().manual_seed(1)
    V, Q, K = torch.randn(3, 4, 4, generator=generator, dtype=torch.float64)
    H = torch.randn(2, 4, 3, generator=generator, dtype=torch.float64)
    head = (Head(V, Q, K),)
    for mean, divisor in ((True, 3), (False, 1)):
        scores = torch.relu((Q @ H).mT @ (K @ H))
        matrix = H + (V @ H) @ scores / divisor
        vector = H + (V @ H) @ scores.mT / divisor  # V h_j weighted by <Q h_i, K h_j>
        assert torch.allclose(relu_attention(head, "matrix", mean)(H), matrix)
        assert torch.allclose(relu_attention(head, "vector", mean)(H), vector)
    with pytest.raises(ValueError, match="expected"):
        relu_attention(head)(H[:, :3])
    assert torch.equal(relu_attention(())(H), H)


def test_the_printed_layers_stand_where_they_are_printed() -> None:
    stream = printed_stream(2, 2)
    assert stream.names == ("x", "y", "p1", "p2", "p3", "p4", "p5")
    d = 2
    offsets = {"p1": d + 1, "p2": 2 * d + 1, "p3": 3 * d + 1, "p4": 4 * d + 1, "p5": 5 * d + 1}
    assert {name: stream.slices[name].start for name in offsets} == offsets
    head = power_layer(stream).heads[0]
    V = torch.zeros(stream.size, stream.size, dtype=torch.float64)
    V[3 * d + 1 : 4 * d + 1, 2 * d + 1 : 3 * d + 1] = torch.eye(d)
    assert torch.equal(head.V, V)
    H = torch.randn(1, stream.size, 3, dtype=torch.float64)
    assert torch.equal(power_layer(stream)(H), H)  # queries and keys write different rows
    first = covariance_layer(printed_stream(2, 2, y=False)).heads
    assert torch.equal(first[0].V, torch.eye(12, dtype=torch.float64))
    with pytest.raises(ValueError, match="expected"):
        normalisation_layer(stream, torch.ones(2, 3, dtype=torch.float64), [1.0, 1.0])
