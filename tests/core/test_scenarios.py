"""Scenarios: read strictly, run as written, and every expectation can fail."""

import pytest
import yaml

from horizons_core.errors import ScenarioError
from horizons_core.scenarios import load_scenario, read_scenario, run_scenario

PLAIN = {"scenario": "nothing", "variant": "event_horizon", "players": ["Ada", "Brin"]}


def failures(*expect, **more):
    return list(run_scenario(read_scenario({**PLAIN, **more, "expect": list(expect)})).failures)


def fault(**more):
    with pytest.raises(ScenarioError) as caught:
        run_scenario(read_scenario({**PLAIN, **more}, "here.yaml"))
    return str(caught.value)


@pytest.fixture
def write(tmp_path):
    def write(data):
        file = tmp_path / "one.yaml"
        file.write_text(data if isinstance(data, str) else yaml.safe_dump(data), "utf-8")
        return file

    return write


def test_a_file_is_read_as_written(write):
    scenario = load_scenario(
        write({**PLAIN, "rules": ["EH-SET-001"], "orders": {"Ada": "NAME 1 Home"}, "turns": 2})
    )
    assert (scenario.title, scenario.variant) == ("nothing", "event_horizon")
    assert scenario.rules == ("EH-SET-001",)
    assert scenario.orders == ({"Ada": "NAME 1 Home"}, {"Ada": "NAME 1 Home"})
    assert (scenario.seed, scenario.mods, scenario.expect) == (1, (), ())


def test_a_list_of_orders_has_one_set_a_turn_and_may_end_early():
    orders = [{"Ada": "NAME 1 First"}, {"Ada": "NAME 1 Second"}]
    assert not failures({"query": "turn", "equals": 2}, orders=orders)
    assert not failures({"query": "ships[0].name", "equals": "Second"}, orders=orders, turns=4)
    assert not failures({"query": "turn", "equals": 4}, orders=orders, turns=4)


def test_no_turn_leaves_the_game_as_it_was_set_up():
    assert not failures({"query": "turn", "equals": 0}, turns=0)


def test_the_state_is_applied_before_the_first_turn():
    state = {"stock": {"Ada": {"hull": 77}}, "sectors": {"3,4": {"hull": 5}}}
    expect = [
        {"query": "empires[?id=='Ada'].stock.hull | [0]", "equals": 77},
        {"query": "sectors[?id=='3,4'].values.hull", "equals": [5]},
    ]
    assert not failures(*expect, state=state, turns=0)


def test_people_without_an_empire_take_part():
    expect = [
        {"query": "seats", "equals": [{"id": "Sam", "role": "spectator"}]},
        {"diagnostics": "sam", "count": 1, "codes": ["wrong-role"]},
        {"view": "Sam", "query": "turn", "equals": 1},
    ]
    assert not failures(*expect, seats={"Sam": "spectator"}, orders={"Sam": "NAME 1 Mine"})


def test_mods_options_and_seed_reach_the_game():
    mods, options = ["shared_mining"], {"turn_limit": 9}
    expect = [
        {"query": "mods", "equals": mods},
        {"query": "options.turn_limit", "equals": 9},
    ]
    assert not failures(*expect, mods=mods, options=options, seed="a word")


@pytest.mark.parametrize(
    ("expectation", "disappointment"),
    [
        ({"query": "turn", "equals": 2}, "turn is 1, not 2"),
        ({"query": "outcome", "equals": False}, "outcome is None, not False"),
        ({"query": "empires[0].active", "equals": 1}, "empires[0].active is True, not 1"),
        ({"query": "empires[].id", "contains": "Cato"}, "without 'Cato'"),
        ({"query": "empires[0].id", "contains": "da!"}, "'Ada', without 'da!'"),
        ({"query": "turn", "contains": 1}, "turn is 1, without 1"),
        ({"query": "turn", "between": [2, 3]}, "turn is 1, not between [2, 3]"),
        ({"query": "empires[0].id", "between": [2, 3]}, "not between"),
        ({"view": "Ada", "query": "side", "equals": 0}, "not 0"),
        ({"report": "Ada", "contains": "Ada is a fish"}, "does not say 'Ada is a fish'"),
        ({"report": "Ada", "lacks": "Ada"}, "says 'Ada'"),
        ({"report": "Ada", "contains": ["Ada", "a fish"]}, "does not say 'a fish'"),
        ({"diagnostics": "Ada", "count": 0}, "1 remarks for Ada, not 0: line 1"),
        ({"diagnostics": "Ada", "codes": []}, "['unknown-order'], not []"),
        ({"diagnostics": "Ada", "contains": "a fish"}, "no remark for Ada says 'a fish'"),
        ({"diagnostics": "Brin", "count": 1}, "0 remarks for Brin, not 1: nothing"),
        ({"events": "no.such"}, "no event no.such"),
        ({"events": "no.such", "count": 1}, "0 events no.such, not 1"),
    ],
)
def test_an_expectation_is_disappointed(expectation, disappointment):
    problems = failures({"query": "turn", "equals": 1}, expectation, orders={"Ada": "DANCE"})
    assert len(problems) == 1
    assert problems[0].startswith("expect[2]: ")
    assert disappointment in problems[0]


