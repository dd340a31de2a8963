"""Extension points of a game: how orders are carried out, and what house rules can change."""

from __future__ import annotations

from importlib.metadata import EntryPoint

import pytest

import horizons_core as hz
from horizons_core import orders as o
from horizons_core.errors import PluginError, UnknownNameError
from horizons_core.plugins import broken, loader, read_data_mod, wrapped_methods
from horizons_core.turn import inserted, replaced, wrapped
from tests.core.diggers import DIG, Diggers, Digging, mod, wrapper


def play(orders, *mods, **options):
    variant = hz.Variant(Diggers, mods)
    game = variant.new_game(["Ada", "Brin"], seed=1, options=options)
    return hz.run_turn(game, orders, variant=variant)


def ore_of(turn, empire="Ada"):
    return turn.game.empire(empire).stock["ore"]


class TestOrdersCarryThemselvesOut:
    def test_references_are_found_and_the_order_runs(self):
        turn = play({"Ada": "DIG a 2\ndig b 3"})
        assert ore_of(turn) == 5
        assert [rock.ore for rock in turn.game.rocks] == [7, 6]
        assert turn.events[0].text == "Ada dug 2 ore out of a."

    def test_a_refused_order_changes_nothing_and_says_why(self):
        turn = play({"Ada": "DIG a 9\nDIG a 1\nDIG z 1"})
        remarks = [(r.code, r.severity, r.line, r.column) for r in turn.diagnostics["Ada"]]
        assert remarks == [
            ("deep", "warning", 1, 7), ("empty", "error", 2, 1), ("no-rock", "error", 3, 5),
        ]  # fmt: skip
        assert ore_of(turn) == 9

    def test_empires_come_in_the_order_of_the_game(self):
        turn = play({"Brin": "DIG a 9", "Ada": "DIG a 5"})
        assert (ore_of(turn, "Ada"), ore_of(turn, "Brin")) == (5, 4)

    def test_a_phase_may_carry_out_some_first_and_none_twice(self):
        def run(context):
            context.carry_out("REST")
            context.carry_out(but=("DIG",))
            assert ore(context) == 0
            context.carry_out()
            assert ore(context) == 2

        def ore(context):
            return context.game.empire("Ada").stock["ore"]

        phases = wrapper(lambda phases: replaced(phases, "digging", hz.Phase("digging", run)))
        assert ore_of(play({"Ada": "DIG a 2"}, mod(horizons_phases=phases))) == 2

    def test_a_phase_may_carry_orders_out_one_by_one_and_refusals_are_reported(self):
        def run(context):
            ada = context.game.empire("Ada")
            for order in reversed(context.take_orders("Ada")):
                context.carry_out_one(ada, order)

        phases = wrapper(lambda phases: replaced(phases, "digging", hz.Phase("digging", run)))
        turn = play({"Ada": "DIG a 1\nDIG a 9"}, mod(horizons_phases=phases))
        assert ore_of(turn) == 9
        assert [(r.code, r.line) for r in turn.diagnostics["Ada"]] == [("empty", 1), ("deep", 2)]

    def test_a_reference_is_found_once_an_order(self):
        looked = []
        notice = hz.hookimpl(lambda context: looked.append(context.notes["looked"]))
        play({"Ada": "DIG a 2\nDIG a 2"}, mod(horizons_turn_ended=notice))
        assert looked == [2]

    def test_what_is_asked_first_may_refuse_all(self):
        def run(context):
            context.carry_out(first=lambda *_: o.Refusal("closed", "the mine is closed"))

        phases = wrapper(lambda phases: replaced(phases, "digging", hz.Phase("digging", run)))
        turn = play({"Ada": "DIG z 2"}, mod(horizons_phases=phases))
        assert [remark.code for remark in turn.diagnostics["Ada"]] == ["closed"]


