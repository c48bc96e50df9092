"""Settings and prompts for Lemma 4 (Liu et al. 2025, appendix E.1), with eigenvalues known by construction."""

from dataclasses import dataclass, replace

from lemmata import Prompt, Space, box, dims, dyadics, in_ball, reals, scales, space, sparse
from lemmata.numbers import Array, amax, concatenate, constant, diag_embed, sum, zeros

FLOOR = 2**20
"""Eigenvalues below 1/FLOOR are left out: C_x is infinite at 0."""


STEP = (
    r"Under Assumption 1 ($\|x_j\|\le b_x$, here since the singular values $\sigma$ of X are, $\|\beta^*\|_1"
    r"\le b_\beta$, $y=X\beta^*$), for the token "
    r"$i=2n+1$, its "
    r"$n$ rows $X_{1:n}$ and $\beta^{(k+1)}=\mathcal S_\theta(\beta^{(k)}-\frac\gamma iM^VX_{1:n}^"
    r"\top(X_{1:n}\beta^{(k)}"
    r"-y_{1:n}))$, $M^V=\frac2{\sigma_d^2}I$, $\theta\ge0$ (X is drawn by its singular values and the "
    r"reflections left and "
    r"right, $\beta^{(k)}$ as $C_xu$): "
)
"""The hypotheses of Lemma 4; (C.12) is the step."""


@dataclass(frozen=True)
class Setting:
    d: int
    N: int
    n: int
    b_x: float
    b_beta: float = 1.0
    gamma: float = 1.0  # over sigma_d^2: no more of the two enters
    theta: float = 0.0


def settings(shortest: bool = True) -> Space:
    """N rows of d columns and a prefix of n of them, or all of them unless ``shortest``."""
    return space(
        Setting,
        d=dims(1, 3),
        N=lambda s: dims(s.d, s.d + 2),
        n=lambda s: dims(1 if shortest else s.N, s.N, most=s.N),
        b_x=scales(-1, 3, of="(0, inf)"),
        b_beta=scales(-2, 1, of="(0, inf)"),
        gamma=dyadics(0, 1.5, open_low=True, of="(0, inf)"),
        theta=dyadics(0, 1, of="[0, inf)"),
    )


def without(whole: Space, *names: str) -> Space:
    """The settings of a claim in which these quantities have no part."""
    return replace(whole, fields={n: domain for n, domain in whole.fields.items() if n not in names})


def rows(s: Setting) -> Space:
    """Rows of norm at most b_x and beta*."""
    return space(X=in_ball(s.N, s.d, radius=s.b_x), beta_star=sparse(s.d, s.d, s.b_beta))


def data(s: Setting) -> Space:
    """Rows of norm at most b_x; ``u`` is beta^(k) as a share of what is allowed."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x), beta_star=sparse(s.d, s.d, s.b_beta), u=in_ball(s.d, radius=1.0)
    )


def spectra(s: Setting) -> Space:
    """The same with X by its singular values and d reflections on either side.

    The reflections take the first d coordinates to any orthonormal vectors (but for a null set).
    """
    return space(
        sigma=box(s.d, low=0.0, high=s.b_x),
        left=reals(s.d, s.N),
        right=reals(s.d, s.d),
        beta_star=sparse(s.d, s.d, s.b_beta),
        u=in_ball(s.d, radius=1.0),
    )


def reflected(A: Array, v: Array) -> Array:
    """The reflection that takes (1, v_2, ..., v_n) to its negative, times A ``(batch, n, columns)``."""
    first = constant([1.0] + [0.0] * (v.shape[-1] - 1), v)
    v = v * (1 - first) + first
    along = (v[:, None, :] @ A) * 2 / sum(v * v, -1)[:, None, None]
    return A - v[..., None] * along


def turned(A: Array, vectors: Array) -> Array:
    """A after the reflections along ``vectors`` ``(batch, d, n)``, one by one."""
    for k in range(vectors.shape[1]):
        A = reflected(A, vectors[:, k])
    return A


def matrix(s: Setting, prompt: Prompt) -> tuple[Array, Array, Array]:
    """X ``(batch, N, d)`` and the smallest and largest eigenvalue of X^T X, for any d."""
    sigma = prompt.sigma
    square = diag_embed(sigma)
    tall = concatenate([square, zeros((len(sigma), s.N - s.d, s.d), sigma)], 1)
    X = turned(turned(tall, prompt.left).mT, prompt.right).mT
    squares = sigma * sigma
    return X, -amax(-squares, -1), amax(squares, -1)


def gram(X: Array) -> Array:
    return X.mT @ X
