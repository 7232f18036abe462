"""What all fakes have in common, and what a host overrides."""

import base64
import calendar
import collections
import hashlib
import json
import os
import shutil
import threading
import time
import urllib.parse

import osv
import repository
from control import Control
from errors import HostError
from repositories import Repositories
from webhooks import Webhooks


def operation(*identifiers):
    """Marks a method as the implementation of operations of the description.

    The method returns the JSON of the response, or the status and the JSON.
    """

    def mark(method):
        method.identifiers = identifiers
        return method

    return mark


def number(text):
    """Returns an identifier that depends on a text only."""
    return int(hashlib.sha1(text.encode()).hexdigest()[:6], 16)


def merge(old, new):
    """Merges objects; values of the new one replace those of the old one."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        return new
    return {**old, **{key: merge(old.get(key), value) for key, value in new.items()}}


def quote(text):
    return urllib.parse.quote(text, safe="")


class Host(Repositories, Control, Webhooks):
    """A fake host. The state has the same shape for all hosts, so tests read it in one way."""

    title = "fake"
    # The prefix of the REST API.
    api = ""
    content_type = "application/json"
    user_agent = "fake"
    # The login of the bot, and a token that is always valid.
    bot = "martlet-bot"
    token = "fake_token_fixed"
    # The time at which the logical clock starts, that of repositories without a push.
    start = "2026-01-01T00:00:00Z"
    # The author of commits made by the host.
    author = {"name": "fake", "email": "bot@fake.invalid"}
    # The host's words for a check that is running or cancelled.
    running = "pending"
    cancelled = "failure"
    # The schemas that the code names, beside those of its operations.
    schemas = ()
    # Query parameters that every operation accepts.
    free_query = frozenset()
    # What comes before the name of a repository in the addresses of git.
    git_prefix = ""
    # The status that redirects git after a rename.
    git_moved = 301

    def __init__(self, options, contract):
        self.options = options
        self.contract = contract
        self.lock = threading.RLock()
        self.operations = {
            name: getattr(self, attribute)
            for attribute, names in self.implemented().items()
            for name in names
        }
        self.epoch = 0
        self.reset()

    @classmethod
    def implemented(cls):
        """Returns the methods that implement operations, with the operations of each."""
        methods = {name: getattr(cls, name) for name in dir(cls)}
        return {x: m.identifiers for x, m in methods.items() if hasattr(m, "identifiers")}

    def reset(self):
        """Forgets everything."""
        with self.lock:
            self.repos = {}
            self.moved = {}
            self.users = {}
            self.tokens = self.first_tokens()
            self.log = []
            self.faults = []
            self.hooks = []
            self.deliveries = []
            self.tick = 0
            self.sequence = 0
            self.skew = 0.0
            self.inflight = 0
            self.epoch += 1
            self.live = collections.Counter()
            self.window = {}
            self.limits = {
                "concurrent": 1000,
                "concurrent_retry_after": 1,
                "pr_list_lag": 0,
                "mergeable_lag": 1,
                "osv_page": 1000,
                # The logical clock: what is added to it, whether it stands, whether `Date` has it.
                "ahead": 0,
                "frozen": 0,
                "dated": 0,
                **self.extra_limits(),
            }
            self.osv = osv.Database(self.options.advisories)
            folder = os.path.join(self.options.data, "git")
            shutil.rmtree(folder, ignore_errors=True)
            repository.forget()
            os.makedirs(folder)

    # -- What hosts override

    def extra_limits(self):
        """Returns the host's own limits; `per_minute` 0: any number of requests."""
        return {"per_minute": 0}

    def first_tokens(self):
        return {self.token: {"login": "bot", "scopes": None}}

    def api_path(self, path):
        """Returns the path that the description has, None if it isn't a path of the API."""
        return path.removeprefix(self.api) if path.startswith(self.api + "/") else None

    def operation_name(self, call):
        return call.operation["id"] if call.operation else None

    def is_mutating(self, call, raw):
        return not call.is_read

    def admit(self, call):
        """Refuses requests that the host refuses before it looks at the credentials."""

    def authorize(self, call):
        """Refuses requests that the token doesn't permit."""

    def parse_body(self, call, raw):
        kind = call.headers.get("content-type", "").split(";")[0]
        if kind == "application/x-www-form-urlencoded":
            return dict(urllib.parse.parse_qsl(raw.decode()))
        if kind != "application/json":
            call.rec["client_violations"].append(f"Content-Type {kind or 'missing'}")
        return json.loads(raw)

    def body_is_optional(self, schema):
        return False

    def throttle(self, call):
        """Refuses requests above the limits."""

    def run(self, call):
        """Runs the operation of a call."""
        return self.operations[call.name](call)

    def check_response(self, call, status, result):
        """Checks a response of the fake against the description."""
        schema = self.contract.response(call.operation, status)
        violations = call.rec["server_violations"]
        if call.raw is None and schema and status != 204:
            violations += self.contract.response_errors(call.operation, status, result)
            violations += self.contract.unknown_properties(schema, result)[:6]
        elif str(status) not in call.operation["responses"] and not self.tolerates(status):
            violations.append(f"status {status} is not in the description")

    def check_error(self, call, error):
        """Checks an error response of the fake against the description."""

    def tolerates(self, status):
        """Returns whether the host sends a status that the description leaves out."""
        return False

    def refuse(self, call, errors):
        """Refuses a request with these errors in its body, if the host does."""

    def problem(self, status, message):
        """Returns the body of an error."""
        return {"message": message}

    def malformed(self):
        return HostError(400, self.problem(400, "400 Bad request - malformed JSON"))

    def missing_path(self):
        return HostError(404, self.problem(404, "404 Not Found"))

    def limited(self, seconds, fault=None):
        """Returns the response to a request above a limit."""
        return HostError(429, {"message": "Too Many Requests"}, {"Retry-After": seconds})

    def base_headers(self, call):
        return {}

    def limit_headers(self, call, used):
        """Counts a request, and returns the headers that show the limit."""
        return {}

    def etag(self, call, body):
        return None

    def whoami(self, call):
        """Returns the token of a request and a label for the log; None: no credentials."""
        raise NotImplementedError

    def git_token(self, authorization, write):
        """Returns the token of a git request, None if it isn't valid."""
        kind, _, value = authorization.partition(" ")
        token = self.tokens.get(value)
        if kind.lower() == "basic":
            user, _, password = base64.b64decode(value).decode().partition(":")
            token = self.git_user(user, password)
        if not token or token.get("revoked"):
            return None
        scopes = token.get("scopes")
        return token if scopes is None or self.git_scope(scopes, write) else None

    def git_name(self, path):
        """Returns the name of a repository in an address of git; None: it isn't one."""
        if self.api and f"/{path}".startswith(self.api + "/"):
            return None
        return path.removesuffix(".git").removeprefix(self.git_prefix)

    def git_user(self, user, password):
        return self.tokens.get(password) or self.tokens.get(user)

    def git_scope(self, scopes, write):
        return True

    def auth_label(self, token):
        return token["login"] if token else None

    def may_push(self, repo, token):
        return not repo["archived"] and self.role(repo, token["login"]) in ("write", "admin")

    def guarded(self, repo, login):
        """Returns the references that somebody may not push to."""
        return []

    def push_options(self, repo, raw):
        """Notes the push options of a push."""

    def pushed(self, repo, ref, before, after, who):
        """Called after a reference has changed."""

    def head_moved(self, repo, pull, before, after, who):
        """Called after a push to the branch of an open pull request."""

    def head_gone(self, repo, pull, who):
        """Called after the branch of an open pull request was deleted."""

    def announce(self, repo, pull, what, who):
        """Called after a person has merged, closed or reopened a pull request."""

    def commented(self, repo, pull, comment):
        """Called after a person has written a comment."""

    def configure(self, repo, body):
        """Applies the settings of a repository."""

    def set_status(self, repo, sha, context, state, description, who, more):
        raise NotImplementedError

    # -- Time, identifiers, addresses

    def next_id(self):
        self.sequence += 1
        return self.sequence

    def now(self, step=True):
        """Returns the time of a logical clock: the same calls give the same times and commits."""
        if step and not self.limits["frozen"]:
            self.tick += 1
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.seconds()))

    def seconds(self):
        """Returns the logical clock's seconds since 1970; `ahead` moves it on."""
        return 1767225600 + self.limits["ahead"] + self.tick

    @staticmethod
    def age(before, now):
        """Returns the seconds between two times."""
        parsed = [time.strptime(x, "%Y-%m-%dT%H:%M:%SZ") for x in (before, now)]
        return calendar.timegm(parsed[1]) - calendar.timegm(parsed[0])

    def base(self):
        return f"http://{self.options.host}:{self.options.port}"

    def touch(self, x):
        x["updated_at"] = self.now()
        return x["updated_at"]

    def repo(self, name):
        return self.repos[name.lower()]

    def role(self, repo, login):
        """Returns somebody's role in a repository: `none`, `read`, `write` or `admin`."""
        if login in repo["collaborators"]:
            return repo["collaborators"][login]
        if login == repo["owner"]:
            return "admin"
        if login in (self.bot, "bot"):
            return repo.get("bot_role", "write")
        return "none" if repo["private"] else "read"

    def can_see(self, repo, tok):
        if tok is None:
            return not repo["private"]
        return self.role(repo, tok["login"]) != "none"

    def slice(self, call, items, size_key, default, most):
        try:
            k, n = (
                max(1, int(call.query.get("page") or 1)),
                int(call.query.get(size_key) or default),
            )
        except ValueError:
            k, n = 1, default
        n = most if n > most or n <= 0 else n
        last = max(1, -(-len(items) // n))
        return items[(k - 1) * n : k * n], k, n, last

    def link(self, call, **more):
        return f"{self.base()}{call.raw_path}?{urllib.parse.urlencode({**call.query, **more})}"
