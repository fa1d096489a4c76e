"""Components: of how many pieces of a kind a play can need at once."""
