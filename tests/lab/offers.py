"""Commands that belong to no game, with offered arguments."""

from __future__ import annotations

from typing import Any

import horizons_core as hz
from horizons_core.orders import Argument, OrderOptions


def options(keyword: str, optional: bool = False, **offered: Any) -> OrderOptions:
    """Return a command with the offers for its arguments, the last optional if `optional`."""
    last = list(offered)[-1:]
    arguments = {name: Argument(optional=optional and name in last) for name in offered}
    return OrderOptions(hz.Command(keyword, arguments=arguments), offered)
