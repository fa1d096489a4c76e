"""What `hexcheck report` does: what a publisher is asked to settle, as Markdown, as a page and on paper.

Findings come in; one content goes out, of values that are printed as they stand. What is not in the content is in no
edition of the report.
"""
