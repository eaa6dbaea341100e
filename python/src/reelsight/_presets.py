"""Presets: what to find out, saved under names."""

from __future__ import annotations

from typing import List

from ._calls import Calls
from ._types import Preset, PresetEntry


class Presets:
    """`client.presets`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def list(self) -> List[Preset]:
        """The presets of the workspace, the built-in ones first."""
        return self._calls.call("listPresets").data

    def get(self, preset_id: str) -> Preset:
        """A preset."""
        return self._calls.call("getPreset", params={"id": preset_id}).data

    def create(self, preset: PresetEntry) -> Preset:
        """Saves what to find out under a name, which jobs and batches take as `preset`."""
        return self._calls.call("createPreset", body=preset).data

    def replace(self, preset_id: str, preset: PresetEntry) -> Preset:
        """Replaces a preset; jobs that were made with it stay as they are."""
        return self._calls.call("changePreset", params={"id": preset_id}, body=preset).data

    def delete(self, preset_id: str) -> None:
        """Deletes a preset; jobs that were made with it stay as they are."""
        self._calls.call("deletePreset", params={"id": preset_id})
