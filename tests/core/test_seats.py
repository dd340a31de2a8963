"""Seats without an empire (umpires, spectators), and players who join a running game."""

from __future__ import annotations

import json

import attrs
import pytest
from jsonschema import Draft202012Validator

import horizons_core as hz
from horizons_core.codec import canonical
from horizons_core.errors import GameOverError, OptionError, PluginError, UnknownNameError
from horizons_core.model import GAMEMASTER
from horizons_core.orders import order_options
from horizons_core.plugins import Variant
from horizons_core.report import ReportForm, map_svg
from horizons_core.testing.laws.orders import OrderLaws
from horizons_core.testing.laws.seats import SeatLaws
from horizons_core.turn import secrets
from tests.umpired import COMMANDS, VARIANT, Impostor, Umpired, installed

PEOPLE = {"Uma": "umpire", "Sam": "spectator", "Hal": "herald"}
EVENT_HORIZON = hz.load_variant("event_horizon")


def new_game(**more):
    return VARIANT.new_game(["Ada", "Brin"], **{"seed": 3, "seats": PEOPLE, **more})


def run(game, **orders):
    return hz.run_turn(game, orders, variant=VARIANT)


def codes(remarks):
    return [remark.code for remark in remarks]


class TestTakingASeat:
    def test_seats_stand_behind_the_empires(self):
        game = new_game()
        assert [(seat.id, getattr(seat, "role", "")) for seat in game.participants] == [
            ("Ada", ""), ("Brin", ""), ("Uma", "umpire"), ("Sam", "spectator"), ("Hal", "herald"),
        ]  # fmt: skip
        assert game.seat("uma") is game.participant("UMA") is game.seats[0]
        with pytest.raises(UnknownNameError, match="no empire 'Uma'"):
            game.empire("Uma")
        with pytest.raises(UnknownNameError, match="no seat 'Umma'.*did you mean 'Uma'"):
            game.seat("Umma")

    def test_seats_change_nothing_of_the_dice(self):
        with_them, without = new_game(), new_game(seats={})
        assert hz.dump(with_them)["empires"] == hz.dump(without)["empires"]

    def test_a_game_without_seats_is_saved_as_it_always_was(self):
        assert "seats" not in hz.dump(EVENT_HORIZON.new_game(["Ada", "Brin"], seed=1))
        assert hz.load(hz.dump(new_game()), VARIANT) == new_game()

    def test_a_person_takes_a_seat_in_a_running_game(self):
        game = new_game(seats={})
        watched = VARIANT.with_seat(game, "Sam", "spectator")
        assert [seat.id for seat in watched.seats] == ["Sam"]
        assert game.seats == []

    @pytest.mark.parametrize(
        ("seats", "error", "words"),
        [
            ({"Uma": "empire"}, UnknownNameError, "no role 'empire'"),
            ({"Uma": "umpires"}, UnknownNameError, "did you mean 'umpire'"),
            ({"ada": "spectator"}, OptionError, "two players are called 'Ada' and 'ada'"),
            ({"U#": "spectator"}, OptionError, "character that orders use"),
        ],
    )
    def test_an_invalid_name_or_role_is_reported(self, seats, error, words):
        with pytest.raises(error, match=words):
            new_game(seats=seats)

    def test_a_seat_does_not_have_the_name_of_another_player(self):
        with pytest.raises(OptionError, match="'brin' is already taken"):
            VARIANT.with_seat(new_game(), "brin", "spectator")

    def test_every_variant_has_spectators_and_only_some_an_umpire(self):
        assert EVENT_HORIZON.role("spectator").sees_all is False
        with pytest.raises(UnknownNameError, match="no role 'umpire'.*spectator"):
            EVENT_HORIZON.with_seat(EVENT_HORIZON.new_game(["A", "B"]), "Uma", "umpire")


