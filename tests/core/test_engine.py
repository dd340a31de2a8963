"""Running turns: purity, determinism, keys, forecasts, notices, mods."""

from __future__ import annotations

import attrs
import pytest

import horizons_core as hz
from horizons_core.bots import IdleBot
from horizons_core.errors import (
    GameOverError,
    OptionError,
    PluginError,
    TooManyStepsError,
    UnknownNameError,
)
from horizons_core.model import EVERYONE, NO_ONE, Dice, EventKind
from horizons_core.orders import MAX_REMARKS
from horizons_core.plugins import Variant
from horizons_core.turn import phases, secrets, view_after_orders
from horizons_core.turn.secrets import keys_of_next_turn

VARIANT = hz.load_variant("event_horizon")
ORDERS = {"Ada": "BUILD 2 0 1 0 0 Probe\nMOVE 1 E\nJUMP", "Brin": "MOVE 1 W"}


def new_game(**more):
    return VARIANT.new_game(["Ada", "Brin"], seed=3, **more)


class TestRunTurn:
    def test_the_game_given_is_not_changed(self):
        game = new_game()
        before = hz.dump(game)
        hz.run_turn(game, ORDERS)

        assert hz.dump(game) == before

    def test_same_game_and_orders_give_the_same_turn_in_any_order_of_the_mapping(self):
        turn = hz.run_turn(new_game(), ORDERS)
        two = hz.run_turn(new_game(), dict(reversed(ORDERS.items())))

        assert (turn.digest, turn.events_digest) == (two.digest, two.events_digest)
        assert turn.digest == hz.digest(turn.game)
        assert turn.diagnostics == two.diagnostics

    def test_the_turn_is_counted_and_its_key_matches_the_commitment(self):
        game = new_game()
        first = hz.run_turn(game, {}).game
        second = hz.run_turn(first, {}).game

        assert (game.turn, first.turn, second.turn) == (0, 1, 2)
        assert game.turn_key == ""
        assert secrets.check_commitment(first.turn_key, game.commitment)
        assert secrets.check_commitment(second.turn_key, first.commitment)
        assert second.secret == game.secret

    def test_only_the_phases_named_are_run_in_the_order_of_the_turn(self):
        ran = []
        only = ("income", "moves")
        hz.run_turn(new_game(), {}, only=only, watch=lambda phase, _: ran.append(phase.name))

        assert ran == ["moves", "income"]

    def test_an_unknown_phase_or_empire_is_reported(self):
        with pytest.raises(UnknownNameError, match="no phase 'move'.*did you mean 'moves'"):
            hz.run_turn(new_game(), {}, only=("move",))
        with pytest.raises(UnknownNameError, match="no empire 'Adda'.*did you mean 'Ada'"):
            hz.run_turn(new_game(), {"Adda": ""})

    def test_empires_are_named_in_any_case(self):
        assert hz.run_turn(new_game(), {"ada": "MOVE 1 E"}).events[0].audience == ("Ada",)

    def test_remarks_stand_in_the_order_of_the_text(self):
        text = "MOVE 9 E\nBUILD 1 5 2 2 1\nBAD\nMOVE 8 E NE"
        remarks = hz.run_turn(new_game(), {"Ada": text}).diagnostics["Ada"]

        assert [remark.line for remark in remarks] == [1, 2, 3, 4]

    def test_of_very_many_remarks_the_first_are_kept_and_the_others_counted(self):
        text = "MOVE 9 E\n" * (MAX_REMARKS - 100) + "BAD\n" * 90 + "MOVE 8 E\n" * 17
        remarks = hz.run_turn(new_game(), {"Ada": text}).diagnostics["Ada"]

        assert len(remarks) == MAX_REMARKS + 1
        assert str(remarks[-1]) == "note: 7 more remarks are not shown"
        text = "BAD\n" * (MAX_REMARKS + 3) + "MOVE 9 E\n"
        assert "4 more" in str(hz.run_turn(new_game(), {"Ada": text}).diagnostics["Ada"][-1])

    def test_after_the_end_nothing_is_run(self):
        game = new_game(options={"turn_limit": 1})
        over = hz.run_turn(game, {}).game

        with pytest.raises(GameOverError, match="ended in turn 1"):
            hz.run_turn(over, {})

    def test_the_mods_of_the_game_are_in_force(self):
        modded = hz.load_variant("event_horizon", ("shared_mining",))
        game = modded.new_game(["Ada", "Brin"], seed=3)

        assert game.mods == ("shared_mining",)
        assert hz.run_turn(game, {}).variant is modded
        assert hz.load(hz.dump(game)) == game


