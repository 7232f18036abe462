"""GitHub's JSON: the smallest value of each schema, with the properties that matter."""

import hashlib
import urllib.parse

from host import merge
from repository import git, sha_of

# The optional properties of repositories that are in all responses.
ALWAYS = "default_branch", "clone_url", "visibility", "size"


class Views:
    def user(self, login):
        return self.make(
            "SimpleUser",
            login=login,
            id=int(hashlib.sha1(login.encode()).hexdigest()[:6], 16),
            type="Bot" if login.endswith("[bot]") else "User",
            url=f"{self.base()}/users/{urllib.parse.quote(login)}",
            avatar_url=f"{self.base()}/a",
            gravatar_id="",
            site_admin=False,
        )

    def repo_view(self, repo, kind="FullRepository"):
        may_write = repo.get("bot_role", "write") in ("write", "maintain", "admin")
        u = f"{self.base()}/repos/{repo['full_name']}"
        o = self.make(
            kind,
            id=repo["id"],
            name=repo["name"],
            full_name=repo["full_name"],
            owner=self.user(repo["owner"]),
            private=repo["private"],
            fork=repo["fork"],
            node_id=f"R_{repo['id']}",
            url=u,
            html_url=f"{self.base()}/{repo['full_name']}",
            archived=repo["archived"],
            disabled=False,
            permissions={
                "admin": False,
                "maintain": False,
                "push": may_write,
                "triage": may_write,
                "pull": True,
            },
            has_issues=repo["has_issues"],
            created_at=self.start,
            updated_at=repo["updated_at"],
            pushed_at=repo["pushed_at"],
        )
        for k, v in {
            "default_branch": repo["default_branch"],
            "clone_url": f"{self.base()}/{repo['full_name']}.git",
            "git_url": f"{self.base()}/{repo['full_name']}.git",
            "allow_auto_merge": repo["allow_auto_merge"],
            "allow_squash_merge": True,
            "size": 20,
            "open_issues_count": 0,
            "visibility": "private" if repo["private"] else "public",
            "pulls_url": u + "/pulls{/number}",
        }.items():
            if kind == "FullRepository" or k in o or k in ALWAYS:
                o[k] = v
        return o

    def label_view(self, n, repo):
        return {
            **self.make("Label"),
            "id": int(hashlib.sha1(n.encode()).hexdigest()[:6], 16),
            "node_id": "L_" + n,
            "url": f"{self.base()}/repos/{repo['full_name']}/labels/{urllib.parse.quote(n)}",
            "name": n,
            "description": repo["labels"].get(n, {}).get("description"),
            "color": repo["labels"].get(n, {}).get("color", "ededed"),
            "default": False,
        }

    def pr_view(self, repo, pull, kind="PullRequest"):
        u = f"{self.base()}/repos/{repo['full_name']}"
        n = pull["number"]

        def side(b, s):
            return {
                "label": f"{repo['owner']}:{b}",
                "ref": b,
                "sha": s,
                "user": self.user(repo["owner"]),
                "repo": self.repo_view(repo, "Repository"),
            }

        base_sha = sha_of(repo, "refs/heads/" + pull["base"]) or pull["head_sha"]
        o = {
            "id": pull["id"],
            "node_id": pull["node_id"],
            "number": n,
            "state": pull["state"],
            "locked": False,
            "title": pull["title"],
            "body": pull["body"],
            "draft": pull["draft"],
            "user": self.user(pull["user"]),
            "labels": [self.label_view(x, repo) for x in pull["labels"]],
            "assignees": [self.user(x) for x in pull["assignees"]],
            "assignee": self.user(pull["assignees"][0]) if pull["assignees"] else None,
            "requested_reviewers": [self.user(x) for x in pull["reviewers"]],
            "url": f"{u}/pulls/{n}",
            "html_url": f"{self.base()}/{repo['full_name']}/pull/{n}",
            "issue_url": f"{u}/issues/{n}",
            "comments_url": f"{u}/issues/{n}/comments",
            "created_at": pull["created_at"],
            "updated_at": pull["updated_at"],
            "closed_at": pull["closed_at"],
            "merged_at": pull["merged_at"],
            "merge_commit_sha": pull["merge_sha"],
            "head": side(pull["head"], pull["head_sha"]),
            "base": side(pull["base"], base_sha),
            "author_association": "CONTRIBUTOR",
            "auto_merge": {
                "enabled_by": self.user(pull["user"]),
                "merge_method": pull["auto_merge"],
                "commit_title": "",
                "commit_message": "",
            }
            if pull["auto_merge"]
            else None,
            "_links": {
                k: {"href": f"{u}/pulls/{n}"}
                for k in (
                    "self",
                    "html",
                    "issue",
                    "comments",
                    "review_comments",
                    "review_comment",
                    "commits",
                    "statuses",
                )
            },
        }
        if kind == "PullRequest":
            if pull["checks"] > 0:
                mergeable = None
            else:
                mergeable = self.can_merge(repo, pull) if pull["state"] == "open" else None
            st = (
                "unknown"
                if mergeable is None
                else "dirty"
                if not mergeable
                else "blocked"
                if self.unmet(repo, pull)
                else "clean"
            )
            o.update(
                merged=bool(pull["merged_at"]),
                mergeable=mergeable,
                mergeable_state=st,
                rebaseable=mergeable,
                merged_by=self.user(pull["merged_by"]) if pull["merged_by"] else None,
                comments=len(pull["comments"]),
                review_comments=0,
                maintainer_can_modify=False,
                commits=1,
                additions=1,
                deletions=1,
                changed_files=1,
            )
        return merge(self.make(kind), o)

    def issue_view(self, repo, pull):
        return merge(
            self.make("Issue"),
            {
                "id": pull["id"],
                "number": pull["number"],
                "title": pull["title"],
                "body": pull["body"],
                "state": pull["state"],
                "user": self.user(pull["user"]),
                "labels": [self.label_view(x, repo) for x in pull["labels"]],
                "assignees": [self.user(x) for x in pull["assignees"]],
                "comments": len(pull["comments"]),
                "created_at": pull["created_at"],
                "updated_at": pull["updated_at"],
                "closed_at": pull["closed_at"],
                "author_association": "CONTRIBUTOR",
                "url": f"{self.base()}/repos/{repo['full_name']}/issues/{pull['number']}",
                "repository_url": f"{self.base()}/repos/{repo['full_name']}",
                "html_url": f"{self.base()}/{repo['full_name']}/"
                f"{'pull' if pull['head'] else 'issues'}/{pull['number']}",
                "node_id": pull["node_id"],
                "closed_by": self.user(pull["closed_by"]) if pull["closed_by"] else None,
                "state_reason": pull["state_reason"],
                **(
                    {
                        "pull_request": {
                            "url": f"{self.base()}/repos/{repo['full_name']}/pulls/"
                            f"{pull['number']}",
                            "html_url": self.base(),
                            "diff_url": self.base(),
                            "patch_url": self.base(),
                        }
                    }
                    if pull["head"]
                    else {}
                ),
            },
        )

    def comment_view(self, repo, c):
        return merge(
            self.make("IssueComment"),
            {
                **c,
                "user": self.user(c["user"]),
                "url": f"{self.base()}/repos/{repo['full_name']}/issues/comments/{c['id']}",
                "author_association": "CONTRIBUTOR",
            },
        )

    def ref_view(self, repo, name, sha):
        return {
            "ref": name,
            "node_id": "REF_" + name,
            "url": f"{self.base()}/repos/{repo['full_name']}/git/{name}",
            "object": {
                "type": "commit",
                "sha": sha,
                "url": f"{self.base()}/repos/{repo['full_name']}/git/commits/{sha}",
            },
        }

    def signature_state(self, repo, sha):
        """Returns GitHub's word for a commit's signature; all keys are known unless all are not."""
        if sha in repo["signed"]:
            return "valid"
        if sha not in repo["signatures"]:
            return "unsigned"
        return "unknown_key" if repo["rejects_signatures"] else "valid"

    def gitcommit_view(self, repo, sha):
        t, par, an, ae, ad, cn, ce, cd, msg = (
            git(
                repo,
                "show",
                "-s",
                "--format=%T%x00%P%x00%an%x00%ae%x00%aI%x00%cn%x00%ce%x00%cI%x00%B",
                sha,
            )
            .decode()
            .split("\x00")
        )
        u = f"{self.base()}/repos/{repo['full_name']}/git"
        return merge(
            self.make("GitCommit"),
            {
                "sha": sha,
                "url": f"{u}/commits/{sha}",
                "html_url": u,
                "message": msg.strip("\n"),
                "tree": {"sha": t, "url": f"{u}/trees/{t}"},
                "author": {"name": an, "email": ae, "date": ad},
                "committer": {"name": cn, "email": ce, "date": cd},
                "parents": [
                    {"sha": x, "url": f"{u}/commits/{x}", "html_url": u} for x in par.split()
                ],
                "verification": {
                    "verified": self.signature_state(repo, sha) == "valid",
                    "reason": self.signature_state(repo, sha),
                    "signature": repo["signatures"].get(sha, {}).get("signature"),
                    "payload": repo["signatures"].get(sha, {}).get("payload"),
                    "verified_at": None,
                },
            },
        )

    def commit_view(self, repo, sha):
        g = self.gitcommit_view(repo, sha)
        return merge(
            self.make("Commit"),
            {
                "sha": sha,
                "url": f"{self.base()}/repos/{repo['full_name']}/commits/{sha}",
                "commit": {
                    "message": g["message"],
                    "author": g["author"],
                    "committer": g["committer"],
                    "tree": g["tree"],
                    "comment_count": 0,
                    "verification": g["verification"],
                    "url": g["url"],
                },
                "author": None,
                "committer": None,
                "parents": [
                    {"sha": x["sha"], "url": x["url"], "html_url": x["url"]} for x in g["parents"]
                ],
            },
        )

    def status_view(self, repo, s):
        return merge(self.make("Status"), {**s, "creator": self.user("ci")})

    def check_view(self, repo, c):
        return merge(
            self.make("CheckRun"),
            {
                **c,
                "app": None,
                "check_suite": {"id": c["suite"]},
                "pull_requests": [],
                "output": {
                    "title": None,
                    "summary": None,
                    "text": None,
                    "annotations_count": 0,
                    "annotations_url": self.base(),
                },
            },
        )

    def release_view(self, repo, x):
        return merge(
            self.make("Release"),
            {
                **x,
                "author": self.user(repo["owner"]),
                "assets": [],
                "draft": x.get("draft", False),
                "prerelease": x.get("prerelease", False),
                "url": f"{self.base()}/repos/{repo['full_name']}/releases/{x['id']}",
            },
        )

    def content_view(self, repo, path, mode, typ, sha, size, full=None):
        u = f"{self.base()}/repos/{repo['full_name']}/contents/{urllib.parse.quote(path)}"
        t = {"120000": "symlink", "160000": "submodule"}.get(
            mode, {"blob": "file", "tree": "dir"}.get(typ, "file")
        )
        o = {
            "type": t,
            "size": size,
            "name": path.rsplit("/", 1)[-1],
            "path": path,
            "sha": sha,
            "url": u,
            "git_url": u,
            "html_url": u,
            "download_url": u if t == "file" else None,
            "_links": {"self": u, "git": u, "html": u},
        }
        return {**o, **full} if full else o

    def repos_view(self, call, keep=lambda repo: True):
        return self.page(
            call,
            [
                self.repo_view(repo, "MinimalRepository")
                for repo in sorted(self.repos.values(), key=lambda repo: repo["id"])
                if keep(repo)
            ],
        )

    def inst_view(self):
        return merge(
            self.make("Installation"),
            {
                "id": self.app["installation"],
                "app_id": self.app["id"],
                "app_slug": self.app["slug"],
                "account": self.user("acme"),
                "target_type": "User",
                "repository_selection": "all",
                "permissions": {
                    "contents": "write",
                    "pull_requests": "write",
                    "checks": "read",
                    "statuses": "read",
                    "metadata": "read",
                    "issues": "write",
                },
                "events": ["push", "pull_request"],
                "suspended_at": "2026-01-01T00:00:00Z" if self.app["suspended"] else None,
            },
        )

    def tree_view(self, repo, s, rec):
        return {
            "sha": s,
            "url": f"{self.base()}/repos/{repo['full_name']}/git/trees/{s}",
            "truncated": False,
            "tree": [
                {
                    "path": p,
                    "mode": m.split()[0],
                    "type": m.split()[1],
                    "sha": m.split()[2],
                    **({"size": int(m.split()[3])} if m.split()[3].isdigit() else {}),
                }
                for m, _, p in (
                    line.partition("\t")
                    for line in git(repo, "ls-tree", "-l", "-z", *(["-r", "-t"] if rec else []), s)
                    .decode()
                    .split("\x00")
                    if line
                )
            ],
        }
