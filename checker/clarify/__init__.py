"""What `--settle` does: errata that settle a question, each tried on the scene that asks it."""
