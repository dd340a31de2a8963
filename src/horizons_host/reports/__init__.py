"""Report files, battle replays and odds, and explanations of events."""
