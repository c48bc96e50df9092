"""The rehearsal of a device stops what a device would stop, and computes the rest."""

from __future__ import annotations

import pytest
import torch

from lemmata import Margin, Paper, at_least, choices, printed, reals, theorem
from lemmata.claims.declarations import Declaration
from lemmata.numbers import Vector, over_batches, stack, sum
from lemmata.run.rehearsal import DEVICE, MixedDevices, OnDevice, Rehearsal
from lemmata.testing import check_device


def on_device(*numbers: float) -> torch.Tensor:
    return torch.tensor(numbers, dtype=torch.float64).to(DEVICE)


def test_arrays_of_both_sides_do_not_meet() -> None:
    with Rehearsal():
        x = on_device(1.0, 2.0)
        assert isinstance(x, OnDevice)
        with pytest.raises(MixedDevices, match=r"aten::add.*\(2,\)"):
            x + torch.ones(2, dtype=torch.float64)


def test_numbers_without_axes_and_indices_come_from_anywhere() -> None:
    with Rehearsal():
        x = on_device(1.0, 2.0) * torch.tensor(2.0) + 1
        assert x[torch.tensor([1, 0])].tolist() == [5.0, 3.0]


def test_what_is_made_on_the_device_is_there() -> None:
    with Rehearsal():
        x = on_device(1.0, 2.0)
        made = [torch.zeros(2, device=x.device), torch.tensor([1.0, 2.0], device=x.device), x.new_ones(2)]
        for other in made:
            assert (x + other).device == DEVICE


def test_numpy_is_refused() -> None:
    with Rehearsal(), pytest.raises((RuntimeError, TypeError)):
        on_device(1.0).numpy()


def test_gradients_and_changes_in_place_are_those_of_the_cpu() -> None:
    with Rehearsal():
        x = on_device(1.0, 2.0).requires_grad_()
        (gradient,) = torch.autograd.grad((x**3).sum(), x)
        assert gradient.cpu().tolist() == [3.0, 12.0]
        y = on_device(1.0, 2.0)
        assert y.mul_(2) is y
        y[:1] += 1
        assert y.cpu().tolist() == [3.0, 4.0]


def test_who_asks_for_a_value_is_told() -> None:
    with Rehearsal() as rehearsal:
        float(on_device(1.0))
    (asking,) = rehearsal.values
    assert asking.endswith("test_who_asks_for_a_value_is_told")


# -- claims ----------------------------------------------------------------------------------------


def claim(total: object) -> Declaration:
    paper = Paper("devices", "Devices", "Nobody", 2026, "devices", "tests")

    @theorem(paper, "sum", id="sum", x=reals(3), t=choices(2.0))
    @printed("$x_1+x_2+x_3$ is what it is.")
    def check(x: Vector, t: float) -> Margin:
        return at_least(total(x) + sum(stack([t, t])), total(x))  # type: ignore[operator]

    return check


def test_a_claim_that_goes_through() -> None:
    assert not check_device(claim(sum))


def test_a_claim_whose_reference_forgets_the_device() -> None:
    weighted = over_batches(lambda x: (x * torch.arange(3, dtype=torch.float64)).sum(-1))
    with pytest.raises(MixedDevices, match="aten::mul"):
        check_device(claim(weighted))
