"""Files of edits, which contain only the `state` of a scenario."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from horizons_core.data_text import DataError, read_yaml
from horizons_core.errors import ScenarioError


def edit_in(text: str) -> Mapping[str, Any]:
    """Return the state that an edit applies to the game.

    Raises ScenarioError, with the line, for invalid YAML or anything but a state.
    """
    try:
        data = read_yaml(text)
    except DataError as problem:
        raise ScenarioError(f"the edit cannot be read: {problem.message}", problem.hint) from None
    state = data.get("state") if isinstance(data, Mapping) else None
    if not isinstance(state, Mapping) or not state or len(data) > 1:
        raise ScenarioError(
            "an edit must have a 'state' and nothing else",
            "write it as in a scenario: state: {...}; 'horizons edit --help' has an example",
        )
    return state
