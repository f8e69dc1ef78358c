"""Search: the searcher (ismcts), its limits and its results."""

from .ismcts import Search
from .limits import Limits
from .native import NativeSearch
from .results import Candidate, Event, SearchResult
from .settings import Settings

__all__ = ["Candidate", "Event", "Limits", "NativeSearch", "Search", "SearchResult", "Settings"]
