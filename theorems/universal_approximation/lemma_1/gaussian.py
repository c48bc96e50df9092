r"""Random ramps represent Gaussian functions at a point: Lemma 1 for a class of integrable functions.

As in the claim ``lemma-1/pair`` (before (74)), for $f(x)=b\exp(-\|x-c\|^2/2)$ in the plane with $|b|\le1$ and
any c: $F^{\mathsf{sup}}$ is the transform of the Gaussian at 0,
$\widetilde C_{\mathcal F}=\sqrt{\pi/2}$, (79) draws even directions and norms from a $\chi$ law with three
degrees of freedom, and the phase of f at $\omega$ is $-\omega^\top c$. With probability $1-\delta$ the n
ramps with the weights (80) are within $3C_{\mathcal F}/\tau+3\widetilde C_{\mathcal
F}\sqrt{2\log(2/\delta)/n}$.
"""

import math

import torch
from torch import Generator, Tensor

from baselines.barron import phi
from baselines.barron_features import Gaussians
from lemmata import (
    FigureRecord,
    Probability,
    Series,
    box,
    in_ball,
    lines,
    mutants,
    printed,
    reals,
    theorem,
    uniform,
)
from lemmata.numbers import exp, norm, pi, sqrt, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.cosines import gamma
from theorems.universal_approximation.lemma_1.draws import GIVEN, MANY, within

STEEP = 256.0


class of_gaussians(reals):
    """Frequencies from (79) for Gaussian functions in the plane, ``(n, 2)``."""

    def sample(self, generator: Generator, batch: int) -> Tensor:
        omega, _ = Gaussians(2, 1.0, 1.0).frequencies(batch * self.shape[0], generator)
        return omega.reshape(batch, *self.shape)


@theorem(
    PAPER,
    "Lemma 1, Gaussian functions",
    rank="step",
    origin="read",
    at=lines(539, 541),
    kind=Probability(failure=lambda delta: delta),
    given=["c", "x"],
    **GIVEN,
    c=box(2, low=-4, high=4, of="(-inf, inf)"),
    x=in_ball(2, radius=1),
    t=uniform("n", low=-2, high=1),
    omega=of_gaussians("n", 2),
    examples=[dict(**MANY, c=torch.tensor([1.0, 0.0]).double(), x=torch.tensor([-1.0, 0.0]).double())],
)
@printed(
    r"For $\tau>4$, $\|x\|_2\le1$ and $n$ features (29) drawn from (79), with probability at least $1-\delta$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho_f(t_i,\omega_i)\phi_i^{\mathsf{feature}}(x)\right|\le\frac{3\CF}"
    r"\tau+3\widetilde \CF\sqrt{\frac{2\log(2/\delta)}n}$ with the weights (80), by (70) and Hoeffding's "
    r"inequality, for one pair $(f,x)$ and not yet for all of a cover: $f(x)=b\exp(-\frac12\|x-c\|_2^2)$ in "
    r"the plane, of the class with $|b|\le1$ and any $c$."
)
@mutants(the_phase_of_the_mirror_image=dict(phase=1), an_eighth_of_the_bound=dict(share=8))
def ramps_represent_gaussians(n, tau, b, delta, c, x, t, omega, phase=-1, share=1):
    """Random ramps represent a Gaussian function in the plane at a point, with the weights (80)."""
    size, moment = norm(omega, axis=1), sqrt(pi() / 2)
    ramps = phi((omega @ x / size - t) * tau)
    mixture = 3 * moment * b * sum(gamma(size, omega @ c * phase, t) * ramps) / n
    exact = b * (exp(-((x - c) @ (x - c)) / 2) - exp(-(c @ c) / 2))
    return within(mixture - exact, n, tau, delta, moment, 1, share)


@ramps_represent_gaussians.figure
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
