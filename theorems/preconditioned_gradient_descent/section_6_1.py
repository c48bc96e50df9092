r"""Section 6.1, first observation: how the covariates move at the critical points of Theorem 5.

"The update to $X_k$ is
$X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k\approx X_{k+1}=X_k(I-|a_kb_k|MX_k^\top X_k)$" (the second "$X_{k+1}=$" is
left out below). The network runs literally as (4) says. Two slips, one claim each:

- ``update``: the factor $\frac1n$ of (4) is missing (only appendix B says that it is left out).
- the bare observation: the preconditioner is lost. At $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ the step is
  $-\frac1n|a_kb_k|X_kMX_k^\top\Sigma^{-1}X_k$; for $\Sigma=\lambda I$ the printed one is $\lambda$ times as
  long, which is no approximation: "off by at most half of the step" fails. (Here $\frac1n$ is written on
  both sides, and $a_kb_k\le0$, as the absolute value asks.)
  (The text is about weights at the end of training; S does not ask for $a_kb_k\le0$. With $+a_kb_k$ for
  $-|a_kb_k|$ the amended line is right on all of S.)

The second observation is ``figure-4/magnitudes``, and ``theorem-5/conditioning`` for its reason.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from torch import Tensor

from baselines.gradient import labels
from constructions.gradient_descent import embed, preconditioned_gd_transformer
from constructions.transformer import Transformer
from lemmata import Declaration, Margin, Prompt, Space, at_most, box, dims, dyadics, equal, lines, reals, space
from lemmata.numbers import Array, concatenate, diag_embed, eye, full, sum
from theorems.preconditioned_gradient_descent import PAPER
from theorems.preconditioned_gradient_descent.layers import mask
from theorems.preconditioned_gradient_descent.theorem_5 import theorem


@dataclass(frozen=True)
class Setting:
    d: int
    n: int
    spectrum: Tensor  # (d,) of Sigma, which is diagonal
    a: float  # a_k
    b: float  # b_k

    @property
    def isotropic(self) -> bool:
        """Sigma is a multiple of the identity."""
        return bool((self.spectrum == self.spectrum[0]).all())

    @property
    def inverse(self) -> Array:
        return diag_embed(1 / self.spectrum)


def settings(where: Callable[[Setting], bool] | None = None) -> Space:
    """Layers of S, with any signs of a and b or those that ``where`` asks for."""
    return space(
        Setting,
        where=where,
        d=dims(1, 3),
        n=dims(1, 3),
        spectrum=lambda s: box(s.d, low=0.25, high=4.0, of="(0, inf)"),
        a=dyadics(-2, 2, of="(-inf, inf)"),
        b=dyadics(-2, 2, of="(-inf, inf)"),
    )


def prompts(s: Setting) -> Space:
    return space(X=reals(s.n, s.d), query=reals(s.d))


def layer(s: Setting) -> Transformer:
    return preconditioned_gd_transformer((s.inverse * s.a)[None], (eye(s.d, s.spectrum) * s.b)[None])


def steps(s: Setting, tf: Transformer, prompt: Prompt, inner: Array) -> tuple[Array, Array]:
    """What the layer adds to X, and X M X^T times ``inner`` times X."""
    zero = full(0, like=prompt.query)  # the labels do not matter to the covariates
    after = tf(embed(prompt.X, labels(prompt.X, zero), prompt.query))[:, : s.d]
    X = concatenate([prompt.X.mT, prompt.query[..., None]], -1)
    return after - X, X @ mask(s.n, X) @ X.mT @ inner @ X


def display(label: str, id: str, layers: Space, **more: Any) -> Declaration:
    claim = PAPER.claim(label, id=id, at=lines(301), settings=layers, prompts=prompts, uses=[theorem], **more)
    claim.construction(layer)
    return claim


observation = display(
    "6.1, first observation",
    "section-6.1/observation-1",
    settings(where=lambda s: s.a * s.b <= 0),
    summary="A layer moves the covariates by about their product with the masked Gram matrix, with no "
    "preconditioner.",
    rank="step",
    origin="read",
)
update = display(
    "6.1, first observation, update",
    "section-6.1/observation-1/update",
    settings(),
    summary="A layer moves the covariates without a factor 1/n.",
    rank="slip",
)
Inner = Callable[[Setting], Array]

Number = Callable[[Setting], Any]
POINT = (
    r"For the layer (4) at $A_k=a_k\Sigma^{-1}$, $B_k=b_kI$ (a point of $\mathcal S$), diagonal $\Sigma\succ0$ "
    r"(any $\Sigma\succ0$ is, in its eigenbasis) and every $X_k$ (samples and query), with "
    r"$M=\operatorname{diag}(1,\dots,1,0)$, "
)


@observation.printed(
    POINT
    + r"and with $a_kb_k\le0$: $X_{k+1}\approx X_k(I-\frac1n|a_kb_k|MX_k^\top X_k)$ (with the $\frac1n$ of "
    r"(4), which the text leaves out), read as: the step $X_{k+1}-X_k$ is off by at most half of its own "
    r"Frobenius norm.",
    defect="statement",
    because="The preconditioner is missing: for Sigma = c I the printed step is c times as long, so that no "
    "share of the step bounds the error for every Sigma.",
    fails_where=lambda s: s.a * s.b != 0 and (not s.isotropic or abs(s.spectrum[0] - 1) > 0.5),
)
def step_is_close(s: Setting, tf: Transformer, prompt: Prompt) -> Margin:
    """The step of the covariates without its preconditioner is close to the step itself."""
    step, stated = steps(s, tf, prompt, eye(s.d, s.spectrum))
    gap = step - stated * s.a * s.b / s.n
    return at_most(sum(gap * gap, (1, 2)) * 4, sum(step * step, (1, 2)))


@observation.amended(
    POINT + r"and with $a_kb_k\le0$: $X_{k+1}=X_k(I-\frac1n|a_kb_k|MX_k^\top\Sigma^{-1}X_k)$.",
    adds="the inverse of Sigma in the step, and the equality",
    inner=lambda s: s.inverse,
    number=lambda s: -abs(s.a * s.b) / s.n,
)
@update.printed(
    POINT + r"the update is $X_{k+1}=X_k+B_kX_kMX_k^\top A_kX_k$.",
    defect="typo",
    because="The factor 1/n of (4) is missing.",
    fails_where=lambda s: s.n > 1 and s.a * s.b != 0,
    inner=lambda s: s.inverse,
    number=lambda s: s.a * s.b,
)
@update.amended(
    POINT + r"the update is $X_{k+1}=X_k+\frac1nB_kX_kMX_k^\top A_kX_k$.",
    adds="the factor 1/n",
    inner=lambda s: s.inverse,
    number=lambda s: s.a * s.b / s.n,
)
def step_of_the_covariates(s: Setting, tf: Transformer, prompt: Prompt, inner: Inner, number: Number) -> Margin:
    """The step of the covariates, as a product with them."""
    step, stated = steps(s, tf, prompt, inner(s))
    return equal(step * s.n, stated * (number(s) * s.n))


for claim in (observation, update):
    claim.mutant("Sigma itself", inner=lambda s: diag_embed(s.spectrum))
    claim.mutant("twice the inverse", inner=lambda s: s.inverse * 2)
    claim.mutant("over n + 1", number=lambda s: s.a * s.b / (s.n + 1))
