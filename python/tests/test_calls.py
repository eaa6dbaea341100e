"""What the client sends, what it repeats, and what its errors say; against servers that misbehave."""

from __future__ import annotations

import json
import os
import pickle
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from unittest import mock

import reelsight
from reelsight import Reelsight, _pause, _transport
from reelsight._calls import CALLS, Call
from support import QuickPauses, ScriptedServer, cut_short, data, page, refusal, reply, reset, send, silence

JOB = {"job_id": "job_1", "status": "pending"}
NEW: reelsight.CreateJob = {"url": "https://youtu.be/x", "capabilities": ["metadata"]}
OK = data(JOB)
cut_in_json = send(200, b'{"data":', Content_Type="application/json")


class Addresses(unittest.TestCase):
    def test_parameters_query_and_key_are_sent(self) -> None:
        with ScriptedServer(data([])) as server, server.client() as client:
            client.call("listJobs", query={"status": "completed", "limit": 5, "external_id": "ä b"})
            client.call("getFrame", params={"key": "job_1/a b.jpg"})
            client.jobs.get("a/b?c")
        self.assertEqual(
            [one.path for one in server.seen],
            [
                "/v1/jobs?status=completed&limit=5&external_id=%C3%A4+b",
                "/v1/frames/job_1/a%20b.jpg",
                "/v1/jobs/a%2Fb%3Fc",
            ],
        )
        self.assertEqual(server.seen[0].headers["x-api-key"], "rs_live_x")
        self.assertRegex(server.seen[0].headers["user-agent"], r"^reelsight-python/\d")

    def test_a_base_path_is_kept(self) -> None:
        with ScriptedServer(OK) as server:
            Reelsight(f"{server.url}/video/", "k").jobs.get("job_1")
        self.assertEqual(server.seen[0].path, "/video/v1/jobs/job_1")

    def test_every_call_of_the_table_can_be_sent(self) -> None:
        with ScriptedServer(data({})) as server:
            transport = server.client()._transport
            for call in CALLS.values():
                names = [part[1:-1] for part in call.path.split("/") if part.startswith("{")]
                transport.send(call, params={name: "x" for name in names})
        self.assertEqual(len(server.seen), len(CALLS))
        for seen, call in zip(server.seen, CALLS.values()):
            self.assertEqual(seen.method, call.method)
            self.assertNotIn("{", seen.path)

    def test_a_body_of_bytes_goes_as_it_is_with_the_type_it_is_given(self) -> None:
        call = Call("POST", "/v1/pictures", ("image/png", "image/jpeg"), True)
        with ScriptedServer(OK) as server:
            transport = server.client()._transport
            transport.send(call, body=b"\x89PNG", headers={"content-type": "image/png"})
        self.assertEqual(server.seen[0].body, b"\x89PNG")
        self.assertEqual(server.seen[0].headers["content-type"], "image/png")

    def test_what_cannot_work_is_said_before_anything_is_sent(self) -> None:
        client = Reelsight("http://127.0.0.1:9", "k")
        cases = {
            "needs id": lambda: client.jobs.get(""),
            "cannot be": lambda: client.frames.get("/v1/frames/../x"),
            "no call": lambda: client.call("nothing"),  # type: ignore[call-overload]
            "written as JSON": lambda: client.jobs.create({"url": object()}),  # type: ignore
            "characters": lambda: client.jobs.create(NEW, idempotency_key="a\nb"),
            "Content-Type": lambda: client._transport.send(CALLS["createJob"], body=b"x"),
        }
        for message, call in cases.items():
            with self.subTest(message), self.assertRaisesRegex(
                reelsight.ConfigurationError, message
            ):
                call()


class Configuration(unittest.TestCase):
    def test_address_and_key_come_from_the_environment(self) -> None:
        names = {"REELSIGHT_URL": "https://video.example.com/", "REELSIGHT_API_KEY": "k"}
        with mock.patch.dict(os.environ, names):
            self.assertEqual(Reelsight().base_url, "https://video.example.com")

    def test_what_is_missing_or_wrong_is_named(self) -> None:
        with mock.patch.dict(os.environ):
            os.environ.pop("REELSIGHT_URL", None)
            os.environ.pop("REELSIGHT_API_KEY", None)
            cases = {
                "REELSIGHT_URL": (None, "k"),
                "REELSIGHT_API_KEY": ("http://x", None),
                "line break": ("http://x", "secret\n"),
                "form https://host": ("localhost:8080", "k"),
                "path of calls": ("http://x/v1/", "k"),
                "names a user": ("http://a:b@x", "k"),
                "query or fragment": ("http://x?y", "k"),
                "no address": ("http://x:port", "k"),
            }
            for message, (url, key) in cases.items():
                with self.subTest(message), self.assertRaisesRegex(
                    reelsight.ConfigurationError, message
                ) as caught:
                    Reelsight(url, key)
                self.assertNotIn("secret", str(caught.exception))
            for wrong in ({"timeout": 0}, {"max_retries": -1}):
                with self.assertRaises(reelsight.ConfigurationError):
                    Reelsight("http://x", "k", **wrong)  # type: ignore[arg-type]


