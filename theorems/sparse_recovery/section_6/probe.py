r"""Does the trained Small TF resemble LISTA-VM layer by layer? A linear probe of beta, with controls.

From the last token after each layer a ridge regression predicts $\beta^*$, and each iterate $\beta^{(k)}$
of the LISTA-VM that was trained on the same instances. Controls: the same network with its initial
weights, and targets that belong to another instance. Reduced size (see figure_1a_transformers). Beta and
LISTA-VM's last iterate can be read off the trained network and not off the untrained one, more with each
layer: that much is learned. A probe shows what can be read linearly, not how it came there; and what
LISTA-VM estimates is near to what any good solver estimates.
"""

from __future__ import annotations

from typing import Any

import torch

from lemmata import FigureRecord, HeatMapRecord, Margin, Panel, Prompt, Series, at_least
from theorems.sparse_recovery import PAPER
from theorems.sparse_recovery.instances_probe import probed
from theorems.sparse_recovery.section_6.systems import STANDARD_IN_CONTEXT, Trained, trained

SPACES: dict[str, Any] = {"kind": "experiment", "settings": trained()}
of_beta = PAPER.claim("section 6, probe of beta", id="section-6/probe/beta", **SPACES)
of_vm = PAPER.claim("section 6, probe of LISTA-VM", id="section-6/probe/lista-vm", **SPACES)

for claim in (of_beta, of_vm):

    @claim.experiment(standard=STANDARD_IN_CONTEXT, deep=Trained(0, 40_000))
    def run(s: Trained, device: torch.device, seed: int) -> Prompt:
        """One row a training: what is explained after each layer."""
        return probed(s, seed, str(device))


@of_beta.printed(
    "Beta can be read linearly off the last token of the trained Small TF: at least 0.2 more of its variance "
    "than with the initial weights.",
    seen="trained_beta",
    control="initial_beta",
    more=0.2,
)
@of_vm.printed(
    "LISTA-VM's last iterate, too: at least 0.2 more of its variance than with the initial weights.",
    seen="trained_iterates",
    control="initial_iterates",
    more=0.2,
)
def more_than_the_control(
    s: Trained, prompt: Prompt, seen: str, control: str, more: float
) -> Margin:
    """After the last layer, the probe explains more than in the control."""
    ours, theirs = (
        getattr(prompt, name)[:, -1].reshape(s.replicates, -1)[:, -1] for name in (seen, control)
    )
    layers = {f"beta_after_{k}": v for k, v in enumerate(prompt.trained_beta.unbind(1))}
    return at_least(ours, theirs + more).report(
        **layers,
        beta_with_initial_weights=prompt.initial_beta[:, -1],
        beta_of_other_instances=prompt.trained_shuffled[:, -1],
        last_iterate=prompt.trained_iterates[:, -1, -1],
    )


of_beta.mutant("targets of other instances", seen="trained_shuffled")
of_beta.mutant("all of it", more=1.0)
of_vm.mutant("the control beside itself", seen="initial_iterates")
of_vm.mutant("all of it", more=1.0)


@of_vm.figure
def by_layer(s: Trained, prompt: Prompt) -> list[FigureRecord | HeatMapRecord]:
    """What is explained after each layer, of beta and of each iterate."""
    names = ("trained_beta", "initial_beta", "trained_shuffled")
    layers = [float(k) for k in range(prompt.trained_beta.shape[1])]
    lines = []
    for name in names:
        v = getattr(prompt, name)
        low, high = v.amin(0).tolist(), v.amax(0).tolist()
        lines.append(
            Series(name.replace("_", ", "), layers, v.mean(0).tolist(), low=low, high=high)
        )
    caption = f"Mean and range over {s.replicates} trainings, {s.instances:,} instances for each."
    maps = [
        Panel(f"{name} weights", getattr(prompt, f"{name}_iterates").mean(0).tolist())
        for name in ("trained", "initial")
    ]
    return [
        FigureRecord(
            claim="",
            title="What a linear probe explains of beta*",
            x_label="layers of Small TF",
            y_label="share of the variance",
            caption=caption,
            series=tuple(lines),
        ),
        HeatMapRecord(
            claim="",
            title="What a linear probe explains of LISTA-VM's iterates",
            caption=f"Rows: layers of Small TF, from 0; columns: iterates 1 to 12. {caption}",
            panels=tuple(maps),
        ),
    ]
