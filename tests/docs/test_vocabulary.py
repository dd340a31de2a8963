"""Names and prose are plain English: no names that name no thing, no odd phrases, no riddles.

The lists and limits are rough. Reword what this test reports; don't just swap one listed word for
another. `docs/glossary.md` has the terms to use.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import define, field

from tests.docs.pages import ROOT

#: Pronouns, participles and adverbs that stand for a noun.
VAGUE = re.compile(
    r"_*(anew|asked|anything|beside|every(body|thing)|found|given|heard|here|how|its|kept|meant"
    r"|no(body|thing)|ones?|others|own|put|said|says|seen|shown|some(body|thing)|such|taken|th[eo]se"
    r"|them|there|things?|this|told|wanted|what|where|whole|whos?e?|why)_*"
)
#: Functions of public interfaces, whose names programs use.
PUBLIC = {"things"}
PHRASES = re.compile(
    r"\b(anew|who(m|so)?ever|(no more than )?once more|(is|are|was|were) told|(say|says|said) so"
    r"|(of|by|in|from) which|somebody|nobody|everybody|so (many|much as)|as ever|not any more"
    r"|there (is|are|was) none|none (is|are)|(goes|went) on|go on with|puts? aside"
    r"|(stands?|stood) (in|there|below|above|beside)|beside (it|them|this)|let (it|them) be"
    r"|what (is|was) (said|wrong|done)|(is|are|be) had|ma(k|d)es? of it|its like|the like of)\b",
    re.IGNORECASE,
)
#: A docstring tells what a thing is or does.
RIDDLE = re.compile(r"(What|Who|Whose|Whom|How|Whether|Where|Why|(So|As) (many|much|long|often))\b")
#: Shares of names and lines that may break the rules; no docstring may.
MAX_NAMES = 0.005
MAX_PHRASES = 0.002

TREES = {
    "core": ("src/horizons_core",),
    "host": ("src/horizons_host",),
    "lab": ("src/horizons_lab",),
    "variants": ("src/variants",),
    "benchmarks and tools": ("benchmarks", "tools"),
    "pages": ("docs", "README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


@define
class Findings:
    """Broken rules as `file:line: word: rule`, and the numbers of bound names and lines."""

    names: list[str] = field(factory=list)
    docstrings: list[str] = field(factory=list)
    phrases: list[str] = field(factory=list)
    bound: int = 0
    lines: int = 0

    def read(self, place: str, text: str) -> None:
        """Check the lines of a file, and the names and docstrings of Python."""
        for number, line in enumerate(text.splitlines(), 1):
            self.lines += 1
            match = PHRASES.search(line)
            if match and not match[0].isupper():
                self.phrases.append(f"{place}:{number}: {match[0]!r}: write plain words")
        if place.endswith(".py"):
            for node in ast.walk(ast.parse(text)):
                self._read_node(place, node)

    def _read_node(self, place: str, node: ast.AST) -> None:
        if isinstance(node, ast.Name):
            if not isinstance(node.ctx, ast.Load):
                self._read_name(place, node.lineno, node.id)
        elif isinstance(node, ast.arg):
            self._read_name(place, node.lineno, node.arg)
        elif isinstance(node, (*FUNCTIONS, ast.ClassDef, ast.Module)):
            if isinstance(node, FUNCTIONS) and node.name not in PUBLIC:
                self._read_name(place, node.lineno, node.name)
            if match := RIDDLE.match(ast.get_docstring(node) or ""):
                line, rule = node.body[0].lineno, "begin with a noun or verb"
                self.docstrings.append(f"{place}:{line}: {match[0]!r}: {rule}")

    def _read_name(self, place: str, line: int, name: str) -> None:
        self.bound += 1
        if VAGUE.fullmatch(name):
            self.names.append(f"{place}:{line}: {name!r}: name what it holds or does")


def files(tree: str) -> Iterator[Path]:
    """Return the Python files and pages of a tree."""
    for root in map(ROOT.joinpath, TREES[tree]):
        paths = sorted(root.rglob("*")) if root.is_dir() else [root]
        yield from (path for path in paths if path.suffix in {".py", ".md"})


@pytest.mark.parametrize("tree", TREES)
def test_names_and_prose_are_plain_english(tree: str) -> None:
    findings = Findings()
    for path in files(tree):
        findings.read(str(path.relative_to(ROOT)), path.read_text("utf-8"))
    assert findings.lines > 1000
    assert not findings.docstrings, "\n".join(findings.docstrings)
    assert len(findings.names) <= MAX_NAMES * findings.bound, "\n".join(findings.names)
    assert len(findings.phrases) <= MAX_PHRASES * findings.lines, "\n".join(findings.phrases)


def test_each_rule_is_noticed() -> None:
    findings = Findings()
    findings.read("a.py", '"""What is new."""\n\ndef told(given):\n    those = ship  # done anew\n')
    findings.read("a.md", "Whoever asks twice,\nno more than once more.\nA ship moves.\n")
    assert findings.docstrings == ["a.py:1: 'What': begin with a noun or verb"]
    rule = "name what it holds or does"
    named = ["a.py:3: 'given'", "a.py:3: 'told'", "a.py:4: 'those'"]
    assert sorted(findings.names) == [f"{place}: {rule}" for place in named]
    phrases = {"a.py:4: 'anew'", "a.md:1: 'Whoever'", "a.md:2: 'no more than once more'"}
    assert set(findings.phrases) == {f"{phrase}: write plain words" for phrase in phrases}
    assert (findings.bound, findings.lines) == (3, 7)
