#!/usr/bin/env python3
"""Runs the examples of the documentation with the built program.

usage: examples.py PROGRAM [PAGE...]      without pages: all with a scene

A page names its scene in a comment: <!-- scene: demo -->. In such a page,
- each command after "$ " of a console block is run by bash, one after the other in the same folder. Its output
  has to be the lines below it: "…" alone stands for any lines, within a line for any text. Times of the log
  and the program's progress are left out. A block after <!-- not run: REASON --> is not run.
- each yaml block whose first line is a comment with the path of a configuration file, such as "# martlet.yml" or
  "# .github/dependabot.yml", is written to that file and has to be accepted by "martlet config check".

Scenes: "empty" is an empty folder; "demo" has the sample of "martlet demo --keep demo"; "gitlab" and "github" have a
fake host with a project, which stands for gitlab.example.com or github.com.
"""
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import urllib.request

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ENVIRONMENT = {
    "GITLAB_TOKEN": "glpat-fixed", "MARTLET_TOKEN": "github_pat_fixed", "WEBHOOK_SECRET": "secret",
    "GITLAB_WEBHOOK_SECRET": "secret", "MARTLET_WEBHOOK_SECRET": "secret", "MARTLET_PAGES_TOKEN": "pages",
    "NPM_TOKEN": "npm", "GEMS_KEY": "gems", "SWIFT_REGISTRY_TOKEN": "swift", "GIT_PASSWORD": "git",
    "IMAGES_PASSWORD": "images", "PROXY_PASSWORD": "proxy", "NO_COLOR": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC",
}
MANIFEST = """// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "App",
  dependencies: [.package(url: "https://github.com/libs/aster.git", from: "1.0.0")],
  targets: [.target(name: "App", dependencies: [.product(name: "Aster", package: "aster")])])
"""
LIBRARY = """// swift-tools-version: 5.9
import PackageDescription

let package = Package(
  name: "aster", products: [.library(name: "Aster", targets: ["Aster"])], targets: [.target(name: "Aster")])
"""
RULES = """version: 2
updates:
  - package-ecosystem: swift
    directory: /
    schedule: {interval: weekly}
    cooldown: {default-days: 0}
"""


class Scene:
    """A folder in which the examples of a page run."""

    def __init__(self, name, program):
        self.name, self.folder, self.host = name, tempfile.mkdtemp(prefix="martlet-docs-"), None
        self.process, self.directory = None, self.folder
        home = os.path.join(self.folder, ".home")
        os.mkdir(home)
        path = os.path.dirname(os.path.abspath(program)) + ":" + os.environ["PATH"]
        self.environment = {**ENVIRONMENT, "PATH": path, "HOME": home, "DIR": self.folder}
        if name == "demo":
            self.run("martlet demo --keep demo >/dev/null 2>&1")
        elif name in ("gitlab", "github"):
            self.start()

    def start(self):
        """Starts the fake host with a project that has an outdated package."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        command = [sys.executable, "-B", f"{ROOT}/Tests/FakeHosts/serve.py", self.name, "--port", str(port)]
        command += ["--data", os.path.join(self.folder, ".host")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.host = f"http://127.0.0.1:{port}"
        for _ in range(100):
            try:
                self.control("reset", {})
                break
            except OSError:
                time.sleep(0.1)
        if self.name == "github":
            self.run("cp .host/app.private-key.pem app.pem && chmod 600 app.pem")
        versions = [{"version": version, "notes": "Fixes.", "files": {
            "Package.swift": LIBRARY, "Sources/Aster/Aster.swift": f"// {version}\n"}} for version in ("1.0.0", "1.1.0")]
        self.control("upstream", {"full_name": "libs/aster", "versions": versions})
        tags = self.run(f"git ls-remote --tags {self.host}/libs/aster.git")
        commit = re.search(r"(\w{40})\trefs/tags/v?1\.0\.0\n", tags).group(1)
        lock = {"pins": [{"identity": "aster", "kind": "remoteSourceControl", "state": {
            "revision": commit, "version": "1.0.0"}, "location": "https://github.com/libs/aster.git"}], "version": 2}
        project = {"gitlab": "acme/tools/app", "github": "acme/app"}[self.name]
        self.control("repo", {"full_name": project, "files": {
            "Package.swift": MANIFEST, "Package.resolved": json.dumps(lock, indent=2) + "\n",
            ".github/dependabot.yml": RULES}})
        # martlet's requests to public hosts go to the fake; a page doesn't have to say so.
        self.more = "mirrors:\n" + "".join(
            f'  - {{from: "https://{public}/", to: "{self.host}/"}}\n'
            for public in ("github.com", "api.github.com", "api.osv.dev"))

    def control(self, name, body):
        request = urllib.request.Request(
            f"{self.host}/_ctl/{name}", json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.read()

    def run(self, command):
        """The output of a command with what it writes to standard error; `cd` and `export` last."""
        kept = f"{self.folder}/.environment"
        script = (f"[ ! -e {kept} ] || . {kept}\n{command}\nstatus=$?\n"
                  f"export -p >{kept}; pwd >{self.folder}/.directory\nexit $status")
        done = subprocess.run(
            ["bash", "-c", script], cwd=self.directory, env=self.environment, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, timeout=120, text=True)
        with open(f"{self.folder}/.directory", encoding="utf-8") as text:
            self.directory = text.read().strip()
        return done.stdout

    def inside(self, text):
        """The text with the fake's address instead of that of the page."""
        if self.host:
            text = re.sub(r"https://(gitlab\.example\.com|github\.com)(?=[\s\"'#]|$)", self.host, text)
        return text

    def outside(self, text):
        public = {"gitlab": "https://gitlab.example.com", "github": "https://github.com"}.get(self.name, "")
        return text.replace(self.host, public) if self.host else text

    def write(self, name, text):
        """Writes a file of a page, and checks it."""
        name = name.replace("~", f"{self.folder}/.home", 1)
        path = os.path.join(self.directory, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        operator = re.search(r"^forges:", text, re.M)
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.inside(text) + (self.more if self.host and operator and "mirrors:" not in text else ""))
        return self.run(f"martlet config check '{name}'")

    def end(self):
        if self.process:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait()
        subprocess.run(["rm", "-rf", self.folder], check=True)