class TestOpening:
    def test_turn_zero_has_a_report_with_the_first_commitment(self):
        game = new_game(name="Start")
        report = hz.opening(game).report("Ada").data

        assert (report["turn"], report["game"], report["events"]) == (0, "Start", [])
        assert (report["turn_key"], report["next_commitment"]) == ("", game.commitment)


class TestReport:
    def test_a_report_holds_own_events_ledger_and_remarks_alone(self):
        turn = hz.run_turn(new_game(), ORDERS)
        ada, brin = turn.report("Ada").data, turn.report("brin").data

        assert {e["code"] for e in ada["events"]} >= {"ship.built", "ship.moved"}
        assert "ship.built" not in {e["code"] for e in brin["events"]}
        assert [d["code"] for d in ada["diagnostics"]] == ["unknown-order"]
        assert brin["diagnostics"] == []
        assert {line["account"] for line in ada["ledger"]} >= {"thruster"}
        assert sum(line["amount"] < 0 for line in brin["ledger"]) == 0
        assert all("audience" not in event for event in ada["events"])

    def test_a_report_holds_neither_the_secret_nor_a_key_to_come(self):
        turn = hz.run_turn(new_game(), ORDERS)
        text = str(turn.report("Ada").data) + turn.report("Ada").text + turn.report("Ada").html

        assert turn.game.secret not in text
        assert secrets.turn_key(turn.game.secret, 2) not in text
        assert turn.game.turn_key in text
        assert turn.game.commitment in text


class TestForesight:
    def test_a_forecast_leaves_the_game_alone_and_moves_no_one_else(self):
        game = new_game()
        before = hz.dump(game)
        view = VARIANT.forecast(game, "Ada", "BUILD 1 0 1 0 0\nMOVE 1 E\nFLY")

        assert hz.dump(game) == before
        assert view.turn == 1
        assert len(view["ships"]) == 2
        assert [d["code"] for d in view["forecast"]["diagnostics"]] == ["unknown-order"]
        assert {e["code"] for e in view["forecast"]["events"]} >= {"ship.built", "income.mined"}
        assert {line["empire"] for line in view["forecast"]["ledger"]} == {"Ada"}

    def test_a_check_makes_no_view(self, monkeypatch):
        monkeypatch.delattr(type(VARIANT.view_model), "describe")

        remarks = VARIANT.check_orders(new_game(), "Ada", "FLY")
        assert [remark.code for remark in remarks] == ["unknown-order"]
        with pytest.raises(AttributeError):
            VARIANT.forecast(new_game(), "Ada", "FLY")

    def test_its_view_has_the_remarks_of_the_turn_and_no_later_ones(self):
        foresight = VARIANT.foresee(new_game(), "Ada", "FLY")
        foresight.diagnostics.clear()

        assert [d["code"] for d in foresight.view["forecast"]["diagnostics"]] == ["unknown-order"]

    def test_the_orders_of_a_sequential_phase_alone_are_carried_out(self):
        game = new_game()
        before = hz.dump(game)
        text = "BUILD 1 0 1 0 0\nMOVE 1 E\nBUILD 1 1 2 0 0"
        view = view_after_orders(VARIANT, game, "Ada", text, "construction")
        assert view is not None
        assert hz.dump(game) == before
        assert view.turn == 0
        assert view["stock"]["thruster"] == VARIANT.view(game, "Ada")["stock"]["thruster"] - 3
        assert len(view["ships"]) == 3
        assert view["ships"][0] == VARIANT.view(game, "Ada")["ships"][0], "it has not moved"
        assert view_after_orders(VARIANT, game, "Ada", text, "moves") is None
        assert view_after_orders(VARIANT, game, "Ada", "MOVE 1 E", "construction") is None
        with pytest.raises(TooManyStepsError):
            view_after_orders(VARIANT, game, "Ada", text, "construction", max_steps=2)

    def test_it_does_not_use_the_dice_of_the_game(self):
        keys = []

        class Listener:
            @hz.hookimpl
            def horizons_turn_started(self, context):
                keys.append((context.keys(NO_ONE), context.keys("Ada"), context.forecast))

        listener = Listener()
        VARIANT.manager.register(listener)
        try:
            game = new_game()
            VARIANT.check_orders(game, "Ada", "")
            hz.run_turn(game, {})
        finally:
            VARIANT.manager.unregister(listener)
        hidden, own_key = secrets.hidden_key(game.secret, 1), secrets.own_key(game.secret, 1, "Ada")
        assert keys == [("forecast", "forecast", True), (hidden, own_key, False)]

    def test_after_the_end_orders_are_refused(self):
        over = hz.run_turn(new_game(options={"turn_limit": 1}), {}).game

        assert [d.code for d in VARIANT.check_orders(over, "Ada", "MOVE 1 E")] == ["game-over"]
        assert VARIANT.forecast(over, "Ada", "MOVE 1 E").turn == 1

    def test_an_unknown_empire_is_reported(self):
        with pytest.raises(UnknownNameError):
            VARIANT.check_orders(new_game(), "Zed", "")


