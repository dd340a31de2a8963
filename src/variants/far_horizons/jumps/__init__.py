"""What chance makes of jumps: of one, and of a fleet's a million times."""
