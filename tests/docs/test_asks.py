"""The table of user requests: every request has an answer, and the cited evidence exists."""

from __future__ import annotations

import re

import pytest

from horizons_host.cli.reference import commands
from tests.docs.pages import DOCS, ROOT

PAGE = DOCS / "asks.md"
COMMANDS = dict(commands())
ROWS = [
    [cell.strip() for cell in line.strip("|").split(" | ")]
    for line in PAGE.read_text("utf-8").splitlines()
    if re.match(r"\| \d+ \|", line)
]


def command(words: str) -> bool:
    """Return whether the words after `horizons` are a command with these options."""
    name = re.split(r" (?=--|[A-Z])", f"horizons {words}")[0]
    spec = COMMANDS.get(name)
    options = {text for param in spec.params for text in param.opts} if spec else set()
    return spec is not None and set(re.findall(r"--[a-z-]+", words)) <= options


def test_there_are_43_and_each_has_who_asks_what_and_an_answer() -> None:
    assert [int(row[0]) for row in ROWS] == list(range(1, 44))
    assert {len(row) for row in ROWS} == {4}
    assert {letter for row in ROWS for letter in row[1].split(", ")} == set("PGDR")
    assert [row[0] for row in ROWS if not re.match(r"(Yes|In part|No)[ .,]", row[3])] == []


def test_the_page_counts_its_answers_right() -> None:
    match = re.search(r"Of the 43, (\d+) are met; (.*) are met in part", PAGE.read_text())
    assert match
    parts = [row[0] for row in ROWS if row[3].startswith("In part.")]
    assert int(match[1]) == len([row for row in ROWS if row[3].startswith("Yes")])
    assert re.findall(r"\d+", match[2]) == parts


def test_the_comparison_with_other_sites_counts_its_verdicts_right() -> None:
    text = PAGE.read_text("utf-8")
    verdicts = re.findall(r"^\|.*\| (better|equal|worse) \|$", text, re.MULTILINE)
    counts = re.search(r"Of the (\d+), (\d+) are equal or better, (\d+) are worse", text)
    assert counts
    worse = verdicts.count("worse")
    assert tuple(map(int, counts.groups())) == (len(verdicts), len(verdicts) - worse, worse)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_what_a_row_names_is_there(row: list[str]) -> None:
    files = re.findall(r"`(tests/[^`]+)`", row[3])
    assert [name for name in files if not (ROOT / name).exists()] == []
    commands = re.findall(r"`horizons ([^`]+)`", row[3])
    assert [words for words in commands if not command(words)] == []


def test_a_command_that_is_not_there_is_found() -> None:
    assert command("seat handover")
    assert not command("seat paper")
    assert not command("new --robot Brin=greedy")
