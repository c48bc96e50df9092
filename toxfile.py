"""A tox runner whose environments share one folder: torch is installed once, not four times.

tox itself recreates a folder as soon as another environment uses it, because it remembers the
environment's name in there. Environments with ``runner = shared`` must agree on everything that is
installed; only their commands differ. They cannot run in parallel (``tox -p``).
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import Any

from tox.plugin import impl
from tox.tox_env.api import ToxEnv
from tox.tox_env.info import Info
from tox.tox_env.python.virtual_env.runner import VirtualEnvRunner
from tox.tox_env.register import ToxEnvRegister


class SharedInfo(Info):
    """What tox remembers about an environment, without its name."""

    @contextmanager
    def compare(
        self, value: Any, section: str, sub_section: str | None = None
    ) -> Generator[tuple[bool, Any | None], None, None]:
        """Compares as tox does, with every environment called "shared"."""
        if section == ToxEnv.__name__:
            value = {**value, "name": "shared"}
        with super().compare(value, section, sub_section) as compared:
            yield compared


class SharedRunner(VirtualEnvRunner):
    """A virtual environment that several tox environments use."""

    @staticmethod
    def id() -> str:
        """The name for ``runner =`` in tox.ini."""
        return "shared"

    @property
    def cache(self) -> Info:
        """What tox remembers about the folder."""
        return SharedInfo(self.env_dir)


@impl
def tox_register_tox_env(register: ToxEnvRegister) -> None:
    """Makes the runner known to tox."""
    register.add_run_env(SharedRunner)
