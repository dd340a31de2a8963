"""House rule: orders may be written in German."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


def read(inner, text, **names):
    return inner(text.replace("BAUE ", "BUILD ").replace("BEWEGE ", "MOVE "), **names)


@changes
def horizons_order_language(language):
    return wrapped_methods(language, read=read)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("german", "event_horizon", "German orders", "1.0", "BAUE and BEWEGE.")
