r"""A transformer with L layers reaches the Lasso objective of $\rho^*$: Lemma 4, with explicit constants.

i) L layers, at most four heads each, on a stream of $d+2n+7$ rows: the printed weights have three heads in
Attn1, the repaired ones four.

ii) and iii) speak of constants that they leave open; here they are explicit, for labels $|y_i|\le Y$ and
$\lambda>0$, and the statement holds for all data instead of most. The weights are those of A.4 with the two
repairs and the step $\eta=\frac1{2(n+1)}$ (see Lemma 3); as printed they fail (``lemma-4/construction``).
With $R=\frac{2Y^2}\lambda$, any $E\le\min\left\{\frac Y{(L+n)nN},\frac{Y^2}{T(2Y+2R+\lambda)}\right\}$ and
$\tau^2=\frac{n+1}{6E}\left(\eta^3(Y^3+R^3)+\frac\eta NR^3\right)$, by induction over the errors of the single
layers (with the third order that (119) and (125) have in truth) and (100):

- (58b), which is (130), by (127) and (128): $\|e_t\|_1\le E$, for $e_t$ the distance of $\rho^{(2t+1)}$ to
  the exact step (38) from $\rho^{(2t-1)}$;
- (131), the claim ``lemma-7/eq-131``: $\|\rho^{(2t+1)}\|_1\le R$;
- (59a), in the proof (129), the bare id:
  $\ell(\rho^{(L)})\le\ell(\rho^\star)+\frac{(n+1)\|\rho^\star\|_2^2}T+E(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+
  \lambda))$ for every $\rho^\star$;
- (59b), for every temperature: $|\phi_{N+1}^\top\rho^{(L)}-\widehat
  y^{(L)}|\le\frac{2(\phi_{N+1}^\top\rho^{(L)})^2}{15\tau}$, which is at most $\frac{2R^2}{15\tau}$ (and, since
  $|u-2\tanh\frac u2|\le\frac{|u|^3}{12}$, at most $\frac{R^3}{12\tau^2}$).

The construction follows A.4.3: FF0 is (107) and (114) to (116), Attn1 (108) and (117) to (120), FF1 (109),
(121), (122) and (127), Attn2 (110) and (123) to (125), Attn0 and FF2 (126); what stays fixed is (111), and
the whole is the claim ``lemma-4/construction``.
"""

from fractions import Fraction
from functools import cache

import torch

from constructions.attention import Attention
from constructions.universal import Weights, universal_transformer
from lemmata import at_most, choices, dims, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import abs, constant, over_batches, stack
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1, objective, step
from theorems.universal_approximation.lemma_4.network import INPUTS, WIDE, run, shape, transformer
from theorems.universal_approximation.lemma_4.setting import (
    EXPLICIT,
    LARGE,
    REPAIRED,
    all_alike,
    excess,
    first_term,
    nearly_exact,
)


@theorem(
    PAPER,
    "Lemma 4, i)",
    id="lemma-4/i",
    origin="read",
    at=lines(412, 416),
    d=dims(1, 4),
    n=dims(1, 5),
    T=dims(0, 4),  # $L=2T+1$, so that $(L-1)/2$ steps fit in
    weights=choices("printed", "four heads", "repaired"),
)
@printed(
    "The transformer of A.4, as listed or repaired, has $L=2T+1$ layers (an attention and a feed-forward "
    "layer each), at most 4 heads per layer and the dimension $D=d+2n+7$."
)
@mutants(
    three_heads=dict(most=3),
    one_row_less=dict(D=lambda d, n: d + 2 * n + 6),
    one_row_more=dict(D=lambda d, n: d + 2 * n + 8),
)
def size_of_the_transformer(d, n, T, weights, D=lambda d, n: d + 2 * n + 7, most=4):
    """The transformer has L layers, a bounded number of heads in each, and $d + 2n + 7$ rows."""
    heads, rows, layers = over_batches(_measured)(d, n, T, weights)
    both = 2 * (2 * T + 1)
    # At most and at least, for what is an equality.
    left = constant([*heads, rows, -rows, layers, -layers])
    return at_most(left, constant([*[most] * len(heads), D, -D, both, -both]))


@cache
def _measured(d: int, n: int, T: int, weights: Weights) -> tuple[tuple[int, ...], int, int]:
    """Heads of every attention layer, rows of the stream, and all layers."""
    omega = torch.eye(1, d, dtype=torch.float64).repeat(n, 1)
    tf = universal_transformer(
        omega, omega[:, 0], N=1, L=2 * T + 1, lam=1.0, tau_ff=1.0, tau=(1.0, 1.0), weights=weights
    )
    attention = [layer for layer in tf.layers if isinstance(layer, Attention)]
    return tuple(len(layer.heads) for layer in attention), tf.stream.size, len(tf.layers)


