r"""Lemma 3: $D^\top X$ is close to the identity, with high probability.

With n for N its three bounds are event A, (D.4), which section 5.1 calls the core of the proof. The last index
is a misprint. With $X_{:,j}$ it is true for Rademacher rows of any covariance, if c may depend on the
covariance, of which the lemma says nothing. The matrix of the proof serves equal variances only: it makes the
diagonal entry of column i about $\sigma_i^2/\sigma_d^2$. After the proof of Proposition 2 the lemma is quoted
for $1-2\delta$. (For Rademacher rows $1-\delta$ is true: the diagonal is not random.)

Its parts and their proofs: `diagonal`, `off-diagonal`; other laws of the rows: `gaussian`, `uniform`.
"""

from baselines.concentration import at_least_one
from lemmata import amended, at_least, at_most, dims, dyadics, lines, mutants, printed, reals, scales, theorem
from lemmata.numbers import abs, log, max, stack
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.lemma_3.setting import DELTA, EVERY_C, SIZES, open_c, root, rows, sign_sum_tail

BELOW = "The probability is bounded from below, where the reading bounds it from above."


@theorem(
    PAPER,
    "Lemma 3",
    origin="read",
    at=lines(593, 595),
    uses=[f"sparse_recovery/lemma-3/{part}" for part in ("diagonal/min", "diagonal/max", "off-diagonal")],
    N=dims(1, 400),
    **SIZES,
    ratio=dyadics(1, 16, of="[1, inf)"),  # $\sigma_1/\sigma_d$
    c=open_c(lambda c: dict(N=rows(64, c), d=2, S=1, ratio=1.0, c=c)),
    delta=DELTA,
)
@printed(
    r"Under Assumption 1, for rows as in section 4.1, there is a c and, for $D=\frac1{2N+1}X(M^V)^\top$, an "
    r"$M^V$ such that with probability at least $1-3\delta$: $\min_{i\in\mathbb S}|D_{:,i}^\top "
    r"X_{:,i}|\ge\frac N{N+2}(1-s)$, $\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac N{N+2}(1+s)$, "
    r"$\max_{i\ne j}|D_{:,i}^\top X_{:,i}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, $s=\sqrt{\frac{\log "
    r"S-\log\delta}{Nc}}$.",
    implies=r"For $\delta<\frac13$ and $d\ge2$: $\frac N{N+2}(1-s)\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, as "
    "the first and the third bound have to hold together with some probability.",
    defect="typo",
    because="The third bound has $X_i$ for $X_j$. For large N it contradicts the first, whatever $M^V$, the "
    "law and c are: the sides are what the two demand of the same number.",
    falls_with="sparse_recovery/lemma-3/off-diagonal",
)
@amended(
    r"For Rademacher rows with any covariance, $d\ge2$ and $\delta<\frac13$, for $D=\frac1{2N+1}X(M^V)^\top$, "
    r"$M^V=\frac{2N+1}{N+2}\operatorname{diag}(\sigma_i^{-2})$ and $c=\frac14(\sigma_d/\sigma_1)^2$, with "
    r"probability at least $1-3\delta$: $\min_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\ge\frac N{N+2}(1-s)$, "
    r"$\max_{i\in\mathbb S}|D_{:,i}^\top X_{:,i}|\le\frac N{N+2}(1+s)$, $\max_{i\ne j}|D_{:,i}^\top "
    r"X_{:,j}|\le\sqrt{\frac{\log d-\log\delta}{Nc}}$, $s=\sqrt{\frac{\log S-\log\delta}{Nc}}$.",
    adds="$X_j$ for $X_i$ in the third bound; Rademacher rows, "
    r"$M^V = (2N + 1)/(N + 2) \operatorname{diag}(\sigma_i^{-2})$, $c = (\sigma_d/\sigma_1)^2/4$",
    because="The diagonal is $N/(N + 2)$; off it, exact binomial tails and the union bound.",
    slack=r"The diagonal attains its bounds as N c grows, the probability stays below $3 \delta/50$. The "
    r"constant is sharp as d grows, where $\delta^2$ is left of the union bound: see lemma-3/off-diagonal.",
    d=dims(2, 2**20),
    c=lambda ratio: 1 / (4 * ratio**2),
    misprinted=False,
)
@mutants(
    {
        "c = (sigma_d / sigma_1)^2": dict(why=BELOW, c=lambda ratio: 1 / ratio**2, bound=0),
        "1/N for the square root": dict(why=BELOW, power=2, bound=0),
    }
)
def concentration(N, d, S, ratio, c, delta, misprinted=True, power=1, bound=1):
    r"""$D^\top X$ is nearly the identity with high probability, and the diagonal as small as the coherence."""
    entry, s = N / (N + 2), root(S, delta, N, c)
    if misprinted:
        return at_most((1 - s) * entry, root(d, delta, N, c))
    # |D_i^T X_j| is sigma_j / sigma_i times |r_1 + ... + r_N| / (N + 2) with signs r, at most ratio times. The
    # probability is bounded from above (``bound`` 1) or below (0).
    square = log(d / delta) * (N + 2) ** 2 / (c * N**power * ratio**2)
    chance = at_least_one(d * (d - 1) // 2, sign_sum_tail(N, square))[bound]
    return at_most([chance, -entry, entry], [3 * delta, (s - 1) * entry, (s + 1) * entry])


@theorem(
    PAPER,
    "Lemma 3",
    part="the matrix of the proof",
    id="lemma-3/construction",
    rank="step",
    origin="read",
    at=lines(597, 623),
    N=dims(1, 4096),
    **SIZES,
    ratio=dyadics(1.25, 4, of="[5/4, inf)"),  # $\sigma_1/\sigma_d$
    c=open_c(lambda c: dict(N=rows(4096, c), d=2, S=1, ratio=2.0, c=c)),
    delta=DELTA,
)
@printed(
    r"There is a c such that with $M^V=\frac2{\sigma_d^2}I$, as in the proof, for Rademacher rows, "
    r"$\sigma_1\ge\frac54\sigma_d$, $\delta<\frac13$ and $D=\frac1{2N+1}X(M^V)^\top$: $\frac "
    r"N{N+2}(1-s)\le|D_{:,i}^\top X_{:,i}|\le\frac{2N}{2N+1}(1+s)$ for $i=1,d$, $s=\sqrt{\frac{\log "
    r"S-\log\delta}{Nc}}$ (the second bound of Lemma 3 with $\frac{2N}{2N+1}$ for $\frac N{N+2}$).",
    defect="construction",
    because=r"The diagonal entry of column i is about $\sigma_i^2/\sigma_d^2$. For Rademacher rows it is not "
    "random; let N c grow and the bound is 1, whatever c is.",
    first=lambda ratio: ratio**2,
)
@amended(
    r"With $M^V=2\operatorname{diag}(\sigma_i^{-2})$ and every c, for Rademacher rows, "
    r"$\sigma_1\ge\frac54\sigma_d$, $\delta<\frac13$ and $D=\frac1{2N+1}X(M^V)^\top$: $\frac "
    r"N{N+2}(1-s)\le|D_{:,i}^\top X_{:,i}|\le\frac{2N}{2N+1}(1+s)$ for $i=1,d$, $s=\sqrt{\frac{\log "
    r"S-\log\delta}{Nc}}$.",
    adds=(
        r"$M^V = 2 \operatorname{diag}(\sigma_i^{-2})$; Rademacher rows, $2N/(2N + 1)$ for $N/(N + 2)$ in "
        "the second bound"
    ),
    c=EVERY_C,
    first=1,
)
@mutants(
    {
        "2 over the variance of column 1": dict(last=lambda ratio: 1 / ratio**2),
        "twice the entry of column 1": dict(first=2),
    }
)
def diagonal_is_near_one(N, S, c, delta, first, last=1):
    r"""The matrix $2/\sigma_d^2 I$ of the proof puts every diagonal entry on the support near 1."""
    entry, s = 2 * N / (2 * N + 1), root(S, delta, N, c)  # where sigma_i M^V sigma_i = 2
    return at_most([first * entry, -last * entry], [(s + 1) * entry, (s - 1) * N / (N + 2)])


@theorem(
    PAPER,
    "Lemma 3",
    part="a constant for each covariance",
    id="lemma-3/one-constant",
    rank="step",
    origin="ours",
    at=lines(593, 595),
    c=scales(-2, 6, of="(0, inf)"),
    m=lambda c: dims(rows(8, c), rows(8, c), most=rows(8, c)),
    half=dims(0, "m", most="m"),  # z is 2 half + 1
    row=reals(2),
)
@printed(
    "The c of Lemma 3 (with $X_{:,j}$) has to depend on the covariance, whatever $M^V$ is: for every c let "
    r"$d=2$, $\mathbb S=\{2\}$, $\delta=\frac18$, $m=\lfloor\frac8c\rfloor+1$, $N=2m+1$ and let rows be "
    r"$(r,\sigma r')$, $\sigma=\frac1{2N}$, with independent signs r, r'. Where $\sum rr'$ is $z$ or $-z$ "
    "(which are equally likely), one of the two violates the first or the third bound of the lemma, for "
    "every odd z and every second row of $M^V$ (written as "
    r"$(2N+1)(\frac{\mathrm{row}_1}N,\frac{\mathrm{row}_2}\sigma)$). So they hold with probability $\frac12$ "
    r"at most, which is less than $1-3\delta$.",
    because="A column of small variance needs a long row of $M^V$, which lengthens what is beside the "
    "diagonal.",
)
@mutants(
    equal_variances=dict(sigma=1),
    one_row_for_four=dict(m=lambda c: dims(rows(2, c), rows(2, c), most=rows(2, c))),
)
def some_sign_is_bad(c, m, half, row, sigma=lambda m: 1 / (2 * (2 * m + 1))):
    """No constant c serves every covariance in Lemma 3: of two signs of a column one violates a bound."""
    # If neither does, then |row_1| <= T and |row_2| <= T/z, T being the third bound. The diagonal entry is at
    # most sigma T (z/N + N/z) <= T (1 + 1/N^2)/2 then: below the first bound.
    N, z = 2 * m + 1, 2 * half + 1
    diagonal = [abs(row[0] * (way * z) / N + row[1] * N) * sigma for way in (1, -1)]
    beside = [abs(row[0] + row[1] * (way * z)) for way in (1, -1)]
    least, most = (1 - root(1, 1 / 8, N, c)) * N / (N + 2), root(2, 1 / 8, N, c)
    return at_least(max(stack([*(least - x for x in diagonal), *(x - most for x in beside)])), 0)


@theorem(
    PAPER,
    "Lemma 3",
    part="as quoted for event A",
    id="lemma-3/as-quoted",
    rank="slip",
    at=lines(734),
    delta=scales(-12, -2, of="(0, 1)"),
    N=dims(1, 400),
)
@printed(
    r"'Lemma 3 demonstrates that event A occurs with a probability of at least $1-2\delta$': it has "
    r"$1-3\delta\ge1-2\delta$.",
    defect="typo",
    because=r"The lemma, and the sum of its three parts, have $1 - 3 \delta$.",
)
@amended(
    r"Event A, the three bounds of Lemma 3 with $X_{:,j}$ in the third, occurs with a probability of at least "
    r"$1-3\delta$; here it is computed, for $d=2$ columns of $N$ independent signs, $c=\frac14$ and "
    r"$M^V=\frac{2N+1}{N+2}I$.",
    adds=r"$1 - 3 \delta$ for $1 - 2 \delta$; $X_j$ for $X_i$; two columns of signs, $c = 1/4$ and $M^V$",
    slack=r"For signs the diagonal is not random, and $1 - \delta$ would do; the tail of the binomial law is "
    r"far below $\delta$ for $c = 1/4$.",
    quoted=False,
    count=3,
)
@mutants({"certainty": dict(count=0), "c = 4": dict(c=4)})
def what_it_says(N, delta, quoted=True, count=2, c=1 / 4):
    r"""Lemma 3 gives event A a probability of at least $1 - 2 \delta$."""
    if quoted:
        return at_least(1 - 3 * delta, 1 - count * delta)
    # With M^V = (2N + 1)/(N + 2) I the diagonal is N/(N + 2), within its bounds, and the one entry off it
    # (r_1 + ... + r_N)/(N + 2), of signs r.
    return at_least(1 - sign_sum_tail(N, log(2 / delta) * (N + 2) ** 2 / (c * N)), 1 - count * delta)