class Refusals(QuickPauses):
    def test_each_status_has_a_class(self) -> None:
        kinds = {
            400: reelsight.InvalidRequestError,
            401: reelsight.AuthenticationError,
            402: reelsight.PaymentRequiredError,
            403: reelsight.PermissionDeniedError,
            404: reelsight.NotFoundError,
            405: reelsight.ApiError,
            409: reelsight.ConflictError,
            413: reelsight.TooLargeError,
            422: reelsight.InvalidRequestError,
            429: reelsight.RateLimitError,
            500: reelsight.ServerError,
            507: reelsight.ServerError,
        }
        for status, kind in kinds.items():
            with ScriptedServer(refusal(status, "CODE", Retry_After="7")) as server:
                with self.assertRaises(reelsight.ApiError) as caught:
                    server.client(max_retries=0).account()
            error = caught.exception
            self.assertIs(type(error), kind)
            self.assertEqual((error.code, error.status), ("CODE", status))
            self.assertEqual((error.request_id, error.retry_after), ("req_1", 7.0))
            self.assertEqual(str(error), f"CODE. ({status}, CODE, req_1)")

    def test_errors_survive_a_pickle(self) -> None:
        error = reelsight.RateLimitError("a", code="B", status=429, retry_after=3.0)
        again = pickle.loads(pickle.dumps(error))
        self.assertIs(type(again), reelsight.RateLimitError)
        self.assertEqual((again.code, again.retry_after, str(again)), ("B", 3.0, str(error)))

    def test_a_page_is_no_answer_of_the_service(self) -> None:
        for answer, message in {
            page(200): "200 with an HTML page. Is this a Reelsight service?",
            send(200, b"hello"): "200 with something else than JSON",
            send(200, b""): "200 with nothing",
            reply(200, []): "JSON that is no object",
            send(302, b"", Location="https://sign.in/"): "a redirect to https://sign.in/, which",
        }.items():
            with ScriptedServer(answer) as server:
                with self.assertRaises(reelsight.UnexpectedAnswerError) as caught:
                    server.client().account()
            self.assertIn(message, str(caught.exception))
            self.assertEqual(len(server.seen), 1)

    def test_a_page_with_an_error_status_is_told_apart_from_a_refusal(self) -> None:
        with ScriptedServer(page(404)) as server:
            with self.assertRaises(reelsight.NotFoundError) as caught:
                server.client().account()
        self.assertEqual(caught.exception.code, "HTTP_404")
        self.assertIn("an HTML page. Is this a Reelsight service?", str(caught.exception))

    def test_an_answer_cut_short_is_a_connection_that_failed(self) -> None:
        def cut_in_headers(handler: object) -> None:
            handler.wfile.write(b"HTTP/1.1 404 Not Found\r\nX-Request-Id: re")  # type: ignore[attr-defined]
            handler.close_connection = True  # type: ignore[attr-defined]

        for answer in (cut_short, cut_in_json, cut_in_headers):
            with ScriptedServer(answer) as server:
                with self.assertRaises(reelsight.ConnectionFailedError) as caught:
                    server.client(max_retries=1).account()
            self.assertIn("cut short", str(caught.exception))
            self.assertEqual((caught.exception.attempts, len(server.seen)), (2, 2))

    def test_nobody_there_and_no_such_host(self) -> None:
        for url in ("http://127.0.0.1:9", "http://nobody.invalid"):
            with self.assertRaises(reelsight.ConnectionFailedError) as caught:
                Reelsight(url, "k", max_retries=0).account()
            self.assertIsNone(caught.exception.status)
            self.assertIn(url, str(caught.exception))

    def test_silence_ends_by_the_time_limit(self) -> None:
        with ScriptedServer(silence) as server:
            with self.assertRaises(reelsight.ConnectionFailedError) as caught:
                server.client(timeout=0.2, max_retries=0).account()
        self.assertEqual(caught.exception.code, "TIMEOUT")


