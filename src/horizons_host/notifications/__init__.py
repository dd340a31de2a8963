"""Who is told what happened in a game, once, and by which way: mail, webhook or feed."""
