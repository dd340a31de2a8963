"""House rule: reports end with the gamemaster's address, and yards name the ships they launch."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes

SENTENCES = {"planet.built_ships": "{planet} launched {ships} {type} (group {group})."}
horizons_messages = hz.hookimpl(lambda: SENTENCES)


@changes
def horizons_report(form):
    return attrs.evolve(form, text=lambda report: form.text(report) + "Questions? Ask Cleo.\n")


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("signed", "galaxy_g", "Signed reports", "1.0", "Reports end with an address.")
