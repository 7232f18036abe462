"""Errors of the fakes."""


class HostError(Exception):
    """A response other than the operation's own; the body is JSON or bytes."""

    def __init__(self, status, body, headers=None, content_type=None):
        super().__init__(status, body)
        self.status = status
        self.body = body
        self.headers = headers or {}
        self.content_type = content_type


class GitError(Exception):
    """A git command that failed."""
