"""The glossary of a workspace: names and jargon that the recogniser of speech favours."""

from __future__ import annotations

from ._calls import Calls
from ._types import Glossary, PutGlossary


class GlossaryOfWorkspace:
    """`client.glossary`. Every method raises ReelsightError."""

    def __init__(self, calls: Calls) -> None:
        self._calls = calls

    def get(self) -> Glossary:
        """The terms and their revision."""
        return self._calls.call("readGlossary").data

    def replace(self, glossary: PutGlossary) -> Glossary:
        """Replaces all terms, for jobs that are created afterwards.

        With a `revision`, it is refused with GLOSSARY_CHANGED if another one stands.
        """
        return self._calls.call("replaceGlossary", body=glossary).data
