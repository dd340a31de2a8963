"""The document of a report and its text."""

from __future__ import annotations

import json

import jsonschema
import pytest

from tests.variants.far_horizons.documents import document, events
from tests.variants.far_horizons.test_classic_report import SITUATION, STRANGERS
from variants.far_horizons.mods.engine_1999.views import VIEW_1999
from variants.far_horizons.report import FORM
from variants.far_horizons.report.classic import classic_report
from variants.far_horizons.report.event_log import event_log
from variants.far_horizons.report.text import summary_lines, unlogged_remarks

VALIDATOR = jsonschema.Draft202012Validator(FORM.schema())


def valid(data):
    VALIDATOR.validate(json.loads(json.dumps(data)))
    return data


def test_a_document_is_as_its_schema_says():
    VALIDATOR.check_schema(VALIDATOR.schema)
    valid(document())
    valid(document(SITUATION, STRANGERS))
    valid(document(SITUATION, STRANGERS, model=VIEW_1999))


@pytest.mark.parametrize("part", ["treasury", "colonies", "aliens", "scans"])
def test_the_schema_misses_what_is_missing(part):
    data = document()
    del data["view"][part]
    with pytest.raises(jsonschema.ValidationError):
        valid(data)


def test_the_schema_knows_nothing_else():
    with pytest.raises(jsonschema.ValidationError):
        valid(document(view={"secret": 1}))


def test_the_log_is_made_of_the_events_as_they_were_told():
    log = event_log([event.to_dict() for event in events()])
    assert log == (
        "\nCombat orders:\n\nJump orders:\n    TR1 Eye will try to jump to 9 9 9 (0.75%).\n"
        "  !!! TR1 Eye had a jump mishap! A fail-safe jump unit was expended.\n"
        "!!! Order ignored:\n!!!   Jump Eye\n!!! Invalid ship name in JUMP command.\n"
        "\nProduction orders:\n"
        "  Start of production on PL Earth. (Initial balance is 500.)\n"
        "! WARNING:  Build 9 CU\n! Too much.\n! Less was built.\n"
        "\nPost-arrival orders:\n"
        "\nScan done by TR1 Eye:\n\nCoordinates:\tx = 1\n\n  # Dia\n -----\n  1   9\n\n"
    )


def test_the_turn_in_short_tells_losses_before_gains_and_is_none_of_a_forecast():
    happened = [
        {"code": "ship-built", "text": "TR1 Eye was constructed at a cost of 100.", "data": {}},
        {"code": "tech-rose", "text": "", "data": {"tech": "Mining", "before": 9, "level": 10}},
        {"code": "battle", "text": "", "data": {"x": 1, "y": 2, "z": 3}},
        *({"code": "ship-lost", "text": f"TR1 No {n} disappeared.", "data": {}} for n in range(7)),
    ]
    data = document() | {"events": happened, "diagnostics": []}
    assert summary_lines(data)[3:] == [
        "* Battle in sector 1 2 3.",
        *(f"* TR1 No {n} disappeared." for n in range(5)),
        "* ... and 2 more: see the log.",
        "* TR1 Eye was constructed at a cost of 100.",
        "* Tech levels: Mining 9 to 10.",
    ]
    assert summary_lines(data | {"events": []}) == []
    assert "IN SHORT" not in FORM.text(document(view={"forecast": {}}))


def test_one_line_of_the_log_is_wrapped():
    long = " ".join(["word"] * 30)
    lines = event_log([event.to_dict() for event in events([("jumps", long, {})])]).splitlines()
    assert max(map(len, lines)) <= 77
    assert lines[3].startswith("      word")


def test_the_report_after_turn_4_is_for_turn_5():
    text = FORM.text(document(SITUATION))
    assert "\n\n\t\t\tEVENT LOG FOR TURN 4\n\nCombat orders:\n" in text
    assert "START OF TURN 5" in text


