"""The page on Event Horizon names every formula, number, check, message and name."""

from __future__ import annotations

import re
from importlib import import_module

import attrs
import pytest

from horizons_core.model import EventKind
from horizons_core.plugins import load_variant
from tests.docs.pages import DOCS
from variants.event_horizon import constants
from variants.event_horizon.combat import Resolver
from variants.event_horizon.economy import Mining

TEXT = (DOCS / "event-horizon.md").read_text("utf-8")
VARIANT = load_variant("event_horizon")


def part(heading: str) -> str:
    """Return the text under a heading, up to the next one."""
    form = rf"^#+ {re.escape(heading)}.*?\n(.*?)(?=^#|\Z)"
    (text,) = re.findall(form, TEXT, re.MULTILINE | re.DOTALL)
    return str(text)


def rows(heading: str) -> list[list[list[str]]]:
    """Return the tables under a heading: the code words by row and cell."""
    lines = [line for line in part(heading).splitlines() if line.startswith("| `")]
    return [
        [re.findall(r"`([^`]+)`", cell) for cell in line.strip("| ").split(" | ")] for line in lines
    ]


@pytest.mark.parametrize(("heading", "cls"), [("The economy", Mining), ("Battles", Resolver)])
def test_every_number_and_formula_is_named_and_no_other(heading, cls):
    fields = {field.name for field in attrs.fields(cls)}
    methods = {name for name in dir(cls) if not name.startswith("_")} - fields
    named = {name.split("(")[0] for row in rows(heading) for name in row[0]}
    if cls is Resolver:  # its methods are in the text
        named |= set(re.findall(r"`(\w+)[`(]", part(heading)))
        methods -= {name for name in dir(Mining) if not name.startswith("_")}
    assert named == fields | methods


def test_every_check_of_every_order_is_named_in_order():
    checks = {row[0][0]: [*row[1], *row[2]] for row in rows("Orders")}
    assert checks == {c.keyword: [c.phase, *c.checks] for c in VARIANT.commands}


def test_the_phases_are_named_in_order():
    first = part("Phases, victory, messages").split(". ")[0]
    assert re.findall(r"`(\w+)`", first) == [phase.name for phase in VARIANT.phases]


def test_every_message_is_named_with_what_its_sentence_names():
    kinds = {k.code: k for k in vars(constants).values() if isinstance(k, EventKind)}
    table = rows("Phases, victory, messages")
    messages = {code: set(words) for codes, words in table for code in codes}
    assert set(messages) == set(kinds)
    for code, kind in kinds.items():
        assert set(re.findall(r"\{(\w+)\}", kind.text)) <= messages[code], code


def test_every_name_for_house_rules_is_there():
    table = rows("Names for house rules")
    listed = [(module, name) for (module,), names in table for name in names]
    assert len(listed) > 20
    assert [pair for pair in listed if not hasattr(import_module(pair[0]), pair[1])] == []
    assert VARIANT.info.version.startswith("1.")
