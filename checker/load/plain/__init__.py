"""Errata in plain English, each as the formal change that it says.

Sentences that stand below the title of an erratum come in, with the rules as they are; entries as they would be written
go out, or a refusal that proposes some.
"""
