"""All mutants of the code under test, and a sample of them.

A sample is drawn by places: from the places of the code that can be changed, and then one of the
changes possible there. Else an addition, which cosmic-ray turns into eleven other operators, would
count eleven times, and the easy changes would hide the hard ones.

Which places are drawn is decided by a hash of the seed and the place's own line, not by its number:
a change of the code elsewhere leaves the rest of the sample as it was.
"""

from __future__ import annotations

import hashlib
import warnings
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import frozen
from cosmic_ray import plugins
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code

from benchmarks.mutation.exclusions import Position, excluded_spans, is_excluded

#: What the parts are called that are no variants: the framework is all three others.
CORE, HOST, LAB, FRAMEWORK = "core", "host", "lab", "framework"
_FOLDERS = {part: (Path(f"src/horizons_{part}"),) for part in (CORE, HOST, LAB)}
_FOLDERS[FRAMEWORK] = tuple(folder for folders in _FOLDERS.values() for folder in folders)
_VARIANTS = Path("src/variants")


@frozen
class Mutant:
    """One change: cosmic-ray's operator and which of its `occurrence`s in the file.

    `place` names the place in words that survive changes elsewhere in the file, `choice` counts the
    changes that one operator can make there.
    """

    file: str
    place: str
    operator: str
    choice: int
    occurrence: int
    start: Position
    end: Position

    @property
    def id(self) -> str:
        return f"{self.place}|{self.operator}|{self.choice}"


def parts(root: Path) -> list[str]:
    """What can be mutated: core, host, lab, all of these, and the variants in the tree."""
    return [
        *_FOLDERS,
        *sorted(path.parent.name for path in (root / _VARIANTS).glob("*/__init__.py")),
    ]


def is_variant(part: str) -> bool:
    """Whether a part is a variant, which has a rulebook."""
    return part not in _FOLDERS


def code_of(part: str) -> tuple[Path, ...]:
    """Where the code of a part is, from the root."""
    return _FOLDERS.get(part, (_VARIANTS / part,))


def files_under_test(root: Path, part: str) -> list[str]:
    """The modules of a part, by paths from the root.

    What the core brings for everybody's tests is a test itself, and left out.
    """
    found = (path for folder in code_of(part) for path in (root / folder).rglob("*.py"))
    modules = (path.relative_to(root) for path in found)
    tests = _FOLDERS[CORE][0] / "testing"
    return sorted(path.as_posix() for path in modules if not path.is_relative_to(tests))


def all_mutants(root: Path, files: Iterable[str]) -> list[Mutant]:
    """Every mutant that is not excluded."""
    return [mutant for file in files for mutant in mutants_of((root / file).read_text(), file)]


def mutants_of(source: str, file: str) -> Iterator[Mutant]:
    """The mutants of one module."""
    spans, lines = excluded_spans(source), source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    names = _PlaceNames(file, lines)
    for operator, maker in _operators():
        choices: Counter[Position] = Counter()
        found = ((node, *at) for node in nodes for at in maker.mutation_positions(node))
        for occurrence, (node, start, end) in enumerate(found):
            choice = choices[start]
            choices[start] += 1
            if not is_excluded(start, end, spans):
                place = names.name(ASTQuery(node).get_definition_name() or "", start, end)
                yield Mutant(file, place, operator, choice, occurrence, start, end)


class _PlaceNames:
    """Names for places: definition, the line's text, the column in it, and which of the same."""

    def __init__(self, file: str, lines: Sequence[str]) -> None:
        self.file, self.lines = file, lines
        self.seen: defaultdict[str, list[int]] = defaultdict(list)

    def name(self, definition: str, start: Position, end: Position) -> str:
        text = self.lines[start[0] - 1]
        column = start[1] - (len(text) - len(text.lstrip()))
        like = f"{self.file}|{definition}|{text.strip()}|{column}|{end[1] - start[1]}"
        same = self.seen[like]
        if start[0] not in same:
            same.append(start[0])
        return f"{like}|{same.index(start[0])}"


def _operators() -> Iterator[tuple[str, Any]]:
    """Those that need no arguments; the others replace variables that one would have to name."""
    for name in sorted(plugins.operator_names()):
        operator = plugins.get_operator(name)
        if not operator.arguments():
            yield name, operator()


def is_python(root: Path, mutant: Mutant) -> bool:
    """Whether a mutant is Python, and none that Python itself warns of.

    A star that unpacks becomes no sum, and `is` is no choice beside a text: that such code fails
    says nothing of the tests. Nor does cosmic-ray know what to do with every exception's name.
    """
    source = (root / mutant.file).read_text()
    try:
        changed = mutate_code(source, plugins.get_operator(mutant.operator)(), mutant.occurrence)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            compile(changed, mutant.file, "exec", dont_inherit=True)
    except (SyntaxError, AttributeError):
        return False
    return True


def sample(
    mutants: Iterable[Mutant],
    size: int,
    seed: int | str,
    is_sound: Callable[[Mutant], bool] = lambda _: True,
) -> list[Mutant]:
    """A sample of at most so many mutants that are sound, one a place; a seed draws the same."""
    places: defaultdict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        places[mutant.place].append(mutant)
    drawn = sorted(places, key=lambda place: rank(seed, place))
    ranked = (sorted(places[place], key=lambda one: rank(seed, one.id)) for place in drawn)
    firsts = (next(filter(is_sound, choices), None) for choices in ranked)
    return list(islice((one for one in firsts if one is not None), size))


def rank(seed: int | str, name: str) -> bytes:
    """Where a name stands in a drawing by chance; the same seed puts it at the same place."""
    return hashlib.blake2b(f"{seed}|{name}".encode(), digest_size=16).digest()
