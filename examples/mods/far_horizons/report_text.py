"""House rule: reports end with the gamemaster's address, and landings have another text."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes

SENTENCES = {"ship-landed": "    {ship} touched down on PL {planet}."}
horizons_messages = hz.hookimpl(lambda: SENTENCES)


@changes
def horizons_report(form):
    return attrs.evolve(form, text=lambda report: form.text(report) + "Questions? Ask Cleo.\n")


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("signed", "far_horizons", "Signed reports", "1.0", "Reports have an address.")
