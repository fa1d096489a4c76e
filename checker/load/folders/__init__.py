"""Games as folders: where their files lie, and what the settings of a game in a folder of its own say.

In comes a name or a folder; out come the paths of files that may be read, and settings as values. Nothing is run, and
nothing outside the folder is read.
"""
