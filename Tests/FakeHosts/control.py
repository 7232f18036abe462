"""The control API of every fake: requests to `/_ctl/…`, JSON in and out."""

import collections
import threading

from errors import HostError
from repository import (
    branches,
    commit_info,
    contents_of,
    entry,
    git,
    ls_tree,
    refs,
    rev_list,
    sha_of,
    tags,
)


class Control:
    def control(self, method, path, body, query):
        """Returns the result of a request to `/_ctl/PATH`."""
        run = getattr(self, "control_" + path.replace("-", "_"), None)
        if not run:
            raise HostError(404, {"error": "no such control"})
        return run(method, body, query)

    def control_reset(self, method, body, query):
        self.reset()
        return {"ok": True}

    def control_repo(self, method, body, query):
        return self.make_repo(body)

    def control_repos(self, method, body, query):
        """Makes repositories with the contents of another one: `{like, names}`."""
        return {x: self.copy_repo(self.repo(body["like"]), x)["id"] for x in body["names"]}

    def control_upstream(self, method, body, query):
        return self.upstream(body)

    def control_tag(self, method, body, query):
        repo = self.repo(body["repo"])
        s = sha_of(repo, body.get("ref", repo["default_branch"]))
        self.set_ref(repo, "refs/tags/" + body["tag"], s, who="human")
        return {"sha": s}

    def control_release(self, method, body, query):
        return self.add_release(self.repo(body["repo"]), body)

    def control_label(self, method, body, query):
        return self.new_label(
            self.repo(body["repo"]),
            body["name"],
            body.get("color", "ededed"),
            body.get("description", ""),
        )

    def control_settings(self, method, body, query):
        r = self.repo(body["repo"])
        r.update(
            {
                k: v
                for k, v in body.items()
                if k
                in (
                    "private",
                    "archived",
                    "default_branch",
                    "collaborators",
                    "bot_role",
                    "has_issues",
                )
            }
        )
        self.configure(r, {**body, "keep": True})
        return {"ok": True}

    def control_rename(self, method, body, query):
        return self.rename(body["repo"], body["to"])

    def control_commit(self, method, body, query):
        repo = self.repo(body["repo"])
        br = "refs/heads/" + body.get("branch", repo["default_branch"])
        tip = refs(repo).get(br) or (body.get("from") and sha_of(repo, body["from"]))
        if not (tip is None or br in refs(repo)):
            repo["human"].add(br[11:])
        s = self.commit(
            repo,
            self.tree_with(
                repo,
                tip,
                {p: entry(repo, t) for p, t in body["files"].items()},
            ),
            [tip] if tip else [],
            body.get("message", "human edit"),
            self.person(body.get("author", "human")),
        )
        self.set_ref(repo, br, s, who=body.get("author", "human"))
        return {"sha": s}

    def control_delete_branch(self, method, body, query):
        self.set_ref(
            self.repo(body["repo"]),
            "refs/heads/" + body["branch"],
            None,
            who=body.get("by", "human"),
        )
        return {"ok": True}

    def control_pr(self, method, body, query):
        repo = self.repo(body["repo"])
        pull = repo["prs"][body["pr"]]
        who = body.get("by", "human")
        if "labels" in body:
            pull["labels"] = body["labels"]
            self.touch(pull)
        if body.get("approve") or body.get("request_changes"):
            pull["reviews"][who] = "approved" if body.get("approve") else "requested_changes"
            self.touch(pull)
        if body.get("merge"):
            self.do_merge(repo, pull, body["merge"], who)
            self.announce(repo, pull, "merged", who)
        elif body.get("state", pull["state"]) != pull["state"]:
            (self.close if body["state"] == "closed" else self.reopen)(repo, pull, who)
            self.announce(repo, pull, body["state"], who)
        if body.get("delete_branch") and pull["head"] in branches(repo):
            self.set_ref(repo, "refs/heads/" + pull["head"], None, who=who)
        return self.pr_state(pull)

    def control_comment(self, method, body, query):
        repo = self.repo(body["repo"])
        p = repo["prs"][body["pr"]]
        x = self.add_comment(repo, p, body.get("user", "human"), body["body"])
        self.commented(repo, p, x)
        return x

    def control_edit(self, method, body, query):
        """A person edits a comment: `{repo, pr, comment, body}`."""
        pull = self.repo(body["repo"])["prs"][body["pr"]]
        comment = next(x for x in pull["comments"] if x["id"] == body["comment"])
        comment.update(body=body["body"], updated_at=self.now())
        self.touch(pull)
        return comment

    def control_status(self, method, body, query):
        repo = self.repo(body["repo"])
        s = repo["prs"][body["pr"]]["head_sha"] if "pr" in body else sha_of(repo, body["ref"])
        self.set_status(
            repo,
            s,
            body.get("context", "ci"),
            body["state"],
            body.get("description"),
            body.get("by", "ci"),
            body,
        )
        return {"sha": s}

    def control_check(self, method, body, query):
        repo = self.repo(body["repo"])
        s = repo["prs"][body["pr"]]["head_sha"] if "pr" in body else sha_of(repo, body["ref"])
        done = body.get("status", "completed") == "completed"
        self.set_status(
            repo,
            s,
            body.get("name", "build"),
            {
                "success": "success",
                "neutral": "success",
                "skipped": "skipped",
                "cancelled": self.cancelled,
            }.get(body.get("conclusion", "success"), "failure")
            if done
            else self.running,
            None,
            "ci",
            body,
        )
        return {"sha": s}

    def control_tokens(self, method, body, query):
        self.tokens[body["token"]] = {
            "login": body.get("login", "bot"),
            "scopes": body.get("scopes"),
            "revoked": body.get("revoked", False),
        }
        return {"ok": True}

    def control_advisories(self, method, body, query):
        if method == "POST":
            self.osv.add(body)
        return sorted(self.osv.records)

    def control_file(self, method, body, query):
        repo = self.repo(query["repo"])
        return {
            "text": git(
                repo, "show", f"{query.get('ref', repo['default_branch'])}:{query['path']}"
            ).decode(errors="replace")
        }

    def control_faults(self, method, body, query):
        if method == "DELETE":
            self.faults.clear()
        elif method == "POST":
            self.faults.append({"times": 1, "skip": 0, "hits": 0, **body})
        return self.faults

    def control_limits(self, method, body, query):
        self.limits.update(body or {})
        return self.limits

    def control_webhooks(self, method, body, query):
        if method == "POST":
            self.hooks[:] = [body] if isinstance(body, dict) else body
        return [{k: v for k, v in h.items() if k != "held"} for h in self.hooks]

    def control_release_held(self, method, body, query):
        held = [x for h in self.hooks for x in h.pop("held", [])]
        held = held[::-1] if (body or {}).get("order") == "reverse" else held
        threading.Thread(target=lambda: [x() for x in held], daemon=True).start()
        return {"released": len(held)}

    def control_deliveries(self, method, body, query):
        return [
            {k: v for k, v in d.items() if k != "hook" and (k != "body" or query.get("bodies"))}
            for d in self.deliveries
        ]

    def control_requests(self, method, body, query):
        return self.log[int(query.get("since", 0)) :]

    def control_violations(self, method, body, query):
        return {
            "client": [
                {"n": x["n"], "op": x["op"], "v": x["client_violations"]}
                for x in self.log
                if x["client_violations"]
            ],
            "server": [
                {"n": x["n"], "op": x["op"], "status": x["status"], "v": x["server_violations"]}
                for x in self.log
                if x["server_violations"]
            ],
            "webhooks": [
                {"event": d["event"], "v": d["schema_errors"]}
                for d in self.deliveries
                if d["schema_errors"]
            ],
        }

    def control_state(self, method, body, query):
        return {
            repo["full_name"]: self.repo_state(repo, query.get("contents") == "1")
            for repo in self.repos.values()
            if query.get("repo", repo["full_name"]).lower() == repo["full_name"].lower()
        }

    def pr_state(self, pull):
        keys = (
            "number",
            "state",
            "title",
            "body",
            "draft",
            "head",
            "base",
            "head_sha",
            "labels",
            "assignees",
            "reviewers",
            "milestone",
            "auto_merge",
            "merged_at",
            "merged_by",
            "merge_sha",
            "closed_at",
            "closed_by",
            "created_at",
            "updated_at",
            "user",
        )
        return {k: pull[k] for k in keys} | {
            "merged": bool(pull["merged_at"]),
            "comments": [
                {k: x[k] for k in ("id", "user", "body", "created_at", "reactions")}
                for x in pull["comments"]
                if not x.get("system")
            ],
            **self.more_pr_state(pull),
        }

    def more_pr_state(self, p):
        return {}

    def commit_state(self, repo, s):
        if s not in repo["seen"]:
            g = commit_info(repo, s)
            repo["seen"][s] = {
                "parents": g["parents"],
                "message": g["message"] + "\n",
                "author": g["author"],
                "committer": g["committer"],
                "tree": {e[4]: e[2] for e in ls_tree(repo, s, "-r") if e[1] != "tree"},
            }
        return repo["seen"][s]

    def repo_state(self, repo, contents):
        br = branches(repo)
        prs = [self.pr_state(pull) for pull in repo["prs"].values()]
        for pull in prs:
            pull["mergeable"] = (
                self.can_merge(repo, pull)
                if pull["state"] == "open" and pull["base"] in br and (pull["head"] in br)
                else None
            )
        out = {
            "default_branch": repo["default_branch"],
            "prs": prs,
            "issues": [self.pr_state(x) for x in repo["issues"].values()],
            "refs": refs(repo),
            "branches": br,
            "tags": tags(repo),
            "commits": {
                s: self.commit_state(repo, s)
                for s in (rev_list(repo, "--max-count=500", "--branches") if br else [])
            },
            "statuses": {
                s: {x["context"]: x["state"] for x in xs} for s, xs in repo["statuses"].items()
            },
            "labels": sorted(x["name"] for x in repo["labels"]),
        }
        return out | self.leftovers(repo, prs, br) | self.contents(repo, br, contents)

    def leftovers(self, repo, prs, found):
        """Returns what a tested program must not leave: equal titles, and branches of its own."""
        titles = collections.Counter((x["title"], x["base"]) for x in prs if x["state"] == "open")
        heads = {x["head"] for x in prs if x["state"] == "open"}
        return {
            "duplicate_open_titles": [k for k, n in titles.items() if n > 1],
            "orphan_branches": [
                k
                for k in found
                if k != repo["default_branch"] and k not in repo["human"] and k not in heads
            ],
        }

    def contents(self, repo, found, wanted):
        """Returns the files of each branch, if they are wanted."""
        if not wanted:
            return {}
        return {
            "files": {
                b: {
                    path: contents_of(repo, x)
                    for path, x in self.commit_state(repo, s)["tree"].items()
                }
                for b, s in found.items()
            }
        }
