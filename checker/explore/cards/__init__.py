"""One or two cards on small tables: the stable states that they lead to, and what is open, stuck or empty there."""
