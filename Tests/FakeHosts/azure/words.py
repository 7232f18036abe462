"""Azure DevOps' constants."""

STATES = {
    "pending": "pending",
    "success": "succeeded",
    "failure": "failed",
    "error": "error",
    "cancelled": "failed",
    "skipped": "notApplicable",
}

# The states of a policy by those of the status that it demands.
EVALUATIONS = {
    "pending": "running",
    "succeeded": "approved",
    "failed": "rejected",
    "error": "rejected",
    "notApplicable": "approved",
}

STRATEGIES = {"noFastForward": "merge", "squash": "squash", "rebase": "rebase"}

# The identifiers of the types of policies, which are the same on all servers.
POLICIES = {
    "build": ("0609b952-1397-4640-95ec-e00a01b2c241", "Build"),
    "status": ("cbdc66da-9728-4af8-aada-9a5a32e4a226", "Status"),
    "approvals": ("fa4e907d-c16b-4a4c-9dfa-4906e5d171dd", "Minimum number of reviewers"),
    "strategy": ("fa4e907d-c16b-4a4c-9dfa-4916e5d171ab", "Require a merge strategy"),
    "comments": ("c6a1889d-b943-4856-b76f-9e46bb6b0df2", "Comment requirements"),
}

GIT_SECURITY = "2e9eb7ed-3c0a-47d4-87c1-0ffdd275fd87"

# The bits of the security namespace of git repositories.
READ, CONTRIBUTE = 2, 4
