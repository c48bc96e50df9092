r"""The first error term: how far the transformer is from the power method.

"The first error term comes from the approximation of the Power Method iterations by transformers":
$C\tau\epsilon\lambda_1^2$, growing with the number of iterations. For the working transformer (here $d=2$,
$k=1$, $\lambda_1=1$) nothing adds up: each normalisation multiplies by a scalar, which the next one
forgets, so the output differs from the iterate of the plain power method by the error of the *last* one,
$\epsilon=\frac3{64}(2\ln(R/r)/(M-1))^2$. The printed term is read with $C=1$ and this $\epsilon$; it holds,
with room for the factor $\tau$.
"""

from torch import Tensor

from baselines.pca import power_method
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, at_most, box, choices, dims, lines, space
from lemmata.numbers import norm
from theorems.pca import PAPER
from theorems.pca.theorem_7.working import Working, build, inputs, outputs, starts

term = PAPER.claim(
    "Theorem 7",
    id="theorem-7/first-term",
    origin="read",
    at=lines(237),
    settings=space(
        Working,
        k=dims(1, 1, most=1),
        ratio=choices(0.0625, 0.25),
        eps0=choices(0.5),
        delta=choices(0.5, 0.25),
        tilt=box(1, 1, low=-1.0, high=1.0),
        M=dims(3, 6),
    ),
    prompts=starts,
)
term.construction(build)


@term.printed(
    r"$\|v_1-\widetilde p_{3,1}^{(\tau)}\|_2\le\tau\epsilon\lambda_1^2$ with the exact iterate.", share=1
)
def distance_to_the_power_method(s: Working, prompt: Prompt, tf: Transformer, share: int) -> Margin:
    """The output beside the iterate of the plain power method."""
    X, start, _ = inputs(s, prompt)
    # No gradient through the iterate alone: the transformer's output has none (see `outputs`).
    fixed = start.detach() if isinstance(start, Tensor) else start
    iterate = power_method(X @ X.mT, fixed[:, 0], s.tau)[-1]
    distance = norm(outputs(s, tf, X, start)[:, 0] - iterate)
    return at_most(distance, s.law * s.tau / share)


term.mutant("a fourth", share=4)
term.mutant("no error", share=2**40)
