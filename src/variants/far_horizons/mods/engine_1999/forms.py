"""The 1999 engine's rules for set-up forms."""

from __future__ import annotations

from attrs import evolve, frozen

from variants.far_horizons.setup.form_text import RawForm
from variants.far_horizons.setup.forms import FormRules


@frozen(kw_only=True)
class EngineForms(FormRules):
    """The engine's form rules; `docs/far-horizons-1999.md` lists each field and method."""

    #: a form may leave some of the 15 points unused (FH-SETUP-002, FH-FORM-002)
    least_points: int = 0
    #: all names have 5 characters or more (FH-FORM-004)
    shortest_species_name: int = 5
    #: all names have 5 characters or more (FH-FORM-005)
    shortest_name: int = 5
    #: names of more than 31 characters are refused (FH-SETUP-007, FH-FORM-005)
    cuts_names: bool = False
    #: a name may begin with a digit (FH-CMD-003)
    digits_first: bool = True

    def read(self, raw: RawForm) -> RawForm:
        """Read a form; in JSON, points of Life Support count as Military (FH-SETUP-002)."""
        return _move_fields(raw) if raw.json else raw


def _move_fields(raw: RawForm) -> RawForm:
    fields: dict[str, str | int] = {}
    for key, value in raw.fields.items():
        fields["ml" if key == "ls" else key] = value
        if key == "x-mi-base":
            fields["x-ma-base"] = value
    return evolve(raw, fields=fields)


ENGINE_FORMS = EngineForms()
