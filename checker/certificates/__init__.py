"""The independent checker: that what `smt` and `explore` say is proved follows from what they wrote down.

A certificate comes in, and a list of faults goes out, empty if it holds. `check` needs nothing but the standard library;
the others compare a certificate with the rules and share nothing with what found it.
"""
