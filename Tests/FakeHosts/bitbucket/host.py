"""A fake Bitbucket Data Center."""

from bitbucket.merging import Merging
from bitbucket.pulls import Pulls
from bitbucket.repos import Repos
from bitbucket.views import Views
from bitbucket.webhooks import Webhooks
from bitbucket.words import BUILD_STATES, STRATEGIES
from contract import Contract
from errors import HostError
from host import Host

MIXINS = Views, Webhooks, Repos, Pulls, Merging


class Bitbucket(*MIXINS, Host):
    title = "Bitbucket"
    api = "/rest"
    git_prefix = "scm/"
    user_agent = "Atlassian HttpClient"
    token = "bitbucket_token_fixed"
    running = "pending"
    cancelled = "cancelled"

    def __init__(self, options):
        super().__init__(options, Contract("bitbucket", lenient=True))

    def extra_limits(self):
        return {**super().extra_limits(), "max_page": 1000}

    def problem(self, status, message, exception="UnknownException", **more):
        name = f"com.atlassian.bitbucket.{exception}"
        error = {"context": None, "message": message, "exceptionName": name, **more}
        return {"errors": [error]}

    def fail(self, status, message, exception, **more):
        return HostError(status, self.problem(status, message, exception, **more))

    def conflict(self, message, exception, **more):
        return self.fail(409, message, exception, **more)

    def denied(self):
        message = "You are not permitted to access this resource"
        return self.fail(401, message, "AuthorisationException")

    def whoami(self, call):
        kind, _, value = (call.headers.get("authorization") or "").partition(" ")
        if not value:
            return None, "anonymous"
        token = self.tokens.get(value) if kind == "Bearer" else None
        if not token or token.get("revoked"):
            message = "Authentication failed. Please check your credentials and try again."
            raise self.fail(401, message, "auth.IncorrectPasswordAuthenticationException")
        return token, f"bearer:{token['login']}"

    def authorize(self, call):
        """Checks the permissions of a token: `read` permits no writes."""
        scopes = (call.token or {}).get("scopes")
        if call.token is None and call.name != "properties-get":
            raise self.denied()
        if scopes is not None and not call.is_read and "write" not in scopes:
            raise self.denied()
        if not call.is_read and call.headers.get("x-atlassian-token") != "no-check":
            call.rec["client_violations"].append("no X-Atlassian-Token")

    def git_scope(self, scopes, write):
        return "write" in scopes or not write

    def git_token(self, authorization, write):
        # Tokens of projects and repositories are not accepted with a user name.
        return super().git_token(authorization, write) if "Bearer" in authorization else None

    def limited(self, seconds, fault=None):
        return HostError(429, self.problem(429, "Too many requests"), {})

    def refuse(self, call, errors):
        raise self.fail(400, errors[0][:200], "ArgumentValidationException")

    def tolerates(self, status):
        return True

    def base_headers(self, call):
        return {"X-AUSERNAME": self.login(call.token)} if call.token else {}

    def login(self, token):
        return self.bot if token["login"] == "bot" else token["login"]

    def page(self, call, items, view):
        start = int(call.query.get("start") or 0)
        limit = min(int(call.query.get("limit") or 25), self.limits["max_page"])
        values = items[start : start + limit]
        is_last = start + limit >= len(items)
        return {
            "size": len(values),
            "limit": limit,
            "isLastPage": is_last,
            "values": [view(x) for x in values],
            "start": start,
            "nextPageStart": None if is_last else start + limit,
        }

    def find_repo(self, call, write=False):
        key, slug = call.params["projectKey"], call.params["repositorySlug"]
        name = f"{key}/{slug}".lower()
        repo = self.repos.get(name)
        if not repo and name in self.moved:
            to = next(x for x in self.repos.values() if x["id"] == self.moved[name])
            old = f"/projects/{key}/repos/{slug}"
            new = f"/projects/{to['owner']}/repos/{to['name']}"
            path = self.link(call).replace(old, new, 1)
            raise HostError(302, b"", {"Location": path}, "text/html")
        if not repo or not self.can_see(repo, call.token):
            message = f"Repository {key}/{slug} does not exist."
            raise self.fail(404, message, "repository.NoSuchRepositoryException")
        if write and self.role(repo, call.token["login"]) not in ("write", "admin"):
            raise self.denied()
        return repo

    def find_pull(self, call, write=False):
        repo = self.find_repo(call, write)
        number = call.params["pullRequestId"]
        pull = repo["prs"].get(int(number)) if number.isdigit() else None
        if not pull:
            message = f"Pull request {number} does not exist in {repo['full_name']}."
            raise self.fail(404, message, "pull.NoSuchPullRequestException")
        return repo, pull

    def exists(self, login):
        return not login.startswith("nobody")

    def configure(self, repo, body):
        if not body.get("keep"):
            repo["settings"] = {"strategies": STRATEGIES, "protection": None}
        repo["settings"].update(body.get("settings", {}))
        if protection := body.get("protection"):
            repo["settings"]["protection"] = {
                "contexts": protection.get("contexts") or [],
                "approvals": protection.get("approvals", 0),
                "builds": protection.get("builds", 0),
                "matcher": protection.get("matcher"),
            }

    def set_status(self, repo, sha, context, state, description, who, more):
        build = {
            "key": more.get("key", context),
            "context": context,
            "parent": context,
            "state": BUILD_STATES.get(state, state),
            "at": self.now(),
            "url": more.get("target_url") or f"{self.base()}/builds/{context}",
            "repository": more.get("repository", repo["full_name"]),
        }
        builds = repo["statuses"].setdefault(sha, [])
        builds[:] = [x for x in builds if x["key"] != build["key"]] + [build]
        return build
