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
        ps = [
            pull
            for pull in repo["prs"].values()
            if q.get("type") in (None, "", "pulls")
            and (st == "all" or pull["state"] == st)
            and (not q.get("since") or pull["updated_at"] >= q["since"][:19])
            and (not q.get("created_by") or pull["user"] == q["created_by"])
        ]
        ps.sort(key=lambda pull: (pull["created_at"], pull["number"]), reverse=True)
        return [self.issue_view(repo, pull) for pull in self.page(call, ps)]

    @operation("issueGetIssue")
    def issue_get_issue(self, call):
        return self.issue_view(*self.find_pull(call))

    @operation("issueEditIssue")
    def issue_edit_issue(self, call):
        repo, pull = self.find_pull(call, "write")
        b = call.body
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
        repo, pull = self.find_pull(call)
        xs = [
            x
            for x in pull["comments"]
            if not x.get("system") and x["updated_at"] >= call.query.get("since", "")[:19]
        ]
        call.reply_headers["X-Total-Count"] = len(xs)
        return [self.comment_view(repo, pull, x) for x in xs]

    @operation("issueCreateComment")
    def issue_create_comment(self, call):
        repo, pull = self.find_pull(call)
        if not call.body["body"]:
            raise self.fail(422, "[Body]: Required")
        x = self.add_comment(repo, pull, call.token["login"], call.body["body"])
        self.commented(repo, pull, x)
        return 201, self.comment_view(repo, pull, x)

    def comment(self, call):
        repo = self.find_repo(call)
        for pull in repo["prs"].values():
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
        repo, pull = self.find_pull(call)
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
