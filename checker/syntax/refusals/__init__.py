"""What is said of a text that cannot be read: the form that was meant, or the nearest that can stand there.

Words that were refused, with what the grammar would accept, come in; a hint goes out, or nothing.
"""
