r"""A transformer with L layers reaches the Lasso objective of rho*: Lemma 4, with explicit constants.

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

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

import torch

from baselines.proximal import lasso_objective, proximal_gradient
from constructions.attention import Attention
from constructions.transformer import Transformer
from constructions.universal import Weights, universal_transformer
from lemmata import Margin, Prompt, at_most, choices, dims, lines, space
from lemmata.numbers import Array, absolute, stack, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1, squared
from theorems.universal_approximation.lemma_4 import setting
from theorems.universal_approximation.lemma_4.network import Setting as NetworkSetting
from theorems.universal_approximation.lemma_4.network import prompts, run, settings, transformer, wide
from theorems.universal_approximation.lemma_4.setting import Setting


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int
    T: int
    weights: Weights

    @property
    def L(self) -> int:
        """An odd number, so that (L - 1) / 2 steps fit in."""
        return 2 * self.T + 1


heads = PAPER.claim(
    "Lemma 4, i)",
    id="lemma-4/i",
    origin="read",
    summary="The transformer has L layers, a bounded number of heads in each, and d + 2n + 7 rows",
    at=lines(412, 416),
    settings=space(
        Sizes, d=dims(1, 4), n=dims(1, 5), T=dims(0, 4), weights=choices("printed", "four heads", "repaired")
    ),
)


@heads.printed(
    r"The transformer of A.4, as listed or repaired, has $L=2T+1$ layers (an attention and a feed-forward "
    r"layer "
    r"each), at most 4 heads per layer and the dimension $D=d+2n+7$.",
    dimension=lambda s: s.d + 2 * s.n + 7,
    most=4,
)
def size_of_the_transformer(s: Sizes, dimension: Callable[[Sizes], int], most: int) -> Margin:
    """Layers, heads and dimension of the construction."""
    count, rows, layers = _measured(s)
    D, both = dimension(s), 2 * s.L
    # At most and at least, for what is an equality.
    return at_most([[*count, rows, -rows, layers, -layers]], [[*[most] * len(count), D, -D, both, -both]])


@cache
def _measured(s: Sizes) -> tuple[tuple[int, ...], int, int]:
    """Heads of every attention layer, rows of the stream, and all layers."""
    ones = torch.ones(s.n, s.d, dtype=torch.float64)
    tf = universal_transformer(
        ones, ones[:, 0], N=1, L=s.L, lam=1.0, tau_ff=1.0, tau=(1.0, 1.0), weights=s.weights
    )
    attention = [layer for layer in tf.layers if isinstance(layer, Attention)]
    return tuple(len(layer.heads) for layer in attention), tf.stream.size, len(tf.layers)


heads.mutant("three heads", most=3)
heads.mutant("one row less", dimension=lambda s: s.d + 2 * s.n + 6)
heads.mutant("one row more", dimension=lambda s: s.d + 2 * s.n + 8)

objective = PAPER.claim(
    "Lemma 4, (59a), explicit",
    id="lemma-4",
    origin="ours",
    summary="One transformer reaches the Lasso objective of every rho* up to the error of T exact steps and "
    "what its own errors cost",
    at=lines(428, 430),
    settings=setting.settings,
    prompts=setting.prompts,
    examples=[setting.nearly_exact(1), setting.nearly_exact(6), *setting.LARGE],
)
objective.construction(setting.repaired())
HYPOTHESES = (
    r"$|y_i|\le Y$, $\|x_i\|_2\le1$, $\lambda>0$, $R=\frac{2Y^2}\lambda$ and every $0<E\le\min\left\{"
    r"\frac Y{(L+n)nN},\frac{Y^2}{T(2Y+2R+\lambda)}\right\}$ there is a transformer with $L=2T+1$ layers, "
    r"whose "
    r"weights see neither the examples nor "
)


@objective.printed(
    r"For " + HYPOTHESES + r"$\rho^\star$, such that for every $\rho^\star\in\mathbb R^{n+1}$: "
    r"$\ell(\rho^{(L)})-\ell(\rho^\star)\le\frac{(n+1)\|\rho^\star\|_2^2}T+E"
    r"\left(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+\lambda)\right)$.",
    bound=setting.excess,
)
def objective_is_reached(
    s: Setting,
    tf: Transformer,
    prompt: Prompt,
    answer: Callable[..., Array],
    bound: Callable[[Setting, Array], Array],
) -> Margin:
    """The Lasso objective of the transformer's last iterate against that of rho*."""
    r = run(s, tf, prompt)
    reached = lasso_objective(r.phi, prompt.y, s.lam, answer(r.rho[:, -1]))
    star = lasso_objective(r.phi, prompt.y, s.lam, prompt.rho_star)
    allowed = star + bound(s, prompt.rho_star)
    return at_most(reached, allowed).trivial_where(allowed - squared(prompt.y) / s.N)  # the objective of 0


