"""A variant with an order language of its own instead of a grammar for lines."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from attrs import evolve, frozen
from hypothesis import HealthCheck, given, settings

from horizons_core.orders import Envelope, OrderSelector, OrderSet, OrderStyle, lines_of
from horizons_core.plugins import Variant, hookimpl, load_variant
from horizons_core.testing import strategies
from horizons_host.seats.passwords import strip_passwords
from variants import event_horizon

SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
FORWARDS = load_variant("event_horizon").language
ENVELOPE = Envelope("#BACKWARDS")


class Numbered(list):
    """Orders that store the number of their lines."""

    lines = 0


@frozen
class Backwards:
    """Orders with the command at the end of the line: `1 NE MOVE`."""

    commands: tuple
    mods: tuple = ()
    envelope = ENVELOPE
    style = OrderStyle()

    @property
    def by_keyword(self):
        return {command.keyword: command for command in self.commands}

    def read(self, text, *, game="", empire=""):
        names = (empire,) if isinstance(empire, str) else empire
        opened = OrderSelector(self.envelope, self.style, game, names).select(list(lines_of(text)))
        result = OrderSet(header=opened.header, void=opened.void)
        result.diagnostics += opened.remarks
        result.orders = orders = Numbered()
        for line in opened.lines:
            *words, last = line.text.split() or [""]
            forwards = FORWARDS.read(" ".join([last, *words]))
            orders += [evolve(order, line=line.number) for order in forwards.orders]
            faults = forwards.diagnostics
            result.diagnostics += [evolve(fault, line=line.number) for fault in faults]
            orders.lines = line.number
        return result

    def template(self, game, empire, role="", turn=None):
        return f"{self.envelope.opening_line(game, empire, turn)}\n{self.envelope.closing}\n"


def variant_with(language, *mods, package="variants.event_horizon"):
    """Return Event Horizon with another language."""
    info = evolve(load_variant("event_horizon").info, envelope=ENVELOPE, package=package)
    hooks = {
        name: hook for name, hook in vars(event_horizon).items() if name.startswith("horizons_")
    }

    @hookimpl
    def horizons_variant_info():
        return info

    @hookimpl
    def horizons_order_language(commands, mods):
        return language(commands, mods)

    hooks["horizons_variant_info"] = horizons_variant_info
    hooks["horizons_order_language"] = horizons_order_language
    return Variant(SimpleNamespace(**hooks), mods)


@pytest.fixture(scope="module")
def backwards():
    return variant_with(Backwards)


def test_the_language_takes_the_place_of_a_grammar_in_the_package():
    backwards = variant_with(Backwards, package="without.a.grammar")
    assert isinstance(backwards.language, Backwards)
    assert backwards.language.commands == backwards.commands


def test_the_language_gets_the_commands_and_names_of_mods():
    mod = pytest.importorskip("variants.event_horizon.mods.shared_mining")
    assert variant_with(Backwards, mod).language.mods == ["shared_mining"]


def test_phases_get_the_orders_as_the_language_made_them(backwards):
    game = backwards.new_game(["Ada", "Brin"], seed=1)
    foresight = backwards.foresee(game, "Ada", "1 NE MOVE\n\n1 NE NOVE")

    orders = foresight.context.orders["Ada"]
    assert isinstance(orders, Numbered)
    assert orders.lines == 3
    (mothership,) = foresight.view["ships"]
    (before,) = backwards.view(game, "Ada")["ships"]
    assert mothership["sector"] != before["sector"]
    assert [remark.code for remark in foresight.diagnostics] == ["unknown-order"]


def test_the_set_in_the_envelope_is_read(backwards):
    text = "Dear GM,\n#BACKWARDS mars Ada\n1 NE MOVE\n#END\nYours, Ada"
    read = backwards.language.read(text, game="mars", empire="Ada")
    assert ([order.keyword for order in read.orders], read.header.empire) == (["MOVE"], "Ada")


def test_hosts_keep_passwords_out_of_what_they_store(backwards):
    text = "Hello\n#BACKWARDS mars Ada secret\n1 NE MOVE\n#END\nsecret"
    stored = strip_passwords(text, backwards.language.read(text), backwards.language)
    assert stored == "\n#BACKWARDS mars Ada *\n1 NE MOVE\n#END\n"


def test_random_texts_hold_examples_mistakes_and_words_of_a_view(backwards):
    game = backwards.new_game(["Ada", "Brin"], seed=1)
    view = backwards.view(game, "Ada")
    view = evolve(view, data={**view.data, "motto": "vividly unlikely"})
    texts = []

    @settings(
        max_examples=400, database=None, derandomize=True, suppress_health_check=list(HealthCheck)
    )
    @given(strategies.order_texts(backwards, view))
    def gather(text):
        texts.append(text)
        for remark in backwards.language.read(text).diagnostics:
            assert remark.line <= len(text) + 1

    gather()
    examples = [command.example for command in backwards.commands]
    assert any(line in examples for text in texts for line in text.split("\n"))
    assert any(text.startswith("#BACKWARDS") for text in texts)
    known = [word.strip('"') for word in strategies.words_of(view.data)]
    assert any(f" {word}" in text for word in known if len(word) > 5 for text in texts)
