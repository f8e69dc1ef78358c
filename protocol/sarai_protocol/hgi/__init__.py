"""HGI, the hidden-information game interface: protocol/HGI.md is the document."""