class TestModsBringAndChangeOrders:
    PRAY = hz.Command(
        "PRAY", phase="rest", help="Prays.", example="PRAY", mistake="PRAY now",
        run=lambda context, empire, order: context.post(empire, "ore", 1, "a miracle"),
    )  # fmt: skip

    def test_a_new_order_is_carried_out_by_a_phase_that_knows_nothing_of_it(self):
        brings = mod(horizons_commands=wrapper(lambda commands: [*commands, self.PRAY]))
        assert ore_of(play({"Ada": "PRAY\nDIG a 1"}, brings)) == 2

    def test_whole_keywords_of_mods_come_before_initials(self):
        language = o.OrderLanguage(
            "",
            (hz.Command("P", phase="rest"), self.PRAY),
            o.Envelope("#X"),
            o.OrderStyle(initials=True),
        )
        read = [language.read(text).orders[0].keyword for text in ("P", "pray", "prey", "Pr")]
        assert read == ["P", "PRAY", "P", "P"]

    def test_wrappers_of_an_order_stack_in_the_order_of_the_mods(self):
        calls = []

        def around(name):
            def run(inner, context, empire, order):
                calls.append(name)
                inner(context, empire, order)

            return mod(name, horizons_commands=wrapper(lambda c: o.wrapped_command(c, "DIG", run)))

        assert ore_of(play({"Ada": "DIG a 2"}, around("one"), around("two"))) == 2
        assert calls == ["two", "one"]

    def test_a_named_check_can_be_replaced_or_wrapped(self):
        free = wrapper(lambda c: o.replaced_check(c, "DIG", "not-deep", lambda *_: None))
        assert not play({"Ada": "DIG a 9"}, mod(horizons_commands=free)).diagnostics["Ada"]

        def strict(inner, context, empire, order):
            return inner(context, empire, order) and o.Refusal("too-deep", "no deeper than 5")

        hard = wrapper(lambda c: o.wrapped_check(c, "DIG", "not-deep", strict))
        assert ore_of(play({"Ada": "DIG a 9"}, mod(horizons_commands=hard))) == 0

    def test_a_check_can_be_added_and_a_whole_order_replaced(self):
        sabbath = wrapper(
            lambda c: o.added_check(c, "DIG", "rest", lambda *_: o.Refusal("rest", "no work today"))
        )
        assert ore_of(play({"Ada": "DIG a 9"}, mod(horizons_commands=sabbath))) == 0
        other = wrapper(lambda c: o.replaced_command(c, "DIG", self.PRAY))
        assert ore_of(play({"Ada": "PRAY"}, mod(horizons_commands=other))) == 1

    @pytest.mark.parametrize(
        ("change", "hint"),
        [
            (lambda c: o.replaced_command(c, "DIGG", DIG), "did you mean 'DIG'?"),
            (lambda c: o.wrapped_check(c, "DIG", "not-dep", print), "did you mean 'not-deep'?"),
            (
                lambda c: o.wrapped_command([hz.Command("MOVE", phase="x")], "MOVE", print),
                "wrap that",
            ),
        ],
    )
    def test_what_is_not_there_is_named_with_the_nearest(self, change, hint):
        with pytest.raises(UnknownNameError, match=hint[:12]):
            change([DIG])


