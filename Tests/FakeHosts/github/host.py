"""A fake GitHub: REST, a little GraphQL, an App with one installation, rate limits."""

import base64
import collections
import hashlib
import json
import os
import time

from contract import Contract, Synthesizer
from github.accounts import Accounts
from github.commits import Commits
from github.issues import Issues
from github.objects import Objects
from github.pulls import Pulls
from github.repositories import Repositories
from github.survey import Survey
from github.views import Views
from github.webhooks import Webhooks
from github.words import GitHubError
from host import Host, merge
from signing import AppKey

MIXINS = Views, Webhooks, Accounts, Repositories, Commits, Objects, Pulls, Issues, Survey

# The schemas of views.
SCHEMAS = """
    BranchWithProtection CheckRun CheckSuite Collaborator CombinedCommitStatus Commit
    FullRepository GitCommit HookDeliveryItem Installation Integration Issue IssueComment Label
    MinimalRepository PublicUser PullRequest PullRequestReview PullRequestSimple
    RateLimitOverview Release Repository RepositoryCollaboratorPermission SimpleCommit
    SimpleCommitStatus SimpleUser Status
""".split()

# The operations that create content, which GitHub limits more strictly.
CREATING = "pulls/create", "issues/create-comment", "issues/create", "pulls/create-review"

# The operations for which read access is enough.
OF_READERS = (
    "issues/create",
    "issues/create-comment",
    "issues/update-comment",
    "reactions/create-for-issue-comment",
)

SECONDARY = "You have exceeded a secondary rate limit"


