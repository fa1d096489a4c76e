"""hexcheck tells people what a game's rules say."""
