"""Laws of orders, and of bots, which write orders as players do."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from horizons_core.bots import RandomBot
from horizons_core.codec import canonical, dump
from horizons_core.model.entities import Game
from horizons_core.model.views import View
from horizons_core.orders.arguments import plain_number
from horizons_core.orders.cards import Shop
from horizons_core.orders.choices import Value, sample_order, sample_value
from horizons_core.orders.commands import Command
from horizons_core.orders.diagnostics import Diagnostic
from horizons_core.orders.grammar import OrderLanguage
from horizons_core.orders.shops import shop_rows
from horizons_core.plugins.variant import Variant
from horizons_core.rng import Stream
from horizons_core.testing import strategies
from horizons_core.testing.laws.settings import ContractSettings
from horizons_core.testing.playing import PlayedTurn, bot_orders, seated
from horizons_core.turn.forecast import foresee

#: Texts that look like numbers: other digits, plus and minus signs, underscores, exponents.
_NUMERALS = ("²", "٣", "½", "1e999", "nan", "-1", "1_0")
#: A number with more digits than Python parses.
_LONG_NUMBER = "9" * 5000
#: Number of a shop's goods that are ordered.
_MAX_ROWS = 3


class OrderLaws(ContractSettings):
    """Any text that players may write, and the remarks they get."""

    def _command(self, keyword: str) -> Command:
        return self.variant.language.by_keyword[keyword]

    def test_a_command_explains_itself(self, keyword: str) -> None:
        command = self._command(keyword)
        assert command.help.strip(), f"{keyword} has no help for players"
        assert command.syntax
        words = keyword.split()
        assert all(syntax.split()[: len(words)] == words for syntax in command.syntax)
        assert command.phase in {phase.name for phase in self.variant.phases}

    def test_a_command_names_clauses_of_the_rulebook(self, keyword: str) -> None:
        unknown = [rule for rule in self._command(keyword).rules if rule not in self.variant.rules]
        assert not unknown

    def test_the_example_of_a_command_is_read(self, keyword: str) -> None:
        read = self.variant.language.read(self._command(keyword).example)
        assert read.diagnostics == []
        assert [order.keyword for order in read.orders] == [keyword]

    def test_the_forms_of_a_command_write_its_example_again(self, keyword: str) -> None:
        command, language = self._command(keyword), self.variant.language
        *_, order = language.read(self.variant.order_text([command.example])).orders
        names = {name for form in command.templates for name in form.names}
        several = {name for form in command.templates for name in form.several}
        chosen = {
            name: list(map(str, order.several(name)))
            if name in several
            else order.written.get(name, "")
            for name in order.arguments
            if name in names
        }
        if "lines" in chosen:  # of a message
            chosen["lines"] = "\n".join(order["lines"])
        line = self.variant.order_line(keyword, chosen)
        *_, again = language.read(self.variant.order_text([line])).orders
        assert again.arguments == order.arguments, line

    def test_orders_chosen_step_by_step_are_accepted(self) -> None:
        """Of many single orders at most one in twenty is refused."""
        empire, lines, refused = self.seats[0], 0, []
        for number, played in enumerate(self.some_turns()):
            view = self.variant.view(played.before, empire)
            commands = [o.command for o in self.variant.order_options(view).values()]
            for draw in range(10):
                stream = Stream.from_key("chosen orders", number, draw)
                line = sample_order(commands, view, stream, self.variant).line
                text = self.variant.order_text([line])
                remarks = self.variant.check_orders(played.before, empire, text)
                lines += 1
                refused += [f"{line}: {r}" for r in remarks if r.severity == "error"]
        assert len(refused) <= lines / 20, "\n".join(refused)

    def test_orders_of_cards_are_accepted(self) -> None:
        """All ready designs of cards, and some goods of each shop, are ordered."""
        empire = self.seats[0]
        for number, played in enumerate(self.some_turns()):
            view = self.variant.view(played.before, empire)
            for keyword, options in self.variant.order_options(view).items():
                stream = Stream.from_key("cards", number, keyword)
                for line in _lines_of_card(self.variant, view, options.command, stream):
                    text = self.variant.order_text([line])
                    remarks = self.variant.check_orders(played.before, empire, text)
                    assert not [r for r in remarks if r.severity == "error"], (line, remarks)

    def test_the_mistake_of_a_command_is_reported(self, keyword: str) -> None:
        game, command = self.played()[0].before, self._command(keyword)
        sender, mistake = self.seats[0], command.mistake
        if not command.given_by(""):
            sender = "Whoever may"
            game = self.variant.with_seat(game, sender, command.roles[0])
        remarks = self.variant.check_orders(game, sender, mistake)
        assert any(remark.severity in {"error", "warning"} for remark in remarks)
        assert all(1 <= remark.line <= mistake.count("\n") + 1 for remark in remarks)

    def test_no_numeral_breaks_a_command(self, keyword: str) -> None:
        """All short numerals are in one set of orders: a refused order hides no other."""
        game, command = self.middle_turn().before, self._command(keyword)
        texts = (command.example, command.mistake)
        for numbers in (_NUMERALS, (_LONG_NUMBER,)):
            changed = [re.sub(r"\d+", number, text) for text in texts for number in numbers]
            longer = [f"{text} {number}" for text in texts for number in numbers]
            self.variant.check_orders(game, self.seats[0], "\n".join([*changed, *longer]))

    def test_the_template_of_orders_orders_nothing(self) -> None:
        read = self.variant.language.read(self.variant.language.template("", self.seats[0]))
        assert (read.orders, read.diagnostics) == ([], [])

    def test_an_unknown_order_is_reported_where_it_stands(self) -> None:
        remarks = self.variant.check_orders(self.new_game(), self.seats[0], "\n  ?xyzzy 1")
        assert [(r.severity, r.line, r.column) for r in remarks] == [("error", 2, 3)]

    def test_any_text_is_read_and_every_remark_names_its_place(self) -> None:
        def law(text: str) -> None:
            read = self.variant.language.read(text)
            for remark in read.diagnostics:
                _check_remark(remark, text)

        self.explore(law, strategies.order_texts(self.variant), examples=self.examples)

    def test_a_text_is_read_alike_whatever_was_read_before(self) -> None:
        language = self.variant.language
        if not isinstance(language, OrderLanguage):
            return

        def law(text: str) -> None:
            fresh_language = evolve(language)
            vars(fresh_language)["parser"] = language.parser  # slow to build
            first = fresh_language.read(text)
            assert fresh_language.read(text) == first
            assert language.read(text) == first

        self.explore(law, strategies.order_texts(self.variant), examples=self.examples)

    def test_any_text_can_be_checked_and_forecast(self) -> None:
        played = self.middle_turn()
        empire = self.seats[0]

        def law(text: str) -> None:
            remarks = self.variant.check_orders(played.before, empire, text)
            view = self.variant.forecast(played.before, empire, text)
            canonical([view.data, *(remark.to_dict() for remark in remarks)])

        view = self.variant.view(played.before, empire)
        self.explore(law, strategies.order_texts(self.variant, view))

    def test_any_orders_can_be_run_and_leave_a_sound_game(self) -> None:
        played = self.middle_turn()

        def law(mine: str, other_orders: str) -> None:
            orders = dict.fromkeys(self.seats, other_orders) | {self.seats[0]: mine}
            turn = self.watched_turn(played.before, orders)
            assert self.load(dump(turn.game)) == turn.game
            for empire in self.seats:
                canonical(turn.report(empire).data)

        texts = [
            strategies.order_texts(self.variant, self.variant.view(played.before, empire))
            for empire in (self.seats[0], self.seats[-1])
        ]
        self.explore(law, *texts)

    def test_the_turn_refuses_what_the_check_refuses_and_no_order_it_passed(self) -> None:
        empire = self.seats[0]

        def law_of(game: Game) -> Callable[[str], None]:
            def law(text: str) -> None:
                checked = self.variant.check_orders(game, empire, text)
                run = self.run_turn(game, {empire: text}).diagnostics[empire]
                lines_with_remarks = {remark.line for remark in checked}
                surprising = [r for r in self._refusals(run) if r.line not in lines_with_remarks]
                assert not surprising, f"the check passes what the turn refuses:\n{text}"
                refused = {remark.line for remark in self._refusals(run)}
                accepted = [r for r in self._refusals(checked) if r.line not in refused]
                assert not accepted, f"the check refuses what the turn carries out:\n{text}"

            return law

        for played in self.some_turns():
            game = played.before
            words = strategies.words_of(self.variant.view(game, empire).data)
            orders = self._bots_orders(game) or [""]  # none if both seats are out of the game
            texts = strategies.altered_orders(orders, tuple(words)[:300])
            self.explore(law_of(game), texts, examples=self.examples // 5)

    def _refusals(self, remarks: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Return the errors that a check can foresee."""
        errors = [remark for remark in remarks if remark.severity == "error"]
        return [remark for remark in errors if remark.code not in self.unforeseen_refusals]

    def _bots_orders(self, game: Game) -> list[str]:
        """Return the orders of each bot for the first seat and for the last."""
        seats = (self.seats[0], self.seats[-1])
        bots = [dict.fromkeys(seats, bot) for bot in self.variant.own_bots.values()]
        sets = [bot_orders(self.variant, game, seated_bots, 1) for seated_bots in bots]
        return [text for orders in sets for text in orders.values()]


