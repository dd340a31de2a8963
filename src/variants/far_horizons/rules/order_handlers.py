"""The errands that may be run both before departure and after arrival."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.rules.destroying import destroy
from variants.far_horizons.rules.dispatch import Handler
from variants.far_horizons.rules.landing import land
from variants.far_horizons.rules.messages import message
from variants.far_horizons.rules.naming import name
from variants.far_horizons.rules.orbits import deep, orbit
from variants.far_horizons.rules.repair import repair
from variants.far_horizons.rules.scanning import scan
from variants.far_horizons.rules.sending import send
from variants.far_horizons.rules.transfer import transfer

EITHER: Mapping[str, Handler] = {
    "DEEP": deep,
    "DESTROY": destroy,
    "LAND": land,
    "MESSAGE": message,
    "NAME": name,
    "ORBIT": orbit,
    "REPAIR": repair,
    "SCAN": scan,
    "SEND": send,
    "TRANSFER": transfer,
}
