"""The mutants that are derived from weights: one named block zeroed, negated or one percent off."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from constructions.weights import CHANGES, Change, Weight, Weights
from lemmata.numbers import Array


@dataclass(frozen=True)
class Mutation:
    """One block changed in every weight that plays one role.

    Attributes:
        role: ``head +1 Q``, after the name of the layer if it has one.
        weights: the weights by the index of their layer and their role there.
        block: its name in each of them.
        change: what happens to it.
    """

    role: str
    weights: Mapping[tuple[int, str], Weight]
    block: str
    change: Change

    @property
    def name(self) -> str:
        """``head +1 Q[beta<-beta] negated``."""
        return f"{self.role}[{self.block}] {self.change}"

    def arrays(self) -> Iterator[tuple[int, str, Array]]:
        """Index of the layer, role and changed array, shaped as before, of each weight."""
        for (index, role), weight in self.weights.items():
            yield index, role, weight.changed(self.block, self.change).array


def mutations(
    layers: Sequence[tuple[str, Weights]], name: str | None = None, *, each_layer: bool = False
) -> Iterator[Mutation]:
    """The changes of the blocks that are not zero and can matter, or the one that is called ``name``.

    A weight that plays one role in several layers is changed in all of them at once, so names
    are independent of the depth.

    Args:
        layers: name and weights of each.
        name: of the one that is wanted, which may be a change of zeros.
        each_layer: change one layer at a time: ``layer 1 head +1 Q[beta<-beta] negated``.
    """
    roles: dict[str, dict[tuple[int, str], Weight]] = {}
    for index, (layer, weights) in enumerate(layers):
        for role, weight in weights.items():
            words = [f"layer {index + 1}" if each_layer else "", layer, role]
            roles.setdefault(" ".join(filter(None, words)), {})[index, role] = weight
    for role, members in roles.items():
        blocks = list(next(iter(members.values())).places)
        if name is None:
            alterable = {block for weight in members.values() for block in weight.alterable()}
            blocks = [block for block in blocks if block in alterable]
        elif not name.startswith(role):
            continue
        for block in blocks:
            for change in CHANGES:
                mutation = Mutation(role, members, block, change)
                if name in (None, mutation.name):
                    yield mutation
