"""How scenes of the word game are told: statements and questions come in, what they do to the table and read off it goes out.

What the rules make of a table is in the modules around this folder; of them only `game` knows of scenes.
"""
