"""What an editor of text shows of the files of a game while they are written: a language server, `hexcheck lsp`.

In: the texts that are open, which stand in the place of their files, and a place in one of them. Out: problems, what is
said there, where it is defined and used, what may come next, other texts. All but `server` and its `client` are
functions of these values, and only these two know the protocol. A game that cannot be read leaves what was read of it last.
"""