class TestOrders:
    def test_the_umpires_orders_are_carried_out_after_those_of_players(self):
        turn = run(new_game(), Uma="FINE Ada 3\nDROP", Brin="CLAIM Io\nSAY mine")
        assert [event.code for event in turn.events] == ["claimed", "said", "fined", "rock"]
        assert turn.game.empire("Ada").stock == {"coins": 7}
        assert turn.events[2].text == "Ada was fined 3 by Uma."

    def test_checks_and_remarks_are_the_umpires_own(self):
        turn = run(new_game(), Uma="FINE Brin 99\nFINES")
        assert codes(turn.diagnostics["Uma"]) == ["too-poor", "unknown-order"]
        assert codes(turn.diagnostics["Brin"]) == []

    @pytest.mark.parametrize(
        ("sender", "text", "owners"),
        [
            ("Ada", "FINE Brin 3", "Umpire"),
            ("Sam", "CLAIM Io", "players"),
            ("Uma", "CLAIM Io", "players"),
            ("Sam", "SAY boo", "players, Herald"),
        ],
    )
    def test_an_order_that_is_not_the_senders_to_give_is_refused(self, sender, text, owners):
        turn = run(new_game(), **{sender: text})
        (remark,) = turn.diagnostics[sender]
        assert (remark.code, remark.line, remark.words) == ("wrong-role", 1, text)
        assert remark.hint == f"it is for: {owners}"
        assert (turn.events, turn.game.claims) == ((), {})
        assert VARIANT.check_orders(new_game(), sender, text) == [remark]

    def test_one_order_may_be_for_players_and_a_role(self):
        turn = run(new_game(), Ada="SAY one", Hal="SAY two")
        assert [event.data["who"] for event in turn.events] == ["Ada", "Hal"]

    def test_the_orders_that_make_sense_are_those_of_the_role(self):
        options = {
            name: list(VARIANT.order_options(VARIANT.view(new_game(), name)))
            for name in ("Ada", "Uma", "Sam", "Hal")
        }
        assert options == {
            "Ada": ["CLAIM", "SAY"],
            "Uma": ["FINE", "DROP", "ADMIT"],
            "Sam": [],
            "Hal": ["SAY"],
        }
        assert list(order_options(COMMANDS, VARIANT.view(new_game(), None), VARIANT)) == [
            "CLAIM",
            "SAY",
        ]

    def test_an_empty_order_set_explains_the_orders_of_the_role(self):
        language = VARIANT.language
        assert "FINE Ada 3" not in language.template("mars", "Ada")
        assert "FINE Ada 3" in language.template("mars", "Uma", "umpire")
        assert "CLAIM" not in language.template("mars", "Uma", "umpire")

    def test_an_order_for_a_role_that_is_not_there_is_found_at_loading(self):
        class Mistaken(Umpired):
            @hz.hookimpl
            def horizons_commands(self):
                return [hz.Command("FINE", phase="deeds", roles=("umpir",))]

        with pytest.raises(PluginError, match="role 'umpir'.*did you mean 'umpire'"):
            Variant(Mistaken)


class TestWhatAnUmpireGets:
    def test_everything_but_the_secret_of_chance(self):
        turn = run(new_game(), Ada="CLAIM Io", Uma="DROP")
        report = turn.report("Uma")
        assert [event["code"] for event in report.data["events"]] == ["claimed", "rock"]
        assert report.data["view"] == VARIANT.view(turn.game, None).data
        assert (report.data["role"], report.data["empire"]) == ("umpire", "Uma")
        assert "an invasion" in report.text
        assert turn.game.secret not in report.text + report.html + json.dumps(report.data)

    def test_events_name_their_other_recipients(self):
        events = run(new_game(), Ada="CLAIM Io\nSAY boo", Uma="DROP").report("Uma").data["events"]
        assert [event["text"] for event in events] == [
            "Ada: Io is yours.",
            "Ada says: boo",
            "nobody else: A rock will fall.",
        ]

    @pytest.mark.parametrize("seen_by_all", [True, False])
    def test_its_report_has_the_form_that_the_variant_gives_it(self, seen_by_all):
        def form(words, of_everything=None):
            return ReportForm({}, lambda _: words, lambda _: words, of_everything)

        class Told(Umpired):
            @hz.hookimpl
            def horizons_report(self, variant):
                return form("mine", form("everything") if seen_by_all else None)

        turn = hz.run_turn(new_game(), {}, variant=Variant(Told))
        assert turn.report("Ada").text == "mine"
        assert (turn.report("Uma").text == "everything") == seen_by_all
        assert "an invasion" in turn.report("Uma").text or seen_by_all
        gamemasters = Variant(Told).report_form_for(GAMEMASTER)
        assert (gamemasters.text(turn.report("Uma").data) == "everything") == seen_by_all
        assert turn.report("Sam").text not in ("mine", "everything")

    def test_a_forecast_is_shown_as_a_report_without_a_table_of_codes(self):
        report = VARIANT.foresee(new_game(), "Uma", "FINE Brin 4\nBOO").report
        for text in (report.text, report.html):
            assert text.count("Brin was fined 4 by Uma.") == 1
            assert text.count("Forecast") == text.count("Forecast of Umpired Claims")
            assert "Diagnostics" not in text
            assert "unknown-order" not in text

    def test_orders_are_checked_on_the_whole_game(self):
        game = new_game()
        view = VARIANT.forecast(game, "Uma", "FINE Brin 4\nFINE Brin 7")
        assert view["empires"][1]["stock"] == {"coins": 6}
        assert [event["code"] for event in view["forecast"]["events"]] == ["fined"]
        assert codes(VARIANT.check_orders(game, "Uma", "FINE Brin 11")) == ["too-poor"]
        assert game.empire("Brin").stock == {"coins": 10}


