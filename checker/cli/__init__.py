"""The command line: options in, text or files out, exit codes 0 to 3 and 130, 143 when interrupted.

Bad input ends in a message with its place and exit code 2, never in a traceback.
"""
