"""Theorem 4.1: the weights of the first layer, and how far the network is from LISTA-VM after each layer."""

import torch
from torch import Tensor

from baselines.proximal import lista_vm
from baselines.training.checkpoints import read
from constructions.attention import Attention
from constructions.lista_vm import Bias, embed, residual_stream
from constructions.mlp import Mlp
from constructions.streams import Stream
from lemmata import Block, FigureRecord, HeatMapRecord, Panel, Series, in_ball, sparse
from lemmata.errors import MissingDependency
from theorems.sparse_recovery.section_6.systems import FOLDER
from theorems.sparse_recovery.theorem_4_1.setting import PAPER_SIZE, enough, network

INSTANCES, EQUAL = 32, 1e-17


def blocks(stream: Stream) -> tuple[Block, ...]:
    """The blocks of a stream as they are named beside a matrix."""
    return tuple(Block({"beta": "β", "flag": "1"}.get(name, name), size) for name, size in stream.sizes.items())


def panel(label: str, matrix: Tensor, rows: Stream, columns: Stream) -> Panel:
    return Panel(label, matrix.tolist(), blocks(rows), blocks(columns))


def weights() -> HeatMapRecord:
    """Query, key and value of two heads, and the MLP of the first layer, by blocks."""
    M, theta = 2 * torch.eye(3, dtype=torch.float64)[None], torch.tensor([0.5]).double()
    B = enough(M, 2, 2)
    attention, mlp = network()(M, theta, B).layers[:2]
    assert isinstance(attention, Attention) and isinstance(mlp, Mlp)
    stream = mlp.stream
    assert stream is not None
    panels = []
    for head in (attention.heads[0], attention.heads[2]):
        panels += [
            panel(f"head {head.name}: {name}", matrix, stream, stream)
            for name, matrix in (("$Q$", head.Q), ("$K$", head.K), ("$V$", head.V))
        ]
    copies = tuple(Block(f"{k}", stream.size) for k in range(1, 5))
    panels.append(Panel("MLP: $W_1$, four copies", mlp.W1.tolist(), copies, blocks(stream)))
    return HeatMapRecord(
        title="The constructed weights of a layer",
        caption=f"$d=3$, $M=2I$, $\\theta=\\frac12$, $B={float(B):g}$, rows written and columns read; "
        "the tokens "
        r"carry $x$, $y$, $\beta$ and the flag 1. Heads $-1$ and $-2$ have the signs of $Q$ and $V$ turned.",
        panels=tuple(panels),
    )


def distances(bias: Bias) -> list[float]:
    """The largest distance of the network to LISTA-VM at each layer, over all prefixes."""
    generator, M, theta = torch.Generator().manual_seed(0), PAPER_SIZE["M"], PAPER_SIZE["theta"]
    domains = (in_ball(10, 20, radius=2.0), sparse(20, 20, 2.0), in_ball(20, radius=2.0))
    X, beta_star, query = (domain.sample(generator, INSTANCES) for domain in domains)
    y = (X @ beta_star[..., None])[..., 0]
    tf = network(bias)(M, theta, enough(M, 2.0, 2.0))
    found = tf.read(embed(X, y, query), "beta", every=2, tokens=slice(2, None, 2))
    wanted = lista_vm(X, y, M, theta).movedim(0, 1)
    return [max(float(v), EQUAL) for v in (found - wanted).norm(dim=-1).amax((0, 2))]


def by_layer() -> FigureRecord:
    """The network with the bias of (C.2) as printed and as corrected, at the paper's size."""
    layers = [float(k) for k in range(PAPER_SIZE["K"] + 1)]
    printed, corrected = distances("printed"), distances("corrected")
    most = f"{max(corrected):.0e}" if max(corrected) > EQUAL else "0"
    return FigureRecord(
        title="Distance of the network to LISTA-VM",
        x_label="layers $k$",
        y_label=r"largest $\|\beta^{(k+1)}_{2n+1}-\beta_{\text{LISTA-VM}}\|$",
        caption=f"$d=20$, $N=10$, $K=12$ as in the paper, {INSTANCES} instances, all prefixes. With "
        f"the last bias of (C.2) corrected the distance is at most {most} (equal numbers are drawn at "
        f"$10^{{-17}}$), with the printed sign {max(printed):.1f}.",
        series=(Series("weights as printed", layers, printed), Series("corrected", layers, corrected)),
        log_y=True,
    )


def trained_weights() -> list[HeatMapRecord]:
    """The same matrices of a Small TF that was trained; nothing where its checkpoint cannot be read."""
    try:
        trained = read(FOLDER / "reduced-small-tf-0.safetensors").weights()
    except MissingDependency:
        return []
    stream = residual_stream(8)
    Q, K, V = (trained[name][0].double() for name in "QKV")
    panels = []
    for head in range(len(V)):
        panels.append(panel(f"head {head + 1}: $Q^\\top K$", Q[head].mT @ K[head], stream, stream))
        panels.append(panel(f"head {head + 1}: $V$", V[head], stream, stream))
    return [
        HeatMapRecord(
            title="The weights of a layer after training",
            caption="The first of the four layers of a Small TF of the same form, trained from random weights "
            "($d=8$, $N=5$, $S=2$, a checkpoint of this repository): the scores are "
            r"$h_i^\top Q^\top Kh_j$, rows and columns are the blocks of the token.",
            panels=tuple(panels),
        )
    ]


def plots() -> list[FigureRecord | HeatMapRecord]:
    """What the page of the theorem shows."""
    return [by_layer(), weights(), *trained_weights()]
