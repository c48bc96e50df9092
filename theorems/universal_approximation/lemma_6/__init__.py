r"""The empirical risk is near the true one for all rho at once: with log(Nn), not with log N.

Lemma 6, appendix A.2: with probability $1-O(N^{-11})$, for every $\rho$, (83), the bare id, and (84). The
proof applies Hoeffding's inequality to each of $n+1$ features (and of their products) and forgets the union
bound; nothing bounds $n$ from above. With $n$ so large that every pattern of the examples is a feature, in
a dimension far above N (:mod:`theorems.universal_approximation.every_pattern`), $f=0$ and
$\rho=\frac\sigma2$ on the pattern of the more frequent sign, (84) and (83) fail for every noise vector, for
$N$ large beside the constants.

What the proof shows before it uses Hoeffding's inequality is deterministic and survives, for every f: (83)
with the sample moments of (91), (92) and (94) as they are, and (84) with
$2\|\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\|_\infty\|\rho-\rho^\star\|_1$. For given features the
claim ``lemma-6/eq-96/noise`` has Hoeffding's inequality (before (94)) with the union bound. (89) is (83) at
$\widehat\rho$. In (91) the factor $\frac1N$ of $\mathcal E_3$ is missing; (96) has it (claim
``lemma-6/eq-96``).
"""

from collections.abc import Callable
from fractions import Fraction

from lemmata import Margin, Prompt, Space, at_most, box, lines, reals, space
from lemmata.numbers import Array, absolute, amax, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.every_pattern import Noise, every_pattern, excess_risk, loud, rate, shares
from theorems.universal_approximation.lasso import correlations, design, l1, products, squared
from theorems.universal_approximation.lasso_fits import Sizes, sample, some_sizes

Sides = Callable[[Sizes, Prompt], tuple[Array, Array]]
EPS_DIS = Fraction(1, 64)
EXAMPLES = [loud(16.0)]
NOISE_IS_FITTED = (
    r"; refuted for every constant $K$, $f=0$, $N=2^k$, noise $\pm\sigma$, "
    r"$\varepsilon_{\mathsf{dis}}=\frac1{64}$, in a dimension far "
    r"above $N$, where "
    r"some feature is 1 at the examples with the more frequent sign, 0 at the others and 1 nearly everywhere "
    r"else, and "
    r"$\rho=\frac\sigma2$ on it."
)
TOO_MANY = (
    "The union bound over n + 1 features is missing; in dimensions far above N exponentially many features fit "
    "the "
    "noise."
)


def any_function(s: Sizes) -> Space:
    """Features, noise, rho*, any rho, two further inputs, and r = f - phi^T rho* at all of them."""
    return space(
        features=box(s.N, s.n, low=0.0, high=1.0),
        noise=reals(s.N),
        rho_star=reals(s.n + 1),
        rho=reals(s.n + 1),
        others=box(2, s.n, low=0.0, high=1.0),
        residual=box(s.N + 2, low=-0.5, high=0.5),
    )


def deviation(spread: int = 1, cross: int = 2, slack: int = 2) -> Sides:
    """(83) before Hoeffding's inequality: (91) and (92) with the sample moments as they are."""

    def sides(s: Sizes, prompt: Prompt) -> tuple[Array, Array]:
        phi, others = design(prompt.features), design(prompt.others)
        move, noise = prompt.rho - prompt.rho_star, prompt.noise
        size, N = l1(move), s.N
        sample, law = prompt.residual[:, :N], prompt.residual[:, N:]
        # The residuals of rho are those of rho* minus what the move changes.
        miss = sample - products(phi, move)
        left = sum(miss * (miss + noise * 2), -1) / N - squared(law - products(others, move)) / 2
        moments = largest(phi.mT @ phi / N - others.mT @ others / 2)
        crossed = largest(correlations(phi, sample) / N - correlations(others, law) / 2)
        squares = absolute(squared(sample) / N - squared(law) / 2)
        noises = absolute(sum(noise * sample, -1)) * 2
        noises = noises + largest(correlations(phi, noise)) * size * slack
        right = moments * size * size * spread + crossed * size * cross + squares + noises / N
        return absolute(left), right

    return sides


def largest(x: Array) -> Array:
    """The largest entry in size, ``(batch,)``."""
    x = absolute(x)
    while len(x.shape) > 1:
        x = amax(x, -1)
    return x


def before_hoeffding(slack: int = 2) -> Sides:
    """(84) before Hoeffding's inequality: ``prompt.noise`` is y - phi^T rho*, all of it."""

    def sides(s: Sizes, prompt: Prompt) -> tuple[Array, Array]:
        phi, move = design(prompt.features), prompt.rho - prompt.rho_star
        residual = prompt.noise - products(phi, move)
        excess = sum(residual * residual - prompt.noise * prompt.noise, -1) / s.N
        return -excess, largest(correlations(phi, prompt.noise)) / s.N * l1(move) * slack

    return sides


