"""Settings, prompts and quantities of Lemmas 1 and 2, and the step (D.1) with the threshold of Lemma 1."""

from dataclasses import dataclass
from typing import NamedTuple

from baselines.proximal import soft_threshold
from lemmata import Prompt, Space, box, dims, dyadics, reals, space, sparse
from lemmata.numbers import Array, absolute, amax, concatenate, diag_embed, eye, maximum, minimum, sum, zeros

FLOOR = 2**10
"""c_2 = log(1/q) is defined for q > 0: q is kept above 1/FLOOR."""


DEFINITIONS = (
    r"For any $\mathbb S\supset\operatorname{supp}\beta^*$ of size S (the paper's is the support itself) and "
    r"$\gamma>0$, with $\sigma_{\min}=\min_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|$, $\sigma_{\max}="
    r"\max_{i\ne j}|D_{:,i}^\top X_{:,j}|$, $c_1=\|\beta^*\|_1$, "
    r"$e^{-c_2}=\gamma(2S-1)\sigma_{\max}+|1-\gamma\sigma_{\min}|\le1$, "
    r"$0\le\gamma D_{:,i}^\top X_{:,i}\le1$ for all $i\in[d]$ (D.2), $y=X\beta^*$, $\theta^{(k)}=\gamma"
    r"\sigma_{\max}"
    r"c_1e^{-c_2(k-2)}$ and $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}(\beta^{(k)}-\gamma D^\top(X"
    r"\beta^{(k)}-y))$ "
    r"($e^{-c_2}\ge2^{-10}$, so that $c_2$ is defined; drawn is $D^\top X$, by the diagonal of $\gamma D^\top "
    r"X$ and, off "
    r"it, by shares of what (D.2) allows, and the error of $\beta^{(k)}$, by shares u and w of what is "
    r"allowed): "
)
"""The hypotheses of Lemmas 1 and 2."""


@dataclass(frozen=True)
class Setting:
    d: int
    S: int
    k: int
    gamma: float


settings = space(
    Setting,
    d=dims(1, 4),
    S=lambda s: dims(1, s.d, most=s.d),
    k=dims(1, 4),
    gamma=dyadics(0, 4, open_low=True, of="(0, inf)"),
)


def prompts(s: Setting) -> Space:
    """The support is the first S coordinates; D^T X is any matrix that meets (D.2) (take X = I).

    ``diagonal`` is that of gamma D^T X; ``off`` has its other entries as shares of what (D.2) allows. ``u``
    and ``w``: the error on the support and anywhere, as shares of what is allowed.
    """
    return space(
        diagonal=box(s.d, low=0.0, high=1.0),
        off=box(s.d, s.d, low=-1.0, high=1.0),
        beta_star=reals(s.S),
        u=sparse(s.S, s.S, 1.0),
        w=sparse(s.d, s.d, 1.0),
    )


class Layer(NamedTuple):
    """The quantities of Lemma 1 at one instance, each with a leading batch axis."""

    G: Array  # D^T X
    sigma_min: Array
    sigma_max: Array
    q: Array  # e^{-c_2}
    c1: Array
    level: Array  # c_1 e^{-c_2 (k-2)}
    met: Array  # >= 0 where the hypotheses (D.2) are met
    beta_star: Array


def layer(s: Setting, prompt: Prompt, weight: int = 1) -> Layer:
    """Lemma 1 at X = I and D^T = diag(diagonal) / gamma plus off sigma_min / (2S - 1) off the diagonal.

    ``weight`` is the 1 of 2S - 1 in the rate.
    """
    # As 0 <= gamma D_i^T X_i <= 1, the first line of (D.2) is (2S - 1) sigma_max <= sigma_min.
    sigma_min = -amax(-prompt.diagonal[:, : s.S], -1) / s.gamma
    off = prompt.off * (1 - eye(s.d, prompt.off)) * (sigma_min / (2 * s.S - 1))[:, None, None]
    G = off + diag_embed(prompt.diagonal) / s.gamma
    sigma_max = amax(absolute(off).reshape(len(prompt), s.d * s.d), -1)
    q = sigma_max * s.gamma * (2 * s.S - weight) + absolute(1 - sigma_min * s.gamma)
    padding = zeros((len(prompt), s.d - s.S), prompt.u)
    beta_star = concatenate([prompt.beta_star, padding], -1)
    c1 = sum(absolute(beta_star), -1)
    level = c1 / maximum(q, 1 / FLOOR) if s.k == 1 else c1 * q ** (s.k - 2)
    met = minimum(1 - q, q - 1 / FLOOR)
    return Layer(G, sigma_min, sigma_max, q, c1, level, met, beta_star)


def before(s: Setting, prompt: Prompt, a: Layer, free: int) -> Array:
    """beta^(k): within ``level`` of beta* in l1, the error living on the first ``free`` entries.

    If these are more than the support, half of the error may lie anywhere among them.
    """
    padding = zeros((len(prompt), s.d - s.S), prompt.u)
    error = concatenate([prompt.u, padding], -1)
    if free > s.S:
        beyond = zeros((len(prompt), s.d - free), prompt.u)
        error = error / 2 + concatenate([prompt.w[:, :free], beyond], -1) / 2
    return a.beta_star + error * a.level[:, None]


def after(s: Setting, a: Layer, beta: Array, theta: Array) -> Array:
    """(D.1) in the noiseless model: beta^(k+1)."""
    gradient = (a.G @ (beta - a.beta_star)[..., None])[..., 0]
    return soft_threshold(beta - gradient * s.gamma, theta[:, None])


def threshold(s: Setting, a: Layer) -> Array:
    """theta^(k) = gamma sigma_max c_1 e^{-c_2 (k-2)}."""
    return a.sigma_max * s.gamma * a.level
