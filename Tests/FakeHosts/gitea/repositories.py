"""Branches, trees, files and commits."""

import base64

from host import operation
from repository import blob_at, branches, git, ls_tree, put_blob, refs, rev_list, sha_of, tags


class Repositories:
    @operation("repoListBranches")
    def repo_list_branches(self, call):
        r = self.find_repo(call)
        return [self.branch_view(r, b, s) for b, s in self.page(call, sorted(branches(r).items()))]

    def branch(self, call, repo, b):
        s = branches(repo).get(b)
        if not s:
            words = f"branch does not exist [name: {b}]"
            raise self.absent("The target couldn't be found.", [words])
        return s

    @operation("repoGetBranch")
    def repo_get_branch(self, call):
        r = self.find_repo(call)
        return self.branch_view(
            r, call.params["branch"], self.branch(call, r, call.params["branch"])
        )

    @operation("repoCreateBranch")
    def repo_create_branch(self, call):
        repo = self.find_repo(call, "write")
        b = call.body["new_branch_name"]
        ref = (
            call.body.get("old_ref_name")
            or call.body.get("old_branch_name")
            or repo["default_branch"]
        )
        s = branches(repo).get(ref) or sha_of(repo, ref)
        if not s:
            raise self.fail(404, "The old branch does not exist")
        if b in branches(repo):
            raise self.fail(409, "The branch already exists.")
        if any(k.startswith(b + "/") or b.startswith(k + "/") for k in branches(repo)):
            raise self.fail(409, "The branch with the same name already exists.")
        self.set_ref(repo, "refs/heads/" + b, s, who=call.token["login"])
        return 201, self.branch_view(repo, b, s)

    @operation("repoDeleteBranch")
    def repo_delete_branch(self, call):
        repo = self.find_repo(call, "write")
        b = call.params["branch"]
        self.branch(call, repo, b)
        if b == repo["default_branch"]:
            raise self.fail(403, "can not delete default branch")
        self.set_ref(repo, "refs/heads/" + b, None, who=call.token["login"])
        return 204, None

    @operation("GetTree")
    def get_tree(self, call):
        repo = self.find_repo(call)
        s = (
            sha_of(repo, call.params["sha"])
            or git(repo, "rev-parse", "-q", "--verify", call.params["sha"] + "^{tree}", check=False)
            .stdout.decode()
            .strip()
        )
        if not s:
            raise self.fail(400, f"object does not exist [id: {call.params['sha']}, rel_path: ]")
        es = [
            {
                "path": p,
                "mode": m,
                "type": t,
                "size": int(z) if z.isdigit() else 0,
                "sha": h,
                "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/{t}s/{h}",
            }
            for m, t, h, z, p in ls_tree(
                repo, s, *(["-r", "-t"] if call.query.get("recursive") in ("true", "1") else [])
            )
        ]
        n = min(int(call.query.get("per_page") or 1000), 1000) or 1000
        k = max(1, int(call.query.get("page") or 1))
        call.reply_headers["X-Total-Count"] = len(es)
        return {
            "sha": s,
            "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/trees/{s}",
            "tree": es[(k - 1) * n : k * n],
            "truncated": k * n < len(es),
            "page": k,
            "total_count": len(es),
        }

    @operation("GetBlob")
    def get_blob(self, call):
        repo = self.find_repo(call)
        h = call.params["sha"]
        if git(repo, "cat-file", "-t", h, check=False).stdout.strip() != b"blob":
            raise self.fail(400, f"object does not exist [id: {h}, rel_path: ]")
        d = git(repo, "cat-file", "blob", h)
        return {
            "content": base64.b64encode(d).decode(),
            "encoding": "base64",
            "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/blobs/{h}",
            "sha": h,
            "size": len(d),
        }

    def at(self, call, repo):
        ref = call.query.get("ref") or repo["default_branch"]
        s = branches(repo).get(ref) or sha_of(repo, ref)
        if not s:
            words = f"object does not exist [id: {ref}, rel_path: ]"
            raise self.absent("GetContentsOrList", [words])
        return s

    @operation("repoGetContents", "repoGetContentsList")
    def repo_get_contents(self, call):
        r = self.find_repo(call)
        s = self.at(call, r)
        path = call.params.get("filepath", "").strip("/")
        e = blob_at(r, s, path) if path else None
        if e:
            d = git(r, "cat-file", "blob", e[1])
            return self.content_view(r, s, path, e[0], "blob", e[1], len(d), d)
        if path and git(r, "cat-file", "-t", f"{s}:{path}", check=False).stdout.strip() != b"tree":
            words = f"object does not exist [id: , rel_path: {path}]"
            raise self.absent("GetContentsOrList", [words])
        call.operation = {**call.operation, "answers": {}}
        return [
            self.content_view(
                r, s, (path + "/" if path else "") + p, m, t, h, int(z) if z.isdigit() else 0
            )
            for m, t, h, z, p in ls_tree(r, f"{s}:{path}" if path else s)
        ]

    @operation("repoGetRawFile", "repoGetRawFileOrLFS")
    def repo_get_raw_file(self, call):
        r = self.find_repo(call)
        e = blob_at(r, self.at(call, r), call.params["filepath"])
        if not e:
            raise self.gone()
        call.reply_headers.update(
            {
                "_etag": f'"{e[1]}"',
                "Last-Modified": "Thu, 01 Jan 2026 00:00:00 GMT",
                "Cache-Control": "private, max-age=300",
            }
        )
        call.raw = git(r, "cat-file", "blob", e[1]), "text/plain; charset=utf-8"
        return 200, None

    @operation("repoListGitRefs", "repoListAllGitRefs")
    def repo_list_git_refs(self, call):
        r = self.find_repo(call)
        got = [
            (k, s)
            for k, s in sorted(refs(r).items())
            if k.startswith("refs/" + call.params.get("ref", ""))
        ]
        if not got:
            raise self.gone()
        return [self.ref_view(r, k, s) for k, s in got]

    @operation("repoGetAllCommits")
    def repo_get_all_commits(self, call):
        repo = self.find_repo(call)
        ref = call.query.get("sha") or repo["default_branch"]
        s = branches(repo).get(ref) or sha_of(repo, ref)
        if not s:
            raise self.absent("GetCommit", [f"object does not exist [id: {ref}, rel_path: ]"])
        got = rev_list(
            repo,
            s,
            *(["^" + call.query["not"]] if call.query.get("not") else []),
            "--",
            *([call.query["path"]] if call.query.get("path") else []),
        )
        out = self.page(call, got)
        call.reply_headers["X-HasMore"] = (
            "true" if 'rel="next"' in call.reply_headers.get("Link", "") else "false"
        )
        return [self.commit_view(repo, x, call.query.get("stat") == "false") for x in out]

    def one_commit(self, call):
        r = self.find_repo(call)
        s = sha_of(r, call.params["sha"])
        if not s:
            raise self.absent(call.params["sha"])
        return r, s

    @operation("repoGetSingleCommit")
    def repo_get_single_commit(self, call):
        r, s = self.one_commit(call)
        return self.commit_view(r, s)

    @operation("repoCompareDiff")
    def repo_compare_diff(self, call):
        r = self.find_repo(call)
        a, _, b = call.params["basehead"].partition("...")
        A, B = (branches(r).get(x) or sha_of(r, x) for x in (a, b))
        if not A or not B:
            raise self.gone()
        new = rev_list(r, f"{A}..{B}")
        return {"total_commits": len(new), "commits": [self.commit_view(r, x) for x in new]}

    def identity(self, x, d):
        return {"name": x.get("name") or d["name"], "email": x.get("email") or d["email"]}

    def write_files(self, call, repo, ops, b):
        main = b.get("branch") or repo["default_branch"]
        new = b.get("new_branch") or main
        tip = self.branch(call, repo, main)
        if new != main and new in branches(repo) and not b.get("force_overwrite_new_branch"):
            raise self.fail(422, f"branch already exists [name: {new}]")
        if new != main and any(
            k.startswith(new + "/") or new.startswith(k + "/") for k in branches(repo)
        ):
            raise self.fail(422, f"branch name conflicts [name: {new}]")
        if new == repo["default_branch"] and repo["settings"]["protection"]:
            raise self.fail(403, f"user cannot commit to repo [user: {call.token['login']}]")
        ed = {}
        for o in ops:
            path = o["path"].strip("/")
            cur = blob_at(repo, tip, path)
            kind = o["operation"]
            if ".." in path.split("/") or ".git" in path.lower().split("/"):
                raise self.fail(422, f"path contains a malformed path component [path: {path}]")
            if kind == "create" and cur:
                raise self.fail(422, f"repository file already exists [path: {path}]")
            if kind in ("update", "delete") and not cur:
                raise self.fail(
                    404 if self.options.flavour != "gitea" else 422,
                    f"repository file does not exist [path: {path}]",
                )
            if kind in ("update", "delete") and o.get("sha") != cur[1]:
                raise self.fail(
                    422, f"sha does not match [given: {o.get('sha', '')}, expected: {cur[1]}]"
                )
            if o.get("from_path"):
                ed[o["from_path"]] = "100644", None
            ed[path] = (
                ("100644", None)
                if kind == "delete"
                else (
                    (cur or ("100644",))[0],
                    put_blob(repo, base64.b64decode(o.get("content") or "")),
                )
            )
        d = b.get("dates") or {}
        who = {"name": call.token["login"], "email": f"{call.token['login']}@noreply.localhost"}
        au = {
            **self.identity(b.get("author") or {}, self.identity(b.get("committer") or {}, who)),
            **({"date": d["author"]} if d.get("author") else {}),
        }
        co = {
            **self.identity(b.get("committer") or {}, self.identity(b.get("author") or {}, who)),
            **({"date": d["committer"]} if d.get("committer") else {"date": self.now()}),
        }
        s = self.commit(
            repo,
            self.tree_with(repo, tip, ed),
            [tip],
            b.get("message") or f"Change {len(ops)} files",
            {"date": self.now(), **au},
            co,
        )
        old = refs(repo).get("refs/heads/" + new)
        self.set_ref(repo, "refs/heads/" + new, s, old, who=call.token["login"])
        g = self.commit_view(repo, s)
        fc = {
            "url": g["url"],
            "sha": s,
            "created": "0001-01-01T00:00:00Z",
            "html_url": g["html_url"],
            "author": g["commit"]["author"],
            "committer": g["commit"]["committer"],
            "parents": g["parents"],
            "message": g["commit"]["message"],
            "tree": g["commit"]["tree"],
        }
        return s, ed, fc

    @operation("repoChangeFiles")
    def repo_change_files(self, call):
        r = self.find_repo(call, "write")
        s, ed, fc = self.write_files(call, r, call.body["files"], call.body)
        return (
            201,
            {
                "files": [
                    (lambda e, d: self.content_view(r, s, p, e[0], "blob", e[1], len(d), d))(
                        blob_at(r, s, p), git(r, "cat-file", "blob", h)
                    )
                    if h
                    else None
                    for p, (_, h) in ed.items()
                ],
                "commit": fc,
                "verification": {
                    "verified": False,
                    "reason": "gpg.error.not_signed_commit",
                    "signature": "",
                    "signer": None,
                    "payload": "",
                },
            },
        )

    @operation("repoCreateFile", "repoUpdateFile", "repoDeleteFile")
    def repo_create_file(self, call):
        r = self.find_repo(call, "write")
        kind = {"POST": "create", "PUT": "update", "DELETE": "delete"}[call.method]
        s, ed, fc = self.write_files(
            call, r, [{"operation": kind, "path": call.params["filepath"], **call.body}], call.body
        )
        e = blob_at(r, s, call.params["filepath"])
        d = e and git(r, "cat-file", "blob", e[1])
        return (
            201 if kind == "create" else 200,
            {
                "content": self.content_view(
                    r, s, call.params["filepath"], e[0], "blob", e[1], len(d), d
                )
                if e
                else None,
                "commit": fc,
                "verification": {
                    "verified": False,
                    "reason": "gpg.error.not_signed_commit",
                    "signature": "",
                    "signer": None,
                    "payload": "",
                },
            },
        )

    @operation("repoListReleases")
    def repo_list_releases(self, call):
        repo = self.find_repo(call)
        return [
            self.release_view(repo, x) for x in self.page(call, list(reversed(repo["releases"])))
        ]

    @operation("repoGetReleaseByTag")
    def repo_get_release_by_tag(self, call):
        repo = self.find_repo(call)
        x = [x for x in repo["releases"] if x["tag_name"] == call.params["tag"]]
        if not x:
            raise self.gone()
        return self.release_view(repo, x[-1])

    @operation("repoListTags")
    def repo_list_tags(self, call):
        repo = self.find_repo(call)
        return [
            {
                "name": t,
                "message": "",
                "id": s,
                "commit": {
                    "url": f"{self.base()}/api/v1/repos/{repo['full_name']}/git/commits/{s}",
                    "sha": s,
                    "created": "2026-01-01T00:00:00Z",
                },
                "zipball_url": self.base(),
                "tarball_url": self.base(),
            }
            for t, s in self.page(call, sorted(tags(repo).items(), reverse=True))
        ]
