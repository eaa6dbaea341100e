"""Formats that hold the results of several jobs. Made by `npm run generate`; do not edit."""

from __future__ import annotations

from typing import Literal

BatchExportFormat = Literal[
    "csv",
    "shots.csv",
    "on-screen-text.csv",
    "paid-segments.csv",
    "disclosures.csv",
    "answers.csv",
    "answers-by-video.csv",
    "jsonl",
]
