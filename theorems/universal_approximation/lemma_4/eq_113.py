"""The ramp (26) is a difference of two ReLUs, (113), appendix A.4.3. It holds, decided exactly."""

from collections.abc import Callable

from baselines.barron import phi
from lemmata import Margin, Prompt, equal, lines, reals, space
from lemmata.numbers import Array, relu
from theorems.universal_approximation import PAPER

ramp = PAPER.claim(
    "(113)",
    id="lemma-4/eq-113",
    rank="step",
    summary="The ramp (26) is the difference of two shifted ReLUs",
    at=lines(1020, 1022),
    settings=space(),
    prompts=lambda s: space(z=reals(1)),
)


@ramp.printed(
    r"$\phi(z)=\sigma_{\mathsf{ff}}(z+\frac12)-\sigma_{\mathsf{ff}}(z-\frac12)$ for all $z$ and the ramp "
    r"$\phi$ of (26), which is 0, $z+\frac12$ or 1.",
    terms=lambda z: relu(z + 0.5) - relu(z - 0.5),
)
def ramp_by_relu(prompt: Prompt, terms: Callable[[Array], Array]) -> Margin:
    """The difference of two ReLUs against the ramp."""
    return equal(terms(prompt.z), phi(prompt.z))


ramp.mutant("no shift", terms=lambda z: relu(z) - relu(z - 1))
ramp.mutant("a sum", terms=lambda z: relu(z + 0.5) + relu(z - 0.5))