@theorem(
    PAPER,
    "Lemma 4, (59a), explicit",
    origin="ours",
    at=lines(428, 430),
    **EXPLICIT,
    rho_star=reals("n + 1"),
    construction=REPAIRED,
    examples=[nearly_exact(1), nearly_exact(6), *LARGE],
)
@printed(
    r"For $|y_i|\le Y$, $\|x_i\|_2\le1$, $\lambda>0$, $R=\frac{2Y^2}\lambda$ and every $0<E\le\min\left\{\frac "
    r"Y{(L+n)nN},\frac{Y^2}{T(2Y+2R+\lambda)}\right\}$ there is a transformer with $L=2T+1$ layers, whose "
    r"weights see neither the examples nor $\rho^\star$, such that for every $\rho^\star\in\mathbb R^{n+1}$: "
    r"$\ell(\rho^{(L)})-\ell(\rho^\star)\le\frac{(n+1)\|\rho^\star\|_2^2}T+E\left(2(n+1)(R+\|\rho^"
    r"\star\|_1)+T(2Y+2R+\lambda)\right)$."
)
@mutants(a_sixteenth=dict(share_of_it=16), no_first_term=dict(exact=0))
def objective_is_reached(
    tf, n, N, T, lam, tau_ff, omega, t, Y, R, E, X, y, query, rho_star, answer, exact=1, share_of_it=1
):
    r"""One transformer reaches the objective of every $\rho^*$ up to the error of T exact steps and its own."""
    phi, _, rho, _ = run(tf, X, y, query, omega, t, tau_ff)
    left = excess(n, T, lam, Y, R, E, rho_star) - first_term(n, T, rho_star) * (1 - exact)
    allowed = objective(phi, y, lam, rho_star) + left / share_of_it
    # The objective of 0 is y @ y / N.
    return at_most(objective(phi, y, lam, answer(rho[-1])), allowed).trivial_where(allowed - y @ y / N)


@theorem(
    PAPER,
    "(58b), (130), explicit",
    id="lemma-4/eq-58b",
    origin="ours",
    at=lines(418, 423),
    **EXPLICIT,
    construction=REPAIRED,
    examples=[all_alike(4), *LARGE],
)
@printed(
    r"For $|y_i|\le Y$, $\|x_i\|_2\le1$, $\lambda>0$, $R=\frac{2Y^2}\lambda$ and every $0<E\le\min\left\{\frac "
    r"Y{(L+n)nN},\frac{Y^2}{T(2Y+2R+\lambda)}\right\}$ there is a transformer with $L=2T+1$ layers, whose "
    r"weights see neither the examples nor the query, such that $\max_{1\le t\le T}\|e_t\|_1\le E$, which is "
    r"(58b) with the constant 1 and $\CF=Y$; $e_t$ is the difference from the exact step (38) with "
    r"$\eta=\frac1{2(n+1)}$ at the iterate before.",
    slack=r"E allows for iterates of the size $R = 2 Y^2/\lambda$ beside labels of size Y, and R exceeds Y "
    "where a label passes the threshold: with N labels alike, just above it, the error is 0.4 E for $N = 64$.",
)
@mutants(
    {
        "a tenth of tau": dict(construction=transformer("repaired", lambda n: 2 * (n + 1), colder=10)),
        "printed weights": dict(construction=transformer("printed", lambda n: 2 * (n + 1))),
        "2n in the step": dict(construction=transformer("repaired")),
    }
)
def errors_are_small(tf, n, lam, tau_ff, omega, t, E, X, y, query):
    """Every step of the transformer is a proximal gradient step up to an error as small as (58b) wants it."""
    phi, _, rho, _ = run(tf, X, y, query, omega, t, tau_ff)
    exact = [step(phi, y, lam, before, 2 * (n + 1)) for before in rho[:-1]]
    return at_most(stack([l1(after - wanted) for after, wanted in zip(rho[1:], exact, strict=True)]), E)


@theorem(
    PAPER,
    "(59b), explicit",
    id="lemma-4/eq-59b",
    origin="ours",
    at=lines(428, 431),
    **shape(),
    tau=scales(-3, 4, of="(0, inf)"),
    **INPUTS,
    construction=transformer("repaired"),
    examples=WIDE,
)
@printed(
    r"For every $\tau>0$ and all data, after any number of steps: $|\phi_{N+1}^\top\rho^{(L)}-\widehat "
    r"y^{(L)}|\le\frac2{15}\frac{(\phi_{N+1}^\top\rho^{(L)})^2}\tau$, for the repaired weights of A.4 with "
    r"$\eta=\frac1{2n}$."
)
@mutants(
    {
        "1/8 for 2/15": dict(constant=Fraction(1, 8)),
        "printed weights": dict(construction=transformer("printed")),
        "without the factor N": dict(construction=transformer("four heads")),
    }
)
def prediction_is_near(tf, tau_ff, omega, t, tau, X, y, query, answer, constant=Fraction(2, 15)):
    r"""The prediction is the product of the query's features with $\rho$ up to an error that falls with tau."""
    _, phi_query, rho, yhat = run(tf, X, y, query, omega, t, tau_ff)
    product = phi_query @ rho[-1]
    allowed = constant * product**2 / tau
    return at_most(abs(product - answer(yhat[-1])), allowed).trivial_where(allowed - abs(product))


prediction_is_near.waive(
    "all weights zero",
    because=r"$\rho$ and the prediction are both read off the network, and without weights both are 0",
)
