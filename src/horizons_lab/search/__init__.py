"""The bot `lookahead`, which tries orders in any game."""
