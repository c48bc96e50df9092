"""What ``lemmata train`` can train for section 6: every configuration in one place.

The first scale of each is the one that ships as a checkpoint. ``small`` and ``reduced`` end within
minutes on a CPU; ``full`` is meant for one H100 and has not been run to its end.
"""

from collections.abc import Callable
from dataclasses import replace

from torch import nn

from baselines.learned import Lista, ListaCp, ListaVm
from baselines.training.trainer import Recipe, Trainable
from theorems.sparse_recovery.section_6.in_context import (
    InContext,
    gpt2_style,
    label_errors,
    labels,
    small_transformer,
)
from theorems.sparse_recovery.section_6.problem import Problem
from theorems.sparse_recovery.section_6.unrolled import Unrolled, analytic, from_ista, signal_errors, signals

# -- unrolled solvers --------------------------------------------------------------------------------

FIXED = Unrolled()
META = replace(FIXED, matrices=32, signals=4)
FULL = Recipe(3_400, learning_rate=2e-3, points=340)  # a point an "epoch" of figures 2 and 3


def _unrolled(summary: str, build: Callable[[Unrolled, int], nn.Module], small: Unrolled) -> Trainable:
    varying, each = (100, 500) if small.matrices else (0, 50_000)
    full = replace(small, recipe=FULL, matrices=varying, signals=each)
    return Trainable(summary, {"small": small, "full": full}, build, signals, signal_errors)


lista = _unrolled("LISTA, on one X", from_ista(Lista), FIXED)
lista_meta = _unrolled("LISTA, on varying X", from_ista(Lista), META)
lista_cp = _unrolled("LISTA-CP (4.1), on one X", from_ista(ListaCp), FIXED)
lista_cp_meta = _unrolled("LISTA-CP (4.1), on varying X", from_ista(ListaCp), META)
alista = _unrolled("ALISTA: analytic weights, learned steps, on one X", analytic, FIXED)
lista_vm = _unrolled(
    "LISTA-VM (4.4), on varying X (--set scalar=1: each M a number times the identity)",
    lambda c, seed: ListaVm(c.problem.d, c.K, scalar=bool(c.scalar)),
    META,
)
lista_vm_ss = _unrolled(
    "LISTA-VM with the support known (section 6, --set support=10)",
    lambda c, seed: ListaVm(c.problem.d, c.K, support=c.problem.support),
    replace(META, problem=Problem(support=10)),
)


# -- transformers ------------------------------------------------------------------------------------

REDUCED = Problem(d=8, N=5, S=2, support=8)
"""So small that a transformer learns it on a CPU in minutes."""
PAPER_STEPS = Recipe(1_000_000, learning_rate=1e-4, clip=1.0, precision="tf32", points=200)
H100 = Recipe(200_000, learning_rate=5e-4, clip=1.0, precision="tf32", points=200)

small_tf = Trainable(
    "Small TF (--set readout=linear|query|constructed, support=10)",
    {
        "reduced": InContext(REDUCED, Recipe(6_000, learning_rate=2e-3), layers=4, heads=2),
        "full": InContext(Problem(), H100, layers=12, heads=4, batch=1024),
        "paper": InContext(Problem(), PAPER_STEPS, layers=12, heads=4, labels="last"),
    },
    small_transformer,
    labels,
    label_errors,
)
gpt2 = Trainable(
    "GPT-2-style model (transformers)",
    {
        "reduced": InContext(REDUCED, Recipe(6_000, learning_rate=1e-3), 3, heads=4, width=32),
        "full": InContext(Problem(), replace(H100, precision="bfloat16"), 12, heads=8, width=256, batch=1024),
        "paper": InContext(Problem(), PAPER_STEPS, 12, heads=8, width=256, labels="last"),
    },
    gpt2_style,
    labels,
    label_errors,
)
