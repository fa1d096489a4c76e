"""Filled tables as flat arrays, and a fixed kernel that goes through states by them: the extra `hexcheck[fast]`.

A state graph comes in that knows a part of its states; the same comes out with the rest. The kernel knows nothing of rules:
where a row is missing, the tables are asked. Only what is imported from here needs Numba and NumPy.
"""
