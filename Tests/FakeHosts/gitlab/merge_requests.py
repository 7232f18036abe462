"""Merge requests: list, create, edit."""

import re

from errors import HostError
from gitlab.words import fail, stamp
from host import number, operation
from repository import branches, rev_list


class MergeRequests:
    def set_title(self, pull, title):
        pull["title"] = title
        pull["draft"] = bool(re.match("(?i)^\\s*(\\[draft\\]|\\(draft\\)|draft:|draft -)", title))

    def set_labels(self, repo, pull, names):
        for x in names:
            if not any(label["name"] == x for label in repo["labels"]):
                self.new_label(repo, x, "6699cc")
        pull["labels"] = list(dict.fromkeys(names))

    def close(self, repo, pull, who):
        super().close(repo, pull, who)
        pull["auto_merge"] = None
        pull["events"].append(
            {"id": self.next_id(), "who": who, "state": "closed", "at": self.now(False)}
        )
        self.note(repo, pull, who, "closed")

    def reopen(self, repo, pull, who):
        super().reopen(repo, pull, who)
        pull["events"].append(
            {"id": self.next_id(), "who": who, "state": "reopened", "at": self.now(False)}
        )
        self.note(repo, pull, who, "reopened")

    @operation("getApiV4ProjectsIdMergeRequests")
    def get_projects_id_merge_requests(self, call):
        repo = self.project(call)
        q = call.query
        st = {"opened": "open"}.get(q.get("state", "all"), q.get("state", "all"))
        ps = [
            pull
            for pull in repo["prs"].values()
            if len(self.log) - pull["born"] >= self.limits["pr_list_lag"]
        ]
        ps = [
            pull
            for pull in ps
            if st == "all"
            or (st == "merged" and pull["merged_at"])
            or (st == "closed" and pull["state"] == "closed" and not pull["merged_at"])
            or (st == "open" and pull["state"] == "open")
        ]
        for k, f in (
            ("source_branch", lambda pull: pull["head"]),
            ("target_branch", lambda pull: pull["base"]),
            ("author_username", lambda pull: pull["user"]),
        ):
            if q.get(k):
                ps = [pull for pull in ps if f(pull) == q[k]]
        if q.get("author_id"):
            ps = [pull for pull in ps if str(number(pull["user"])) == q["author_id"]]
        if q.get("updated_after"):
            ps = [pull for pull in ps if pull["updated_at"] >= q["updated_after"][:19]]
        if q.get("labels"):
            ps = [pull for pull in ps if set(q["labels"].split(",")) <= set(pull["labels"])]
        if q.get("search"):
            ps = [
                pull
                for pull in ps
                if q["search"].lower() in (pull["title"] + (pull["body"] or "")).lower()
            ]
        if q.get("iids[]"):
            ps = [pull for pull in ps if str(pull["number"]) == q["iids[]"]]
        ps.sort(
            key=lambda pull: (
                pull["updated_at"] if q.get("order_by") == "updated_at" else pull["created_at"],
                pull["number"],
            ),
            reverse=q.get("sort", "desc") == "desc",
        )
        return [
            self.mr_view(repo, pull, call, labels=q.get("with_labels_details") in ("true", "1"))
            for pull in self.page(call, ps)
        ]

    @operation("getApiV4ProjectsIdMergeRequestsMergeRequestIid")
    def get_projects_id_merge_requests_merge_request_iid(self, call):
        repo, pull = self.find_mr(call)
        o = self.mr_view(repo, pull, call, True)
        # A request starts the check of the mergeability, and the next one sees its result.
        pull["checks"] -= pull["checks"] > 0
        return o

    def twin(self, repo, pull):
        return next(
            (
                x
                for x in repo["prs"].values()
                if x is not pull
                and x["state"] == "open"
                and (x["head"] == pull["head"])
                and (x["base"] == pull["base"])
            ),
            None,
        )

    def check_lengths(self, b):
        if "title" in b and not b["title"].strip():
            raise fail(400, {"title": ["can't be blank"]})
        if len(b.get("title") or "") > 255:
            raise fail(400, {"title": ["is too long (maximum is 255 characters)"]})
        if len(b.get("description") or "") > 1048576:
            raise fail(400, {"description": ["is too long (maximum is 1048576 characters)"]})

    def split(self, x):
        return [y.strip() for y in x.split(",") if y.strip()] if isinstance(x, str) else x or []

    def apply(self, repo, pull, b, who):
        if "title" in b:
            self.set_title(pull, b["title"])
        if "labels" in b:
            self.set_labels(repo, pull, self.split(b["labels"]))
        if "add_labels" in b:
            self.set_labels(repo, pull, pull["labels"] + self.split(b["add_labels"]))
        if "remove_labels" in b:
            self.set_labels(
                repo, pull, [x for x in pull["labels"] if x not in self.split(b["remove_labels"])]
            )
        for k, f in (("assignee_ids", "assignees"), ("reviewer_ids", "reviewers")):
            if k in b:
                ids = [x for x in (self.login(i) for i in self.split(b[k]) if str(i) != "0") if x]
                pull[f] = ids if self.limits["multiple_assignees"] else ids[:1]
        if "assignee_id" in b:
            pull["assignees"] = [x for x in [self.login(b["assignee_id"] or 0)] if x]
        if "milestone_id" in b:
            pull["milestone"] = next(
                (m["id"] for m in repo["milestones"] if m["id"] == b["milestone_id"]), None
            )
        if "description" in b:
            pull["body"], _ = self.quick(repo, pull, who, b["description"])
        for k, f in (
            ("squash", "squash"),
            ("remove_source_branch", "force_remove"),
            ("discussion_locked", "locked"),
        ):
            if k in b:
                pull[f] = b[k]

    @operation("postApiV4ProjectsIdMergeRequests")
    def post_projects_id_merge_requests(self, call):
        repo = self.project(call, "write")
        b = call.body
        self.check_lengths(b)
        who = call.token["login"]
        if not repo["settings"]["merge_requests_enabled"]:
            raise fail(403, "403 Forbidden")
        if b["source_branch"] == b["target_branch"]:
            raise fail(422, ["You can't use same project/branch for source and target"])
        s = branches(repo).get(b["source_branch"])
        if not s or b["target_branch"] not in branches(repo):
            raise fail(
                400, {"base": [f"{('Source' if not s else 'Target')} branch does not exist"]}
            )
        t = self.twin(repo, {"head": b["source_branch"], "base": b["target_branch"]})
        if t:
            raise fail(
                409,
                [
                    "Another open merge request already exists for this source branch: "
                    f"!{t['number']}"
                ],
            )
        p = self.new_pr(
            repo, head=b["source_branch"], head_sha=s, base=b["target_branch"], user=who
        )
        self.apply(repo, p, b, who)
        self.hook_mr(repo, p, "open", who)
        return 201, self.mr_view(repo, p, call, True)

    @operation("putApiV4ProjectsIdMergeRequestsMergeRequestIid")
    def put_projects_id_merge_requests_merge_request_iid(self, call):
        repo, pull = self.find_mr(call, "write")
        b = call.body
        self.check_lengths(b)
        who = call.token["login"]
        if not b:
            raise HostError(
                400,
                {
                    "error": "assignee_id, assignee_ids, reviewer_ids, description, labels, "
                    "milestone_id, state_event, target_branch, title, discussion_locked, squash "
                    "are missing, at least one parameter must be provided"
                },
            )
        if b.get("target_branch"):
            if (
                self.twin(repo, {**pull, "base": b["target_branch"]})
                and b["target_branch"] != pull["base"]
            ):
                raise fail(
                    409, ["Another open merge request already exists for this source branch"]
                )
            pull["base"] = b["target_branch"]
            pull["checks"] = self.limits["mergeable_lag"]
        if b.get("state_event") == "reopen" and pull["state"] == "closed" and not pull["merged_at"]:
            t = self.twin(repo, pull)
            if t:
                raise fail(
                    409,
                    [
                        "Another open merge request already exists for this source branch: "
                        f"!{t['number']}"
                    ],
                )
            if pull["head"] in branches(repo):
                self.reopen(repo, pull, who)
                self.announce(repo, pull, "open", who)
        self.apply(repo, pull, b, who)
        if b.get("state_event") == "close" and pull["state"] == "open":
            self.close(repo, pull, who)
            self.announce(repo, pull, "closed", who)
        elif "state_event" not in b:
            self.hook_mr(repo, pull, "update", who)
        self.touch(pull)
        return self.mr_view(repo, pull, call, True)

    @operation("getApiV4ProjectsIdMergeRequestsMergeRequestIidCommits")
    def get_projects_id_merge_requests_merge_request_iid_commits(self, call):
        repo, pull = self.find_mr(call)
        return [
            self.commit_view(repo, x)
            for x in self.page(
                call, rev_list(repo, f"refs/heads/{pull['base']}..{pull['head_sha']}")
            )
        ]

    @operation("getApiV4ProjectsIdMergeRequestsMergeRequestIidPipelines")
    def get_projects_id_merge_requests_merge_request_iid_pipelines(self, call):
        repo, pull = self.find_mr(call)
        return [
            self.pipeline_view(repo, x)
            for x in self.page(
                call, [x for x in reversed(repo["pipelines"]) if x["sha"] == pull["head_sha"]]
            )
        ]

    @operation("getApiV4ProjectsIdMergeRequestsMergeRequestIidReviewers")
    def get_projects_id_merge_requests_merge_request_iid_reviewers(self, call):
        repo, pull = self.find_mr(call)
        return [
            {
                "user": self.user(x),
                "state": pull["reviews"].get(x, "unreviewed"),
                "created_at": stamp(pull["created_at"]),
            }
            for x in dict.fromkeys([*pull["reviewers"], *pull["reviews"]])
        ]

    @operation("getApiV4ProjectsIdMergeRequestsMergeRequestIidApprovals")
    def get_projects_id_merge_requests_merge_request_iid_approvals(self, call):
        repo, pull = self.find_mr(call)
        return {
            "user_has_approved": bool(
                call.token and pull["reviews"].get(call.token["login"]) == "approved"
            ),
            "user_can_approve": False,
            "approved": len([x for x in pull["reviews"].values() if x == "approved"])
            >= repo["settings"]["approvals_required"],
            "approved_by": [
                {"user": self.user(x), "approved_at": stamp(pull["updated_at"])}
                for x, v in pull["reviews"].items()
                if v == "approved"
            ],
        }

    @operation("getApiV4ProjectsIdMergeRequestsEventableIidResourceStateEvents")
    def get_projects_id_merge_requests_eventable_iid_resource_state_events(self, call):
        repo, pull = self.find_mr(call)
        return self.page(
            call,
            [
                {
                    "id": e["id"],
                    "user": self.user(e["who"]),
                    "created_at": stamp(e["at"]),
                    "resource_type": "MergeRequest",
                    "resource_id": pull["id"],
                    "source_commit": None,
                    "source_merge_request_id": None,
                    "state": e["state"],
                }
                for e in pull["events"]
            ],
        )
