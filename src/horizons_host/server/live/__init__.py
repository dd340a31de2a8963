"""Live updates: streams of facts about games, without their content."""
