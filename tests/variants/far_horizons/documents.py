"""Documents of reports, made from small games in the words of situations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from horizons_core.model import Dice, Event, View, known_game
from horizons_core.orders import Diagnostic
from horizons_core.report import report_data
from tests.variants.far_horizons.single_steps import game_with
from variants.far_horizons.model.transactions import MishapFate
from variants.far_horizons.rules.dispatch import SECTION_BEGUN
from variants.far_horizons.rules.knowledge import record_knowledge
from variants.far_horizons.rules.notices import FATES
from variants.far_horizons.rules.production import START
from variants.far_horizons.rules.scanning import SCANNED
from variants.far_horizons.step_context import ADJUSTED, IGNORED
from variants.far_horizons.view.model import FarHorizonsView

TABLE = "Coordinates:\tx = 1\n\n  # Dia\n -----\n  1   9"
RULEBOOK = FarHorizonsView()
#: A turn with events of every kind in its log.
EVENTS = (
    ("combat", SECTION_BEGUN, {"section": "COMBAT"}),
    ("jumps", SECTION_BEGUN, {"section": "JUMPS"}),
    ("jumps", "TR1 Eye will try to jump to 9 9 9 (0.75%).", {}),
    ("jumps", FATES[MishapFate.FAIL_SAFE_USED], {"ship": "TR1 Eye"}),
    ("jumps", IGNORED, {"order": "  Jump Eye", "reason": "Invalid ship name in JUMP command."}),
    ("production", START, {"planet": "Earth", "balance": 500}),
    (
        "production",
        ADJUSTED,
        {
            "order": " Build 9 CU",
            "reason": "Too much. Less was built.",
            "reasons": ["Too much.", "Less was built."],
        },
    ),
    ("post-arrival", SCANNED, {"ship": "TR1 Eye", "table": TABLE}),
)
REMARKS = (
    Diagnostic("error", "unknown-ship", "JUMP: Invalid ship name in JUMP command.", 7, 3, "Eye",
               "did you mean TR1 Eye?"),
    Diagnostic("error", "no-item", "BUILD: Invalid item class.", 9, 5, "XX"),
)  # fmt: skip


def events(rows: Iterable[tuple[str, Any, Mapping[str, Any]]] = EVENTS) -> list[Event]:
    """Events of a turn: phase, kind or text, and facts."""
    result = []
    for number, (phase, kind, facts) in enumerate(rows):
        text = kind if isinstance(kind, str) else kind.text.format_map(facts)
        code = "told" if isinstance(kind, str) else kind.code
        dice = (Dice(("growth", 1), 0, 2, known_to="Human"),) if number == 2 else ()
        rules = ("FH-JUMP-001",) if number == 2 else ()
        result.append(Event(4, phase, code, text, ("Human",), facts, rules, dice))
    return result


def document(
    human: Mapping[str, Any] | None = None,
    klingon: Mapping[str, Any] | None = None,
    *,
    rows: Iterable[Event] | None = None,
    remarks: Iterable[Diagnostic] = REMARKS,
    model: FarHorizonsView = RULEBOOK,
    view: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """The document of Humans' report after turn 4 in this situation."""
    game = game_with({"species": {"Human": human or {}, "Klingon": klingon or {}}})
    game.turn, game.turn_key, game.commitment = 4, "ab" * 16, "cd" * 16
    game.empire("Human").own_key = "12" * 16
    game.empire("Human").own_commitment = "34" * 16
    record_knowledge(game, game.turn, model.disguise, model.economy)
    data = model.describe(known_game(game, model.observer(game, "Human")), "Human")
    page_view = View("far_horizons", "Test", game.turn, "Human", {**data, **(view or {})})
    happened = list(events() if rows is None else rows)
    chart = model.map(View("far_horizons", "Test", game.turn, "Human", data))
    return report_data(page_view, game, "Far Horizons", happened, [], list(remarks), [], chart)
