"""Orders through the game's door: checks of examples and mistakes, any text, very long texts."""

from __future__ import annotations

import re

import pytest
from hypothesis import HealthCheck, given, settings

import horizons_core as hz
from horizons_core.codec import canonical
from horizons_core.orders import MAX_REMARKS
from horizons_core.testing import strategies
from tests.effort import tries
from tests.variants.far_horizons.recorded_games import recorded_games
from tests.work_counts import demand_linear
from variants.far_horizons.model.orders import Orders, Unread
from variants.far_horizons.mods.engine_1999.language import Language1999
from variants.far_horizons.orders.commands import COMMANDS
from variants.far_horizons.orders.language import FarHorizonsLanguage

VARIANT = hz.load_variant("far_horizons")
LANGUAGES = [FarHorizonsLanguage(COMMANDS), Language1999(COMMANDS)]
SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]


@pytest.fixture(scope="module")
def game():
    return VARIANT.new_game(["Ada", "Brin", "Cleo"], seed=1)


# the variant's language


@pytest.mark.parametrize("mods", [(), ("engine_1999",)])
def test_the_variant_reads_orders_by_its_own_language(mods):
    variant = hz.load_variant("far_horizons", mods)
    assert isinstance(variant.language, FarHorizonsLanguage)
    assert variant.language.envelope == variant.info.envelope
    assert isinstance(variant.language, Language1999) == bool(mods)


def test_phases_get_the_orders_with_their_sections(game):
    text = "START PRODUCTION\nFoo\nEND\nSTART JUMPS\nVisited 1 2 3\nEND"
    orders = VARIANT.foresee(game, "Ada", text).context.orders["Ada"]
    assert isinstance(orders, Orders)
    assert list(orders.sections) == ["PRODUCTION", "JUMPS"]


# remarks before the turn


@pytest.mark.parametrize("more", [1, 2])
def test_of_very_many_mistakes_the_rest_is_counted(more, game):
    mistakes = "Scan CT Nobody\n" * (MAX_REMARKS + more)
    remarks = VARIANT.check_orders(game, "Ada", f"START PRE-DEPARTURE\n{mistakes}END")
    assert len([remark for remark in remarks if remark.severity == "error"]) == MAX_REMARKS
    assert remarks[-1].code == "more-remarks"
    assert remarks[-1].message == f"{more} more remarks are not shown"


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.keyword)
def test_the_mistake_of_a_command_is_reported(command, game):
    remarks = VARIANT.check_orders(game, "Ada", command.mistake)
    assert any(remark.severity in {"error", "warning"} for remark in remarks)
    assert all(1 <= remark.line <= command.mistake.count("\n") + 1 for remark in remarks)


@pytest.mark.rule("FH-CMD-017")
@pytest.mark.parametrize("section", ["COMBAT", "STRIKES"])
def test_hide_without_a_ship_is_rejected_in_battles(game, section):
    x, y, z = game.empires[0].home.sector
    text = f"START {section}\nBattle {x} {y} {z}\nHide\nEND"
    assert [r.code for r in VARIANT.check_orders(game, "Ada", text) if r.severity == "error"] == [
        "unknown-ship"
    ]


@pytest.mark.parametrize("mods", [(), ("engine_1999",)])
def test_any_text_can_be_checked(mods):
    variant = hz.load_variant("far_horizons", mods)
    game = variant.new_game(["Ada", "Brin"], seed=1)
    view = variant.view(game, "Ada")

    @settings(max_examples=tries(60), deadline=None, suppress_health_check=SLOW)
    @given(strategies.order_texts(variant, view))
    def law(text):
        remarks = variant.check_orders(game, "Ada", text)
        canonical([remark.to_dict() for remark in remarks])
        assert all(0 <= remark.line <= len(text) + 1 for remark in remarks)

    law()


# the recorded games

OF_SECTIONS = {
    "Pre-departure orders:": "PRE-DEPARTURE",
    "Jump orders:": "JUMPS",
    "Production orders:": "PRODUCTION",
    "Post-arrival orders:": "POST-ARRIVAL",
}
REASON = re.compile(r"!!! (Unknown or missing command\.|Invalid \S+ command\.)")


def logged(log: str) -> list[tuple[str, str, str]]:
    """By a recorded log, the lines that were no orders of their sections, and why."""
    lines, section, refusals = log.split("\n"), "", []
    for number, line in enumerate(lines):
        section = OF_SECTIONS.get(line, section)
        reason = REASON.fullmatch(lines[number + 2]) if line == "!!! Order ignored:" else None
        if reason:
            refusals.append((section, lines[number + 1].removeprefix("!!! "), reason[1]))
    return refusals


def unread(text: str) -> list[tuple[str, str, str]]:
    sections = LANGUAGES[1].read(text).orders.sections
    return [
        (name, entry.line.raw, entry.reason)
        for name in OF_SECTIONS.values() if name in sections
        for entry in sections[name].entries if isinstance(entry, Unread)
    ]  # fmt: skip


@pytest.mark.recorded
def test_recorded_orders_are_rejected_by_the_reader_as_the_engine_did():
    compared = 0
    for game in recorded_games():
        for turn in game.turns():
            logs = turn.logs()
            for species, text in turn.orders().items():
                expected = logged(logs.get(species, ""))
                assert unread(text) == expected, f"{turn} species {species}"
                compared += len(expected)
    assert compared > 0


# very long texts


BODIES = {
    "orders": "Build 30 CU TR5 Iron Badger ; for Mars",
    "unknown words": "Foobar",
    "orders of other sections": "Jump FF A, 1 2 3",
    "messages": "Message SP A\nhi\nZZZ",
    "open messages": "Message SP A",
    "starts": "START PRODUCTION",
    "unknown sections": "START FOO\nShipyard",
    "ends": "END\nShipyard",
    "sections": "START PRODUCTION\nShipyard\nEND",
    "quotations": "> > >",
    "signs": "#x",
    "blanks": " \t,",
}


@pytest.mark.parametrize("language", LANGUAGES, ids=["rulebook", "engine"])
@pytest.mark.parametrize("body", BODIES)
def test_twice_the_lines_are_twice_the_work(body, language):
    def read(lines):
        return language.read("#FARHORIZONS g a\n> START PRO\n" + f"{BODIES[body]}\n" * lines)

    demand_linear(read, 60)


def test_lines_are_put_into_the_sections_that_accept_them():
    language = FarHorizonsLanguage(COMMANDS)
    text = language.arranged(["NAME 1 2 3 4 PL Home", "BUILD PB Raven", "BUILD CU 5", "xyz", ""])
    assert text.splitlines() == [
        "START PRE-DEPARTURE", "  NAME 1 2 3 4 PL Home", "END",
        "START PRODUCTION", "  BUILD PB Raven", "  BUILD CU 5", "END",
    ]  # fmt: skip
    assert language.arranged([]) == ""
