#!/usr/bin/env python3
"""Serves a fake host on 127.0.0.1 until it is ended: see README.md."""

import argparse
import tempfile

import server


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=["github", "gitlab", "gitea", "bitbucket", "azure"])
    parser.add_argument("--flavour", choices=["gitea", "forgejo-11", "forgejo"], default="gitea")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8377)
    parser.add_argument("--data", help="folder of the git repositories and of the App's key")
    parser.add_argument("--advisories", help="folder of OSV records, one folder per ecosystem")
    options = parser.parse_args()
    options.data = options.data or tempfile.mkdtemp(prefix="fake-host-")
    server.serve(host_class(options.kind)(options))


def host_class(kind):
    # Imports one host only: the start is a large part of a short test.
    if kind == "github":
        from github.host import GitHub

        return GitHub
    if kind == "gitlab":
        from gitlab.host import GitLab

        return GitLab
    if kind == "bitbucket":
        from bitbucket.host import Bitbucket

        return Bitbucket
    if kind == "azure":
        from azure.host import Azure

        return Azure
    from gitea.host import Gitea

    return Gitea


if __name__ == "__main__":
    main()
