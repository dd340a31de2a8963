"""The effects of a change of rules: the same games, on the same dice, without and with it."""
