"""Playing a seat of a game on a server: by a bot, or by a program in any language."""
