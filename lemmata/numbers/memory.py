"""How much memory a device has left, so that chunks suit it before one is too large."""

from __future__ import annotations

import torch

_UNKNOWN = 2**32


def free(device: torch.device) -> int:
    """Bytes that are free on an accelerator; four GiB where it does not tell."""
    if device.type != "cuda":
        return _UNKNOWN
    return int(torch.cuda.mem_get_info(device)[0])
