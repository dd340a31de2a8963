"""The classic text of a report's document, with additions such as the turn summary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from horizons_core.report import counted, shared_chance_lines
from horizons_core.sums import ordered_sum
from variants.far_horizons.economy import RULEBOOK_ECONOMY, Economy
from variants.far_horizons.orders.sections import ENVELOPE
from variants.far_horizons.report.classic import classic_report
from variants.far_horizons.report.event_log import event_log, wrap_line
from variants.far_horizons.rules.scanning import remembered_scan
from variants.far_horizons.step_context import ADJUSTED, IGNORED

Event = Mapping[str, Any]

#: Codes of losses, the gravest first; in battles those of all sides.
_LOSSES = (
    "planet-wiped-out", "germ-warfare-success", "colony-destroyed", "colony-assimilated",
    "ship-destroyed-in-battle", "ship-hijacked", "ambush-loss", "ship-intercepted", "ship-lost",
    "ship-misjumped", "defenses-gone", "base-bombed", "siege-hull-destroyed", "siege-loss", "riots",
)  # fmt: skip
#: Codes of gains, in their order; rising tech levels come last.
_GAINS = (
    "siege-gained", "units-looted", "units-received", "knowledge-received", "ship-finished",
    "ship-built", "new-technology",
)  # fmt: skip
#: Maximum number of sentences of a kind; the log contains all of them.
_MAX_SENTENCES = 5
Report = Mapping[str, Any]


def summary_lines(report: Mapping[str, Any]) -> list[str]:
    """Return the lines of the summary; empty if there is nothing to report."""
    sentences = [*_mistakes(report), *_battles(report["events"])]
    for codes in (_LOSSES, _GAINS):
        sentences += _shortened([text for code in codes for text in _texts(report["events"], code)])
    sentences += _levels(report["events"])
    lines = [line for text in sentences for line in wrap_line(f"* {text}")]
    return ["", "\t\t\tTHIS TURN IN SHORT", "", *lines] if lines else []


def _mistakes(report: Mapping[str, Any]) -> Iterator[str]:
    errors = ordered_sum(remark["severity"] == "error" for remark in report["diagnostics"])
    if errors:
        yield f"{counted(errors, 'mistake')} in your orders."


def _battles(events: Iterable[Event]) -> Iterator[str]:
    """Summarize the sectors with battles."""
    places = [event["data"] for event in events if event["code"] == "battle"]
    sectors = dict.fromkeys(f"{place['x']} {place['y']} {place['z']}" for place in places)
    if sectors:
        yield f"Battle in sector {', '.join(sectors)}."


def _texts(events: Iterable[Event], code: str) -> Iterator[str]:
    """Return the distinct sentences of events with a code."""
    return iter(dict.fromkeys(event["text"] for event in events if event["code"] == code))


def _shortened(sentences: list[str]) -> list[str]:
    if len(sentences) <= _MAX_SENTENCES + 1:
        return sentences
    return [
        *sentences[:_MAX_SENTENCES],
        f"... and {len(sentences) - _MAX_SENTENCES} more: see the log.",
    ]


def _levels(events: Iterable[Event]) -> Iterator[str]:
    """Summarize the technologies that rose."""
    rises = [event["data"] for event in events if event["code"] == "tech-rose"]
    if rises:
        levels = ", ".join(f"{rise['tech']} {rise['before']} to {rise['level']}" for rise in rises)
        yield f"Tech levels: {levels}."


def report_text(report: Report, economy: Economy = RULEBOOK_ECONOMY) -> str:
    """Return the whole text, ending with the order form while the game is running.

    The form can be mailed back unchanged, as orders for the coming turn. A forecast has none. The
    report of turn 0 is the first mailing.
    """
    view = report["view"]
    log = home_scan(view) if report["turn"] == 0 else turn_log(report)  # FH-SETUP-009
    turn = report["turn"] + 1
    if view["layout_1999"]:
        return classic_report(view, turn, log, economy)
    # FH-ORDER-002
    form = not report["outcome"] and "forecast" not in view
    opening = f"{opening_line(report)}\n" if form else ""
    classic = classic_report(view, turn, log, economy, form=form, opening=opening)
    above, below = list(_lines_above_log(report)), list(_below(report))
    below += [ENVELOPE.closing] if form else []
    return "".join(f"{line}\n" for line in above) + classic + "".join(f"{c}\n" for c in below)


def opening_line(report: Report) -> str:
    """Return the line that marks the order form as orders for the coming turn."""
    return ENVELOPE.opening_line(report["game"], report["empire"], report["turn"] + 1)


def home_scan(view: Mapping[str, Any]) -> str | None:
    """Return the log of the first report: the scan of the home system (FH-SETUP-010)."""
    scans = (scan for scan in view["scans"] if scan["sector"] == view["home"]["sector"])
    home = next(scans, None)
    if home is None:
        return None
    lines = ["", f"Scan of home star system for SP {view['species']}:", "", *remembered_scan(home)]
    return "".join(f"{line}\n" for line in lines)


def turn_log(report: Report) -> str | None:
    """Return the event log of the report's turn; None without events."""
    return event_log(report["events"], layout_1999=report["view"]["layout_1999"])


