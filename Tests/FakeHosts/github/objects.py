"""The git database: references, blobs, trees and commits."""

import base64
import datetime
import re

from github.words import GitHubError
from host import operation
from repository import git, put_blob, refs, sha_of


class Objects:
    def refname(self, call):
        return "refs/" + call.params["ref"]

    @operation("git/get-ref")
    def git_get_ref(self, call):
        s = refs(self.find_repo(call)).get(self.refname(call))
        if not s:
            raise GitHubError(404, "Not Found")
        return self.ref_view(self.find_repo(call), self.refname(call), s)

    @operation("git/list-matching-refs")
    def git_list_matching_refs(self, call):
        return [
            self.ref_view(self.find_repo(call), k, v)
            for k, v in sorted(refs(self.find_repo(call)).items())
            if k.startswith(self.refname(call))
        ]

    @operation("git/create-ref")
    def git_create_ref(self, call):
        r = self.find_repo(call)
        n = call.body["ref"]
        if (
            not n.startswith("refs/")
            or n.count("/") < 2
            or git(r, "check-ref-format", n, check=False).returncode
        ):
            raise GitHubError(422, f"Reference name '{n}' is not valid")
        if refs(r).get(n):
            raise GitHubError(422, "Reference already exists")
        if any(k.startswith(n + "/") or n.startswith(k + "/") for k in refs(r)):
            raise GitHubError(422, "Reference update failed")
        if not sha_of(r, call.body["sha"]):
            raise GitHubError(422, "Object does not exist")
        self.set_ref(r, n, call.body["sha"], who=call.token["login"])
        return 201, self.ref_view(r, n, call.body["sha"])

    @operation("git/update-ref")
    def git_update_ref(self, call):
        r = self.find_repo(call)
        n = self.refname(call)
        old = refs(r).get(n)
        new = call.body["sha"]
        if not old:
            raise GitHubError(422, "Reference does not exist")
        if not sha_of(r, new):
            raise GitHubError(422, "Object does not exist")
        if (
            not call.body.get("force")
            and git(r, "merge-base", "--is-ancestor", old, new, check=False).returncode
        ):
            raise GitHubError(422, "Update is not a fast forward")
        self.set_ref(r, n, new, old, call.token["login"])
        return self.ref_view(r, n, new)

    @operation("git/delete-ref")
    def git_delete_ref(self, call):
        if not refs(self.find_repo(call)).get(self.refname(call)):
            raise GitHubError(422, "Reference does not exist")
        self.set_ref(self.find_repo(call), self.refname(call), None, who=call.token["login"])
        return 204, None

    @operation("git/get-tag")
    def git_get_tag(self, call):
        self.check_object(self.find_repo(call), call.params["tag_sha"], "tag")
        raise GitHubError(501, "fakehub makes lightweight tags only")

    @operation("git/create-blob")
    def git_create_blob(self, call):
        repo = self.find_repo(call)
        s = put_blob(
            repo,
            base64.b64decode(call.body["content"])
            if call.body.get("encoding") == "base64"
            else call.body["content"],
        )
        return 201, {"sha": s, "url": f"{self.base()}/repos/{repo['full_name']}/git/blobs/{s}"}

    def check_object(self, repo, s, t):
        if (
            not re.fullmatch("[0-9a-f]{40}", s)
            or git(repo, "cat-file", "-t", s, check=False).stdout.decode().strip() != t
        ):
            raise GitHubError(404, "Not Found")

    @operation("git/get-blob")
    def git_get_blob(self, call):
        r = self.find_repo(call)
        s = call.params["file_sha"]
        self.check_object(r, s, "blob")
        d = git(r, "cat-file", "blob", s)
        return {
            "sha": s,
            "node_id": "B",
            "url": self.base(),
            "size": len(d),
            "encoding": "base64",
            "content": base64.encodebytes(d).decode(),
        }

    @operation("git/create-tree")
    def git_create_tree(self, call):
        r = self.find_repo(call)
        ed = {}
        base = call.body.get("base_tree")
        for e in call.body["tree"]:
            if (
                ".." in e["path"].split("/")
                or e["path"].startswith("/")
                or ".git" in e["path"].lower().split("/")
            ):
                raise GitHubError(422, "tree.path contains a malformed path component")
            if "content" in e and e.get("sha"):
                raise GitHubError(422, "Must supply either tree.sha or tree.content")
            # The commit of a submodule is an object of another repository.
            if (e.get("mode") == "160000") != (e.get("type") == "commit"):
                raise GitHubError(422, "tree.type and tree.mode don't agree")
            if e.get("mode") == "160000" and not re.fullmatch("[0-9a-f]{40}", e.get("sha") or ""):
                raise GitHubError(422, "tree.sha is missing for a submodule")
            ed[e["path"]] = (
                e.get("mode", "100644"),
                put_blob(r, e["content"]) if "content" in e else e.get("sha"),
            )
        s = self.tree_with(r, base, ed)
        return 201, self.tree_view(r, s, False)

    @operation("git/get-tree")
    def git_get_tree(self, call):
        r = self.find_repo(call)
        p = (
            git(r, "rev-parse", "-q", "--verify", call.params["tree_sha"] + "^{tree}", check=False)
            .stdout.decode()
            .strip()
        )
        if not p:
            raise GitHubError(404, "Not Found")
        return self.tree_view(r, p, "recursive" in call.query)

    @operation("git/create-commit")
    def git_create_commit(self, call):
        repo = self.find_repo(call)
        self.check_object(repo, call.body["tree"], "tree")
        if call.body.get("signature"):
            return 201, self.gitcommit_view(repo, self.signed_commit(repo, call.body))
        s = self.commit(
            repo,
            call.body["tree"],
            call.body.get("parents", []),
            call.body["message"],
            call.body.get("author"),
            call.body.get("committer"),
        )
        if (
            call.token["kind"] == "installation"
            and not call.body.get("author")
            and not call.body.get("committer")
        ):
            # GitHub signs the commits of an App that have neither author nor committer.
            repo["signed"].add(s)
        return 201, self.gitcommit_view(repo, s)

    def signed_commit(self, repo, body):
        """Writes a commit with a signature as it is in the request."""
        head = [f"tree {body['tree']}"] + [f"parent {p}" for p in body.get("parents", [])]
        for word in ("author", "committer"):
            person = body[word]
            date = datetime.datetime.fromisoformat(person["date"].replace("Z", "+00:00"))
            head.append(
                f"{word} {person['name']} <{person['email']}> {int(date.timestamp())} +0000"
            )
        signature = body["signature"].rstrip("\n").replace("\n", "\n ")
        message = "\n\n" + body["message"]
        text = "\n".join(head + [f"gpgsig {signature}"]) + message
        sha = git(repo, "hash-object", "-t", "commit", "-w", "--stdin", input=text)
        sha = sha.decode().strip()
        repo["signatures"][sha] = {
            "signature": body["signature"],
            "payload": "\n".join(head) + message,
        }
        return sha

    @operation("git/get-commit")
    def git_get_commit(self, call):
        self.check_object(self.find_repo(call), call.params["commit_sha"], "commit")
        return self.gitcommit_view(self.find_repo(call), call.params["commit_sha"])
