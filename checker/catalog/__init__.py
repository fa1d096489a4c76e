"""The games there are, by name or by folder, opened with their amendments, and what is asked of whichever are meant."""
