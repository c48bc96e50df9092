r"""(C.12): what attention and MLP make of an odd token, which is the recursion (4.4) at one layer.

Its labels are any numbers, so that the bounded noise of section 4.3 is in it. The second line is the exact
identity of one layer, from any estimates, so the mutants of every block of the attention are tested there
(those of the MLP on (C.2)).
"""

from baselines.proximal import soft_threshold
from constructions.lista_vm import attention_layer, mlp_soft_threshold
from lemmata import amended, equal, lines, mutants, printed, reals, theorem
from lemmata.numbers import Matrix, Number, Vector, concat, over_batches, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.eq_c_2 import displays as soft_threshold_mlp
from theorems.sparse_recovery.layer import LAYER, STATE, state
from theorems.sparse_recovery.proposition_1.eq_c_10 import token_gathers
from theorems.sparse_recovery.proposition_1.eq_c_11 import labels_are_gathered


def odd_tokens(
    M: Matrix,
    theta: Number,
    X: Matrix,
    y: Vector,
    query: Vector,
    beta: Matrix,
    late: int = 0,
    both: bool = True,
) -> Matrix:
    r"""``(x; 0; beta; 1)``, for the odd tokens, $\beta$ by (C.12); 1 / i on both terms or the first."""
    rows = []
    for n, x in enumerate(concat([X, query[None]])):
        i, before = 2 * n + 1 + late, beta[2 * n]
        pull, push = M @ X[:n].T @ (X[:n] @ before), M @ X[:n].T @ y[:n]
        after = soft_threshold(before - pull / i + (push / i if both else push), theta)
        rows.append(concat([x, [0], after, [1]]))
    return stack(rows)


@theorem(
    PAPER,
    "(C.12), first line",
    id="proposition-1/eq-c.12/first-line",
    rank="slip",
    at=lines(495),
    uses=[token_gathers, labels_are_gathered, soft_threshold_mlp],
    **LAYER,
)
@printed(
    STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for odd $i=2n+1$: "
    r"$h_i^{(k+1)}=(x_{n+1};0;\beta_i^{(k+1)};1)$ with $\beta_i^{(k+1)}=\mathcal S_\theta\left(\beta_i-"
    r"\frac\gamma iM^VX_{1:n}^\top X_{1:n}\beta_i+\gamma M^VX_{1:n}^\top y_{1:n}\right)$.",
    defect="typo",
    because="The second term lacks the factor 1 / i.",
)
@amended(
    STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for odd $i=2n+1$: "
    r"$h_i^{(k+1)}=(x_{n+1};0;\beta_i^{(k+1)};1)$ with $\beta_i^{(k+1)}=\mathcal S_\theta\left(\beta_i-"
    r"\frac\gamma iM^VX_{1:n}^\top X_{1:n}\beta_i+\frac\gamma iM^VX_{1:n}^\top y_{1:n}\right)$.",
    adds="1 / i on the second term, as the second line has it",
    both=True,
)
@mutants({"1 / (2n + 2)": dict(late=1), "no threshold": dict(threshold=0)})
def odd_token_moves(M, tf, X, y, query, beta, both=False, late=0, threshold=lambda theta: theta):
    """One layer moves an estimate by its gradient over i plus the whole, undivided label term."""
    moved = tf(state(X, y, query, beta)).T[::2]
    return equal(moved, odd_tokens(M, threshold, X, y, query, beta, late, both))


@theorem(
    PAPER,
    "(C.12)",
    rank="step",
    origin="read",
    at=lines(489, 495),
    uses=[token_gathers, labels_are_gathered, soft_threshold_mlp],
    **(LAYER | dict(construction=lambda M, B: attention_layer(M, B))),
)
@printed(
    STATE + r"with the bias of (C.2) corrected and $\theta\ge0$, for odd $i=2n+1$: "
    r"$h_i^{(k+1)}=(x_{n+1};0;\beta_i^{(k+1)};1)$ with $\beta_i^{(k+1)}=\mathcal S_\theta\left(\beta_i-"
    r"\frac\gamma iM^VX_{1:n}^\top(X_{1:n}\beta_i-y_{1:n})\right)$."
)
@mutants({"1 / (2n + 2)": dict(late=1)})
def attention_then_mlp(d, M, theta, tf, X, y, query, beta, late=0):
    """One layer takes the estimate of an odd token one step of LISTA-VM further and keeps the rest."""
    mlp = over_batches(lambda H: mlp_soft_threshold(d, theta, bias="corrected")(H))
    return equal(mlp(tf(state(X, y, query, beta))).T[::2], odd_tokens(M, theta, X, y, query, beta, late))


attention_then_mlp.derive_mutants(
    at=dict(d=2, N=2, M=reals(2, 2).seeded(1), b_x=2.0, R=2.0, excess=1.0, theta=0.5)
)
for weight in ("head +1 Q", "head +1 K", "head -1 Q", "head -1 K"):
    attention_then_mlp.waive(
        f"{weight}[flag<-flag] one percent off",
        because="B exceeds every score that it has to shut out: a percent more of it changes nothing.",
    )
