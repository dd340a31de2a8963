"""The table of topics of a variant, and a contract that checks the code against it.

`topics.yaml` in a variant's package lists the modules that implement clauses: it maps a prefix of
ids, or a whole id, to files and folders of the package. The longest prefix counts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from horizons_core.data_text import read_yaml
from horizons_core.plugins.loader import load_variant
from horizons_core.plugins.variant import Variant
from horizons_core.testing.clauses import code_files, code_lines, package_folder


class TopicsContract:
    """Requirements of `topics.yaml`; a subclass names the variant.

    For example::

        class TestTopics(TopicsContract):
            variant_name = "event_horizon"

    Attributes:
        variant_name: the name of the variant's entry point.
        not_topics: modules of `rules/` without clauses, such as "rules/sums.py".
    """

    variant_name: ClassVar[str]
    not_topics: ClassVar[frozenset[str]] = frozenset()

    @property
    def variant(self) -> Variant:
        """The variant under test; a class attribute may replace it."""
        return load_variant(self.variant_name)

    @property
    def folder(self) -> Path:
        """The folder of the variant's package."""
        folder = package_folder(self.variant.info.package)
        assert folder is not None, "the variant has no package of its own"
        return folder

    @property
    def table(self) -> Mapping[str, Sequence[str]]:
        """`topics.yaml`: the files and folders that implement clauses, by prefix of their ids."""
        table: Mapping[str, Sequence[str]]
        table = read_yaml((self.folder / "topics.yaml").read_bytes())
        return table

    def test_every_listed_file_exists(self) -> None:
        """Files and folders of the table exist."""
        folder, places = self.folder, [place for line in self.table.values() for place in line]
        assert [place for place in places if not (folder / place).exists()] == []

    def test_every_prefix_is_that_of_a_binding_clause(self) -> None:
        """Every line of the table matches a clause that still exists."""
        binding = self._binding()
        assert [p for p in self.table if not any(clause.startswith(p) for clause in binding)] == []

    def test_every_binding_clause_is_spelled_out_where_the_table_says(self) -> None:
        """The whole id of every binding clause appears in a module of its topic."""
        assert misplaced_clauses(self.folder, self.table, self._binding()) == {}

    def test_every_module_of_the_rulebook_is_in_the_table(self) -> None:
        """All modules of `rules/` are listed, except `not_topics`."""
        listed = {place for places in self.table.values() for place in places}
        modules = {f"rules/{file.name}" for file in (self.folder / "rules").glob("*.py")}
        assert modules - listed - {"rules/__init__.py"} == self.not_topics

    def test_code_names_no_clause_that_is_not_in_the_rulebook(self) -> None:
        """Every id in the code belongs to a clause."""
        ids = {clause.id for clause in self.variant.rules}
        id_pattern = re.compile(rf"\b{self._prefixes()}-(?:[\w.]+-)*\d+")
        named = {id_ for text in self._texts().values() for id_ in id_pattern.findall(text)}
        chapters = {id_ for id_ in named if any(map(re.compile(rf"{id_}[.-]").match, ids))}
        assert named - chapters - ids == set()

    def test_no_range_of_clauses_stands_for_clauses_in_the_code(self) -> None:
        """A search for a clause must find it by its own id."""
        prefixes = self._prefixes()
        ranges = re.compile(rf"\b{prefixes}-[\w.-]*\d(?: to (?:{prefixes}-|\d)|, -\d|–|\.\.)")
        assert [file for file, text in self._texts().items() if ranges.search(text)] == []

    def _binding(self) -> list[str]:
        return [clause.id for clause in self.variant.rules if clause.binding]

    def _prefixes(self) -> str:
        """Return a pattern of the prefixes of the rulebook's ids: `EH` of `EH-SET-001`."""
        return f"(?:{'|'.join(sorted({rule.id.split('-')[0] for rule in self.variant.rules}))})"

    def _texts(self) -> dict[str, str]:
        return {
            file.relative_to(self.folder).as_posix(): file.read_text("utf-8")
            for file in code_files(self.folder)
        }


def misplaced_clauses(
    folder: Path, table: Mapping[str, Sequence[str]], clauses: Sequence[str]
) -> dict[str, list[str]]:
    """Return clauses that no module of their topic names, each with the files that do."""
    lines = code_lines(folder, clauses)
    misplaced: dict[str, list[str]] = {}
    for clause in clauses:
        files = {line.file for line in lines.get(clause, ())}
        homes = [folder / place for place in places_of(table, clause)]
        if not any(file.is_relative_to(home) for home in homes for file in files):
            misplaced[clause] = sorted(file.relative_to(folder).as_posix() for file in files)
    return misplaced


def places_of(table: Mapping[str, Sequence[str]], clause: str) -> Sequence[str]:
    """Return a clause's entry in a table, by the longest prefix; empty if there is none."""
    prefixes = [prefix for prefix in table if clause.startswith(prefix)]
    return table[max(prefixes, key=len)] if prefixes else ()
