r"""Every function is within the discretisation error of its features, (31), Section 4.

(31) is (27) at $\tau=1/\sqrt\varepsilon$, where its right side is at most $2C_{\mathcal
F}(\sqrt\varepsilon+\sqrt{\log|\mathcal N_\varepsilon|/n})$, so that it holds for $c_{\mathsf{dis}}$ of (30)
at least twice the constant of (27). For the classes of the claim ``lemma-1`` and the staircases there it
holds with $c_{\mathsf{dis}}=1$: what was left out of (27) there, $\tau\varepsilon$, is not needed.
"""

from lemmata import lines
from lemmata.numbers import Array, as_array, log, sqrt
from theorems.universal_approximation import PAPER, lemma_1

every = PAPER.claim(
    "(31)",
    id="eq-31",
    rank="step",
    origin="read",
    summary="Every function of the class is within the discretisation error (30) of its features",
    at=lines(311, 315),
    settings=lemma_1.settings,
    prompts=lemma_1.prompts,
)
every.response(lemma_1.staircase)


def discretisation_error(s: lemma_1.Setting) -> Array:
    """(30) over C_F with c_dis = 1 and the smallest covering number; the root of eps is 1 / tau."""
    root_of_eps = 1 / s.tau
    return root_of_eps + sqrt(log(as_array(2, s.tau)) / s.n)


every.printed(
    r"For $\tau=1/\sqrt\varepsilon>4$, $n$ features (29) and some coefficients $\rho^\star_{f,i}$: "
    r"$\left|f(x)-f(0)-\frac1n\sum_i\rho^\star_{f,i}\phi_i^{\mathsf{feature}}(x)\right|\le"
    r"\varepsilon_{\mathsf{dis}}=C_{\mathcal F}\left(\sqrt\varepsilon+\sqrt{\frac{\log|\mathcal "
    r"N_\varepsilon|}n}\right)$ for every $f\in\mathcal F$ and $\|x\|_2\le1$; here for "
    + lemma_1.CLASS
    + r", with $c_{\mathsf{dis}}=1$ and $|\mathcal N_\varepsilon|=2$, which is the least"
    + lemma_1.STAIRCASE,
    bound=discretisation_error,
)(lemma_1.features_serve_the_class)
every.mutant("a third", bound=lambda s: discretisation_error(s) / 3)
every.mutant("the steepness alone", bound=lambda s: 1 / s.tau)
every.mutant("no constant ramp", staircase=lemma_1.without_the_first)
