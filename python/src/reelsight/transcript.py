"""Transcripts as files: SubRip, WebVTT, plain text."""

from __future__ import annotations

import math
from typing import Iterator, List, NamedTuple, Optional, Tuple

from ._types import TranscriptionResult, TranscriptSegment

_LINE_LENGTH = 42
_LINES_PER_CUE = 2


class _Cue(NamedTuple):
    """Two lines of at most 42 characters, as broadcasters set subtitles; times in seconds."""

    start: float
    end: float
    lines: List[str]
    speaker: Optional[int]


def to_srt(transcript: TranscriptionResult) -> str:
    """The transcript as SubRip."""
    cues = []
    for number, cue in enumerate(_cues_of(transcript), 1):
        lines = "\n".join(cue.lines)
        cues.append(f"{number}\n{_clock(cue.start, ',')} --> {_clock(cue.end, ',')}\n{lines}\n")
    return "\n".join(cues)


def to_vtt(transcript: TranscriptionResult) -> str:
    """The transcript as WebVTT, with speakers as voices."""
    cues = ["WEBVTT\n"]
    for cue in _cues_of(transcript):
        voice = "" if cue.speaker is None else f"<v Speaker {cue.speaker}>"
        lines = "\n".join(_escaped(line) for line in cue.lines)
        cues.append(f"{_clock(cue.start, '.')} --> {_clock(cue.end, '.')}\n{voice}{lines}\n")
    return "\n".join(cues)


def to_text(transcript: TranscriptionResult) -> str:
    """One paragraph per speaker's turn if speakers are known, else one line per segment."""
    turns: List[Tuple[Optional[int], str]] = []
    for segment in transcript["segments"]:
        speaker, text = segment.get("speaker"), segment["text"].strip()
        if turns and speaker is not None and turns[-1][0] == speaker:
            turns[-1] = (speaker, f"{turns[-1][1]} {text}")
        else:
            turns.append((speaker, text))
    return "".join(
        f"{text}\n" if speaker is None else f"Speaker {speaker}: {text}\n"
        for speaker, text in turns
        if text
    )


def _cues_of(transcript: TranscriptionResult) -> Iterator[_Cue]:
    for segment in transcript["segments"]:
        yield from _cues_of_segment(segment)


def _cues_of_segment(segment: TranscriptSegment) -> Iterator[_Cue]:
    """Shares the segment's time among its cues: by its words if they have times, else by their length."""
    groups = _even_groups(segment["text"])
    counts = [len(" ".join(group).split()) for group in groups]
    total, words = sum(counts), segment.get("words", [])
    begin, length = segment["start"], segment["end"] - segment["start"]

    def time_at(word: int) -> float:
        told = words[word]["start"] if len(words) == total else 0.0
        return told or begin + length * word / total

    word = 0
    for index, group in enumerate(groups):
        start = begin if index == 0 else time_at(word)
        word += counts[index]
        end = segment["end"] if index == len(groups) - 1 else time_at(word)
        yield _Cue(start, max(start, end), group, segment.get("speaker"))


def _even_groups(text: str) -> List[List[str]]:
    """The lines of as few cues as hold the text, of about the same length, so that no word flashes by alone."""
    words = text.split()
    for count in range(math.ceil(len(_wrap(words)) / _LINES_PER_CUE), len(words)):
        groups = [_wrap(part) for part in _in_parts(words, count)]
        if all(len(lines) <= _LINES_PER_CUE for lines in groups):
            return groups
    return [[word] for word in words]


def _in_parts(words: List[str], count: int) -> List[List[str]]:
    """`count` runs of words of about the same number of characters."""
    parts: List[List[str]] = [[] for _ in range(count)]
    total, before = len(" ".join(words)), 0
    for word in words:
        middle = before + len(word) / 2
        parts[min(count - 1, math.floor(middle / total * count))].append(word)
        before += len(word) + 1
    return [part for part in parts if part]


def _wrap(words: List[str]) -> List[str]:
    """Breaks between words; a word longer than a line stands alone."""
    lines: List[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= _LINE_LENGTH:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines


def _clock(seconds: float, separator: str) -> str:
    """`01:02:03,004`"""
    ms = max(0, math.floor(seconds * 1000 + 0.5))
    minutes, rest = divmod(ms, 60_000)
    return (
        f"{minutes // 60:02}:{minutes % 60:02}:{rest // 1000:02}{separator}{rest % 1000:03}"
    )


def _escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
