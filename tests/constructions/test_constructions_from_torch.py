"""Softmax attention, layer normalisation, and networks read from torch's own modules."""

from fractions import Fraction

import pytest
import torch
from torch import Tensor, nn

from constructions import from_torch
from constructions.attention import Attention, Head
from constructions.norm import LayerNorm
from lemmata.numbers import exact, values
from lemmata.numbers.running_error import Tracked
from lemmata.search.lifting import lift


def module(*, norm_first: bool, bias: bool = True, layers: int = 2) -> nn.TransformerEncoder:
    torch.manual_seed(3)
    layer = nn.TransformerEncoderLayer(
        6, 3, 10, 0.3, batch_first=True, norm_first=norm_first, bias=bias, dtype=torch.float64
    )
    norm = nn.LayerNorm(6, dtype=torch.float64)
    encoder = nn.TransformerEncoder(layer, layers, norm, enable_nested_tensor=False)
    for parameter in encoder.parameters():  # torch starts biases at 0 and gains at 1
        nn.init.normal_(parameter, std=0.5)
    return encoder.eval()


def tokens(batch: int = 3, count: int = 4) -> Tensor:
    return torch.randn(batch, count, 6, generator=torch.Generator().manual_seed(1), dtype=torch.float64)


@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("norm_first", [True, False])
def test_a_network_of_torch_is_read_as_it_is(norm_first: bool, causal: bool, bias: bool) -> None:
    theirs, x = module(norm_first=norm_first, bias=bias), tokens()
    mask = nn.Transformer.generate_square_subsequent_mask(4, dtype=torch.float64) if causal else None
    expected = theirs(x, mask=mask, is_causal=causal).detach()
    ours = from_torch.transformer(theirs, causal=causal)
    H = ours(from_torch.embed(x))
    assert torch.allclose(ours.stream.read(H, "h").mT, expected, rtol=0, atol=1e-12)
    assert bool((ours.stream.read(H, "one") == 1).all())


@pytest.mark.parametrize("norm_first", [True, False])
def test_it_is_enclosed(norm_first: bool) -> None:
    ours = from_torch.transformer(module(norm_first=norm_first, layers=1), causal=True)
    H = from_torch.embed(tokens(1, 2))
    ball = ours(lift(H, "ball"))
    tracked = ours(Tracked.of(H))
    assert isinstance(ball, exact.Exact) and isinstance(tracked, Tracked)
    assert torch.allclose(values(ball), ours(H), atol=1e-12)
    assert bool(((values(ball) - tracked.value).abs() <= tracked.error + 1e-15).all())
    assert float(tracked.error.max()) < 1e-10


def test_every_weight_has_mutants() -> None:
    ours = from_torch.transformer(module(norm_first=True, layers=1))
    names = [name for name, _ in ours.derived_mutants()]
    assert {"norm gain[h] zeroed", "head 1 V[h<-one] negated", "W2[h<-hidden] one percent off"} <= set(names)
    H = from_torch.embed(tokens())
    assert not torch.allclose(ours.derived_mutant("norm gain[h] one percent off")(H), ours(H))


def test_softmax_attention_token_by_token() -> None:
    Q, K, V = torch.randn(3, 3, 3, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    layer = Attention((Head(V, Q, K),), score="softmax", mask="causal", average="none", form="vector")
    H = torch.randn(2, 3, 5, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    out = layer(H)
    for i in range(5):
        earlier = H[:, :, : i + 1]
        scores = torch.einsum("bd,bdj->bj", (Q @ H[:, :, i : i + 1])[..., 0], K @ earlier)
        expected = H[:, :, i] + (V @ earlier @ scores.softmax(-1)[:, :, None])[..., 0]
        assert torch.allclose(out[:, :, i], expected, atol=1e-12)
    with pytest.raises(ValueError, match="average='none'"):
        Attention((), score="softmax", mask="none", average="tokens", form="vector")


def test_layer_norm_is_torchs() -> None:
    theirs = nn.LayerNorm(6, eps=0.25, dtype=torch.float64)
    nn.init.normal_(theirs.weight)
    ours = LayerNorm(theirs.weight.detach(), theirs.bias.detach(), Fraction(1, 4))
    assert torch.allclose(ours(tokens().mT).mT, theirs(tokens()).detach(), atol=1e-13)


def test_what_cannot_be_read_says_so() -> None:
    with pytest.raises(TypeError, match=r"GRU cannot be read; nn\.TransformerEncoder"):
        from_torch.transformer(nn.GRU(2, 2))
    gelu = nn.TransformerEncoderLayer(4, 2, activation="gelu", batch_first=True)
    with pytest.raises(ValueError, match="only ReLU"):
        from_torch.transformer(gelu)
    with pytest.raises(TypeError, match="no layers"):
        from_torch.transformer(nn.Sequential())