def unlogged_remarks(report: Report) -> list[Mapping[str, Any]]:
    """Return the remarks on orders that add to the event log, which are those with a hint."""
    logged = "\n".join(_reasons(report["events"]))
    return [
        remark
        for remark in report["diagnostics"]
        if remark["hint"] or remark["message"].partition(": ")[2] not in logged
    ]


def _reasons(events: Iterable[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the log's reasons about orders, sentence by sentence."""
    for event in events:
        if event["code"] == IGNORED.code:
            yield event["data"]["reason"]
        elif event["code"] == ADJUSTED.code:
            yield from event["data"]["reasons"]


def _lines_above_log(report: Report) -> Iterator[str]:
    if "forecast" in report["view"]:
        yield from ("", "A forecast: the turn with your orders if no other player acts.")
    outcome = report["outcome"]
    if outcome:
        winners = ", ".join(f"SP {name}" for name in outcome["winners"]) or "nobody"
        reason = f" ({reason})" if (reason := outcome["reason"].rstrip(".")) else ""
        yield from ("", *wrap_line(f"THE GAME IS OVER: {winners} won{reason}."))
    if "forecast" not in report["view"]:
        yield from summary_lines(report)
    remarks = unlogged_remarks(report)
    if remarks:
        yield from ("", "\t\t\tREMARKS ON YOUR ORDERS", "")
        for remark in remarks:
            yield from wrap_line(_remark(remark))


def _remark(remark: Mapping[str, Any]) -> str:
    line = f"line {remark['line']}: " if remark["line"] else ""
    words = f" [{remark['words'].strip()}]" if remark["words"].strip() else ""
    hint = f" ({remark['hint']})" if remark["hint"] else ""
    text = f"{remark['severity'].upper()}: {line}{remark['message']}{words}{hint}"
    return " ".join(text.split())


def _below(report: Report) -> Iterator[str]:
    """Yield the keys of the dice and the hashes of the next ones, as comments on the form."""
    turn = report["turn"]
    if report["turn_key"]:
        yield ""
        yield f"; Key of the public dice of turn {turn} (its hash: report of turn {turn - 1}):"
        yield f";   {report['turn_key']}"
    if report["own_key"]:
        yield f"; Key of your own dice of turn {turn}, for you alone (its hash: there too):"
        yield f";   {report['own_key']}"
    if report["next_commitment"]:
        yield f"; Hash of the key of the public dice of turn {turn + 1}:"
        yield f";   {report['next_commitment']}"
    if report["next_own_commitment"]:
        yield f"; Hash of the key of your own dice of turn {turn + 1}:"
        yield f";   {report['next_own_commitment']}"
    yield from (f"; {line}" for line in shared_chance_lines(report))
