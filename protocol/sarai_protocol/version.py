"""Which Sarai this is."""

from importlib.metadata import PackageNotFoundError
from importlib.metadata import version as installed


def version() -> str:
    """The installed version; `unknown` when run from sources that are not installed."""
    try:
        return installed("sarai")
    except PackageNotFoundError:
        return "unknown"
