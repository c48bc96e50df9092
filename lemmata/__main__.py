"""``python -m lemmata``: the same as the console script, in any folder."""

import sys
from pathlib import Path

# Python puts the current folder first, and with it a project's own ``theorems``, say; the console script
# does not have it on its path.
_here = Path(__file__).resolve().parent.parent
if not sys.flags.safe_path and sys.path and Path(sys.path[0] or ".").resolve() != _here:
    del sys.path[0]

from lemmata.commands.cli import main  # noqa: E402  (the path has to be settled first)

if __name__ == "__main__":
    sys.exit(main())
