r"""A transformer with L layers reaches the Lasso objective of $\rho^*$: Lemma 4, with explicit constants.

ii) and iii) leave constants open; here they are explicit, and hold for all data instead of most. The weights
are those of A.4 with the two repairs and the step $\eta=\frac1{2(n+1)}$ (see Lemma 3); as printed they fail
(``lemma-4/construction``). With $\tau^2=\frac{n+1}{6E}\left(\eta^3(Y^3+R^3)+\frac\eta NR^3\right)$, by
induction over the errors of the single layers (with the third order that (119) and (125) have in truth) and
(100):

- (58b), which is (130), by (127) and (128): $\|e_t\|_1\le E$, and (131), ``lemma-7/eq-131``:
  $\|\rho^{(2t+1)}\|_1\le R$;
- (59a), in the proof (129), the bare id;
- (59b), for every temperature: the error is at most $\frac{2R^2}{15\tau}$ (and, since $|u-2\tanh\frac
  u2|\le\frac{|u|^3}{12}$, at most $\frac{R^3}{12\tau^2}$).

The layers follow A.4.3, each with its mutants of every block: FF0 in ``eq_107``, Attn1 in ``eq_118`` and
``eq_120``, FF1 in ``eq_109``, Attn2 in ``eq_124``; (113) and (121) are in ``eq_121``. Here are what holds as
printed beside them, (111), (119), (125), (126) and (127), and the whole is ``lemma-4/construction``.
"""

from collections.abc import Callable
from fractions import Fraction
from functools import cache

import torch

from baselines.barron import feature_vectors
from baselines.proximal import soft_threshold
from constructions.attention import Attention
from constructions.layer import Layer
from constructions.streams import Stream
from constructions.universal import Weights, attn0, embed, ff0, ff1, ff2, residual_stream, universal_transformer
from lemmata import at_most, choices, dims, dyadics, equal, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import (
    Array,
    abs,
    as_array,
    broadcast_to,
    concat,
    constant,
    exp,
    max,
    over_batches,
    sign,
    stack,
)
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design, l1, objective, step
from theorems.universal_approximation.lemma_4.layers import (
    DISPLAYS,
    STATE,
    display_124,
    hidden_state,
    linearised,
)
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


STAY = ("x", "one", "y", "w", "phi", "lam")


# Displays of A.4 that hold as printed
@theorem(
    PAPER,
    "(111)",
    id="lemma-4/eq-111",
    rank="step",
    at=lines(1003, 1005),
    **shape(),
    tau=scales(-3, 12, of="(0, inf)"),
    **INPUTS,
    construction=transformer("printed"),
)
@printed(
    r"$\phi_j^{(l)}=\phi_j$, $\lambda^{(l)}=\lambda^{(l+1/2)}=\overline\lambda$, $y_j^{(l)}=y_j^{(0)}$, "
    r"$w_j^{(l)}=w_j^{(0)}$ for all $1\le l\le L$, $1\le j\le N+1$, with the $\phi_j$ of (33) and any "
    r"$\overline\lambda\ge0$ (and $x_j$ stays, since all but $\rho$ and $\widehat y$ does), with the weights "
    "as printed."
)
@mutants(rho_stays=dict(names=(*STAY, "rho")), yhat_stays=dict(names=(*STAY, "yhat")))
def the_other_blocks_stay(tf, lam, tau_ff, omega, t, X, y, query, names=STAY):
    r"""After the first layer only $\rho$ and the prediction change."""

    def blocks(X: Array, y: Array, query: Array, omega: Array, t: Array) -> tuple[Array, ...]:
        """Those of the input with the features (33) and the penalty, and those after each layer from FF0 on."""
        start = embed(X, y, query, t.shape[-1])
        phi = feature_vectors(concat([X, query[:, None]], 1), omega[0], t[0], tau_ff)
        wanted = start + tf.stream.embed(phi=phi.mT, lam=as_array(lam, start))
        return tuple(
            concat([tf.stream.read(H, name) for name in names], 1) for H in (wanted, *tf.run(start)[2:])
        )

    first, *later = over_batches(blocks)(X, y, query, omega, t)
    return equal(concat(later, axis=1), concat([first] * len(later), axis=1))