def _check_remark(remark: Diagnostic, text: str) -> None:
    assert remark.severity in {"error", "warning", "note"}
    assert remark.code
    assert remark.message
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    assert 0 <= remark.line <= len(lines)
    if remark.line:
        assert 1 <= remark.column <= len(lines[remark.line - 1]) + 2


class BotLaws(ContractSettings):
    """Programs can play every variant."""

    def test_there_are_bots_that_play_differently(self) -> None:
        """A variant can be studied: two bots, at least, give different orders at some point."""
        for played in self.some_turns():
            views = [self.variant.view(played.before, empire) for empire in self.seats]
            for view in views:
                key, bots = ("bot", view.turn), self.variant.own_bots.values()
                if len({bot.orders(view, Stream.from_key(*key)) for bot in bots}) > 1:
                    return
        names = ", ".join(self.variant.own_bots)
        place = self.variant.places.of_hook("horizons_bots", "horizons_commands")
        raise AssertionError(
            f"{place}: the bots {names} give the same orders every turn: give the commands'"
            " arguments `offers` for the core's own bot, or write a bot (horizons_bots)"
        )

    def test_the_bots_play_without_a_rejected_order(self, seed: int) -> None:
        faults = [
            f"turn {played.after.game.turn}, {empire}: {remark}"
            for played in self.played(seed)
            for empire, remarks in played.after.diagnostics.items()
            for remark in remarks
            if remark.severity == "error"
        ]
        assert not faults, "\n".join(faults)

    def test_no_bot_orders_what_its_forecast_shows_to_be_lost(self, seed: int) -> None:
        """Losses that also happen without its orders are not counted, nor are losses by chance."""
        bots = seated(self.variant, self.seats, seed)
        faults = [
            f"turn {played.after.game.turn}, {empire}: {text}"
            for played in self.played(seed)
            for empire, orders in played.orders.items()
            if not isinstance(bots[empire], RandomBot)
            for text in self._losses(played, empire, orders) - self._losses(played, empire, "")
        ]
        assert not faults, "\n".join(faults)

    def _losses(self, played: PlayedTurn, empire: str, orders: str) -> Counter[str]:
        """Return the texts of the losses in the forecast of these orders."""
        if not self.losses:
            return Counter()
        events = foresee(self.variant, played.before, empire, orders).events
        return Counter(event.text for event in events if event.code in self.losses)

    def test_a_bot_leaves_its_view_alone_and_writes_the_same_again(self) -> None:
        for played in self.some_turns():
            for bot in self.variant.own_bots.values():
                view = self.variant.view(played.before, self.seats[-1])
                before = canonical(view.data)
                texts = {bot.orders(view, Stream.from_key("bot", 1)) for _ in range(2)}
                assert len(texts) == 1
                assert canonical(view.data) == before


def _lines_of_card(variant: Variant, view: View, command: Command, stream: Stream) -> Iterator[str]:
    """Yield orders of a card, after other arguments drawn at random."""
    if command.card is None:
        return
    is_shop = isinstance(command.card, Shop)
    chosen: dict[str, Value] = {}
    while True:
        rows = shop_rows(command, [command], view, chosen, variant) if is_shop else None
        card = None if is_shop else variant.card(view, command.keyword, chosen)
        if rows is not None or card is not None:
            break
        step = variant.choices(view, command.keyword, chosen)
        if step is None or not (step.is_possible or step.optional):
            return
        value, _ = sample_value(step, stream)
        chosen[step.name] = [*chosen.get(step.name, ()), value] if step.several else value
    for row in stream.sample(rows, min(len(rows), _MAX_ROWS)) if rows else ():
        yield row.line(plain_number(row.range.low))
    for preset in card.presets if card else ():
        filled = variant.card(view, command.keyword, chosen, preset.values)
        assert filled is not None
        assert filled.line, (preset, [field for field in filled.fields if field.fault])
        yield filled.line