class TestFormulasPhasesAndSentences:
    def test_a_method_is_wrapped_from_outside_and_from_inside(self):
        doubled = wrapped_methods(Digging(wage=3), share=lambda inner, depth: 2 * inner(depth))
        assert doubled.share(2) == 12
        assert doubled.yield_of(type("R", (), {"ore": 99})(), 2) == 12
        rewrapped = wrapped_methods(doubled, share=lambda inner, depth: inner(depth) + 1)
        assert (rewrapped.share(2), rewrapped.wage, Digging().share(2)) == (13, 3, 2)
        assert isinstance(rewrapped, Digging)

    def test_a_method_that_is_not_there_is_named_with_the_nearest(self):
        with pytest.raises(
            PluginError, match=r"Digging has no method 'shar' \(did you mean 'share'"
        ):
            wrapped_methods(Digging(), shar=print)

    def test_wrapped_economies_stack(self):
        def times(factor):
            return wrapper(
                lambda e: wrapped_methods(e, share=lambda inner, depth: factor * inner(depth))
            )

        two, three = (mod(f"x{f}", horizons_economy=times(f)) for f in (2, 3))
        assert ore_of(play({"Ada": "DIG a 1"}, two, three)) == 6

    def test_a_phase_is_wrapped_also_one_that_only_carries_out_its_orders(self):
        def bonus(inner, context):
            inner(context)
            context.post(context.game.empire("Ada"), "ore", 10, "bonus")

        around = wrapper(lambda phases: wrapped(phases, "digging", bonus))
        assert ore_of(play({"Ada": "DIG a 1"}, mod(horizons_phases=around))) == 11

    def test_sentences_of_events_can_be_changed_and_the_last_mod_wins(self):
        first, two = (
            mod(name, horizons_messages=hz.hookimpl(lambda text=text: {"rock.found": text}))
            for name, text in (("one", "Ore: {ore}."), ("two", "{rock}!"))
        )
        assert play({"Ada": "DIG a 1"}, first).events[0].text == "Ore: 1."
        assert play({"Ada": "DIG a 1"}, first, two).events[0].text == "a!"

    def test_a_sentence_that_names_unknown_data_is_reported_with_the_nearest(self):
        wrong = mod(horizons_messages=hz.hookimpl(lambda: {"rock.found": "{rokc}"}))
        with pytest.raises(PluginError, match=r"\{rokc\}.*did you mean 'rock'"):
            play({"Ada": "DIG a 1"}, wrong)

    def test_a_sentence_that_is_no_text_is_found_at_loading(self):
        wrong = mod(horizons_messages=hz.hookimpl(lambda: {"rock.found": 3}))
        with pytest.raises(PluginError, match=r"the message 'rock.found' is 3, not text"):
            hz.Variant(Diggers, [wrong])

    def test_an_account_that_is_not_declared_is_refused(self):
        spends = wrapper(lambda p: inserted(p, "rest", hz.Phase("tax", lambda c: c.post(
            c.game.empires[0], "orr", 1, "x"))))  # fmt: skip
        with pytest.raises(PluginError, match="phase 'tax'.*no account 'orr'.*'ore'"):
            play({}, mod(horizons_phases=spends))

    def test_victory_is_asked_after_the_last_phase(self):
        class First:
            def outcome(self, game, turn):
                rich = tuple(e.id for e in game.empires if e.stock["ore"] >= 5)
                return hz.Outcome(winners=rich, reason="five ore", turn=turn) if rich else None

        race = mod(horizons_victory=hz.hookimpl(First))
        assert play({"Ada": "DIG a 4"}, race).game.outcome is None
        turn = play({"Ada": "DIG a 5"}, race)
        assert turn.game.outcome.winners == ("Ada",)
        assert turn.events[-1].text == "The game is over: five ore. Winners: Ada."
        assert "five ore" in turn.report("Brin").text


class TestConflicts:
    def refused(self, first, two):
        with pytest.raises(PluginError) as error:
            hz.Variant(Diggers, [first, two])
        return error.value

    def test_two_economies_are_refused_with_both_names_and_the_remedy(self):
        first, two = (mod(n, horizons_economy=hz.hookimpl(Digging)) for n in ("one", "two"))
        error = self.refused(first, two)
        place, _, message = error.message.partition(": ")
        assert "line" in place
        assert message == "the mods 'one' and 'two' both replace the answer of horizons_economy"
        assert "wrap it instead" in error.hint

    @pytest.mark.parametrize(
        ("hook", "change", "part"),
        [
            (
                "horizons_phases",
                lambda p: replaced(p, "rest", hz.Phase("rest", lambda context: None)),
                "the phase 'rest'",
            ),
            (
                "horizons_commands",
                lambda c: o.replaced_command(c, "DIG", hz.Command("DIG", phase="rest", run=print)),
                "the order DIG",
            ),
            (
                "horizons_commands",
                lambda c: o.replaced_check(c, "DIG", "not-deep", lambda *_: None),
                "the check 'not-deep' of the order DIG",
            ),
        ],
    )
    def test_parts_that_two_replace_are_refused(self, hook, change, part):
        first, two = (mod(name, **{hook: wrapper(change)}) for name in ("one", "two"))
        place, _, message = self.refused(first, two).message.partition(": ")
        assert place.startswith(wrapper.__code__.co_filename)
        assert message == f"the mods 'one' and 'two' both replace {part}"

    def test_one_that_replaces_and_one_that_wraps_go_together(self):
        first = mod("one", horizons_economy=hz.hookimpl(lambda: Digging(wage=2)))
        two = mod(
            "two",
            horizons_economy=wrapper(lambda e: wrapped_methods(e, share=lambda i, d: i(d) + 1)),
        )
        assert ore_of(play({"Ada": "DIG a 1"}, first, two)) == 3


