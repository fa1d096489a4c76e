"""What is kept between runs, on disk, by the content of what it was made from.

Values of the kernel go in and come out equal, or do not come out: what is read is data, checked by type, never code.
A folder that belongs to somebody else, or that others may write to, is not used. A full disk loses nothing but time.
"""
