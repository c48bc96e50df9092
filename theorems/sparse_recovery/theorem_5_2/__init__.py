r"""Theorem 5.2: the label is predicted with an error that falls linearly in K, by either read-out.

- `linear`: the first part, with the layer that Theorem E.1 adds. Its constant may be negative, and so the
  bound; the network of the proof is `linear/construction`; with $B'\le0$ nothing is claimed
  (`linear/low-threshold`).
- `query`: the second part. It is open for steps above 1, where the network of the proof fails with Theorem 5.1,
  and holds as amended with it.
- `k-layers`: "under the same setting as in section 4.3", which has no extra layer. The $\delta'$ of Theorem E.1
  belongs to the threshold B' of that layer; a $\delta'\ge1$ claims nothing, so that the printed words cannot be
  put to a test. Wherever $n\delta+\delta'<\frac14$ they cannot be had without it: one of the four instances
  $(\pm x,\pm\beta^*)$ has an error of at least $|x^\top\beta^*|$ (`section-5.2/linear-readout`; whichever token
  is read, x enters linearly and the estimate is even in X), each as likely under laws that do not change with
  these signs, while the bound vanishes with K, for every $c_4$ and n.
- `constants`: $c_4$ contains $C_x$, which is infinite for $N<d$: with $X = (1, 1)$ and $v = (1, -1)$,
  $\|Xv\|=0$.
- `real-sizes` and `sweeps`: the query read-out measured (the linear one: Theorem E.1).
"""

from fractions import Fraction

from lemmata import amended, at_least, dims, lines, mutants, printed, reals, scales, signs, some, theorem
from lemmata.numbers import abs, eye, max, sqrt
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.section_5_2 import (
    READ,
    Readout,
    by_the_query,
    largest_error,
    linearly,
    some_label_is_missed,
)


@theorem(
    PAPER,
    "Theorem 5.2, K layers",
    id="theorem-5.2/k-layers",
    origin="read",
    at=lines(201, 205),
    uses=[some_label_is_missed],
    **{name: given for name, given in READ.items() if name not in ("beta_star", "query")},
)
@printed(
    r"Under the same setting as in section 4.3, with probability at least $1-n\delta-\delta'$, $\|y_n-\hat "
    r"y_n\|\le b_x(1-\frac23\gamma)^K+\frac{c_4K}{\sqrt n}(1-\frac23\gamma)^{K-1}$ for a linear read-out "
    "function, where $c_4$ is a constant.",
    open=r"The main text does not say what $\delta'$ is; that of Theorem E.1 belongs to a layer that section "
    r"4.3 does not have. Without that layer no weights meet the bound where $n \delta + \delta' < 1/4$: a "
    r"linear read-out misses a label by $|x^\top \beta^*|$ or more with probability 1/4 or more.",
)
@amended(
    r"For the K layers (any weights of the form (4.4), $\theta^{(k)}\ge0$, B large), any $v$ of a linear "
    r"read-out and any rows of norm at most $b_x$: over $x_{N+1}=\pm b_xe_1$ and $\beta^*=\pm b_\beta e_1$ "
    r"the largest $|y_{N+1}-\hat y_{N+1}|$ is at least $b_xb_\beta$ (and no larger for $v=0$), so that no "
    "smaller bound holds under Assumption 1.",
    adds=r"$b_x b_\beta$ as the bound, which no weights and no v better",
    because=r"$|x^\top \beta^*| \le |x| |\beta^*|_1$, with equality here; a linear read-out of the K layers "
    "misses as much as 0 does on one of the four instances.",
)
@mutants({"a tenth more": dict(share=Fraction(11, 10)), "the query read-out": dict(readout=by_the_query)})
def no_smaller_bound(d, b_x, b_beta, v, tf, X, readout: Readout = linearly, share=1):
    """The K layers of section 4.3 alone, with a linear read-out, have the error of Theorem 5.2."""
    e_1 = eye(d)[0]
    return at_least(largest_error(tf, v, X, b_x * e_1, b_beta * e_1, readout), b_x * b_beta * share)


no_smaller_bound.waive(
    "all weights zero", because="What every network misses, one that does nothing misses, too."
)


def bounded_by_coherence(d, N, X, v, others=1):
    """|Xv|^2 is at least N (1 - (d - 1) mu) |v|^2."""
    N_mu = max(abs(X.T @ X) * (1 - eye(d)))
    return at_least((X @ v) @ (X @ v), (v @ v) * (N_mu * (others - d) + N))


@theorem(
    PAPER,
    "Theorem 5.2, its constants",
    id="theorem-5.2/constants",
    origin="read",
    at=lines(209),
    d=dims(2, 4),
    N=dims(1, "d - 1"),
    C=some(
        scales(6, 24), for_each=("d",), weaker="larger", fails_at=lambda C: dict(d=2, N=1, C=C)
    ),  # what is to bound $C_x$
    X=signs("N", "d"),
    v=reals("d"),
)
@printed(
    r"'$c_4$, $c_5$ are constants': for each d some C has $C_x=\frac{db_xb_\beta(N+1)}{\sigma_{\min}(X^\top "
    r"X)}\le C$, that is $C\|Xv\|^2\ge db_xb_\beta(N+1)\|v\|^2$ for all v, for every instance; at rows of "
    r"signs, $b_x=\sqrt d$, $b_\beta=1$ and $N<d$.",
    defect="constant",
    because=(
        r"$\sigma_{\min}(X^\top X) = 0$ for $N < d$, which section 4.1 calls typical: $C_x$ is infinite, and "
        "so is $c_4$. (Drawn are few columns; a rank of at most N says the same where $N_0\\le N<d$, as $N_0$ "
        r"grows like $\log d$.)"
    ),
)
@amended(
    r"For rows of signs whose $d\ge2$ columns have coherence $\mu=\max_{i\ne j}\frac1N|x_i^\top x_j|$: "
    r"$\|Xv\|^2\ge N(1-(d-1)\mu)\|v\|^2$ for all v, that is $\sigma_{\min}(X^\top X)\ge N(1-(d-1)\mu)$; so "
    r"$C_x\le\frac{db_xb_\beta(N+1)}{N(1-(d-1)\mu)}$ if $\mu<\frac1{d-1}$.",
    adds=r"Rademacher rows of coherence $\mu < 1/(d - 1)$; $C_x$ bounded by $\mu$",
    because="Gershgorin's theorem.",
    d=dims(2, 6),
    N=dims(1, 12),
    C=None,
    check=bounded_by_coherence,
)
@mutants({"d - 2 for d - 1": dict(others=2), "whatever the coherence": dict(others=lambda d: d)})
def is_bounded(d, N, C, X, v):
    """The constant $c_4$ of Theorem 5.2 does not depend on the instance."""
    # b_beta = 1 scales out.
    return at_least(C * ((X @ v) @ (X @ v)), (v @ v) * sqrt(d) * (d * (N + 1)))
