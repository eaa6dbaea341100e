"""Signatures of webhooks: the published vector, and those our signer gives."""

from __future__ import annotations

import json
import unittest
from typing import Any, Dict
from unittest import mock

from reelsight import ConfigurationError, WebhookVerificationError, verify_webhook
from support import setting

# The vector in the reference libraries of Standard Webhooks.
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
OTHER = "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDGvCpr0JfBCM="
BODY = b'{"test": 2432232314}'
TIME = 1614265330
HEADERS = {
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": str(TIME),
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}


def event_of(body: bytes = BODY, secret: Any = SECRET, now: float = TIME, **changed: str) -> Any:
    headers = {**HEADERS, **{f"webhook-{name}": value for name, value in changed.items()}}
    return verify_webhook(body, headers, secret, now=now)


class Signatures(unittest.TestCase):
    def test_the_published_vector_is_accepted(self) -> None:
        self.assertEqual(event_of(), {"test": 2432232314})
        upper = {name.title(): value for name, value in HEADERS.items()}
        verify_webhook(bytearray(BODY), upper, SECRET, now=TIME)

    def test_what_was_changed_is_refused(self) -> None:
        signature = HEADERS["webhook-signature"]
        for case in (
            lambda: event_of(BODY + b" "),
            lambda: event_of(secret=OTHER),
            lambda: event_of(id="msg_other"),
            lambda: event_of(timestamp=str(TIME + 1)),
            lambda: event_of(signature=signature.replace("v1,", "v2,")),
            lambda: event_of(signature=signature[:-1]),
            lambda: event_of(signature=f"v1,ü {signature[3:]}"),
        ):
            with self.assertRaisesRegex(WebhookVerificationError, "does not match"):
                case()

    def test_id_time_and_signature_are_required(self) -> None:
        for name in HEADERS:
            headers = {key: value for key, value in HEADERS.items() if key != name}
            headers["X-Service-Signature"] = "0" * 64
            with self.assertRaisesRegex(WebhookVerificationError, "not signed"):
                verify_webhook(BODY, headers, SECRET, now=TIME)
        for time in ("now", "-1", "1e9", "١٢", "9" * 400):
            with self.assertRaisesRegex(WebhookVerificationError, "no time"):
                event_of(timestamp=time)

    def test_an_old_delivery_or_one_of_the_future_is_refused(self) -> None:
        for distance in (-300, 300):
            event_of(now=TIME + distance)
        for distance in (-301, 301):
            with self.assertRaisesRegex(WebhookVerificationError, "too far"):
                event_of(now=TIME + distance)
        verify_webhook(BODY, HEADERS, SECRET, 900, now=TIME + 900)
        with mock.patch("time.time", return_value=TIME):
            verify_webhook(BODY, HEADERS, SECRET)
        with self.assertRaises(WebhookVerificationError):
            verify_webhook(BODY, HEADERS, SECRET)

    def test_several_secrets_and_several_signatures(self) -> None:
        event_of(secret=[OTHER, SECRET])
        event_of(signature=f"v1,AAAA v1a,xyz {HEADERS['webhook-signature']}")
        with self.assertRaises(WebhookVerificationError):
            event_of(secret=[OTHER])

    def test_what_the_receiver_got_wrong_is_no_refusal(self) -> None:
        for secret in ("", "whsec_", "whsec_ä", [], [""]):
            with self.assertRaises(ConfigurationError):
                event_of(secret=secret)
        with self.assertRaisesRegex(ConfigurationError, "bytes as received"):
            event_of(BODY.decode())  # type: ignore[arg-type]

    def test_comparison_is_in_constant_time(self) -> None:
        with mock.patch("hmac.compare_digest", return_value=False) as compare:
            with self.assertRaises(WebhookVerificationError):
                event_of()
        compare.assert_called_once()

    def test_what_our_signer_signs_is_accepted(self) -> None:
        with open(setting("VECTORS"), encoding="utf-8") as file:
            vectors = json.load(file)["webhooks"]
        self.assertGreater(len(vectors), 0)
        for vector in vectors:
            headers: Dict[str, str] = vector["headers"]
            body, now = vector["body"].encode(), float(vector["timestamp"])
            for secret in (vector["secret"], vector["previous_secret"]):
                with self.subTest(vector["name"]):
                    if secret is None:
                        continue
                    event = verify_webhook(body, headers, secret, now=now)
                    self.assertEqual(event, json.loads(vector["body"]))
                    with self.assertRaises(WebhookVerificationError):
                        verify_webhook(body + b" ", headers, secret, now=now)


if __name__ == "__main__":
    unittest.main()