class TestWhatASpectatorGets:
    def test_public_information_and_events_for_everyone(self):
        turn = run(new_game(), Ada="CLAIM Io\nSAY mine", Uma="FINE Brin 2\nDROP")
        data = turn.report("Sam").data
        assert [event["code"] for event in data["events"]] == ["said", "fined"]
        assert data["ledger"] == []
        assert data["view"] == {
            "turn": 1,
            "outcome": None,
            "empires": [
                {"id": "Ada", "called": "", "active": True},
                {"id": "Brin", "called": "", "active": True},
            ],
            "worlds": [{"id": "Io"}],
            "claims": {"Io": "Ada"},
            "rocks": [],
        }

    def test_a_view_model_may_define_what_is_public_and_how_it_is_shown(self):
        class Told(Umpired):
            @hz.hookimpl(wrapper=True)
            def horizons_view(self):
                model = yield

                class Model(type(model)):
                    def spectator(self, game):
                        return lambda entity: hz.Sight.GAMEMASTER

                    def spectator_view(self, known):
                        return {"rocks": [(rock.size, rock.owner) for rock in known.rocks]}

                return Model()

        variant = Variant(Told)
        game = run(new_game(), Uma="DROP").game
        game.rocks[0].owner = "Ada"
        assert variant.view(game, "Sam").data == {"rocks": [(1, "")]}
        assert VARIANT.view(game, "Sam")["rocks"] == []

    def test_orders_are_read_and_nothing_is_foreseen(self):
        view = VARIANT.forecast(new_game(), "Hal", "SAY boo\nSAYS")
        assert view["forecast"]["events"] == []
        assert [remark["code"] for remark in view["forecast"]["diagnostics"]] == ["unknown-order"]

    @pytest.mark.parametrize("name", ["event_horizon", "galaxy_g", "far_horizons"])
    def test_the_games_that_are_installed_can_be_watched(self, name):
        variant = hz.load_variant(name)
        game = variant.new_game(["Ada", "Brin"], seed=1, seats={"Sam": "spectator"})
        turn = hz.run_turn(game, {})
        report = turn.report("Sam")
        Draft202012Validator(variant.report_form_for("spectator").schema()).validate(report.data)
        assert "Sam" in report.text
        assert "</html>" in report.html
        assert "</svg>" in map_svg(variant.map(variant.view(game, "Sam")))
        text = canonical(report.data).decode() + report.text + report.html
        assert turn.game.secret not in text


class TestReports:
    def test_everyone_gets_one_before_the_first_turn_and_after_each(self):
        game = new_game()
        names = ["Ada", "Brin", "Uma", "Sam", "Hal"]
        assert list(hz.opening(game, VARIANT).reports()) == names
        assert list(run(game).reports()) == names
        assert list(run(game).diagnostics) == names

    def test_they_keep_to_the_schema_and_can_be_rendered(self):
        for name, report in run(new_game(), Uma="DROP").reports().items():
            schema = VARIANT.report_form_for(report.data.get("role", "")).schema()
            Draft202012Validator(schema).validate(report.data)
            assert name in report.text
            assert name in report.html


