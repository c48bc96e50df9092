"""How far the working transformer is from the exact eigenvectors, and the amended bounds on it."""

from __future__ import annotations

from constructions.transformer import Transformer
from lemmata import Prompt
from lemmata.numbers import Array, as_array, minimum, norm, sign, sqrt, stack, sum
from theorems.pca.instances_theorem_7 import Working, inputs, outputs


def reached(s: Working, prompt: Prompt, tf: Transformer) -> Array:
    """``(batch, k)`` distances of the outputs to the eigenvectors on the side of the starts."""
    X, start, U = inputs(s, prompt)
    found = outputs(s, tf, X, start)
    sides = sign(sum(start * U.mT[: s.k], -1))
    return stack([norm(found[:, i] - U[:, i] * sides[:, i : i + 1]) for i in range(s.k)], -1)


def amended_bounds(s: Working, like: Array) -> Array:
    """``(k,)``: the law, and lambda_1 sqrt(eps_0) / Delta times the product up to eta."""
    root, ratio = sqrt(as_array(s.eps0, like=like)), as_array(s.ratio, like=like)
    gap = minimum(ratio, 1 - ratio)
    return stack([s.law(like) + root / gap, s.law(like) + root * 5 * ratio / gap / gap][: s.k], -1)
