r"""The second bound of Theorem 7, on all eigenvectors together.

The certificate of :mod:`theorems.pca.theorem_7`, already at $k=1$, where the second term is an empty sum: no
number of iterations makes $v_1$ exact. Brackets lost in the text are restored. Amended is what the working
transformer reaches.
"""

from __future__ import annotations

from typing import Any

from lemmata import Prompt
from lemmata.numbers import Array, norm
from theorems.pca import PAPER
from theorems.pca.instances_theorem_7 import Working, build, working
from theorems.pca.instances_theorem_7_bounds import amended_bounds, reached
from theorems.pca.instances_theorem_7_pairs import Pair, all_vectors, forced
from theorems.pca.theorem_7 import GIVEN, LAW, common, error_is_bounded

second = PAPER.claim(
    "Theorem 7",
    suffix="as-a-whole",
    examples=[Pair(1, 1.0, 1024.0, 2.0**20, 10, 2.0**-30, 2.0**-40)],
    **common,
)


second.construction(build)


def norms(s: Working, prompt: Prompt, tf: Any) -> Array:
    return norm(reached(s, prompt, tf))


second.printed(
    r"$L(TF_\theta(H),V)\le C\tau\epsilon "
    r"k\lambda_1^2+C\left(\frac{\epsilon_0\lambda_1^2}{\Delta^2}\sum_{\eta=1}"
    r"^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}{\Delta^2}\right)^{1/2}$.",
    expect="refuted",
    defect="statement",
    because="The same pair, already for k = 1: then the second term is an empty sum, and no number of "
    "iterations makes v_1 exact.",
    left=forced,
    right=lambda s, like: all_vectors(s),
    least=1,
)(error_is_bounded)


second.amended(
    GIVEN
    + r"($d=2$ here) $L(TF_\theta(H),V)\le\sqrt k\,"
    + LAW
    + r"+\left(\frac{\epsilon_0\lambda_1^2}"
    r"{\Delta^2}\sum_{\eta=0}^{k-1}\prod_{i=1}^\eta\frac{25\lambda_{i+1}^2}{\Delta^2}\right)^{1/2}$.",
    settings=working,
    left=norms,
    right=lambda s, like: norm(amended_bounds(s, like)[None])[0],
    least=1,
)(error_is_bounded)


second.mutant(
    "a five hundredth", right=lambda s, like: norm(amended_bounds(s, like)[None])[0] / 512
)


second.mutant("no error", right=lambda s, like: like * 0)