class TestModsAsData:
    TEXT = """
        [mod]
        name = "rich"
        variant = "diggers"
        [options]
        ore = 50
        [economy]
        wage = 4
        prices.lamp = 1
        [messages]
        "rock.found" = "{ore} ore!"
    """

    def test_constants_defaults_tables_and_sentences_are_set(self):
        data = read_data_mod(self.TEXT, "rich.toml")
        turn = play({"Ada": "DIG a 9"}, data)
        assert (ore_of(turn), turn.events[0].text) == (36, "36 ore!")
        assert turn.variant.economy.prices == {"pick": 3, "lamp": 1}
        assert turn.game.options["ore"] == 50

    def test_the_text_is_kept_with_the_game(self):
        turn = play({}, read_data_mod(self.TEXT, "rich.toml"))
        data = hz.dump(turn.game)
        assert data["data_mods"] == {"rich": self.TEXT}
        loaded = hz.load(data, variant=turn.variant)
        assert hz.digest(loaded) == turn.digest

    def test_a_game_without_such_mods_is_stored_as_ever(self):
        assert "data_mods" not in hz.dump(play({}).game)

    def test_an_installed_game_with_one_is_loaded_with_it(self, tmp_path):
        file = tmp_path / "short.toml"
        file.write_text('[mod]\nname="short"\nvariant="event_horizon"\n[options]\nturn_limit=3\n')
        variant = hz.load_variant("event_horizon", [str(file)])
        game = variant.new_game(["Ada", "Brin"], seed=1)
        file.unlink()
        loaded = hz.load(hz.dump(game))
        assert loaded.options["turn_limit"] == 3
        assert hz.run_turn(loaded, {}).variant.mods[0].name == "short"

    def test_two_that_set_the_same_are_refused(self):
        first, two = (
            read_data_mod(f'[mod]\nname="{n}"\nvariant="diggers"\n[economy]\nwage=2\n', n)
            for n in ("one", "two")
        )
        with pytest.raises(PluginError, match=r"'one' and 'two' both set wage of \[economy\]"):
            hz.Variant(Diggers, [first, two])

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("[mod", "is not TOML"),
            ("[mood]\n", r"unknown table \[mood\] \(did you mean 'mod'"),
            ('[mod]\nname="x"\n', "needs a line variant"),
            ('[mod]\nname="x"\nvariant="diggers"\n[economy]\nwag=2\n', "did you mean 'wage'"),
            ('[mod]\nname="x"\nvariant="diggers"\n[economy]\nwage="2"\n', "is 1 in the rulebook"),
            (
                '[mod]\nname="x"\nvariant="diggers"\n[economy]\nprices.lmap=2\n',
                "did you mean 'lamp'",
            ),
            ('[mod]\nname="x"\nvariant="diggers"\n[options]\nor=2\n', "did you mean 'ore'"),
            ('[mod]\nname="x"\nvariant="diggers"\n[messages]\na=2\n', "is 2, not text"),
        ],
    )
    def test_what_is_wrong_is_named(self, text, message):
        with pytest.raises(PluginError, match=message):
            hz.Variant(Diggers, [read_data_mod(text, "x.toml")])

    @pytest.mark.parametrize(
        "sentence",
        [
            "{ore:>300000000}", "{ore:0300}", "{ore:.99f}", "{ore:{rock}}", "{ore:*>9}", "{ore:x}",
            "{ore.__class__}", "{ore.real}", "{rock[0]}", "{rock!r}", "{ore!s}", "{}", "{0}",
            "{ ore}", "{ore", "ore}", "{ore}" * 41, "x" * 1001,
        ],
    )  # fmt: skip
    def test_a_sentence_names_facts_and_formats_them_within_bounds(self, sentence):
        text = f'[mod]\nname="x"\nvariant="diggers"\n[messages]\n"rock.found"="{sentence}"\n'
        with pytest.raises(
            PluginError, match=r"x\.toml, line 5: \[messages\] rock\.found"
        ) as error:
            read_data_mod(text, "x.toml")
        assert error.value.hint

    @pytest.mark.parametrize(
        ("sentence", "expected"),
        [
            ("{ore}", "1200"), ("{ore:,}", "1,200"), ("{ore:.2f}", "1200.00"),
            ("{ore:+d}", "+1200"), ("{ore:>6}!", "  1200!"),
            ("{ore:08,.1f}", "01,200.0"), ("{{{ore}}}", "{1200}"),
        ],
    )  # fmt: skip
    def test_a_sentence_may_say_how_a_number_is_written(self, sentence, expected):
        text = f'[mod]\nname="x"\nvariant="diggers"\n[messages]\nfound="{sentence}"\n'
        template = read_data_mod(text, "x.toml").messages["found"]
        assert template.format_map({"ore": 1200}) == expected

    @pytest.mark.parametrize(
        ("line", "message"),
        [
            ('[mod]\nname="x"\nvariant="diggers"\ntitle="' + "x" * 301 + '"', "more than 300"),
            ("[economy]\nwage=inf", "inf is not a valid number"),
            ("[economy]\nwage=[[nan]]", "nan is not a valid number"),
            ("[economy]\nwage=" + "[" * 60 + "]" * 60, "are nested more than"),
            ("[economy]\nwage=0x" + "f" * 500, "more than 100 digits"),
        ],
    )
    def test_values_of_a_mod_have_bounds(self, line, message):
        with pytest.raises(PluginError, match=message):
            read_data_mod(line, "x.toml")


