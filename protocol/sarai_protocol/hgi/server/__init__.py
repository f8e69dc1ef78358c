"""The engine's side of HGI: bare `sarai`. server.py is where to begin."""
