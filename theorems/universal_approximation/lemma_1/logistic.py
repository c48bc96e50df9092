r"""Random ramps represent logistic units at a point: Lemma 1 for two-layer networks.

As in the claim ``lemma-1/pair`` (before (74)), for $f(x)=b/(1+e^{-ax})$ on the line with $|b|\le1$: by (134)
$\widetilde C_{\mathcal F}=\frac a4$, and (79) draws $|\omega|/a$ with the density $4u/\sinh(\pi u)$ and the
sign by a coin; the phase of f is $-\frac\pi2$ times the sign. With probability $1-\delta$ the n ramps with the
weights (80) are within $3C_{\mathcal F}/\tau+3\widetilde C_{\mathcal F}\sqrt{2\log(2/\delta)/n}$.
"""

from dataclasses import dataclass

from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import logistic_frequencies
from lemmata import Margin, Probability, Prompt, dyadics, lines, reals, signs
from lemmata.numbers import as_array, exp, pi, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import gamma
from theorems.universal_approximation.lemma_1 import draws


class of_logistic_units(reals):
    """Sizes of frequencies from (79) for logistic units with inner weight 1, ``(n,)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        return logistic_frequencies(batch * self.shape[0], generator).reshape(batch, -1)


@dataclass(frozen=True)
class Setting(draws.Setting):
    a: float
    x: float


logistic = PAPER.claim(
    "Lemma 1, logistic networks",
    id="lemma-1/logistic",
    rank="step",
    origin="read",
    summary="Random ramps represent a logistic unit on the line at a point, with the weights (80)",
    at=lines(539, 541),
    kind=Probability(failure=lambda s: s.delta),
    settings=draws.settings(Setting, a=dyadics(0.25, 4, of="(0, inf)"), x=dyadics(-1, 1)),
    prompts=lambda s: draws.prompts(s, of_logistic_units(s.n), side=signs(s.n)),
    examples=[Setting(**draws.MANY, a=4.0, x=-1.0)],
)


@logistic.printed(
    draws.STATED + r"$f(x)=\frac b{1+e^{-ax}}$ on the line, of the class with $|b|\le1$ and one $a$.",
    share=1,
    phase=-1,
)
def ramps_represent_logistic_units(s: Setting, prompt: Prompt, share: int, phase: int) -> Margin:
    """The error of random ramps for a logistic unit at a point."""
    omega = prompt.omega * s.a
    one = Prompt(omega=omega, theta=prompt.side * pi(omega) / 2 * phase)
    moment = s.a / 4
    # At -omega the phase is the opposite one, and the ramp looks the other way.
    ramps = phi((prompt.side * s.x - prompt.t) * s.tau)
    mixture = sum(gamma(one, prompt.t) * ramps, -1) * moment * 3 * s.b / s.n
    exact = (1 / (exp(as_array(-s.a * s.x, omega)) + 1) - 0.5) * s.b
    return draws.within(s, mixture - exact, moment, 0.5, share)


logistic.mutant("the other sign", phase=1)
logistic.mutant("an eighth of the bound", share=8)
