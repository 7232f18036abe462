"""Pull requests, their activities and comments."""

from host import operation
from repository import branches, is_ancestor


class Pulls:
    def new_pr(self, repo, **properties):
        return super().new_pr(repo, version=0, **properties)

    def bump(self, pull):
        pull["version"] += 1
        self.touch(pull)

    def note(self, pull, action, who, **more):
        event = {"id": self.next_id(), "action": action, "by": who, "at": self.now(False), **more}
        pull["events"].append(event)

    def add_comment(self, repo, pull, who, body, **more):
        comment = super().add_comment(repo, pull, who, body, version=0, **more)
        self.note(pull, "COMMENTED", who, comment=comment)
        return comment

    def close(self, repo, pull, who):
        super().close(repo, pull, who)
        self.bump(pull)
        self.note(pull, "DECLINED", who)

    def reopen(self, repo, pull, who):
        super().reopen(repo, pull, who)
        self.bump(pull)
        self.note(pull, "REOPENED", who)

    @operation("pull-request-list")
    def pull_request_list(self, call):
        repo = self.find_repo(call)
        state = call.query.get("state", "OPEN")
        at = call.query.get("at", "").removeprefix("refs/heads/")
        side = "head" if call.query.get("direction") == "OUTGOING" else "base"
        found = [
            x
            for x in repo["prs"].values()
            if (state == "ALL" or state == self.pull_view(repo, x)["state"])
            and (not at or x[side] == at)
            and len(self.log) - x["born"] >= self.limits["pr_list_lag"]
        ]
        is_newest = call.query.get("order", "NEWEST") == "NEWEST"
        found.sort(key=lambda x: (x["updated_at"], x["number"]), reverse=is_newest)
        return self.page(call, found, lambda x: self.pull_view(repo, x))

    @operation("pull-request-get")
    def pull_request_get(self, call):
        repo, pull = self.find_pull(call)
        view = self.pull_view(repo, pull)
        pull["checks"] -= pull["checks"] > 0
        return view

    def branch_of(self, repo, side):
        name = side["id"].removeprefix("refs/heads/")
        if name not in branches(repo):
            message = f"Repository {repo['full_name']} has no branch {name}."
            raise self.fail(404, message, "repository.NoSuchBranchException")
        return name

    @operation("pull-request-create")
    def pull_request_create(self, call):
        repo = self.find_repo(call)
        body, who = call.body, self.login(call.token)
        head, base = (self.branch_of(repo, body[x]) for x in ("fromRef", "toRef"))
        tips = branches(repo)
        for twin in repo["prs"].values():
            if twin["state"] == "open" and (twin["head"], twin["base"]) == (head, base):
                message = "Only one pull request may be open for a given source and target branch"
                raise self.conflict(
                    message,
                    "pull.DuplicatePullRequestException",
                    existingPullRequest=self.pull_view(repo, twin),
                )
        if is_ancestor(repo, tips[head], tips[base]):
            message = f"{base} is already up-to-date with {head}"
            raise self.conflict(message, "pull.EmptyPullRequestException")
        if repo["archived"]:
            raise self.conflict("The repository is archived", "repository.ArchivedException")
        self.check_texts(body)
        pull = self.new_pr(
            repo,
            title=body["title"],
            body=body.get("description") or "",
            draft=body.get("draft", False),
            head=head,
            head_sha=tips[head],
            base=base,
            user=who,
        )
        self.set_reviewers(pull, body)
        self.note(pull, "OPENED", who)
        self.hook_pull(repo, pull, "pr:opened", who)
        return 201, self.pull_view(repo, pull)

    def check_texts(self, body):
        for name, limit in (("title", 255), ("description", 32768), ("text", 32768)):
            if len(body.get(name) or "") > limit:
                message = f"Please enter no more than {limit} characters."
                raise self.fail(400, message, "ArgumentValidationException")

    def set_reviewers(self, pull, body):
        """Replaces the reviewers, also if the request names none."""
        names = [x["user"]["name"] for x in body.get("reviewers") or []]
        for name in names:
            if not self.exists(name) or name == pull["user"]:
                message = f"{name} is not a user or cannot review this pull request"
                raise self.conflict(message, "pull.InvalidPullRequestReviewersException")
        pull["reviewers"] = names

    def check_version(self, repo, pull, version):
        if str(version) != str(pull["version"]):
            raise self.conflict(
                "You are attempting to modify a pull request based on out-of-date information.",
                "pull.PullRequestOutOfDateException",
                currentVersion=pull["version"],
                expectedVersion=version,
            )

    @operation("pull-request-update")
    def pull_request_update(self, call):
        repo, pull = self.find_pull(call, write=True)
        body, who = call.body, self.login(call.token)
        self.check_version(repo, pull, body.get("version", -1))
        if pull["state"] != "open":
            raise self.conflict("It is not open", "pull.IllegalPullRequestStateException")
        self.check_texts(body)
        base = self.branch_of(repo, body["toRef"]) if body.get("toRef") else pull["base"]
        self.set_reviewers(pull, body)
        old = {"previousTitle": pull["title"], "previousDescription": pull["body"]}
        target = {"id": f"refs/heads/{pull['base']}", "displayId": pull["base"]}
        # What a request leaves out is emptied.
        pull.update(
            title=body["title"],
            body=body.get("description") or "",
            draft=body.get("draft", False),
            base=base,
        )
        self.bump(pull)
        self.note(pull, "UPDATED", who)
        self.hook_pull(repo, pull, "pr:modified", who, **old, previousTarget=target)
        return self.pull_view(repo, pull)

    @operation("pull-request-decline", "pull-request-reopen")
    def pull_request_settle(self, call):
        repo, pull = self.find_pull(call)
        who = self.login(call.token)
        is_decline = call.name == "pull-request-decline"
        self.check_version(repo, pull, call.query.get("version", -1))
        if pull["merged_at"] or (pull["state"] == "open") != is_decline:
            message = "The pull request is not in the right state"
            raise self.conflict(message, "pull.IllegalPullRequestStateException")
        (self.close if is_decline else self.reopen)(repo, pull, who)
        self.announce(repo, pull, "closed" if is_decline else "open", who)
        return self.pull_view(repo, pull)

    @operation("activity-list")
    def activity_list(self, call):
        _, pull = self.find_pull(call)
        return self.page(call, pull["events"][::-1], self.activity_view)

    def find_comment(self, call):
        repo, pull = self.find_pull(call)
        for comment in pull["comments"]:
            if str(comment["id"]) == call.params["commentId"]:
                return repo, pull, comment
        raise self.fail(404, "No such comment", "comment.NoSuchCommentException")

    @operation("comment-create")
    def comment_create(self, call):
        repo, pull = self.find_pull(call)
        self.check_texts(call.body)
        comment = self.add_comment(repo, pull, self.login(call.token), call.body["text"])
        self.commented(repo, pull, comment)
        return 201, self.comment_view(comment)

    @operation("comment-get")
    def comment_get(self, call):
        return self.comment_view(self.find_comment(call)[2])

    @operation("comment-update")
    def comment_update(self, call):
        _, pull, comment = self.find_comment(call)
        if comment["user"] != self.login(call.token):
            raise self.denied()
        if call.body.get("version") != comment["version"]:
            message = "The comment has been updated since"
            raise self.conflict(message, "comment.CommentOutOfDateException")
        self.check_texts(call.body)
        comment.update(body=call.body["text"], version=comment["version"] + 1)
        self.touch(comment)
        self.touch(pull)
        return self.comment_view(comment)
