"""The format conversion: exact in rationals up to 25 samples, its resources, what it refuses."""

import pytest
import torch
from torch import Tensor

from constructions.format_conversion import (
    decoder_format,
    decoder_stream,
    encoder_format,
    encoder_part,
    format_conversion,
)
from constructions.pca_layers import resources
from lemmata.search.lifting import lift


def data(d: int, N: int, batch: int = 1) -> tuple[Tensor, Tensor, Tensor]:
    generator = torch.Generator().manual_seed(N)
    draws = torch.randint(-64, 64, (batch, d + 1, N + 1), generator=generator).double() / 8
    return draws[:, :d, :N], draws[:, d, :N], draws[:, :d, N]


@pytest.mark.parametrize(("d", "spare"), [(1, 0), (3, 0), (2, 4)])
@pytest.mark.parametrize("N", [1, 2, 3, 7, 25])
def test_the_conversion_is_exact(d: int, N: int, spare: int) -> None:
    X, y, query = (lift(part, "rational") for part in data(d, N))
    out = format_conversion(d, spare)(decoder_format(X, y, query, spare))
    wanted = encoder_format(X, y, query, spare)
    found = encoder_part(out, d, spare)
    assert all(bool(v == 0) for v in (found - wanted).values.ravel())


def test_everything_else_stays_but_the_pair_index() -> None:
    samples = data(2, 6, batch=4)
    H = decoder_format(*samples)
    out = format_conversion(2)(H)
    stream = decoder_stream(2)
    k = torch.arange(1, 8, dtype=torch.float64)
    pair = stream.read(out, "pair")[:, 0]
    assert torch.allclose(pair[:, ::2], k * k + 3 * k, atol=1e-12)
    assert torch.allclose(pair[:, 1::2], (k * k + 2 * k)[:-1], atol=1e-12)
    for name in ("y", "one", "even"):
        assert torch.equal(stream.read(out, name), stream.read(H, name))
    assert torch.equal(stream.read(out, "x")[..., ::2], stream.read(H, "x")[..., ::2])


def test_the_input_is_the_one_of_the_slides() -> None:
    X, y, query = data(2, 3)
    H = decoder_format(X, y, query)
    stream = decoder_stream(2)
    assert H.shape == (1, 6, 7)  # D = d + 4
    assert torch.equal(stream.read(H, "x")[..., ::2], torch.cat([X, query[..., None]], -1))
    assert not stream.read(H, "x")[..., 1::2].any()
    assert torch.equal(stream.read(H, "y")[:, 0, 1::2], y)
    assert stream.read(H, "pair")[0, 0].tolist() == [1, 1, 2, 2, 3, 3, 4]
    assert stream.read(H, "one")[0, 0].tolist() == [1] * 7
    assert stream.read(H, "even")[0, 0].tolist() == [0, 1, 0, 1, 0, 1, 0]


def test_it_stays_within_the_printed_resources() -> None:
    told = resources(format_conversion(5))
    assert told.depth == 2
    assert told.heads == 1 <= 3
    assert told.norm == pytest.approx(6**0.5 + 2.5) and told.norm <= 12


def test_misuse() -> None:
    X, y, query = data(2, 3)
    with pytest.raises(ValueError, match="expected \\(batch, d, N\\)"):
        decoder_format(X, y[:, :2], query)
    with pytest.raises(ValueError, match="N is 0"):
        decoder_format(X[..., :0], y[:, :0], query)
    with pytest.raises(ValueError, match="spare is -1"):
        format_conversion(2, -1)
    with pytest.raises(ValueError, match="at least 1"):
        format_conversion(0)
