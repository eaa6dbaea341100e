"""Servers that misbehave, for the client's side of what goes wrong."""

from __future__ import annotations

import faulthandler
import json
import os
import socket
import struct
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List, NamedTuple, Optional
from unittest import mock

from reelsight import Reelsight, _transport


# A test that hangs ends here, and says where each thread is.
faulthandler.dump_traceback_later(120, exit=True)


def setting(name: str) -> str:
    """What the test that starts the service tells; without it the suite skips."""
    value = os.environ.get(f"REELSIGHT_TEST_{name}")
    if value is None:
        raise unittest.SkipTest("no service: run test/python.test.ts")
    return value


class Seen(NamedTuple):
    method: str
    path: str
    headers: Dict[str, str]
    body: bytes


Answer = Callable[[BaseHTTPRequestHandler], None]


class ScriptedServer:
    """The n-th request gets the n-th answer, the last answer those after it too."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.seen: List[Seen] = []
        self.connections = 0
        self.unread = ""
        """Method whose bodies are refused without being read."""
        server = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            # A body that follows its headers would wait for the client's delayed acknowledgement.
            disable_nagle_algorithm = True

            def setup(self) -> None:
                server.connections += 1
                super().setup()

            def handle_any(self) -> None:
                length = int(self.headers.get("content-length", "0"))
                body = b"" if self.command == server.unread else self.rfile.read(length)
                headers = {name.lower(): value for name, value in self.headers.items()}
                server.seen.append(Seen(self.command, self.path, headers, body))
                server.answers[min(len(server.seen), len(server.answers)) - 1](self)

            do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = handle_any

            def log_message(self, format: str, *args: Any) -> None:
                pass

        class Server(ThreadingHTTPServer):
            daemon_threads = True

            def handle_error(self, request: Any, client_address: Any) -> None:
                pass  # Clients that went away are part of the tests.

        self._server = Server(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()

    def __enter__(self) -> ScriptedServer:
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    def client(self, **options: Any) -> Reelsight:
        return Reelsight(self.url, "rs_live_x", **options)


def send(status: int, body: bytes, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in {"Content-Length": str(len(body)), **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def reply(status: int, value: object, **headers: str) -> Answer:
    kind = {"Content_Type": "application/json; charset=utf-8", "X_Request_Id": "req_1"}
    return send(status, json.dumps(value).encode(), **{**kind, **headers})


def data(value: object, **headers: str) -> Answer:
    return reply(200, {"data": value, "meta": {"request_id": "req_1"}}, **headers)


def refusal(status: int, code: str, **headers: str) -> Answer:
    return reply(status, {"error": {"code": code, "message": f"{code}."}, "meta": {}}, **headers)


def page(status: int) -> Answer:
    return send(status, b"<!DOCTYPE html><h1>Bad gateway</h1>", Content_Type="text/html")


def _abort(connection: socket.socket) -> None:
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    connection.close()


def reset(handler: BaseHTTPRequestHandler) -> None:
    """Hangs up without an answer."""
    handler.close_connection = True
    handler.connection.shutdown(socket.SHUT_RDWR)


def cut_short(handler: BaseHTTPRequestHandler) -> None:
    """Says how long its body is, sends less, and hangs up."""
    handler.send_response(200)
    handler.send_header("Content-Type", "application/json")
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"data":{"half"')
    handler.close_connection = True


def silence(handler: BaseHTTPRequestHandler) -> None:
    """Takes the request and says nothing until the client goes."""
    handler.connection.recv(1)
    handler.close_connection = True


class Proxy:
    """Stands before a service and behaves as the network and its deploys do: `fine`, `refuse`, `reset`, `page`, or `cut`
    in the midst of an answer.
    """

    def __init__(self, target: str) -> None:
        host, port = target.split("//")[1].split(":")
        self._target = (host, int(port))
        self._lock = threading.Lock()
        self._sockets: List[socket.socket] = []
        self._listener: Optional[socket.socket] = None
        self._port = 0
        self.weather = "fine"
        self.counts: Dict[str, int] = {}
        self.turn("fine")
        self.url = f"http://127.0.0.1:{self._port}"

    def turn(self, weather: str) -> None:
        """Connections that are open end with the weather before."""
        with self._lock:
            self.weather = weather
            for one in self._sockets:
                _end(one)
            self._sockets = []
            if weather == "refuse" and self._listener is not None:
                # On Linux a listener that another thread accepts on ends only so.
                self._listener.shutdown(socket.SHUT_RDWR)
                self._listener.close()
                self._listener = None
            if weather != "refuse" and self._listener is None:
                self._listener = socket.create_server(("127.0.0.1", self._port))
                self._port = self._listener.getsockname()[1]
                threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def __enter__(self) -> Proxy:
        return self

    def __exit__(self, *_: object) -> None:
        self.turn("refuse")

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                client, _ = listener.accept()
            except OSError:
                return
            with self._lock:
                weather = self.weather
                self.counts[weather] = self.counts.get(weather, 0) + 1
                self._sockets.append(client)
            threading.Thread(target=self._handle, args=(client, weather), daemon=True).start()

    def _handle(self, client: socket.socket, weather: str) -> None:
        try:
            # A connection may be accepted in the moment in which the listener closes.
            if weather in ("reset", "refuse"):
                _abort(client)
            elif weather == "page":
                client.recv(65536)
                body = b"<html>Bad Gateway</html>"
                head = f"HTTP/1.1 502 Bad\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n"
                client.sendall(head.encode() + b"Connection: close\r\n\r\n" + body)
                client.close()
            else:
                self._pass(client, 150 if weather == "cut" else None)
        except OSError:
            client.close()

    def _pass(self, client: socket.socket, most: Optional[int]) -> None:
        upstream = socket.create_connection(self._target)
        with self._lock:
            self._sockets.append(upstream)
        threading.Thread(target=_pump, args=(client, upstream, None), daemon=True).start()
        _pump(upstream, client, most)


def _end(connection: socket.socket) -> None:
    """Closing alone does not end a connection that another thread reads from: its other end would wait for nothing."""
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        pass
    connection.close()


def _pump(source: socket.socket, sink: socket.socket, most: Optional[int]) -> None:
    try:
        while piece := source.recv(65536):
            sink.sendall(piece if most is None else piece[:most])
            if most is not None:
                break
    except OSError:
        pass
    for one in (source, sink):
        _end(one)


class QuickPauses(unittest.TestCase):
    """Repeats follow at once."""

    def setUp(self) -> None:
        patch = mock.patch.object(_transport, "_BASE_SECONDS", 0.01)
        patch.start()
        self.addCleanup(patch.stop)