class Repeats(QuickPauses):
    def test_what_passes_is_repeated(self) -> None:
        for trouble in (
            *(refusal(status, "X") for status in (408, 429, 500, 502, 503, 504, 507)),
            page(502),
            page(409),
            reset,
            cut_short,
        ):
            with ScriptedServer(trouble, trouble, OK) as server:
                self.assertEqual(server.client().jobs.get("job_1")["job_id"], "job_1")
            self.assertEqual(len(server.seen), 3)

    def test_what_stays_is_not_repeated(self) -> None:
        for status in (400, 401, 403, 404, 409, 422, 501):
            with ScriptedServer(refusal(status, "X"), OK) as server:
                with self.assertRaises(reelsight.ApiError):
                    server.client().jobs.get("job_1")
            self.assertEqual(len(server.seen), 1)

    def test_repeats_end(self) -> None:
        with ScriptedServer(refusal(500, "X")) as server:
            with self.assertRaises(reelsight.ServerError) as caught:
                server.client(max_retries=3).account()
        self.assertEqual((len(server.seen), caught.exception.attempts), (4, 4))

    def test_a_job_is_created_again_with_the_same_key(self) -> None:
        with ScriptedServer(reset, refusal(500, "X"), reply(202, {"data": JOB})) as server:
            server.client().jobs.create(NEW)
        keys = {one.headers["idempotency-key"] for one in server.seen}
        self.assertEqual((len(server.seen), len(keys)), (3, 1))
        self.assertEqual(json.loads(server.seen[2].body), NEW)

    def test_a_post_without_a_key_is_repeated_only_if_it_was_not_done(self) -> None:
        for trouble in (reset, cut_short, cut_in_json, refusal(500, "X"), refusal(503, "X")):
            for name in ("createJob", "runFollow", "changeFollow", "replayDelivery"):
                # On a connection that is kept, too: it must not be taken for one that was closed before.
                with ScriptedServer(OK, trouble, OK) as server, server.client() as client:
                    client.jobs.get("job_1")
                    params = {"id": "x"} if "{id}" in CALLS[name].path else None
                    with self.assertRaises(reelsight.ReelsightError):
                        client._transport.send(CALLS[name], params=params, body=NEW)
                self.assertEqual(len(server.seen), 2)
        with ScriptedServer(refusal(429, "X"), OK) as server:
            server.client().call("createJob", body=NEW)
        self.assertEqual(len(server.seen), 2)

    def test_an_estimate_is_repeated(self) -> None:
        with ScriptedServer(reset, OK) as server:
            server.client().jobs.estimate(NEW)
        self.assertEqual(len(server.seen), 2)

    def test_a_repeated_deletion_that_finds_nothing_is_done(self) -> None:
        gone = refusal(404, "JOB_NOT_FOUND")
        with ScriptedServer(reset, gone) as server:
            server.client().jobs.delete("job_1")
        with ScriptedServer(gone) as server, self.assertRaises(reelsight.NotFoundError):
            server.client().jobs.delete("job_1")

    def test_a_repeated_cancel_of_a_cancelled_job_is_done(self) -> None:
        conflict = refusal(409, "JOB_NOT_CANCELLABLE")
        cancelled = data({**JOB, "status": "cancelled"})
        with ScriptedServer(reset, conflict, cancelled) as server:
            self.assertEqual(server.client().jobs.cancel("job_1")["status"], "cancelled")
        self.assertEqual(server.seen[-1].path, "/v1/jobs/job_1?results=none")
        with ScriptedServer(conflict) as server, self.assertRaises(reelsight.ConflictError):
            server.client().jobs.cancel("job_1")
        completed = data({**JOB, "status": "completed"})
        with ScriptedServer(reset, conflict, completed) as server:
            with self.assertRaises(reelsight.ConflictError):
                server.client().jobs.cancel("job_1")

    def test_retry_after_is_kept(self) -> None:
        with ScriptedServer(refusal(429, "X", Retry_After="1"), OK) as server:
            began = time.monotonic()
            server.client().jobs.get("job_1")
        self.assertGreaterEqual(time.monotonic() - began, 1.0)

    def test_a_long_retry_after_is_an_error_at_once(self) -> None:
        with ScriptedServer(refusal(429, "X", Retry_After="3600"), OK) as server:
            with self.assertRaises(reelsight.RateLimitError) as caught:
                server.client().jobs.get("job_1")
        self.assertEqual(caught.exception.retry_after, 3600.0)

    def test_pauses_grow_with_full_jitter(self) -> None:
        for attempt, most in enumerate((0.5, 1, 2, 4, 8, 8)):
            pauses = [_pause.back_off(attempt, 0.5, 8.0) for _ in range(300)]
            self.assertLess(min(pauses), most * 0.2)
            self.assertGreater(max(pauses), most * 0.8)
            self.assertLessEqual(max(pauses), most)
        self.assertEqual(_transport._CAP_SECONDS, 8.0)


