r"""The error of the working transformer as the dimension grows.

The slides hide d in the constant and say that it "significantly affects the approximation bound"; the working
transformer's bound on the first eigenvector has no d in it. (What is drawn: see ``theorem-7``.)
"""

from collections.abc import Callable

from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array, norm
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import Iterated, build, inputs, matrices, one_component, outputs

dimension = PAPER.claim(
    "Theorem 7, error by dimension",
    id="theorem-7/error/dimension",
    rank="step",
    origin="ours",
    at=lines(244),
    summary="The bound on the working transformer's distance to the first eigenvector is the same in any "
    "dimension",
    settings=one_component,
    pinned={"k": "the statement is on the first component"},
    prompts=matrices,
)
dimension.construction(build)


def in_any_dimension(s: Iterated) -> Array:
    """``eps + (lambda_2 / lambda_1)^tau / delta``."""
    return s.eps + (s.eigenvalues[1] / s.lambda_1) ** s.tau / s.delta


@dimension.printed(
    r"For every $d\le N$, $\tau\ge1$, $M\ge3$ and $X\in\mathbb R^{d\times N}$ but 0: the working transformer "
    r"with "
    r"$k=1$, $\tau$ iterations and M heads for $\frac12\lambda_1\delta\le\|u\|\le2\lambda_1$ has "
    r"$\|v_1-\mathbf v_1\|_2"
    r"\le\epsilon+\frac1\delta\left(\frac{\lambda_2}{\lambda_1}\right)^\tau$, $\epsilon=\frac3{64}\left("
    r"\frac{2\ln(4/\delta)}{M-1}\right)^2$, for unit starts with $\widetilde p_{3,1}^\top\mathbf "
    r"v_1\ge\delta$, "
    r"$0<\delta<1$ ($\lambda_2=0$ for $d=1$).",
    bound=in_any_dimension,
)
def first_eigenvector_is_near(
    s: Iterated,
    tf: Transformer,
    prompt: Prompt,
    answer: Callable[..., Array],
    bound: Callable[[Iterated], Array],
) -> Margin:
    """The first output is near the first eigenvector, by a bound without the dimension."""
    allowed = bound(s)  # its logarithm calls for balls at once: rationals would have 3^tau digits
    X, start, exact = inputs(s, prompt)
    v = answer(outputs(s, tf, X, start), untouched=start)
    return at_most(norm(v - exact), allowed)


dimension.mutant("half of the bound", bound=lambda s: in_any_dimension(s) / 2)
dimension.mutant("over d", bound=lambda s: in_any_dimension(s) / s.d)
