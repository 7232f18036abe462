"""Users, the App, its installation and its tokens."""

import hashlib
import time

from github.words import GitHubError
from host import merge, operation


class Accounts:
    @operation("meta/root")
    def meta_root(self, call):
        return self.synthesizer.value(self.contract.response(call.operation, 200))

    def need_kind(self, call, *kinds):
        if call.token["kind"] not in kinds:
            raise GitHubError(403, "Resource not accessible by integration")

    @operation("users/get-authenticated")
    def users_get_authenticated(self, call):
        self.need_kind(call, "pat")
        return merge(
            self.make("PublicUser"), {"login": call.token["login"], "id": 99, "type": "User"}
        )

    @operation("users/get-by-username")
    def users_get_by_username(self, call):
        return merge(
            self.make("PublicUser"),
            {
                "login": call.params["username"],
                "type": "Bot" if call.params["username"].endswith("[bot]") else "User",
            },
        )

    @operation("rate-limit/get")
    def rate_limit_get(self, call):
        b = self.rate_bucket(call.auth)
        x = {
            "limit": self.limits["primary"],
            "used": b["used"],
            "remaining": max(0, self.limits["primary"] - b["used"]),
            "reset": int(b["reset"]),
        }
        return merge(
            self.make("RateLimitOverview"),
            {"resources": {"core": x, "search": {**x, "limit": 30}}, "rate": x},
        )

    @operation("apps/get-authenticated")
    def apps_get_authenticated(self, call):
        return merge(
            self.make("Integration"),
            {"id": self.app["id"], "slug": self.app["slug"], "name": self.app["slug"]},
        )

    @operation("apps/list-installations")
    def apps_list_installations(self, call):
        return self.page(call, [self.inst_view()])

    @operation("apps/get-installation")
    def apps_get_installation(self, call):
        return self.inst_view()

    @operation("apps/get-repo-installation")
    def apps_get_repo_installation(self, call):
        self.find_repo(call)
        return self.inst_view()

    @operation("apps/create-installation-access-token")
    def apps_create_installation_access_token(self, call):
        if int(call.params["installation_id"]) != self.app["installation"]:
            raise GitHubError(404, "Not Found")
        if self.app["suspended"]:
            raise GitHubError(403, "This installation has been suspended")
        t = self.new_token()
        e = self.tokens[t]["exp"]
        return (
            201,
            {
                "token": t,
                "expires_at": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(e)),
                "permissions": {"contents": "write", "pull_requests": "write", "metadata": "read"},
                "repository_selection": "all",
            },
        )

    @operation("apps/list-repos-accessible-to-installation")
    def apps_list_repos_accessible_to_installation(self, call):
        self.need_kind(call, "installation")
        rs = sorted(self.repos.values(), key=lambda repo: repo["id"])
        return {
            "total_count": len(rs),
            "repositories": self.page(call, [self.repo_view(repo, "Repository") for repo in rs]),
        }

    def new_token(self):
        t = "ghs_" + hashlib.sha256(f"fakehub{self.next_id()}".encode()).hexdigest()[:36]
        self.tokens[t] = {
            "kind": "installation",
            "exp": time.time() + self.skew + self.limits["token_ttl"],
            "login": self.app["slug"] + "[bot]",
        }
        return t

    def expire_tokens(self):
        for t in self.tokens.values():
            if t["kind"] == "installation":
                t["exp"] = 0

    def control_tokens(self, method, body, query):
        self.tokens[body["token"]] = {
            "kind": body.get("kind", "pat"),
            "exp": None,
            "login": body.get("login", "bot"),
        }
        return {"ok": True}

    def control_skew(self, method, body, query):
        self.skew = body["seconds"]
        return {"skew": self.skew}

    def control_suspend(self, method, body, query):
        self.app["suspended"] = body["value"]
        return self.app

    def control_expire_tokens(self, method, body, query):
        self.expire_tokens()
        return {"ok": True}
