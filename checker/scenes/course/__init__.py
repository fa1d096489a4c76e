"""Where in its course a game stands: a scene that begins in the middle comes in, the places at which play can be go out."""
