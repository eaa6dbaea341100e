"""Transcripts as files, as the TypeScript client writes them."""

from __future__ import annotations

import json
import unittest

from reelsight import to_srt, to_text, to_vtt
from support import setting


class Transcripts(unittest.TestCase):
    def test_files_are_those_of_the_other_client(self) -> None:
        with open(setting("VECTORS"), encoding="utf-8") as file:
            vectors = json.load(file)["transcripts"]
        self.assertGreater(len(vectors), 3)
        for vector in vectors:
            self.assertEqual(to_srt(vector["transcript"]), vector["srt"])
            self.assertEqual(to_vtt(vector["transcript"]), vector["vtt"])
            self.assertEqual(to_text(vector["transcript"]), vector["text"])


if __name__ == "__main__":
    unittest.main()
