"""Bare git repositories: thin functions around the git command line."""

import base64
import functools
import os
import re
import subprocess

from errors import GitError

# The SHA of a reference that doesn't exist, in webhooks.
ZERO = "0" * 40


# Commands whose output depends only on objects if all their arguments name objects.
READING = {"cat-file", "diff", "ls-tree", "merge-base", "rev-list", "rev-parse", "show"}
# An option, a complete name, or what is below one: `SHA^{tree}`, `SHA:path`, `SHA..SHA`.
IMMUTABLE = re.compile(
    r"-(?!-all|-branches|-glob|-remotes|-tags).*|blob|([0-9a-f]{40}(\.{2,3}|[\^:][^~@]*|$))+"
)


class Failure(Exception):
    """A failed command, which is not kept: the object may be written later."""

    def __init__(self, process):
        super().__init__()
        self.process = process


@functools.lru_cache(maxsize=4096)
def kept(directory, *args):
    process = run(directory, args)
    if process.returncode:
        raise Failure(process)
    return process


def forget():
    """Forgets what was read, because folders of removed repositories get new contents."""
    kept.cache_clear()


def run(directory, args, input=None, env=None):
    return subprocess.run(
        ["git", "-C", directory, *args],
        input=input.encode() if isinstance(input, str) else input,
        capture_output=True,
        env={**os.environ, "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent", **(env or {})},
    )


def git(repo, *args, input=None, env=None, check=True):
    """Runs git; commands that only read objects are run once."""
    reads = args[0] in READING and all(IMMUTABLE.fullmatch(x) for x in args[1:])
    try:
        if reads and input is None and env is None:
            p = kept(repo["dir"], *args)
        else:
            p = run(repo["dir"], args, input, env)
    except Failure as failure:
        p = failure.process
    if check and p.returncode:
        raise GitError(f"git {args[0]}: {p.stderr.decode(errors='replace')[:300]}")
    return p.stdout if check else p


def text(repo, *args):
    return git(repo, *args).decode(errors="replace").strip()


def sha_of(repo, rev):
    if not rev or rev.startswith("-"):
        return None
    if rev.startswith("refs/heads/"):
        return refs(repo).get(rev)
    return (
        git(repo, "rev-parse", "--verify", "-q", rev + "^{commit}", check=False)
        .stdout.decode()
        .strip()
        or None
    )


def refs(repo):
    """The references by name, read from the repository's files: a process takes much longer."""
    found = {}
    start = len(repo["dir"]) + 1
    for folder, _, files in os.walk(os.path.join(repo["dir"], "refs")):
        for file in files:
            path = os.path.join(folder, file)
            if not file.endswith(".lock"):
                found.update((path[start:], line) for line in lines(path))
    # Afterwards, so that a reference that git packs meanwhile isn't missed.
    for line in lines(os.path.join(repo["dir"], "packed-refs")):
        if line[0] not in "#^":
            sha, name = line.split(" ", 1)
            found.setdefault(name, sha)
    return dict(sorted(found.items()))


def lines(path):
    """The lines of a file; none if it doesn't exist, or was just removed."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


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
