"""Follows all events from a position on and writes each one's position and id, a line each, until it is ended."""

import sys

from reelsight import Reelsight

for event, position in Reelsight().events.stream(after=sys.argv[1], max_pause=0.3):
    print(position, event["event_id"], flush=True)
