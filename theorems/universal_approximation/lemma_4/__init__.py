r"""A transformer with L layers reaches the Lasso objective of rho*: Lemma 4, with explicit constants.

i) L layers, at most four heads each, on a stream of $d+2n+7$ rows; it holds for the printed weights.

ii) and iii) speak of constants that they leave open; here they are explicit, for labels $|y_i|\le Y$ and
$\lambda>0$, and the statement holds for all data instead of most. The weights are those of A.4 with the two
repairs and the step $\eta=\frac1{2(n+1)}$ (see Lemma 3); as printed they fail (``lemma-4/construction``).
With $R=(Y^2+1)/\lambda$, the error $E=\min\left\{\frac Y{(L+n)nN},\frac1{T(2Y+2R+\lambda)}\right\}$ and
$\tau=\max\{2R,(Y^2+8R^2)/E\}$, by induction over (120), (125) and (100):

- (58b), which is (130), by (127) and (128): $\|e_t\|_1\le E$, for $e_t$ the distance of $\rho^{(2t+1)}$ to
  the exact step (38) from $\rho^{(2t-1)}$;
- (131), the claim ``lemma-7/eq-131``: $\|\rho^{(2t+1)}\|_1\le R$;
- (59a), in the proof (129), the bare id:
  $\ell(\rho^{(L)})\le\ell(\rho^\star)+\frac{(n+1)\|\rho^\star\|_2^2}T+E(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+
  \lambda))$ for every $\rho^\star$;
- (59b): $|\phi_{N+1}^\top\rho^{(L)}-\widehat y^{(L)}|\le2R^2/\tau$.

The construction, layer by layer, as A.4.3 has it (the states in ``layers``, the whole in ``network`` and,
with (112), ``construction``):

- FF0, (107) and (113) to (116): ``eq_107``, ``eq_113``;
- Attn1, (108) and (117) to (120): ``eq_117`` to ``eq_120``;
- FF1, (109), (121), (122) and (127): ``eq_109``, ``eq_121``, ``eq_127``;
- Attn2, (110) and (123) to (125): ``eq_124``, ``eq_125``;
- Attn0 and FF2, (126): ``eq_126``; what stays fixed, (111): ``eq_111``.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import torch

from baselines.proximal import lasso_objective, proximal_gradient
from constructions.attention import Attention
from constructions.transformer import Transformer
from constructions.universal import universal_transformer
from lemmata import Margin, Prompt, at_most, dims, lines, space
from lemmata.numbers import Array, absolute, stack, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import l1
from theorems.universal_approximation.lemma_4 import setting
from theorems.universal_approximation.lemma_4.network import Setting, run


@dataclass(frozen=True)
class Sizes:
    d: int
    n: int
    T: int

    @property
    def L(self) -> int:
        """An odd number, so that (L - 1) / 2 steps fit in."""
        return 2 * self.T + 1


heads = PAPER.claim(
    "Lemma 4, i)",
    id="lemma-4/i",
    origin="read",
    at=lines(412, 416),
    settings=space(Sizes, d=dims(1, 4), n=dims(1, 5), T=dims(0, 4)),
)


@heads.printed(
    r"The transformer has $L$ layers (an attention and a feed-forward layer each), at most 4 heads per "
    r"layer and the dimension $D=d+2n+7$.",
    dimension=lambda s: s.d + 2 * s.n + 7,
    most=4,
)
def size_of_the_transformer(s: Sizes, dimension: Callable[[Sizes], int], most: int) -> Margin:
    """Layers, heads and dimension of the construction."""
    count, size, layers = _measured(s.d, s.n, s.L)
    allowed = [most] * len(count) + [dimension(s), layers]
    return at_most([[*count, size, 2 * s.L]], [allowed])


@cache
def _measured(d: int, n: int, L: int) -> tuple[tuple[int, ...], int, int]:
    """Heads of every attention layer, rows of the stream, and all layers."""
    ones = torch.ones(n, d, dtype=torch.float64)
    tf = universal_transformer(
        ones, ones[:, 0], N=1, L=L, lam=1.0, tau_ff=1.0, tau=(1.0, 1.0), weights="repaired"
    )
    attention = [layer for layer in tf.layers if isinstance(layer, Attention)]
    return tuple(len(layer.heads) for layer in attention), tf.stream.size, len(tf.layers)


heads.mutant("three heads", dimension=lambda s: s.d + 2 * s.n + 7, most=3)
heads.mutant("one row less", dimension=lambda s: s.d + 2 * s.n + 6, most=4)


objective = PAPER.claim(
    "Lemma 4, (59a)",
    id="lemma-4",
    origin="ours",
    at=lines(428, 430),
    settings=setting.settings,
    prompts=setting.prompts,
)
objective.construction(setting.repaired())
steps = PAPER.claim(
    "(58b), (130)",
    id="lemma-4/eq-58b",
    origin="read",
    at=lines(418, 423),
    settings=setting.settings,
    prompts=setting.prompts,
)
steps.construction(setting.repaired())


@objective.printed(
    r"For $|y_i|\le Y$, $R=\frac{Y^2+1}\lambda$, "
    r"$E=\min\left\{\frac Y{(L+n)nN},\frac1{T(2Y+2R+\lambda)}\right\}$ and every $\rho^\star$ there is a "
    r"transformer with $\ell(\rho^{(L)})-\ell(\rho^\star)\le\frac{(n+1)\|\rho^\star\|_2^2}T+E"
    r"\left(2(n+1)(R+\|\rho^\star\|_1)+T(2Y+2R+\lambda)\right)$ (59a).",
    bound=setting.excess,
)
def objective_is_reached(s: Setting, tf: Transformer, prompt: Prompt, bound: Callable[..., Array]) -> Margin:
    """The transformer reaches the Lasso objective of rho*."""
    r = run(s, tf, prompt)
    reached = lasso_objective(r.phi, prompt.y, s.lam, r.rho[:, -1])
    star = lasso_objective(r.phi, prompt.y, s.lam, prompt.rho_star)
    return at_most(reached, star + bound(s, r, prompt.rho_star))


objective.mutant("no bound at all", bound=lambda s, r, star: 0)
objective.mutant("a prediction instead", bound=lambda s, r, star: -setting.excess(s, r, star))


@steps.printed(
    r"For $|y_i|\le Y$ there is a transformer with $\max_{1\le t\le T}\|e_t\|_1\le\frac Y{(L+n)nN}$ (58b).",
    share=1,
)
def errors_are_small(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """Every step of the transformer is a proximal gradient step up to a small error."""
    r = run(s, tf, prompt)
    errors = []
    for k in range(s.T):
        step = proximal_gradient(r.phi, r.y, s.lam, r.rho[:, k], steps=1, inverse_step=2 * (s.n + 1))
        errors.append(l1(r.rho[:, k + 1] - step[-1]))
    return at_most(stack(errors, 1), setting.error(s) / share)


steps.mutant("a millionth of tau", construction=setting.repaired(1_000_000))
steps.mutant("printed weights", construction=setting.other("printed"))
steps.mutant("2n in the step", construction=setting.other("repaired"))

prediction = PAPER.claim(
    "(59b)",
    id="lemma-4/eq-59b",
    origin="ours",
    at=lines(428, 431),
    settings=setting.settings,
    prompts=setting.prompts,
)
prediction.construction(setting.repaired())


@prediction.printed(
    r"For $|y_i|\le Y$, $R=\frac{Y^2+1}\lambda$ and large $\tau$ there is a transformer with "
    r"$|\phi_{N+1}^\top\rho^{(L)}-\widehat y^{(L)}|\le\frac{2R^2}\tau$ (59b).",
    share=1,
)
def prediction_is_near(s: Setting, tf: Transformer, prompt: Prompt, share: int) -> Margin:
    """The prediction is the product of the query's features with rho."""
    r = run(s, tf, prompt)
    product = sum(r.query * r.rho[:, -1], -1)
    R = setting.radius(s)
    return at_most(absolute(product - r.yhat[:, -1]), R * R * 2 / setting.tau(s) / share)


prediction.mutant("a thousandth of tau", construction=setting.repaired(1_000))
prediction.mutant("printed weights", construction=setting.other("printed"))
prediction.mutant("without the factor N", construction=setting.other("four heads"))
