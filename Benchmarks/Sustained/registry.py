#!/usr/bin/env python3
"""A registry of invented npm packages and gems, which publishes a version on request.

    registry.py PORT PACKAGES

npm's documents are at `/npm/NAME`, tarballs below them, and the compact index of gems at `/gems`. Each package has
twenty versions, and needs up to three others. `POST /publish` adds a version to `aster`.
"""
import base64
import gzip
import hashlib
import io
import json
import sys
import tarfile
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

HISTORY = 20


class Universe:
    def __init__(self, count):
        self.names = ["aster", "birch", "cedar"] + [f"plant-{number}" for number in range(count - 3)]
        self.index = {name: number for number, name in enumerate(self.names)}
        self.aster = HISTORY
        self.written = {}
        self.lock = threading.Lock()

    def versions(self, name):
        return [f"1.{number}.0" for number in range(self.aster if name == "aster" else HISTORY)]

    def needs(self, name):
        """Returns the packages that a package needs; only later ones, so that there are no cycles."""
        number = self.index[name]
        if number < 3:
            return []
        wanted = {number * 2 + 1, number * 2 + 2, number + 7}
        return [self.names[x] for x in sorted(wanted) if number < x < len(self.names)]

    def publish(self):
        with self.lock:
            self.aster += 1
            self.written = {key: body for key, body in self.written.items() if "aster" not in key}
            return self.versions("aster")[-1]

    def kept(self, key, make):
        with self.lock:
            if key not in self.written:
                self.written[key] = make()
            return self.written[key]

    # -- npm

    def tarball(self, name, version):
        manifest = {"name": name, "version": version, "license": "MIT", "main": "index.js"}
        files = {
            "package/package.json": json.dumps(manifest),
            "package/index.js": f"exports.name = '{name}'\nexports.run = function (x) {{ return x }}\n",
        }
        packed = io.BytesIO()
        with tarfile.open(fileobj=packed, mode="w") as archive:
            for path, text in files.items():
                entry = tarfile.TarInfo(path)
                entry.size = len(text)
                archive.addfile(entry, io.BytesIO(text.encode()))
        return gzip.compress(packed.getvalue(), mtime=0)

    def document(self, name, is_full):
        manifests = {version: self.manifest(name, version) for version in self.versions(name)}
        document = {"name": name, "dist-tags": {"latest": self.versions(name)[-1]}, "versions": manifests}
        if is_full:
            document["time"] = {v: f"2024-{i % 12 + 1:02}-01T00:00:00.000Z" for i, v in enumerate(manifests)}
        return json.dumps(document).encode()

    def manifest(self, name, version):
        digest = base64.b64encode(hashlib.sha512(self.tarball(name, version)).digest()).decode()
        return {
            "name": name,
            "version": version,
            "license": "MIT",
            "engines": {"node": ">=12"},
            "dependencies": {x: "^1.0.0" for x in self.needs(name)},
            "dist": {
                "tarball": f"https://registry.npmjs.org/{name}/-/{name}-{version}.tgz",
                "integrity": "sha512-" + digest,
            },
        }

    # -- gems

    def info(self, name):
        needs = ",".join(f"{x}:>= 1.0.0" for x in self.needs(name))
        lines = [
            f"{v} {needs}|checksum:{hashlib.sha256(f'{name}-{v}'.encode()).hexdigest()},ruby:>= 2.7.0"
            for v in self.versions(name)
        ]
        return "\n".join(["---", *lines, ""]).encode()

    def answer(self, path, accept):
        """Returns a document and its type; None if there is none."""
        parts = path.strip("/").split("/")
        if parts[0] == "gems" and parts[1] == "info" and parts[2] in self.index:
            return self.kept(path, lambda: self.info(parts[2])), "text/plain"
        if parts[0] != "npm" or parts[1] not in self.index:
            return None
        name = parts[1]
        if len(parts) > 3:
            version = parts[3].removesuffix(".tgz").removeprefix(name + "-")
            return self.kept(path, lambda: self.tarball(name, version)), "application/octet-stream"
        is_full = "install-v1" not in accept
        return self.kept((path, is_full), lambda: self.document(name, is_full)), "application/json"


class Handler(BaseHTTPRequestHandler):
    universe = None
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    def log_message(self, *arguments):
        pass

    def do_GET(self):
        found = self.universe.answer(self.path.split("?")[0], self.headers.get("Accept") or "")
        if not found:
            self.reply(404, b"{}", "application/json")
            return
        body, kind = found
        tag = f'"{hashlib.md5(body).hexdigest()}"'
        if self.headers.get("If-None-Match") == tag:
            self.reply(304, None, kind, tag)
        else:
            self.reply(200, body, kind, tag)

    def do_POST(self):
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.reply(200, json.dumps({"version": self.universe.publish()}).encode(), "application/json")

    def reply(self, status, body, kind, tag=None):
        self.send_response(status)
        if tag:
            self.send_header("ETag", tag)
        if body is not None:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if body is not None:
            self.wfile.write(body)


if __name__ == "__main__":
    Handler.universe = Universe(int(sys.argv[2]))
    server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler)
    server.daemon_threads = True
    print(f"http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
