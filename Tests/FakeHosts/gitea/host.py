"""A fake Gitea or Forgejo."""

import base64
import re
import urllib.parse

from contract import Contract
from errors import HostError
from gitea.issues import Issues
from gitea.merging import Merging
from gitea.pulls import Pulls
from gitea.repos import Repos
from gitea.repositories import Repositories
from gitea.views import Views
from gitea.webhooks import Webhooks
from host import Host

MIXINS = Views, Webhooks, Repos, Repositories, Pulls, Merging, Issues


class Gitea(*MIXINS, Host):
    title = "Gitea"
    api = "/api/v1"
    user_agent = "Go-http-client/1.1"
    token = "gitea_token_fixed"
    git_moved = 307

    def __init__(self, options):
        greedy = "filepath", "ref", "basehead", "branch"
        super().__init__(options, Contract(options.flavour, greedy, lenient=True))

    def extra_limits(self):
        return {
            **super().extra_limits(),
            "ignore_missing_contexts": False,
            "label_names": True,
            "status_event": True,
            "max_items": 50,
        }

    def problem(self, status, message):
        return (
            {"message": message, "url": f"{self.base()}/api/swagger"}
            if status != 404
            else {
                "errors": None,
                "message": message
                if message != "404 Not Found"
                else "The target couldn't be found.",
                "url": f"{self.base()}/api/swagger",
            }
        )

    def fail(self, status, message="The target couldn't be found.", headers=None):
        return HostError(status, self.problem(status, message), headers)

    def absent(self, message, errors=None):
        """Returns a 404 that names the function which found nothing."""
        words = {"errors": errors, "message": message, "url": f"{self.base()}/api/swagger"}
        return HostError(404, words)

    def gone(self):
        return self.fail(404)

    def whoami(self, call):
        a = call.headers.get("authorization") or ""
        k, _, v = a.partition(" ")
        v = call.query.get("token") or call.query.get("access_token") or v
        if call.query.get("token") or call.query.get("access_token"):
            call.rec["client_violations"].append("token in the query")
        if k.lower() == "basic":
            u, _, p = base64.b64decode(v).decode().partition(":")
            t = self.git_user(u, p)
        elif not v:
            return None, "anonymous"
        else:
            t = self.tokens.get(v)
        if not t or t.get("revoked"):
            raise self.fail(401, "user does not exist [uid: 0, name: , keyid: 0]")
        s = t.get("scopes")
        if s is not None and "all" not in s:
            area = self.area(call.path)
            need = ("read" if call.method in ("GET", "HEAD") else "write") + ":" + area
            if area and need not in s and ("write:" + area not in s):
                raise self.fail(
                    403, f"token does not have at least one of required scope(s): [{need}]"
                )
        return t, f"{k.lower()}:{t['login']}"

    def area(self, path):
        """Returns the area of the scope that a path needs, None if it needs none."""
        p = path.split("/")
        if p[1] == "user" or p[1] == "users":
            return "user"
        if p[1] in ("orgs", "org"):
            return "organization"
        if p[1:4] == ["repos", "issues", "search"]:
            return "issue"
        if p[1] == "repos":
            return (
                "issue"
                if len(p) > 4 and p[4] in ("issues", "labels", "milestones")
                else "repository"
            )
        return None

    def git_scope(self, scopes, write):
        return bool({"all", "write:repository"} & set(scopes)) or (
            not write and "read:repository" in scopes
        )

    def limited(self, seconds, fault=None):
        return HostError(429, b"Too Many Requests\n", {"Retry-After": seconds}, "text/plain")

    def refuse(self, call, errors):
        lacking = re.findall('"(\\w+)" is a required property', " ".join(errors))
        other = re.match("/(\\w+): .* is not one of", errors[0])
        raise self.fail(
            422,
            f"[{lacking[0].title()}]: Required"
            if lacking
            else f"[{other[1]}]: In"
            if other
            else f"[]: json: cannot unmarshal: {errors[0][:80]}",
        )

    def tolerates(self, status):
        return True

    def etag(self, call, body):
        return call.reply_headers.pop("_etag", None)

    def page(self, call, items, link=True):
        n = min(int(call.query.get("limit") or 30), self.limits["max_items"])
        call.query = {**call.query}
        out, k, n, last = self.slice(call, items, "limit", 30, self.limits["max_items"])
        call.reply_headers["X-Total-Count"] = len(items)
        L = [
            f'<{self.link(call, page=i, limit=n)}>; rel="{r}"'
            for r, i, on in (
                ("next", k + 1, k < last),
                ("last", last, k < last),
                ("first", 1, k > 1),
                ("prev", k - 1, k > 1),
            )
            if on
        ]
        if L and link:
            call.reply_headers["Link"] = ",".join(L)
        return out

    def find_repo(self, call, write=None, unit=None):
        name = f"{call.params['owner']}/{call.params['repo']}".lower()
        repo = self.repos.get(name)
        if not repo and name in self.moved:
            to = next(x for x in self.repos.values() if x["id"] == self.moved[name])
            path = call.raw_path.replace(
                f"/repos/{call.params['owner']}/{call.params['repo']}",
                "/repos/" + to["full_name"],
                1,
            )
            raise HostError(
                307,
                b"Temporary Redirect",
                {
                    "Location": path
                    + ("?" + urllib.parse.urlencode(call.query) if call.query else "")
                },
                "text/html",
            )
        if not repo or not self.can_see(repo, call.token):
            raise self.gone()
        if call.method not in ("GET", "HEAD"):
            if call.token is None:
                raise self.fail(401, "token is required")
            if repo["archived"]:
                raise self.fail(423, f"<Repository {repo['id']}:{repo['full_name']}> is archived")
        if write and self.role(repo, call.token["login"]) not in (
            ("admin",) if write == "admin" else ("write", "admin")
        ):
            raise self.fail(
                403,
                "user should be an owner or a collaborator with admin write of a repository"
                if write == "admin"
                else "user should have a permission to write to a repo",
            )
        return repo

    def find_pull(self, call, write=None):
        repo = self.find_repo(call, write)
        n = call.params["index"]
        p = repo["prs"].get(int(n)) if n.isdigit() else None
        if not p:
            raise self.gone()
        return repo, p

    def exists(self, login):
        return not login.startswith("nobody")

    def configure(self, repo, b):
        if not b.get("keep"):
            repo["settings"] = {
                "has_pull_requests": True,
                "allow_merge_commits": True,
                "allow_rebase": True,
                "allow_rebase_explicit": True,
                "allow_squash_merge": True,
                "allow_rebase_update": True,
                "default_delete_branch_after_merge": False,
                "default_merge_style": "merge",
                "protection": None,
            }
        repo["settings"].update(b.get("settings", {}))
        p = b.get("protection")
        if p:
            repo["settings"]["protection"] = {
                "contexts": p.get("contexts"),
                "required_approvals": p.get("approvals", 0),
                "block_on_outdated_branch": p.get("strict", False),
                "block_on_rejected_reviews": p.get("block_on_rejected_reviews", False),
            }

    def repo_state(self, repo, contents):
        # The fake has no CI of its own.
        return super().repo_state(repo, contents) | {"pushed_at": repo["pushed_at"], "ci": None}

    def more_pr_state(self, pull):
        return {"system_comments": [x["system"] for x in pull["comments"] if x.get("system")]}
