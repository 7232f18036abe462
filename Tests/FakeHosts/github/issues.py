"""The issue that every pull request is: labels, assignees and comments."""

from github.words import GitHubError, invalid
from host import operation


class Issues:
    def labels_in(self, call):
        return [
            x["name"] if isinstance(x, dict) else x
            for x in (call.body.get("labels", []) if isinstance(call.body, dict) else call.body)
        ]

    def set_labels(self, call, f):
        repo, pull = self.find_pull(call, "issue_number", True)
        new = f(pull["labels"], self.labels_in(call) if call.body is not None else [])
        added = [x for x in new if x not in pull["labels"]]
        pull["labels"] = list(dict.fromkeys(new))
        self.touch(pull)
        for x in added:
            repo["labels"].setdefault(x, {})
            if pull["head"]:
                self.fire(
                    "pull_request",
                    "labeled",
                    repo,
                    {
                        "number": pull["number"],
                        "pull_request": pull,
                        "label": self.label_view(x, repo),
                    },
                )
        return [self.label_view(x, repo) for x in pull["labels"]]

    @operation("issues/add-labels")
    def issues_add_labels(self, call):
        return self.set_labels(call, lambda o, n: o + n)

    @operation("issues/set-labels")
    def issues_set_labels(self, call):
        return self.set_labels(call, lambda o, n: n)

    @operation("issues/list-labels-on-issue")
    def issues_list_labels_on_issue(self, call):
        return self.page(
            call,
            [
                self.label_view(x, self.find_pull(call, "issue_number", True)[0])
                for x in self.find_pull(call, "issue_number", True)[1]["labels"]
            ],
        )

    @operation("issues/remove-label")
    def issues_remove_label(self, call):
        repo, pull = self.find_pull(call, "issue_number", True)
        if call.params["name"] not in pull["labels"]:
            raise GitHubError(404, "Label does not exist")
        pull["labels"].remove(call.params["name"])
        self.touch(pull)
        return [self.label_view(x, repo) for x in pull["labels"]]

    @operation("issues/list-labels-for-repo")
    def issues_list_labels_for_repo(self, call):
        return self.page(
            call, [self.label_view(x, self.find_repo(call)) for x in self.find_repo(call)["labels"]]
        )

    @operation("issues/get-label")
    def issues_get_label(self, call):
        if call.params["name"] not in self.find_repo(call)["labels"]:
            raise GitHubError(404, "Not Found")
        return self.label_view(call.params["name"], self.find_repo(call))

    @operation("issues/create-label")
    def issues_create_label(self, call):
        if call.body["name"] in self.find_repo(call)["labels"]:
            raise invalid("Label", "name", "already_exists")
        self.find_repo(call)["labels"][call.body["name"]] = call.body
        return 201, self.label_view(call.body["name"], self.find_repo(call))

    @operation("issues/add-assignees")
    def issues_add_assignees(self, call):
        repo, pull = self.find_pull(call, "issue_number", True)
        pull["assignees"] += [
            x for x in call.body.get("assignees", []) if x not in pull["assignees"]
        ]
        self.touch(pull)
        return 201, self.issue_view(repo, pull)

    @operation("issues/remove-assignees")
    def issues_remove_assignees(self, call):
        repo, pull = self.find_pull(call, "issue_number", True)
        pull["assignees"] = [
            x for x in pull["assignees"] if x not in call.body.get("assignees", [])
        ]
        self.touch(pull)
        return self.issue_view(repo, pull)

    @operation("issues/list-for-repo")
    def issues_list_for_repo(self, call):
        repo = self.find_repo(call)
        st = call.query.get("state", "open")
        ls = set(filter(None, call.query.get("labels", "").split(",")))
        return self.page(
            call,
            [
                self.issue_view(repo, pull)
                for pull in sorted(repo["prs"].values(), key=lambda pull: -pull["number"])
                if st in ("all", pull["state"])
                and len(self.log) - pull["born"] >= self.limits["pr_list_lag"]
                and ls <= set(pull["labels"])
                and (call.query.get("creator") in (None, pull["user"]))
            ],
        )

    def add_comment(self, repo, pull, who, body):
        x = {
            "id": self.next_id(),
            "node_id": "IC",
            "body": body,
            "user": who,
            "created_at": self.now(),
            "updated_at": self.now(False),
            "html_url": self.base(),
            "issue_url": self.base(),
        }
        pull["comments"].append(x)
        self.fire(
            "issue_comment",
            "created",
            repo,
            {
                "issue": self.issue_view(repo, pull),
                "comment": self.comment_view(repo, x),
                "sender": self.user(who),
            },
        )
        return x

    @operation("issues/create-comment")
    def issues_create_comment(self, call):
        repo, pull = self.find_pull(call, "issue_number", True)
        return (
            201,
            self.comment_view(
                repo, self.add_comment(repo, pull, call.token["login"], call.body["body"])
            ),
        )

    @operation("issues/delete-comment")
    def issues_delete_comment(self, call):
        for pull in self.find_repo(call)["prs"].values():
            for x in pull["comments"]:
                if str(x["id"]) == call.params["comment_id"]:
                    pull["comments"].remove(x)
                    return 204, None
        raise GitHubError(404, "Not Found")

    @operation("issues/list-comments")
    def issues_list_comments(self, call):
        repo, pull = self.find_pull(call, "issue_number", True)
        return self.page(call, [self.comment_view(repo, x) for x in pull["comments"]])

    @operation("issues/update-comment")
    def issues_update_comment(self, call):
        for pull in self.find_repo(call)["prs"].values():
            for x in pull["comments"]:
                if str(x["id"]) == call.params["comment_id"]:
                    x["body"] = call.body["body"]
                    x["updated_at"] = self.touch(pull)
                    return self.comment_view(self.find_repo(call), x)
        raise GitHubError(404, "Not Found")

    @operation("issues/get")
    def issues_get(self, call):
        return self.issue_view(*self.find_pull(call, "issue_number", True))

    @operation("issues/update")
    def issues_update(self, call):
        repo, pull = self.find_pull(call, "issue_number", True)
        who, old = call.token["login"], dict(pull)
        if not pull["head"]:
            self.need_issues(repo)
        pull.update({k: v for k, v in call.body.items() if k in ("title", "body", "state")})
        if "labels" in call.body:
            pull["labels"] = self.labels_in(call)
        at = self.touch(pull)
        if pull["body"] != old["body"]:
            pull["edits"].append({"by": who, "at": at, "body": pull["body"]})
        if pull["state"] != old["state"]:
            closed = pull["state"] == "closed"
            pull["closed_at"], pull["closed_by"] = (at, who) if closed else (None, None)
            reason = "completed" if closed else "reopened"
            pull["state_reason"] = call.body.get("state_reason") or reason
        if not pull["head"] and pull["body"] != old["body"]:
            self.edited(repo, pull, old["body"], who)
        return self.issue_view(repo, pull)

    @operation("issues/create")
    def issues_create(self, call):
        repo = self.find_repo(call)
        self.need_issues(repo)
        if len(call.body.get("body") or "") > 65536:
            raise invalid(
                "Issue", "body", "custom", "body is too long (maximum is 65536 characters)"
            )
        who = call.token["login"]
        issue = self.new_pr(
            repo,
            title=str(call.body["title"]),
            body=call.body.get("body"),
            labels=self.labels_in(call),
            assignees=call.body.get("assignees", []),
            user=who,
        )
        return 201, self.issue_view(repo, issue)

    def need_issues(self, repo):
        """A repository can have its issues switched off."""
        if not repo.get("has_issues", True):
            raise GitHubError(410, "Issues has been disabled in this repository.")

    def edited(self, repo, issue, before, who):
        change = {
            "issue": self.issue_view(repo, issue),
            "changes": {"body": {"from": before or ""}},
            "sender": self.user(who),
        }
        self.fire("issues", "edited", repo, change)

    def control_issue(self, method, body, query):
        """A person's action: `{repo, issue, by, body, state}`; opens one without a number."""
        repo = self.repos[body["repo"].lower()]
        who = body.get("by", "human")
        if "issue" not in body:
            return self.pr_state(
                self.new_pr(repo, title=body["title"], body=body.get("body"), user=who)
            )
        issue = repo["prs"][body["issue"]]
        before = issue["body"]
        at = self.touch(issue)
        if body.get("body", before) != before:
            issue["body"] = body["body"]
            issue["edits"].append({"by": who, "at": at, "body": issue["body"]})
            self.edited(repo, issue, before, who)
        if body.get("state", issue["state"]) != issue["state"]:
            issue["state"] = body["state"]
            closed = issue["state"] == "closed"
            issue["closed_at"], issue["closed_by"] = (at, who) if closed else (None, None)
        return self.pr_state(issue)

    def control_comment(self, method, body, query):
        repo = self.repos[body["repo"].lower()]
        return self.add_comment(
            repo, repo["prs"][body["pr"]], body.get("user", "human"), body["body"]
        )
