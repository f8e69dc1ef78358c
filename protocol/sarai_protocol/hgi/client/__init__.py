"""The client's side of HGI: drives any engine that speaks it, from asyncio. See client.py."""

from .client import Client, Phase, TimeOuts

__all__ = ["Client", "Phase", "TimeOuts"]