above = PAPER.claim(
    "Lemma 6, (83)",
    id="lemma-6",
    summary="The empirical risk of every rho at once is near its true risk, at the rate of a single one",
    at=lines(706, 709),
    settings=every_pattern,
    prompts=shares,
    examples=EXAMPLES,
)


@above.printed(
    r"With probability at least $1-O(N^{-11})$, for any $\rho$: "
    r"$\left|\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-z_i^2]-\mathbb "
    r"E(f(x_{N+1})-\phi_{N+1}^\top\rho)^2\right|\lesssim"
    r"\sqrt{\frac{\log N}N}(\varepsilon_{\mathsf{dis}}^2+\|\rho-\rho^\star\|_1^2+\sigma("
    r"\varepsilon_{\mathsf{dis}}+\|\rho-\rho^\star\|_1))$" + NOISE_IS_FITTED,
    defect="statement",
    because=TOO_MANY,
)
def risk_of_the_fit_to_noise(s: Noise, prompt: Prompt) -> Margin:
    """How far the empirical risk of sigma / 2 on the pattern is from its true one, its square."""
    size = s.sigma / 2
    allowed = size * size + (size + EPS_DIS) * s.sigma + EPS_DIS * EPS_DIS
    return at_most(absolute(excess_risk(s, prompt, size) - size * size), rate(s) * s.K * allowed)


@above.amended(
    r"For any $\rho$, $\rho^\star$, $f$ and $z$, with $r=f-\phi^\top\rho^\star$ and features in $[0,1]$: "
    r"$\left|\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-z_i^2]-\mathbb E(f(x_{N+1})-\phi_{N+1}^\top\rho)^2\right|\le"
    r"\left\|\frac1N\sum_i\phi_i\phi_i^\top-\mathbb E\phi\phi^\top\right\|_\infty\|\rho-\rho^\star\|_1^2+"
    r"2\left\|\frac1N\sum_ir_i\phi_i-\mathbb Er\phi\right\|_\infty\|\rho-\rho^\star\|_1+"
    r"\left|\frac1N\sum_ir_i^2-\mathbb Er^2\right|+2\left|\frac1N\sum_iz_ir_i\right|+"
    r"2\left\|\frac1N\sum_iz_i\phi_i\right\|_\infty\|\rho-\rho^\star\|_1$.",
    because="What the proof has before it uses Hoeffding's inequality.",
    adds="the sample's moments for their rates, every sample",
    settings=some_sizes,
    prompts=any_function,
    sides=deviation(),
)
def empirical_and_true_risk(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """The distance of the empirical risk of any rho from the true one, and the sample's moments."""
    return at_most(*sides(s, prompt))


above.mutant("no spread", sides=deviation(spread=0))
above.mutant("no cross term", sides=deviation(cross=0))
above.mutant("no noise at the features", sides=deviation(slack=0))

below = PAPER.claim(
    "Lemma 6, (84)",
    id="lemma-6/eq-84",
    summary="No rho has a much smaller empirical risk than rho*",
    at=lines(706, 710),
    settings=every_pattern,
    prompts=shares,
    examples=EXAMPLES,
)


@below.printed(
    r"With probability at least $1-O(N^{-11})$, for any $\rho$: "
    r"$\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-(y_i-\phi_i^\top\rho^\star)^2]\gtrsim-"
    r"\varepsilon_{\mathsf{dis}}^2-"
    r"\sqrt{\frac{\log N}N}\sigma\|\rho-\rho^\star\|_1$" + NOISE_IS_FITTED,
    defect="statement",
    because=TOO_MANY,
)
def gain_of_the_fit_to_noise(s: Noise, prompt: Prompt) -> Margin:
    """How much smaller the empirical risk of sigma / 2 on the pattern is than that of rho* = 0."""
    size = s.sigma / 2
    allowed = rate(s) * s.sigma * size + EPS_DIS * EPS_DIS
    return at_most(-excess_risk(s, prompt, size), allowed * s.K)


@below.amended(
    r"For any $\rho$, $\rho^\star$ and $y$: "
    r"$\frac1N\sum_i[(y_i-\phi_i^\top\rho)^2-(y_i-\phi_i^\top\rho^\star)^2]\ge-2\left\|"
    r"\frac1N\sum_i(y_i-\phi_i^\top\rho^\star)\phi_i\right\|_\infty\|\rho-\rho^\star\|_1$, features in "
    r"$[0,1]$.",
    because="What the proof has before it bounds the correlation with the noise.",
    adds="the largest correlation of a feature for its rate, every sample",
    settings=some_sizes,
    prompts=sample,
    sides=before_hoeffding(),
)
def excess_empirical_risk(s: Sizes, prompt: Prompt, sides: Sides) -> Margin:
    """How much smaller the empirical risk of any rho is than that of rho*, and the correlations."""
    return at_most(*sides(s, prompt))


below.mutant("1 for 2", sides=before_hoeffding(1))
below.mutant("no correlation", sides=before_hoeffding(0))
