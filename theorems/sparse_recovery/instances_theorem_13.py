"""The two sides of Theorems 13 and 14 of the slides (Q. Liu 2025)."""

from __future__ import annotations

from dataclasses import replace

from lemmata import Prompt
from lemmata.numbers import Array, absolute, as_array, norm, sum
from theorems.sparse_recovery.instances_theorem_5_1 import Setting
from theorems.sparse_recovery.instances_theorem_5_1_free import any_network
from theorems.sparse_recovery.instances_theorem_5_1_network import Weights, path


def estimate(s: Setting, tf: Weights, prompt: Prompt) -> tuple[Array, Array]:
    """The distance to beta* from the first n rows, and the rate's K-th power."""
    error = norm(path(tf, prompt.X, prompt.beta_star)[-1] - prompt.beta_star)
    return error, error * 0 + as_array(s.printed_rate**s.K, like=error)


def predicted(s: Setting, tf: Weights, prompt: Prompt, ahead: int) -> tuple[Array, Array]:
    """The error of the label of the query and c_5 = d times the bound for n + ``ahead`` rows."""
    beta = path(tf, prompt.X, prompt.beta_star)[-1]
    error = absolute(sum(prompt.query * (beta - prompt.beta_star), -1))
    rate = replace(s, n=s.n + ahead).printed_rate
    return error, error * 0 + as_array(rate**s.K, like=error) * s.d


def next_length(s: Setting, tf: Weights, prompt: Prompt) -> tuple[Array, Array]:
    """The certificate with the bounds of Theorem 14, which are those for one row more."""
    left, _ = any_network(s, tf, prompt)
    claimed = replace(s, n=2).printed_rate * 6 + replace(s, n=3).printed_rate * 5
    return left, left * 0 + claimed
