"""The client against a real service, also through a network that fails."""

from __future__ import annotations

import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from typing import Callable, List

import reelsight
from reelsight import Reelsight
from support import Proxy, setting


def until(holds: Callable[[], bool]) -> None:
    """Raises AssertionError if it does not come to hold."""
    end = time.monotonic() + 20
    while not holds():
        if time.monotonic() > end:
            raise AssertionError("waited for 20 s")
        time.sleep(0.01)


class OnService(unittest.TestCase):
    """A service with a video on it."""

    prefix = ""

    @classmethod
    def setUpClass(cls) -> None:
        cls.url, cls.key = setting(f"{cls.prefix}URL"), setting(f"{cls.prefix}KEY")
        cls.video = setting("VIDEO")
        cls.client = Reelsight(cls.url, cls.key)
        cls.uploaded = cls.client.uploads.put(cls.video)

    @classmethod
    def tearDownClass(cls) -> None:
        cls.client.close()

    url: str
    key: str
    video: str
    client: Reelsight
    uploaded: str

    def new(self, *capabilities: reelsight.Capability) -> reelsight.CreateJob:
        return {
            "upload_key": self.uploaded,
            "upload_filename": "talk.mp4",
            "capabilities": list(capabilities) or ["metadata"],
        }


class Service(OnService):
    """A service without a worker, where jobs stay as they are."""

    def test_lists_go_on_over_pages(self) -> None:
        name = f"pages-{time.time()}"
        made = []
        for _ in range(5):
            job = self.client.jobs.create({**self.new("summary"), "external_id": name})
            made.insert(0, job["job_id"])
        pages = self.client.jobs.list({"external_id": name, "limit": 2})
        self.assertEqual([one["job_id"] for one in pages], made)
        self.assertEqual([len(page.items) for page in pages.pages()], [2, 2, 1])
        second = pages.page(pages.page().next_cursor)
        self.assertEqual([one["job_id"] for one in second.items], made[2:4])
        answer = self.client.call("listJobs", query={"external_id": name, "limit": 1})
        assert answer.pagination is not None
        self.assertTrue(answer.pagination["has_more"])
        self.assertRegex(answer.request_id or "", r"^req_")
        self.assertTrue(answer.headers["X-RateLimit-Remaining"].isdigit())

    def test_estimates_create_nothing_and_keys_make_one_job(self) -> None:
        name = f"once-{time.time()}"
        job: reelsight.CreateJob = {**self.new(), "external_id": name}  # type: ignore[typeddict-item]
        self.assertGreater(self.client.jobs.estimate(job)["credits_estimated"], 0)
        self.assertEqual(list(self.client.jobs.list({"external_id": name})), [])
        first = self.client.jobs.create(job, idempotency_key=name)
        again = self.client.jobs.create(job, idempotency_key=name)
        self.assertEqual(first["job_id"], again["job_id"])

    def test_batches(self) -> None:
        batch: reelsight.CreateBatch = {
            "uploads": [{"key": self.uploaded, "filename": "talk.mp4", "duration_seconds": 10}],
            "capabilities": ["summary"],
        }
        estimate = self.client.batches.estimate(batch)
        created = self.client.batches.create(batch)
        batch_id = created["batch_id"]
        self.assertEqual(created["total_credits_estimated"], estimate["total_credits_estimated"])
        self.assertEqual(self.client.batches.get(batch_id)["total_jobs"], 1)
        self.assertIn(batch_id, [one["batch_id"] for one in self.client.batches.list()])
        self.client.batches.cancel(batch_id)
        with self.assertRaises(reelsight.ApiError) as caught:
            self.client.batches.export(batch_id, "xml")  # type: ignore[arg-type]
        self.assertEqual(caught.exception.code, "NOT_FOUND")
        file = self.client.batches.export(batch_id, "jsonl")
        self.assertEqual((file.content, file.file_name[-6:]), (b"", ".jsonl"))
        self.assertEqual(self.client.batches.wait(batch_id, timeout=30)["status"], "cancelled")

    def test_account_usage_and_ledger(self) -> None:
        self.assertEqual(self.client.account()["plan"], "scale")
        self.assertEqual(self.client.usage()["summary"]["credits_purchased"], 1000)
        kinds = [one["type"] for one in self.client.transactions({"limit": 1})]
        self.assertEqual(kinds, ["grant", "purchase"])

    def test_refusals(self) -> None:
        with self.assertRaises(reelsight.AuthenticationError):
            Reelsight(self.url, "rs_live_no").account()
        with self.assertRaises(reelsight.NotFoundError):
            self.client.batches.get("batch_none")
        with self.assertRaises(reelsight.InvalidRequestError) as caught:
            self.client.jobs.create({**self.new(), "capabilities": []})
        self.assertEqual(caught.exception.status, 422)
        self.assertIn("capabilities", caught.exception.message)
        with self.assertRaises(reelsight.InvalidRequestError):
            self.client.jobs.create({**self.new(), "unknown": 1})  # type: ignore
        job = self.client.jobs.create(self.new("summary"))
        with self.assertRaises(reelsight.ConflictError) as early:
            self.client.jobs.export(job["job_id"], "srt")
        self.assertEqual(early.exception.code, "JOB_NOT_COMPLETED")
        self.client.jobs.cancel(job["job_id"])
        with self.assertRaises(reelsight.ConflictError):
            self.client.jobs.cancel(job["job_id"])
        free = Reelsight(self.url, setting("FREE_KEY"), max_retries=0)
        with self.assertRaises(reelsight.PermissionDeniedError) as denied:
            free.jobs.create({"url": "https://youtu.be/dQw4w9WgXcQ", "capabilities": ["brands"]})
        self.assertEqual(denied.exception.code, "PLAN_REQUIRED")
        with self.assertRaises(reelsight.RateLimitError) as limited:
            for _ in range(20):
                free.account()
        self.assertGreater(limited.exception.retry_after or 0, 0)

    def test_calls_live_through_a_network_that_fails(self) -> None:
        for weather in ("refuse", "reset", "cut", "page"):
            with self.subTest(weather), Proxy(self.url) as proxy:
                client = Reelsight(proxy.url, self.key, max_retries=8)
                name = f"{weather}-{time.time()}"
                proxy.turn(weather)
                calm = threading.Timer(0.6, proxy.turn, ["fine"])
                calm.start()
                job = client.jobs.create({**self.new("summary"), "external_id": name})
                calm.join()
                found = list(client.jobs.list({"external_id": name}))
                self.assertEqual([one["job_id"] for one in found], [job["job_id"]])
                client.jobs.cancel(job["job_id"])
                if weather != "refuse":
                    self.assertGreater(proxy.counts[weather], 0)

    def log(self, after: str) -> List[reelsight.StreamedEvent]:
        """All events after a position, page by page; the positions are those of their pages."""
        found = []
        while True:
            page = self.client.events.list(after=after, limit=1)
            after = page.position
            found += [reelsight.StreamedEvent(one, after) for one in page.events]
            if not page.has_more:
                return found

    def now(self) -> str:
        """The position after the last event."""
        page = self.client.events.list(limit=100)
        while page.has_more:
            page = self.client.events.list(after=page.position, limit=100)
        return page.position

    def test_a_stream_goes_on_from_a_saved_position_in_a_new_client(self) -> None:
        start = self.now()
        made = [self.client.jobs.create(self.new("summary"))["job_id"] for _ in range(3)]
        kept = self.log(start)
        self.assertEqual([one.event["event"] for one in kept], ["job.created"] * 3)
        stream = self.client.events.stream(after=start)
        first = [next(stream) for _ in range(2)]
        with Reelsight(self.url, self.key) as another:
            rest = [next(another.events.stream(after=first[-1].position))]
        self.assertEqual(first + rest, kept)
        told: List[str] = []
        job = self.client.events.of_job(made[0], on_state=lambda one: told.append(one["event"]))

        def cancel_once_told() -> None:
            until(lambda: len(told) > 0)
            self.client.jobs.cancel(made[0])

        threading.Thread(target=cancel_once_told).start()
        ended = list(job)
        self.assertEqual([one.event["event"] for one in ended], ["job.cancelled"])
        self.assertEqual(told, ["job.current"])
        whole = [one.event["event"] for one in self.client.events.of_job(made[0], after="0")]
        self.assertEqual(whole, ["job.created", "job.cancelled"])
        self.assertEqual(list(self.client.events.of_job(made[0], after=ended[0].position)), [])
        for one in made[1:]:
            self.client.jobs.cancel(one)
        with self.assertRaises(reelsight.ApiError) as caught:
            next(self.client.events.stream(after="999999999"))
        self.assertEqual(caught.exception.code, "EVENTS_GONE")

    def test_a_stream_lives_through_a_network_that_fails(self) -> None:
        outages: List[reelsight.ReelsightError] = []
        with Proxy(self.url) as proxy:
            client = Reelsight(proxy.url, self.key)
            # From a known position: connecting may take longer than the pause below.
            stream = client.events.stream(
                after=self.now(), max_pause=0.2, on_outage=outages.append
            )
            got: List[reelsight.StreamedEvent] = []

            def follow(count: int) -> None:
                got.extend(next(stream) for _ in range(count))

            for weather in ("fine", "refuse", "reset", "cut", "page"):
                seen = len(outages)
                thread = threading.Thread(target=follow, args=(2,), daemon=True)
                thread.start()
                if weather == "fine":
                    until(lambda: proxy.counts.get("fine", 0) > 0)
                time.sleep(0.2)
                proxy.turn(weather)
                job = self.client.jobs.create(self.new("summary"))
                self.client.jobs.cancel(job["job_id"])
                if weather != "fine":
                    until(lambda: len(outages) > seen + 1)
                proxy.turn("fine")
                thread.join(20)
                self.assertFalse(thread.is_alive(), weather)
        self.assertEqual(len(got), 10)
        self.assertEqual(got[1:], self.log(got[0].position))

    def test_threads_share_a_client(self) -> None:
        def work(number: int) -> str:
            job = self.client.jobs.create({**self.new("summary"), "external_id": f"t{number}"})
            self.client.jobs.cancel(job["job_id"])
            found = self.client.jobs.wait(job["job_id"], timeout=30)
            self.client.jobs.delete(job["job_id"])
            return f"{found.get('external_id')} {found['status']}"

        with ThreadPoolExecutor(8) as pool:
            ended = list(pool.map(work, range(16)))
        self.assertEqual(ended, [f"t{number} cancelled" for number in range(16)])


