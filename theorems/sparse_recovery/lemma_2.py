r"""The next estimate keeps the support, if the error is bounded in l1 (the lemma bounds it in l2).

Lemma 2: if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb
S}-\beta^*_{\mathbb S}\|\le c_1e^{-c_2(k-1)}$ then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$. The
norm is Euclidean by the paper's notations, and the threshold is Lemma 1's ("as defined in Theorem 1"),
$\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$. The proof needs the l1 norm, which may be larger by $\sqrt S$; at
$S=2$ two errors of one sign push a coordinate outside of the support over the threshold. "All conditions
of Theorem 5.1" are read as (D.2) and $y=X\beta^*$; at small $\gamma$ the rate $e^{-c_2}$ is close to 1
for any well-conditioned $D^\top X$, so that the refutation does not hang on that.

`correlation`, a step of the proof: the gradient outside of the support is at most coherence times error.
"""

from collections.abc import Callable
from dataclasses import replace

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, in_ball, lines, space, sparse
from lemmata.numbers import Array, absolute, amax, concatenate, full, minimum, norm, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_1.setting import COHERENCE, Layer, Setting, after, layer, threshold

Norm = Callable[[Array], Array]
Theta = Callable[[Setting, Layer], Array]

with_complement = space(
    Setting,
    d=dims(2, 4),
    S=lambda s: dims(1, min(s.d - 1, 2), most=s.d - 1),
    k=dims(2, 3),
    gamma=dyadics(0.25, 1),
)


def prompts(s: Setting) -> Space:
    """As for Lemma 1, errors ``u`` on the support; their l2 norm may be all that is allowed."""
    return space(
        diagonal=box(s.d, low=0.0, high=1.0),
        off=box(s.d, s.d, low=-2 * COHERENCE, high=2 * COHERENCE),
        beta_star=sparse(s.S, s.S, 1.0),
        u=in_ball(s.S, radius=1.0),
    )


def l1(x: Array) -> Array:
    return sum(absolute(x), -1)


def examined(s: Setting, prompt: Prompt, size: Norm) -> tuple[Layer, Array, Array]:
    """The layer, beta^(k), and a number >= 0 where the hypotheses are met."""
    a = layer(s, prompt)
    padding = zeros((len(prompt), s.d - s.S), prompt.u)
    beta = a.beta_star + concatenate([prompt.u, padding], -1) * (a.level * a.q)[:, None]
    room = a.level * a.q - size(beta - a.beta_star)
    return a, beta, minimum(room, a.met)


keeps = PAPER.claim(
    "Lemma 2",
    origin="read",
    at=lines(567, 573),
    settings=with_complement,
    prompts=prompts,
    examples=[Setting(d=3, S=2, k=2, gamma=1.0), Setting(d=4, S=2, k=2, gamma=0.5)],
)


@keeps.printed(
    r"If $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb S}"
    r"\|\le c_1e^{-c_2(k-1)}$, then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$.",
    defect="statement",
    because="The l2 norm does not bound the correlations, the l1 norm does; they differ by up to the "
    "square root of S.",
    size=norm,
    theta=threshold,
)
@keeps.amended(
    r"If $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb "
    r"S}\|_1\le c_1e^{-c_2(k-1)}$, then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$.",
    adds="the l1 norm of the error for the l2 norm; S < d, k >= 2, gamma <= 1",
    size=l1,
    theta=threshold,
)
def support_is_kept(s: Setting, prompt: Prompt, size: Norm, theta: Theta) -> Margin:
    """No coordinate outside of the support becomes active."""
    a, beta, met = examined(s, prompt, size)
    outside = absolute(after(s, a, beta, theta(s, a))[:, s.S :])
    return at_most(outside, 0).given(met)


keeps.mutant("no threshold", theta=lambda s, a: full(0, like=a.level))
keeps.mutant("half the threshold", theta=lambda s, a: threshold(s, a) / 2)


def slow(s: Setting) -> Space:
    """e^{-c_2} near 1 and entries as large as they may be: there the mutant has room to fail."""
    usual = prompts(s)
    diagonal, off = box(s.d, low=0.375, high=0.4375), box(s.d, s.d, low=-1.0, high=1.0)
    return replace(usual, fields={**usual.fields, "diagonal": diagonal, "off": off})


pairs = {"d": dims(3, 3, most=3), "S": dims(2, 2), "gamma": dyadics(1, 1)}
keeps.mutant(
    "the largest error is bounded",
    size=lambda x: amax(absolute(x), -1),
    prompts=slow,
    settings=replace(with_complement, fields={**with_complement.fields, **pairs}),
)

correlation = PAPER.claim(
    "Lemma 2",
    id="lemma-2/correlation",
    rank="step",
    at=lines(583, 585),
    settings=with_complement,
    prompts=prompts,
)


@correlation.printed(
    r"$|\gamma\sum_{j\in\mathbb S}D_{:,i}^\top X_{:,j}(\beta^{(k)}_j-\beta^*_j)|\le\gamma\sigma_{\max}\|"
    r"\beta^{(k)}-\beta^*\|_1$ for every $i\notin\mathbb S$.",
    share=1,
)
def correlated(s: Setting, prompt: Prompt, share: int) -> Margin:
    """Outside of the support the gradient is at most gamma sigma_max times the l1 error."""
    a, beta, _ = examined(s, prompt, l1)
    error = beta - a.beta_star
    step = (a.G @ error[..., None])[:, s.S :, 0] * s.gamma
    return at_most(absolute(step), (a.sigma_max * s.gamma * l1(error) / share)[:, None])


correlation.mutant("half of it", share=2)
correlation.mutant("a third", share=3)
