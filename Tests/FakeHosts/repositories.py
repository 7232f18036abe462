"""Repositories, commits and pull requests of every fake."""

import copy
import os
import shutil
import subprocess
import threading

from repository import commit_info, entry, git, is_ancestor, put_blob, refs, sha_of

# Refuses pushes to the branches that the pusher may not change.
UPDATE_HOOK = """#!/bin/sh
case " $FAKE_PROTECTED " in *" $1 "*)
  echo "You are not allowed to push code to protected branches on this project." >&2; exit 1;;
esac
"""


class Repositories:
    def commit(self, repo, tree, parents, message, author=None, committer=None):
        d = self.now()
        au = {**self.author, "date": d, **(author or {})}
        co = {**au, **(committer or {})}
        env = {
            f"GIT_{w}_{f}": x[f.lower()]
            for w, x in (("AUTHOR", au), ("COMMITTER", co))
            for f in ("NAME", "EMAIL", "DATE")
        }
        return (
            git(
                repo,
                "commit-tree",
                tree,
                *[x for p in parents for x in ("-p", p)],
                "-F",
                "-",
                input=message,
                env=env,
            )
            .decode()
            .strip()
        )

    def tree_with(self, repo, base, edits):
        """Writes a tree; `edits` has a mode and a blob for each path, None deletes the path."""
        idx = os.path.join(self.options.data, f"idx{threading.get_ident()}-{self.next_id()}")
        env = {"GIT_INDEX_FILE": idx}
        try:
            git(repo, "read-tree", *([base] if base else ["--empty"]), env=env)
            for p, (mode, b) in edits.items():
                if b is None:
                    git(
                        repo,
                        "rm",
                        "--cached",
                        "-q",
                        "-f",
                        "--",
                        p,
                        env={**env, "GIT_WORK_TREE": repo["dir"]},
                        check=False,
                    )
                else:
                    git(repo, "update-index", "--add", "--cacheinfo", f"{mode},{b},{p}", env=env)
            return git(repo, "write-tree", env=env).decode().strip()
        finally:
            if os.path.exists(idx):
                os.unlink(idx)

    def set_ref(self, repo, ref, new, old=None, who="bot"):
        before = refs(repo).get(ref)
        git(repo, "update-ref", *([ref, new, *([old] if old else [])] if new else ["-d", ref]))
        self.after_refs(repo, {ref: (before, new)}, who)

    def publish_ref(self, repo, ref, sha):
        """Sets a reference of an upstream repository, without webhooks."""
        git(repo, "update-ref", ref, sha)

    def person(self, name):
        """Returns the author of a person's commit."""
        return {"name": name, "email": f"{name}@fake.invalid"}

    def after_refs(self, repo, changes, who):
        for ref, (b, n) in changes.items():
            if b == n:
                continue
            repo["pushed_at"] = self.now(False)
            self.pushed(repo, ref, b, n, who)
            for pr in repo["prs"].values():
                if pr["state"] == "open" and pr["head"] and "refs/heads/" + pr["head"] == ref:
                    if n:
                        pr["head_sha"] = n
                        pr["checks"] = self.limits["mergeable_lag"]
                        self.touch(pr)
                        self.head_moved(repo, pr, b, n, who)
                    else:
                        self.head_gone(repo, pr, who)

    def new_pr(self, repo, **k):
        p = self.new_thread(repo, "next", **k)
        repo["prs"][p["number"]] = p
        return p

    def new_issue(self, repo, counter="next", **k):
        """Makes an issue, which is a pull request without branches; `counter` numbers it."""
        x = self.new_thread(repo, counter, **k)
        repo["issues"][x["number"]] = x
        return x

    def new_thread(self, repo, counter, **k):
        n = repo[counter]
        repo[counter] += 1
        t = self.now()
        return {
            "id": self.next_id(),
            "number": n,
            "state": "open",
            "draft": False,
            "title": "",
            "body": "",
            "labels": [],
            "assignees": [],
            "reviewers": [],
            "comments": [],
            "head": None,
            "head_sha": None,
            "base": None,
            "user": "someone",
            "auto_merge": None,
            "auto_merge_by": None,
            "milestone": None,
            "reviews": {},
            "merged_at": None,
            "merged_by": None,
            "closed_by": None,
            "merge_sha": None,
            "closed_at": None,
            "created_at": t,
            "updated_at": t,
            "checks": self.limits["mergeable_lag"],
            "born": len(self.log),
            "events": [],
            **k,
        }

    def can_merge(self, repo, pull):
        return (
            git(
                repo,
                "merge-tree",
                "--write-tree",
                "refs/heads/" + pull["base"],
                pull["head_sha"],
                check=False,
            ).returncode
            == 0
        )

    def behind(self, repo, pull):
        return not is_ancestor(repo, "refs/heads/" + pull["base"], pull["head_sha"])

    def do_merge(self, repo, pull, method, who, message=None):
        base = "refs/heads/" + pull["base"]
        tip = sha_of(repo, base)
        tree = git(repo, "merge-tree", "--write-tree", base, pull["head_sha"]).decode().split()[0]
        s = (
            pull["head_sha"]
            if method == "fast-forward-only"
            else self.commit(
                repo,
                tree,
                [tip, pull["head_sha"]] if method in ("merge", "rebase-merge") else [tip],
                message or pull["title"],
                {"name": who, "email": f"{who}@fake.invalid"},
            )
        )
        pull.update(
            state="closed", merged_at=self.now(), merged_by=who, merge_sha=s, auto_merge=None
        )
        pull["closed_at"] = pull["merged_at"]
        self.touch(pull)
        self.set_ref(repo, base, s, tip, who)
        return s

    def rebase(self, repo, pull, who):
        """Rebases a branch onto its base; several commits become one."""
        base = sha_of(repo, "refs/heads/" + pull["base"])
        g = commit_info(repo, pull["head_sha"])
        s = self.commit(
            repo,
            git(repo, "merge-tree", "--write-tree", base, pull["head_sha"]).decode().split()[0],
            [base],
            g["message"],
            g["author"],
        )
        self.set_ref(repo, "refs/heads/" + pull["head"], s, pull["head_sha"], who)

    def close(self, repo, pull, who):
        pull["state"] = "closed"
        pull["closed_by"] = who
        pull["closed_at"] = self.touch(pull)

    def reopen(self, repo, pull, who):
        pull["state"] = "open"
        pull["closed_at"] = pull["closed_by"] = None
        self.touch(pull)

    def new_label(self, repo, name, color="ededed", description=""):
        x = {
            "id": self.next_id(),
            "name": name,
            "color": color.lstrip("#"),
            "description": description,
        }
        repo["labels"].append(x)
        return x

    def add_comment(self, repo, pull, who, body, **k):
        t = self.now()
        x = {
            "id": self.next_id(),
            "body": body,
            "user": who,
            "created_at": t,
            "updated_at": t,
            "reactions": [],
            **k,
        }
        pull["comments"].append(x)
        self.touch(pull)
        return x

    def make_repo(self, b):
        owner, name = b["full_name"].rsplit("/", 1)
        d = os.path.join(self.options.data, "git", f"{self.next_id()}.git")
        main = b.get("default_branch", "main")
        subprocess.run(["git", "init", "-q", "--template=", "--bare", "-b", main, d], check=True)
        repo = {
            "id": self.next_id(),
            "owner": owner,
            "name": name,
            "full_name": b["full_name"],
            "dir": d,
            "default_branch": main,
            "private": b.get("private", False),
            "archived": b.get("archived", False),
            "protection": b.get("protection", {}),
            "prs": {},
            "issues": {},
            "has_issues": b.get("has_issues", True),
            "next": 1,
            "next_issue": 1,
            "labels": [],
            "statuses": {},
            "releases": [],
            "seen": {},
            "human": set(),
            "collaborators": b.get("collaborators", {}),
            "milestones": [],
            "created_at": self.now(),
            "pushed_at": self.start,
            "fork": b.get("fork", False),
            "bot_role": b.get("bot_role", "write"),
        }
        for k, v in (
            ("http.receivepack", "true"),
            ("receive.denyNonFastForwards", "false"),
            ("uploadpack.allowAnySHA1InWant", "true"),
            ("uploadpack.allowFilter", "true"),
            ("receive.advertisePushOptions", "true"),
        ):
            subprocess.run(["git", "-C", d, "config", k, v], check=True)
        hook = os.path.join(d, "hooks", "update")
        os.makedirs(os.path.dirname(hook), exist_ok=True)
        open(hook, "w").write(UPDATE_HOOK)
        os.chmod(hook, 0o755)
        self.repos[repo["full_name"].lower()] = repo
        self.new_label(repo, "bug")
        for m in b.get("milestones", []):
            repo["milestones"].append(
                {"id": self.next_id(), "iid": len(repo["milestones"]) + 1, "title": m}
            )
        tip = self.plant(repo, b)
        self.configure(repo, b)
        return {"sha": tip, "clone_url": f"{self.base()}/{b['full_name']}.git", "id": repo["id"]}

    def copy_repo(self, origin, full_name):
        """Makes a repository with the contents of a new one, whose objects it shares.

        It starts no process, so that a thousand take a second.
        """
        directory = os.path.join(self.options.data, "git", f"{self.next_id()}.git")
        shutil.copytree(origin["dir"], directory, ignore=shutil.ignore_patterns("objects"))
        os.makedirs(os.path.join(directory, "objects", "info"))
        with open(os.path.join(directory, "objects", "info", "alternates"), "w") as file:
            file.write(os.path.join(origin["dir"], "objects") + "\n")
        repo = copy.deepcopy(origin)
        repo.update(id=self.next_id(), dir=directory, full_name=full_name)
        repo["owner"], repo["name"] = full_name.rsplit("/", 1)
        self.repos[full_name.lower()] = repo
        return repo

    def plant(self, repo, body):
        """Makes the first commits of a repository, with their tags, and its releases."""
        tip = None
        for step in body.get("commits") or [
            {"files": body.get("files", {"README.md": "hi\n"}), "tag": body.get("tag")}
        ]:
            edits = {p: entry(repo, t) for p, t in step["files"].items()}
            tip = self.commit(
                repo,
                self.tree_with(repo, tip, edits),
                [tip] if tip else [],
                step.get("message", "seed"),
            )
            git(repo, "update-ref", "refs/heads/" + repo["default_branch"], tip)
            if step.get("tag"):
                git(repo, "update-ref", "refs/tags/" + step["tag"], tip)
        for x in body.get("releases", []):
            self.add_release(repo, x)
        return tip

    def add_release(self, repo, x):
        o = {
            "id": self.next_id(),
            "tag_name": x["tag_name"],
            "name": x.get("name") or x["tag_name"],
            "body": x.get("body") or "",
            "created_at": self.now(),
            "published_at": x.get("published_at") or self.now(False),
            "prerelease": x.get("prerelease", False),
        }
        repo["releases"].append(o)
        return o

    def upstream(self, b):
        """Publishes versions of a library, each with a commit, a tag, a release and notes."""
        if b["full_name"].lower() not in self.repos:
            self.make_repo(
                {
                    **{k: b[k] for k in ("full_name", "private") if k in b},
                    "files": {"README.md": b["full_name"] + "\n", **b.get("files", {})},
                }
            )
        repo = self.repo(b["full_name"])
        log = b.get("changelog", "CHANGELOG.md")
        head = "refs/heads/" + repo["default_branch"]
        out = {}
        for v in b["versions"]:
            tag = v.get("tag", b.get("tag_prefix", "v") + v["version"])
            when = v.get("date") or self.now()
            tip = sha_of(repo, head)
            ed = {**b.get("files", {}), **v.get("files", {})}
            if log:
                old = (
                    git(repo, "show", f"{head}:{log}", check=False)
                    .stdout.decode()
                    .partition("\n\n")[2]
                )
                entry = f"## {v['version']} - {when[:10]}\n\n{v.get('notes', '')}"
                ed[log] = f"# Changelog\n\n{entry}\n\n{old}"
            s = self.commit(
                repo,
                self.tree_with(
                    repo, tip, {p: ("100644", put_blob(repo, t)) for p, t in ed.items()}
                ),
                [tip],
                v.get("message", f"Release {v['version']}"),
                {"date": when},
            )
            self.publish_ref(repo, head, s)
            self.publish_ref(repo, "refs/tags/" + tag, s)
            out[tag] = s
            if v.get("release", b.get("releases", True)):
                self.add_release(
                    repo,
                    {
                        "tag_name": tag,
                        "name": v.get("name", v["version"]),
                        "body": v.get("release_body", v.get("notes")),
                        "published_at": when,
                        "prerelease": v.get("prerelease", False),
                    },
                )
        return {"tags": out, "clone_url": f"{self.base()}/{b['full_name']}.git"}

    def rename(self, old, new):
        repo = self.repos.pop(old.lower())
        self.moved[old.lower()] = repo["id"]
        repo["full_name"] = new
        repo["owner"], repo["name"] = new.rsplit("/", 1)
        self.repos[new.lower()] = repo
        return {"ok": True}
