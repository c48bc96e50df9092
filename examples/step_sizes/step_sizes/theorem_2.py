r"""Gradient descent contracts by $1 - \eta \mu$, for step sizes that are not too long.

Theorem 2 of the note, for $f(x)=\frac12\sum_ih_ix_i^2$ with $0<\mu\le h_i\le L$. As printed, with
$\eta\le2/L$, it is false (we made it so): directions of large curvature are then multiplied by
$1-\eta L$, which is $-1$ at $\eta=2/L$. The factor $1-\eta\mu$ is the larger one in absolute value
exactly if $\eta\le2/(\mu+L)$, which is the classical hypothesis.
"""

from lemmata import amended, at_most, lines, mutants, printed, theorem
from step_sizes import PAPER
from step_sizes.lemma_1 import descent
from step_sizes.quadratics import DESCENT, curvatures, descended


@theorem(PAPER, "Theorem 2", rank="headline", at=lines(12, 14), uses=[descent], **DESCENT)
@printed(
    r"$\|x_k\|^2\le(1-\eta\mu)^{2k}\|x_0\|^2$ for every $0<\eta\le\frac2L$, $x_0$ and $k\ge0$.",
    defect="statement",
    because=r"Beyond $2/(\mu + L)$ the direction of the largest curvature contracts more slowly than that "
    "of the smallest; at $2/L$ it does not contract at all.",
    longest=lambda L: 2 / L,
)
@amended(
    r"$\|x_k\|^2\le(1-\eta\mu)^{2k}\|x_0\|^2$ for every $0<\eta\le\frac2{\mu+L}$, $x_0$ and $k\ge0$.",
    because="The classical hypothesis.",
    adds=r"step sizes up to $2/(\mu + L)$",
    longest=lambda L, share: 2 / (share * L + L),
)
@mutants(
    a_factor_more=dict(more=1),
    the_largest_curvature=dict(curvature=lambda L: L),
    a_tenth_farther=dict(longest=lambda L, share: 11 * 2 / (10 * (share * L + L))),
)
def contraction(L, share, step, x, place, k, longest, curvature=lambda L, share: share * L, more=0):
    r"""Gradient descent contracts by a factor of $1 - \eta \mu$ in each step."""
    eta = step * longest
    after = descended(curvatures(L, share, place), x, eta, k)
    return at_most(after @ after, (1 - eta * curvature) ** (2 * k + more) * (x @ x))
