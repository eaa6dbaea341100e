"""Streams of events: what they go on through, where they go on, and how they end; against servers that misbehave."""

from __future__ import annotations

import json
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler
from typing import Any, Dict, List, Optional
from unittest import mock

import reelsight
from reelsight import _events
from reelsight._sse import Message, Parser
from support import Answer, ScriptedServer, data, page, refusal, reply, reset, send

TEXT = "retry: 10\nid: 0\n\n: here\n\nid: 1\nevent: job.created\ndata: {\ndata:}\n\nevent:x\ndata: ä🎬\n\nid: 2\n\n"
MESSAGES = [
    Message("0", "message", ""),
    Message("1", "job.created", "{\n}"),
    Message(None, "x", "ä🎬"),
    Message("2", "message", ""),
]


def body(number: int, event: str = "job.created", status: str = "pending") -> bytes:
    """An event of the log, as a stream writes it."""
    told = {"event": event, "event_id": f"evt_{number}", "job_id": "job_1", "status": status}
    return f"id: {number}\nevent: {event}\ndata: {json.dumps(told)}\n\n".encode()


def state(event: str, status: str) -> bytes:
    told = {"event": event, "job_id": "job_1", "status": status}
    return f"event: {event}\ndata: {json.dumps(told)}\n\n".encode()


FINAL = body(9, "job.completed", "completed")


def begin(handler: BaseHTTPRequestHandler) -> None:
    handler.send_response(200)
    handler.send_header("Content-Type", "text/event-stream; charset=utf-8")
    handler.send_header("Connection", "close")
    handler.end_headers()
    handler.close_connection = True


def events(*pieces: bytes) -> Answer:
    """Sends these and hangs up."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        begin(handler)
        for piece in pieces:
            handler.wfile.write(piece)
            handler.wfile.flush()

    return answer


def then_silent(*pieces: bytes) -> Answer:
    """Sends these and says nothing more until the client goes."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        events(*pieces)(handler)
        handler.connection.recv(1)

    return answer


class Log:
    """A log of events that is read on after the position of each request, and cut at the next of these lengths."""

    def __init__(self, count: int, cuts: List[int], ending: str = "\n") -> None:
        self.messages = [body(number) for number in range(1, count)]
        self.messages.append(body(count, "job.completed", "completed"))
        self.cuts = cuts
        self.ending = ending.encode()

    def __call__(self, handler: BaseHTTPRequestHandler) -> None:
        position = int(handler.headers.get("Last-Event-ID") or "0")
        text = b"retry: 1\n\n" + b"".join(self.messages[position:])
        text = text.replace(b"\n", self.ending)
        begin(handler)
        # Not even half a message a connection would be no progress.
        cut = self.cuts.pop(0) if self.cuts else len(text)
        handler.wfile.write(text[:cut])


def cut_refusal(handler: BaseHTTPRequestHandler) -> None:
    handler.wfile.write(b"HTTP/1.1 404 Not Found\r\nContent-Length: 99\r\n\r\n{")
    handler.close_connection = True


def cut_headers(at: int) -> Answer:
    """Hangs up within the headers of a stream."""

    def answer(handler: BaseHTTPRequestHandler) -> None:
        head = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nX-Other: x\r\n\r\n"
        handler.wfile.write(head[:at])
        handler.close_connection = True

    return answer


class Streams(unittest.TestCase):
    def setUp(self) -> None:
        self.pauses: List[float] = []
        clock = mock.Mock(wraps=time)
        clock.sleep = self.pauses.append
        patch = mock.patch.object(_events, "time", clock)
        patch.start()
        self.addCleanup(patch.stop)

    def ids(self, *answers: Answer, **options: Any) -> List[str]:
        """What the stream of a job gives until it ends."""
        with ScriptedServer(*answers) as server:
            found = list(server.client().events.of_job("job_1", **options))
        self.seen = server.seen
        return [one.event["event_id"] for one in found]

    def asked(self) -> List[Optional[str]]:
        return [one.headers.get("last-event-id") for one in self.seen]


