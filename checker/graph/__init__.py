"""The state graph of a game: every state that play can come to, each once, and what leads from one to the next.

Rules and starting states come in; states, edges and what is found on them go out. The plain graph asks the interpreter for
every edge; the tables ask it once for what it reads, and are compared with it.
"""
