"""House rule: reports end with the umpire's address, and standings are short."""

import attrs

import horizons_core as hz
from horizons_core.plugins import changes

horizons_messages = hz.hookimpl(lambda: {"standing.told": "Your standing: {standing}."})


@changes
def horizons_report(form):
    return attrs.evolve(form, text=lambda report: form.text(report) + "Questions? Ask Cleo.\n")


@hz.hookimpl
def horizons_mod_info():
    return hz.ModInfo("signed", "campaign2e", "Signed reports", "1.0", "Reports have an address.")
