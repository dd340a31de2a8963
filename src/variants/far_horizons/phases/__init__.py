"""The phases of a turn, each a step on a desk; `sequence.py` puts them in their order."""
