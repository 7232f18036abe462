"""The control API of the fake GitHub, and signed deliveries to the service."""
import hashlib
import hmac
import http.client
import json
import time
import urllib.parse
import urllib.request
import uuid

SECRET = "hook-secret"


class Hub:
    def __init__(self, url):
        self.url = url

    def control(self, name, body=None):
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.url}/_ctl/{name}", data)
        with urllib.request.urlopen(request, timeout=600) as response:
            return json.load(response)

    def requests(self, since):
        return self.control(f"requests?since={since}")


def deliver(address, event, payload):
    """Sends a signed webhook; returns the status of the response and how long it took."""
    raw = json.dumps(payload).encode()
    digest = hmac.new(SECRET.encode(), raw, hashlib.sha256).hexdigest()
    headers = {
        "Content-Type": "application/json",
        "X-GitHub-Event": event,
        "X-GitHub-Delivery": str(uuid.uuid4()),
        "X-Hub-Signature-256": "sha256=" + digest,
    }
    url = urllib.parse.urlsplit(address)
    start = time.time()
    connection = http.client.HTTPConnection(url.hostname, url.port, timeout=60)
    try:
        connection.request("POST", url.path, raw, headers)
        response = connection.getresponse()
        response.read()
        return response.status, time.time() - start
    finally:
        connection.close()
