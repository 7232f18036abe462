"""GitLab's constants, errors and times."""

from errors import HostError

# Access levels; `read` is Reporter, `write` Developer, `admin` Maintainer.
LEVEL = {"none": 0, "guest": 10, "read": 20, "write": 30, "admin": 40, "owner": 50}

# The statuses of pipelines and jobs that haven't ended.
ACTIVE = "created", "waiting_for_resource", "preparing", "pending", "running", "scheduled"

SETTINGS = {
    "only_allow_merge_if_pipeline_succeeds": False,
    "allow_merge_on_skipped_pipeline": False,
    "only_allow_merge_if_all_discussions_are_resolved": False,
    "merge_method": "merge",
    "squash_option": "default_off",
    "remove_source_branch_after_merge": True,
    "merge_trains_enabled": False,
    "merge_pipelines_enabled": False,
    "approvals_required": 0,
    "push_rule": None,
    "protected_branches": None,
    "merge_requests_enabled": True,
}

QUICK_ACTIONS = frozenset(
    """
    merge close reopen label unlabel relabel assign unassign reassign assign_reviewer
    unassign_reviewer approve unapprove title milestone draft ready target_branch rebase lock unlock
    done todo subscribe unsubscribe award react submit_review request_review copy_metadata estimate
    spend cc shrug tableflip
    """.split()
)


def fail(status, message):
    return HostError(status, {"message": message})


def missing(what):
    return fail(404, f"404 {what} Not Found")


def stamp(time):
    """Returns a time with milliseconds, as GitLab writes it."""
    return time[:-1] + ".000Z" if time else None
