"""The size of B that random instances need, beside the prescribed one and what float formats hold."""

import torch

from baselines.proximal import lista_vm_from_all
from lemmata import FigureRecord, Series, signs, sparse

INSTANCES = 200


def sizes_of_B() -> FigureRecord:
    """The B that random instances need, beside the prescribed one and what the formats can hold."""
    generator = torch.Generator().manual_seed(0)
    d, N, K, S = 20, 10, 18, 3
    X = signs(N, d).sample(generator, INSTANCES)
    beta_star = sparse(d, S, 1.0).sample(generator, INSTANCES)
    y = (X @ beta_star[..., None])[..., 0]
    M = torch.eye(d, dtype=torch.float64).expand(K, d, d) * 2 / 3
    path = lista_vm_from_all(X, y, M, torch.zeros(K, dtype=torch.float64))
    scores = [float((beta[:, None, :] @ X.mT).abs().max()) for beta in path[:-1]]  # layer k reads beta^(k)
    b_x, size = d**0.5, 2 / 3
    growth = {
        "prescribed": 1 + (b_x * b_x * d + b_x) * size,
        "prescribed, $b_x^2$ in the label term": 1 + b_x * b_x * (d + 1) * size,
    }
    layers = list(range(2, K + 1))  # the first layer reads 0
    needed = [max(scores[:k]) for k in layers]
    lines = {name: [b_x + b_x * d**0.5 * (1 + C**k) for k in layers] for name, C in growth.items()}
    lines["as amended"] = [b_x * ((1 + N / (2 * N + 1) * b_x * b_x * size) ** (k - 1) - 1) for k in layers]
    numbers = [float(k) for k in layers]
    formats = {"float16": 65504.0, "float32, bfloat16": 3.4e38}
    return FigureRecord(
        title="The constant B",
        x_label="layers $K$",
        y_label="$B$",
        caption=rf"{INSTANCES} instances with $d={d}$, $N={N}$, $S={S}$, Rademacher rows, $\|\beta^*\|_1=1$, "
        r"$M=\frac23I$ (a step that keeps the recursion stable) and no threshold, for which the operator norm "
        "of $M$ serves as $|M^V|$. Above a format's largest number $B$ is infinite there, and the network NaN.",
        series=(
            Series("needed", numbers, needed),
            *(Series(name, numbers, values, role="theory") for name, values in lines.items()),
            *(
                Series(f"largest {name}", numbers, [top] * len(numbers), role="guide")
                for name, top in formats.items()
            ),
        ),
        log_y=True,
    )
