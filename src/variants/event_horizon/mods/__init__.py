"""House rules for Event Horizon that ship with it."""