def test_the_layout_of_1999_is_the_classic_report_and_nothing_more():
    data = document(SITUATION, STRANGERS, model=VIEW_1999)
    log = event_log(data["events"])
    assert FORM.text(data) == classic_report(data["view"], 5, log)


def test_otherwise_the_classic_report_stands_whole_between_what_is_added():
    data = document(SITUATION, STRANGERS)
    opening = "#FARHORIZONS Test Human turn 5\n"
    classic = classic_report(data["view"], 5, event_log(data["events"]), opening=opening)
    above, middle, below = FORM.text(data).partition(classic)
    assert middle == classic
    assert above.splitlines() == [
        "",
        "\t\t\tTHIS TURN IN SHORT",
        "",
        "* 2 mistakes in your orders.",
        "",
        "\t\t\tREMARKS ON YOUR ORDERS",
        "",
        "ERROR: line 7: JUMP: Invalid ship name in JUMP command. [Eye] (did you mean",
        "  TR1 Eye?)",
        "ERROR: line 9: BUILD: Invalid item class. [XX]",
    ]
    assert below.splitlines() == [
        "",
        "; Key of the public dice of turn 4 (its hash: report of turn 3):",
        ";   " + "ab" * 16,
        "; Key of your own dice of turn 4, for you alone (its hash: there too):",
        ";   " + "12" * 16,
        "; Hash of the key of the public dice of turn 5:",
        ";   " + "cd" * 16,
        "; Hash of the key of your own dice of turn 5:",
        ";   " + "34" * 16,
        "#END",
    ]


@pytest.mark.rule("FH-ORDER-022")
def test_a_refused_order_is_quoted_with_the_reason_and_remarks_say_what_would_help():
    data = document()
    text = FORM.text(data)
    assert "!!! Order ignored:\n!!!   Jump Eye\n!!! Invalid ship name in JUMP command.\n" in text
    assert "did you mean" in text
    assert [remark["code"] for remark in unlogged_remarks(data)] == ["unknown-ship", "no-item"]


def test_a_remark_that_the_log_tells_wholly_is_not_told_twice():
    data = document()
    data["diagnostics"][0]["hint"] = ""
    assert [remark["code"] for remark in unlogged_remarks(data)] == ["no-item"]
    assert "REMARKS" not in FORM.text({**data, "diagnostics": data["diagnostics"][:1]})


def test_a_report_without_events_has_no_log():
    assert FORM.text(document(rows=[], remarks=[])).startswith("\n\t\t\t SPECIES STATUS\n")


def test_the_end_of_the_game_is_told_above_all():
    data = document()
    data["outcome"] = {"winners": ["Human"], "reason": "The last turn is over.", "turn": 4}
    assert FORM.text(data).startswith("\nTHE GAME IS OVER: SP Human won (The last turn is over).\n")
    data["outcome"]["winners"] = []
    assert "nobody won" in FORM.text(data)


def test_when_the_game_is_over_nobody_is_asked_for_orders():
    data = document()
    assert "START PRODUCTION" in FORM.text(data)
    assert all(word in FORM.html(data) for word in ("Order form", "are due next", "fh-planner"))
    data["outcome"] = {"winners": [], "reason": "The last turn is over.", "turn": 4}
    assert "START PRODUCTION" not in FORM.text(data)
    page = FORM.html(valid(data)).partition("<script>")[0]
    assert not any(word in page for word in ("Order form", "are due next", 'class="fh-planner'))


def test_a_forecast_says_that_it_is_one():
    foreseen = {"forecast": {"events": [], "ledger": [], "diagnostics": []}}
    assert FORM.text(valid(document(view=foreseen))).startswith("\nA forecast: ")
    assert "A forecast" in FORM.html(document(view=foreseen))


def test_names_in_any_script_are_text():
    human = {"planets": {"Earth": {"name": "Земля 地球"}}}
    happened = [*events([("jumps", "TR1 Спутник → 9 9 9.", {})])]
    assert "PL Земля 地球" in FORM.text(document(human, rows=happened))
    assert "TR1 Спутник →" in FORM.html(document(human, rows=happened))
