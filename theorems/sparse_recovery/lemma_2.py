r"""The next estimate keeps the support, if the error is bounded in l1 (the lemma bounds it in l2).

Lemma 2: if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb
S}\|\le c_1e^{-c_2(k-1)}$ then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$. The norm is Euclidean by the
paper's notations, and the threshold is Lemma 1's ("as defined in Theorem 1"),
$\gamma\sigma_{\max}c_1e^{-c_2(k-2)}$. The proof needs the l1 norm, which may be larger by $\sqrt S$; at $S=2$
two errors of one sign push a coordinate outside of the support over the threshold. "All conditions of Theorem
5.1" are read as (D.2) and $y=X\beta^*$; at small $\gamma$ the rate $e^{-c_2}$ is close to 1 for any
well-conditioned $D^\top X$, so that the refutation does not hang on that. (The norm stands twice without the 1
that the proof needs; the extraction may have lost it.)

`correlation`, the first half of a step of the proof: the gradient outside of the support is at most coherence
times l1 error. (Its second half is where the l1 norm is taken for the l2 norm of the lemma.)
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, dims, dyadics, in_ball, lines, reals, space
from lemmata.numbers import Array, absolute, amax, concatenate, full, minimum, norm, sum, zeros
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_1.setting import DEFINITIONS, Layer, Setting, after, layer, threshold

Norm = Callable[[Array], Array]
Theta = Callable[[Setting, Layer], Array]

with_complement = space(
    Setting,
    d=dims(2, 4),
    S=lambda s: dims(1, s.d - 1, most=s.d - 1),
    k=dims(1, 3),
    gamma=dyadics(0, 4, open_low=True, of="(0, inf)"),
)


def prompts(s: Setting) -> Space:
    """As for Lemma 1, errors ``u`` on the support; their l2 norm may be all that is allowed."""
    return space(
        diagonal=box(s.d, low=0.0, high=1.0),
        off=box(s.d, s.d, low=-1.0, high=1.0),
        beta_star=reals(s.S),
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
    possible_extraction=True,
    at=lines(567, 573),
    summary="If the l2 error is within c_1 exp(-c_2 (k - 1)), the next estimate stays on the support",
    settings=with_complement,
    prompts=prompts,
    examples=[Setting(d=3, S=2, k=2, gamma=1.0), Setting(d=4, S=2, k=2, gamma=0.5)],
)


@keeps.printed(
    DEFINITIONS
    + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb S}"
    r"\|\le c_1e^{-c_2(k-1)}$, then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$.",
    defect="statement",
    because="The l2 norm does not bound the correlations, the l1 norm does; they differ by up to the "
    "square root of S.",
    fails_where=lambda s: s.S >= 2,
    size=norm,
    theta=threshold,
)
@keeps.amended(
    DEFINITIONS
    + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$ and $\|\beta^{(k)}_{\mathbb S}-\beta^*_{\mathbb "
    r"S}\|_1\le c_1e^{-c_2(k-1)}$, then $\operatorname{supp}\beta^{(k+1)}\subset\mathbb S$.",
    adds="the l1 norm of the error for the l2 norm",
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
keeps.mutant("the largest error is bounded", size=lambda x: amax(absolute(x), -1))

correlation = PAPER.claim(
    "Lemma 2",
    part="the gradient outside of the support",
    id="lemma-2/correlation",
    rank="step",
    origin="read",
    at=lines(583, 585),
    summary="Outside of the support the gradient is at most the coherence times the l1 error",
    settings=with_complement,
    prompts=prompts,
)


@correlation.printed(
    DEFINITIONS
    + r"if $\operatorname{supp}\beta^{(k)}\subset\mathbb S$, then $|\gamma\sum_{j\in\mathbb S}D_{:,i}^\top "
    r"X_{:,j}(\beta^{(k)}_j-\beta^*_j)|\le\gamma\sigma_{\max}\|"
    r"\beta^{(k)}-\beta^*\|_1$ for every $i\notin\mathbb S$ (the first line of the display; the second, "
    r"$\le\gamma\sigma_{\max}c_1e^{-c_2(k-1)}$, takes the l1 norm for Lemma 2's l2 norm).",
    share=1,
)
def correlated(s: Setting, prompt: Prompt, share: Fraction | int) -> Margin:
    """Outside of the support the gradient is at most gamma sigma_max times the l1 error."""
    a, beta, _ = examined(s, prompt, l1)
    error = beta - a.beta_star
    step = (a.G @ error[..., None])[:, s.S :, 0] * s.gamma
    return at_most(absolute(step), (a.sigma_max * s.gamma * l1(error) * share)[:, None])


correlation.mutant("nine tenths of it", share=Fraction(9, 10))
correlation.mutant("half of it", share=Fraction(1, 2))