def blocks(text):
    """Language, content and the comment before each fenced block."""
    pattern = r"(?:<!-- (not run: [^>]*) -->\n\n?)?```(\w+)\n(.*?)```"
    return [(match[2], textwrap.dedent(match[3]), match[1]) for match in re.finditer(pattern, text, re.S)]


def commands(block):
    """The commands of a console block with their output."""
    found = []
    for line in block.splitlines():
        if line.startswith("$ "):
            found.append([line[2:], []])
        elif found and found[-1][0].endswith("\\") and not found[-1][1]:
            found[-1][0] += "\n" + line
        elif found:
            found[-1][1].append(line)
    return found


def matches(expected, actual):
    """Whether the output is the expected one, with … for anything."""
    pattern = "".join(
        r"(?:[^\n]*\n)*?" if line.strip() == "…" else
        ".*?".join(re.escape(part) for part in line.rstrip().split("…")) + r"\s*\n" for line in expected)
    return re.fullmatch(pattern, actual) is not None


def plain(text):
    """The output without lines of the log."""
    lines = [line for line in text.splitlines() if not re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z ", line)]
    return "".join(line + "\n" for line in lines)


def check(path, program):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    named = re.search(r"<!-- scene: (\w+) -->", text)
    if not named:
        return 0, 0
    scene, run, problems = Scene(named[1], program), 0, 0
    try:
        for language, block, comment in blocks(text):
            name = re.match(r"# ([\w./~-]*(?:martlet|dependabot)[\w-]*\.ya?ml)\b.*\n", block) if language == "yaml" else None
            if comment:
                continue
            if name:
                run += 1
                output = scene.write(name[1], block)
                if not output.endswith("no problems found\n"):
                    problems += 1
                    print(f"{path}: {name[1]}:\n{output}", file=sys.stderr)
            if language != "console":
                continue
            for command, expected in commands(block):
                run += 1
                output = scene.outside(scene.run(scene.inside(command))).replace(scene.folder + "/", "")
                shown = output if any(re.match(r"\d\d:\d\d", line) for line in expected) else plain(output)
                if not matches(expected, shown):
                    problems += 1
                    print(f"{path}: $ {command}\n{shown}", file=sys.stderr)
    finally:
        scene.end()
    print(f"{os.path.relpath(path, ROOT)}: {run} examples, {problems} problems")
    return run, problems


def schema(program):
    """Compares the published schema of a repository's file with the program's; a test has the operator's."""
    printed = subprocess.run([program, "config", "schema", "repository"], capture_output=True, text=True, check=True)
    with open(f"{ROOT}/config/repository.schema.json", encoding="utf-8") as file:
        if file.read() == printed.stdout:
            return 1, 0
    print("config/repository.schema.json: make it with 'martlet config schema repository'", file=sys.stderr)
    return 1, 1


def main(program, pages):
    if not pages:
        for folder, _, names in sorted(os.walk(f"{ROOT}/docs")):
            pages += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".md")]
        counts = [schema(program)]
    else:
        counts = []
    counts += [check(page, program) for page in pages]
    run, problems = (sum(column) for column in zip(*counts))
    print(f"{run} examples, {problems} problems")
    return 1 if problems or not run else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
