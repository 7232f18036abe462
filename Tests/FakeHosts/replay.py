#!/usr/bin/env python3
"""Sends the requests of a recorded conversation, and compares the responses.

    replay.py FILE URL            # prints what differs; exit code 1 if anything does
    replay.py --record FILE URL   # replaces the recorded responses

A step is `{"send": [METHOD, PATH, BODY?], "status": …, "body": …}`. Bodies are compared without
addresses and below the second level by the names of their properties only; those of control
requests with POST aren't compared.
"""

import json
import sys
import urllib.error
import urllib.request
from pathlib import Path

# Properties that depend on the time, the port or the kind of server.
IGNORED = "expires_at", "documentation_url", "_links", "t", "t_end"


def main():
    *options, file, url = sys.argv[1:]
    conversation = json.loads(Path(file).read_text())
    differences = 0
    for number, step in enumerate(conversation["steps"]):
        status, body = send(url, conversation["headers"], *step["send"])
        if "--record" in options:
            step.update(status=status, body=body)
        elif (status, body) != (step["status"], step["body"]):
            differences += 1
            print(f"step {number}: {' '.join(step['send'][:2])}")
            for line in differing(
                {"status": step["status"], "body": step["body"]}, {"status": status, "body": body}
            ):
                print("  " + line)
    if "--record" in options:
        Path(file).write_text(text(conversation))
    sys.exit(1 if differences else 0)


def send(url, headers, method, path, body=None):
    """Returns the status and the summary of a response."""
    data = None if body is None else json.dumps(body).encode()
    json_type = {"Content-Type": "application/json"} if data else {}
    request = urllib.request.Request(url + path, data, {**headers, **json_type}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=300) as response:
            status, raw = response.status, response.read()
    except urllib.error.HTTPError as error:
        status, raw = error.code, error.read()
    if method == "POST" and path.startswith("/_ctl/"):
        return status, None
    raw = raw.decode(errors="replace").replace(url, "URL")
    try:
        return status, summary(json.loads(raw)) if raw else None
    except ValueError:
        return status, raw


def summary(value, depth=0):
    if isinstance(value, list):
        return [summary(element, depth) for element in value[:3]]
    if not isinstance(value, dict):
        return value
    names = [x for x in sorted(value) if not x.endswith(("url", "Url")) and x not in IGNORED]
    return {x: summary(value[x], depth + 1) for x in names} if depth < 2 else " ".join(names)


def differing(old, new, path=""):
    """Yields a line for each value that differs."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted(old.keys() | new.keys()):
            yield from differing(old.get(name), new.get(name), f"{path}/{name}")
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (x, y) in enumerate(zip(old, new)):
            yield from differing(x, y, f"{path}/{index}")
    elif old != new:
        yield f"{path}: expected {json.dumps(old)}, but got {json.dumps(new)}"


def text(conversation):
    """Returns JSON with one step on each line."""
    steps = ",\n".join(json.dumps(step, separators=(",", ":")) for step in conversation["steps"])
    return f'{{"headers":{json.dumps(conversation["headers"])},"steps":[\n{steps}\n]}}\n'


if __name__ == "__main__":
    main()
