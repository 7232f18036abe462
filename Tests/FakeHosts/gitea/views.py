"""Gitea's JSON."""

import base64
import urllib.parse

from host import number
from repository import branches, commit_info, git, rev_list


class Views:
    def user(self, login):
        return {
            "id": number(login),
            "login": login,
            "login_name": "",
            "full_name": "",
            "email": f"{login}@noreply.localhost",
            "avatar_url": f"{self.base()}/avatars/{number(login)}",
            "language": "",
            "is_admin": False,
            "last_login": "0001-01-01T00:00:00Z",
            "created": "2026-01-01T00:00:00Z",
            "restricted": False,
            "active": False,
            "prohibit_login": False,
            "location": "",
            "website": "",
            "description": "",
            "visibility": "public",
            "followers_count": 0,
            "following_count": 0,
            "starred_repos_count": 0,
        }

    def repo_view(self, repo, tok=None):
        u = f"{self.base()}/{repo['full_name']}"
        s = repo["settings"]
        role = self.role(repo, tok["login"]) if tok else "read"
        return {
            "id": repo["id"],
            "owner": self.user(repo["owner"]),
            "name": repo["name"],
            "full_name": repo["full_name"],
            "description": "",
            "empty": not branches(repo),
            "private": repo["private"],
            "fork": repo["fork"],
            "template": False,
            "parent": None,
            "mirror": False,
            "size": 20,
            "language": "",
            "languages_url": f"{self.base()}/api/v1/repos/{repo['full_name']}/languages",
            "html_url": u,
            "url": f"{self.base()}/api/v1/repos/{repo['full_name']}",
            "link": "",
            "ssh_url": f"git@127.0.0.1:{repo['full_name']}.git",
            "clone_url": u + ".git",
            "original_url": "",
            "website": "",
            "stars_count": 0,
            "forks_count": 0,
            "watchers_count": 0,
            "open_issues_count": 0,
            "open_pr_counter": len(
                [pull for pull in repo["prs"].values() if pull["state"] == "open"]
            ),
            "release_counter": len(repo["releases"]),
            "default_branch": repo["default_branch"],
            "archived": repo["archived"],
            "created_at": repo["created_at"],
            "updated_at": max(repo["created_at"], repo["pushed_at"]),
            "permissions": {
                "admin": role == "admin",
                "push": role in ("write", "admin"),
                "pull": role != "none",
            },
            "has_issues": repo["has_issues"],
            "has_wiki": False,
            "has_pull_requests": s["has_pull_requests"],
            "has_projects": False,
            "has_releases": True,
            "has_packages": False,
            "has_actions": True,
            "ignore_whitespace_conflicts": False,
            **{
                k: s[k]
                for k in (
                    "allow_merge_commits",
                    "allow_rebase",
                    "allow_rebase_explicit",
                    "allow_squash_merge",
                    "allow_rebase_update",
                    "default_delete_branch_after_merge",
                    "default_merge_style",
                )
            },
            "default_allow_maintainer_edit": False,
            "avatar_url": "",
            "internal": False,
            "mirror_interval": "",
            "mirror_updated": "0001-01-01T00:00:00Z",
            "repo_transfer": None,
        }

    def who(self, x):
        return {"name": x["name"], "email": x["email"], "date": x["date"]}

    def commit_view(self, repo, s, light=False):
        g = commit_info(repo, s)
        u = f"{self.base()}/api/v1/repos/{repo['full_name']}/git"
        return {
            "url": f"{u}/commits/{s}",
            "sha": s,
            "created": g["committer"]["date"],
            "html_url": f"{self.base()}/{repo['full_name']}/commit/{s}",
            "commit": {
                "url": f"{u}/commits/{s}",
                "author": self.who(g["author"]),
                "committer": self.who(g["committer"]),
                "message": g["message"] + "\n",
                "tree": {
                    "url": f"{u}/trees/{g['tree']}",
                    "sha": g["tree"],
                    "created": g["committer"]["date"],
                },
                "verification": None
                if light
                else {
                    "verified": False,
                    "reason": "gpg.error.not_signed_commit",
                    "signature": "",
                    "signer": None,
                    "payload": "",
                },
            },
            "author": None,
            "committer": None,
            "parents": [
                {"url": f"{u}/commits/{p}", "sha": p, "created": "0001-01-01T00:00:00Z"}
                for p in g["parents"]
            ],
            "files": None if light else [],
            "stats": None if light else {"total": 2, "additions": 1, "deletions": 1},
        }

    def branch_view(self, repo, b, s):
        g = commit_info(repo, s)
        p = repo["settings"]["protection"] if b == repo["default_branch"] else None

        def who(x):
            return {"name": x["name"], "email": x["email"], "username": ""}

        return {
            "name": b,
            "commit": {
                "id": s,
                "message": g["message"] + "\n",
                "url": f"{self.base()}/{repo['full_name']}/commit/{s}",
                "author": who(g["author"]),
                "committer": who(g["committer"]),
                "verification": {
                    "verified": False,
                    "reason": "gpg.error.not_signed_commit",
                    "signature": "",
                    "signer": None,
                    "payload": "",
                },
                "timestamp": g["committer"]["date"],
                "added": None,
                "removed": None,
                "modified": None,
            },
            "protected": bool(p),
            "required_approvals": p["required_approvals"] if p else 0,
            "enable_status_check": bool(p and p["contexts"] is not None),
            "status_check_contexts": list(p["contexts"] or []) if p else [],
            "user_can_push": not p,
            "user_can_merge": True,
            "effective_branch_protection_name": b if p else "",
        }

    def label_view(self, repo, x):
        return {
            "id": x["id"],
            "name": x["name"],
            "exclusive": False,
            "is_archived": False,
            "color": x["color"],
            "description": x["description"],
            "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/labels/{x['id']}",
        }

    def labels_view(self, repo, pull):
        return [
            self.label_view(repo, x)
            for n in pull["labels"]
            for x in [next(label for label in repo["labels"] if label["name"] == n)]
        ]

    def milestone_view(self, x):
        return {
            "id": x["id"],
            "title": x["title"],
            "description": "",
            "state": "open",
            "open_issues": 0,
            "closed_issues": 0,
            "created_at": "2026-01-01T00:00:00Z",
            "updated_at": "2026-01-01T00:00:00Z",
            "closed_at": None,
            "due_on": None,
        }

    def said(self, pull):
        return len([x for x in pull["comments"] if not x.get("system")])

    def pr_view(self, repo, pull, tok=None):
        u = f"{self.base()}/{repo['full_name']}/pulls/{pull['number']}"
        here = pull["head"] in branches(repo)
        base = branches(repo).get(pull["base"], "")
        mb = (
            git(repo, "merge-base", base or pull["head_sha"], pull["head_sha"], check=False)
            .stdout.decode()
            .strip()
        )
        ms = next((m for m in repo["milestones"] if m["id"] == pull["milestone"]), None)

        def side(ref, label, s):
            return {
                "label": label,
                "ref": ref,
                "sha": s,
                "repo_id": repo["id"],
                "repo": self.repo_view(repo, tok),
            }

        return {
            "id": pull["id"],
            "url": u,
            "number": pull["number"],
            "user": self.user(pull["user"]),
            "title": pull["title"],
            "body": pull["body"] or "",
            "labels": self.labels_view(repo, pull),
            "milestone": self.milestone_view(ms) if ms else None,
            "assignee": self.user(pull["assignees"][0]) if pull["assignees"] else None,
            "assignees": [self.user(x) for x in pull["assignees"]] or None,
            "requested_reviewers": [self.user(x) for x in pull["reviewers"]],
            "state": pull["state"],
            "draft": pull["draft"],
            "is_locked": False,
            "comments": self.said(pull),
            "html_url": u,
            "diff_url": u + ".diff",
            "patch_url": u + ".patch",
            "mergeable": pull["checks"] > 0
            or pull["state"] != "open"
            or self.can_merge(repo, pull),
            "merged": bool(pull["merged_at"]),
            "merged_at": pull["merged_at"],
            "merge_commit_sha": pull["merge_sha"],
            "merged_by": self.user(pull["merged_by"]) if pull["merged_by"] else None,
            "allow_maintainer_edit": False,
            "base": side(pull["base"], pull["base"], base),
            "head": side(
                pull["head"] if here else f"refs/pull/{pull['number']}/head",
                pull["head"],
                pull["head_sha"],
            ),
            "merge_base": mb,
            "due_date": None,
            "created_at": pull["created_at"],
            "updated_at": pull["updated_at"],
            "closed_at": pull["closed_at"],
            "pin_order": 0,
        }

    def issue_view(self, repo, pull):
        ms = next((m for m in repo["milestones"] if m["id"] == pull["milestone"]), None)
        u = f"{self.base()}/api/v1/repos/{repo['full_name']}/issues/{pull['number']}"
        return {
            "id": pull["id"],
            "url": u,
            "html_url": f"{self.base()}/{repo['full_name']}/"
            f"{'pulls' if pull['head'] else 'issues'}/{pull['number']}",
            "number": pull["number"],
            "user": self.user(pull["user"]),
            "original_author": "",
            "original_author_id": 0,
            "title": pull["title"],
            "body": pull["body"] or "",
            "ref": "",
            "assets": [],
            "labels": self.labels_view(repo, pull),
            "milestone": self.milestone_view(ms) if ms else None,
            "assignee": self.user(pull["assignees"][0]) if pull["assignees"] else None,
            "assignees": [self.user(x) for x in pull["assignees"]] or None,
            "state": pull["state"],
            "is_locked": False,
            "comments": self.said(pull),
            "created_at": pull["created_at"],
            "updated_at": pull["updated_at"],
            "closed_at": pull["closed_at"],
            "due_date": None,
            "pull_request": {"merged": bool(pull["merged_at"]), "merged_at": pull["merged_at"]}
            if pull["head"]
            else None,
            "repository": {
                "id": repo["id"],
                "name": repo["name"],
                "owner": repo["owner"],
                "full_name": repo["full_name"],
            },
            "pin_order": 0,
        }

    def comment_view(self, repo, pull, x):
        u = f"{self.base()}/{repo['full_name']}/pulls/{pull['number']}"
        return {
            "id": x["id"],
            "html_url": f"{u}#issuecomment-{x['id']}",
            "pull_request_url": u,
            "issue_url": "",
            "user": self.user(x["user"]),
            "original_author": "",
            "original_author_id": 0,
            "body": x["body"],
            "assets": [],
            "created_at": x["created_at"],
            "updated_at": x["updated_at"],
        }

    def status_view(self, repo, sha, x):
        return {
            "id": x["id"],
            "status": x["state"],
            "target_url": x.get("target_url") or "",
            "description": x.get("description") or "",
            "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/statuses/{sha}",
            "context": x["context"],
            "creator": self.user(x["by"]),
            "created_at": x["at"],
            "updated_at": x["at"],
        }

    def content_view(self, repo, s, path, mode, typ, h, size, data=None):
        u = f"{self.base()}/api/v1/repos/{repo['full_name']}/contents/"
        u += f"{urllib.parse.quote(path)}?ref={s}"
        t = {"120000": "symlink", "160000": "submodule"}.get(
            mode, "dir" if typ == "tree" else "file"
        )
        last = rev_list(repo, "-1", s, "--", path)
        return {
            "name": path.split("/")[-1],
            "path": path,
            "sha": h,
            "last_commit_sha": last[0] if last else s,
            "type": t,
            "size": size,
            "encoding": "base64" if data is not None else None,
            "content": base64.b64encode(data).decode() if data is not None else None,
            "target": None,
            "url": u,
            "html_url": u,
            "git_url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/blobs/{h}",
            "download_url": u if t == "file" else None,
            "submodule_git_url": None,
            "_links": {"self": u, "git": u, "html": u},
        }

    def ref_view(self, repo, k, s):
        return {
            "ref": k,
            "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/{k}",
            "object": {
                "type": "commit",
                "sha": s,
                "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/commits/{s}",
            },
        }

    def review_view(self, repo, pull, who, st):
        return {
            "id": number(who),
            "user": self.user(who),
            "team": None,
            "state": {
                "approved": "APPROVED",
                "requested_changes": "REQUEST_CHANGES",
                "asked": "REQUEST_REVIEW",
            }[st],
            "body": "",
            "commit_id": pull["head_sha"],
            "stale": False,
            "official": True,
            "dismissed": False,
            "comments_count": 0,
            "submitted_at": pull["updated_at"],
            "updated_at": pull["updated_at"],
            "html_url": self.base(),
            "pull_request_url": f"{self.base()}/{repo['full_name']}/pulls/{pull['number']}",
        }

    def reaction_view(self, e):
        return {"user": self.user(e["user"]), "content": e["content"], "created_at": e["at"]}

    def rule_view(self, repo):
        g = repo["settings"]["protection"]
        return {
            "branch_name": repo["default_branch"],
            "rule_name": repo["default_branch"],
            "enable_push": False,
            "enable_push_whitelist": False,
            "push_whitelist_usernames": [],
            "enable_status_check": g["contexts"] is not None,
            "status_check_contexts": g["contexts"] or [],
            "required_approvals": g["required_approvals"],
            "block_on_rejected_reviews": g["block_on_rejected_reviews"],
            "block_on_outdated_branch": g["block_on_outdated_branch"],
            "created_at": repo["created_at"],
            "updated_at": repo["created_at"],
        }

    def release_view(self, repo, x):
        u = f"{self.base()}/api/v1/repos/{repo['full_name']}/releases/{x['id']}"
        return {
            "id": x["id"],
            "tag_name": x["tag_name"],
            "target_commitish": repo["default_branch"],
            "name": x["name"],
            "body": x["body"],
            "url": u,
            "html_url": f"{self.base()}/{repo['full_name']}/releases/tag/{x['tag_name']}",
            "tarball_url": u,
            "zipball_url": u,
            "upload_url": u,
            "draft": False,
            "prerelease": x["prerelease"],
            "created_at": x["created_at"],
            "published_at": x["published_at"],
            "author": self.user(repo["owner"]),
            "assets": [],
        }