class TestJoining:
    def test_a_player_joins_between_two_turns(self):
        game = run(new_game()).game
        joined = VARIANT.join(game, "Cleo", {"coins": "7"})
        assert [seat.id for seat in joined.participants] == ["Ada", "Brin", "Cleo", *PEOPLE]
        assert joined.empire("Cleo").stock == {"coins": 7}
        assert joined.worlds[-1].id == "Cleo's world"
        assert (joined.turn, joined.commitment) == (game.turn, game.commitment)
        turn = run(joined, Cleo="CLAIM Io", Uma="FINE Cleo 2")
        assert turn.game.claims == {"Io": "Cleo"}
        assert [event["code"] for event in turn.report("Cleo").data["events"]] == [
            "claimed",
            "fined",
        ]

    def test_a_player_who_joins_gets_a_report_at_once(self):
        game = run(new_game()).game
        report = hz.opening(VARIANT.join(game, "Cleo"), VARIANT).report("Cleo").data
        assert (report["turn"], report["events"]) == (1, [])
        assert report["turn_key"] == game.turn_key
        assert report["view"]["you"]["stock"] == {"coins": 5}

    def test_the_same_player_joins_in_the_same_way_and_the_game_given_is_not_changed(self):
        game = new_game()
        before = canonical(hz.dump(game))
        assert VARIANT.join(game, "Cleo") == VARIANT.join(game, "Cleo")
        assert canonical(hz.dump(game)) == before

    def test_the_dice_differ_by_player_turn_and_game_and_come_from_no_key_of_a_turn(self):
        game = new_game()
        later = run(game).game
        omens = {
            VARIANT.join(game, "Cleo").empire("Cleo").omen,
            VARIANT.join(game, "Dora").empire("Dora").omen,
            VARIANT.join(later, "Cleo").empire("Cleo").omen,
            VARIANT.join(new_game(seed=4), "Cleo").empire("Cleo").omen,
        }
        assert len(omens) == 4
        keys = [secrets.turn_key(game.secret, turn) for turn in range(5)]
        for key in keys:
            for parts in (("join-game",), ("create-game",), ("join-game", "Cleo")):
                assert hz.Stream.from_key(key, *parts).below(1_000_000) not in omens
        assert secrets.joining_key(game.secret, 0, "Cleo") not in keys

    @pytest.mark.parametrize(
        ("player", "options", "words"),
        [
            ("ada", {}, "'ada' is already taken in this game"),
            ("Uma", {}, "'Uma' is already taken in this game"),
            ("C;leo", {}, "character that orders use"),
            ("Cleo", {"coin": 3}, "no option 'coin'.*did you mean 'coins'"),
            ("Cleo", {"coins": 101}, "a whole number from 0 to 100, not 101"),
        ],
    )
    def test_invalid_names_and_options_are_reported(self, player, options, words):
        with pytest.raises(OptionError, match=words):
            VARIANT.join(new_game(), player, options)

    def test_no_more_players_join_than_the_game_is_for(self):
        game = VARIANT.join(VARIANT.join(new_game(), "Cleo"), "Dora")
        with pytest.raises(OptionError, match="at most 4 players"):
            VARIANT.join(game, "Eve")

    def test_no_one_joins_a_game_that_takes_no_late_players_or_is_over(self):
        assert not EVENT_HORIZON.takes_late_players
        with pytest.raises(OptionError, match="does not let players join a running game"):
            EVENT_HORIZON.join(EVENT_HORIZON.new_game(["A", "B"]), "Cleo")
        over = new_game()
        over.outcome = hz.Outcome(winners=(), reason="enough", turn=0)
        with pytest.raises(GameOverError, match="ended in turn 0"):
            VARIANT.join(over, "Cleo")

    def test_a_mod_may_change_who_joins_and_must_give_that_players_empire(self):
        changed = Variant(Umpired, [Impostor()])
        game = changed.new_game(["Ada"], seed=3)
        assert changed.join(game, "Cleo").empire("Cleo").stock == {"coins": 5}
        game.turn = 3
        with pytest.raises(PluginError, match="it must be an Empire with the id 'Cleo'"):
            changed.join(game, "Cleo")


class TestLaws(SeatLaws):
    """The laws hold in a game with many secrets, and they can fail."""

    variant_name = "umpired"
    players = ("Ada", "Brin")
    turns = 5

    @pytest.fixture(autouse=True)
    def _installed(self, monkeypatch):
        installed(monkeypatch, Umpired)


class RoleOrders(OrderLaws):
    """The laws of orders, applied to orders of roles."""

    variant_name = "umpired"
    players = ("Ada", "Brin")


class Lenient(Umpired):
    """A variant whose mistaken order of an umpire is correct."""

    @hz.hookimpl
    def horizons_commands(self):
        return [attrs.evolve(command, mistake=command.example) for command in COMMANDS]


def test_the_mistake_of_an_umpires_order_is_reported_to_the_umpire(monkeypatch):
    installed(monkeypatch)
    for command in COMMANDS:
        RoleOrders().test_the_mistake_of_a_command_is_reported(command.keyword)
    installed(monkeypatch, Lenient)
    with pytest.raises(AssertionError):
        RoleOrders().test_the_mistake_of_a_command_is_reported("FINE")


class Gossip(Umpired):
    """A variant that whispers to spectators."""

    @hz.hookimpl(wrapper=True)
    def horizons_view(self):
        model = yield

        class Model(type(model)):
            heard = ""

            def spectator(self, game):
                Model.heard = game.plot
                return super().spectator(game)

            def spectator_view(self, known):
                return {"plot": Model.heard}

        return Model()


class Careless(Umpired):
    """A variant whose late players change the game that they are given."""

    @hz.hookimpl
    def horizons_join_game(self, game, player, stream):
        self.calls = getattr(self, "calls", 0) + 1
        return super().horizons_join_game(game, player, {"coins": self.calls}, stream)


def test_the_law_of_joining_fails_where_joining_is_not_certain(monkeypatch):
    installed(monkeypatch, Careless)
    with pytest.raises(AssertionError):
        TestLaws().test_joining_leaves_its_game_as_it_was_and_gives_the_same_game_again()


def test_the_law_of_spectators_fails_if_a_secret_is_visible(monkeypatch):
    installed(monkeypatch, Gossip)
    monkeypatch.setenv("HORIZONS_EXAMPLES", "300")
    with pytest.raises(AssertionError, match="a secret is visible in the spectator's"):
        TestLaws().test_a_spectator_sees_nothing_that_is_hidden()
