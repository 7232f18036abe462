"""GitLab's webhooks."""

import base64
import hashlib
import hmac
import time

from host import number
from repository import ZERO, commit_info


class Webhooks:
    def headers(self, hook, event, raw, guid):
        h = {
            "X-Gitlab-Event": event,
            "X-Gitlab-Instance": self.base(),
            "X-Gitlab-Webhook-UUID": "0f1b6e1a-2c7e-4f7e-9a36-5d4c7f0e8a11",
            "X-Gitlab-Event-UUID": guid,
            "Idempotency-Key": guid,
        }
        if hook.get("secret") and not hook.get("no_token"):
            h["X-Gitlab-Token"] = hook["secret"]
        if hook.get("signing_token"):
            t = str(int(time.time()))
            key = base64.b64decode(hook["signing_token"].removeprefix("whsec_"))
            h.update(
                {
                    "webhook-id": guid,
                    "webhook-timestamp": t,
                    "webhook-signature": "v1,"
                    + base64.b64encode(
                        hmac.new(key, f"{guid}.{t}.".encode() + raw, hashlib.sha256).digest()
                    ).decode(),
                }
            )
        return h

    def hook_user(self, login):
        return {
            "id": number(login),
            "name": login.title(),
            "username": login,
            "avatar_url": None,
            "email": "[REDACTED]",
        }

    def hook_project(self, repo):
        u = f"{self.base()}/{repo['full_name']}"
        return {
            "id": repo["id"],
            "name": repo["name"],
            "description": None,
            "web_url": u,
            "avatar_url": None,
            "git_ssh_url": f"git@127.0.0.1:{repo['full_name']}.git",
            "git_http_url": u + ".git",
            "namespace": repo["owner"],
            "visibility_level": 0 if repo["private"] else 20,
            "path_with_namespace": repo["full_name"],
            "default_branch": repo["default_branch"],
            "ci_config_path": None,
        }

    def hook_repository(self, repo):
        p = self.hook_project(repo)
        return {
            "name": repo["name"],
            "url": p["git_ssh_url"],
            "description": None,
            "homepage": p["web_url"],
            "git_http_url": p["git_http_url"],
            "git_ssh_url": p["git_ssh_url"],
            "visibility_level": p["visibility_level"],
        }

    def hook_commit(self, repo, s):
        g = commit_info(repo, s)
        return {
            "id": s,
            "message": g["message"] + "\n",
            "title": g["message"].split("\n")[0],
            "timestamp": g["committer"]["date"],
            "url": f"{self.base()}/{repo['full_name']}/-/commit/{s}",
            "author": {"name": g["author"]["name"], "email": g["author"]["email"]},
        }

    def pushed(self, repo, ref, b, n, who):
        if not self.hooks:
            return
        self.fire(
            "Push Hook" if ref.startswith("refs/heads/") else "Tag Push Hook",
            {
                "object_kind": "push" if ref.startswith("refs/heads/") else "tag_push",
                "event_name": "push",
                "before": b or ZERO,
                "after": n or ZERO,
                "ref": ref,
                "ref_protected": self.protected(repo, ref[11:]),
                "checkout_sha": n,
                "message": None,
                "user_id": number(who),
                "user_name": who.title(),
                "user_username": who,
                "user_email": "",
                "user_avatar": None,
                "project_id": repo["id"],
                "project": self.hook_project(repo),
                "repository": self.hook_repository(repo),
                "commits": [
                    {**self.hook_commit(repo, n), "added": [], "modified": [], "removed": []}
                ]
                if n
                else [],
                "total_commits_count": 1 if n else 0,
                "push_options": {},
            },
        )

    def hook_attrs(self, repo, pull):
        return {
            "id": pull["id"],
            "iid": pull["number"],
            "title": pull["title"],
            "description": pull["body"],
            "state": "merged"
            if pull["merged_at"]
            else {"open": "opened"}.get(pull["state"], pull["state"]),
            "source_branch": pull["head"],
            "target_branch": pull["base"],
            "source_project_id": repo["id"],
            "target_project_id": repo["id"],
            "author_id": number(pull["user"]),
            "assignee_ids": [number(x) for x in pull["assignees"]],
            "reviewer_ids": [number(x) for x in pull["reviewers"]],
            "draft": pull["draft"],
            "work_in_progress": pull["draft"],
            "merge_status": "checking" if pull["checks"] > 0 else "can_be_merged",
            "detailed_merge_status": self.detailed(repo, pull),
            "merge_commit_sha": pull["merge_sha"],
            "merge_when_pipeline_succeeds": bool(pull["auto_merge"]),
            "created_at": pull["created_at"].replace("T", " ").replace("Z", " UTC"),
            "updated_at": pull["updated_at"].replace("T", " ").replace("Z", " UTC"),
            "source": self.hook_project(repo),
            "target": self.hook_project(repo),
            "last_commit": self.hook_commit(repo, pull["head_sha"]),
            "url": f"{self.base()}/{repo['full_name']}/-/merge_requests/{pull['number']}",
            "labels": [{"title": x} for x in pull["labels"]],
        }

    def hook_mr(self, repo, pull, action, who, **more):
        if self.hooks:
            self.fire(
                "Merge Request Hook",
                {
                    "object_kind": "merge_request",
                    "event_type": "merge_request",
                    "user": self.hook_user(who),
                    "project": self.hook_project(repo),
                    "repository": self.hook_repository(repo),
                    "object_attributes": {**self.hook_attrs(repo, pull), "action": action, **more},
                    "labels": [{"title": x} for x in pull["labels"]],
                    "changes": {},
                    "assignees": [self.hook_user(x) for x in pull["assignees"]],
                    "reviewers": [self.hook_user(x) for x in pull["reviewers"]],
                },
            )

    def payload_errors(self, event, body):
        need = {
            "Push Hook": (
                "object_kind",
                "ref",
                "before",
                "after",
                "checkout_sha",
                "project",
                "project_id",
                "user_username",
                "commits",
                "total_commits_count",
            ),
            "Merge Request Hook": (
                "object_kind",
                "user",
                "project",
                "object_attributes",
                "changes",
            ),
            "Issue Hook": ("object_kind", "user", "project", "object_attributes", "changes"),
            "Note Hook": ("object_kind", "user", "project", "object_attributes", "merge_request"),
            "Pipeline Hook": (
                "object_kind",
                "object_attributes",
                "project",
                "commit",
                "builds",
                "merge_request",
            ),
        }.get(event, ())
        return [f"{k} is missing" for k in need if k not in body]

    def announce(self, repo, pull, what, who):
        self.hook_mr(
            repo, pull, {"merged": "merge", "closed": "close", "open": "reopen"}[what], who
        )

    def head_moved(self, repo, pull, before, after, who):
        if pull["auto_merge"]:
            pull["auto_merge"] = pull["auto_merge_by"] = None
            self.note(
                repo, pull, who, "aborted the automatic merge because source branch was updated"
            )
        self.note(repo, pull, who, "added 1 commit")
        self.hook_mr(repo, pull, "update", who, oldrev=before)

    def head_gone(self, repo, pull, who):
        """A merge request stays open without its source branch."""
