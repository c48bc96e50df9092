r"""The errors of the first component.

Section 4 of the slides: $a_1\le\sqrt{2\epsilon_0}$ and $b_1\le\lambda_1\sqrt{2\epsilon_0}$, in real deflation
as in :mod:`theorems.pca.error_recursion`.
"""

from __future__ import annotations

from lemmata.arrays import concatenate
from lemmata.margins import Margin, at_most
from lemmata.spaces import Prompt
from theorems.pca import PAPER
from theorems.pca.error_recursion import common
from theorems.pca.instances_deflation import (
    Setting,
    root,
)
from theorems.pca.instances_error_recursion import errors

start = PAPER.claim("recursion", slug="error-recursion", suffix="start", **common)


@start.printed(r"$a_1\le\sqrt{2\epsilon_0}$ and $b_1\le\lambda_1\sqrt{2\epsilon_0}$.", share=1)
def first_component(s: Setting, prompt: Prompt, share: int) -> Margin:
    """The errors of the first component."""
    found = errors(s, prompt)
    right = root(s, found.a)[..., None] * s.eigenvalues[:1] / share
    return at_most(concatenate([found.a[:, :1], found.b[:, :1]], 1), right)


start.mutant("a sixteenth", share=16)


start.mutant("a hundredth", share=100)