class Lines(unittest.TestCase):
    def test_messages_are_the_same_however_lines_end_and_pieces_are_cut(self) -> None:
        for ending in ("\n", "\r\n", "\r"):
            text = b"\xef\xbb\xbf" + TEXT.replace("\n", ending).encode()
            for first in range(len(text)):
                for second in (first, first + 1, first + 2):
                    parser = Parser()
                    found = parser.feed(text[:first])
                    found += parser.feed(text[first:second])
                    found += parser.feed(text[second:])
                    self.assertEqual(found, MESSAGES)
                    self.assertEqual(parser.retry, 0.01)

    def test_a_message_is_told_with_its_last_byte_and_not_before(self) -> None:
        for ending in (b"\n", b"\r\n", b"\r"):
            text = b"id: 1" + ending + b"data: x" + ending + ending
            # The carriage return of a last CRLF is an end of line already.
            whole = len(text) - (ending == b"\r\n")
            parser = Parser()
            told = [bool(parser.feed(text[at : at + 1])) for at in range(len(text))]
            self.assertEqual(told.index(True), whole - 1)
            self.assertEqual(told.count(True), 1)

    def test_what_is_not_of_the_format_is_passed_over(self) -> None:
        parser = Parser()
        text = b"id: a\0b\nretry: soon\nunknown: x\ndata\n\nevent: only\n\n"
        self.assertEqual(parser.feed(text), [Message(None, "message", "")])
        self.assertIsNone(parser.retry)

    def test_a_message_without_end_is_refused(self) -> None:
        for piece in (b"x" * 65536, b"data: " + b"x" * 65536 + b"\n"):
            parser = Parser()
            with self.assertRaises(ValueError):
                for _ in range(500):
                    parser.feed(piece)

    def test_a_message_of_many_megabytes_is_read_in_one_go(self) -> None:
        parser = Parser()
        pieces = [b"data: "] + [b"x" * 1000] * 16_000 + [b"\n\n"]
        began = time.monotonic()
        found = [message for piece in pieces for message in parser.feed(piece)]
        self.assertEqual([len(message.data) for message in found], [16_000_000])
        # Looking for the end of the line in all earlier pieces again took minutes.
        self.assertLess(time.monotonic() - began, 5)


