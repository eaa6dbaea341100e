"""Uploads to a host that misbehaves, of files that change."""

from __future__ import annotations

import io
import os
import tempfile
import unittest
from pathlib import Path
from typing import List, Tuple

import reelsight
from support import Answer, QuickPauses, ScriptedServer, data, page, refusal, reset, send

SIZE = 600_000
BYTES = os.urandom(SIZE)
STORED = send(200, b"")


class Uploads(QuickPauses):
    """Each attempt presigns (an even request), then puts."""

    def served(self, *puts: Answer) -> ScriptedServer:
        server = ScriptedServer()
        for number, put in enumerate(puts):
            url = {"put_url": f"{server.url}/put/{number}?size={SIZE}", "key": f"uploads/{number}"}
            server.answers += [data(url), put]
        self.addCleanup(server.__exit__)
        return server

    def test_a_file_by_path_is_sent_whole_with_progress(self) -> None:
        server = self.served(STORED)
        told: List[Tuple[int, int]] = []
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "clip.MOV"
            path.write_bytes(BYTES)
            for file in (path, str(path)):
                server.seen.clear()
                told.clear()
                key = server.client().uploads.put(file, on_progress=lambda *one: told.append(one))
                self.assertEqual(key, "uploads/0")
                put = server.seen[1]
                self.assertEqual(put.body, BYTES)
                self.assertEqual(put.headers["content-type"], "video/quicktime")
                self.assertEqual(put.headers["content-length"], str(SIZE))
                self.assertNotIn("x-api-key", put.headers)
        self.assertEqual((told[0], told[-1]), ((0, SIZE), (SIZE, SIZE)))
        self.assertGreater(len(told), 2)

    def test_an_open_file_is_sent_from_where_it_stands(self) -> None:
        server = self.served(reset, STORED)
        file = io.BytesIO(b"head" + BYTES)
        file.seek(4)
        key = server.client().uploads.put(file, content_type="video/webm")
        self.assertEqual((key, server.seen[3].body == BYTES), ("uploads/1", True))

    def test_an_upload_that_broke_off_goes_to_a_fresh_address(self) -> None:
        for trouble in (reset, refusal(503, "X"), refusal(409, "UPLOAD_EXISTS"), page(502)):
            server = self.served(trouble, STORED)
            key = server.client().uploads.put(io.BytesIO(BYTES), content_type="video/mp4")
            self.assertEqual(key, "uploads/1")
            self.assertEqual([one.method for one in server.seen], ["POST", "PUT"] * 2)

    def test_a_refusal_is_an_error_with_its_code(self) -> None:
        server = self.served(refusal(403, "UPLOAD_REFUSED"))
        with self.assertRaises(reelsight.PermissionDeniedError) as caught:
            server.client().uploads.put(io.BytesIO(BYTES), content_type="video/mp4")
        self.assertEqual(caught.exception.code, "UPLOAD_REFUSED")

    def test_a_redirect_is_no_upload(self) -> None:
        for status in (301, 302, 303, 307, 308):
            server = self.served(send(status, b"", Location="/elsewhere"))
            with self.assertRaisesRegex(reelsight.UnexpectedAnswerError, "redirect to /elsewhere"):
                server.client().uploads.put(io.BytesIO(BYTES), content_type="video/mp4")
            self.assertEqual([one.method for one in server.seen], ["POST", "PUT"])

    def test_a_host_that_hangs_up_in_the_midst_says_why(self) -> None:
        def refuse(handler: object) -> None:
            refusal(413, "UPLOAD_TOO_LARGE")(handler)  # type: ignore[arg-type]
            handler.close_connection = True  # type: ignore[attr-defined]

        server = self.served(refuse)
        server.unread = "PUT"
        with self.assertRaises(reelsight.TooLargeError):
            server.client(max_retries=0).uploads.put(
                io.BytesIO(BYTES * 20), content_type="video/mp4"
            )

    def test_a_file_that_changes_is_an_error_and_not_sent_again(self) -> None:
        class Changing(io.BytesIO):
            def read(self, size: object = -1) -> bytes:
                if size == 0:
                    return b""
                if self.tell() == 0:
                    self.truncate(SIZE // 2) if self.shrinks else None
                piece = super().read(size)  # type: ignore[arg-type]
                if not self.shrinks and piece and self.tell() == SIZE:
                    self.write(b"more")
                    self.seek(SIZE)
                return piece

            shrinks = True

        for shrinks in (True, False):
            server = self.served(STORED)
            file = Changing(BYTES)
            file.shrinks = shrinks
            with self.assertRaises(reelsight.FileError) as caught:
                server.client().uploads.put(file, content_type="video/mp4")
            self.assertEqual(caught.exception.code, "FILE_CHANGED")
            self.assertEqual(len([one for one in server.seen if one.method == "POST"]), 1)

    def test_what_cannot_be_uploaded_is_said_at_once(self) -> None:
        client = reelsight.Reelsight("http://127.0.0.1:9", "k")
        reader, writer = os.pipe()
        self.addCleanup(os.close, writer)
        with open(reader, "rb") as pipe, self.assertRaisesRegex(
            reelsight.ConfigurationError, "seekable"
        ):
            client.uploads.put(pipe, content_type="video/mp4")
        with self.assertRaisesRegex(reelsight.ConfigurationError, "binary mode"):
            client.uploads.put(io.StringIO("x"), content_type="video/mp4")  # type: ignore[arg-type]
        with self.assertRaisesRegex(reelsight.ConfigurationError, "content_type"):
            client.uploads.put(io.BytesIO(b"x"))
        with self.assertRaises(FileNotFoundError):
            client.uploads.put("/nowhere/clip.mp4")


if __name__ == "__main__":
    unittest.main()
