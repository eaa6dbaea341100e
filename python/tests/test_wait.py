"""Waiting: what it asks for, what it goes on through, and how it ends; against servers that misbehave."""

from __future__ import annotations

import time
import unittest
from typing import List
from unittest import mock

import reelsight
from reelsight import Reelsight, _follow, _pause
from support import ScriptedServer, cut_short, data, page, refusal, reset, silence


def job(status: str, **headers: str) -> object:
    return data({"job_id": "job_1", "status": status}, **headers)


def held_back(status: str) -> object:
    return job(status, Preference_Applied="wait=20")


class Waiting(unittest.TestCase):
    def setUp(self) -> None:
        for module, name, value in (
            (_follow, "_FIRST_PAUSE", 0.01),
            (_follow, "_SHORTEST_PAUSE", 0.01),
            (_pause, "back_off", lambda *_: 0.01),
        ):
            patch = mock.patch.object(module, name, value)
            patch.start()
            self.addCleanup(patch.stop)

    def test_it_asks_the_service_to_hold_its_answer_back(self) -> None:
        with ScriptedServer(held_back("pending"), job("completed")) as server:
            found = server.client().jobs.wait("job_1")
            self.assertEqual(found["status"], "completed")
            self.assertEqual({one.headers["prefer"] for one in server.seen}, {"wait=20"})
        with ScriptedServer(job("completed")) as server:
            server.client(timeout=10).jobs.wait("job_1")
            server.client().jobs.wait("job_1", interval=3, on_progress=lambda _: None)
            server.client(timeout=1).jobs.wait("job_1")
        asked = [one.headers.get("prefer") for one in server.seen]
        self.assertEqual(asked, ["wait=5", "wait=3", None])

    def test_each_state_is_told_and_every_end_is_an_end(self) -> None:
        for end in ("completed", "failed", "cancelled", "held"):
            told: List[str] = []
            answers = [held_back("pending"), held_back("processing"), job(end)]
            with ScriptedServer(*answers) as server:
                server.client().jobs.wait("job_1", on_progress=lambda one: told.append(one["status"]))
            self.assertEqual(told, ["pending", "processing", end])

    def test_a_held_job_can_be_waited_for(self) -> None:
        with ScriptedServer(held_back("held"), job("completed")) as server:
            found = server.client().jobs.wait("job_1", stop_when_held=False)
        self.assertEqual(found["status"], "completed")

    def test_it_goes_on_through_all_that_passes(self) -> None:
        trouble = [
            reset,
            cut_short,
            page(502),
            page(404),
            page(200),
            page(409),
            *(refusal(status, "X") for status in (408, 429, 500, 503)),
        ]
        answers = [held_back("pending"), *trouble, job("completed")]
        with ScriptedServer(*answers) as server:
            self.assertEqual(server.client().jobs.wait("job_1")["status"], "completed")
        self.assertEqual(len(server.seen), len(answers))

    def test_what_cannot_pass_ends_it(self) -> None:
        for status in (401, 403, 404):
            with ScriptedServer(held_back("pending"), refusal(status, "X")) as server:
                with self.assertRaises(reelsight.ApiError):
                    server.client().jobs.wait("job_1")
            self.assertEqual(len(server.seen), 2)

    def test_an_address_that_never_answered_as_it_should_is_wrong(self) -> None:
        for answer, kind in (
            (page(200), reelsight.UnexpectedAnswerError),
            (page(404), reelsight.NotFoundError),
        ):
            with ScriptedServer(answer) as server, self.assertRaises(kind):
                server.client().jobs.wait("job_1")
            self.assertEqual(len(server.seen), 1)

    def test_a_long_outage_is_an_error_with_its_cause(self) -> None:
        client = Reelsight("http://127.0.0.1:9", "k")
        with self.assertRaises(reelsight.OutageError) as caught:
            client.jobs.wait("job_1", outage=0.2)
        self.assertEqual(caught.exception.code, "OUTAGE")
        self.assertIsInstance(caught.exception.__cause__, reelsight.ConnectionFailedError)
        self.assertIn("http://127.0.0.1:9/v1/jobs/job_1", str(caught.exception))

    def test_it_ends_after_its_own_time(self) -> None:
        for answer in (job("pending"), reset, silence):
            with ScriptedServer(answer) as server:
                began = time.monotonic()
                with self.assertRaises(reelsight.WaitTimeoutError) as caught:
                    server.client().jobs.wait("job_1", timeout=0.3)
            self.assertLess(time.monotonic() - began, 3)
            self.assertIsInstance(caught.exception, TimeoutError)
        with ScriptedServer(job("completed")) as server:
            self.assertEqual(server.client().jobs.wait("job_1", timeout=0)["status"], "completed")

    def test_it_keeps_to_what_the_service_asks_for(self) -> None:
        with ScriptedServer(job("pending", Retry_After="1"), job("completed")) as server:
            began = time.monotonic()
            server.client().jobs.wait("job_1")
        self.assertGreaterEqual(time.monotonic() - began, 1)
        # The last third of the burst is left for others: a request a second comes back.
        few = job("pending", X_RateLimit_Limit="90", X_RateLimit_Remaining="9")
        with ScriptedServer(few, job("completed")) as server:
            began = time.monotonic()
            server.client().jobs.wait("job_1")
        self.assertGreaterEqual(time.monotonic() - began, 1)

    def test_a_batch_is_waited_for_until_it_runs_no_more(self) -> None:
        answers = [data({"status": one}, Preference_Applied="wait=20") for one in ("processing", "paused")]
        with ScriptedServer(*answers) as server:
            self.assertEqual(server.client().batches.wait("batch_1")["status"], "paused")
        self.assertEqual(server.seen[0].path, "/v1/batch/batch_1")


if __name__ == "__main__":
    unittest.main()
