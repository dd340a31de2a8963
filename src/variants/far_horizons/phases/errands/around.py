"""The errands that may be run both before departure and after arrival."""

from __future__ import annotations

from collections.abc import Mapping

from variants.far_horizons.phases.carrying_out import Handler
from variants.far_horizons.phases.errands.destroying import destroy
from variants.far_horizons.phases.errands.landing import land
from variants.far_horizons.phases.errands.messages import message
from variants.far_horizons.phases.errands.moving import deep, orbit
from variants.far_horizons.phases.errands.naming import name
from variants.far_horizons.phases.errands.repairing import repair
from variants.far_horizons.phases.errands.scanning import scan
from variants.far_horizons.phases.errands.sending import send
from variants.far_horizons.phases.errands.transferring import transfer

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
