"""GitHub's webhooks."""

import hmac
import json

from contract import DESCRIPTIONS, Synthesizer
from github.words import GitHubError
from host import merge, operation
from repository import ZERO, is_ancestor
from schema import Schemas


class Webhooks:
    @staticmethod
    def load_webhooks():
        """Returns the schemas of the payloads by event and action: `issue_comment/created`."""
        document = json.loads((DESCRIPTIONS / "github-webhooks.json").read_text())
        return Schemas(document["schemas"]), document["events"]

    def payload_schema(self, event, action):
        return self.webhook_contract[1].get(f"{event}/{action}" if action else event)

    def payload_errors(self, event, body):
        schema = self.payload_schema(event, body.get("action"))
        return self.webhook_contract[0].errors(schema, body) if schema else ["no schema"]

    def fire(self, event, action, repo, over):
        """Delivers an event: the smallest payload of its schema with some properties of its own."""
        if not self.hooks:
            return
        schemas = self.webhook_contract[0]
        schema = self.payload_schema(event, action) or {}
        body = Synthesizer(schemas, avoids_null=True).value(schema) or {}
        over = dict(over)
        if "head_sha" in (over.get("pull_request") or {}):
            over["pull_request"] = self.pr_view(repo, over["pull_request"])
        known = schemas.resolve(schema.get("properties", {}).get("repository", {}))
        known = known.get("properties", {})
        view = {k: v for k, v in self.repo_view(repo).items() if not known or k in known}
        own = {
            **({"action": action} if action else {}),
            "sender": self.user("someone"),
            **over,
            "repository": view,
            "installation": {"id": self.app["installation"], "node_id": "INST"},
        }
        super().fire(event, without_newer(merge(body, own)))

    def deliver(self, hook, event, body, guid=None, **more):
        more = {"action": body.get("action"), "redelivery": False, **more}
        times = {"delivered_at": self.now(False), "duration": 0.1}
        super().deliver(hook, event, body, guid, **times, **more)

    def headers(self, hook, event, raw, guid):
        def signature(digest):
            return hmac.new(hook["secret"].encode(), raw, digest).hexdigest()

        return {
            "X-GitHub-Event": event,
            "X-GitHub-Delivery": guid,
            "X-GitHub-Hook-ID": "1",
            "X-Hub-Signature-256": "sha256=" + signature("sha256"),
            "X-Hub-Signature": "sha1=" + signature("sha1"),
            "X-GitHub-Hook-Installation-Target-ID": str(self.app["id"]),
            "X-GitHub-Hook-Installation-Target-Type": "integration",
        }

    def pushed(self, repo, ref, before, after, who):
        if ref == "refs/heads/" + repo["default_branch"]:
            repo["updated_at"] = repo["pushed_at"]
        forced = bool(before and after) and not is_ancestor(repo, before, after)
        change = {
            "ref": ref,
            "before": before or ZERO,
            "after": after or ZERO,
            "created": not before,
            "deleted": not after,
            "forced": forced,
            "base_ref": None,
            "compare": f"{self.base()}/compare",
            "commits": [],
            "head_commit": None,
            "pusher": {"name": who, "email": "x@fakehub.invalid"},
        }
        self.fire("push", None, repo, change)

    def head_moved(self, repo, pull, before, after, who):
        change = {"number": pull["number"], "before": before, "after": after}
        self.fire("pull_request", "synchronize", repo, {**change, "pull_request": pull})

    def head_gone(self, repo, pull, who):
        pull["state"] = "closed"
        pull["closed_at"] = self.touch(pull)
        self.announce(repo, pull, "closed", who)

    def announce(self, repo, pull, what, who):
        action = "reopened" if what == "open" else "closed"
        change = {"number": pull["number"], "pull_request": pull}
        self.fire("pull_request", action, repo, change)

    @operation("apps/list-webhook-deliveries")
    def apps_list_webhook_deliveries(self, call):
        return self.page(
            call,
            [
                merge(
                    self.make("HookDeliveryItem"),
                    {
                        k: d[k]
                        for k in (
                            "id",
                            "guid",
                            "delivered_at",
                            "redelivery",
                            "duration",
                            "status",
                            "status_code",
                            "event",
                            "action",
                        )
                    },
                )
                for d in reversed(self.deliveries)
            ],
        )

    @operation("apps/redeliver-webhook-delivery")
    def apps_redeliver_webhook_delivery(self, call):
        d = [d for d in self.deliveries if str(d["id"]) == call.params["delivery_id"]]
        if not d:
            raise GitHubError(404, "Not Found")
        self.deliver(d[0]["hook"], d[0]["event"], d[0]["body"], guid=d[0]["guid"], redelivery=True)
        return 202, {}

    def control_fire(self, method, body, query):
        self.fire(
            body["event"],
            body.get("action"),
            self.repos[body["repo"].lower()],
            body.get("payload", {}),
        )
        return {"ok": True}


def without_newer(value):
    """Drops properties that the REST API has and the published schemas of webhooks don't."""
    if isinstance(value, dict):
        newer = "archived_at", "archived_by", "closed_by"
        return {name: without_newer(x) for name, x in value.items() if name not in newer}
    return [without_newer(x) for x in value] if isinstance(value, list) else value
