"""Serves a fake host over HTTP: its REST API, its git repositories, OSV and the control API."""

import json
import os
import re
import socket
import struct
import subprocess
import threading
import time
import traceback
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from errors import HostError
from repository import refs

# What a fault does: before the operation runs or instead of it, and after it has run.
BEFORE = {"drop_before", "status", "delay", "secondary", "primary", "limit", "html_502", "expire"}
AFTER = {"drop_after", "partial", "stale_etag", "status_after", "bad_json", "delay_after"}

BAD_GATEWAY = b"<html><head><title>502 Bad Gateway</title></head></html>"

# The count of requests in progress must not wait for the lock of the host.
COUNT = threading.Lock()


def serve(host):
    """Serves a host until the process ends."""
    if missing := sorted(host.operations.keys() - host.contract.identifiers):
        raise SystemExit(f"not in the description: {missing}")
    handler = type("BoundHandler", (Handler,), {"host": host})
    server = Server((host.options.host, host.options.port), handler)
    print(f"{host.title} on {host.base()}", flush=True)
    server.serve_forever()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128


class Call:
    """A request to the REST API.

    `path` is without the prefix of the API, `raw_path` with it. `operation` is None if the
    description has no such operation; `params` are those of the path. `headers` have lower-case
    names. `reply_headers` and `raw`, which is `(bytes, content type)`, are for the response.
    """

    def __init__(self, handler, raw_path, path, query):
        self.method = handler.command
        self.raw_path = raw_path
        self.path = path
        self.query = query
        self.headers = {name.lower(): value for name, value in handler.headers.items()}
        self.reply_headers = {}
        self.raw = None
        self.body = None
        self.token = None
        self.rec = None
        method = "GET" if self.method == "HEAD" else self.method
        self.operation, self.params = handler.host.contract.match(method, path)
        self.name = handler.host.operation_name(self)

    @property
    def is_read(self):
        return self.method in ("GET", "HEAD")


