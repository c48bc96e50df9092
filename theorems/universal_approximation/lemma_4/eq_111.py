r"""After the first layer only rho and yhat change, (111), appendix A.4.2: it holds for the printed weights."""

from baselines.barron import feature_vectors
from constructions.transformer import Transformer
from constructions.universal import embed
from lemmata import Margin, Prompt, equal, lines
from lemmata.numbers import as_array, concatenate
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.network import Setting, prompts, settings, transformer

fixed = PAPER.claim(
    "(111)",
    id="lemma-4/eq-111",
    rank="step",
    summary="After the first layer only rho and the prediction change",
    at=lines(1003, 1005),
    settings=settings(),
    prompts=prompts,
)
STAY = ("x", "one", "y", "w", "phi", "lam")


@fixed.printed(
    r"$\phi_j^{(l)}=\phi_j$, $\lambda^{(l)}=\lambda^{(l+1/2)}=\overline\lambda$, $y_j^{(l)}=y_j^{(0)}$, "
    r"$w_j^{(l)}=w_j^{(0)}$ for all $1\le l\le L$, $1\le j\le N+1$, with the $\phi_j$ of (33) and any "
    r"$\overline\lambda\ge0$ (and $x_j$ stays, since all but $\rho$ and "
    r"$\widehat y$ does), with the weights as printed.",
    construction=transformer("printed"),
    names=STAY,
)
def the_other_blocks_stay(s: Setting, tf: Transformer, prompt: Prompt, names: tuple[str, ...]) -> Margin:
    """The blocks after each layer from FF0 on against the input, the features (33) and the penalty."""
    start = embed(prompt.X, prompt.y, prompt.query, s.n)
    states = tf.run(start)[2:]
    phi = feature_vectors(concatenate([prompt.X, prompt.query[:, None]], 1), s.omega, s.t, s.tau_ff)
    wanted = start + s.stream.embed(phi=phi.mT, lam=as_array(s.lam, start))
    first, *later = (concatenate([s.stream.read(H, name) for name in names], 1) for H in (wanted, *states))
    return equal(concatenate(later, 2), concatenate([first] * len(later), 2))


fixed.mutant("rho stays", names=(*STAY, "rho"))
fixed.mutant("yhat stays", names=(*STAY, "yhat"))