def test_all_that_holds_passes():
    expect = [
        {"query": "turn", "equals": 1, "between": [0, 1]},
        {"query": "empires[].id", "contains": "Brin"},
        {"view": "ada", "query": "stock.hull", "between": [0, 1000]},
        {"report": "Ada", "contains": "Ada, turn 1", "lacks": ["a fish"]},
        {"diagnostics": "ada", "count": 1, "codes": ["unknown-order"], "contains": "DANCE"},
        {"events": "ship.named", "count": 0},
    ]
    assert not failures(*expect, orders={"Ada": "DANCE"})


@pytest.mark.parametrize(
    ("keys", "message"),
    [
        ({"expct": []}, "here.yaml: unknown key 'expct' (did you mean 'expect'?)"),
        ({"players": "Ada"}, "here.yaml: players cannot be 'Ada' (write a list)"),
        ({"players": ["Ada", 7]}, "here.yaml: players: 7 is not text"),
        ({"turns": True}, "turns cannot be True"),
        ({"turns": 1, "orders": [{}, {}]}, "1 turns for 2 sets of orders"),
        ({"orders": ["MOVE"]}, "orders[1] is not a mapping"),
        ({"orders": {"Ada": 1}}, "orders[1]: 1 is not text"),
        ({"expect": ["turn"]}, "expect[1] is not a mapping"),
        ({"expect": [{}]}, "expect[1] has no question"),
        ({"expect": [{"query": "turn"}]}, "expect[1] expects nothing"),
        ({"expect": [{"view": "Ada", "equals": 1}]}, "expect[1]: no query"),
        (
            {"expect": [{"query": "turn", "equal": 1}]},
            "unknown key 'equal' beside 'query' (did you mean 'equals'?)",
        ),
        ({"expect": [{"query": "[", "equals": 1}]}, "here.yaml: query '[' cannot be read"),
        ({"expect": [{"query": "turn", "between": 3}]}, "between takes the least and the most"),
        ({"expect": [{"query": "turn", "between": [{}, 3]}]}, "takes the least and the most"),
        ({"expect": [{"query": 1, "equals": 1}]}, "expect[1]: 1 is not text"),
        ({"expect": [{"query": f"[{'9' * 5000}]", "equals": 1}]}, "cannot be read"),
        ({"expect": [{"query": "turn > 'x'", "equals": True}]}, "query 'turn > 'x'' cannot be"),
        ({"expect": [{"report": "Ada", "lacks": 3}]}, "expect[1]: 3 is not text"),
        ({"expect": [{"diagnostics": "Ada", "codes": 3}]}, "codes is a list"),
        ({"turns": 10**9}, "1000000000 turns (a scenario has at most 1,000)"),
        ({"expect": [{"report": "Cato", "lacks": "x"}]}, "no empire 'Cato'"),
        ({"variant": "event_horizn"}, "did you mean 'event_horizon'?"),
        ({"orders": {"Adda": ""}}, "did you mean 'Ada'?"),
        ({"seats": ["Sam"]}, "seats cannot be ['Sam'] (write a mapping)"),
        ({"seats": {"Sam": 3}}, "here.yaml: seats: 3 is not text"),
        ({"seats": {"Sam": "spectater"}}, "did you mean 'spectator'?"),
        ({"options": {"sied": 3}}, "did you mean 'side'?"),
        ({"state": {"shps": []}}, "did you mean 'ships'?"),
        ({"mods": ["shared_minin"]}, "did you mean 'shared_mining'?"),
    ],
)
def test_unknown_data_is_refused(keys, message):
    assert message in fault(**keys)


@pytest.mark.parametrize("key", ["scenario", "variant", "players"])
def test_what_is_needed_must_be_there(key):
    with pytest.raises(ScenarioError, match=f"no {key}"):
        read_scenario({name: value for name, value in PLAIN.items() if name != key})


@pytest.mark.parametrize("text", ["just words", "- a\n- list\n", "a: [", ""])
def test_a_file_that_is_no_scenario_is_refused_by_name(write, text):
    with pytest.raises(ScenarioError, match=r"one\.yaml"):
        load_scenario(write(text))


def test_a_file_that_is_not_there_is_refused_by_name(tmp_path):
    with pytest.raises(ScenarioError, match=r"cannot read .*none\.yaml: No such file"):
        load_scenario(tmp_path / "none.yaml")
