"""All mutants of the code under test, and a sample of them.

A sample is drawn by places: first the places of the code that can be changed, and then one of the
possible changes there. Otherwise an addition, which cosmic-ray turns into eleven other operators,
would count eleven times, and the easy changes would hide the hard ones.

Places are drawn by a hash of the seed and the place's own line, not by its number: a change of the
code elsewhere leaves the rest of the sample unchanged.
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

#: Names of the parts other than variants: the framework is all three others.
CORE, HOST, LAB, FRAMEWORK = "core", "host", "lab", "framework"
_FOLDERS = {part: (Path(f"src/horizons_{part}"),) for part in (CORE, HOST, LAB)}
_FOLDERS[FRAMEWORK] = tuple(folder for folders in _FOLDERS.values() for folder in folders)
_VARIANTS = Path("src/variants")


@frozen
class Mutant:
    """One change: cosmic-ray's operator and the index of its `occurrence` in the file.

    `place` identifies the place in a way that survives changes elsewhere in the file, `choice`
    counts the changes that one operator can make there.
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
    """Return all parts: core, host, lab, all of these, and the variants in the tree."""
    return [
        *_FOLDERS,
        *sorted(path.parent.name for path in (root / _VARIANTS).glob("*/__init__.py")),
    ]


def is_variant(part: str) -> bool:
    """Return whether a part is a variant, which has a rulebook."""
    return part not in _FOLDERS


def code_of(part: str) -> tuple[Path, ...]:
    """Return the folders of a part's code, relative to the root."""
    return _FOLDERS.get(part, (_VARIANTS / part,))


def files_under_test(root: Path, part: str) -> list[str]:
    """Return the modules of a part, by paths from the root.

    The core's support for tests is a test itself, and left out.
    """
    paths = (path for folder in code_of(part) for path in (root / folder).rglob("*.py"))
    modules = (path.relative_to(root) for path in paths)
    tests = _FOLDERS[CORE][0] / "testing"
    return sorted(path.as_posix() for path in modules if not path.is_relative_to(tests))


def all_mutants(root: Path, files: Iterable[str]) -> list[Mutant]:
    """Return every mutant that is not excluded."""
    return [mutant for file in files for mutant in mutants_of((root / file).read_text(), file)]


def mutants_of(source: str, file: str) -> Iterator[Mutant]:
    """Yield the mutants of one module."""
    spans, lines = excluded_spans(source), source.splitlines()
    nodes = list(ast_nodes(get_ast(source)))
    names = _PlaceNames(file, lines)
    for operator, maker in _operators():
        choices: Counter[Position] = Counter()
        positions = ((node, *span) for node in nodes for span in maker.mutation_positions(node))
        for occurrence, (node, start, end) in enumerate(positions):
            choice = choices[start]
            choices[start] += 1
            if not is_excluded(start, end, spans):
                place = names.name(ASTQuery(node).get_definition_name() or "", start, end)
                yield Mutant(file, place, operator, choice, occurrence, start, end)


class _PlaceNames:
    """Names for places: definition, the line's text, its column, and an index among equal ones."""

    def __init__(self, file: str, lines: Sequence[str]) -> None:
        self.file, self.lines = file, lines
        self.lines_by_prefix: defaultdict[str, list[int]] = defaultdict(list)

    def name(self, definition: str, start: Position, end: Position) -> str:
        text = self.lines[start[0] - 1]
        column = start[1] - (len(text) - len(text.lstrip()))
        prefix = f"{self.file}|{definition}|{text.strip()}|{column}|{end[1] - start[1]}"
        same_lines = self.lines_by_prefix[prefix]
        if start[0] not in same_lines:
            same_lines.append(start[0])
        return f"{prefix}|{same_lines.index(start[0])}"


def _operators() -> Iterator[tuple[str, Any]]:
    """Yield operators without arguments; the others would need names of variables."""
    for name in sorted(plugins.operator_names()):
        operator = plugins.get_operator(name)
        if not operator.arguments():
            yield name, operator()


def is_python(root: Path, mutant: Mutant) -> bool:
    """Return whether a mutant is Python, without warnings by Python itself.

    A star that unpacks cannot become a sum, and `is` is not valid next to a string: such failures
    show nothing about the tests. Nor does cosmic-ray handle every exception's name.
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
    """Draw at most `size` sound mutants, one per place; a seed always draws the same."""
    places: defaultdict[str, list[Mutant]] = defaultdict(list)
    for mutant in mutants:
        places[mutant.place].append(mutant)
    drawn = sorted(places, key=lambda place: rank(seed, place))
    ranked = (
        sorted(places[place], key=lambda candidate: rank(seed, candidate.id)) for place in drawn
    )
    firsts = (next(filter(is_sound, choices), None) for choices in ranked)
    return list(islice((candidate for candidate in firsts if candidate is not None), size))


def rank(seed: int | str, name: str) -> bytes:
    """Return the random rank of a name; it depends only on the seed and the name."""
    return hashlib.blake2b(f"{seed}|{name}".encode(), digest_size=16).digest()
