"""A table as it is drawn: what lies where, and a picture of it for paper and for pages on which nothing moves."""
