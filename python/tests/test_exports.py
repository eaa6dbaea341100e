"""Results as files: what is asked for, and what a file is called."""

from __future__ import annotations

import inspect
import unittest
from typing import Dict

import reelsight
from reelsight import Reelsight
from support import Answer, QuickPauses, ScriptedServer, cut_short, page, refusal, send


def named(disposition: str) -> Answer:
    return send(200, b"1\n", Content_Type="application/x-subrip", Content_Disposition=disposition)


class Exports(QuickPauses):
    def test_a_file_has_its_bytes_and_its_name(self) -> None:
        answer = named("attachment; filename=\"Fuesse.srt\"; filename*=UTF-8''F%C3%BC%C3%9Fe%20%F0%9F%8E%AC.srt")
        with ScriptedServer(answer) as server:
            file = server.client().jobs.export("job_1", "srt")
        self.assertEqual(file, reelsight.ExportedFile(b"1\n", "Füße 🎬.srt"))
        self.assertEqual(server.seen[0].path, "/v1/jobs/job_1/exports/srt")

    def test_a_name_never_leads_out_of_its_folder(self) -> None:
        cases = {
            'attachment; filename="a b.csv"': "a b.csv",
            "attachment; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd": "passwd",
            "attachment; filename*=UTF-8''C%3A%5Cx.csv": "x.csv",
            "attachment; filename*=UTF-8''a%00%0Ab": "ab",
            "attachment; filename*=UTF-8''..": "export",
            'attachment; filename="/"': "export",
            "attachment": "export",
        }
        for disposition, name in cases.items():
            with self.subTest(disposition), ScriptedServer(named(disposition)) as server:
                self.assertEqual(server.client().batches.export("batch_1", "csv").file_name, name)

    def test_options_are_sent_as_they_are_named(self) -> None:
        with ScriptedServer(named("attachment")) as server, server.client() as client:
            client.jobs.export("job_1", "csv", name=["Nike", "a,b"], bom=True, max_lines=1)
            client.jobs.export("job_1", "edl", frame_rate="29.97", start_timecode="01:00:00:00")
            client.batches.export("batch_1", "csv", name="ä", bom=True)
            client.jobs.export_many(["job_1", "job_2"], ["csv", "shots.csv"], min_confidence=0.5)
        self.assertEqual(
            [one.path for one in server.seen],
            [
                "/v1/jobs/job_1/exports/csv?name=Nike&name=a%2Cb&max_lines=1&bom=true",
                "/v1/jobs/job_1/exports/edl?frame_rate=29.97&start_timecode=01%3A00%3A00%3A00",
                "/v1/batch/batch_1/exports/csv?name=%C3%A4&bom=true",
                "/v1/exports.zip?job_ids=job_1%2Cjob_2&formats=csv%2Cshots.csv&min_confidence=0.5",
            ],
        )

    def test_the_options_are_those_of_the_interface(self) -> None:
        client = Reelsight("http://127.0.0.1:9", "k")
        asked: Dict[object, type] = {
            client.jobs.export: reelsight.ExportJobQuery,
            client.batches.export: reelsight.ExportBatchQuery,
        }
        for method, query in asked.items():
            given = inspect.signature(method).parameters.values()  # type: ignore[arg-type]
            names = {one.name for one in given if one.kind is one.KEYWORD_ONLY}
            self.assertEqual(names, set(query.__annotations__))

    def test_a_file_cut_short_is_read_again_and_a_page_is_no_file(self) -> None:
        with ScriptedServer(cut_short, named("attachment")) as server:
            self.assertEqual(server.client().jobs.export("job_1", "srt").content, b"1\n")
        self.assertEqual(len(server.seen), 2)
        with ScriptedServer(page(200)) as server:
            with self.assertRaises(reelsight.UnexpectedAnswerError):
                server.client().jobs.export("job_1", "srt")

    def test_refusals_are_errors(self) -> None:
        for status, code in ((404, "NOT_FOUND"), (409, "JOB_NOT_COMPLETED"), (422, "EXPORT_UNAVAILABLE")):
            with ScriptedServer(refusal(status, code)) as server:
                with self.assertRaises(reelsight.ApiError) as caught:
                    server.client().jobs.export("job_1", "srt")
            self.assertEqual(caught.exception.code, code)


if __name__ == "__main__":
    unittest.main()
