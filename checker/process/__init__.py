"""What is asked of the operating system: workers, a bound on memory, interrupts, files and pipes.

Workers end with the process that started them. Nothing is read beyond the bounds of `kernel/source.py`, and nothing is
waited for without end. A regular file is replaced whole; anything else is written into.
"""
