"""Reports and their files, replays, battle odds and explanations."""
