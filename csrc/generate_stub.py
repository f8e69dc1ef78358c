"""Write engine/sarai/_core.pyi: what the compiled core looks like to a type checker.

Everything in it follows from the section of core.h that cffi reads. Run it by hand after a change
of that section and commit both; a test compares them.

A pointer to a struct is a class with its fields, since cffi lets a pointer be read like the struct
and indexed like an array. Only `ffi` and `lib` exist at run time, the classes don't.
"""

import re
from collections.abc import Iterator

from build_core import CSRC, cdef

TARGET = CSRC.parent / "engine" / "sarai" / "_core.pyi"
REAL = ("double", "float")
WHOLE = re.compile(r"u?int\d*(_t)?|size_t|core_move|core_status")

HEAD = '''"""The compiled core. Made by csrc/generate_stub.py from csrc/core.h; do not edit."""

from collections.abc import Iterator, Sequence
from mmap import mmap as Buffer
from typing import Any, Literal, Self, overload

class CData:
    """A piece of C memory, or a pointer to one."""

class Text(CData): ...

class Whole(CData):
    """Whole numbers, one after the other."""

    def __getitem__(self, at: int, /) -> int: ...
    def __setitem__(self, at: int, number: int, /) -> None: ...
    def __add__(self, count: int, /) -> Self: ...

class Real(CData):
    """Floating-point numbers, one after the other."""

    def __getitem__(self, at: int, /) -> float: ...
    def __setitem__(self, at: int, number: float, /) -> None: ...
    def __add__(self, count: int, /) -> Self: ...
'''

FFI = """
class FFI:
    NULL: CData
{new}
    @overload
    def unpack(self, memory: Whole, count: int) -> list[int]: ...
    @overload
    def unpack(self, memory: Real, count: int) -> list[float]: ...
    def string(self, text: Text) -> bytes: ...
    def buffer(self, memory: CData) -> memoryview: ...
    def sizeof(self, memory: CData) -> int: ...
    def memmove(self, to: CData, source: CData | bytes, size: int) -> None: ...
    def cast(self, kind: str, address: int | CData) -> Any: ...
    def from_buffer(self, kind: str, buffer: Buffer, require_writable: bool = ...) -> Whole: ...
"""

NEW = """
    @overload
    def new(self, kind: Literal[{kinds}], init: {init} = ...) -> {made}: ..."""


def section() -> str:
    """The C declarations without comments."""
    return re.sub(r"/\*.*?\*/", " ", cdef(), flags=re.DOTALL)


def structs(text: str) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each struct with its fields: names and classes. An opaque struct has none."""
    for name in re.findall(r"typedef struct \w+ (\w+);", text):
        yield name, []
    for body, name in re.findall(r"typedef struct \{(.*?)\} (\w+);", text, re.DOTALL):
        fields = []
        for declaration in filter(None, map(str.strip, body.split(";"))):
            kind, declarators = re.fullmatch(
                r"((?:const )?\w+)\s+(.*)", declaration, re.DOTALL
            ).groups()  # type: ignore[union-attr]
            for declarator in declarators.split(","):
                many = "*" in declarator or "[" in declarator
                field = re.search(r"\w+", declarator)
                assert field is not None
                fields.append((field[0], result(kind + " *" * many)))
        yield name, fields


def base(kind: str) -> str:
    """A C type without `const` and `*`."""
    return kind.replace("const", "").replace("*", "").strip()


def result(kind: str) -> str:
    """What a value of this C type is in Python."""
    name = base(kind)
    if "*" not in kind:
        if name.startswith("core_") and not WHOLE.fullmatch(name):
            return name
        return "None" if name == "void" else "float" if name in REAL else "int"
    if name in ("void", "char"):
        return "Text" if name == "char" else "CData"
    return "Real" if name in REAL else "Whole" if WHOLE.fullmatch(name) else name


def argument(kind: str) -> str:
    """What may be passed for this C type: cffi makes an array of a sequence, for reading only."""
    found = result(kind)
    if "*" not in kind or "const" not in kind:
        return found
    if base(kind) == "void":
        return "CData | bytes"
    return f"{found} | Sequence[int]" if found == "Whole" else found


def functions(text: str) -> Iterator[str]:
    for kind, name, parameters in re.findall(
        r"^([\w ]+?[ *]+)(\w+)\(([^)]*)\);", text, re.MULTILINE
    ):
        taken = []
        for parameter in re.split(r",\s*", " ".join(parameters.split())):
            if parameter == "void":
                continue
            declared, called = re.fullmatch(r"(.*?[ *])(\w+)", parameter).groups()  # type: ignore[union-attr]
            taken.append(f"{called}: {argument(declared)}")
        head = ", ".join(["self", *taken, "/"] if taken else ["self"])
        line = f"    def {name}({head}) -> {result(kind)}: ..."
        if len(line) > 100:
            inside = "".join(f"        {part},\n" for part in ["self", *taken, "/"])
            line = f"    def {name}(\n{inside}    ) -> {result(kind)}: ..."
        yield line


def constants(text: str) -> list[str]:
    enums = re.findall(r"enum \{(.*?)\}", text, re.DOTALL)
    defined: list[str] = re.findall(r"#define (\w+) ", text)
    return defined + [item.split()[0] for body in enums for item in body.split(",") if item.strip()]


def allocations(names: list[str]) -> str:
    """The overloads of ffi.new: by the text of the C type."""
    whole = sorted(set(re.findall(r"\b(u?int\d+_t|core_move)\b", section())))
    lists = [f"{kind}{end}" for kind in whole for end in ("[]", " *")]
    rows = [
        (lists, "int | Sequence[int]", "Whole"),
        (["double[]", "float[]"], "int | Sequence[float]", "Real"),
    ]
    rows += [([f"{name} *", f"{name}[]"], "int", name) for name in names]
    return "".join(
        NEW.format(kinds=", ".join(f'"{kind}"' for kind in kinds), init=init, made=made)
        for kinds, init, made in rows
    ).removeprefix("\n")


def stub() -> str:
    text = section()
    found = dict(structs(text))
    classes = []
    for name, fields in found.items():
        body = [f"    {field}: {kind}" for field, kind in fields]
        if fields:
            body += ["", "    def __getitem__(self, at: int, /) -> Self: ..."]
            body += ["    def __iter__(self) -> Iterator[Self]: ..."]
        classes.append(f"\nclass {name}(CData):" + ("\n" + "\n".join(body) if body else " ..."))
    library = [f"    {name}: int" for name in constants(text)] + list(functions(text))
    ffi = FFI.format(new=allocations([name for name, fields in found.items() if fields]))
    return (
        HEAD
        + "\n".join(classes)
        + "\n"
        + ffi
        + "\nclass Library:\n"
        + "\n".join(library)
        + "\n\nffi: FFI\nlib: Library\n"
    )


if __name__ == "__main__":
    TARGET.write_text(stub(), encoding="utf-8")
