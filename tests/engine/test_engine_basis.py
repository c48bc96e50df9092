"""What evidence rests on: whatever a claim can see changes its digest, and nothing else does."""

from __future__ import annotations

import importlib
import itertools
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import metadata
from pathlib import Path
from types import ModuleType

import pytest

import lemmata
from lemmata.run import basis, statements
from lemmata.run.basis import Bases
from lemmata.run.plan import Plan

ALPHA = 1e-8
Make = Callable[..., Plan]

FILES = {
    "__init__": '''"""A source."""
from lemmata import Paper
PAPER = Paper(topic="{t}", title="Title", authors="Author", year=2026, key="key", source="p. 1", modules="{t}")
''',
    "deep": '''"""Two modules away."""
SHIFT = 2
REGISTER = {}


def moved(x):
    return x + SHIFT


def unused(x):
    return x


def registered(function):
    REGISTER[function.__name__] = function
    return function


class Base:
    def value(self):
        return 1


class Family:
    members = []

    def __init_subclass__(cls):
        Family.members.append(cls)
''',
    "near": '''"""One module away."""
from dataclasses import dataclass
from functools import cached_property
from {t} import deep as d
from {t}.deep import moved

TABLE = dict(a=1)


@dataclass(frozen=True)
class Sizes:
    n: int

    @cached_property
    def twice(self):
        """Two of them."""
        return 2 * self.n


def bound(x):
    return moved(x) + d.REGISTER["law"](0) + len(d.Family.members)
''',
    "laws": '''"""Registers something when it is loaded."""
from {t}.deep import Family, registered


@registered
def law(x):
    return x


class Member(Family):
    weight = 1
''',
    "apart": '''"""Registers by a value."""
from {t}.deep import registered

other = registered(lambda x: x)
''',
    "unrelated": '''"""Nothing here acts on anything."""
from {t}.deep import Base


class Odd(Base):
    odd = 1


EVEN = [1, 2]
''',
    "one": '''"""A first claim."""
from lemmata import amended, at_most, box, dims, mutants, printed, theorem
from {t} import PAPER
from {t}.near import Sizes, bound

WORSE = 3
LOW = -1


@theorem(PAPER, "One", n=dims(1, 6), x=box("n", low=LOW, high=1))
@printed("The sum is at most 1.", defect="constant", because="It is not.")
@amended("The sum is at most $n + 2$.", adds="$n + 1$", most=lambda n: bound(n))
@mutants(less=dict(most=lambda n: bound(n) - WORSE - Sizes(n).twice))
def first(x, most=1):
    """A sum is at most its length and two."""
    return at_most(sum(x), most)
''',
    "two": '''"""A second claim, in another style, with a loop."""
from dataclasses import dataclass
from lemmata import ForAll, at_most, dims
from lemmata.claims.space import space
from {t} import PAPER
from {t}.one import first


@dataclass(frozen=True)
class Setting:
    n: int


second = PAPER.claim(
    "Two", summary="A size is small", kind=ForAll(), settings=space(Setting, n=dims(1, 6)), uses=[first]
)
third = PAPER.claim(
    "Two",
    id="two/large",
    part="from below",
    summary="A size is large",
    kind=ForAll(),
    settings=space(Setting, n=dims(1, 6)),
    uses=[first],
)


def check(n, most):
    """A size is small."""
    return at_most(n, most)


@second.printed("Small.", most=6)
def small(n, most):
    """A size is small."""
    return check(n, most)


@third.printed("Large.", least=1)
def large(n, least):
    """A size is large."""
    return at_most(least, n)


for claim in (second,):
    claim.mutant("smaller", most=5)
for least in (2, 3):
    third.mutant(f"from {least}", least=least)
''',
    "more": '''"""Acts on claims of another module, and makes one by a function."""
from lemmata import ForAll, at_most, dims
from lemmata.claims.space import space
from {t} import PAPER
from {t}.two import Setting, second, third


def both(one, to, least):
    to.mutant("added", least=least)


def made(label):
    return PAPER.claim(label, summary=f"{label} of it", kind=ForAll(), settings=space(Setting, n=dims(1, 6)))


both(second, to=third, least=4)
made_here = made("More")
made_here.printed("More.", least=1)(lambda n, least: at_most(least, n))
''',
}
"""A topic: a helper two modules away, a register that other modules fill, three claims."""
ALL = ["one", "two", "two/large", "more"]
SEEN = [
    ("deep", "x + SHIFT", "x + SHIFT + 0", ["one"]),  # a helper two modules away
    ("deep", "SHIFT = 2", "SHIFT = 3", ["one"]),  # a constant
    ("deep", "def unused(x):\n    return x", "def unused(x):\n    return 2 * x", []),
    ("deep", '"""Two modules away."""', '"""Far away."""', []),
    ("deep", "SHIFT = 2", "SHIFT  =  2  # two", []),
    ("deep", "return 1", "return 2", []),
    ("near", "TABLE = dict(a=1)", "TABLE = dict(a=2)", []),
    ("near", "2 * self.n", "3 * self.n", ["one"]),  # a derived quantity
    ("near", "Two of them.", "Twice as many.", ["one"]),  # its meaning stands with a witness
    ("near", "from {t}.deep import moved", "from {t}.deep import unused as moved", ["one"]),
    ("laws", "    return x", "    return 0 * x", ["one"]),  # a law that is registered elsewhere
    ("laws", "weight = 1", "weight = 2", ["one"]),
    ("apart", "lambda x: x", "lambda x: 2 * x", ["one"]),
    ("unrelated", "odd = 1", "odd = 2", []),
    ("unrelated", "[1, 2]", "[1, 3]", []),
    ("one", "WORSE = 3", "WORSE = 4", ["one"]),  # a mutant
    ("one", "LOW = -1", "LOW = -2", ["one"]),  # a domain
    ("one", "dims(1, 6)", "dims(1, 5)", ["one"]),
    ("one", 'because="It is not."', 'because="No."', ["one"]),
    ("two", "most=6", "most=7", ["two"]),
    ("two", "at_most(n, most)", "at_most(n, most + 0)", ["two"]),
    ("two", "at_most(least, n)", "at_most(least, 1 * n)", ["two/large"]),
    ("two", "most=5", "most=4", ["two"]),  # within a loop
    ("two", "(2, 3)", "(2, 4)", ["two/large"]),
    ("two", "    n: int", "    n: int\n    m: int = 1", ["two", "two/large", "more"]),
    ("two", "from dataclasses", "from __future__ import annotations\nfrom dataclasses",
     ["two", "two/large", "more"]),
    ("more", "least=4", "least=5", ["two", "two/large"]),
    ("more", "least=1)", "least=2)", ["more"]),
    ("__init__", 'title="Title"', 'title="A title"', []),
    ("__init__", 'source="p. 1"', 'source="p. 2"', ALL),
]  # fmt: skip
TOPIC = "topic_of_these_tests"


