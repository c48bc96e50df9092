r"""Transformers whose weights are trained: the Small TF of Liu et al. 2025, section 6, and GPT-2 in its form.

Both read the sequence (4.2) and predict a label at every odd token: entry ``i`` of the ``N + 1``
predictions is that of $y_{i+1}$, made from $x_{i+1}$ and the first $i$ pairs. The architecture of Small
TF is Definitions 3.1 and 3.2 (ReLU scores, causal average, full ``(D, D)`` matrices in each head, no
layer norm), wide enough that the transformer of Theorem 4.1 is one choice of its weights
(:meth:`SmallTransformer.holding`).
"""

from __future__ import annotations

from typing import Any, Literal

import torch
from torch import Generator, Tensor, nn

from constructions.attention import Attention
from constructions.lista_vm import query_matrix
from constructions.mlp import Mlp
from constructions.transformer import Transformer
from lemmata.errors import MissingDependency

Readout = Literal["linear", "query", "constructed"]
READOUTS: tuple[Readout, ...] = ("linear", "query", "constructed")


def tokens_of(X: Tensor, y: Tensor, query: Tensor) -> Tensor:
    """The sequence (4.2) with tokens as rows, ``(batch, 2N + 1, 2d + 2)``.

    As :func:`constructions.lista_vm.embed`, without its look at every entry, for which each step of a
    training would wait on a GPU.

    Args:
        X: ``(batch, N, d)``.
        y: ``(batch, N)``.
        query: ``(batch, d)``, the last token.

    Raises:
        ValueError: the shapes do not fit together.
    """
    batch, N, d = X.shape if X.ndim == 3 else (0, 0, 0)
    if min(N, d) < 1 or y.shape != (batch, N) or query.shape != (batch, d):
        raise ValueError(
            f"X has shape {tuple(X.shape)}, y {tuple(y.shape)}, query {tuple(query.shape)}; "
            "expected (batch, N, d), (batch, N), (batch, d) with N >= 1 and d >= 1"
        )
    rows = torch.cat([X, query[:, None]], 1).repeat_interleave(2, 1)[:, :-1]
    H = X.new_zeros(batch, 2 * N + 1, 2 * d + 2)
    H[..., :d] = rows
    H[:, 1::2, d] = y
    H[:, ::2, -1] = 1.0
    return H


