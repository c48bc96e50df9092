"""The error of the working PCA transformer by its power iterations."""

import math

import torch

from baselines.pca import top_components
from constructions.pca import Shell, embed, pca_transformer, readout
from lemmata import FigureRecord, Series


def working_transformer() -> FigureRecord:
    """The error of the working transformer's outputs against the power iterations."""
    d, N, k, ratio = 5, 6, 3, 0.5
    generator = torch.Generator().manual_seed(0)
    U, _ = torch.linalg.qr(torch.randn(d, d, generator=generator, dtype=torch.float64))
    W, _ = torch.linalg.qr(torch.randn(N, d, generator=generator, dtype=torch.float64))
    X = ((U * (16 * ratio ** torch.arange(d, dtype=torch.float64)).sqrt()) @ W.mT)[None]
    starts = torch.randn(1, k, d, generator=generator, dtype=torch.float64)
    starts = starts / starts.norm(dim=-1, keepdim=True)
    exact = top_components(X @ X.mT, k).eigenvectors.value.mT[0]
    exact = exact * (exact * starts[0]).sum(-1, keepdim=True).sign()
    taus, heads = [2, 5, 10, 15, 20], 40
    errors, directions = [], []
    for tau in taus:
        tf = pca_transformer(d, N, k, tau, Shell(0.2, 20.0, heads))
        output = readout(tf(embed(X, starts)), k, d)[0]
        unit = output / output.norm(dim=-1, keepdim=True)
        errors.append(float((output - exact).norm(dim=-1).max()))
        directions.append(float((unit - exact).norm(dim=-1).max()))
    delta = float((exact * starts[0]).sum(-1).min())
    x = [float(tau) for tau in taus]
    law = 3 / 64 * (2 * math.log(100.0) / (heads - 1)) ** 2
    return FigureRecord(
        claim="",
        title="Error of the working transformer",
        x_label="power iterations for each eigenvector",
        y_label="largest error of three eigenvectors",
        caption=f"d = 5, N = 6, k = 3, each eigenvalue half of the one before, {heads} heads. The "
        "outputs stop at the error of the normalisation; their directions go on with the power method.",
        series=(
            Series("outputs", x, errors),
            Series("directions of the outputs", x, directions),
            Series("(1/2)^tau / delta", x, [ratio**tau / delta for tau in taus], role="theory"),
            Series("error law of the heads", x, [law] * len(x), role="theory"),
        ),
        log_y=True,
    )
