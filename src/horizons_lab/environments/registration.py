"""Gymnasium's registry: an environment for each installed variant."""

from __future__ import annotations

from importlib.metadata import entry_points

NAMESPACE = "horizons"


def register_environments() -> list[str]:
    """Register `horizons/NAME-v0` for each installed variant; returns the ids.

    No variant is loaded. Afterwards `gymnasium.make("horizons/event_horizon-v0")` makes a
    `SoloEnv`. Calling it again has no effect.
    """
    import gymnasium

    names = sorted({entry.name for entry in entry_points(group="horizons.variants")})
    ids = [f"{NAMESPACE}/{name}-v0" for name in names]
    for name, id_ in zip(names, ids, strict=True):
        if id_ not in gymnasium.registry:
            gymnasium.register(
                id=id_,
                entry_point="horizons_lab.environments.solo:SoloEnv",
                kwargs={"variant": name},
            )
    return ids