class SmallTransformer(nn.Module):
    """A decoder transformer of Definitions 3.1 to 3.3 with trainable weights.

    Args:
        d: columns of X; the embedding has ``D = 2d + 2`` rows.
        layers: of attention and MLP each.
        heads: in each attention.
        readout: ``linear`` (v, Definition 4.1), ``query`` (V, Definition 4.2) or ``constructed`` (the V of
            Corollary E.1, fixed).
        generator: draws the initial weights.

    Raises:
        ValueError: an unknown read-out.
    """

    def __init__(
        self, d: int, layers: int, heads: int, readout: Readout, generator: Generator | None = None
    ) -> None:
        super().__init__()
        if readout not in READOUTS:
            raise ValueError(f"readout must be one of {', '.join(READOUTS)}, got {readout!r}")
        self.d, self.heads, self.readout = d, heads, readout
        D = 2 * d + 2
        hidden = 4 * D  # as in (C.2)

        def normal(*shape: int, scale: float) -> nn.Parameter:
            return nn.Parameter(torch.randn(*shape, generator=generator) * scale)

        # No layer norm holds the stream, and attention is cubic in it: what a layer adds at the start, and
        # the scores, fall with the depth. At 12 layers of the paper's size all predictions are finite then.
        scores, out = (layers * D) ** -0.5, 1 / (layers * D**0.5)
        self.Q = normal(layers, heads, D, D, scale=scores)
        self.K = normal(layers, heads, D, D, scale=scores)
        self.V = normal(layers, heads, D, D, scale=out)
        self.W1 = normal(layers, hidden, D, scale=D**-0.5)
        self.b = nn.Parameter(torch.zeros(layers, hidden))
        self.W2 = normal(layers, D, hidden, scale=out / 2)
        fixed = query_matrix(d, torch.zeros((), dtype=self.Q.dtype))
        if readout == "constructed":
            self.register_buffer("read", fixed)
        else:
            shape = (D,) if readout == "linear" else (D, d)
            self.read = normal(*shape, scale=D**-0.5)

    def states(self, X: Tensor, y: Tensor, query: Tensor) -> list[Tensor]:
        """The input and the output of every layer, ``(batch, 2N + 1, D)`` each; tokens are rows.

        Arguments and errors are those of :func:`tokens_of`.
        """
        H = tokens_of(X, y, query)
        states = [H]
        tokens = H.shape[1]
        ones = torch.ones(tokens, tokens, dtype=H.dtype, device=H.device).tril()
        mask = ones / torch.arange(1, tokens + 1, device=H.device)[:, None]  # [i, j]: 1/i for j <= i
        for layer in zip(self.Q, self.K, self.V, self.W1, self.b, self.W2, strict=True):
            H = self._layer(H, mask, *layer)
            states.append(H)
        return states

    def _layer(
        self, H: Tensor, mask: Tensor, Q: Tensor, K: Tensor, V: Tensor, W1: Tensor, b: Tensor, W2: Tensor
    ) -> Tensor:
        batch, tokens, D = H.shape
        stacked = torch.cat([Q, K, V]).reshape(-1, D)
        projected = (H @ stacked.mT).reshape(batch, tokens, 3 * self.heads, D).transpose(1, 2)
        q, k, v = (projected[:, r * self.heads : (r + 1) * self.heads] for r in range(3))
        H = H + ((torch.relu(q @ k.mT) * mask) @ v).sum(1)
        return H + torch.relu(H @ W1.mT + b) @ W2.mT

    def forward(self, X: Tensor, y: Tensor, query: Tensor) -> Tensor:
        """The predicted labels ``(batch, N + 1)``; arguments and errors as :func:`tokens_of`."""
        H = self.states(X, y, query)[-1][:, ::2]
        if self.readout == "linear":
            return H @ self.read
        rows = torch.cat([X, query[:, None]], 1)
        return ((H @ self.read) * rows).sum(-1)

    @classmethod
    def holding(cls, tf: Transformer, d: int) -> SmallTransformer:
        """The network whose weights are those of a constructed transformer, read out by Corollary E.1.

        Raises:
            ValueError: its layers are no attentions and MLPs in turn.
        """
        attentions, mlps = tf.layers[::2], tf.layers[1::2]
        model = cls(d, len(mlps), len(getattr(attentions[0], "heads", ())), "constructed").double()
        for k, (attention, mlp) in enumerate(zip(attentions, mlps, strict=True)):
            if not isinstance(attention, Attention) or not isinstance(mlp, Mlp):
                raise ValueError(
                    f"layers {2 * k + 1} and {2 * k + 2} are {type(attention).__name__} and "
                    f"{type(mlp).__name__}; expected Attention and Mlp"
                )
            for role in "QKV":
                with torch.no_grad():
                    stacked = torch.stack([getattr(head, role) for head in attention.heads])
                    getattr(model, role)[k] = stacked
            with torch.no_grad():
                model.W1[k], model.b[k], model.W2[k] = mlp.W1, mlp.b, mlp.W2
        return model


class Gpt2(nn.Module):
    """GPT-2 (``transformers``) on the sequence (4.2), with linear maps in and out; no dropout.

    Args:
        d: columns of X.
        N: the longest prompt, for the position embeddings.
        layers, width, heads: of the model.
        seed: of the initial weights.

    Raises:
        MissingDependency: ``transformers`` is not installed.
    """

    def __init__(self, d: int, N: int, layers: int, width: int, heads: int, seed: int = 0) -> None:
        super().__init__()
        try:
            from transformers import GPT2Config, GPT2Model
        except ImportError as error:
            raise MissingDependency("transformers is not installed: pip install 'lemmata[train]'") from error
        configuration: Any = GPT2Config(
            vocab_size=1,  # tokens are vectors
            bos_token_id=None,
            eos_token_id=None,
            n_positions=2 * N + 1,
            n_embd=width,
            n_layer=layers,
            n_head=heads,
            resid_pdrop=0.0,
            embd_pdrop=0.0,
            attn_pdrop=0.0,
            use_cache=False,
        )
        with torch.random.fork_rng(devices=[]):
            torch.manual_seed(seed)  # transformers draws from the global generator
            self.read_in = nn.Linear(2 * d + 2, width)
            self.body = GPT2Model(configuration)
            self.read_out = nn.Linear(width, 1)

    def forward(self, X: Tensor, y: Tensor, query: Tensor) -> Tensor:
        """The predicted labels ``(batch, N + 1)``; arguments and errors as :func:`tokens_of`."""
        tokens = self.read_in(tokens_of(X, y, query))
        hidden = self.body(inputs_embeds=tokens).last_hidden_state
        predicted: Tensor = self.read_out(hidden[:, ::2])[..., 0]
        return predicted
