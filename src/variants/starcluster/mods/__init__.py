"""House rules that ship with Starcluster."""
