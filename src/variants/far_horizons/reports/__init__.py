"""The reports of Far Horizons, each made from a view and the turn's log."""
