r"""What the slides conclude from the power method theorem, against exact PCA.

The slide cites Theorem 3.11 of Blum, Hopcroft and Kannan: for $A=XX^\top$ with eigenvalues
$\lambda_1>\lambda_2>\dots$ and a unit start with $|p^\top v_1|>\delta$, after
$\tau=\log(1/(\epsilon_0\delta))/(2\epsilon_0)$ normalised iterations (rounded up here) the component
orthogonal to the eigenvectors with $\sqrt{\lambda_i}>(1-\epsilon_0)\sqrt{\lambda_1}$ is at most
$\epsilon_0$. The slide replaces that span by $v_1$ alone under
$|\sqrt{\lambda_1}-\sqrt{\lambda_2}|=\Omega(1)$. The gap has to be relative: with any constant absolute gap
the ratio of the eigenvalues can be arbitrarily close to 1 (the hunt draws the constant, too), and
$\tau$ does not grow with it. With $\sqrt{\lambda_2}\le(1-\epsilon_0)\sqrt{\lambda_1}$ the conclusion holds.

Suffixes: ``sign`` is the same sentence with a fixed $v_1$, whose sign the start may miss (the bare id
lets $v_1$ be the eigenvector on the side of the start); ``distance`` is the equality after it.
"""

from __future__ import annotations

from lemmata import Margin, Prompt, at_least
from lemmata.numbers import as_array, sum
from theorems.pca import PAPER, figures
from theorems.pca.instances_power_iterates import (
    Iterate,
    Least,
    cosines,
    delta,
    direction,
    last_iterate,
)
from theorems.pca.instances_power_method import (
    ABSOLUTE,
    AFTER,
    FLAT,
    GIVEN,
    HALF,
    RELATIVE,
    TIGHT,
    Setting,
    absolute_gap,
    prompts,
    relative_gap,
)
from theorems.pca.instances_power_mutants import add_fine_mutants, add_mutants

conclusion = PAPER.claim(
    "power method, conclusion",
    slug="power-method",
    kind="forall",
    settings=absolute_gap,
    prompts=prompts,
    examples=[TIGHT, HALF, FLAT],
)
conclusion.figure(figures.power_iterations)


@conclusion.printed(
    GIVEN + ABSOLUTE + AFTER + r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    expect="refuted",
    defect="statement",
    because="A constant gap between the roots leaves their ratio arbitrarily close to 1, and tau does "
    "not depend on it: for every constant in Omega(1) a large second eigenvalue refutes it.",
    iterate=last_iterate(),
    least=delta,
)
@conclusion.amended(
    GIVEN + RELATIVE + AFTER + r"$p^{(\tau)\top}v_1\ge1-\epsilon_0$.",
    because="Then v_1 alone spans what the cited theorem speaks of.",
    settings=relative_gap,
    iterate=last_iterate(),
    least=delta,
)
def close_to_the_eigenvector(s: Setting, prompt: Prompt, iterate: Iterate, least: Least) -> Margin:
    """After the stated number of iterations the power method points along the first eigenvector."""
    last, v, at_start = cosines(s, prompt, iterate)
    return (
        at_least(sum(last * v, -1), 1 - as_array(s.eps, like=last))
        .given(at_start - least(s))
        .given(direction(prompt))
    )


add_mutants(conclusion)
add_fine_mutants(conclusion)