class TestNotices:
    def test_each_is_given_once_at_its_time(self):
        notices = []

        class Listener:
            @hz.hookimpl
            def horizons_turn_started(self, context):
                notices.append(("started", context.phase))

            @hz.hookimpl
            def horizons_phase_ended(self, context):
                notices.append(context.phase.name)

            @hz.hookimpl
            def horizons_turn_ended(self, context):
                notices.append(("ended", context.phase))

            @hz.hookimpl
            def horizons_report_ready(self, report):
                notices.append(report["empire"])

        listener = Listener()
        VARIANT.manager.register(listener)
        try:
            hz.run_turn(new_game(), {}).report("Ada")
        finally:
            VARIANT.manager.unregister(listener)
        names = [phase.name for phase in VARIANT.phases]
        assert notices == [("started", None), *names, ("ended", None), "Ada"]


class TestContext:
    def context(self):
        context = hz.TurnContext(VARIANT, new_game(), 7, "key of {}".format, {})
        context.phase = VARIANT.phases[1]
        return context

    def test_a_stream_is_named_by_key_phase_and_subject(self):
        stream = self.context().stream("3,4", 2)

        assert stream.key == hz.Stream.from_key("key of ", "moves", "3,4", 2).key

    def test_a_stream_is_hidden_by_default(self):
        for reader in (NO_ONE, EVERYONE, "Ada"):
            stream = self.context().stream("a", known_to=reader)
            assert stream.key == hz.Stream.from_key(f"key of {reader}", "moves", "a").key
        assert self.context().stream("a").key == self.context().stream("a", known_to=NO_ONE).key

    def test_dice_cannot_be_known_to_who_plays_no_empire(self):
        keys = keys_of_next_turn(new_game())
        assert keys("Ada") == secrets.own_key(new_game().secret, 1, "Ada")
        with pytest.raises(PluginError, match="'Adda', which is not an empire's id.*'Ada'"):
            keys("Adda")

    def test_dice_say_which_words_were_drawn(self):
        context = self.context()
        stream = context.stream("a")
        stream.word()
        stream.word()

        assert context.dice(stream, "a") == Dice(("moves", "a"), 0, 2)
        assert context.dice(stream, "a", first=1) == Dice(("moves", "a"), 1, 1)

    def test_only_those_who_may_know_dice_see_them(self):
        context, kind = self.context(), EventKind("thing.done", "Done.")
        readers = (NO_ONE, EVERYONE, "Ada")
        dice = [context.dice(context.stream("a", known_to=reader), "a") for reader in readers]
        assert [die.known_to for die in dice] == [*readers]
        event = context.emit(kind, [EVERYONE], dice=dice)
        readers = {
            name: [d["known_to"] for d in event.to_dict(name)["dice"]]
            for name in ("Ada", "Brin", "")
        }
        assert readers == {"Ada": ["*", "Ada"], "Brin": ["*"], "": ["*"]}

    def test_an_event_is_made_from_its_kind_and_data(self):
        context = self.context()
        kind = EventKind("thing.done", "{who} did it in {place}.", ("EH-1",))
        event = context.emit(kind, ["Ada"], place="3,4", rules=("EH-2",), data={"n": 1}, who="Bo")

        assert context.events == [event]
        assert (event.turn, event.phase, event.code) == (7, "moves", "thing.done")
        assert (event.text, event.place) == ("Bo did it in 3,4.", "3,4")
        assert event.rules == ("EH-1", "EH-2")
        assert event.data == {"n": 1, "who": "Bo"}
        assert event.visible_to("Ada")
        assert not event.visible_to("Brin")

    def test_outside_a_phase_there_is_no_phase_name(self):
        assert hz.TurnContext(VARIANT, new_game(), 1, str, {}).phase_name == ""

    @pytest.mark.parametrize("base", [hz.TurnContext, hz.TurnContext[hz.Game]])
    def test_a_subclass_can_name_the_class_of_its_games(self, base):
        @attrs.define
        class Own(base):
            note: str = "mine"

        context = Own(VARIANT, new_game(), 7, str, {})

        assert (context.turn, context.note) == (7, "mine")
        assert attrs.fields(Own)[:-1] == attrs.fields(hz.TurnContext)


