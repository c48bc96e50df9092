"""One step of (D.1) with the threshold of Lemma 1 (Liu et al. 2025, appendix D.1)."""

from __future__ import annotations

from baselines.proximal import soft_threshold
from lemmata import Prompt
from lemmata.numbers import Array, concatenate, zeros
from theorems.sparse_recovery.instances_d_lemma_1 import Layer, Setting


def before(s: Setting, prompt: Prompt, a: Layer, free: int) -> Array:
    """beta^(k): within ``level`` of beta* in l1, the error living on the first ``free`` entries.

    If these are more than the support, half of the error may lie anywhere among them.
    """
    padding = zeros((len(prompt), s.d - s.S), prompt.u)
    error = concatenate([prompt.u, padding], -1)
    if free > s.S:
        rest = zeros((len(prompt), s.d - free), prompt.u)
        error = error / 2 + concatenate([prompt.w[:, :free], rest], -1) / 2
    return a.beta_star + error * a.level[:, None]


def after(s: Setting, a: Layer, beta: Array, theta: Array) -> Array:
    """(D.1) in the noiseless model: beta^(k+1)."""
    gradient = (a.G @ (beta - a.beta_star)[..., None])[..., 0]
    return soft_threshold(beta - gradient * s.gamma, theta[:, None])


def threshold(s: Setting, a: Layer) -> Array:
    """theta^(k) = gamma sigma_max c_1 e^{-c_2 (k-2)}."""
    return a.sigma_max * s.gamma * a.level
