"""Bare git repositories: thin functions around the git command line."""

import base64
import os
import subprocess

from errors import GitError

# The SHA of a reference that doesn't exist, in webhooks.
ZERO = "0" * 40


def git(repo, *args, input=None, env=None, check=True):
    p = subprocess.run(
        ["git", "-C", repo["dir"], *args],
        input=input.encode() if isinstance(input, str) else input,
        capture_output=True,
        env={**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent", **(env or {})},
    )
    if check and p.returncode:
        raise GitError(f"git {args[0]}: {p.stderr.decode(errors='replace')[:300]}")
    return p.stdout if check else p


def text(repo, *args):
    return git(repo, *args).decode(errors="replace").strip()


def sha_of(repo, rev):
    if not rev or rev.startswith("-"):
        return None
    return (
        git(repo, "rev-parse", "--verify", "-q", rev + "^{commit}", check=False)
        .stdout.decode()
        .strip()
        or None
    )


def refs(repo):
    return dict(
        reversed(line.split(" ", 1))
        for line in git(repo, "for-each-ref", "--format=%(objectname) %(refname)")
        .decode()
        .split("\n")
        if line
    )


def branches(repo):
    return {k[11:]: v for k, v in refs(repo).items() if k.startswith("refs/heads/")}


def tags(repo):
    return {k[10:]: v for k, v in refs(repo).items() if k.startswith("refs/tags/")}


def put_blob(repo, data):
    return git(repo, "hash-object", "-w", "--stdin", input=data).decode().strip()


def entry(repo, content):
    """The mode and the object of a text, of bytes, of a submodule's commit, or of a deletion."""
    if content is None:
        return "100644", None
    if isinstance(content, str):
        return "100644", put_blob(repo, content)
    if "commit" in content:
        return "160000", content["commit"]
    return "100644", put_blob(repo, base64.b64decode(content["base64"]))


def contents_of(repo, name):
    """The text of a file; of a submodule the name of its commit, which isn't an object here."""
    found = git(repo, "cat-file", "blob", name, check=False)
    return name if found.returncode else found.stdout.decode(errors="replace")


def ls_tree(repo, rev, *more):
    return [
        (*m.split()[:4], p)
        for m, _, p in (
            line.partition("\t")
            for line in git(repo, "ls-tree", "-l", "-z", *more, rev).decode().split("\x00")
            if line
        )
    ]


def blob_at(repo, rev, path):
    """Returns the mode and the SHA of a file, or None."""
    if ".." in path.split("/") or not path.strip("/"):
        return None
    e = [
        x
        for x in (
            line.partition("\t")
            for line in git(repo, "ls-tree", "-z", rev, "--", path.strip("/"))
            .decode()
            .split("\x00")
            if line
        )
    ]
    return (e[0][0].split()[0], e[0][0].split()[2]) if e and e[0][0].split()[1] == "blob" else None


def is_ancestor(repo, a, b):
    return git(repo, "merge-base", "--is-ancestor", a, b, check=False).returncode == 0


def rev_list(repo, *args):
    return text(repo, "rev-list", *args).split()


def commit_info(repo, sha):
    t, par, an, ae, ad, cn, ce, cd, msg = (
        git(
            repo,
            "show",
            "-s",
            "--format=%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B",
            sha,
        )
        .decode(errors="replace")
        .split("\x00")
    )
    return {
        "sha": sha,
        "tree": t,
        "parents": par.split(),
        "message": msg.rstrip("\n"),
        "author": {"name": an, "email": ae, "date": ad},
        "committer": {"name": cn, "email": ce, "date": cd},
    }
