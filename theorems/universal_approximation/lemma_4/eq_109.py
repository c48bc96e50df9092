r"""FF1 soft-thresholds $\rho$ and resets the prediction, (109a) and (109b). It holds as printed."""

from baselines.proximal import soft_threshold
from constructions.universal import ff1, residual_stream
from lemmata import equal, lines, mutants, printed, theorem
from lemmata.numbers import ones, over_batches
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.layers import SMALL, STATE, hidden_state


@theorem(
    PAPER,
    "(109)",
    rank="step",
    at=lines(1081, 1085),
    **STATE,
    construction=lambda d, n, t: ff1(residual_stream(d, n), 2 * n, t),
)
@printed(
    r"With the weights (122) and $\eta=\frac1{2n}$, for $\lambda\ge0$, on every state (50) with $w_i=1$ for "
    r"$i\le N$, $w_{N+1}=0$, features in $[0,1]$ beside the constant 1, and the last entry of $x_i$ 1, FF1 "
    r"turns $\rho$ into $\mathsf{ST}_{\eta\lambda}(\rho)$ as (109a) says and $\widehat y$ into 0 as (109b) "
    r"says, and leaves every other row unchanged, whatever $\omega$, $t$ and $\tau$ of the other layers are."
)
@mutants(twice_the_threshold=dict(times=2))
def ff1_runs_109(tf, d, n, N, lam, x, y, phi, rho, yhat, times=1):
    r"""FF1 soft-thresholds $\rho$ and resets the prediction, and nothing else."""
    stream, token = residual_stream(d, n), ones((1, N + 1))
    H = hidden_state(stream, x, y, phi, rho, lam, yhat)
    change = soft_threshold(rho, times * lam / (2 * n)) - rho
    return equal(
        tf(H), H + over_batches(stream.embed)(rho=change[:, None] * token, yhat=-yhat[:, None] * token)
    )


ff1_runs_109.derive_mutants(at=SMALL)