class TestOptionsAndRequirements:
    def test_options_of_a_mod_are_options_of_the_game(self):
        tax = mod("tax", options=(hz.Option("tax", int, 2, "tax", 0, 9),))
        assert play({}, tax, tax=3).game.options == {"ore": 9, "tax": 3}
        assert play({}, tax).game.options["tax"] == 2

    @pytest.mark.parametrize(
        ("requires", "message"),
        [
            (("diggers>=2",), "needs diggers>=2; this is diggers 1.2.0"),
            (("horizons>=99",), "needs horizons>=99"),
            (("other",), "needs the mod 'other' before it"),
            (("what ever",), "write it like"),
        ],
    )
    def test_a_mod_that_does_not_fit_is_refused(self, requires, message):
        with pytest.raises(PluginError, match=message):
            hz.Variant(Diggers, [mod("x", requires=requires)])

    def test_a_mod_that_fits_is_taken(self):
        first = mod("one")
        two = mod("two", requires=("one", "diggers>=1,<2", "horizons"))
        assert [m.name for m in hz.Variant(Diggers, [first, two]).mods] == ["one", "two"]


def test_what_is_installed_and_broken_is_named_with_the_reason(monkeypatch):
    points = {
        group: {name: EntryPoint(name, "no.such.module", group)}
        for group, name in ((loader.VARIANTS, "gone"), (loader.MODS, "lost"))
    }
    monkeypatch.setattr(loader, "_entry_points", points.__getitem__)
    problems = broken()
    assert sorted(problems) == ["mod lost", "variant gone"]
    assert all("No module named 'no'" in problem.message for problem in problems.values())


class TestOrderOptions:
    VARIANT = hz.Variant(Diggers)
    VIEW = VARIANT.view(VARIANT.new_game(["Ada", "Brin"], seed=1), "Ada")

    def test_they_say_what_a_view_offers(self):
        offered = self.VARIANT.order_options(self.VIEW)["DIG"]
        assert dict(offered.arguments) == {"rock": ["a", "b"], "depth": o.Range(1, 9)}

    def test_an_order_for_which_nothing_is_there_is_left_out(self):
        assert self.VARIANT.order_options(hz.View("", "", 0, "Ada", {"rocks": []})) == {}

    def test_what_is_drawn_from_them_is_read_and_carried_out(self):
        commands = self.VARIANT.commands
        lines = {
            o.sample_order(commands, self.VIEW, hz.Stream.from_key("draw", n), self.VARIANT).line
            for n in range(200)
        }
        assert lines == {f"DIG {rock} {depth}" for rock in "ab" for depth in range(1, 10)}
        game = self.VARIANT.new_game(["Ada", "Brin"], seed=1)
        for line in sorted(lines):
            remarks = self.VARIANT.check_orders(game, "Ada", line)
            assert all(remark.severity == "warning" for remark in remarks)

    def test_every_game_has_two_bots_that_play_it(self):
        assert sorted(self.VARIANT.bots) == ["idle", "random"]
        texts = [
            self.VARIANT.bots["random"].orders(self.VIEW, hz.Stream.from_key(n)) for n in range(9)
        ]
        assert any(texts)
        assert self.VARIANT.bots["idle"].orders(self.VIEW, hz.Stream.from_key(1)) == ""