class TestSequence:
    PHASES = tuple(hz.Phase(name, print) for name in "abc")

    def test_a_phase_is_replaced_or_inserted_by_name(self):
        new = hz.Phase("n", print)

        assert [p.name for p in phases.replaced(self.PHASES, "b", new)] == ["a", "n", "c"]
        assert [p.name for p in phases.inserted(self.PHASES, "a", new)] == ["a", "n", "b", "c"]
        assert [p.name for p in phases.inserted(self.PHASES, "c", new)] == ["a", "b", "c", "n"]

    def test_an_unknown_name_is_reported(self):
        with pytest.raises(UnknownNameError, match="no phase 'z'"):
            phases.replaced(self.PHASES, "z", hz.Phase("n", print))

    def test_all_are_chosen_unless_some_are_named(self):
        assert phases.chosen(self.PHASES, None) == list(self.PHASES)
        assert [p.name for p in phases.chosen(self.PHASES, ("c", "a"))] == ["a", "c"]
        assert phases.chosen(self.PHASES, ()) == []


class TestNewGame:
    def test_without_a_seed_no_two_games_have_one_secret(self):
        game, other_game = (VARIANT.new_game(["Ada", "Brin"]) for _ in range(2))

        assert len(game.secret) == 64
        assert game.secret != other_game.secret

    def test_with_a_seed_the_game_is_the_same(self):
        assert hz.digest(new_game()) == hz.digest(new_game())
        other = VARIANT.new_game(["Ada", "Brin"], seed=4)
        assert other.secret != new_game().secret

    def test_it_carries_what_every_game_has(self):
        game = new_game(name="Spring")

        assert (game.variant, game.version, game.schema) == ("event_horizon", "1.1.0", 1)
        assert (game.rules, game.name, game.turn) == (VARIANT.rules_digest, "Spring", 0)
        assert game.options == {"side": 10, "turn_limit": 200}
        assert game.commitment == secrets.commitment(secrets.turn_key(game.secret, 1))

    @pytest.mark.parametrize("name", ['a"b', "a\nb", "x" * 61, "bell\x07"])
    def test_a_games_name_must_do_for_a_header(self, name):
        with pytest.raises(OptionError, match="game's name"):
            new_game(name=name)

    @pytest.mark.parametrize("name", ["", "x" * 60, "Zoë's game"])
    def test_other_names_are_fine(self, name):
        assert new_game(name=name).name == name


