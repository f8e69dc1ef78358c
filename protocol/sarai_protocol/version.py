"""Which Sarai this is: the one place; pyproject.toml reads it too."""

VERSION = "0.1.0"
