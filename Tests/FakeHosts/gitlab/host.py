"""A fake GitLab."""

import hashlib
import re
import time
import urllib.parse

from contract import Contract
from errors import HostError
from gitlab.issues import Issues
from gitlab.merge_requests import MergeRequests
from gitlab.merging import Merging
from gitlab.notes import Notes
from gitlab.pipelines import Pipelines
from gitlab.projects import Projects
from gitlab.repositories import Repositories
from gitlab.survey import Survey
from gitlab.views import Views
from gitlab.webhooks import Webhooks
from gitlab.words import LEVEL, SETTINGS, fail, missing
from host import Host, quote

MIXINS = (
    Views,
    Webhooks,
    Projects,
    Repositories,
    Pipelines,
    MergeRequests,
    Merging,
    Notes,
    Issues,
    Survey,
)


class GitLab(*MIXINS, Host):
    title = "GitLab"
    api = "/api/v4"
    user_agent = "GitLab/18.5.0"
    token = "glpat-fixed"
    running = "running"
    cancelled = "canceled"
    free_query = frozenset({"private_token", "access_token"})

    def __init__(self, options):
        super().__init__(options, Contract("gitlab", lenient=True))

    def extra_limits(self):
        return {
            **super().extra_limits(),
            "multiple_assignees": False,
            "premium": False,
            "pipeline_lag": 0,
            # What a GraphQL query may cost, and the fields that an old version lacks.
            "graphql_complexity": 250,
            "graphql_without": [],
        }

    def api_path(self, path):
        return "/graphql" if path == "/api/graphql" else super().api_path(path)

    def operation_name(self, call):
        return "graphql" if call.path == "/graphql" else super().operation_name(call)

    def is_mutating(self, call, raw):
        return super().is_mutating(call, raw) and call.name != "graphql"

    def run(self, call):
        return self.graphql(call) if call.name == "graphql" else super().run(call)

    def check_response(self, call, status, result):
        if call.name != "graphql":
            super().check_response(call, status, result)

    def after_refs(self, repo, changes, who):
        super().after_refs(repo, changes, who)
        # As on GitLab, at most once an hour.
        if self.age(repo["active_at"], repo["pushed_at"]) >= 3600:
            repo["active_at"] = repo["pushed_at"]

    def whoami(self, call):
        v = call.headers.get("private-token") or call.query.get("private_token")
        kind = "private-token"
        a = call.headers.get("authorization") or ""
        if not v and a:
            k, _, v = a.partition(" ")
            kind = k.lower()
        if call.query.get("private_token"):
            call.rec["client_violations"].append("token in the query")
        if kind == "basic":
            raise fail(401, "401 Unauthorized")
        if not v:
            return None, "anonymous"
        t = self.tokens.get(v)
        if not t or t.get("revoked"):
            raise HostError(
                401,
                {
                    "error": "invalid_token",
                    "error_description": "Token was revoked. "
                    "You have to re-authorize from the user.",
                }
                if t
                else {"message": "401 Unauthorized"},
            )
        s = t.get("scopes")
        if (
            s is not None
            and "api" not in s
            and not (
                "read_api" in s and (call.method in ("GET", "HEAD") or call.name == "graphql")
            )
        ):
            raise HostError(
                403,
                {
                    "error": "insufficient_scope",
                    "error_description": "The request requires higher privileges than provided by "
                    "the access token.",
                    "scope": "api" if call.method not in ("GET", "HEAD") else "api read_api",
                },
            )
        return t, f"{kind}:{t['login']}"

    def git_scope(self, scopes, write):
        return bool({"api", "write_repository"} & set(scopes)) or (
            not write and "read_repository" in scopes
        )

    def git_user(self, user, password):
        return self.tokens.get(password)

    def limited(self, seconds, fault=None):
        return HostError(
            429,
            b"Retry later\n",
            {
                "Retry-After": seconds,
                "RateLimit-Limit": 60,
                "RateLimit-Name": "throttle_authenticated_api",
                "RateLimit-Observed": 61,
                "RateLimit-Remaining": 0,
                "RateLimit-Reset": int(time.time() + seconds),
                "RateLimit-ResetTime": time.strftime(
                    "%a, %d %b %Y %H:%M:%S GMT", time.gmtime(time.time() + seconds)
                ),
            },
            "text/plain",
        )

    def throttle(self, call):
        n = self.limits["per_minute"]
        if not n:
            return
        w = self.window.setdefault(call.rec["auth"], [])
        now = time.time()
        w[:] = [t for t in w if t > now - 60]
        if len(w) >= n:
            raise self.limited(int(61 - (now - w[0])))
        w.append(now)

    def etag(self, call, body):
        return 'W/"' + hashlib.md5(body or b"").hexdigest() + '"'

    def refuse(self, call, errors):
        lacking = re.findall('"(\\w+)" is a required property', " ".join(errors))
        raise HostError(
            400,
            {
                "error": ", ".join(f"{k} is missing" for k in lacking)
                if lacking
                else f"{errors[0].split(':')[0].strip('/').replace('/', '[') or 'body'} is invalid"
            },
        )

    def tolerates(self, status):
        return status in (200, 201, 202, 204, 301, 400, 401, 403, 404, 405, 409, 422, 429, 501)

    def page(self, call, items):
        if call.query.get("pagination") == "keyset":
            n = min(int(call.query.get("per_page", 20)), 100)
            desc = call.query.get("sort", "desc") == "desc"
            key = "id_before" if desc else "id_after"
            if call.query.get("order_by", "created_at") != "id":
                raise fail(405, "405 Method Not Allowed")
            items = sorted(items, key=lambda x: -x["id"] if desc else x["id"])
            at = call.query.get(key)
            items = [
                x for x in items if at is None or (x["id"] < int(at) if desc else x["id"] > int(at))
            ]
            if len(items) > n:
                call.reply_headers["Link"] = (
                    f'''<{self.link(call, **{key: items[n - 1]["id"]})}>; rel="next"'''
                )
            return items[:n]
        out, k, n, last = self.slice(call, items, "per_page", 20, 100)
        self.heads(call, k, n, last, len(items))
        return out

    def heads(self, call, k, n, last, total):
        L = [
            f'<{self.link(call, page=i, per_page=n)}>; rel="{r}"'
            for r, i in (("prev", k - 1), ("next", k + 1), ("first", 1), ("last", last))
            if 1 <= i <= last
        ]
        call.reply_headers.update(
            {
                "Link": ", ".join(L),
                "x-page": k,
                "x-per-page": n,
                "x-next-page": k + 1 if k < last else "",
                "x-prev-page": k - 1 if k > 1 else "",
                "x-total": total,
                "x-total-pages": last,
            }
        )

    def project(self, call, write=None):
        key = call.params["id"]
        repo = next(
            (x for x in self.repos.values() if str(x["id"]) == key), None
        ) or self.repos.get(key.lower())
        if not repo and key.lower() in self.moved:
            repo = next(x for x in self.repos.values() if x["id"] == self.moved[key.lower()])
            if call.method != "GET":
                raise fail(405, "Non GET methods are not allowed for moved projects")
            by_name, by_id = f"/projects/{quote(key)}", f"/projects/{repo['id']}"
            to = self.base() + call.raw_path.replace(by_name, by_id, 1)
            if call.query:
                to += "?" + urllib.parse.urlencode(call.query)
            raise HostError(
                301,
                f"This resource has been moved permanently to {to}".encode(),
                {"Location": to},
                "text/plain",
            )
        if not repo or not self.can_see(repo, call.token):
            raise (
                fail(401, "401 Unauthorized")
                if call.token is None and call.method != "GET"
                else missing("Project")
            )
        if write:
            if call.token is None:
                raise fail(401, "401 Unauthorized")
            if repo["archived"] or LEVEL[self.role(repo, call.token["login"])] < LEVEL[write]:
                raise fail(403, "403 Forbidden")
        return repo

    def find_mr(self, call, write=None):
        repo = self.project(call, write)
        n = call.params["merge_request_iid"]
        p = repo["prs"].get(int(n)) if n.isdigit() else None
        if not p:
            raise fail(404, "404 Not found")
        return repo, p

    def exists(self, login):
        return not login.startswith("nobody")

    def guarded(self, repo, who):
        return (
            []
            if LEVEL[self.role(repo, who)] >= 40
            else [
                "refs/heads/" + b
                for b in (
                    repo["settings"]["protected_branches"]
                    if repo["settings"]["protected_branches"] is not None
                    else [repo["default_branch"]]
                )
            ]
        )

    def protected(self, repo, b):
        p = repo["settings"]["protected_branches"]
        return b in ([repo["default_branch"]] if p is None else p)

    def more_pr_state(self, pull):
        return {
            "quick_actions": pull.get("quick", []),
            "system_notes": [x["body"] for x in pull["comments"] if x.get("system")],
        }

    def configure(self, repo, b):
        if not b.get("keep"):
            repo.update(settings={**SETTINGS}, pipelines=[], train=[])
            repo["active_at"] = repo["created_at"]
        if "allow_auto_merge" in b or "protection" in b or "settings" in b:
            repo["settings"].update(
                {
                    **(
                        {"only_allow_merge_if_pipeline_succeeds": True}
                        if b.get("protection", {}).get("contexts")
                        else {}
                    ),
                    **{k: v for k, v in b.get("settings", {}).items()},
                }
            )
        if b.get("protection", {}).get("strict"):
            repo["settings"]["merge_method"] = "rebase_merge"

    def push_options(self, repo, raw):
        opts = re.findall(b"(merge_request\\.\\w+(?:=[^\\x00\\n]*)?)", raw[:4096])
        if opts:
            repo.setdefault("push_options", []).extend(o.decode() for o in opts)

    def repo_state(self, repo, contents):
        o = super().repo_state(repo, contents)
        o["pipelines"] = [
            {
                "id": x["id"],
                "sha": x["sha"],
                "status": x["status"],
                "source": x["source"],
                "jobs": {j["name"]: j["status"] for j in x["jobs"]},
            }
            for x in repo["pipelines"]
        ]
        o["merge_train"] = [x["pr"] for x in repo["train"]]
        o["settings"] = repo["settings"]
        o["pushed_at"] = repo["pushed_at"]
        # The fake has no CI of its own.
        o["ci"] = None
        return o