class GitHub(*MIXINS, Host):
    title = "GitHub"
    content_type = "application/json; charset=utf-8"
    user_agent = "GitHub-Hookshot/fake"
    token = "github_pat_fixed"
    schemas = SCHEMAS
    author = {"name": "fakehub", "email": "bot@fakehub.invalid"}

    def __init__(self, options):
        os.makedirs(options.data, exist_ok=True)
        self.key = AppKey(os.path.join(options.data, "app.private-key.pem"))
        contract = Contract(
            "github", greedy=("ref", "basehead", "branch", "tag"), optional=("path",)
        )
        self.webhook_contract = self.load_webhooks()
        super().__init__(options, contract)
        self.synthesizer = Synthesizer(contract.schemas)

    def reset(self):
        with self.lock:
            super().reset()
            self.rate = {}
            self.content = collections.deque()
            self.app = {"id": 4242, "slug": "updatebot", "installation": 777, "suspended": False}

    def extra_limits(self):
        return {
            "primary": 5000,
            "content_per_minute": 80,
            "concurrent": 100,
            "token_ttl": 3600,
        }

    def first_tokens(self):
        return {self.token: {"kind": "pat", "exp": None, "login": "bot"}}

    def make(self, schema, /, **over):
        """Returns the smallest value of a schema with some properties of its own."""
        return merge(self.synthesizer.make(schema), over)

    # -- Requests

    def api_path(self, path):
        """GitHub Enterprise Server has the API at `/api/v3` and `/api/graphql`."""
        if path.endswith("/contents"):
            path += "/"
        if path.startswith("/api/v3/"):
            return path.removeprefix("/api/v3")
        return "/graphql" if path == "/api/graphql" else path

    def operation_name(self, call):
        return "graphql" if call.path == "/graphql" else super().operation_name(call)

    def is_mutating(self, call, raw):
        """Returns whether a call changes what people see; tokens and queries don't."""
        if call.name == "graphql":
            return b"mutation" in raw
        return not call.is_read and call.name != "apps/create-installation-access-token"

    def admit(self, call):
        violations = call.rec["client_violations"]
        if "user-agent" not in call.headers:
            violations.append("no User-Agent")
            rules = "Request forbidden by administrative rules. "
            raise GitHubError(403, rules + "Please make sure your request has a User-Agent header")
        if "x-github-api-version" not in call.headers and call.name != "graphql":
            violations.append("no X-GitHub-Api-Version")

    def parse_body(self, call, raw):
        return json.loads(raw)

    def body_is_optional(self, schema):
        return "required" not in schema

    def authorize(self, call):
        name = call.name or ""
        of_app = name.startswith("apps/") and call.path.startswith("/app")
        of_app = of_app or name == "apps/get-repo-installation"
        kind = call.token["kind"]
        if of_app and kind != "jwt":
            raise GitHubError(401, "A JSON web token could not be decoded")
        if not of_app and kind == "jwt":
            raise GitHubError(403, "Resource not accessible by integration")
        if not call.is_read and kind == "anon":
            raise GitHubError(401, "Requires authentication")
        if not call.is_read:
            self.require_write_access(call)

    def require_write_access(self, call):
        """Somebody who may only read a repository may still open issues and comment."""
        name = f"{call.params.get('owner')}/{call.params.get('repo')}".lower()
        repo = self.repos.get(name)
        if not repo or call.name in OF_READERS or (call.name or "").startswith("apps/"):
            return
        login = call.token["login"]
        role = "admin" if login == repo["owner"] else repo["collaborators"].get(login)
        if (role or repo["bot_role"]) not in ("write", "maintain", "admin"):
            raise GitHubError(403, "Must have push access to repository.")

    def throttle(self, call):
        now = time.time()
        if call.name in CREATING:
            while self.content and self.content[0] < now - 60:
                self.content.popleft()
            if len(self.content) >= self.limits["content_per_minute"]:
                message = f"{SECONDARY} and have been temporarily blocked from content creation."
                raise GitHubError(403, message, headers={"Retry-After": 60})
            self.content.append(now)
        bucket = self.rate_bucket(call.auth)
        if bucket["used"] >= self.limits["primary"]:
            reset = {"x-ratelimit-remaining": 0, "x-ratelimit-reset": int(bucket["reset"])}
            raise GitHubError(403, "API rate limit exceeded", headers=reset)

    def run(self, call):
        return self.graphql(call) if call.name == "graphql" else super().run(call)

    # -- Responses

    def check_response(self, call, status, result):
        if call.name != "graphql" and call.raw is None and status != 204:
            errors = self.contract.response_errors(call.operation, status, result)
            call.rec["server_violations"] = errors

    def check_error(self, call, error):
        described = call.operation and "responses" in call.operation
        if described and error.status in (400, 401, 403, 404, 405, 409, 422):
            errors = self.contract.response_errors(call.operation, error.status, error.body)
            call.rec["server_violations"] = errors

    def problem(self, status, message):
        return GitHubError(status, message).body

    def malformed(self):
        return GitHubError(400, "Problems parsing JSON")

    def missing_path(self):
        return GitHubError(404, "Not Found")

    def refuse(self, call, errors):
        raise GitHubError(422, "Invalid request.\n\n" + errors[0])

    def limited(self, seconds, fault=None):
        if fault and fault["action"] == "primary":
            most = self.limits["primary"]
            headers = {
                "x-ratelimit-limit": most,
                "x-ratelimit-remaining": 0,
                "x-ratelimit-used": most,
                "x-ratelimit-resource": "core",
                "x-ratelimit-reset": int(time.time() + fault.get("retry_after", 2)),
            }
            message = "API rate limit exceeded for installation ID 777."
            return GitHubError(403, message, headers=headers)
        status = (fault or {}).get("status", 403)
        message = f"{SECONDARY}. Please wait a few minutes before you try again."
        return GitHubError(status, message, headers={"Retry-After": seconds})

    def base_headers(self, call):
        return {
            "X-GitHub-Request-Id": f"FAKE:{call.rec['n']}",
            "x-github-api-version-selected": "2022-11-28",
        }

    def limit_headers(self, call, used):
        bucket, most = self.rate_bucket(call.auth), self.limits["primary"]
        bucket["used"] += used
        return {
            "x-ratelimit-limit": most,
            "x-ratelimit-remaining": max(0, most - bucket["used"]),
            "x-ratelimit-used": bucket["used"],
            "x-ratelimit-reset": int(bucket["reset"]),
            "x-ratelimit-resource": "core",
        }

    def rate_bucket(self, credentials):
        """Returns the requests used by some credentials in the current hour."""
        bucket = self.rate.setdefault(credentials, {"used": 0, "reset": time.time() + 3600})
        if time.time() > bucket["reset"]:
            bucket.update(used=0, reset=time.time() + 3600)
        return bucket

    def etag(self, call, body):
        return 'W/"' + hashlib.sha256(body).hexdigest()[:32] + '"'

    def page(self, call, items):
        """Returns one page of a list, and sets the header with the links to the others."""
        size, page = min(int(call.query.get("per_page", 30)), 100), int(call.query.get("page", 1))
        last = max(1, -(-len(items) // size))
        pages = []
        if page < last:
            pages += [("next", page + 1), ("last", last)]
        if page > 1:
            pages += [("first", 1), ("prev", page - 1)]
        links = [f'<{self.link(call, page=number)}>; rel="{name}"' for name, number in pages]
        if links:
            call.reply_headers["Link"] = ", ".join(links)
        return items[(page - 1) * size : page * size]

    # -- Credentials

    def whoami(self, call):
        authorization = call.headers.get("authorization") or ""
        token, call.auth = self.identify(authorization, accepts_app=True)
        return token, f"{token['kind']}:{call.auth}"

    def identify(self, authorization, accepts_app):
        """Returns the token of a request, and a label for it."""
        kind, _, value = authorization.partition(" ")
        if kind.lower() == "basic":
            value = base64.b64decode(value).decode().split(":", 1)[-1]
        elif kind.lower() in ("bearer", "token") and value.count(".") == 2 and accepts_app:
            return self.identify_app(value), "jwt"
        if not authorization:
            return {"kind": "anon", "login": "anonymous"}, "anon"
        token = self.tokens.get(value)
        expires = token and token["exp"]
        if not token or (expires is not None and expires < time.time() + self.skew):
            raise GitHubError(401, "Bad credentials")
        return token, hashlib.sha256(value.encode()).hexdigest()[:10]

    def identify_app(self, token):
        """Checks a JSON web token as GitHub does: at most ten minutes, not from the future."""
        try:
            claims = self.key.claims(token)
        except ValueError:
            raise GitHubError(401, "A JSON web token could not be decoded")
        now = time.time() + self.skew
        if str(claims.get("iss")) != str(self.app["id"]):
            raise GitHubError(401, "Integration not found")
        expires = claims.get("exp")
        if not isinstance(expires, (int, float)) or expires < now:
            rule = "must be a numeric value representing the future time at which the assertion"
            raise GitHubError(401, f"'Expiration time' claim ('exp') {rule} expires")
        if expires > now + 600:
            raise GitHubError(401, "'Expiration time' claim ('exp') is too far in the future")
        if claims.get("iat", 0) > now:
            rule = "must be an Integer representing the time that the assertion was issued"
            raise GitHubError(401, f"'Issued at' claim ('iat') {rule}")
        return {"kind": "jwt", "login": self.app["slug"]}

    def git_token(self, authorization, write):
        try:
            token, _ = self.identify(authorization, accepts_app=False)
        except GitHubError:
            return None
        return None if token["kind"] == "anon" else token

    def auth_label(self, token):
        return f"{token['kind']}:{token['login']}" if token else "anon"

    def can_see(self, repo, token):
        return True

    def may_push(self, repo, token):
        return True
