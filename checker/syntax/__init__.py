"""Texts as trees and trees as texts: the grammars, the parser, the lowering to effects and norms, and the printer.

A text comes in; terms, effects, norms or items of a scene go out, or InputError with a place, what was expected and the
nearest form. Printing and parsing are inverse. Nothing here knows which entries a game has.
"""
