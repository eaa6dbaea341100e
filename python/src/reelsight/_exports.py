"""Results as files: subtitles, tables, timelines, annotations."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import List, Literal, Union
from urllib.parse import unquote

from ._answer import Answer

FrameRate = Literal[
    "23.976", "24", "25", "29.97", "30", "47.952", "48", "50", "59.94", "60"
]
Names = Union[str, List[str]]


@dataclass(frozen=True)
class ExportedFile:
    """A file made of results, all of it in memory."""

    content: bytes
    """Its bytes; text is UTF-8."""
    file_name: str
    """As the service proposes it, made of the title of the video; without a path."""


def exported(answer: Answer[bytes]) -> ExportedFile:
    """The file an answer is."""
    return ExportedFile(answer.data, _file_name(str(answer.headers.get("content-disposition", ""))))


def _file_name(disposition: str) -> str:
    encoded = re.search(r"filename\*=UTF-8''([^;\s]+)", disposition, re.IGNORECASE)
    plain = re.search(r'filename="([^"]*)"', disposition, re.IGNORECASE)
    name = unquote(encoded[1]) if encoded else plain[1] if plain else ""
    # A title that a caller may open must not lead out of the folder it is written to.
    name = re.split(r"[/\\]", re.sub(r"[\x00-\x1f\x7f]", "", name))[-1]
    return name if name.strip(". ") else "export"
