"""A fake Azure DevOps, with the organisation `org`."""

import base64
import hashlib
import urllib.parse

from azure.policies import Policies
from azure.pulls import Pulls
from azure.repos import Repos
from azure.views import Views
from azure.webhooks import Webhooks
from azure.words import STATES
from contract import Contract
from errors import HostError
from host import Host

SIGN_IN = b"<html><head><title>Azure DevOps Services | Sign In</title></head></html>"

MIXINS = Views, Webhooks, Repos, Pulls, Policies


class Azure(*MIXINS, Host):
    title = "Azure DevOps"
    api = "/org"
    user_agent = "VSServices/19.256"
    token = "azure_token_fixed"
    running = "pending"
    cancelled = "cancelled"

    def __init__(self, options):
        super().__init__(options, Contract("azure", lenient=True))

    def extra_limits(self):
        return {
            **super().extra_limits(),
            "completion_lag": 1,
            "sign_in": 203,
            "page": 100,
            "list_text": 400,
        }

    def problem(self, status, message, kind="VssServiceException"):
        name = f"Microsoft.VisualStudio.Services.{kind}, Microsoft.VisualStudio.Services"
        return {
            "$id": "1",
            "innerException": None,
            "message": message,
            "typeName": name,
            "typeKey": kind,
            "errorCode": 0,
            "eventId": 3000,
        }

    def fail(self, status, message, kind="VssServiceException"):
        return HostError(status, self.problem(status, message, kind))

    def denied(self, what="this resource"):
        message = f"TF401027: You need the Git permission to perform this action on {what}."
        return self.fail(403, message, "GitNeedsPermissionException")

    def missing(self, what):
        message = f"TF401019: {what} does not exist or you do not have permissions."
        return self.fail(404, message, "GitRepositoryNotFoundException")

    def sign_in(self):
        status = self.limits["sign_in"]
        headers = {"Location": f"{self.base()}/org/_signin"} if status == 302 else {}
        return HostError(status, SIGN_IN, headers, "text/html; charset=utf-8")

    def whoami(self, call):
        if call.path == "/_signin":
            raise HostError(200, SIGN_IN, {}, "text/html; charset=utf-8")
        kind, _, value = (call.headers.get("authorization") or "").partition(" ")
        if kind == "Basic":
            value = base64.b64decode(value).decode().partition(":")[2]
        elif kind != "Bearer" or not value.startswith("eyJ"):
            raise self.sign_in()
        token = self.tokens.get(value)
        if not token or token.get("revoked"):
            raise self.sign_in()
        return token, f"{kind.lower()}:{token['login']}"

    def authorize(self, call):
        """Checks the scopes of a token: `code` permits no writes."""
        if not call.query.get("api-version", "").startswith("6.0"):
            call.rec["client_violations"].append("no api-version")
        needed = {
            "build-list": "build",
            "access-list": "security",
            "identity-list": "identity",
        }.get(call.name, "code" if call.is_read else "code_write")
        scopes = (call.token or {}).get("scopes")
        if scopes is not None and needed not in scopes and call.name != "connection-get":
            message = f"TF400813: The user '{call.token['login']}' is not authorized."
            raise self.fail(401, message, "UnauthorizedRequestException")

    def git_scope(self, scopes, write):
        return ("code_write" if write else "code") in scopes

    def git_name(self, path):
        if not path.startswith("org/"):
            return super().git_name(path)
        project, mark, name = path.removeprefix("org/").partition("/_git/")
        return urllib.parse.unquote(f"{project}/{name}") if mark else None

    def limited(self, seconds, fault=None):
        body = self.problem(429, "TF400733: The request has been canceled: too many requests.")
        return HostError(429, body, {"Retry-After": seconds})

    def refuse(self, call, errors):
        raise self.fail(400, errors[0][:200], "InvalidArgumentValueException")

    def tolerates(self, status):
        return True

    def check_response(self, call, status, result):
        """A list is an object with the number of values in the host, and an array in the schema."""
        schema = self.contract.schemas.resolve(self.contract.response(call.operation, status))
        is_list = schema.get("type") == "array" and isinstance(result, dict)
        super().check_response(call, status, result["value"] if is_list else result)

    def login(self, token):
        return self.bot if token["login"] == "bot" else token["login"]

    def guid(self, *words):
        digest = hashlib.md5(" ".join(map(str, words)).encode()).hexdigest()
        return "-".join(digest[a:b] for a, b in ((0, 8), (8, 12), (12, 16), (16, 20), (20, 32)))

    def listed(self, values):
        return {"count": len(values), "value": values}

    def counted(self, call, values, top="$top", skip="$skip"):
        start = int(call.query.get(skip) or 0)
        size = min(int(call.query.get(top) or 101), self.limits["page"])
        return self.listed(values[start : start + size])

    def continued(self, call, values):
        start = int(call.query.get("continuationToken") or 0)
        end = start + self.limits["page"]
        if end < len(values):
            call.reply_headers["x-ms-continuationtoken"] = str(end)
        return self.listed(values[start:end])

    def configure(self, repo, body):
        if not body.get("keep"):
            repo["settings"] = {"strategies": None, "builds": []}
        repo["settings"].update(body.get("settings", {}))
        if "protection" in body:
            repo["protection"] = body["protection"] or {}

    def set_status(self, repo, sha, context, state, description, who, more):
        status = {
            "id": self.next_id(),
            "context": context,
            "genre": more.get("genre"),
            "state": STATES.get(state, state),
            "at": self.now(),
            "by": who,
            "pull": more.get("pr") if "iteration" in more else None,
            "iteration": more.get("iteration"),
        }
        repo["statuses"].setdefault(sha, []).append(status)
        return status

    def rename(self, old, new):
        result = super().rename(old, new)
        # An old name leads nowhere.
        self.moved.clear()
        return result