objective.mutant("a sixteenth", bound=lambda s, star: setting.excess(s, star) / 16)
objective.mutant("no first term", bound=lambda s, star: setting.excess(s, star) - setting.first_term(s, star))

steps = PAPER.claim(
    "(58b), (130), explicit",
    id="lemma-4/eq-58b",
    origin="ours",
    summary="Every step of the transformer is a proximal gradient step up to an error as small as (58b) wants "
    "it",
    at=lines(418, 423),
    settings=setting.settings,
    prompts=setting.data,
    examples=[setting.all_alike(4), *setting.LARGE],
)
steps.construction(setting.repaired())


@steps.printed(
    r"For " + HYPOTHESES + r"the query, such that $\max_{1\le t\le T}\|e_t\|_1\le E$, which is (58b) with the "
    r"constant 1 and $C_{\mathcal F}=Y$; $e_t$ is the difference from the exact step (38) with "
    r"$\eta=\frac1{2(n+1)}$ at the iterate before.",
    slack="E allows for iterates of the size R = 2 Y^2 / lambda beside labels of size Y, and R exceeds Y where "
    "a label passes the threshold: with N labels alike, just above it, the error is 0.4 E for N = 64.",
    share=1,
)
def errors_are_small(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """The l1 distance of each step of the transformer to the exact one."""
    r = run(s, tf, prompt)
    errors = []
    for k in range(s.T):
        step = proximal_gradient(r.phi, r.y, s.lam, r.rho[:, k], steps=1, inverse_step=2 * (s.n + 1))
        errors.append(l1(r.rho[:, k + 1] - step[-1]))
    return at_most(stack(errors, 1), setting.error(s) / share)


steps.mutant("a tenth of tau", construction=setting.repaired(10))
steps.mutant("printed weights", construction=setting.built("printed", lambda s: 2 * (s.n + 1)))
steps.mutant("2n in the step", construction=setting.built("repaired", lambda s: 2 * s.n))

prediction = PAPER.claim(
    "(59b), explicit",
    id="lemma-4/eq-59b",
    origin="ours",
    summary="The prediction of the transformer is the product of the query's features with its rho, up to an "
    "error that falls as the temperature rises",
    at=lines(428, 431),
    settings=settings(hottest=4),
    prompts=prompts,
    examples=[wide(2, 8, 6, 4), wide(2, 24, 16, 3)],
)
prediction.construction(transformer("repaired"))


@prediction.printed(
    r"For every $\tau>0$ and all data, after any number of steps: $|\phi_{N+1}^\top\rho^{(L)}-\widehat "
    r"y^{(L)}|\le"
    r"\frac2{15}\frac{(\phi_{N+1}^\top\rho^{(L)})^2}\tau$, for the repaired weights of A.4 with "
    r"$\eta=\frac1{2n}$.",
    constant=Fraction(2, 15),
)
def prediction_is_near(
    s: NetworkSetting, tf: Transformer, prompt: Prompt, answer: Callable[..., Array], constant: Fraction
) -> Margin:
    """The prediction against the product of the query's features with rho."""
    r = run(s, tf, prompt)
    product = sum(r.query * r.rho[:, -1], -1)
    error = absolute(product - answer(r.yhat[:, -1]))
    allowed = product * product * constant / s.tau
    return at_most(error, allowed).trivial_where(allowed - absolute(product))  # the error of 0


prediction.mutant("1/8 for 2/15", constant=Fraction(1, 8))
prediction.mutant("printed weights", construction=transformer("printed"))
prediction.mutant("without the factor N", construction=transformer("four heads"))
prediction.waive(
    "all weights zero",
    because="rho and the prediction are both read off the network, and without weights both are 0",
)
