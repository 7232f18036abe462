"""Branches, trees, files and commits."""

import base64
import hashlib
import re
import urllib.parse

from errors import HostError
from gitlab.words import LEVEL, fail, missing
from host import operation
from repository import (
    blob_at,
    branches,
    git,
    is_ancestor,
    ls_tree,
    put_blob,
    rev_list,
    sha_of,
    tags,
    text,
)


class Repositories:
    @operation("getApiV4ProjectsIdRepositoryBranches")
    def get_projects_id_repository_branches(self, call):
        r = self.project(call)
        return [
            self.branch_view(r, b, s)
            for b, s in self.page(
                call,
                [
                    (b, s)
                    for b, s in sorted(branches(r).items())
                    if not call.query.get("search")
                    or (
                        (
                            b.startswith(call.query["search"][1:])
                            if call.query["search"].startswith("^")
                            else call.query["search"].lower() in b.lower()
                        )
                        and (not call.query.get("regex") or re.search(call.query["regex"], b))
                    )
                ],
            )
        ]

    @operation("getApiV4ProjectsIdRepositoryBranchesBranch")
    def get_projects_id_repository_branches_branch(self, call):
        r = self.project(call)
        s = branches(r).get(call.params["branch"])
        if not s:
            raise missing("Branch")
        return self.branch_view(r, call.params["branch"], s)

    @operation("postApiV4ProjectsIdRepositoryBranches")
    def post_projects_id_repository_branches(self, call):
        r = self.project(call, "write")
        b = call.body["branch"]
        s = sha_of(r, "refs/heads/" + call.body["ref"]) or sha_of(r, call.body["ref"])
        if b in branches(r):
            raise fail(400, "Branch already exists")
        if git(r, "check-ref-format", "refs/heads/" + b, check=False).returncode:
            raise fail(400, "Branch name is invalid")
        if not s:
            raise fail(400, f"Invalid reference name: {call.body['ref']}")
        if any(k.startswith(b + "/") or b.startswith(k + "/") for k in branches(r)):
            raise fail(400, f"Failed to create branch '{b}': reference conflict")
        self.rule(r, b, None)
        self.set_ref(r, "refs/heads/" + b, s, who=call.token["login"])
        return 201, self.branch_view(r, b, s)

    @operation("deleteApiV4ProjectsIdRepositoryBranchesBranch")
    def delete_projects_id_repository_branches_branch(self, call):
        repo = self.project(call, "write")
        b = call.params["branch"]
        if b not in branches(repo):
            raise missing("Branch")
        if self.protected(repo, b) or b == repo["default_branch"]:
            raise (
                fail(403, "403 Forbidden")
                if b != repo["default_branch"]
                else fail(405, "Cannot remove HEAD branch")
            )
        self.set_ref(repo, "refs/heads/" + b, None, who=call.token["login"])
        return 204, None

    @operation("getApiV4ProjectsIdRepositoryTree")
    def get_projects_id_repository_tree(self, call):
        repo = self.project(call)
        s = sha_of(repo, call.query.get("ref") or repo["default_branch"])
        path = (call.query.get("path") or "").strip("/")
        if not s:
            raise missing("Tree")
        deep = ["-r", "-t"] if call.query.get("recursive") in ("true", "1") else []
        if (
            path
            and git(repo, "cat-file", "-t", f"{s}:{path}", check=False).stdout.strip() != b"tree"
        ):
            raise fail(404, "404 invalid revision or path Not Found")
        es = [
            {
                "id": h,
                "name": p.split("/")[-1],
                "type": "commit" if m == "160000" else t,
                "path": (path + "/" if path else "") + p,
                "mode": m,
            }
            for m, t, h, _, p in ls_tree(repo, f"{s}:{path}" if path else s, *deep)
        ]
        if call.query.get("pagination") == "keyset":
            n = min(int(call.query.get("per_page", 20)), 100)
            at = 1 + next(
                (
                    i
                    for i, e in enumerate(es)
                    if hashlib.md5(e["path"].encode()).hexdigest() == call.query.get("page_token")
                ),
                -1,
            )
            out = es[at : at + n]
            if at + n < len(es):
                token = hashlib.md5(out[-1]["path"].encode()).hexdigest()
                link = self.link(call, page_token=token)
                call.reply_headers["Link"] = f'<{link}>; rel="next"'
            return out
        return self.page(call, es)

    def found(self, call):
        repo = self.project(call)
        s = sha_of(
            repo,
            call.query.get("ref") or "HEAD"
            if call.query.get("ref") != "HEAD"
            else repo["default_branch"],
        ) or sha_of(repo, repo["default_branch"] if call.query.get("ref") in (None, "HEAD") else "")
        if not s:
            raise missing("Commit")
        e = blob_at(repo, s, call.params["file_path"])
        if not e:
            raise missing("File")
        return repo, s, e, git(repo, "cat-file", "blob", e[1])

    @operation("getApiV4ProjectsIdRepositoryFilesFilePath")
    def get_projects_id_repository_files_file_path(self, call):
        r, s, (mode, h), data = self.found(call)
        path = call.params["file_path"]
        last = rev_list(r, "-1", s, "--", path)
        o = {
            "file_name": path.split("/")[-1],
            "file_path": path,
            "size": len(data),
            "encoding": "base64",
            "content_sha256": hashlib.sha256(data).hexdigest(),
            "ref": call.query.get("ref") or "HEAD",
            "blob_id": h,
            "commit_id": s,
            "last_commit_id": last[0] if last else s,
            "execute_filemode": mode == "100755",
        }
        call.reply_headers.update(
            {"X-Gitlab-" + "-".join(w.title() for w in k.split("_")): v for k, v in o.items()}
        )
        return {**o, "content": base64.b64encode(data).decode()}

    @operation("getApiV4ProjectsIdRepositoryFilesFilePathRaw")
    def get_projects_id_repository_files_file_path_raw(self, call):
        r, s, e, data = self.found(call)
        call.reply_headers["X-Gitlab-Blob-Id"] = e[1]
        call.raw = data, "text/plain; charset=utf-8"
        return 200, None

    def blob(self, call):
        r = self.project(call)
        h = call.params["sha"]
        if (
            not re.fullmatch("[0-9a-f]{40}", h)
            or git(r, "cat-file", "-t", h, check=False).stdout.strip() != b"blob"
        ):
            raise missing("Blob")
        return git(r, "cat-file", "blob", h)

    @operation("getApiV4ProjectsIdRepositoryBlobsSha")
    def get_projects_id_repository_blobs_sha(self, call):
        d = self.blob(call)
        return {
            "size": len(d),
            "encoding": "base64",
            "content": base64.b64encode(d).decode(),
            "sha": call.params["sha"],
        }

    @operation("getApiV4ProjectsIdRepositoryBlobsShaRaw")
    def get_projects_id_repository_blobs_sha_raw(self, call):
        call.raw = self.blob(call), "text/plain; charset=utf-8"
        return 200, None

    @operation("getApiV4ProjectsIdRepositoryCommits")
    def get_projects_id_repository_commits(self, call):
        repo = self.project(call)
        ref = call.query.get("ref_name") or repo["default_branch"]
        rev = ref if ".." in ref else sha_of(repo, "refs/heads/" + ref) or sha_of(repo, ref)
        if not rev:
            raise missing("Repository") if not branches(repo) else fail(404, "404 Commit Not Found")
        got = rev_list(
            repo,
            *[f"--{k}={call.query[k]}" for k in ("since", "until", "author") if call.query.get(k)],
            rev,
            "--",
            *([call.query["path"]] if call.query.get("path") else []),
        )
        out, k, n, last = self.slice(call, got, "per_page", 20, 100)
        call.reply_headers.update(
            {
                "x-page": k,
                "x-per-page": n,
                "x-next-page": k + 1 if k < last else "",
                "x-prev-page": k - 1 if k > 1 else "",
                "Link": ", ".join(
                    (
                        f'<{self.link(call, page=i, per_page=n)}>; rel="{w}"'
                        for w, i in (("prev", k - 1), ("next", k + 1), ("first", 1))
                        if 1 <= i <= last
                    )
                ),
            }
        )
        return [self.commit_view(repo, s) for s in out]

    def commit_of(self, call):
        r = self.project(call)
        s = sha_of(r, call.params["sha"])
        if not s:
            raise missing("Commit")
        return r, s

    @operation("getApiV4ProjectsIdRepositoryCommitsSha")
    def get_projects_id_repository_commits_sha(self, call):
        r, s = self.commit_of(call)
        return self.commit_view(r, s, True, call.query.get("stats") != "false")

    @operation("getApiV4ProjectsIdRepositoryCommitsShaRefs")
    def get_projects_id_repository_commits_sha_refs(self, call):
        r, s = self.commit_of(call)
        return self.page(
            call,
            [{"type": "branch", "name": b} for b, h in branches(r).items() if is_ancestor(r, s, h)],
        )

    @operation("getApiV4ProjectsIdRepositoryCommitsShaMergeRequests")
    def get_projects_id_repository_commits_sha_merge_requests(self, call):
        repo, s = self.commit_of(call)
        return self.page(
            call,
            [self.mr_view(repo, pull) for pull in repo["prs"].values() if pull["head_sha"] == s],
        )

    @operation("postApiV4ProjectsIdRepositoryCommits")
    def post_projects_id_repository_commits(self, call):
        r = self.project(call, "write")
        b = call.body
        br = b["branch"]
        tip = branches(r).get(br)
        start = b.get("start_sha") or b.get("start_branch")
        if b.get("start_sha") and b.get("start_branch"):
            raise HostError(400, {"error": "start_branch, start_sha are mutually exclusive"})
        if git(r, "check-ref-format", "refs/heads/" + br, check=False).returncode:
            raise fail(400, "The branch name is invalid")
        if tip and start and (start != br) and not b.get("force"):
            raise fail(
                400,
                f"A branch called '{br}' already exists. "
                "Switch to that branch in order to make changes",
            )
        if not tip and not start:
            raise fail(400, "You can only create or edit files when you are on a branch")
        if not tip and any(k.startswith(br + "/") or br.startswith(k + "/") for k in branches(r)):
            raise fail(400, f"13:reference update: file/directory conflict for {br}")
        if self.protected(r, br) and LEVEL[self.role(r, call.token["login"])] < 40:
            raise fail(403, "You are not allowed to push into this branch")
        base = (
            sha_of(r, b["start_sha"])
            if b.get("start_sha")
            else branches(r).get(b["start_branch"])
            if b.get("start_branch")
            else tip
        )
        if not base:
            raise fail(
                400,
                f"Cannot find start_sha '{start}'"
                if b.get("start_sha")
                else f"Cannot find branch '{start}'",
            )
        ed = {}
        for a in b["actions"]:
            path = a["file_path"].strip("/")
            cur = (
                ed.get(path, (None, 1))[1] and blob_at(r, base, path)
                if path not in ed
                else ed[path][1] and ed[path]
            )
            if ".." in path.split("/"):
                raise fail(400, "Path cannot include directory traversal")
            act = a["action"]

            def data():
                return (
                    base64.b64decode(a["content"])
                    if a.get("encoding") == "base64"
                    else (a.get("content") or "").encode()
                )

            if act == "create" and cur:
                raise fail(400, "A file with this name already exists")
            if act in ("update", "delete", "chmod") and not cur:
                raise fail(400, "A file with this name doesn't exist")
            if a.get("last_commit_id") and rev_list(r, "-1", base, "--", path)[:1] != [
                a["last_commit_id"]
            ]:
                raise fail(400, f"The file has changed since you started editing it: {path}")
            if act in ("create", "update"):
                ed[path] = (
                    "100755" if a.get("execute_filemode") else cur[0] if cur else "100644",
                    put_blob(r, data()),
                )
            elif act == "delete":
                ed[path] = "100644", None
            elif act == "chmod":
                ed[path] = "100755" if a.get("execute_filemode") else "100644", cur[1]
            elif act == "move":
                old = blob_at(r, base, a.get("previous_path", ""))
                if not old:
                    raise fail(400, "A file with this name doesn't exist")
                ed[a["previous_path"].strip("/")] = ("100644", None)
                ed[path] = old[0], put_blob(r, data()) if a.get("content") is not None else old[1]
        self.rule(r, br, b["commit_message"])
        me = {"name": call.token["login"].title(), "email": f"{call.token['login']}@fake.invalid"}
        s = self.commit(
            r,
            self.tree_with(r, base, ed),
            [base],
            b["commit_message"],
            {
                "name": b.get("author_name") or me["name"],
                "email": b.get("author_email") or me["email"],
            },
            me,
        )
        self.set_ref(r, "refs/heads/" + br, s, who=call.token["login"])
        return 201, self.commit_view(r, s, True, b.get("stats") is not False)

    @operation("getApiV4ProjectsIdRepositoryCompare")
    def get_projects_id_repository_compare(self, call):
        repo = self.project(call)
        a, b = (
            sha_of(repo, "refs/heads/" + call.query[k]) or sha_of(repo, call.query[k])
            for k in ("from", "to")
        )
        if not a or not b:
            raise fail(404, "404 Ref Not Found")
        mb = a if call.query.get("straight") in ("true", "1") else text(repo, "merge-base", a, b)
        new = rev_list(repo, "--reverse", f"{a}..{b}")
        out = []
        for line in git(repo, "diff", "--name-status", "--no-renames", mb, b).decode().splitlines():
            st, p = line.split("\t", 1)
            out.append(
                {
                    "diff": git(repo, "diff", mb, b, "--", p).decode(errors="replace")[:2000],
                    "new_path": p,
                    "old_path": p,
                    "a_mode": "0" if st == "A" else "100644",
                    "b_mode": "0" if st == "D" else "100644",
                    "new_file": st == "A",
                    "renamed_file": False,
                    "deleted_file": st == "D",
                    "generated_file": False,
                    "collapsed": False,
                    "too_large": False,
                }
            )
        return {
            "commit": self.commit_view(repo, new[-1]) if new else None,
            "commits": [self.commit_view(repo, x) for x in new],
            "diffs": out,
            "compare_timeout": False,
            "compare_same_ref": a == b,
            "web_url": f"{self.base()}/{repo['full_name']}/-/compare/{a}...{b}",
        }

    @operation("getApiV4ProjectsIdRepositoryMergeBase")
    def get_projects_id_repository_merge_base(self, call):
        r = self.project(call)
        a = [
            sha_of(r, x)
            for k, x in urllib.parse.parse_qsl(urllib.parse.urlencode(call.query))
            if k.startswith("refs")
        ]
        return (
            self.commit_view(r, text(r, "merge-base", *a))
            if len(a) > 1 and all(a)
            else (_ for _ in ()).throw(fail(400, "Could not find ref"))
        )

    @operation("getApiV4ProjectsIdRepositoryTags")
    def get_projects_id_repository_tags(self, call):
        r = self.project(call)
        return [
            {
                "name": t,
                "message": "",
                "target": s,
                "commit": self.commit_view(r, s),
                "release": None,
                "protected": False,
                "created_at": None,
            }
            for t, s in self.page(call, sorted(tags(r).items(), reverse=True))
        ]

    @operation("getApiV4ProjectsIdReleases")
    def get_projects_id_releases(self, call):
        return [
            self.release_view(self.project(call), x)
            for x in self.page(call, list(reversed(self.project(call)["releases"])))
        ]

    @operation("getApiV4ProjectsIdReleasesTagName")
    def get_projects_id_releases_tag_name(self, call):
        repo = self.project(call)
        x = [x for x in repo["releases"] if x["tag_name"] == call.params["tag_name"]]
        if not x:
            raise fail(403 if call.token is None else 404, "404 Not Found")
        return self.release_view(repo, x[-1])

    def rule(self, repo, branch, message):
        """Refuses a commit that breaks the push rule of a paid edition."""
        p = repo["settings"]["push_rule"] or {}
        if p.get("branch_name_regex") and not re.search(p["branch_name_regex"], branch):
            raise fail(
                400,
                f"Branch name '{branch}' does not follow the pattern '{p['branch_name_regex']}'",
            )
        if (
            message is not None
            and p.get("commit_message_regex")
            and not re.search(p["commit_message_regex"], message)
        ):
            raise fail(
                400, f"Commit message does not follow the pattern '{p['commit_message_regex']}'"
            )
