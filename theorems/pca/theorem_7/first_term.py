r"""The first error term: how far the transformer is from the power method.

"The first error term comes from the approximation of the Power Method iterations by transformers":
$C\tau\epsilon\lambda_1^2$, growing with the number of iterations. For the working transformer nothing adds up:
each normalisation multiplies by a scalar, which the next one forgets, so that the output differs from the
iterate of the plain power method by the error of the *last* normalisation,
$\epsilon=\frac3{64}(2\ln(R/r)/(M-1))^2$ on $r\le\|u\|\le R$, whatever $\tau$ and $\lambda_1$ are. Here $k=1$.
"""

from collections.abc import Callable

from torch import Tensor

from baselines.pca import power_method
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, box, choices, dims, lines, space
from lemmata.numbers import Array, norm
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import Working, build, inputs, outputs, starts

term = PAPER.claim(
    "Theorem 7, first error term",
    id="theorem-7/first-term",
    rank="step",
    origin="ours",
    at=lines(237),
    summary="The working transformer is as far from the power method as its last normalisation is inexact, "
    "after any number of iterations",
    settings=space(
        Working,
        d=dims(1, 3),
        k=dims(1, 1, most=1),
        first=choices(1.0, 4.0, 0.25),
        ratio=choices(0.0625, 0.25, 0.5625),
        eps0=choices(0.5, 0.25),
        delta=choices(0.5, 0.25),
        tilt=lambda s: box(1, s.d - 1, low=-1.0, high=1.0),
        M=dims(3, 9),
    ),
    pinned={"k": "the statement is on the first component"},
    prompts=starts,
)
term.construction(build)


@term.printed(
    r"The working transformer with $k=1$ and $M\ge3$ heads for $r\le\|u\|\le R$, $r=\lambda_1\delta/2$, "
    r"$R=2\lambda_1$, has $\|v_1-\widetilde p_{3,1}^{(\tau)}\|_2\le\frac3{64}\left(\frac{2\ln(R/r)}{M-1}"
    r"\right)^2$ for every start with $|\widetilde p_{3,1}^\top\mathbf v_1|>\delta$, "
    r"$\widetilde p_{3,1}^{(\tau)}$ being the iterate of the power method after the same $\tau$ iterations.",
    bound=lambda s: s.eps,
)
def distance_to_the_power_method(
    s: Working, prompt: Prompt, tf: Transformer, answer: Callable[..., Array], bound: Callable[[Working], Array]
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
