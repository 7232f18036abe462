"""Gitea's constants."""

# States of commits, the worst first: a combined status is the worst of its parts.
WORST = "error", "failure", "warning", "pending", "success", "skipped"

REACTIONS = "+1", "-1", "laugh", "hooray", "confused", "heart", "rocket", "eyes"

# The properties of each event's payload, as a real Gitea 1.22 sends them.
WEBHOOKS = {
    "pull_request": (
        "action commit_id number pull_request repository requested_reviewer review sender"
    ).split(),
    "create": "ref ref_type repository sender sha".split(),
    "push": (
        "after before commits compare_url head_commit pusher ref repository sender total_commits"
    ).split(),
    "delete": "pusher_type ref ref_type repository sender".split(),
    "issues": "action changes commit_id issue number repository sender".split(),
    "issue_comment": "action comment is_pull issue repository sender".split(),
}
