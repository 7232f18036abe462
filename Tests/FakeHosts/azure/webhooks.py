"""Azure DevOps' service hooks."""

import base64

from repository import ZERO

RESOURCES = {
    "git.push": {"refUpdates", "repository", "pushedBy"},
    "git.pullrequest.created": {"repository", "pullRequestId", "sourceRefName", "status"},
    "git.pullrequest.updated": {"repository", "pullRequestId", "sourceRefName", "status"},
    "git.pullrequest.merged": {"repository", "pullRequestId", "sourceRefName", "status"},
    "ms.vss-code.git-pullrequest-comment-event": {"comment", "pullRequest"},
}


class Webhooks:
    def headers(self, hook, event, raw, guid):
        value = base64.b64encode(f"martlet:{hook.get('secret', '')}".encode()).decode()
        return {"Authorization": f"Basic {value}"}

    def send_event(self, event, resource):
        if self.hooks:
            body = {
                "subscriptionId": self.guid("subscription"),
                "notificationId": self.next_id(),
                "id": self.new_guid(),
                "eventType": event,
                "publisherId": "tfs",
                "resource": resource,
                "resourceVersion": "1.0",
                "createdDate": self.now(False),
            }
            self.fire(event, body)

    def hook_pull(self, repo, pull, event, who):
        self.send_event(event, self.pull_view(repo, pull))

    def pushed(self, repo, ref, before, after, who):
        change = {"name": ref, "oldObjectId": before or ZERO, "newObjectId": after or ZERO}
        resource = {
            "commits": [],
            "refUpdates": [change],
            "repository": self.repo_view(repo),
            "pushedBy": self.identity(who),
        }
        self.send_event("git.push", resource)

    def announce(self, repo, pull, what, who):
        event = "git.pullrequest.merged" if what == "merged" else "git.pullrequest.updated"
        self.hook_pull(repo, pull, event, who)

    def commented(self, repo, pull, comment):
        resource = {"comment": self.comment_view(comment), "pullRequest": self.pull_view(repo, pull)}
        self.send_event("ms.vss-code.git-pullrequest-comment-event", resource)

    def payload_errors(self, event, body):
        wanted = RESOURCES.get(event, set())
        return [f"{x} is missing" for x in sorted(wanted - body["resource"].keys())]
