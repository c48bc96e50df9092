r"""What the estimate of a prefix depends on: Remark 2's sentences on $\beta_{2n+1}^{(K+1)}$.

It "only depends on $x_1,\dots,x_n$": true for one $\beta^*$, whatever rows and query follow; with another
$\beta^*$ the labels $y_1,\dots,y_n$ change, and with them the estimate, so that, read literally, the
sentence needs them, too. "Even if the measurement matrix is of dimension $n\times d$": the network run on $n$
rows, weights unchanged, has that very estimate at its last token, since attention divides by $i$ and
not by $N$. (That it is accurate there is Theorem 5.1. "For any $X$" is Remark 2's own claim.)
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from constructions.lista_vm import embed, lista_vm_transformer
from constructions.transformer import Transformer
from lemmata import Margin, Prompt, Space, dims, equal, in_ball, lines, space, sparse
from lemmata.numbers import Array, concatenate
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.theorem_4_1 import existence, setting
from theorems.sparse_recovery.theorem_4_1.setting import labels, network


@dataclass(frozen=True)
class Setting(setting.Setting):
    n: int = 1


_whole = setting.settings(3, 1.0)
settings = replace(_whole, holder=Setting, fields={**_whole.fields, "n": lambda s: dims(1, s.N, most=s.N)})


def prompts(s: Setting) -> Space:
    """An instance, and what another one has instead."""
    return space(
        X=in_ball(s.N, s.d, radius=s.b_x),
        beta_star=sparse(s.d, s.d, s.b_beta),
        query=in_ball(s.d, radius=s.b_x),
        rows=in_ball(s.N, s.d, radius=s.b_x),
        other_beta=sparse(s.d, s.d, s.b_beta),
        other_query=in_ball(s.d, radius=s.b_x),
    )


def without(name: str) -> Callable[[Setting], Space]:
    """The same but for what a claim does not speak of."""

    def rest(s: Setting) -> Space:
        fields = {key: domain for key, domain in prompts(s).fields.items() if key != name}
        return replace(prompts(s), fields=fields)

    return rest


Data = tuple[Array, Array, Array]
"""X, y and the query."""
Other = Callable[[Setting, Prompt], Data]
ESTIMATE = (
    r"With the network of Theorem 4.1 (any $M^{(k)}$, any $\theta^{(k)}\ge0$, the bias of (C.2) "
    r"corrected), under Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), "
    r"$\beta_{2n+1}^{(K+1)}$ is the same for two instances with the same $x_1,\dots,x_n$"
)


def another(s: Setting, p: Prompt, shared: int = 0, beta: bool = False) -> Data:
    """An instance with n + shared common rows, and the same beta* or another one."""
    n = s.n + shared
    X = concatenate([p.X[:, :n], p.rows[:, n:]], 1)
    return X, labels(X, p.other_beta if beta else p.beta_star), p.other_query


def same_labels(s: Setting, p: Prompt) -> Data:
    """The first n rows and labels in common, then rows and labels of another beta*."""
    X, y, query = another(s, p, beta=True)
    return X, concatenate([labels(p.X, p.beta_star)[:, : s.n], y[:, s.n :]], 1), query


def alone(s: Setting, p: Prompt, beta: bool = False) -> Data:
    """The first n rows and another query, with the same beta* or another one."""
    X = p.X[:, : s.n]
    return X, labels(X, p.other_beta if beta else p.beta_star), p.other_query


def without_B(s: Setting) -> Transformer:
    """The network with B = 0."""
    return lista_vm_transformer(s.M, s.theta, 0.0, bias="corrected")


only_rows = PAPER.claim(
    "Remark 2, prefixes",
    id="remark-2/prefixes",
    origin="read",
    at=lines(193),
    summary="For one beta* the estimate at token 2n + 1 depends on the first n rows only",
    settings=settings,
    prompts=without("other_beta"),
    uses=[existence],
)
by_the_letter = PAPER.claim(
    "Remark 2, read literally",
    id="remark-2/prefixes/labels",
    rank="slip",
    origin="read",
    at=lines(193),
    summary="The estimate at token 2n + 1 depends on the first n rows only, whatever beta* is",
    settings=settings,
    prompts=prompts,
    uses=[existence],
)
shorter = PAPER.claim(
    "Remark 2, fewer rows",
    id="remark-2/prefixes/shorter",
    origin="read",
    at=lines(193),
    summary="The network run on the first n rows alone has the estimate that it has there among all N rows",
    settings=settings,
    prompts=without("rows"),
    uses=[existence],
)


@only_rows.printed(
    ESTIMATE + r" and one $\beta^*$, whatever the other rows and the query.",
    construction=network(),
    other=another,
)
@by_the_letter.printed(
    ESTIMATE + ".",
    defect="typo",
    because="It depends on the labels, too, which change with beta*.",
    construction=network(),
    other=lambda s, p: another(s, p, beta=True),
)
@by_the_letter.amended(
    ESTIMATE + r" and $y_1,\dots,y_n$.",
    because="The labels are data of the prefix.",
    adds="the labels of the prefix",
    construction=network(),
    other=same_labels,
)
@shorter.printed(
    r"With the network of Theorem 4.1 (any $M^{(k)}$, any $\theta^{(k)}\ge0$, the bias of (C.2) "
    r"corrected), under Assumption 1 ($\|x_i\|\le b_x$, $\|\beta^*\|_1\le b_\beta$, $y=X\beta^*$), run on "
    r"$X_{1:n,:}$ and another query the last estimate $\beta_{2n+1}^{(K+1)}$ is the one at token $2n+1$ for "
    r"all $N$ rows.",
    construction=network(),
    other=alone,
)
def estimate_is_the_same(s: Setting, tf: Transformer, prompt: Prompt, other: Other) -> Margin:
    """The estimate at token 2n + 1 is the one of another instance with the same first rows."""

    def estimate(X: Array, y: Array, query: Array) -> Array:
        return tf.stream.read(tf(embed(X, y, query)), "beta")[..., 2 * s.n]

    own = estimate(prompt.X, labels(prompt.X, prompt.beta_star), prompt.query)
    return equal(own, estimate(*other(s, prompt)))


for claim in (only_rows, by_the_letter, shorter):
    claim.mutant("B is zero", construction=without_B)
    claim.waive("all weights zero", because="An estimate that is always 0 depends on nothing.")
only_rows.mutant("one row fewer in common", other=lambda s, p: another(s, p, -1))
by_the_letter.mutant("one row fewer in common", other=lambda s, p: another(s, p, -1))
shorter.mutant("another beta*", other=lambda s, p: alone(s, p, beta=True))