class TestPlugins:
    def test_variants_and_mods_are_found_by_entry_point(self):
        assert hz.variants()["event_horizon"].title == "Event Horizon"
        assert hz.mods()["shared_mining"].variant == "event_horizon"
        assert "shared_mining" in hz.mods("event_horizon")
        assert "shared_mining" not in hz.mods("galaxy_g")

    def test_an_unknown_name_gets_a_hint(self):
        with pytest.raises(UnknownNameError, match="did you mean 'event_horizon'"):
            hz.load_variant("event_horizn")
        with pytest.raises(UnknownNameError, match="did you mean 'shared_mining'"):
            hz.load_variant("event_horizon", ("share_mining",))
        with pytest.raises(UnknownNameError, match="no bot 'gredy'.*did you mean 'greedy'"):
            VARIANT.bot("gredy")
        assert VARIANT.bot("greedy") is VARIANT.bots["greedy"]

    def test_what_is_no_variant_or_mod_is_refused(self):
        with pytest.raises(PluginError, match="not a variant"):
            Variant(attrs)
        module = __import__("variants.event_horizon", fromlist=["x"])
        with pytest.raises(PluginError, match="not a mod"):
            Variant(module, [attrs])

    def test_a_mod_for_another_variant_is_refused(self):
        class Mod:
            @staticmethod
            @hz.hookimpl
            def horizons_mod_info():
                return hz.ModInfo("m", "galaxy_g", "M", "1", "")

        module = __import__("variants.event_horizon", fromlist=["x"])
        with pytest.raises(PluginError, match="mod 'm' is for galaxy_g, not for event_horizon"):
            Variant(module, [Mod])

    def test_a_variants_repr_says_how_to_get_it(self):
        assert repr(VARIANT) == "load_variant('event_horizon')"
        modded = hz.load_variant("event_horizon", ("shared_mining",))
        assert repr(modded) == "load_variant('event_horizon', mods=['shared_mining'])"

    def test_a_mod_may_wrap_the_phases_and_add_a_command_and_a_bot(self):
        class Mod:
            @hz.hookimpl
            def horizons_mod_info(self):
                return hz.ModInfo("m", "event_horizon", "M", "1", "")

            @hz.hookimpl(wrapper=True)
            def horizons_phases(self):
                inherited = yield
                return phases.inserted(inherited, "income", hz.Phase("tax", lambda context: None))

            @hz.hookimpl(wrapper=True)
            def horizons_commands(self):
                inherited = yield
                more = hz.Command(
                    "PRAY", "pray", "tax", ("PRAY",), "", "PRAY", "P", grammar='pray: "PRAY"i'
                )
                return [*inherited, more]

            @hz.hookimpl
            def horizons_bots(self):
                return {"idle": IdleBot()}

        module = __import__("variants.event_horizon", fromlist=["x"])
        variant = Variant(module, [Mod()])
        assert [p.name for p in variant.phases][5:8] == ["income", "tax", "reports"]
        assert len(variant.language.read("PRAY").orders) == 1
        assert list(variant.bots) == ["random", "greedy", "admiral", "idle"]


def test_all_reports_at_once_are_those_of_each():
    variant = hz.load_variant("event_horizon")
    turn = hz.run_turn(variant.new_game(["Ada", "Brin"], seed=1), {})

    assert {name: report.data for name, report in turn.reports().items()} == {
        name: turn.report(name).data for name in ("Ada", "Brin")
    }
