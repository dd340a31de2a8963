"""House rules of Far Horizons."""