class Handler(BaseHTTPRequestHandler):
    host = None
    protocol_version = "HTTP/1.1"
    # Otherwise the system delays a body until the client has acknowledged the head, 40 ms later.
    disable_nagle_algorithm = True
    rec, open_write, open_live = None, None, None

    def log_message(self, *arguments):
        pass

    def version_string(self):
        return self.host.title

    def date_time_string(self, timestamp=None):
        if self.host.limits["dated"]:
            return super().date_time_string(self.host.seconds())
        return super().date_time_string((timestamp or time.time()) + self.host.skew)

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except (ValueError, OSError):
            self.close_connection = True

    def read_body(self):
        if "chunked" not in (self.headers.get("Transfer-Encoding") or "").lower():
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while True:
            size = int(self.rfile.readline().split(b";")[0], 16)
            body += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return body

    def serve(self):
        url = urllib.parse.urlsplit(self.path)
        query = dict(urllib.parse.parse_qsl(url.query, keep_blank_values=True))
        body = self.read_body()
        git = re.match(r"^/(.+?)/(info/refs|git-upload-pack|git-receive-pack)$", url.path)
        path = self.host.api_path(url.path)
        if url.path.startswith("/_ctl/"):
            self.serve_control(url.path.removeprefix("/_ctl/"), query, body)
        elif git and (name := self.host.git_name(git[1])):
            self.serve_git(name, git[2], url.query, body)
        elif url.path.startswith("/v1/"):
            self.serve_osv(url.path, body)
        elif path is None:
            self.reply(404, b"<html>not found</html>", content_type="text/html")
        else:
            self.serve_counted(url.path, path, query, body)

    do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = serve

    # -- Responses

    def settle(self):
        """Ends the request in the log.

        Called before the response is sent, so that a serial client never looks parallel.
        """
        if self.rec and not self.rec["t_end"]:
            self.rec["t_end"] = round(time.time(), 3)
        if self.open_live:
            (live, key), self.open_live = self.open_live, None
            with COUNT:
                live[key] -= 1
        if self.open_write:
            epoch, self.open_write = self.open_write, None
            with self.host.lock:
                if self.host.epoch == epoch:
                    self.host.inflight -= 1

    def reply(self, status, body, headers=None, content_type=None):
        """Sends a response; the body is None, bytes or JSON."""
        self.settle()
        raw = (
            body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
        )
        self.send_response(status)
        for name, value in (headers or {}).items():
            self.send_header(name, str(value))
        if raw:
            self.send_header("Content-Type", content_type or self.host.content_type)
        if status not in (204, 304):
            self.send_header("Content-Length", str(len(raw)))
        self.end_headers()
        if self.command != "HEAD" and status not in (204, 304):
            self.wfile.write(raw)

    def reply_error(self, error):
        self.rec["status"] = error.status
        self.reply(error.status, error.body, error.headers, error.content_type)

    def reply_half(self, status, body):
        self.settle()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) + (status == 204)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2])
        self.wfile.flush()
        self.drop_connection()

    def drop_connection(self):
        """Resets the connection."""
        self.settle()
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.connection.close()
        self.close_connection = True

    # -- Log and faults

    def record(self, path, query, name, mutating, **more):
        """Adds the request to the log."""
        self.rec = {
            "n": len(self.host.log),
            "t": round(time.time(), 3),
            "t_end": None,
            "method": self.command,
            "path": path,
            "query": query,
            "op": name,
            "mutating": mutating,
            "auth": None,
            "status": None,
            "fault": None,
            "conditional": False,
            "conditional_hit": False,
            "client_violations": [],
            "server_violations": [],
            **more,
        }
        self.host.log.append(self.rec)
        return self.rec

    def fault(self, path, name, actions):
        """Returns the first fault that applies to the request, and counts it; or None."""
        for fault in self.host.faults:
            applies = (
                fault.get("mutating") in (None, self.rec["mutating"])
                and fault["action"] in actions
                and fault["times"] > 0
                and re.fullmatch(fault.get("method", ".*"), self.command)
                and re.search(fault.get("path", ""), path)
                and fault.get("op", name) == name
            )
            if applies and fault["skip"] > 0:
                fault["skip"] -= 1
            elif applies:
                fault["times"] -= 1
                fault["hits"] += 1
                return fault
        return None

    def fail_before(self, path, name):
        """Applies a fault before an operation; returns whether it has sent the response."""
        fault = self.fault(path, name, BEFORE)
        if not fault:
            return False
        action = self.rec["fault"] = fault["action"]
        if action == "drop_before":
            self.rec["status"] = "dropped"
            self.drop_connection()
        elif action == "html_502":
            self.rec["status"] = 502
            self.reply(502, BAD_GATEWAY, None, "text/html")
        elif action == "delay":
            time.sleep(fault["seconds"])
        elif action == "expire":
            self.host.expire_tokens()
        elif action == "status":
            body = self.host.problem(fault["status"], fault.get("message", "fault"))
            raise HostError(fault["status"], body, fault.get("headers"))
        else:
            raise self.host.limited(fault.get("retry_after", 1), fault)
        return action in ("drop_before", "html_502")

    def fail_after(self, call, status, body):
        """Applies a fault after an operation; returns the body, None if the response is sent."""
        fault = self.fault(call.path, call.name, AFTER)
        if not fault:
            return body or b""
        action = self.rec["fault"] = fault["action"]
        self.rec["status"] = f"{status} then {action}"
        if action == "drop_after":
            self.drop_connection()
        elif action == "delay_after":
            time.sleep(fault["seconds"])
            return body or b""
        elif action == "status_after":
            problem = self.host.problem(fault["status"], "fault after the operation")
            raise HostError(fault["status"], problem, fault.get("headers"))
        elif action == "bad_json":
            return (body or b"{}")[: len(body or b"{}") // 2]
        elif action == "partial":
            self.reply_half(status, body or b"{}")
        elif "if-none-match" in call.headers:
            self.rec["status"] = 304
            self.reply(304, None, {"ETag": call.headers["if-none-match"]})
        else:
            return body or b""
        return None

    # -- Control and OSV

    def serve_control(self, path, query, raw):
        try:
            with self.host.lock:
                body = json.loads(raw) if raw else {}
                result = self.host.control(self.command, path, body, query)
            self.reply(200, result)
        except HostError as error:
            self.reply(error.status, error.body)
        except Exception as error:
            traceback.print_exc()
            self.reply(500, {"error": repr(error)})

    def serve_osv(self, path, raw):
        host = self.host
        with host.lock:
            rec = self.record(path, {}, "osv:" + path.split("/")[2], False)
        try:
            if self.fail_before(path, rec["op"]):
                return
            try:
                rec["body"] = json.loads(raw) if raw else {}
            except ValueError:
                rec["body"] = None
            with host.lock:
                page_size = host.limits["osv_page"]
                rec["status"], result = host.osv.serve(self.command, path, rec["body"], page_size)
            self.reply(rec["status"], result)
        except HostError as error:
            self.reply_error(error)

    # -- REST

    def serve_counted(self, raw_path, path, query, raw):
        """Serves an API request, and counts the requests in progress with the same credentials."""
        key = self.headers.get("Authorization") or self.headers.get("Private-Token") or "anonymous"
        live = self.host.live
        with COUNT:
            live[key] += 1
            too_many = live[key] > self.host.limits["concurrent"]
        self.open_live = live, key
        try:
            self.serve_api(raw_path, path, query, raw, too_many)
        finally:
            self.settle()

    def serve_api(self, raw_path, path, query, raw, too_many):
        call = Call(self, raw_path, path, query)
        self.open_call(call, raw)
        try:
            self.run(call, raw, too_many)
        except HostError as error:
            self.host.check_error(call, error)
            error.headers = {**self.host.base_headers(call), **error.headers}
            self.reply_error(error)
        except ConnectionError:
            self.rec["status"] = f"client closed the connection ({self.rec['status']})"
            raise
        except Exception as error:
            traceback.print_exc()
            self.rec["status"] = 500
            self.rec["server_violations"].append(repr(error))
            self.reply(500, {"message": f"defect of the fake {self.host.title}: {error!r}"})

    def open_call(self, call, raw):
        host = self.host
        with host.lock:
            mutating = host.is_mutating(call, raw)
            conditional = {"if-none-match", "if-modified-since"} & call.headers.keys()
            call.rec = self.record(
                call.path,
                call.query,
                call.name,
                mutating,
                conditional=bool(conditional),
                parallel_mutation=mutating and host.inflight > 0,
            )
            host.inflight += mutating
            self.open_write = host.epoch if mutating else None

    def run(self, call, raw, too_many):
        host, rec = self.host, self.rec
        if self.fail_before(call.path, call.name):
            return
        if too_many:
            rec["fault"] = "concurrent"
            raise host.limited(host.limits["concurrent_retry_after"])
        host.admit(call)
        call.token, rec["auth"] = host.whoami(call)
        self.parse_body(call, raw)
        self.check_request(call)
        host.authorize(call)
        with host.lock:
            host.throttle(call)
            if call.body is None:
                call.body = {}
            result = host.run(call)
        status, result = result if isinstance(result, tuple) else (200, result)
        host.check_response(call, status, result)
        body = call.raw[0] if call.raw else None if result is None else json.dumps(result).encode()
        body = self.fail_after(call, status, body)
        if body is not None:
            self.send_result(call, status, body)

    def parse_body(self, call, raw):
        try:
            call.body = self.host.parse_body(call, raw) if raw else None
        except ValueError:
            self.rec["client_violations"].append("body is not JSON")
            raise self.host.malformed()
        self.rec["body"] = call.body

    def check_request(self, call):
        """Checks a request against the description; the host decides what it refuses."""
        violations = self.rec["client_violations"]
        if call.name == "graphql":
            return
        if not call.operation:
            violations.append("no such operation in the description")
            raise self.host.missing_path()
        if call.operation["query"] is None:
            message = f"the fake {self.host.title} has no {call.name}"
            raise HostError(501, self.host.problem(501, message))
        violations += self.query_violations(call)
        schema = call.operation.get("body")
        if schema and not (call.body is None and self.host.body_is_optional(schema)):
            given = {} if call.body is None else call.body
            errors = self.host.contract.request_errors(call.operation, given)
            violations += errors
            known = self.host.contract.properties(schema)
            if known and isinstance(given, dict):
                violations += [f"unknown body property {x}" for x in given if x not in known]
            if errors:
                self.host.refuse(call, errors)
        elif not schema and call.body not in (None, {}):
            violations.append("body sent to an operation without one")

    def query_violations(self, call):
        known = call.operation["query"]
        for name, value in call.query.items():
            name = name.removesuffix("[]")
            if name not in known:
                if name not in self.host.free_query:
                    yield f"unknown query parameter {name}"
                continue
            kind, values = known[name].get("type"), known[name].get("enum")
            if values and value not in map(str, values):
                yield f"query {name}={value} not in {values}"
            patterns = {"integer": r"-?\d+", "boolean": "true|false|1|0"}
            if kind in patterns and not re.fullmatch(patterns[kind], value):
                yield f"query {name}={value} is not of type {kind}"

    def send_result(self, call, status, body):
        """Sends the response of an operation, or 304 if the client has it."""
        host = self.host
        headers = {**host.base_headers(call), **call.reply_headers}
        if call.is_read and status == 200:
            tag = host.etag(call, body)
            if tag:
                headers["ETag"] = tag
            if tag and call.headers.get("if-none-match") in (tag, tag.removeprefix("W/")):
                self.rec["status"] = 304
                self.rec["conditional_hit"] = True
                self.reply(304, None, {**headers, **host.limit_headers(call, 0)})
                return
        if self.rec["status"] is None:
            self.rec["status"] = status
        headers.update(host.limit_headers(call, 1))
        self.reply(status, body, headers, call.raw[1] if call.raw else None)

    # -- git

    def serve_git(self, path, service, query, raw):
        """Serves git's smart protocol by `git http-backend`."""
        host = self.host
        write = "receive-pack" in service or "receive-pack" in query
        name = "git:" + service
        with host.lock:
            url = self.path.split("?")[0]
            self.record(url, query, name, service == "git-receive-pack")
            moved = host.moved.get(path.lower())
            repo = host.repos.get(path.lower())
        token = host.git_token(self.headers.get("Authorization") or "", write)
        if moved and not repo:
            self.redirect_git(moved, service, query)
        elif not self.may_use(repo, token, write):
            self.refuse_git(token)
        elif write and not host.may_push(repo, token):
            self.rec["status"] = 403
            body = b"You are not allowed to push code to this project.\n"
            self.reply(403, body, content_type="text/plain")
        elif not self.fail_git(name, {"drop_before", "status", "delay", "html_502"}):
            self.rec["auth"] = host.auth_label(token)
            status, headers, body = self.run_git(repo, service, query, raw, write, token)
            kind = headers.pop("Content-Type", "text/plain")
            if not self.fail_git(name, {"drop_after", "delay_after"}):
                self.reply(status, body, headers, kind)

    def may_use(self, repo, token, write):
        if not repo:
            return False
        if token is None:
            # Wrong credentials are refused even where none are needed.
            return not (write or repo["private"] or self.headers.get("Authorization"))
        return self.host.can_see(repo, token)

    def redirect_git(self, identifier, service, query):
        target = next(x for x in self.host.repos.values() if x["id"] == identifier)
        address = f"{self.host.base()}/{self.host.git_prefix}{target['full_name']}.git/{service}"
        status = self.rec["status"] = self.host.git_moved
        location = address + ("?" + query if query else "")
        self.reply(status, b"moved", {"Location": location}, "text/plain")

    def refuse_git(self, token):
        status = self.rec["status"] = 401 if token is None else 404
        challenge = {"WWW-Authenticate": f'Basic realm="{self.host.title}"'}
        headers = challenge if token is None else {}
        self.reply(status, b"HTTP Basic: Access denied\n", headers, "text/plain")

    def fail_git(self, name, actions):
        """Applies a fault to a git request; returns whether it has sent the response."""
        fault = self.fault(self.path, name, actions)
        if not fault:
            return False
        action = self.rec["fault"] = fault["action"]
        if action in ("drop_before", "drop_after"):
            self.rec["status"] = self.rec["status"] or "dropped"
            self.drop_connection()
        elif action == "status":
            self.rec["status"] = fault["status"]
            self.reply(fault["status"], b"fault", fault.get("headers"), "text/plain")
        elif action == "html_502":
            self.rec["status"] = 502
            self.reply(502, b"<html></html>", content_type="text/html")
        else:
            time.sleep(fault["seconds"])
            return False
        return True

    def run_git(self, repo, service, query, raw, write, token):
        """Returns the status, the headers and the body of git's response."""
        host = self.host
        login = token["login"] if token else ""
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": "/nonexistent",
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_PROJECT_ROOT": os.path.dirname(repo["dir"]),
            "GIT_HTTP_EXPORT_ALL": "1",
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""),
            "REQUEST_METHOD": self.command,
            "PATH_INFO": f"/{os.path.basename(repo['dir'])}/{service}",
            "QUERY_STRING": query,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": str(len(raw)),
            "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
            "REMOTE_USER": login,
            "REMOTE_ADDR": "127.0.0.1",
            "FAKE_PROTECTED": " ".join(host.guarded(repo, login)) if token else "",
        }
        with host.lock:
            before = refs(repo)
            result = subprocess.run(
                ["git", "http-backend"], input=raw, capture_output=True, env=environment
            )
            after = refs(repo)
            names = sorted(before.keys() | after.keys())
            changes = {x: (before.get(x), after.get(x)) for x in names}
            changes = {x: change for x, change in changes.items() if change[0] != change[1]}
            if write and token and changes:
                host.after_refs(repo, changes, login)
                host.push_options(repo, raw)
        head, _, body = result.stdout.partition(b"\r\n\r\n")
        lines = [x.split(": ", 1) for x in head.decode().split("\r\n") if ": " in x]
        headers = {name: value for name, value in lines if name != "Content-Length"}
        self.rec["status"] = int(headers.pop("Status", "200").split()[0])
        self.rec["ref_changes"] = {x: new for x, (_, new) in changes.items()}
        return self.rec["status"], headers, body
