r"""After the first layer only $\rho$ and yhat change, (111), appendix A.4.2: true for the printed weights."""

from baselines.barron import feature_vectors
from constructions.universal import embed
from lemmata import equal, lines, mutants, printed, scales, theorem
from lemmata.numbers import Array, as_array, concat, over_batches
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.network import INPUTS, shape, transformer

STAY = ("x", "one", "y", "w", "phi", "lam")


@theorem(
    PAPER,
    "(111)",
    rank="step",
    at=lines(1003, 1005),
    **shape(),
    tau=scales(-3, 12, of="(0, inf)"),
    **INPUTS,
    construction=transformer("printed"),
)
@printed(
    r"$\phi_j^{(l)}=\phi_j$, $\lambda^{(l)}=\lambda^{(l+1/2)}=\overline\lambda$, $y_j^{(l)}=y_j^{(0)}$, "
    r"$w_j^{(l)}=w_j^{(0)}$ for all $1\le l\le L$, $1\le j\le N+1$, with the $\phi_j$ of (33) and any "
    r"$\overline\lambda\ge0$ (and $x_j$ stays, since all but $\rho$ and $\widehat y$ does), with the weights "
    "as printed."
)
@mutants(rho_stays=dict(names=(*STAY, "rho")), yhat_stays=dict(names=(*STAY, "yhat")))
def the_other_blocks_stay(tf, lam, tau_ff, omega, t, X, y, query, names=STAY):
    r"""After the first layer only $\rho$ and the prediction change."""

    def blocks(X: Array, y: Array, query: Array, omega: Array, t: Array) -> tuple[Array, ...]:
        """Those of the input with the features (33) and the penalty, and those after each layer from FF0 on."""
        start = embed(X, y, query, t.shape[-1])
        phi = feature_vectors(concat([X, query[:, None]], 1), omega[0], t[0], tau_ff)
        wanted = start + tf.stream.embed(phi=phi.mT, lam=as_array(lam, start))
        return tuple(
            concat([tf.stream.read(H, name) for name in names], 1) for H in (wanted, *tf.run(start)[2:])
        )

    first, *later = over_batches(blocks)(X, y, query, omega, t)
    return equal(concat(later, axis=1), concat([first] * len(later), axis=1))
