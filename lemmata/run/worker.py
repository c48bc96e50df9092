"""A process that hunts for a cluster: tasks come as lines of JSON, records go back as lines.

A dask worker starts it (see ``lemmata.run.cluster``) and the process ends with it. It is set up as the
spawned workers of a single machine are, by the same function, and loads the same modules: what a
hunt sees does not depend on which of the two it ran in.
"""

from __future__ import annotations

import json
import os
import queue
import sys
import threading
from typing import Any

import lemmata
from lemmata.errors import described
from lemmata.run import campaign, machine
from lemmata.run.plan import Task
from lemmata.run.sources import sources

_IDLE = 60
"""Seconds without a task after which the process ends: its campaign may be over."""


def serve() -> None:
    """Does what standard input says until that ends; never returns.

    The first line holds the settings (``files``, ``papers``, ``profile``, ``seed``, ``device``, ``alpha``)
    and is answered with ``hello``; each further line is a task and is answered as
    :func:`lemmata.run.campaign.answer` says. ``refused`` is why it cannot start.
    """
    output = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a check prints goes to the log, not between the answers
    orders: queue.SimpleQueue[str] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(orders,), daemon=True).start()

    def answer(**reply: Any) -> None:
        output.write(json.dumps(reply) + "\n")
        output.flush()

    settings: dict[str, Any] = {}
    while True:
        try:
            order = json.loads(orders.get(timeout=_IDLE))
        except queue.Empty:
            os._exit(0)  # an ordinary exit would wait for the thread that listens
        if settings:
            answer(**campaign.answer(Task(**order), **settings))
            continue
        try:
            settings = order
            files, papers = (tuple(settings.pop(name)) for name in ("files", "papers"))
            campaign._start(files, tuple(sys.path), papers=papers)
            settings["device"] = machine.resolve_device(settings["device"])
            answer(hello=hello(settings["device"]))
        except BaseException as error:  # noqa: BLE001 - reported to whoever can mend it
            answer(refused=described(error))


def _listen(orders: queue.SimpleQueue[str]) -> None:
    with open(0, encoding="utf-8", closefd=False) as lines:
        for line in lines:
            orders.put(line)
    os._exit(1)  # the dask worker is gone


def hello(device: str) -> dict[str, Any]:
    """What has to agree between the machines of a campaign."""
    return {
        "version": lemmata.__version__,
        "device": device,
        "libraries": machine.libraries(),
        "sources": sources(),
    }
