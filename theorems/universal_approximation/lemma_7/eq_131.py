"""The iterates of the transformer stay bounded, (131), appendix A.4.6: with the constants of Lemma 4."""

from lemmata import at_most, lines, mutants, printed, theorem
from lemmata.numbers import abs, sum
from theorems.universal_approximation import PAPER
from theorems.universal_approximation.lemma_4.network import run
from theorems.universal_approximation.lemma_4.setting import EXPLICIT, LARGE, REPAIRED


@theorem(
    PAPER,
    "(131), explicit",
    rank="step",
    origin="ours",
    at=lines(1185),
    **EXPLICIT,
    construction=REPAIRED,
    examples=LARGE,
)
@printed(
    r"For $|y_i|\le Y$, $\lambda>0$ and the transformer of Lemma 4 with errors of at most $E$ (lemma-4): "
    r"$\|\rho_t\|_1\le\frac{2Y^2}\lambda$ for all $t\le T$."
)
@mutants(a_fifth=dict(times=5), a_tenth=dict(times=10))
def iterates_are_bounded(tf, tau_ff, omega, t, R, X, y, query, times=1):
    r"""The iterates of the transformer stay within twice the squared size of the labels over $\lambda$."""
    _, _, rho, _ = run(tf, X, y, query, omega, t, tau_ff)
    return at_most(sum(abs(rho), 1), R / times)


iterates_are_bounded.waive("all weights zero", because="iterates that are 0 are bounded")
