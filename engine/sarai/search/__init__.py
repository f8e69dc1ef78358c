"""Search: the searcher (ismcts), its limits and its results."""

from .ismcts import Search, Settings
from .limits import Limits
from .results import Candidate, Event, SearchResult

__all__ = ["Candidate", "Event", "Limits", "Search", "SearchResult", "Settings"]
