"""Where the talk with engines is kept: of games with a fault, and of all if that is asked for.

Nothing is written that the user has not named: transcripts go into the folder that was given, else
beside the record, else nowhere.
"""

from __future__ import annotations

from pathlib import Path

from ...refusal import Refusal, reason


class Transcripts:
    """Writes a file for each game: `FOLDER/game-12.txt`, or `RECORD.game-12.txt`.

    Refusal if the folder can't be made.
    """

    def __init__(self, folder: Path | None, record: Path | None) -> None:
        self._start = None if record is None else f"{record}."
        self.written: list[str] = []
        if folder is not None:
            try:
                folder.mkdir(exist_ok=True)
            except OSError as error:
                raise Refusal(f"--transcripts {folder}: {reason(error)}") from None
            self._start = f"{folder}/"

    def keep(self, number: int, text: str) -> None:
        """The transcript of a game, if it has a place. Refusal if it can't be written."""
        if self._start is None:
            return
        path = f"{self._start}game-{number}.txt"
        try:
            Path(path).write_text(text, encoding="utf-8")
        except OSError as error:
            raise Refusal(f"{path}: {reason(error)}") from None
        self.written.append(path)
