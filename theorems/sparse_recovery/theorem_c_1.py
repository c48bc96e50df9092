r"""Is Theorem C.1 an equivalent form of Theorem 4.1? Not for two layers and more (and $d\ge2$).

Theorem C.1 fixes $M^{(k)}=\gamma^{(k)}M^V$ with one matrix $M^V$ for all layers (its display is that of
Proposition 1, amended). Theorem 4.1 leaves $M^{(1)},\dots,M^{(K)}$ free, and two matrices need not be
multiples of one: where they are not, some $2\times2$ minor $M^{(1)}_aM^{(2)}_b-M^{(1)}_bM^{(2)}_a$ is not 0.
The proof nowhere uses the restriction, so Theorem 4.1 loses nothing (see its own claim, with dense matrices).
If "$M^V$ is embedded in the k-th layer" means one for each layer, the two are equivalent: the superscript is
missing, then.
"""

from dataclasses import dataclass, replace

from lemmata import Margin, Prompt, dims, equal, lines, reals, space
from theorems.sparse_recovery import PAPER


@dataclass(frozen=True)
class Setting:
    K: int
    d: int


sizes = space(Setting, K=dims(1, 3), d=dims(1, 3))
one_layer_or_column = replace(sizes, where=lambda s: min(s.K, s.d) == 1)


equivalent = PAPER.claim(
    "Theorem C.1, equivalence",
    id="theorem-c.1/equivalence",
    rank="step",
    origin="read",
    at=lines(397, 407),
    summary="Theorem C.1, with one matrix M^V for all layers, is an equivalent form of Theorem 4.1",
    settings=sizes,
    prompts=lambda s: space(M=reals(s.K, s.d, s.d)),
)


@equivalent.printed(
    r"All $M^{(1)},\dots,M^{(K)}\in\mathbb R^{d\times d}$ are $\gamma^{(k)}M^V$, read with one $M^V$ for all k "
    r"(so that Theorem C.1 is an equivalent form of Theorem 4.1). Evaluated is what then follows: "
    r"$M^{(1)}_aM^{(K)}_b=M^{(1)}_bM^{(K)}_a$ for any two entries a and b.",
    defect="typo",
    fails_where=lambda s: s.K > 1 and s.d > 1,
    because="Matrices of different layers need not be multiples of one another; an M^V for each layer, "
    "which the words may mean, would be enough, and the proof needs no more.",
)
@equivalent.amended(
    r"If $K=1$ or $d=1$, all $M^{(1)},\dots,M^{(K)}\in\mathbb R^{d\times d}$ are "
    r"$\gamma^{(k)}M^V$ with one $M^V$ (so that the two theorems are equivalent for one layer and for one "
    r"column). Evaluated is what then follows: "
    r"$M^{(1)}_aM^{(K)}_b=M^{(1)}_bM^{(K)}_a$ for any two entries a and b.",
    because="A matrix is a multiple of itself, and numbers are multiples of 1.",
    adds="K = 1 or d = 1",
    settings=one_layer_or_column,
)
def layers_share_a_matrix(s: Setting, prompt: Prompt) -> Margin:
    """The matrices of the first and the last layer are multiples of one: their 2 x 2 minors vanish."""
    size = (prompt.M.shape[0], s.d * s.d)
    first, last = prompt.M[:, 0].reshape(*size), prompt.M[:, -1].reshape(*size)
    minors = first[:, :, None] * last[:, None]
    return equal(minors, minors.mT)


equivalent.mutant("two layers and two columns", settings=replace(sizes, where=lambda s: s.K == s.d == 2))
