r"""The first error term: how far the transformer is from the power method.

"The first error term comes from the approximation of the Power Method iterations by transformers":
$C\tau\epsilon\lambda_1^2$, growing with the number of iterations. For the working transformer nothing adds up:
each normalisation multiplies by a scalar, which the next one forgets, so that the output differs from the
iterate of the plain power method by the error of the *last* normalisation,
$\epsilon=\frac3{64}(2\ln(R/r)/(M-1))^2$ on $r\le\|u\|\le R$, whatever $\tau$ and $\lambda_1$ are. Here $k=1$.
(What is drawn: see ``theorem-7``.)
"""

from collections.abc import Callable

from torch import Tensor

from baselines.pca import power_method
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, lines
from lemmata.numbers import Array, norm
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import Iterated, build, inputs, matrices, one_component, outputs

term = PAPER.claim(
    "Theorem 7, first error term",
    id="theorem-7/first-term",
    rank="step",
    origin="ours",
    at=lines(237),
    summary="For one component the working transformer is no farther from the power method than one "
    "normalisation may be inexact, after any number of iterations",
    settings=one_component,
    pinned={"k": "the statement is on the first component"},
    prompts=matrices,
)
term.construction(build)


@term.printed(
    r"For every $X\in\mathbb R^{d\times N}$ but 0, $d\le N$, the working transformer with $k=1$, $\tau\ge1$ "
    r"iterations and $M\ge3$ "
    r"heads for $r\le\|u\|\le R$, $r=\lambda_1\delta/2$, $R=2\lambda_1$, has $\|v_1-\widetilde p_{3,1}^{(\tau)}"
    r"\|_2\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}\right)^2$ for all unit starts with $|\widetilde p_{3,1}"
    r"^\top\mathbf v_1|\ge\delta$, $0<\delta<1$, $\widetilde p_{3,1}^{(\tau)}$ being the iterate of the "
    r"power method after the "
    r"same $\tau$ iterations.",
    bound=lambda s: s.eps,
)
def distance_to_the_power_method(
    s: Iterated,
    prompt: Prompt,
    tf: Transformer,
    answer: Callable[..., Array],
    bound: Callable[[Iterated], Array],
) -> Margin:
    """The output is near the iterate of the plain power method."""
    allowed = bound(s)  # its logarithm calls for balls at once: rationals would have 3^tau digits
    X, start, _ = inputs(s, prompt)
    # No gradient through the iterate alone: the transformer's output has none (see `outputs`).
    fixed = start.detach() if isinstance(start, Tensor) else start
    iterate = power_method(X @ X.mT, fixed[:, 0], s.tau)[-1]
    v = answer(outputs(s, tf, X, start)[:, 0], untouched=start[:, 0])
    return at_most(norm(v - iterate), allowed)


term.mutant("four fifths of the bound", bound=lambda s: s.eps * 4 / 5)
term.mutant("the power 4 of the heads", bound=lambda s: s.eps / (s.M - 1) ** 2)
