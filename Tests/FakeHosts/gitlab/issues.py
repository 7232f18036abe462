"""Issues, whose numbers are apart from those of merge requests."""

from gitlab.words import fail, stamp
from host import number, operation


class Issues:
    def find_issue(self, call, write=None):
        repo = self.project(call, write)
        self.need_issues(repo)
        n = call.params.get("issue_iid") or call.params["noteable_id"]
        issue = repo["issues"].get(int(n)) if n.isdigit() else None
        if not issue:
            raise fail(404, "404 Not found")
        return repo, issue

    def need_issues(self, repo):
        """A project can have its issues switched off."""
        if not repo["has_issues"]:
            raise fail(403, "403 Forbidden")

    def issue_view(self, repo, issue):
        def who(login):
            return self.user(login) if login else None

        return {
            "id": issue["id"],
            "iid": issue["number"],
            "project_id": repo["id"],
            "title": issue["title"],
            "description": issue["body"],
            "state": {"open": "opened"}.get(issue["state"], issue["state"]),
            "created_at": stamp(issue["created_at"]),
            "updated_at": stamp(issue["updated_at"]),
            "closed_at": stamp(issue["closed_at"]) if issue["closed_at"] else None,
            "closed_by": who(issue["closed_by"]),
            "author": self.user(issue["user"]),
            "assignees": [],
            "labels": issue["labels"],
            "user_notes_count": len([x for x in issue["comments"] if not x.get("system")]),
            "web_url": f"{self.base()}/{repo['full_name']}/-/issues/{issue['number']}",
            "confidential": False,
        }

    @operation("getApiV4ProjectsIdIssues")
    def get_projects_id_issues(self, call):
        repo = self.project(call)
        self.need_issues(repo)
        q = call.query
        state = {"opened": "open", "closed": "closed"}.get(q.get("state"))
        found = [
            x
            for x in repo["issues"].values()
            if len(self.log) - x["born"] >= self.limits["pr_list_lag"]
            and state in (None, x["state"])
            and q.get("author_username") in (None, x["user"])
        ]
        found.sort(key=lambda x: (x["created_at"], x["number"]), reverse=True)
        return [self.issue_view(repo, x) for x in self.page(call, found)]

    @operation("postApiV4ProjectsIdIssues")
    def post_projects_id_issues(self, call):
        repo = self.project(call, "read")
        self.need_issues(repo)
        self.check_lengths(call.body)
        who = call.token["login"]
        issue = self.new_issue(repo, "next_issue", title=call.body["title"], user=who)
        issue["body"], _ = self.quick(repo, issue, who, call.body.get("description") or "")
        return 201, self.issue_view(repo, issue)

    @operation("getApiV4ProjectsIdIssuesIssueIid")
    def get_projects_id_issues_issue_iid(self, call):
        return self.issue_view(*self.find_issue(call))

    @operation("putApiV4ProjectsIdIssuesIssueIid")
    def put_projects_id_issues_issue_iid(self, call):
        repo, issue = self.find_issue(call, "read")
        who = call.token["login"]
        if issue["user"] != who and self.role(repo, who) not in ("write", "admin"):
            raise fail(403, "403 Forbidden")
        self.edit_issue(repo, issue, call.body, who)
        return self.issue_view(repo, issue)

    def edit_issue(self, repo, issue, changes, who):
        """Edits an issue; GitLab notes who changed the description, and who ticked a box."""
        self.check_lengths(changes)
        before = issue["body"]
        issue["title"] = changes.get("title", issue["title"])
        self.touch(issue)
        if changes.get("description", before) != before:
            issue["body"], _ = self.quick(repo, issue, who, changes["description"])
            ticked = issue["body"].replace("[x]", "[ ]") == (before or "").replace("[x]", "[ ]")
            words = "marked the checklist item **one** as completed"
            self.note(repo, issue, who, words if ticked else "changed the description")
            self.hook_issue(repo, issue, before, who)
        event = changes.get("state_event")
        if event == "close" and issue["state"] == "open":
            self.close(repo, issue, who)
        if event == "reopen" and issue["state"] == "closed":
            self.reopen(repo, issue, who)

    def hook_issue(self, repo, issue, before, who):
        if not self.hooks:
            return
        self.fire(
            "Issue Hook",
            {
                "object_kind": "issue",
                "event_type": "issue",
                "user": self.hook_user(who),
                "project": self.hook_project(repo),
                "repository": self.hook_repository(repo),
                "object_attributes": {
                    "id": issue["id"],
                    "iid": issue["number"],
                    "title": issue["title"],
                    "description": issue["body"],
                    "author_id": number(issue["user"]),
                    "project_id": repo["id"],
                    "state": {"open": "opened"}.get(issue["state"], issue["state"]),
                    "action": "update",
                },
                "changes": {"description": {"previous": before, "current": issue["body"]}},
                "labels": [],
                "assignees": [],
            },
        )

    @operation("getApiV4ProjectsIdIssuesNoteableIdNotes")
    def get_projects_id_issues_noteable_id_notes(self, call):
        repo, issue = self.find_issue(call)
        wanted = call.query.get("activity_filter", "all_notes")
        found = [
            x
            for x in issue["comments"]
            if wanted == "all_notes" or (wanted == "only_activity") == bool(x.get("system"))
        ]
        key = call.query.get("order_by", "created_at")
        is_descending = call.query.get("sort", "desc") == "desc"
        found.sort(key=lambda x: (x[key], x["id"]), reverse=is_descending)
        return [
            {**self.note_view(repo, issue, x), "noteable_type": "Issue"}
            for x in self.page(call, found)
        ]

    def control_issue(self, method, body, query):
        """A person's action: `{repo, issue, by, body, state}`; opens one without a number."""
        repo = self.repo(body["repo"])
        who = body.get("by", "human")
        if "issue" not in body:
            title, text = body["title"], body.get("body") or ""
            issue = self.new_issue(repo, "next_issue", title=title, body=text, user=who)
        else:
            issue = repo["issues"][body["issue"]]
            changes = {"description": body["body"]} if "body" in body else {}
            if "state" in body:
                changes["state_event"] = "close" if body["state"] == "closed" else "reopen"
            self.edit_issue(repo, issue, changes, who)
        return self.pr_state(issue)
