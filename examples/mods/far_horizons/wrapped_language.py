"""House rule: orders may be written in German."""

import horizons_core as hz
from horizons_core.plugins import changes, wrapped_methods


def read(inner, text, **names):
    return inner(text.replace("Lande ", "Land ").replace("Baue ", "Build "), **names)


@changes
def horizons_order_language(language):
    return wrapped_methods(language, read=read)


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("german", "far_horizons", "German orders", "1.0", "Lande and Baue.")
