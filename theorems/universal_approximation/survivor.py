"""The margins of a claim's surviving reading over a batch of its law: what the figures measure."""

import math
from typing import Any

from torch import Generator

from lemmata import Claim, Margin

INSTANCES = 64


def margin_of(claim: Claim, s: Any) -> Margin:
    """The margins of a claim's surviving reading at a setting, over a batch of its law."""
    variant = claim.survivor.variant
    assert variant.prompts is not None
    prompt = variant.prompts(s).sample(Generator().manual_seed(1), INSTANCES * 2)
    margin: Margin = variant.evaluate(s, prompt, variant.construct(s))
    assert not math.isnan(float(margin.slack.sum()))
    return margin
