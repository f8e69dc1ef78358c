"""HGI, the hidden-information game interface: protocol/HGI.md is the document.

messages.py is the grammar of what an engine says, which server/, client/ and check/ share.
"""
