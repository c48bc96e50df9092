"""Settings, prompts and the witness of Lemma 2 (Ahn et al. 2023)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from torch import Tensor

from baselines.gradient import gradient_descent, labels
from constructions.gradient_descent import embed, entry, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Claim, Domain, Prompt, Space, dims, reals, space, symmetric
from lemmata.numbers import Array, stack


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    L: int
    A: Tensor  # (L, d, d)


def settings(matrices: Callable[[int, int], Domain] = symmetric) -> Space:
    return space(
        Setting,
        d=dims(1, 3),
        n=dims(1, 3),
        L=dims(1, 3),
        A=lambda s: matrices(s.L, s.d),
    )


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), w_star=reals(s.d), query=reals(s.d))


LARGE = Setting(d=8, n=20, L=6, A=symmetric(6, 8).seeded(3) / 16)
GD = r"w^{\mathrm{gd}}_{i+1}=w^{\mathrm{gd}}_i+A_i\nabla R_{w_\star}(w^{\mathrm{gd}}_i)"


def batch_first(path: Array) -> Array:
    return stack(list(path), 1)


def iterates(s: Setting, X: Array, w_star: Array) -> Array:
    """The iterates w_0 = 0, ..., w_L, from the samples and w_star alone: (batch, L + 1, d)."""
    return batch_first(gradient_descent(X, s.A, w_star=w_star))


def other(change: Callable[[Setting], Array]) -> Callable[[Setting, Array, Array], Array]:
    """The iterates with other matrices in place of A."""

    def changed(s: Setting, X: Array, w_star: Array) -> Array:
        return batch_first(gradient_descent(X, change(s), w_star=w_star))

    return changed


def seen_entries(tf: Transformer, prompt: Prompt) -> Array:
    """The entry [Z_i]_{d+1,n+1} after every layer: (batch, L + 1)."""
    y = labels(prompt.X, prompt.w_star)
    return batch_first(entry(tf.run(embed(prompt.X, y, prompt.query))))


def on_the_network(claim: Claim) -> Claim:
    """The claim, about the network (9) with the setting's A."""
    claim.construction(lambda s: preconditioned_gd_transformer(s.A))
    return claim


def complete(claim: Claim) -> None:
    """The network and the witness of "there exists"."""
    on_the_network(claim).response(iterates)


def add_mutants(claim: Claim) -> None:
    """The wrong variants that the checks have to notice."""
    claim.mutant("descent with -A", iterates=other(lambda s: -s.A))
    claim.mutant("A need not be symmetric", settings=settings(lambda L, d: reals(L, d, d)))
    claim.mutant("matrices in reverse order", iterates=other(lambda s: s.A[list(range(s.L))[::-1]]))
