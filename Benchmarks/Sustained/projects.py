"""The files of the fleet's repositories."""
import json
import os
import subprocess

OPERATOR = """state: "sqlite:{work}/martlet.db"
cache: "{work}/cache"
listen: 127.0.0.1:{port}
pages: {{token: pages-token}}
{extra}
forges:
  - name: hub
    kind: github
    url: "{hub}"
    token: github_pat_fixed
    webhook-secret: hook-secret
    repositories: [{patterns}]
toolchains: {{npm: {{node: 20.20.2, npm: 10.8.2}}}}
mirrors:
  - {{from: "https://registry.npmjs.org/", to: "{registry}/npm/"}}
  - {{from: "https://rubygems.org/", to: "{registry}/gems/"}}
  - {{from: "https://api.osv.dev/", to: "{hub}/"}}
  - {{from: "https://github.com/", to: "{hub}/"}}
  - {{from: "https://api.github.com/", to: "{hub}/"}}
"""

LIBRARY = """// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "aster", products: [.library(name: "aster", targets: ["aster"])], targets: [.target(name: "aster")])
"""

SWIFT = """// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "App",
  dependencies: [.package(url: "https://github.com/birds/aster", from: "1.0.0")],
  targets: [.target(name: "App", dependencies: [.product(name: "aster", package: "aster")])])
"""


def rules(ecosystem, schedule, directories="directory: /", more=""):
    """Returns a file for Dependabot with one entry."""
    return (
        f"version: 2\nupdates:\n  - package-ecosystem: {ecosystem}\n    {directories}\n"
        f"    schedule: {{{schedule}}}\n    cooldown: {{default-days: 0}}\n{more}"
    )


def npm_manifest(names, number=0):
    dependencies = {name: "^1.0.0" for name in names}
    manifest = {"name": f"app-{number}", "version": "1.0.0", "private": True, "dependencies": dependencies}
    return json.dumps(manifest, indent=2) + "\n"


class Projects:
    """Writes projects into a folder, and locks them with the measured program."""

    def __init__(self, program, folder, config):
        self.program, self.folder, self.config = program, folder, config

    def locked(self, name, files):
        """Returns the files of a project with its locks."""
        folder = os.path.join(self.folder, name)
        for path, text in files.items():
            os.makedirs(os.path.dirname(os.path.join(folder, path)), exist_ok=True)
            with open(os.path.join(folder, path), "w", encoding="utf-8") as file:
                file.write(text)
        subprocess.run(
            [self.program, "lock", "--config", self.config],
            cwd=folder, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        found = {}
        for parent, _, names in os.walk(folder):
            for file in names:
                path = os.path.join(parent, file)
                with open(path, encoding="utf-8") as text:
                    found[os.path.relpath(path, folder)] = text.read()
        return found

    def all(self, packages, directories):
        """Returns projects by kind: without news, with an update by aster or birch, and a large one."""
        plants = [f"plant-{number}" for number in range(min(12, packages - 3))]
        gems = "source 'https://rubygems.org'\n" + "".join(f"gem '{x}'\n" for x in ["aster", *plants])
        large = {
            f"p{number}/package.json": npm_manifest(
                ["aster", *plants[:3], *(f"plant-{(number * 7 + x) % (packages - 3)}" for x in range(9))], number
            )
            for number in range(directories)
        }
        command = npm_manifest(["birch", *plants]).replace('"birch": "^1.0.0"', '"birch": "1.3.0"')
        return {
            "quiet": self.locked("quiet", {"package.json": npm_manifest(["cedar", *plants])}),
            "npm": self.locked("npm", {"package.json": npm_manifest(["aster", *plants])}),
            "bundler": self.locked("bundler", {"Gemfile": gems}),
            "swift": self.locked("swift", {"Package.swift": SWIFT}),
            "command": self.locked("command", {"package.json": command}),
            "large": self.locked("large", large),
        }
