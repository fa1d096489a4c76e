"""Filled tables as flat arrays, and a fixed kernel that goes through states by them: the extra `hexcheck[fast]`.

A state graph comes in that knows a part of its states; the same comes out with the rest. The kernel knows nothing of rules:
where a row is missing, the tables are asked. Only `installed` can be imported without Numba and NumPy.
"""
