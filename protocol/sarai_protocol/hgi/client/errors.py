"""What can go wrong with an engine: a fault of it, a refusal by it, a call at the wrong time."""

from __future__ import annotations


class EngineFault(Exception):
    """The engine fails; `phase` says at what: handshake, position, go, quit and so on."""

    def __init__(self, message: str, phase: str) -> None:
        super().__init__(message)
        self.phase = phase


class StartFault(EngineFault):
    """There is no such program, or it can't be run."""


class Gone(EngineFault):
    """It has ended (`code`, negative for a signal), or closed a pipe and goes on (None)."""

    def __init__(self, message: str, phase: str, code: int | None) -> None:
        super().__init__(message, phase)
        self.code = code


class Stalled(EngineFault):
    """It has not answered in `seconds`. An answer that comes later does no harm."""

    def __init__(self, message: str, phase: str, seconds: float) -> None:
        super().__init__(message, phase)
        self.seconds = seconds


class Violation(EngineFault):
    """It has sent a `line` that HGI does not allow there."""

    def __init__(self, message: str, phase: str, line: str) -> None:
        super().__init__(message, phase)
        self.line = line


class Refused(Exception):
    """It has answered with `error`: the `code`, the `field` at fault ('' if not told), the text."""

    def __init__(self, command: str, code: str, field: str, text: str) -> None:
        where = f" (field {field})" if field else ""
        super().__init__(f"{command[:200]!r} was refused: {code}{where} {text}".rstrip())
        self.code = code
        self.field = field
        self.text = text


class NotNow(RuntimeError):
    """The client was asked for what can't be done in its state; nothing was sent."""
