"""Bitbucket's constants."""

# The states of builds by the words of the control API.
BUILD_STATES = {
    "pending": "INPROGRESS",
    "success": "SUCCESSFUL",
    "failure": "FAILED",
    "error": "FAILED",
    "cancelled": "CANCELLED",
    "skipped": "SUCCESSFUL",
}

STRATEGIES = ["no-ff", "squash", "rebase-ff-only"]

# The properties of each event's payload in the documentation of webhooks, beside `eventKey`, `date`
# and `actor`.
WEBHOOKS = {
    "repo:refs_changed": ["repository", "changes"],
    "repo:modified": ["old", "new"],
    "pr:opened": ["pullRequest"],
    "pr:from_ref_updated": ["pullRequest", "previousFromHash"],
    "pr:modified": [
        "pullRequest",
        "previousTitle",
        "previousDescription",
        "previousTarget",
    ],
    "pr:merged": ["pullRequest"],
    "pr:declined": ["pullRequest"],
    "pr:comment:added": ["pullRequest", "comment"],
}