@pytest.fixture
def plan_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Make]:
    """Makes a plan for the topic, each time loaded anew, with some of its text changed."""
    monkeypatch.setattr(metadata, "entry_points", lambda group: [])
    numbers = itertools.count()

    def make(*changes: tuple[str, str, str]) -> Plan:
        folder = tmp_path / str(next(numbers)) / TOPIC
        folder.mkdir(parents=True)
        texts = {name: text.replace("{t}", TOPIC) for name, text in FILES.items()}
        for name, old, new in changes:
            old, new = old.replace("{t}", TOPIC), new.replace("{t}", TOPIC)
            assert old in texts[name]
            texts[name] = texts[name].replace(old, new)
        for name, text in texts.items():
            (folder / f"{name}.py").write_text(text, encoding="utf-8")
        forget()
        monkeypatch.syspath_prepend(folder.parent)
        paper = importlib.import_module(TOPIC).PAPER
        paper.load()
        return Plan(tuple(paper.claims.values()), "quick", 0, "cpu", 1, ALPHA)

    yield make
    forget()


def forget() -> None:
    for module in [m for m in sys.modules if m.split(".")[0] == TOPIC]:
        del sys.modules[module]


def digests(plan: Plan) -> dict[str, str]:
    bases = Bases(plan, plan.header())
    assert not bases.hidden
    return {claim.partition("/")[2]: digest for claim, digest in bases.digests.items()}


def other(one: dict[str, str], two: dict[str, str]) -> list[str]:
    assert one.keys() == two.keys()
    return [claim for claim in one if one[claim] != two[claim]]


@pytest.mark.parametrize(
    ("value", "may"),
    [
        *((v, False) for v in ("2", '"a"', "(1, -2)", "None", "tuple[int, ...]", "int | None", "chr(0)")),
        *((v, False) for v in ('TypeVar("T", bound=A)', 'MappingProxyType({"a": relu, "b": lambda x: x})')),
        *((v, True) for v in ("[1]", "{}", "(1, [2])", "TABLE", "TABLE[0]", "A | B", "A | frozenset(B)")),
        *((v, True) for v in ("MappingProxyType(TABLE)", 'MappingProxyType({"a": []})', "torch.ones(2)")),
    ],
)
def test_constants_are_what_nobody_can_change(value: str, may: bool) -> None:
    module = statements.read(f"NAME = {value}\nOTHER: Any = {value}\n".encode(), "")
    assert [s.may_change for s in module.statements] == [may, may]


@pytest.mark.slow
def test_what_a_claim_sees_changes_its_digest_and_nothing_else_does(plan_of: Make) -> None:
    before = digests(plan_of())
    assert list(before) == ALL
    assert digests(plan_of()) == before
    wrong = {
        tuple(change): found
        for *change, claims in SEEN
        if (found := other(before, digests(plan_of(change)))) != claims
    }
    assert not wrong


