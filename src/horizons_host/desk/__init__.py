"""The gamemaster's desk: what was done to a game, edits of its state, hand-over and archive."""