class GoingOn(Streams):
    def test_cuts_anywhere_lose_nothing_and_repeat_nothing(self) -> None:
        expected = [f"evt_{number}" for number in range(1, 5)]
        size = len(b"retry: 1\n\n" + b"".join(Log(4, []).messages))
        for ending in ("\n", "\r\n", "\r"):
            for cut in range(0, size, 23):
                with self.subTest(ending=ending, cut=cut):
                    self.assertEqual(self.ids(Log(4, [cut, cut // 2, cut], ending)), expected)

    def test_it_goes_on_after_the_last_whole_message(self) -> None:
        half = body(3)[:-1]
        got = self.ids(events(body(1), body(2), half), events(b"id: 7\n\n"), events(FINAL), after="0")
        self.assertEqual(got, ["evt_1", "evt_2", "evt_9"])
        self.assertEqual(self.asked(), ["0", "2", "7"])
        self.assertEqual({one.headers["accept"] for one in self.seen}, {"text/event-stream"})
        self.assertEqual({one.headers["x-api-key"] for one in self.seen}, {"rs_live_x"})

    def test_an_event_that_is_sent_again_comes_once(self) -> None:
        self.assertEqual(self.ids(events(body(1)), events(body(1), FINAL)), ["evt_1", "evt_9"])

    def test_it_goes_on_through_all_that_passes(self) -> None:
        trouble = [
            reset,
            cut_refusal,
            page(502),
            page(404),
            page(200),
            *(refusal(status, "X") for status in (408, 429, 500, 503)),
        ]
        outages: List[reelsight.ReelsightError] = []
        got = self.ids(events(body(1)), *trouble, events(FINAL), on_outage=outages.append)
        self.assertEqual(got, ["evt_1", "evt_9"])
        self.assertEqual(len(outages), len(trouble))
        self.assertEqual(self.asked()[1:], ["1"] * (len(trouble) + 1))

    def test_a_cut_within_the_headers_is_a_connection_that_was_lost(self) -> None:
        for at in range(0, 65, 3):
            outages: List[reelsight.ReelsightError] = []
            with self.subTest(at):
                got = self.ids(events(body(1)), cut_headers(at), events(FINAL), on_outage=outages.append)
                self.assertEqual((got, len(outages)), (["evt_1", "evt_9"], 1))

    def test_silence_is_a_connection_that_was_lost(self) -> None:
        self.assertEqual(_events._SILENCE_SECONDS, 45.0)
        with mock.patch.object(_events, "_SILENCE_SECONDS", 0.2):
            outages: List[reelsight.ReelsightError] = []
            got = self.ids(then_silent(body(1)), events(FINAL), on_outage=outages.append)
        self.assertEqual(got, ["evt_1", "evt_9"])
        self.assertEqual([one.code for one in outages], ["TIMEOUT"])

    def test_comments_keep_a_connection(self) -> None:
        def slow(handler: BaseHTTPRequestHandler) -> None:
            begin(handler)
            for piece in (b": here\n\n",) * 6 + (FINAL,):
                time.sleep(0.1)
                handler.wfile.write(piece)

        with mock.patch.object(_events, "_SILENCE_SECONDS", 0.4):
            self.assertEqual(self.ids(slow), ["evt_9"])
        self.assertEqual(len(self.seen), 1)

    def test_pauses_grow_with_jitter_up_to_their_limit_and_begin_anew_after_an_answer(self) -> None:
        answers = [reset] * 8 + [events(b"retry: 2000\nid: 0\n\n"), reset, events(FINAL)]
        self.ids(*answers, max_pause=10)
        longest = [1, 2, 4, 8, 10, 10, 10, 10, 2, 4]
        self.assertEqual(len(self.pauses), len(longest))
        for pause, most in zip(self.pauses, longest):
            self.assertTrue(most / 2 <= pause <= most, (pause, most))
        self.assertEqual(len(set(self.pauses)), len(self.pauses))

    def test_a_stream_that_asks_for_no_pause_is_not_asked_without_one(self) -> None:
        again = events(b"retry: 0\nid: 0\n\n")
        self.ids(again, again, events(FINAL), max_pause=0.001)
        self.assertEqual(len(self.pauses), 2)
        self.assertGreaterEqual(min(self.pauses), 0.1)

    def test_a_stream_without_a_message_is_an_outage(self) -> None:
        outages: List[reelsight.ReelsightError] = []
        self.ids(*[events(b"retry: 1000\n\n")] * 4, events(FINAL), on_outage=outages.append)
        self.assertEqual(len(outages), 4)
        for pause, most in zip(self.pauses, [1, 2, 4, 8]):
            self.assertTrue(most / 2 <= pause <= most, (pause, most))

    def test_it_keeps_to_what_the_service_asks_for(self) -> None:
        self.ids(refusal(429, "X", Retry_After="7"), refusal(503, "X", Retry_After="3600"), events(FINAL))
        self.assertEqual(self.pauses, [7.0, 60.0])

    def test_a_long_outage_is_an_error_where_that_is_wanted(self) -> None:
        client = reelsight.Reelsight("http://127.0.0.1:9", "k")
        outages: List[reelsight.ReelsightError] = []
        with self.assertRaises(reelsight.OutageError) as caught:
            next(client.events.stream(outage=0.2, on_outage=outages.append))
        self.assertGreater(len(outages), 0)
        self.assertIsInstance(caught.exception.__cause__, reelsight.ConnectionFailedError)
        self.assertIn("http://127.0.0.1:9/v1/events", str(caught.exception))


class Ending(Streams):
    def test_the_stream_of_a_job_ends_after_its_final_event(self) -> None:
        for status in ("completed", "failed", "cancelled"):
            final = body(3, f"job.{status}", status)
            got = self.ids(then_silent(body(1), body(2, "job.held", "held"), final, body(4)))
            self.assertEqual(got, ["evt_1", "evt_2", "evt_3"])
            self.assertEqual((len(self.seen), self.pauses), (1, []))

    def test_the_stream_of_all_goes_on_after_a_job_and_hangs_up_when_it_is_left(self) -> None:
        left = threading.Event()

        def answer(handler: BaseHTTPRequestHandler) -> None:
            then_silent(body(1, "job.failed", "failed"), body(2))(handler)
            left.set()

        with ScriptedServer(answer) as server:
            stream = server.client().events.stream(after="0")
            self.assertEqual([next(stream).position for _ in range(2)], ["1", "2"])
            self.assertFalse(left.is_set())
            stream.close()  # type: ignore[attr-defined]
            self.assertTrue(left.wait(5))
        self.assertEqual(server.seen[0].path, "/v1/events")

    def test_nothing_more_to_say_ends_it(self) -> None:
        self.assertEqual(self.ids(send(204, b""), after="9"), [])

    def test_states_are_told_beside_the_events_in_their_order(self) -> None:
        told: List[str] = []
        answer = events(
            b"id: 0\n\n" + state("job.current", "pending") + body(1),
            state("job.progress", "processing"),
            b"event: later\ndata: {}\n\n" + FINAL,
        )
        with ScriptedServer(answer) as server:
            stream = server.client().events.of_job("job_1", on_state=lambda one: told.append(one["event"]))
            for event, _ in stream:
                told.append(event["event"])
        self.assertEqual(told, ["job.current", "job.created", "job.progress", "job.completed"])

    def test_a_final_event_between_position_and_state_is_not_lost(self) -> None:
        current = b"id: 8\n\n" + state("job.current", "completed")
        self.assertEqual(self.ids(events(current), events(b"id: 8\n\n", FINAL)), ["evt_9"])
        self.assertEqual((self.asked(), self.pauses), ([None, "8"], []))
        self.assertEqual(self.ids(events(current), send(204, b"")), [])
        self.assertEqual(self.pauses, [])

    def test_what_cannot_pass_ends_it(self) -> None:
        for status, code in ((400, "X"), (401, "X"), (403, "X"), (404, "X"), (410, "EVENTS_GONE")):
            with self.assertRaises(reelsight.ApiError) as caught:
                self.ids(events(body(1)), refusal(status, code), events(FINAL))
            self.assertEqual((caught.exception.status, caught.exception.code), (status, code))

    def test_something_else_than_events_ends_it(self) -> None:
        for answer in (
            data([]),
            events(b"data: {\n\n"),
            events(b"data: []\n\n"),
            events(b"id: 1\ndata: " + b"x" * 33_000_000),
        ):
            with self.assertRaises(reelsight.UnexpectedAnswerError) as caught:
                self.ids(events(body(1)), answer, events(FINAL))
            self.assertEqual(caught.exception.code, "NOT_EVENTS")

    def test_what_a_callback_raises_comes_through(self) -> None:
        def fail(_: object) -> None:
            raise OSError("mine")

        with self.assertRaisesRegex(OSError, "mine"):
            self.ids(events(state("job.progress", "processing")), on_state=fail)
        with self.assertRaisesRegex(OSError, "mine"):
            self.ids(reset, on_outage=fail)

    def test_what_cannot_work_is_said_at_once(self) -> None:
        client = reelsight.Reelsight("http://127.0.0.1:9", "k")
        with self.assertRaises(reelsight.ConfigurationError):
            client.events.stream(after="1\r\nX-Api-Key: y")
        with self.assertRaises(reelsight.ConfigurationError):
            client.events.of_job("..")


class Pages(unittest.TestCase):
    def test_a_page_says_where_to_read_on(self) -> None:
        told: Dict[str, object] = {
            "data": [{"event_id": "evt_1"}],
            "pagination": {"has_more": True, "next_cursor": "1.evt_1"},
        }
        with ScriptedServer(reply(200, told)) as server:
            found = server.client().events.list(after="0", limit=1)
            server.client().events.list()
        self.assertEqual(found, reelsight.EventsPage([{"event_id": "evt_1"}], "1.evt_1", True))  # type: ignore
        self.assertEqual([one.path for one in server.seen], ["/v1/events?after=0&limit=1", "/v1/events"])


if __name__ == "__main__":
    unittest.main()
