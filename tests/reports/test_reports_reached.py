"""Programs of witnesses hold what the witness reaches, and nothing else."""

from __future__ import annotations

import ast
from typing import Any

from reports.programs.reached import FILE, reached_by, trimmed, without_idle

SOURCE = '''
class Layer:
    """A layer."""

    def used(self, x):
        if x > 3:
            return x - 1
        for k in range(x):
            x = x + k
        return x

    def unused(self):
        return 0


def never(x):
    return never(x - 1)


def either(x):
    if x == 1:
        y = 2
    else:
        y = never(x)
    return y


def guard(x):
    """Refuses bad input."""
    if x < 0:
        raise ValueError


def called(x):
    guard(x)
    for _ in range(3):
        guard(x)
    return Layer().used(x) + either(1)
'''


def test_what_did_not_run_is_left_out() -> None:
    source = ast.unparse(ast.parse(SOURCE))
    scope: dict[str, Any] = {}
    whole = source + "\nresult = called(2)\n"
    reached = reached_by(lambda: exec(compile(whole, FILE, "exec"), scope))
    short = "\n".join(without_idle([trimmed(source, reached)]))
    assert "unused" not in short and "else" not in short and "x - 1" not in short
    assert short.count("guard(x)") == 1 and "range(3)" not in short
    again: dict[str, Any] = {}
    exec(short + "\nresult = called(2)\n", again)
    assert again["result"] == scope["result"] == 5


def test_a_function_that_nobody_called_says_so_where_it_is_held() -> None:
    source = "def held():\n    return 1\n\n\ndef called():\n    return [held]"
    reached = reached_by(lambda: exec(compile(source + "\ncalled()", FILE, "exec"), {}))
    assert "def held():\n    raise NotImplementedError" in trimmed(source, reached)
