"""What an assistant is offered over the Model Context Protocol: tools, clauses and cards to read, and how a table is told."""
