"""Bitbucket's webhooks."""

import hashlib
import hmac

from bitbucket.words import WEBHOOKS
from repository import ZERO


class Webhooks:
    def headers(self, hook, event, raw, guid):
        headers = {"X-Event-Key": event, "X-Request-Id": guid}
        if secret := hook.get("secret"):
            signature = hmac.new(secret.encode(), raw, hashlib.sha256).hexdigest()
            headers["X-Hub-Signature"] = f"sha256={signature}"
        return headers

    def send_event(self, event, who, **more):
        if self.hooks:
            date = self.now(False).replace("Z", "+0000")
            self.fire(event, {"eventKey": event, "date": date, "actor": self.user(who), **more})

    def hook_pull(self, repo, pull, event, who, **more):
        self.send_event(event, who, pullRequest=self.pull_view(repo, pull), **more)

    def pushed(self, repo, ref, before, after, who):
        kind = "BRANCH" if ref.startswith("refs/heads/") else "TAG"
        name = ref.split("/", 2)[2]
        change = {
            "ref": {"id": ref, "displayId": name, "type": kind},
            "refId": ref,
            "fromHash": before or ZERO,
            "toHash": after or ZERO,
            "type": "ADD" if not before else "UPDATE" if after else "DELETE",
        }
        view = self.repo_view(repo)
        self.send_event("repo:refs_changed", who, repository=view, changes=[change])

    def head_moved(self, repo, pull, before, after, who):
        self.bump(pull)
        self.note(pull, "RESCOPED", who)
        self.hook_pull(repo, pull, "pr:from_ref_updated", who, previousFromHash=before)

    def head_gone(self, repo, pull, who):
        self.close(repo, pull, who)
        self.hook_pull(repo, pull, "pr:declined", who)

    def announce(self, repo, pull, what, who):
        if event := {"merged": "pr:merged", "closed": "pr:declined"}.get(what):
            self.hook_pull(repo, pull, event, who)

    def commented(self, repo, pull, comment):
        who, view = comment["user"], self.comment_view(comment)
        self.hook_pull(repo, pull, "pr:comment:added", who, comment=view)

    def rename(self, old, new):
        repo = self.repo(old)
        before = self.repo_view(repo)
        result = super().rename(old, new)
        self.send_event("repo:modified", "human", old=before, new=self.repo_view(repo))
        return result

    def payload_errors(self, event, body):
        wanted = {"eventKey", "date", "actor", *WEBHOOKS.get(event, ())}
        missing = [f"{x} is missing" for x in sorted(wanted - body.keys())]
        return missing + [f"{x} is unknown" for x in sorted(body.keys() - wanted)]