def test_a_module_that_is_handed_on_is_seen_as_a_whole(plan_of: Make) -> None:
    asks = ("near", "moved(x) +", 'moved(x) + getattr(d, "SHIFT") +')
    before = digests(plan_of(asks))
    assert other(before, digests(plan_of(asks, ("deep", "return 1", "return 2")))) == ["one"]
    star = ("near", "from {t}.deep import moved", "from {t}.deep import *")
    assert other(digests(plan_of(star)), digests(plan_of(star, ("deep", "SHIFT = 2", "SHIFT = 3")))) == ["one"]


def test_a_name_that_two_declarations_have_had_says_nothing(plan_of: Make) -> None:
    again = """made_here = made("More")
kept = made_here
made_here.printed("More.", least=1)(lambda n, least: at_most(least, n))
made_here = PAPER.claim("More", id="more/other", part="again", summary="It", kind=ForAll(),
                        settings=space(Setting, n=dims(1, 6)))
"""
    plan = plan_of(("more", 'made_here = made("More")\n', again))
    assert {name.partition("/")[2] for name in Bases(plan, plan.header()).hidden} == {"more", "more/other"}


HIDDEN = [
    ("x + SHIFT", 'x + globals()["SHIFT"]', "globals"),
    ("x + SHIFT", "x + eval('SHIFT')", "eval"),
    ("x + SHIFT", "x + vars()['x']", "vars"),
    ("x + SHIFT", "x + moved.__globals__['SHIFT']", "__globals__"),
    ("x + SHIFT", "x + os.environ.get('SHIFT', 0)", "environ"),
    ("x + SHIFT", "x + Path('here').exists()", "exists"),
    ("x + SHIFT", "x + pandas.SHIFT", "pandas"),
    ("x + SHIFT", "x + nowhere.SHIFT", "SHIFT"),
]


@pytest.mark.parametrize(("old", "new", "word"), HIDDEN, ids=[word for *_, word in HIDDEN])
def test_where_names_cannot_be_followed_nothing_is_used_again(
    plan_of: Make, monkeypatch: pytest.MonkeyPatch, old: str, new: str, word: str
) -> None:
    monkeypatch.setitem(sys.modules, "pandas", ModuleType("pandas"))
    imports = "import os\nfrom pathlib import Path\nimport pandas\nimport {t} as nowhere\nSHIFT = 2"
    plan = plan_of(("deep", old, new), ("deep", "SHIFT = 2", imports))
    bases = Bases(plan, plan.header())
    assert list(bases.hidden) == [f"{TOPIC}/one"]
    assert word in bases.hidden[f"{TOPIC}/one"]
    assert len(bases.digests) == 3


def test_what_is_asked_for_changes_all(plan_of: Make) -> None:
    plan = plan_of()
    before = digests(plan)
    for change in ({"profile": "standard"}, {"seed": 1}, {"shards": 2}):
        assert other(before, digests(replace(plan, **change))) == ALL, change
    header = replace(plan.header(), device="cuda (another)")
    assert other(before, {c.partition("/")[2]: d for c, d in Bases(plan, header).digests.items()}) == ALL
    assert (
        digests(replace(plan, workers=2, limit=7, alpha=ALPHA / 2)) == before
    )  # none of them tests a probability


def test_a_library_or_the_engine_changes_all(
    plan_of: Make, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plan = plan_of()
    before = digests(plan)
    with monkeypatch.context() as patch:
        patch.setattr("platform.python_version", lambda: "3.99")
        assert other(before, digests(plan)) == ALL
    with monkeypatch.context() as patch:
        installed = list(metadata.distributions())
        patch.setattr(installed[0].__class__, "version", "0.0")
        patch.setattr(metadata, "distributions", lambda: installed)
        assert other(before, digests(plan)) == ALL
    with monkeypatch.context() as patch:
        patch.setattr(basis, "engine", lambda: "another")
        assert other(before, digests(plan)) == ALL
    assert digests(plan) == before


def test_the_engine_is_all_that_a_hunt_can_load(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(Path(lemmata.__file__).parent, tmp_path / "lemmata"))
    before = basis.engine(folder)
    assert before == basis.engine()
    for part in (
        "claims/margin.py",
        "numbers/linalg.py",
        "search/stages.py",
        "prove/check.py",
        "run/hunting.py",
    ):
        text = (folder / part).read_bytes()
        (folder / part).write_bytes(text + b"\n")
        assert basis.engine(folder) != before, part
        (folder / part).write_bytes(text)
    for part in ("commands/cli.py", "latex/__init__.py", "testing.py", "schemas/verdicts-1.json"):
        (folder / part).write_bytes((folder / part).read_bytes() + b"\n")
    assert basis.engine(folder) == before
    (folder / "search" / "new.py").write_text("")
    assert basis.engine(folder) != before


def test_a_stored_witness_changes_the_digest(plan_of: Make) -> None:
    plan = plan_of()
    before = digests(plan)
    path = plan.claims[0].readings["printed"].variant.stored_witness
    assert path is not None
    path.parent.mkdir()
    path.write_text("{}")
    assert other(before, digests(plan)) == ["one"]
