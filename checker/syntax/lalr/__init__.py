"""Grammars become automata that read word by word.

What comes in is a grammar in lark's notation; what goes out is a table of states, which is data and can be kept. It
promises that no text can be read in two ways, unless the grammar is one that goes on reading where it can.
"""
