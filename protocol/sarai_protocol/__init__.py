"""Everything of Sarai that talks to the outside: the `sarai` command and the arena."""
