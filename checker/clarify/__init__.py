"""What `hexcheck report` and `--settle` do: errata that settle a question, and a report that a publisher can send.

Findings come in; remedies go out that were tried: each makes its question FORCED, and what else it changes is counted.
"""
