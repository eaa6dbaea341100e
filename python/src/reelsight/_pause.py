"""How long to wait before something is tried again."""

from __future__ import annotations

import random


def back_off(attempt: int, base: float, cap: float) -> float:
    """Full jitter: anything up to `base` seconds doubled with each attempt from 0 on, at most `cap`."""
    return random.uniform(0.0, min(cap, base * 2.0 ** min(attempt, 30)))


def asked(seconds: float) -> float:
    """A wait that was asked for, and a little more so that clients do not return together."""
    return seconds + random.uniform(0.0, min(1.0, seconds * 0.1))
