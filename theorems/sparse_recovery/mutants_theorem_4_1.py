"""Wrong variants of the recursion (4.4), which every claim on the whole network has to notice."""

from __future__ import annotations

from baselines.proximal import lista_vm_from_all
from constructions.lista_vm import lista_vm_transformer
from lemmata import Claim
from lemmata.numbers import Array, concatenate, stack
from theorems.sparse_recovery.theorem_4_1.setting import reference


def sees_everything(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The estimate from all N measurements at every prefix, as if there were no mask."""
    every = reference(X, y, M, theta)
    return every * 0 + every[:, :, -1:]


def twice_n(X: Array, y: Array, M: Array, theta: Array) -> Array:
    """The recursion with 1 / (2n) in place of 1 / (2n + 1)."""
    prefixes = [
        lista_vm_from_all(X[:, :n], y[:, :n], M * (2 * n + 1) / (2 * n), theta)
        for n in range(1, X.shape[1] + 1)
    ]
    return stack(prefixes, 2)  # (K + 1, batch, N, d)


def add_mutants(claim: Claim) -> None:
    """The wrong variants that the check has to notice."""
    claim.mutant("attend to the future", recursion=sees_everything)
    claim.mutant("M is transposed", recursion=lambda X, y, M, theta: reference(X, y, M.mT, theta))
    claim.mutant("the labels change sign", recursion=lambda X, y, M, th: reference(X, -y, M, th))
    claim.mutant("1 / (2n)", recursion=lambda X, y, M, th: stack(list(twice_n(X, y, M, th)), 1))
    claim.mutant(
        "the next layer's theta",
        recursion=lambda X, y, M, th: reference(X, y, M, concatenate([th[1:], th[:1]], 0)),
    )
    claim.mutant(
        "B is zero",
        construction=lambda s: lista_vm_transformer(s.M, s.theta, s.B * 0, bias="corrected"),
    )
