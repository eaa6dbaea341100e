"""Uploads: a presigned address for the file, then its bytes straight to the upload host."""

from __future__ import annotations

import os
import time
from typing import BinaryIO, Callable, Dict, Iterator, Literal, Optional, Tuple, Union, cast
from urllib.parse import urlsplit

from ._calls import CALLS
from ._transport import Transport, check, pause_after
from ._types import PresignedUpload, PresignUpload
from ._upload_types import TYPES_BY_ENDING, ContentType
from .errors import ConfigurationError, FileError, ReelsightError

Progress = Callable[[int, int], None]

_PIECE_BYTES = 256 * 1024

class Uploads:
    """`client.uploads`. Every method raises ReelsightError."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def presign(self, upload: PresignUpload) -> PresignedUpload:
        """An address for one file of this size and type, to PUT it to yourself."""
        answer = self._transport.send(CALLS["presignUpload"], body=upload, repeatable=True)
        return cast(PresignedUpload, answer.data)

    def put(
        self,
        file: Union[str, os.PathLike[str], BinaryIO],
        *,
        content_type: Optional[ContentType] = None,
        on_progress: Optional[Progress] = None,
    ) -> str:
        """Uploads a file, by its path or opened in binary mode, and returns its `upload_key`.

        An opened file is sent from where it stands to its end; it must be seekable, as an interrupted upload is sent again,
        to a fresh address. `content_type` is told by the ending of the name if it is not given. `on_progress` gets the
        bytes sent and their sum, and begins at 0 again with each attempt. Raises FileError if the file changes meanwhile.
        """
        if isinstance(file, (str, os.PathLike)):
            with open(file, "rb") as opened:
                return self._put(opened, content_type or _type_of(os.fspath(file)), on_progress)
        kind = content_type or _type_of(str(getattr(file, "name", "")))
        return self._put(file, kind, on_progress)

    def _put(self, file: BinaryIO, kind: ContentType, on_progress: Optional[Progress]) -> str:
        start, size = _span_of(file)
        attempt = 1
        while True:
            try:
                return self._put_once(file, start, size, kind, on_progress)
            except ReelsightError as error:
                error.attempts = attempt
                # An attempt whose answer was lost may have written the file.
                pause = 0.0 if error.code == "UPLOAD_EXISTS" else pause_after(error, attempt)
                if pause is None or attempt > self._transport.max_retries:
                    raise
            attempt += 1
            time.sleep(pause)

    def _put_once(
        self,
        file: BinaryIO,
        start: int,
        size: int,
        kind: ContentType,
        on_progress: Optional[Progress],
    ) -> str:
        target = self.presign({"content_type": kind, "size_bytes": size})
        # The address binds the exact length.
        headers = {"Content-Type": kind, "Content-Length": str(size)}

        def pieces() -> Iterator[bytes]:
            return _pieces_of(file, start, size, on_progress)

        transport = self._transport
        url = target["put_url"]
        response = transport.http.send("PUT", url, headers, pieces, transport.timeout, reuse=False)
        parts = urlsplit(url)
        check(f"{parts.scheme}://{parts.netloc}", response)
        return target["key"]


def _type_of(name: str) -> ContentType:
    kind = TYPES_BY_ENDING.get(os.path.splitext(name)[1].lower()[1:])
    if kind is None:
        raise ConfigurationError("Name the content_type of this file: mp4, quicktime or webm.")
    return kind


def _span_of(file: BinaryIO) -> Tuple[int, int]:
    """Where a file stands, and how many bytes follow."""
    try:
        start = file.tell()
        size = file.seek(0, os.SEEK_END) - start
        file.seek(start)
    except (OSError, AttributeError) as error:
        raise ConfigurationError("An opened file must be seekable.") from error
    if not isinstance(file.read(0), bytes):
        raise ConfigurationError("Open the file in binary mode: open(path, 'rb').")
    return start, size


def _pieces_of(
    file: BinaryIO, start: int, size: int, on_progress: Optional[Progress]
) -> Iterator[bytes]:
    """The bytes of a file, no more and no fewer than it had."""
    sent = 0
    if on_progress is not None:
        on_progress(0, size)
    try:
        file.seek(start)
        while piece := file.read(_PIECE_BYTES):
            sent += len(piece)
            if sent > size:
                break
            yield piece
            if on_progress is not None:
                on_progress(sent, size)
    except OSError as error:
        raise FileError(f"The file could not be read to its end: {error}", "FILE_UNREADABLE") from error
    if sent != size:
        raise FileError(
            f"The file changed while it was uploaded: it had {size} bytes, and "
            f"{'more' if sent > size else sent} were read. Upload it again once it is whole."
        )