class Redirects(unittest.TestCase):
    """Whoever a redirect leads to must not get the key."""

    def test_no_call_follows_one(self) -> None:
        for status in (301, 302, 303, 307, 308):
            with ScriptedServer(OK) as other:
                answer = send(status, b"", Location=f"{other.url}/v1/jobs")
                with ScriptedServer(answer) as server, server.client() as client:
                    for call in CALLS.values():
                        names = [part[1:-1] for part in call.path.split("/") if part.startswith("{")]
                        with self.assertRaisesRegex(reelsight.UnexpectedAnswerError, "redirect"):
                            client._transport.send(call, params={name: "x" for name in names})
                    for work in (
                        lambda: client.jobs.wait("job_1", timeout=1),
                        lambda: next(client.events.stream()),
                        lambda: next(client.events.of_job("job_1")),
                        lambda: client.uploads.put(BytesIO(b"x"), content_type="video/mp4"),
                    ):
                        with self.assertRaisesRegex(reelsight.UnexpectedAnswerError, "redirect"):
                            work()
            self.assertEqual((len(server.seen), other.seen), (len(CALLS) + 4, []))

    def test_an_upload_goes_without_the_key_and_follows_none(self) -> None:
        with ScriptedServer(OK) as other:
            with ScriptedServer(send(307, b"", Location=other.url)) as storage:
                target = data({"key": "k", "put_url": f"{storage.url}/k"})
                with ScriptedServer(target) as server, server.client() as client:
                    with self.assertRaisesRegex(reelsight.UnexpectedAnswerError, "redirect"):
                        client.uploads.put(BytesIO(b"x"), content_type="video/mp4")
            self.assertEqual((len(storage.seen), other.seen), (1, []))
            self.assertNotIn("x-api-key", storage.seen[0].headers)


class Headers(unittest.TestCase):
    def test_what_would_begin_another_header_is_refused_and_nothing_is_sent(self) -> None:
        with ScriptedServer(OK) as server, server.client() as client:
            for bad in ("a\nb", "a\r\nX-Other: b", "a\rb", "a\0b", "ä", "a\x7f"):
                for work in (
                    lambda: client.call("getJob", params={"id": "job_1"}, headers={"X-A": bad}),
                    lambda: client.call("getJob", params={"id": "job_1"}, headers={bad: "x"}),
                    lambda: client.jobs.create(NEW, idempotency_key=bad),
                    lambda: client.batches.create({"urls": []}, idempotency_key=bad),  # type: ignore
                    lambda: client.events.stream(after=bad),
                    lambda: client.events.of_job("job_1", after=bad),
                    lambda: client._transport.http.send("GET", server.url, {"X-A": bad}, None, 5),
                    lambda: client._transport.http.stream(server.url, {"X-A": bad}, 5, 5),
                ):
                    with self.assertRaises(reelsight.ConfigurationError):
                        work()
            for name in ("", "a b", "a:b"):
                with self.assertRaises(reelsight.ConfigurationError):
                    client.call("getJob", params={"id": "job_1"}, headers={name: "x"})
            with self.assertRaises(reelsight.ConfigurationError):
                client.call("getJob", params={"id": "job_1"}, headers={"X-A": 1})  # type: ignore
        self.assertEqual(server.seen, [])


class Connections(unittest.TestCase):
    def test_one_connection_serves_calls_in_a_row(self) -> None:
        with ScriptedServer(OK) as server, server.client() as client:
            for _ in range(5):
                client.jobs.get("job_1")
        self.assertEqual(server.connections, 1)

    def test_a_kept_connection_that_was_closed_costs_no_repeat(self) -> None:
        def last(handler: object) -> None:
            OK(handler)  # type: ignore[arg-type]
            handler.close_connection = True  # type: ignore[attr-defined]

        with ScriptedServer(last) as server, server.client(max_retries=0) as client:
            for _ in range(20):
                client.jobs.get("job_1")
        self.assertEqual(len(server.seen), 20)

    def test_threads_share_a_client(self) -> None:
        def echo(handler: object) -> None:
            name = handler.path.rsplit("/", 1)[1]  # type: ignore[attr-defined]
            data({"job_id": name, "status": "pending"})(handler)  # type: ignore[arg-type]

        with ScriptedServer(echo) as server, server.client() as client:
            barrier = threading.Barrier(8)

            def ask(number: int) -> str:
                barrier.wait(5)
                return "".join(client.jobs.get(f"{number}-{n}")["job_id"] for n in range(20))

            with ThreadPoolExecutor(8) as pool:
                answers = list(pool.map(ask, range(8)))
        expected = ["".join(f"{number}-{n}" for n in range(20)) for number in range(8)]
        self.assertEqual(answers, expected)
        self.assertLessEqual(server.connections, 16)


if __name__ == "__main__":
    unittest.main()
