"""The judge's page: a folder of files that answers in the browser, and what its program there says.

In: a game that is laid ready, and what was typed or touched. Out: the folder, and records that the page shows.
The page is the same program: nothing about a game is decided here, and nothing of it is written in JavaScript.
"""
