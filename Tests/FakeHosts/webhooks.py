"""Delivers webhooks."""

import copy
import hashlib
import http.client
import json
import threading
import time
import urllib.parse


class Webhooks:
    def headers(self, hook, event, raw, guid):
        """Returns the headers of a delivery, with its signature."""
        raise NotImplementedError

    def payload_errors(self, event, body):
        """Checks a payload against its schema."""
        return []

    def fire(self, event, body):
        """Delivers an event to the webhooks that are subscribed to it."""
        for hook in self.hooks:
            if hook.get("events") in (None, ["*"]) or event in hook["events"]:
                self.deliver(hook, event, body)

    def deliver(self, hook, event, body, guid=None, **more):
        """Delivers an event to one webhook in the background, with the webhook's faults.

        A delivery with `guid` repeats an earlier one; `more` goes into the list of deliveries.
        """
        delivery = {
            "guid": guid or self.new_guid(),
            "id": self.next_id(),
            "hook": hook,
            "event": event,
            "body": copy.deepcopy(body),
            "status": "pending",
            "status_code": 0,
            "schema_errors": self.payload_errors(event, body),
            **more,
        }
        self.deliveries.append(delivery)
        fault = hook.get("fault", {})
        if fault.get("drop"):
            delivery["status"] = "dropped by fault"
            return
        raw = json.dumps(body).encode()

        def send():
            time.sleep(fault.get("delay", 0))
            for _ in range(1 + fault.get("duplicate", 0)):
                self.send(hook, delivery, raw, fault)

        if hook.get("hold"):
            hook.setdefault("held", []).append(send)
        else:
            threading.Thread(target=send, daemon=True).start()

    def send(self, hook, delivery, raw, fault):
        secret = hook.get("secret", "") + ("x" if fault.get("bad_signature") else "")
        headers = {
            "Content-Type": "application/json",
            "User-Agent": self.user_agent,
            **self.headers({**hook, "secret": secret}, delivery["event"], raw, delivery["guid"]),
        }
        url = urllib.parse.urlsplit(hook["url"])
        try:
            connection = http.client.HTTPConnection(url.hostname, url.port or 80, timeout=10)
            connection.request("POST", url.path or "/", raw, headers)
            response = connection.getresponse()
            response.read()
        except (OSError, http.client.HTTPException) as error:
            delivery["status"] = f"failed: {error}"
            return
        delivery["status_code"] = response.status
        delivery["status"] = "OK" if response.status < 400 else f"HTTP {response.status}"

    def new_guid(self):
        digest = hashlib.md5(f"delivery{self.next_id()}".encode()).hexdigest()
        return "-".join(digest[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))
