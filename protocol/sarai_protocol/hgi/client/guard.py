"""The guard: a small shell that outlives this process by a second, and kills what is left then.

A process that is killed can't kill its children, and an engine may hang or ignore that its input
has ended. So each process that starts engines has one guard, which reads the numbers of their
groups from a pipe; the end of the pipe means that the process is gone, however it went.
"""

from __future__ import annotations

import atexit
import contextlib
import os
import subprocess

PATIENCE = 1
"""Seconds that an engine has to end by itself when its client is gone."""

SCRIPT = """
trap '' HUP INT TERM
groups=
while read -r sign group; do
    rest=
    for other in $groups; do
        [ "$other" = "$group" ] || rest="$rest $other"
    done
    groups=$rest
    [ "$sign" = + ] && groups="$groups $group"
done
[ -z "$groups" ] && exit
sleep "$0"
for group in $groups; do
    kill -s KILL -- "-$group"
done
"""

_guard: subprocess.Popen[bytes] | None = None


def watch(group: int) -> None:
    """Kill this group when this process is gone."""
    global _guard
    if _guard is None or _guard.poll() is not None:
        with contextlib.suppress(OSError):  # without a shell there is no guard, that is all
            _guard = subprocess.Popen(
                ["/bin/sh", "-c", SCRIPT, str(PATIENCE)],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            atexit.register(_release, _guard, os.getpid())
    _tell(f"+ {group}\n")


def forget(group: int) -> None:
    """The group has ended; its number may soon be that of another one."""
    _tell(f"- {group}\n")


def _tell(line: str) -> None:
    if _guard is not None and _guard.stdin is not None:
        with contextlib.suppress(OSError):
            os.write(_guard.stdin.fileno(), line.encode())


def _release(guard: subprocess.Popen[bytes], owner: int) -> None:
    if os.getpid() == owner and guard.stdin is not None:
        guard.stdin.close()
        guard.wait()
