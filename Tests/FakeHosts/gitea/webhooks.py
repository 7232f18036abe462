"""Gitea's webhooks."""

import hashlib
import hmac
import json

from gitea.words import WEBHOOKS
from repository import ZERO, commit_info


class Webhooks:
    def headers(self, hook, event, raw, guid):
        sig = hmac.new(hook.get("secret", "").encode(), raw, hashlib.sha256).hexdigest()
        old = hmac.new(hook.get("secret", "").encode(), raw, hashlib.sha1).hexdigest()
        kind = {
            "pull_request:synchronized": "pull_request_sync",
            "issue_comment": "pull_request_comment",
        }.get(
            event + (":" + json.loads(raw).get("action", "") if event == "pull_request" else ""),
            event,
        )
        h = {
            f"X-{n}-{k}": v
            for n in (
                "Gitea",
                "Gogs",
                "GitHub",
                *(["Forgejo"] if self.options.flavour.startswith("forgejo") else []),
            )
            for k, v in (("Delivery", guid), ("Event", event), ("Event-Type", kind))
        }
        h.update(
            {
                f"X-{n}-Signature": sig
                for n in (
                    "Gitea",
                    "Gogs",
                    *(["Forgejo"] if self.options.flavour.startswith("forgejo") else []),
                )
            }
        )
        return {**h, "X-Hub-Signature": "sha1=" + old, "X-Hub-Signature-256": "sha256=" + sig}

    def hook_commit(self, repo, s):
        g = commit_info(repo, s)

        def w(x):
            return {"name": x["name"], "email": x["email"], "username": ""}

        return {
            "id": s,
            "message": g["message"] + "\n",
            "url": f"{self.base()}/{repo['full_name']}/commit/{s}",
            "author": w(g["author"]),
            "committer": w(g["committer"]),
            "verification": None,
            "timestamp": g["committer"]["date"],
            "added": [],
            "removed": [],
            "modified": [],
        }

    def pushed(self, repo, ref, b, n, who):
        if not self.hooks:
            return
        more = {"repository": self.repo_view(repo), "sender": self.user(who)}
        short = ref.split("/", 2)[2]
        kind = "branch" if ref.startswith("refs/heads/") else "tag"
        if not b:
            self.fire("create", {"sha": n, "ref": short, "ref_type": kind, **more})
        if not n:
            return self.fire(
                "delete", {"ref": short, "ref_type": kind, "pusher_type": "user", **more}
            )
        self.fire(
            "push",
            {
                "ref": ref,
                "before": b or ZERO,
                "after": n,
                "compare_url": "",
                "commits": [self.hook_commit(repo, n)],
                "total_commits": 1,
                "head_commit": self.hook_commit(repo, n),
                "pusher": self.user(who),
                **more,
            },
        )

    def hook_pr(self, repo, pull, action, who):
        if self.hooks:
            self.fire(
                "pull_request",
                {
                    "action": action,
                    "number": pull["number"],
                    "pull_request": self.pr_view(repo, pull),
                    "requested_reviewer": None,
                    "repository": self.repo_view(repo),
                    "sender": self.user(who),
                    "commit_id": "",
                    "review": None,
                },
            )

    def commented(self, repo, pull, x):
        if self.hooks:
            self.fire(
                "issue_comment",
                {
                    "action": "created",
                    "issue": self.issue_view(repo, pull),
                    "comment": self.comment_view(repo, pull, x),
                    "repository": self.repo_view(repo),
                    "sender": self.user(x["user"]),
                    "is_pull": True,
                },
            )

    def payload_errors(self, event, body):
        need = WEBHOOKS.get(event, {})
        return [f"{k} is missing" for k in need if k not in body] + [
            f"{k}: the real one sends none" for k in body if need and k not in need
        ]

    def head_moved(self, repo, pull, before, after, who):
        self.system(repo, pull, who, "pull_push")
        self.hook_pr(repo, pull, "synchronized", who)

    def head_gone(self, repo, pull, who):
        self.close(repo, pull, who)
        self.hook_pr(repo, pull, "closed", who)

    def announce(self, repo, pull, what, who):
        self.hook_pr(
            repo, pull, {"merged": "closed", "closed": "closed", "open": "reopened"}[what], who
        )
