r"""Random ramps represent Gaussian functions at a point: Lemma 1 for a class of integrable functions.

As in the claim ``lemma-1/pair`` (before (74)), for $f(x)=b\exp(-\|x-c\|^2/2)$ in the plane with $|b|\le1$ and
any c: $F^{\mathsf{sup}}$ is the transform of the Gaussian at 0,
$\widetilde C_{\mathcal F}=\sqrt{\pi/2}$, (79) draws even directions and norms from a chi law with three
degrees of freedom, and the phase of f at $\omega$ is $-\omega^\top c$. With probability $1-\delta$ the n
ramps with the weights (80) are within $3C_{\mathcal F}/\tau+3\widetilde C_{\mathcal
F}\sqrt{2\log(2/\delta)/n}$.
"""

import math
from dataclasses import dataclass

import torch
from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import Gaussians
from lemmata import FigureRecord, Margin, Probability, Prompt, Series, box, in_ball, lines, reals
from lemmata.numbers import exp, norm, pi, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import gamma
from theorems.universal_approximation.lemma_1 import draws

STEEP = 256.0


class of_gaussians(reals):
    """Frequencies from (79) for Gaussian functions in the plane, ``(n, 2)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        omega, _ = Gaussians(2, 1.0, 1.0).frequencies(batch * self.shape[0], generator)
        return omega.reshape(batch, *self.shape)


@dataclass(frozen=True)
class Setting(draws.Setting):
    c: Tensor  # (2,)
    x: Tensor  # (2,)


gaussians = PAPER.claim(
    "Lemma 1, Gaussian functions",
    id="lemma-1/gaussian",
    rank="step",
    origin="read",
    summary="Random ramps represent a Gaussian function in the plane at a point, with the weights (80)",
    at=lines(539, 541),
    kind=Probability(failure=lambda s: s.delta),
    settings=draws.settings(Setting, c=box(2, low=-4.0, high=4.0, of="(-inf, inf)"), x=in_ball(2, radius=1.0)),
    prompts=lambda s: draws.prompts(s, of_gaussians(s.n, 2)),
    examples=[Setting(**draws.MANY, c=torch.tensor([1.0, 0.0]).double(), x=torch.tensor([-1.0, 0.0]).double())],
)


@gaussians.printed(
    draws.STATED + r"$f(x)=b\exp(-\frac12\|x-c\|_2^2)$ in the plane, of the class with $|b|\le1$ and any $c$.",
    share=1,
    phase=-1,
)
def ramps_represent_gaussians(s: Setting, prompt: Prompt, share: int, phase: int) -> Margin:
    """The error of random ramps for a Gaussian function at a point."""
    size = norm(prompt.omega)
    one = Prompt(omega=size, theta=sum(prompt.omega * s.c, -1) * phase)
    moment = sqrt(pi(size) / 2)
    ramps = phi((sum(prompt.omega * s.x, -1) / size - prompt.t) * s.tau)
    mixture = sum(gamma(one, prompt.t) * ramps, -1) * moment * 3 * s.b / s.n
    offset = s.x - s.c
    exact = exp(-sum(offset * offset, -1) / 2) - exp(-sum(s.c * s.c, -1) / 2)
    return draws.within(s, mixture - exact * s.b, moment, 1, share)


gaussians.mutant("the phase of the mirror image", phase=1)
gaussians.mutant("an eighth of the bound", share=8)


@gaussians.figure
def error_against_n() -> FigureRecord:
    """How well n ramps represent Gaussian functions, over functions, inputs and draws."""
    counts, means = [4, 16, 64, 256, 1024, 4096], []
    family, generator = Gaussians(2, 1.0, 1.0), Generator().manual_seed(0)
    for n in counts:
        errors = []
        for _ in range(32):
            features = family.draw(n, generator)
            b, c, x = (torch.rand(16, k, generator=generator).double() * 2 - 1 for k in (1, 2, 2))
            x = x / 2**0.5
            direction = features.omega / norm(features.omega)[:, None]
            ramps = phi((x @ direction.mT - features.t) * STEEP)
            zero = family.value(torch.zeros_like(x[:1]), b, c)[:, 0]
            exact = torch.stack([family.value(x[k : k + 1], b[k], c[k])[0] for k in range(16)])
            errors.append((ramps * family.weights(features, b, c)).mean(-1) - exact + zero)
        means.append(float(torch.stack(errors).square().mean().sqrt()))
    sizes = [float(n) for n in counts]
    floor, slow = 3 * family.parameter / STEEP, 3 * family.moment * (2 * math.log(8)) ** 0.5
    line = [floor + slow / n**0.5 for n in sizes]
    return FigureRecord(
        claim="",
        title="Feature error against the number of features, Gaussian functions in the plane",
        x_label="features $n$",
        y_label="root mean square error",
        caption="Random functions and inputs, features drawn from (79), $\\tau=256$, $\\delta=1/4$.",
        series=(
            Series("random ramps", sizes, means),
            Series("Lemma 5 and Hoeffding", sizes, line, role="bound"),
        ),
        log_x=True,
        log_y=True,
    )
