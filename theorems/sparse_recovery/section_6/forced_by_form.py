r"""What the form of a solver forces, whatever is learned: two facts behind figures 1 (b) and 2 of section 6.

1. `lista`: LISTA sees y and not X. $(X,\beta^*)$ and $(-X,-\beta^*)$ have the same y, so that the mean of
   their squared errors is $\|\hat\beta\|^2+\|\beta^*\|^2$: if $(X,\beta^*)$ and $(-X,-\beta^*)$ have the
   same law, no LISTA has less mean squared error than the prediction 0, which has $E\|\beta^*\|^2=S=3$. The
   "around 3" of figure 2 (appendix F) is a floor for LISTA's, and no training can pass it.
2. `lista-vm-ss`: where $\beta^*$ lies within a known support with projection P, LISTA-VM with the weights
   $PMP$ is no worse than LISTA-VM-SS with M. Trained to their best, LISTA-VM-SS has no advantage, tenfold or
   other.
"""

from dataclasses import dataclass
from fractions import Fraction

from baselines.proximal import soft_threshold
from lemmata import Margin, Prompt, Space, at_least, at_most, box, dims, reals, space
from lemmata.numbers import Array, constant, full, sum
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Sizes:
    d: int
    N: int
    K: int
    support: int = 0
    """The known support is the first so many coordinates."""


SIZES = space(Sizes, d=dims(1, 4), N=dims(1, 3), K=dims(1, 3))
SUPPORTED = space(Sizes, d=dims(2, 4), N=dims(1, 3), K=dims(1, 3), support=lambda s: dims(1, s.d - 1, most=s.d))


def thresholds(s: Sizes) -> box:
    """One threshold a layer."""
    return box(s.K, low=0.0, high=2.0, of="[0, inf)")


def data(s: Sizes) -> Space:
    """An instance and LISTA's weights."""
    return space(
        X=reals(s.N, s.d),
        beta=reals(s.d),
        theta=thresholds(s),
        W1=reals(s.K, s.d, s.N),
        W2=reals(s.K, s.d, s.d),
    )


lista = PAPER.claim(
    "Figure 2, LISTA's floor",
    id="section-6/forced-by-form/lista",
    rank="step",
    origin="ours",
    summary="LISTA, which sees y alone, has on two instances no less squared error together than 0 has",
    settings=SIZES,
    prompts=data,
)


@lista.printed(
    r"For LISTA, $\beta^{(k+1)}=\mathcal S_{\theta^{(k)}}(W_1^{(k)}y+W_2^{(k)}\beta^{(k)})$ from 0 with any "
    r"weights and $\theta^{(k)}\ge0$, "
    r"$\hat\beta=\beta^{(K+1)}$ and $y=X\beta^*$, the sum of the squared errors at $(X,\beta^*)$ and $(-X,-"
    r"\beta^*)$ is at least that of "
    r"0: $\|\hat\beta-\beta^*\|^2+\|\hat\beta+\beta^*\|^2\ge2\|\beta^*\|^2$.",
    sees_X=0,
    share=1,
)
def no_better_than_zero(s: Sizes, prompt: Prompt, sees_X: int, share: Fraction | int) -> Margin:
    """The squared error of LISTA, summed over a pair that it cannot tell apart."""
    y = (prompt.X @ prompt.beta[..., None])[..., 0]
    total: Array = 0
    for way in (1, -1):
        beta = full(0, like=prompt.beta)
        for k in range(s.K):
            residual = y - (prompt.X @ beta[..., None])[..., 0] * way * sees_X
            inner = prompt.W1[:, k] @ residual[..., None] + prompt.W2[:, k] @ beta[..., None]
            beta = soft_threshold(inner[..., 0], prompt.theta[:, k, None])
        total = total + sum((beta - prompt.beta * way) * (beta - prompt.beta * way), -1)
    return at_least(total, sum(prompt.beta * prompt.beta, -1) * 2 * share)


lista.mutant("LISTA-CP, which sees X", sees_X=1)
lista.mutant("a tenth more", share=Fraction(11, 10))

lista_vm_ss = PAPER.claim(
    "Figure 1 (b), LISTA-VM-SS",
    id="section-6/forced-by-form/lista-vm-ss",
    rank="step",
    origin="ours",
    summary="On a known support LISTA-VM with projected weights is no worse than LISTA-VM-SS",
    settings=SUPPORTED,
    prompts=lambda s: space(X=reals(s.N, s.d), beta=reals(s.d), theta=thresholds(s), M=reals(s.K, s.d, s.d)),
)


@lista_vm_ss.printed(
    r"With P the projection on a support that holds that of $\beta^*$ and $y=X\beta^*$: LISTA-VM with the "
    r"weights "
    r"$PM^{(k)}P$ and any thresholds $\ge0$ on X "
    r"is at most as far from $\beta^*$ as with $M^{(k)}$ and the same thresholds on $XP$, which "
    r"is LISTA-VM-SS.",
    projected=True,
    supported=True,
)
def no_worse_than_known_support(s: Sizes, prompt: Prompt, projected: bool, supported: bool) -> Margin:
    """The error of LISTA-VM with projected weights, beside that of LISTA-VM-SS."""
    P = constant([[float(i == j < s.support) for i in range(s.d)] for j in range(s.d)], prompt.X)
    beta = (P @ prompt.beta[..., None])[..., 0] if supported else prompt.beta
    y = prompt.X @ beta[..., None]

    def error(X: Array, M: Array) -> Array:
        estimate = full(0, like=beta)
        for k in range(s.K):
            gradient = X.mT @ (X @ estimate[..., None] - y)
            step = (M[:, k] @ gradient)[..., 0] / (2 * s.N + 1)
            estimate = soft_threshold(estimate - step, prompt.theta[:, k, None])
        return sum((estimate - beta) * (estimate - beta), -1)

    M = P @ prompt.M @ P if projected else prompt.M
    return at_most(error(prompt.X, M), error(prompt.X @ P, prompt.M))


lista_vm_ss.mutant("the weights not projected", projected=False)
lista_vm_ss.mutant("vectors of any support", supported=False)
