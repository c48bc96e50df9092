"""The margins of a claim's surviving reading over a batch of its law: what the figures measure."""

import math
from collections.abc import Mapping
from typing import Any

from torch import Generator

from lemmata import Claim, Margin

INSTANCES = 64


def margin_of(claim: Claim, given: Mapping[str, Any], count: int = 2 * INSTANCES) -> Margin:
    """The margins of a claim's surviving reading at what is given, over a batch of its law."""
    variant = claim.survivor.variant
    s = variant.settings.instance(given)
    assert variant.prompts is not None
    prompt = variant.prompts(s).sample(Generator().manual_seed(1), count)
    margin: Margin = variant.evaluate(s, prompt, variant.construct(s))
    assert not math.isnan(float(margin.slack.sum()))
    return margin
