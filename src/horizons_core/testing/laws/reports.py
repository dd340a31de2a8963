"""Laws of reports: three formats, and a published schema."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator

from horizons_core.codec import canonical
from horizons_core.plugins.hooks import hookimpl
from horizons_core.report.maps import map_svg
from horizons_core.testing.laws.settings import ContractSettings


class _ReportListener:
    """Records the reports that are made."""

    def __init__(self) -> None:
        self.reports: list[tuple[str, int]] = []

    @hookimpl
    def horizons_report_ready(self, report: Mapping[str, Any]) -> None:
        self.reports.append((report["empire"], report["turn"]))


class ReportLaws(ContractSettings):
    """Every empire gets a report of every turn, in every format."""

    def test_the_report_keeps_to_its_schema(self) -> None:
        schema = self.variant.report_form.schema()
        Draft202012Validator.check_schema(schema)
        validator = Draft202012Validator(schema)
        for turn, empire in self.reported_turns():
            data = turn.report(empire).data
            faults = [
                f"{'/'.join(map(str, e.path))}: {e.message}" for e in validator.iter_errors(data)
            ]
            assert not faults, "\n".join(faults[:10])

    def test_the_report_renders_as_text_and_html(self) -> None:
        for turn, empire in self.reported_turns():
            report = turn.report(empire)
            assert empire in report.text
            assert report.html.count("<") > 3
            assert not [name for name in self.seats if "<" in name and name in report.html]

    def test_the_map_can_be_drawn(self) -> None:
        for turn, empire in self.reported_turns():
            chart = self.variant.map(self.variant.view(turn.game, empire))
            canonical(chart)
            assert not chart or "</svg>" in map_svg(chart)

    def test_listeners_get_every_report(self) -> None:
        listener, turn = _ReportListener(), self.played()[0].after
        self.variant.manager.register(listener)
        try:
            for empire in self.seats:
                turn.report(empire)
        finally:
            self.variant.manager.unregister(listener)
        assert listener.reports == [(empire, turn.game.turn) for empire in self.seats]

    def test_every_event_names_clauses_of_the_rulebook(self) -> None:
        named = {rule for p in self.played() for event in p.after.events for rule in event.rules}
        assert not [rule for rule in sorted(named) if rule not in self.variant.rules]
