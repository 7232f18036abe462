"""Repositories: contents, branches, tags and releases."""

import base64
import os
import subprocess

from github.words import GitHubError
from host import merge, operation
from repository import git, put_blob, refs, sha_of


class Repositories:
    def find_repo(self, call):
        r = self.repos.get(f"{call.params['owner']}/{call.params['repo']}".lower())
        if not r:
            raise GitHubError(404, "Not Found")
        return r

    @operation("repos/list-for-authenticated-user")
    def repos_list_for_authenticated_user(self, call):
        self.need_kind(call, "pat")
        return self.page(
            call,
            [
                self.repo_view(repo, "Repository")
                for repo in sorted(self.repos.values(), key=lambda repo: repo["id"])
            ],
        )

    @operation("repos/list-for-org")
    def repos_list_for_org(self, call):
        return self.repos_view(
            call, lambda repo: repo["owner"].lower() == call.params["org"].lower()
        )

    @operation("repos/list-for-user")
    def repos_list_for_user(self, call):
        return self.repos_view(
            call,
            lambda repo: (
                repo["owner"].lower() == call.params["username"].lower() and not repo["private"]
            ),
        )

    @operation("repos/get-collaborator-permission-level")
    def repos_get_collaborator_permission_level(self, call):
        repo = self.find_repo(call)
        u = call.params["username"]
        p = repo["collaborators"].get(
            u, "admin" if u == repo["owner"] else "none" if repo["private"] else "read"
        )
        return merge(
            self.make("RepositoryCollaboratorPermission"),
            {
                "permission": {"maintain": "write", "triage": "read"}.get(p, p),
                "role_name": p,
                "user": None
                if p == "none"
                else merge(
                    self.make("Collaborator"),
                    {
                        **self.user(u),
                        "role_name": p,
                        "permissions": {
                            k: k
                            in ("pull", "triage", "push", "maintain", "admin")[
                                : {"read": 1, "triage": 2, "write": 3, "maintain": 4, "admin": 5}[p]
                            ]
                            for k in ("pull", "triage", "push", "maintain", "admin")
                        },
                    },
                ),
            },
        )

    @operation("repos/get")
    def repos_get(self, call):
        return self.repo_view(self.find_repo(call))

    @operation("dependency-graph/create-repository-snapshot")
    def dependency_graph_create_repository_snapshot(self, call):
        repo = self.find_repo(call)
        if not sha_of(repo, call.body["sha"]):
            raise GitHubError(422, "sha is not a commit of this repository")
        snapshots = repo.setdefault("snapshots", [])
        snapshots.append(call.body)
        return (
            201,
            {
                "id": len(snapshots),
                "created_at": self.now(),
                "result": "SUCCESS",
                "message": "Dependency results for the repo have been successfully updated.",
            },
        )

    @operation("repos/get-content")
    def repos_get_content(self, call):
        repo = self.find_repo(call)
        ref = call.query.get("ref") or repo["default_branch"]
        s = sha_of(repo, ref)
        path = call.params["path"].strip("/")
        if not s or ".." in path.split("/"):
            raise GitHubError(404, f"No commit found for the ref {ref}" if not s else "Not Found")

        def ls(spec):
            return [
                (*m.split()[:4], p)
                for m, _, p in (
                    line.partition("\t")
                    for line in git(repo, "ls-tree", "-l", "-z", *spec).decode().split("\x00")
                    if line
                )
            ]

        ent = ls([s, "--", path]) if path else [("040000", "tree", s, "-", "")]
        if not ent:
            raise GitHubError(404, "Not Found")
        mode, typ, sha, size, _p = ent[0]
        if typ == "tree":
            return [
                self.content_view(repo, e[4], e[0], e[1], e[2], int(e[3]) if e[3].isdigit() else 0)
                for e in ls([s, "--", path + "/"] if path else [s])
            ]
        data = git(repo, "cat-file", "blob", sha)
        if "raw" in call.headers.get("accept", ""):
            call.raw = data, "application/octet-stream"
            return None
        big = len(data) > 1 << 20
        return self.content_view(
            repo,
            path,
            mode,
            typ,
            sha,
            len(data),
            {
                "encoding": "none" if big else "base64",
                "content": "" if big else base64.encodebytes(data).decode(),
            },
        )

    @operation("repos/create-or-update-file-contents")
    def repos_create_or_update_file_contents(self, call):
        repo = self.find_repo(call)
        b = call.body.get("branch") or repo["default_branch"]
        tip = sha_of(repo, "refs/heads/" + b)
        if not tip:
            raise GitHubError(404, f"Branch {b} not found")
        cur = (
            git(repo, "rev-parse", "-q", "--verify", f"{tip}:{call.params['path']}", check=False)
            .stdout.decode()
            .strip()
        )
        if cur and call.body.get("sha") != cur:
            raise GitHubError(
                409 if call.body.get("sha") else 422,
                f"{call.params['path']} does not match {call.body.get('sha')}"
                if call.body.get("sha")
                else 'Invalid request.\n\n"sha" wasn\'t supplied.',
            )
        data = base64.b64decode(call.body["content"])
        blob = put_blob(repo, data)
        new = self.commit(
            repo,
            self.tree_with(repo, tip, {call.params["path"]: ("100644", blob)}),
            [tip],
            call.body["message"],
            call.body.get("author"),
            call.body.get("committer"),
        )
        self.set_ref(repo, "refs/heads/" + b, new, tip, call.token["login"])
        return (
            200 if cur else 201,
            {
                "content": self.content_view(
                    repo, call.params["path"], "100644", "blob", blob, len(data)
                ),
                "commit": self.gitcommit_view(repo, new),
            },
        )

    @operation("repos/list-branches")
    def repos_list_branches(self, call):
        repo = self.find_repo(call)
        return self.page(
            call,
            [
                {
                    "name": k[11:],
                    "commit": {
                        "sha": v,
                        "url": f"{self.base()}/repos/{repo['full_name']}/commits/{v}",
                    },
                    "protected": k[11:] == repo["default_branch"] and bool(repo["protection"]),
                }
                for k, v in sorted(refs(repo).items())
                if k.startswith("refs/heads/")
            ],
        )

    @operation("repos/get-branch")
    def repos_get_branch(self, call):
        repo = self.find_repo(call)
        s = sha_of(repo, "refs/heads/" + call.params["branch"])
        if not s:
            raise GitHubError(404, "Branch not found")
        return merge(
            self.make("BranchWithProtection"),
            {
                "name": call.params["branch"],
                "commit": self.commit_view(repo, s),
                "protected": bool(repo["protection"]),
                "_links": {"html": self.base(), "self": self.base()},
                "protection_url": self.base(),
                "protection": {
                    "enabled": bool(repo["protection"]),
                    "required_status_checks": {
                        "enforcement_level": "everyone",
                        "contexts": repo["protection"].get("contexts", []),
                        "checks": [],
                    },
                },
            },
        )

    @operation("repos/get-branch-rules")
    def repos_get_branch_rules(self, call):
        repo = self.find_repo(call)
        cs = repo["protection"].get("contexts", [])
        n = int(repo["protection"].get("approvals", 0))
        of = {
            "ruleset_source_type": "Repository",
            "ruleset_source": repo["full_name"],
            "ruleset_id": 1,
        }
        return (
            [
                {
                    "type": "required_status_checks",
                    **of,
                    "parameters": {
                        "required_status_checks": [{"context": x} for x in cs],
                        "strict_required_status_checks_policy": False,
                    },
                }
            ]
            if cs
            else []
        ) + (
            [
                {
                    "type": "pull_request",
                    **of,
                    "parameters": {
                        "required_approving_review_count": n,
                        "dismiss_stale_reviews_on_push": False,
                        "require_code_owner_review": False,
                        "require_last_push_approval": False,
                        "required_review_thread_resolution": False,
                    },
                }
            ]
            if n
            else []
        )

    @operation("repos/list-tags")
    def repos_list_tags(self, call):
        r = self.find_repo(call)
        u = self.base()
        return self.page(
            call,
            [
                {
                    "name": k[10:],
                    "commit": {"sha": v, "url": u},
                    "zipball_url": u,
                    "tarball_url": u,
                    "node_id": "T_" + k[10:],
                }
                for k, v in sorted(refs(r).items(), reverse=True)
                if k.startswith("refs/tags/")
            ],
        )

    @operation("repos/list-releases")
    def repos_list_releases(self, call):
        return self.page(
            call,
            [
                self.release_view(self.find_repo(call), x)
                for x in reversed(self.find_repo(call)["releases"])
            ],
        )

    def find_release(self, call, f):
        x = [x for x in self.find_repo(call)["releases"] if f(x)]
        if not x:
            raise GitHubError(404, "Not Found")
        return self.release_view(self.find_repo(call), x[-1])

    @operation("repos/get-release-by-tag")
    def repos_get_release_by_tag(self, call):
        return self.find_release(call, lambda x: x["tag_name"] == call.params["tag"])

    @operation("repos/get-release")
    def repos_get_release(self, call):
        return self.find_release(call, lambda x: str(x["id"]) == call.params["release_id"])

    @operation("repos/get-latest-release")
    def repos_get_latest_release(self, call):
        return self.find_release(call, lambda x: not x.get("prerelease") and not x.get("draft"))

    def add_release(self, repo, x):
        o = {
            "id": self.next_id(),
            "tag_name": x["tag_name"],
            "name": x.get("name"),
            "body": x.get("body"),
            "created_at": self.now(),
            "published_at": x.get("published_at") or self.now(False),
            "target_commitish": repo["default_branch"],
            "prerelease": x.get("prerelease", False),
            "draft": False,
        }
        repo["releases"].append(o)
        return o

    def make_repo(self, body):
        owner, name = body["full_name"].split("/")
        dirp = os.path.join(self.options.data, "git", owner, name + ".git")
        main = body.get("default_branch", "main")
        subprocess.run(["git", "init", "-q", "--template=", "--bare", "-b", main, dirp], check=True)
        repo = {
            "id": self.next_id(),
            "owner": owner,
            "name": name,
            "full_name": body["full_name"],
            "dir": dirp,
            "default_branch": main,
            "private": body.get("private", False),
            "archived": body.get("archived", False),
            "allow_auto_merge": body.get("allow_auto_merge", True),
            "has_issues": body.get("has_issues", True),
            "fork": body.get("fork", False),
            "protection": body.get("protection", {}),
            "prs": {},
            "next": 1,
            "labels": {"bug": {}},
            "statuses": {},
            "checks": {},
            "releases": [],
            "signed": set(),
            "signatures": {},
            "rejects_signatures": body.get("rejects_signatures", False),
            "seen": {},
            "human": set(),
            "collaborators": body.get("collaborators", {}),
            "bot_role": body.get("bot_role", "write"),
            "updated_at": self.start,
            "pushed_at": self.start,
        }
        subprocess.run(["git", "-C", dirp, "config", "http.receivepack", "true"], check=True)
        subprocess.run(
            ["git", "-C", dirp, "config", "receive.denyNonFastForwards", "false"], check=True
        )
        self.repos[body["full_name"].lower()] = repo
        tip = self.plant(repo, body)
        return {"sha": tip, "clone_url": f"{self.base()}/{body['full_name']}.git"}

    def publish_ref(self, repo, ref, sha):
        self.set_ref(repo, ref, sha, who="upstream")

    def person(self, name):
        return {"name": name, "email": "human@fakehub.invalid"}