@theorem(
    PAPER,
    "(119)",
    id="lemma-4/eq-119",
    rank="step",
    at=lines(1057, 1059),
    tau=scales(-2, 8, of="(0, inf)"),
    x=reals(1),
)
@printed(
    r"$|\sigma_{\mathsf{attn}}''(x)|<0.5$, by its closed form $\frac{|e^x-e^{-x}|}{(e^{x/2}+e^{-x/2})^4}$, and "
    r"$\left|x-4\tau\left[\sigma_{\mathsf{attn}}(\tau^{-1}x)-\sigma_{\mathsf{attn}}(0)\right]\right|\le2"
    r"\tau^{-1}|x|^2$ for all $x\in\mathbb R$ and $\tau>0$.",
    slack=r"The error is at most $0.1325 x^2/\tau$: 2/15 would do for 2; where $\tau$ is large it is of the "
    "third order.",
)
@mutants(
    {
        "1/8 for 2": dict(bound=lambda x, tau: x**2 / (8 * tau)),
        "(x / tau)^4 for (x / tau)^2": dict(bound=lambda x, tau: 2 * x**4 / tau**3),
        "twice the logistic term": dict(gain=2),
        "a second derivative below one eleventh": dict(most=11),
    }
)
def linear_up_to_second_order(tau, x, bound=lambda x, tau: 2 * x**2 / tau, gain=1, most=2):
    """A logistic term replaces its argument up to twice its square over tau: its second derivative is small."""
    error = abs(x - gain * linearised(x, tau))
    # Whether the second derivative is below 1 / most.
    below = sign((exp(x / 2) + exp(-x / 2)) ** 4 - most * abs(exp(x) - exp(-x)))
    return at_most(concat([error, 1 - below]), concat([bound, 0 * x]))


@theorem(PAPER, "(125)", id="lemma-4/eq-125", rank="step", at=lines(1103, 1105), **DISPLAYS)
@printed(
    r"$|\widetilde e^{(l)}|\le\frac{2\left(\phi_{N+1}^\top\rho\right)^2}\tau$ for $\widetilde e^{(l)}=\widehat "
    r"y^{(l+1/2)}-\widehat y^{(l)}-\phi_{N+1}^\top\rho$ and (124), at every state (50) with $w_i=1$ for $i\le "
    r"N$, $w_{N+1}=0$ and features in $[0,1]$ beside the constant 1, $\tau>0$; that is the residual of (110), "
    r"where $\widehat y^{(l)}=0$ by (109b), and $\widehat y^{(l)}$ may be any number.",
    slack="As (119): 2/15 would do for 2.",
)
@mutants({"1/8 for 2": dict(sixteenths=1), "(score / tau)^4 for (score / tau)^2": dict(power=4)})
def error_of_the_prediction(tau, phi, rho, yhat, sixteenths=16, power=2):
    """Attn2 misses the exact prediction by at most twice its square over the temperature."""
    score = design(phi[-1:]) @ rho
    error = display_124(tau, phi, rho, yhat) - yhat - score
    return at_most(abs(error), sixteenths * score**power / (8 * tau ** (power - 1)))


Build = Callable[[Stream, Array], Layer]


def some_ff0(stream: Stream, t: Array) -> Layer:
    """FF0 with equal directions, and the steepness and penalty 1."""
    return ff0(broadcast_to(0 * t[:, None] + 1, (len(t), stream.sizes["x"])), t, 1, 1)


@theorem(PAPER, "(126)", id="lemma-4/eq-126", rank="step", at=lines(1106, 1112), **STATE)
@printed(
    "With the weights (126), $H^{(1/2)}=H^{(0)}$ and $H^{(l+1)}=H^{(l+1/2)}$: Attn0 and FF2 return every "
    r"state (50) with $w_i=1$ for $i\le N$, $w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the "
    "last entry of $x_i$ 1, as it is."
)
@mutants(FF1_in_its_place=dict(last=lambda stream, t: ff1(stream, 2, t)), FF0_in_its_place=dict(first=some_ff0))
def idle_layers_change_nothing(d, n, lam, t, x, y, phi, rho, yhat, first: Build = attn0, last: Build = ff2):
    """Attn0 and FF2 change nothing."""
    stream = residual_stream(d, n)
    H = hidden_state(stream, x, y, phi, rho, lam, yhat)
    outputs = [over_batches(lambda H, t, b=build: b(stream, t[0])(H))(H, t) for build in (first, last)]
    return equal(concat(outputs, axis=1), concat([H, H], axis=1))


@theorem(
    PAPER,
    "(127), first inequality",
    id="lemma-4/eq-127",
    rank="step",
    at=lines(1125, 1130),
    n=dims(1, 4),
    theta=dyadics(0, 2, of="[0, inf)"),  # $\eta\lambda$
    a=reals("n + 1"),
    e=reals("n + 1"),
)
@printed(
    r"$\|e_t\|_\infty\le\|e^{(2t-1)}\|_\infty$ for $e_t=\mathsf{ST}_{\eta\overline\lambda}(a+e^{(2t-1)})-"
    r"\mathsf{ST}_{\eta\overline\lambda}(a)$, any $a$ and $e^{(2t-1)}$ in $\mathbb R^{n+1}$, "
    r"$\eta\overline\lambda\ge0$."
)
@mutants(half_of_it=dict(share=Fraction(1, 2)), nine_tenths_of_it=dict(share=Fraction(9, 10)))
def thresholding_is_a_contraction(theta, a, e, share=1):
    """Soft thresholding does not enlarge the error of a gradient step."""
    return at_most(max(abs(soft_threshold(a + e, theta) - soft_threshold(a, theta))), max(abs(e)) * share)
