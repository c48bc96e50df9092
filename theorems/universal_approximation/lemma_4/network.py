"""The whole transformer of A.4, its runs, and the bounds (120) along a run."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from baselines.barron import feature_vectors
from constructions.transformer import Transformer
from constructions.universal import Weights, embed, iterates, universal_transformer
from lemmata import Domain, box, dims, dyadics, reals, scales
from lemmata.numbers import Array, Matrix, Number, Vector, abs, concat, min, over_batches, stack, sum
from theorems.universal_approximation.lemma_4.layers import no_rationals

IN_THE_BALL: dict[str, Any] = dict(low="-1 / d", high="1 / d")
r"""The entries of inputs of $\|x_i\|_2\le1$."""


def no_direction_is_0(omega: Matrix) -> bool:
    return bool(min(sum(abs(omega), axis=1)) > 0)


SMALL_PENALTIES = dyadics(0, 1, of="[0, inf)")


def shape(T: int = 3, lam: Domain = SMALL_PENALTIES) -> dict[str, Any]:
    """All but the temperature, which is any number."""
    return dict(
        given=["omega", "t"],
        d=dims(1, 2),
        n=dims(1, 4),
        N=dims(1, 4),
        T=dims(1, T),
        L=lambda T: 2 * T + 1,
        lam=lam,
        tau_ff=scales(1, 4, of="(0, inf)"),
        omega=reals("n", "d"),
        t=box("n", low=-2, high=1),
        where=no_direction_is_0,
    )


INPUTS: dict[str, Any] = dict(X=box("N", "d", **IN_THE_BALL), y=reals("N"), query=box("d", **IN_THE_BALL))


def wide(d: int, n: int, N: int, T: int) -> dict[str, Any]:
    """Larger sizes than are drawn: directions of all signs, evenly spaced offsets."""
    omega = (torch.arange(n * d).double().reshape(n, d) * 7 % 11 - 5) / 4 + 0.125
    t = torch.arange(n).double() * 3 / n - 2
    return dict(d=d, n=n, N=N, T=T, lam=0.03125, tau_ff=4.0, omega=omega, t=t)


WIDE = [wide(2, 8, 6, 4) | dict(tau=16.0), wide(2, 24, 16, 3) | dict(tau=16.0)]


def transformer(
    weights: Weights, k: Callable[[int], int] = lambda n: 2 * n, colder: int = 1
) -> Callable[..., Transformer]:
    r"""The transformer with one temperature for all its layers and the step $\eta=1/k$."""

    def build(
        n: int, N: int, L: int, lam: Number, tau_ff: Number, omega: Array, t: Array, tau: Number
    ) -> Transformer:
        no_rationals(t)
        both = (tau / colder, tau / colder)
        return universal_transformer(
            omega, t, N=N, L=L, lam=lam, tau_ff=tau_ff, tau=both, weights=weights, inverse_step=k(n)
        )

    return build


def without_query_head(
    n: int, N: int, L: int, lam: Number, tau_ff: Number, omega: Array, t: Array, tau: Number
) -> Any:
    """The repaired weights without Attn1's third head: it shows from the second step on."""
    repaired = transformer("repaired")(n, N, L, lam, tau_ff, omega, t, tau)
    return repaired.derived_mutant("Attn1 head query Q[x<-one] zeroed")


def run(
    tf: Transformer, X: Matrix, y: Vector, query: Vector, omega: Matrix, t: Vector, tau_ff: Number
) -> tuple[Matrix, Vector, Matrix, Vector]:
    r"""Features, those of the query, and $\rho$ and yhat after the layers 1, 3, ..., L.

    No gradients pass, since steps along them cost more here than they find.
    """

    def over_prompts(X: Array, y: Array, query: Array, omega: Array, t: Array) -> tuple[Array, ...]:
        X, y, query = (v.detach() if isinstance(v, Tensor) else v for v in (X, y, query))
        rho, yhat = iterates(tf, embed(X, y, query, t.shape[-1]))
        phi = feature_vectors(concat([X, query[:, None]], 1), omega[0], t[0], tau_ff)
        return phi[:, :-1], phi[:, -1], rho, yhat

    phi, phi_query, rho, yhat = over_batches(over_prompts)(X, y, query, omega, t)
    return phi, phi_query, rho, yhat


def errors_120(
    tau: Number, k: int, phi: Matrix, phi_query: Vector, y: Vector, rho: Matrix, yhat: Vector
) -> Vector:
    r"""The first line of (120) before each step with 2/15 for 2, its last term by (125), for $\eta=1/k$."""
    bounds = []
    # A linearised x is wrong by at most 2 x^2 / (15 tau): 4 eta^2 / (15 N tau) times the squares, and for the
    # leak of the query 2 eta / N times |yhat - phi^T rho|.
    for rho_t, yhat_t in zip(rho[:-1], yhat[:-1], strict=True):
        seen, score = phi @ rho_t, phi_query @ rho_t
        squares = y @ y + seen @ seen + score**2 + yhat_t**2
        bounds.append((squares * 4 / k**2 + score**2 * 4 / k) / (15 * len(y)) / tau)
    return stack(bounds, 0)
