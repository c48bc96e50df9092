"""FF0 writes the features and the penalty, (107a) and (107b), on the input matrix (57). It holds as printed.

The features, which (114) splits into ReLUs by (113), are compared with their definition (26), (29), (33).
"""

from baselines.barron import phi
from constructions.universal import embed, ff0, residual_stream
from lemmata import box, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import concat, norm, over_batches
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lasso import design
from theorems.universal_approximation.lemma_4.layers import LAYER, SMALL


@theorem(
    PAPER,
    "(107)",
    rank="step",
    at=lines(1032, 1037),
    **LAYER,
    X=box("N", "d", low=-0.5, high=0.5),
    y=reals("N"),
    query=box("d", low=-0.5, high=0.5),
    construction=lambda omega, t, tau, lam: ff0(omega, t, tau, lam),
)
@printed(
    "With the weights (116), FF0 turns $H^{(1/2)}=H^{(0)}$ into the matrix with the features and the last "
    r"entry 1 of (107a), for every steepness $\tau_{\mathsf{ff}}=\tau>0$, $\lambda^{(1)}=\overline\lambda$ as "
    "(107b) says, and every other row unchanged."
)
@mutants(a_steeper_feature=dict(steeper=1))
def ff0_runs_107(tf, d, n, lam, tau, omega, t, X, y, query, steeper=0):
    """FF0 writes the features, the last entry 1 and the penalty, and nothing else."""
    H = over_batches(embed)(X, y, query, n)
    along = concat([X, query[None]]) @ (omega / norm(omega, axis=1)[:, None]).T
    features = design(phi((along - t) * (tau + steeper)))
    return equal(tf(H), H + over_batches(residual_stream(d, n).embed)(phi=features.T, lam=lam))


ff0_runs_107.derive_mutants(at=SMALL)
