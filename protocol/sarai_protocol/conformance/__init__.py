"""The conformance run: an engine of anybody against HGI.md, step by step.

`session` talks to an engine and turns what it must not do into `Failed`; `truth` makes positions
from the rules in the library `sarai`; the steps stand by topic in files of their own, each citing
the section of HGI.md that it tests; `table` has them in order, `runner` runs them.
"""
