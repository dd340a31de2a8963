"""House rule: reports end with the gamemaster's address, and scores are announced."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes

horizons_messages = hz.hookimpl(lambda: {"score.told": "You have {score:,} points."})


@changes
def horizons_report(form):
    return attrs.evolve(form, text=lambda report: form.text(report) + "Questions? Ask Cleo.\n")


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("signed", "starcluster", "Signed reports", "1.0", "Reports have an address.")
