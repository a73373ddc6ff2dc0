"""Following a game that is played elsewhere, from what one seat sees of it."""