class Analysis(OnService):
    """A service that works."""

    prefix = "WORKING_"

    def test_a_video_is_uploaded_analysed_and_its_transcript_exported(self) -> None:
        told: List[int] = []
        with open(self.video, "rb") as file:
            key = self.client.uploads.put(file, on_progress=lambda sent, _: told.append(sent))
            self.assertEqual(told[-1], file.tell())
        created = self.client.jobs.create(
            {"upload_key": key, "upload_filename": "talk.mp4", "capabilities": ["transcription"]}
        )
        self.assertEqual(created["video_title"], "talk.mp4")
        states: List[str] = []
        job = self.client.jobs.wait(
            created["job_id"],
            timeout=120,
            interval=1,
            on_progress=lambda one: states.append(one["status"]),
        )
        assert job["status"] == "completed", job
        self.assertEqual(states[-1], "completed")
        self.assertGreater(job["results"]["transcription"]["word_count"], 5)
        kinds = [one.event["event"] for one in self.client.events.of_job(job["job_id"], after="0")]
        self.assertEqual(kinds, ["job.created", "job.started", "job.completed"])
        subtitles = self.client.jobs.export(job["job_id"], "srt", max_line_chars=20, max_lines=1)
        self.assertEqual(subtitles.file_name, "talk.srt")
        text = subtitles.content.decode()
        self.assertRegex(text, r"^1\r?\n00:00:\d\d,\d{3} --> 00:00:")
        self.assertLessEqual(max(len(line) for line in text.splitlines() if "-->" not in line), 20)
        self.assertRegex(self.client.jobs.export(job["job_id"], "vtt").content, b"^WEBVTT\n")
        self.assertTrue(self.client.jobs.export(job["job_id"], "txt").content.strip())
        with self.assertRaises(reelsight.InvalidRequestError) as refused:
            self.client.jobs.export(job["job_id"], "edl")
        self.assertEqual(refused.exception.code, "EXPORT_UNAVAILABLE")
        thumbnail = job["video_thumbnail_url"]
        assert thumbnail is not None
        self.assertEqual(self.client.frames.get(thumbnail)[:2], b"\xff\xd8")
        self.client.jobs.delete(job["job_id"])
        with self.assertRaises(reelsight.NotFoundError) as caught:
            self.client.jobs.get(job["job_id"])
        self.assertEqual(caught.exception.code, "JOB_NOT_FOUND")
        self.assertRegex(caught.exception.request_id or "", r"^req_")

    def test_waiting_lives_through_outages(self) -> None:
        with Proxy(self.url) as proxy:
            client = Reelsight(proxy.url, self.key)
            job = client.jobs.create(self.new())
            client.jobs.get(job["job_id"])

            def storm() -> None:
                for weather in ("cut", "reset", "page", "refuse"):
                    proxy.turn(weather)
                    time.sleep(0.7)
                proxy.turn("fine")

            threading.Thread(target=storm).start()
            time.sleep(0.1)
            found = client.jobs.wait(job["job_id"], timeout=120)
            self.assertEqual(found["status"], "completed")
            self.assertEqual(proxy.weather, "fine")


if __name__ == "__main__":
    unittest.main()
