"""GitHub's errors."""

from errors import HostError


class GitHubError(HostError):
    """An error with GitHub's body."""

    def __init__(self, status, message, errors=None, headers=None):
        body = {"message": message, "documentation_url": "https://docs.github.com/rest"}
        if errors is not None:
            body["errors"] = errors
        super().__init__(status, body, headers)


def invalid(resource, field, code, message=None):
    """Returns a validation error of one field."""
    error = {"resource": resource, "field": field, "code": code}
    if message:
        error["message"] = message
    return GitHubError(422, "Validation Failed", [error])
