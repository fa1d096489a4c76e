"""Duties: acts that must be done and cannot, that exclude each other, or after which nothing follows."""
