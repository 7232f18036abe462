"""The issue that every pull request is: labels, milestones, comments and reactions."""

import re

from errors import HostError
from gitea.words import REACTIONS
from host import operation


class Issues:
    def system(self, repo, pull, who, kind):
        """Adds a system comment; its id is counted with those of comments, as on Gitea."""
        return self.add_comment(repo, pull, who, "", system=kind)

    @operation("issueListIssues")
    def issue_list_issues(self, call):
        repo = self.find_repo(call)
        q = call.query
        st = q.get("state", "open")
        self.need_issues(repo, q.get("type") == "pulls")
        kinds = {"pulls": ["prs"], "issues": ["issues"]}.get(q.get("type"), ["prs", "issues"])
        ps = [
            pull
            for kind in kinds
            for pull in repo[kind].values()
            if len(self.log) - pull["born"] >= self.limits["pr_list_lag"]
            and (st == "all" or pull["state"] == st)
            and (not q.get("since") or pull["updated_at"] >= q["since"][:19])
            and (not q.get("created_by") or pull["user"] == q["created_by"])
        ]
        ps.sort(key=lambda pull: (pull["created_at"], pull["number"]), reverse=True)
        return [self.issue_view(repo, pull) for pull in self.page(call, ps)]

    @operation("issueSearchIssues")
    def issue_search_issues(self, call):
        """Lists issues of all repositories; without words the host reads its database."""
        q = call.query
        state = q.get("state", "open")
        kinds = {"pulls": ["prs"], "issues": ["issues"]}.get(q.get("type"), ["prs", "issues"])
        found = [
            (repo, x)
            for repo in self.seen(call)
            for kind in kinds
            for x in repo[kind].values()
            if state in ("all", x["state"])
            and (q.get("created") != "true" or x["user"] == call.token["login"])
            and (not q.get("since") or x["updated_at"] >= q["since"][:19])
        ]
        found.sort(key=lambda x: (x[1]["created_at"], x[1]["id"]), reverse=True)
        return [self.issue_view(repo, x) for repo, x in self.page(call, found)]

    @operation("issueGetIssue")
    def issue_get_issue(self, call):
        return self.issue_view(*self.find_issue(call))

    def find_issue(self, call, write=None):
        """Finds an issue or the issue of a pull request; everybody may change an own issue."""
        repo = self.find_repo(call)
        n = int(call.params["index"] or 0) if call.params["index"].isdigit() else 0
        issue = repo["issues"].get(n)
        if not issue:
            return self.find_pull(call, write)
        if write and issue["user"] != call.token["login"]:
            self.find_repo(call, write)
        return repo, issue

    def need_issues(self, repo, is_pull=False):
        """A repository can have its issues switched off."""
        if not repo["has_issues"] and not is_pull:
            raise self.gone()

    @operation("issueCreateIssue")
    def issue_create_issue(self, call):
        repo = self.find_repo(call)
        self.need_issues(repo)
        who = call.token["login"]
        issue = self.new_issue(
            repo, title=call.body["title"], body=call.body.get("body") or "", user=who
        )
        return 201, self.issue_view(repo, issue)

    def edited(self, repo, issue, before, who):
        if self.hooks:
            self.fire(
                "issues",
                {
                    "action": "edited",
                    "number": issue["number"],
                    "changes": {"body": {"from": before}},
                    "issue": self.issue_view(repo, issue),
                    "repository": self.repo_view(repo),
                    "sender": self.user(who),
                    "commit_id": "",
                },
            )

    @operation("issueEditIssue")
    def issue_edit_issue(self, call):
        repo, pull = self.find_issue(call, "write")
        b = call.body
        if not pull["head"]:
            return 201, self.edit_issue(repo, pull, b, call.token["login"])
        if b.get("title"):
            self.set_title(pull, b["title"])
        if b.get("body") is not None:
            pull["body"] = b["body"]
        if b.get("assignees") is not None:
            self.assign(pull, b["assignees"])
        if b.get("milestone"):
            pull["milestone"] = b["milestone"]
        if b.get("state") == "closed" and pull["state"] == "open":
            self.close(repo, pull, call.token["login"])
            self.announce(repo, pull, "closed", call.token["login"])
        elif b.get("state") == "open" and pull["state"] == "closed" and not pull["merged_at"]:
            self.reopen(repo, pull, call.token["login"])
            self.announce(repo, pull, "open", call.token["login"])
        self.touch(pull)
        return 201, self.issue_view(repo, pull)

    def edit_issue(self, repo, issue, changes, who):
        before = issue["body"]
        issue["title"] = changes.get("title") or issue["title"]
        self.touch(issue)
        if changes.get("body") is not None and changes["body"] != before:
            issue["body"] = changes["body"]
            self.edited(repo, issue, before, who)
        if changes.get("state", issue["state"]) != issue["state"]:
            (self.close if changes["state"] == "closed" else self.reopen)(repo, issue, who)
        return self.issue_view(repo, issue)

    def control_issue(self, method, body, query):
        """A person's action: `{repo, issue, by, body, state}`; opens one without a number."""
        repo = self.repo(body["repo"])
        who = body.get("by", "human")
        if "issue" not in body:
            issue = self.new_issue(repo, title=body["title"], body=body.get("body"), user=who)
        else:
            issue = repo["issues"][body["issue"]]
            self.edit_issue(repo, issue, body, who)
        return self.pr_state(issue)

    @operation("issueGetLabels")
    def issue_get_labels(self, call):
        return self.labels_view(*self.find_pull(call))

    def relabel(self, call, f):
        repo, pull = self.find_pull(call, "write")
        pull["labels"] = list(
            dict.fromkeys(f(repo, pull, self.ids_to_names(repo, (call.body or {}).get("labels"))))
        )
        self.touch(pull)
        self.system(repo, pull, call.token["login"], "label")
        self.hook_pr(repo, pull, "label_updated", call.token["login"])
        return self.labels_view(repo, pull)

    @operation("issueAddLabel")
    def issue_add_label(self, call):
        return self.relabel(call, lambda r, p, n: p["labels"] + n)

    @operation("issueReplaceLabels")
    def issue_replace_labels(self, call):
        return self.relabel(call, lambda r, p, n: n)

    @operation("issueRemoveLabel")
    def issue_remove_label(self, call):
        repo, pull = self.find_pull(call, "write")
        pull["labels"] = (
            [
                x
                for x in pull["labels"]
                if next(label for label in repo["labels"] if label["name"] == x)["id"]
                != int(call.params["id"] or 0)
            ]
            if (call.params["id"] or "").isdigit()
            else pull["labels"]
        )
        self.touch(pull)
        return 204, None

    @operation("issueListLabels")
    def issue_list_labels(self, call):
        repo = self.find_repo(call)
        return [
            self.label_view(repo, x)
            for x in self.page(call, sorted(repo["labels"], key=lambda x: x["name"]), link=False)
        ]

    @operation("issueGetLabel")
    def issue_get_label(self, call):
        repo = self.find_repo(call)
        x = next((x for x in repo["labels"] if str(x["id"]) == call.params["id"]), None)
        if not x:
            raise self.gone()
        return self.label_view(repo, x)

    @operation("issueCreateLabel")
    def issue_create_label(self, call):
        """Creates a label, even a second one with the same name, as Gitea does."""
        r = self.find_repo(call, "write")
        if not re.fullmatch("#?([0-9a-fA-F]{6}|[0-9a-fA-F]{3})", call.body["color"]):
            raise self.fail(422, f"bad color code: {call.body['color']}")
        return (
            201,
            self.label_view(
                r,
                self.new_label(
                    r, call.body["name"], call.body["color"], call.body.get("description") or ""
                ),
            ),
        )

    @operation("issueGetMilestonesList")
    def issue_get_milestones_list(self, call):
        return [
            self.milestone_view(x)
            for x in self.page(
                call,
                [
                    m
                    for m in self.find_repo(call)["milestones"]
                    if call.query.get("name") in (None, m["title"])
                ],
            )
        ]

    @operation("issueGetComments")
    def issue_get_comments(self, call):
        """Returns all comments: Gitea has no pages here."""
        repo, pull = self.find_issue(call)
        xs = [
            x
            for x in pull["comments"]
            if not x.get("system") and x["updated_at"] >= call.query.get("since", "")[:19]
        ]
        call.reply_headers["X-Total-Count"] = len(xs)
        return [self.comment_view(repo, pull, x) for x in xs]

    @operation("issueCreateComment")
    def issue_create_comment(self, call):
        repo, pull = self.find_issue(call)
        if not call.body["body"]:
            raise self.fail(422, "[Body]: Required")
        x = self.add_comment(repo, pull, call.token["login"], call.body["body"])
        self.commented(repo, pull, x)
        return 201, self.comment_view(repo, pull, x)

    def comment(self, call):
        repo = self.find_repo(call)
        for pull in [*repo["prs"].values(), *repo["issues"].values()]:
            for x in pull["comments"]:
                if str(x["id"]) == call.params["id"]:
                    return repo, pull, x
        raise self.gone()

    @operation("issueGetComment")
    def issue_get_comment(self, call):
        repo, pull, x = self.comment(call)
        return (204, None) if x.get("system") else self.comment_view(repo, pull, x)

    @operation("issueEditComment")
    def issue_edit_comment(self, call):
        repo, pull, x = self.comment(call)
        if x["user"] != call.token["login"] and self.role(repo, call.token["login"]) != "admin":
            raise HostError(403, b"")
        x["body"] = call.body["body"]
        x["updated_at"] = self.now()
        self.touch(pull)
        return self.comment_view(repo, pull, x)

    @operation("issueDeleteComment")
    def issue_delete_comment(self, call):
        repo, pull, x = self.comment(call)
        pull["comments"].remove(x)
        return 204, None

    @operation("issueGetCommentReactions")
    def issue_get_comment_reactions(self, call):
        return [self.reaction_view(e) for e in self.comment(call)[2]["reactions"]] or None

    @operation("issuePostCommentReaction")
    def issue_post_comment_reaction(self, call):
        repo, pull, x = self.comment(call)
        n, who = call.body.get("content"), call.token["login"]
        if n not in REACTIONS:
            raise self.fail(403, f"'{n}' is not an allowed reaction")
        e = next((e for e in x["reactions"] if e["user"] == who and e["content"] == n), None)
        if e:
            return 200, self.reaction_view(e)
        e = {"user": who, "content": n, "at": self.now()}
        x["reactions"].append(e)
        return 201, self.reaction_view(e)

    @operation("issueDeleteCommentReaction")
    def issue_delete_comment_reaction(self, call):
        repo, pull, x = self.comment(call)
        x["reactions"][:] = [
            e
            for e in x["reactions"]
            if (e["user"], e["content"]) != (call.token["login"], call.body.get("content"))
        ]
        return 200, None

    @operation("issueGetCommentsAndTimeline")
    def issue_get_comments_and_timeline(self, call):
        repo, pull = self.find_issue(call)
        return [
            {
                "id": x["id"],
                "type": x.get("system") or "comment",
                "html_url": self.base(),
                "pull_request_url": f"{self.base()}/{repo['full_name']}/pulls/{pull['number']}",
                "issue_url": "",
                "user": self.user(x["user"]),
                "body": x["body"],
                "created_at": x["created_at"],
                "updated_at": x["updated_at"],
            }
            for x in self.page(call, pull["comments"])
        ]
