"""Pull requests and their threads."""

from azure.words import STRATEGIES
from host import operation
from repository import branches


class Pulls:
    def find_pull(self, call, write=False):
        repo = self.find_repo(call, write)
        number = call.params["pullRequestId"]
        pull = repo["prs"].get(int(number)) if number.isdigit() else None
        if not pull:
            message = f"TF401180: The requested pull request {number} was not found."
            raise self.fail(404, message, "GitPullRequestNotFoundException")
        return repo, pull

    def new_pr(self, repo, **properties):
        pull = super().new_pr(repo, **properties)
        pull["pushes"] = [pull["head_sha"]]
        return pull

    @operation("pull-request-list")
    def pull_request_list(self, call):
        repo = self.find_repo(call)
        query = {x.removeprefix("searchCriteria."): y for x, y in call.query.items()}
        state = query.get("status", "active")
        found = [
            x
            for x in repo["prs"].values()
            if state in ("all", self.status_of(x))
            and query.get("sourceRefName", f"refs/heads/{x['head']}") == f"refs/heads/{x['head']}"
            and query.get("targetRefName", f"refs/heads/{x['base']}") == f"refs/heads/{x['base']}"
            and query.get("creatorId", "") in ("", self.identity(x["user"])["id"])
            and len(self.log) - x["born"] >= self.limits["pr_list_lag"]
        ]
        found.sort(key=lambda x: x["number"], reverse=True)
        return self.counted(call, [self.pull_view(repo, x, True) for x in found])

    @operation("pull-request-get")
    def pull_request_get(self, call):
        repo, pull = self.find_pull(call)
        if job := pull.get("completing"):
            job["reads"] -= 1
            if job["reads"] < 0:
                self.complete(repo, pull)
        view = self.pull_view(repo, pull)
        pull["checks"] -= pull["checks"] > 0
        return view

    def complete(self, repo, pull):
        """Ends a completion, which the host does in the background."""
        job = pull.pop("completing")
        if job["head"] != pull["head_sha"] or not self.can_merge(repo, pull):
            return
        title = f"Merged PR {pull['number']}: {pull['title']}"
        self.do_merge(repo, pull, job["method"], job["who"], title)
        self.announce(repo, pull, "merged", job["who"])

    def check_texts(self, body):
        for name, limit in (("title", 400), ("description", 4000)):
            if len(body.get(name) or "") > limit:
                message = f"TF400898: The {name} has more than {limit} characters."
                raise self.fail(400, message, "InvalidArgumentValueException")

    def branch_of(self, repo, name):
        name = name.removeprefix("refs/heads/")
        if name not in branches(repo):
            message = "TF401398: The source or the target branch does not exist."
            raise self.fail(400, message, "GitPullRequestBranchNotFoundException")
        return name

    @operation("pull-request-create")
    def pull_request_create(self, call):
        repo = self.find_repo(call, write=True)
        body, who = call.body, self.login(call.token)
        head, base = (self.branch_of(repo, body[x]) for x in ("sourceRefName", "targetRefName"))
        for twin in repo["prs"].values():
            if twin["state"] == "open" and (twin["head"], twin["base"]) == (head, base):
                message = "TF401179: An active pull request for the branches already exists."
                raise self.fail(409, message, "GitPullRequestExistsException")
        self.check_texts(body)
        pull = self.new_pr(
            repo,
            title=body["title"],
            body=body.get("description") or "",
            draft=body.get("isDraft", False),
            head=head,
            head_sha=branches(repo)[head],
            base=base,
            user=who,
        )
        self.hook_pull(repo, pull, "git.pullrequest.created", who)
        return 201, self.pull_view(repo, pull)

    @operation("pull-request-update")
    def pull_request_update(self, call):
        repo, pull = self.find_pull(call, write=True)
        body, who = call.body, self.login(call.token)
        self.check_texts(body)
        state = body.get("status", self.status_of(pull))
        if pull["merged_at"]:
            raise self.fail(403, "TF401181: The pull request cannot be edited: completed.")
        if self.status_of(pull) != "active" and state != "active":
            raise self.fail(403, "TF401181: The pull request cannot be edited: abandoned.")
        if state == "completed":
            return self.start_completion(repo, pull, body, who)
        if "targetRefName" in body:
            pull["base"] = self.branch_of(repo, body["targetRefName"])
        pull["title"] = body.get("title", pull["title"])
        pull["draft"] = body.get("isDraft", pull["draft"])
        pull["body"] = body.get("description", pull["body"])
        if state != self.status_of(pull):
            (self.close if state == "abandoned" else self.reopen)(repo, pull, who)
        self.touch(pull)
        self.hook_pull(repo, pull, "git.pullrequest.updated", who)
        return self.pull_view(repo, pull)

    def start_completion(self, repo, pull, body, who):
        expected = (body.get("lastMergeSourceCommit") or {}).get("commitId")
        if expected != pull["head_sha"]:
            message = "TF401192: The pull request is stale: its source branch was updated."
            raise self.fail(409, message, "GitPullRequestStaleException")
        if pull["draft"]:
            raise self.fail(400, "TF401196: A draft cannot be completed.")
        if unmet := self.unmet(repo, pull):
            message = f"TF402455: Pushes to this branch are not permitted: {', '.join(unmet)}"
            raise self.fail(403, message, "GitPullRequestUpdateRejectedByPolicyException")
        options = body.get("completionOptions") or {}
        strategy = options.get("mergeStrategy", "noFastForward")
        if options.get("bypassPolicy"):
            raise self.denied("bypassing policies")
        pull["completing"] = {
            "reads": self.limits["completion_lag"],
            "method": STRATEGIES[strategy],
            "head": expected,
            "who": who,
        }
        return self.pull_view(repo, pull)

    def head_moved(self, repo, pull, before, after, who):
        pull["pushes"].append(after)
        # A completion that has begun stops.
        pull.pop("completing", None)
        self.hook_pull(repo, pull, "git.pullrequest.updated", who)

    @operation("thread-list")
    def thread_list(self, call):
        _, pull = self.find_pull(call)
        pushed = {"id": 9_000_000 + pull["number"], "body": "pushed 1 commit"}
        system = self.system_thread({**pushed, "created_at": pull["created_at"]})
        return self.listed([system, *map(self.thread_view, pull["comments"])])

    @operation("thread-create")
    def thread_create(self, call):
        repo, pull = self.find_pull(call)
        content = call.body["comments"][0]["content"]
        comment = self.add_comment(repo, pull, self.login(call.token), content)
        if "status" in call.body:
            call.rec["client_violations"].append("a thread that has to be resolved")
        self.commented(repo, pull, comment)
        return self.thread_view(comment)

    @operation("comment-update")
    def comment_update(self, call):
        _, pull = self.find_pull(call)
        for comment in pull["comments"]:
            if str(comment["id"]) == call.params["threadId"] and call.params["commentId"] == "1":
                if comment["user"] != self.login(call.token):
                    raise self.denied("the comment")
                if comment["body"] != call.body["content"]:
                    comment["body"] = call.body["content"]
                    self.touch(comment)
                return self.comment_view(comment)
        raise self.fail(404, "TF401180: The comment was not found.")

    @operation("reviewer-put")
    def reviewer_put(self, call):
        _, pull = self.find_pull(call, write=True)
        for login in self.logins():
            if self.identity(login)["id"] == call.params["reviewerId"]:
                pull["reviewers"] = list(dict.fromkeys([*pull["reviewers"], login]))
                return {**self.identity(login), "vote": 0}
        raise self.fail(404, "TF401186: The reviewer was not found.")
