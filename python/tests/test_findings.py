"""What is done with results: exposure, corrections, reports, clips, search, links, presets, many jobs at once, and what a workspace keeps."""

from __future__ import annotations

import inspect
import json
import unittest
from typing import Any, Callable, Dict, List, Tuple

import reelsight
from reelsight import Reelsight
from support import QuickPauses, ScriptedServer, data, refusal, reply, reset, send

FILE = send(200, b"%PDF", Content_Disposition="attachment; filename*=UTF-8''..%2FSpring.pdf")
GONE = send(204, b"")
SCHEDULE: reelsight.ReportScheduleEntry = {
    "name": "S",
    "every": {"period": "week", "weekday": "monday", "hour": 8},
}


def listed(items: List[Dict[str, object]], cursor: str = "", **beside: object) -> Dict[str, object]:
    pagination = {"limit": 1, "has_more": cursor != "", "next_cursor": cursor or None}
    return {"data": items, "pagination": pagination, "meta": {}, **beside}


class Findings(QuickPauses):
    def test_each_method_makes_its_call(self) -> None:
        cases: List[Tuple[Callable[[Reelsight], object], str, str, object]] = [
            (lambda c: c.jobs.exposure("j", {"brands": ["a", "b"]}), "GET", "/jobs/j/exposure?brands=a&brands=b", None),
            (lambda c: c.batches.exposure("b", {"cpm_usd": 25}), "GET", "/batch/b/exposure?cpm_usd=25", None),
            (lambda c: c.exposure({"job_ids": ["j"]}), "POST", "/exposure", {"job_ids": ["j"]}),
            (lambda c: c.jobs.exposure("j", {"audience": "views"}), "GET", "/jobs/j/exposure?audience=views", None),
            (lambda c: c.jobs.views("j"), "GET", "/jobs/j/views", None),
            (lambda c: c.jobs.set_audience("j", 5), "PUT", "/jobs/j/audience", {"views": 5}),
            (lambda c: c.jobs.set_audience("j", None), "PUT", "/jobs/j/audience", {"views": None}),
            (lambda c: c.media_prices(), "GET", "/media-prices", None),
            (lambda c: c.set_media_prices({"cpm_usd": 20}), "PUT", "/media-prices", {"cpm_usd": 20}),
            (lambda c: c.batches.get("b", {"corrected": "true"}), "GET", "/batch/b?corrected=true", None),
            (
                lambda c: c.jobs.corrections.create("j", {"kind": "confirm", "target": "brand", "name": "A"}),
                "POST",
                "/jobs/j/corrections",
                {"kind": "confirm", "target": "brand", "name": "A"},
            ),
            (lambda c: c.jobs.corrections.list("j"), "GET", "/jobs/j/corrections", None),
            (lambda c: c.jobs.corrections.evaluate(), "GET", "/corrections/evaluation", None),
            (
                lambda c: c.reports.create({"batch_id": "b", "formats": ["pdf"]}),
                "POST",
                "/reports",
                {"batch_id": "b", "formats": ["pdf"]},
            ),
            (lambda c: c.reports.get("r"), "GET", "/reports/r", None),
            (
                lambda c: c.jobs.create_clip("j", {"brand": "A", "format": "gif"}),
                "POST",
                "/jobs/j/clips",
                {"brand": "A", "format": "gif"},
            ),
            (lambda c: c.clips.get("c"), "GET", "/clips/c", None),
            (
                lambda c: c.shares.create("j", {"parts": ["brands"], "expires_in_days": 2}),
                "POST",
                "/jobs/j/shares",
                {"parts": ["brands"], "expires_in_days": 2},
            ),
            (
                lambda c: c.shares.create_for_report("r", {"expires_in_days": 2}),
                "POST",
                "/reports/r/shares",
                {"expires_in_days": 2},
            ),
            (lambda c: c.presets.list(), "GET", "/presets", None),
            (lambda c: c.presets.get("p"), "GET", "/presets/p", None),
            (
                lambda c: c.presets.create({"name": "P", "capabilities": ["brands"]}),
                "POST",
                "/presets",
                {"name": "P", "capabilities": ["brands"]},
            ),
            (
                lambda c: c.presets.replace("p", {"name": "P", "capabilities": ["brands"]}),
                "PUT",
                "/presets/p",
                {"name": "P", "capabilities": ["brands"]},
            ),
            (lambda c: c.schedules.list(), "GET", "/report-schedules", None),
            (lambda c: c.schedules.get("s"), "GET", "/report-schedules/s", None),
            (lambda c: c.schedules.create(SCHEDULE), "POST", "/report-schedules", SCHEDULE),
            (lambda c: c.schedules.replace("s", SCHEDULE), "PUT", "/report-schedules/s", SCHEDULE),
            (lambda c: c.schedules.run("s"), "POST", "/report-schedules/s/run", None),
            (lambda c: c.schedules.get_run("s", "r"), "GET", "/report-schedules/s/runs/r", None),
            (lambda c: c.follows.preview({"source": "s"}), "POST", "/follows/preview", {"source": "s"}),
            (
                lambda c: c.follows.create({"name": "F", "source": "s", "capabilities": ["brands"]}),
                "POST",
                "/follows",
                {"name": "F", "source": "s", "capabilities": ["brands"]},
            ),
            (lambda c: c.follows.list(), "GET", "/follows", None),
            (lambda c: c.follows.get("f"), "GET", "/follows/f", None),
            (lambda c: c.follows.change("f", {"every_minutes": 60}), "PATCH", "/follows/f", {"every_minutes": 60}),
            (lambda c: c.follows.run("f"), "POST", "/follows/f/runs", {}),
            (lambda c: c.follows.run("f", {"backfill": 2}), "POST", "/follows/f/runs", {"backfill": 2}),
            (lambda c: c.follows.videos("f"), "GET", "/follows/f/videos", None),
            (lambda c: c.brands.list(), "GET", "/brands", None),
            (lambda c: c.brands.get("b"), "GET", "/brands/b", None),
            (lambda c: c.brands.create({"name": "A"}), "POST", "/brands", {"name": "A"}),
            (
                lambda c: c.brands.replace("b", {"name": "A", "aliases": ["B"]}),
                "PUT",
                "/brands/b",
                {"name": "A", "aliases": ["B"]},
            ),
            (lambda c: c.deliveries.replay("d"), "POST", "/webhooks/deliveries/d/replay", None),
            (lambda c: c.keys.list(), "GET", "/keys", None),
            (lambda c: c.jobs.tag("j", ("spring",)), "PATCH", "/jobs/j", {"tags": ["spring"]}),
            (
                lambda c: c.jobs.rerun(["j"], dry_run=True),
                "POST",
                "/jobs/bulk",
                {"action": "rerun", "job_ids": ["j"], "dry_run": True},
            ),
            (
                lambda c: c.jobs.delete_many(("j",)),
                "POST",
                "/jobs/bulk",
                {"action": "delete", "job_ids": ["j"], "dry_run": False},
            ),
        ]
        with ScriptedServer(data({})) as server, server.client() as client:
            for call, method, path, body in cases:
                call(client)
                seen = server.seen[-1]
                self.assertEqual((seen.method, seen.path), (method, f"/v1{path}"))
                self.assertEqual(json.loads(seen.body) if seen.body else None, body)
        self.assertEqual(len(server.seen), len(cases))

    def test_what_is_deleted_gives_nothing(self) -> None:
        with ScriptedServer(GONE) as server, server.client() as client:
            client.jobs.corrections.undo("j", "x")
            client.reports.delete("r")
            client.schedules.delete("s")
            client.clips.delete("c")
            client.shares.delete("s")
            client.presets.delete("p")
            client.follows.delete("f")
            client.brands.delete("b")
            client.brands.delete_logo("b", "l")
        self.assertEqual(
            [(one.method, one.path) for one in server.seen],
            [
                ("DELETE", f"/v1/{path}")
                for path in (
                    "jobs/j/corrections/x",
                    "reports/r",
                    "report-schedules/s",
                    "clips/c",
                    "shares/s",
                    "presets/p",
                    "follows/f",
                    "brands/b",
                    "brands/b/logos/l",
                )
            ],
        )

    def test_lists_go_on_over_pages(self) -> None:
        first, second = reply(200, listed([{"n": 1}], "next")), reply(200, listed([{"n": 2}]))
        lists: Dict[str, Callable[[Reelsight], reelsight.Pages[Any]]] = {
            "reports": lambda c: c.reports.list({"limit": 1}),
            "jobs/j/clips": lambda c: c.jobs.clips("j", {"limit": 1}),
            "jobs/j/corrections": lambda c: c.jobs.corrections.pages("j", {"limit": 1}),
            "shares": lambda c: c.shares.list({"limit": 1}),
            "jobs/j/shares": lambda c: c.shares.list_of_job("j", {"limit": 1}),
            "webhooks/deliveries": lambda c: c.deliveries.list({"limit": 1}),
            "reports/r/shares": lambda c: c.shares.list_of_report("r", {"limit": 1}),
        }
        for path, pages in lists.items():
            with self.subTest(path), ScriptedServer(first, second) as server:
                self.assertEqual(list(pages(server.client())), [{"n": 1}, {"n": 2}])
                asked = [one.path for one in server.seen]
                self.assertEqual(asked, [f"/v1/{path}?limit=1", f"/v1/{path}?limit=1&cursor=next"])

    def test_logos_are_sent_and_come_as_they_are(self) -> None:
        png = send(200, b"png", Content_Type="image/png")
        with ScriptedServer(data({"logo_id": "l"}), png) as server, server.client() as client:
            client.brands.add_logo("b", b"webp", "image/webp")
            self.assertEqual(client.brands.logo("b", "l"), b"png")
        sent, read = server.seen
        self.assertEqual((sent.path, sent.body), ("/v1/brands/b/logos", b"webp"))
        self.assertEqual(sent.headers["content-type"], "image/webp")
        self.assertEqual(read.path, "/v1/brands/b/logos/l")

    def test_a_search_says_whether_it_knows_the_meaning(self) -> None:
        first = reply(200, listed([{"text": "shoes"}], "next", meaning=True))
        last = reply(200, listed([], meaning=False, meaning_out=True))
        with ScriptedServer(first, last) as server, server.client() as client:
            found = client.search("running shoes", kinds=["speech", "text"], brand="Nike", speaker=2)
            pages = list(found.pages())
        self.assertEqual([(one.meaning, one.meaning_out) for one in pages], [(True, False), (False, True)])
        query = "q=running+shoes&kinds=speech%2Ctext&brand=Nike&speaker=2"
        asked = [one.path for one in server.seen]
        self.assertEqual(asked, [f"/v1/search?{query}", f"/v1/search?{query}&cursor=next"])

    def test_a_search_by_sight_takes_a_picture_a_moment_or_words(self) -> None:
        plain = reply(200, listed([], compared=7, jobs_without_sight=1))
        by_words = reply(200, listed([], compared=7, jobs_without_sight=1, jobs_without_words=3))
        with ScriptedServer(plain, plain, by_words) as server, server.client() as client:
            client.search_by_sight(b"png", limit=5).page()
            moment = client.search_by_sight({"job_id": "j", "timestamp": 1.5}).page()
            words = client.search_by_sight({"words": "a red car"}, brand="Nike").page()
        self.assertEqual((moment.compared, moment.jobs_without_sight, moment.jobs_without_words), (7, 1, None))
        self.assertEqual((words.jobs_without_sight, words.jobs_without_words), (1, 3))
        self.assertEqual(
            [json.loads(one.body) for one in server.seen],
            [
                {"picture": "cG5n", "limit": 5},
                {"moment": {"job_id": "j", "timestamp": 1.5}},
                {"words": "a red car", "brand": "Nike"},
            ],
        )

    def test_the_filters_of_a_search_are_those_of_the_interface(self) -> None:
        given = inspect.signature(Reelsight.search).parameters.values()
        names = {one.name for one in given if one.kind is one.KEYWORD_ONLY}
        known = {*reelsight.SearchQuery.__annotations__, "q"}
        self.assertEqual(names, known - {"q"})

    def test_files_have_their_bytes_and_a_name_without_a_folder(self) -> None:
        with ScriptedServer(FILE) as server, server.client() as client:
            report = client.reports.download("r", "pdf")
            frames = client.jobs.proof_frames("j", name=["A", "B"])
            clip = client.clips.download("c")
        self.assertEqual(report, reelsight.ExportedFile(b"%PDF", "Spring.pdf"))
        self.assertEqual((frames.file_name, clip), ("Spring.pdf", b"%PDF"))
        self.assertEqual(
            [one.path for one in server.seen],
            ["/v1/reports/r/files/pdf", "/v1/jobs/j/proof-frames.zip?name=A&name=B", "/v1/clips/c/file"],
        )

    def test_reports_and_clips_are_waited_for_through_outages(self) -> None:
        states = [data({"status": "pending", "percent": 0}), reset, data({"status": "failed", "percent": 0})]
        seen: List[str] = []
        with ScriptedServer(*states) as server:
            report = server.client().reports.wait("r", on_progress=lambda one: seen.append(one["status"]))
        self.assertEqual((report["status"], seen), ("failed", ["pending", "failed"]))
        states = [data({"status": "processing", "percent": 50}), refusal(503, "X"), data({"status": "ready"})]
        with ScriptedServer(*states) as server:
            self.assertEqual(server.client().clips.wait("c", timeout=20)["status"], "ready")

    def test_only_what_does_no_harm_twice_is_repeated(self) -> None:
        with ScriptedServer(reset, data({"brands": []})) as server:
            self.assertEqual(server.client().exposure({"job_ids": ["j"]}), {"brands": []})
        with ScriptedServer(reset, data({"clip_id": "c"})) as server:
            made = server.client().jobs.create_clip("j", {"brand": "A", "format": "mp4"})
        self.assertEqual(made["clip_id"], "c")
        with ScriptedServer(reset, data({})) as server:
            with self.assertRaises(reelsight.ConnectionFailedError):
                server.client().reports.create({"job_ids": ["j"], "formats": ["pdf"]})


if __name__ == "__main__":
    unittest.main()
