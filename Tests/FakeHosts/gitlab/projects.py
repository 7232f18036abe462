"""Projects, members, labels, milestones and rules."""

import re

from gitlab.words import LEVEL, fail, missing, stamp
from host import number, operation


class Projects:
    @operation("getApiV4Version", "getApiV4Metadata")
    def get_version(self, call):
        return {
            "version": "18.5.0-ee" if self.limits["premium"] else "18.5.0",
            "revision": "fake",
            **(
                {
                    "kas": {"enabled": False, "externalUrl": None, "version": None},
                    "enterprise": self.limits["premium"],
                }
                if "Metadata" in call.operation["id"]
                else {}
            ),
        }

    @operation("getApiV4User")
    def get_user(self, call):
        if call.token is None:
            raise fail(401, "401 Unauthorized")
        u = self.user(call.token["login"])
        return {
            k: v
            for k, v in {
                **u,
                "email": "bot@fake.invalid",
                "bio": "",
                "public_email": None,
                "bot": True,
                "created_at": "2026-01-01T00:00:00.000Z",
                "commit_email": "bot@fake.invalid",
                "can_create_project": False,
                "two_factor_enabled": False,
            }.items()
            if k not in ("avatar_path",)
        }

    @operation("getApiV4Users")
    def get_users(self, call):
        return self.page(
            call,
            [self.user(call.query["username"])]
            if call.query.get("username") and self.exists(call.query["username"])
            else [],
        )

    @operation("getApiV4PersonalAccessTokensSelf")
    def get_personal_access_tokens_self(self, call):
        return {
            "id": 1,
            "name": "martlet",
            "revoked": False,
            "created_at": "2026-01-01T00:00:00.000Z",
            "description": None,
            "scopes": call.token.get("scopes") or ["api"],
            "user_id": number(call.token["login"]),
            "last_used_at": None,
            "active": True,
            "expires_at": "2027-01-01",
        }

    def listed(self, call, rs):
        q = call.query
        rs = [repo for repo in rs if self.can_see(repo, call.token)]
        if q.get("archived") in ("true", "false"):
            rs = [repo for repo in rs if repo["archived"] == (q["archived"] == "true")]
        if q.get("membership") in ("true", "1"):
            rs = [repo for repo in rs if LEVEL[self.role(repo, call.token["login"])] >= 20]
        if q.get("min_access_level"):
            rs = [
                repo
                for repo in rs
                if LEVEL[self.role(repo, call.token["login"])] >= int(q["min_access_level"])
            ]
        if q.get("with_merge_requests_enabled") == "true":
            rs = [repo for repo in rs if repo["settings"]["merge_requests_enabled"]]
        if q.get("search"):
            rs = [repo for repo in rs if q["search"].lower() in repo["name"].lower()]
        rs.sort(
            key=lambda repo: (
                repo["full_name"] if q.get("order_by") in ("name", "path") else repo["id"]
            ),
            reverse=q.get("sort", "desc") == "desc",
        )
        return [
            self.project_view(repo, call, q.get("simple") in ("true", "1"))
            for repo in self.page(call, rs)
        ]

    @operation("getApiV4Projects")
    def get_projects(self, call):
        return self.listed(call, list(self.repos.values()))

    @operation("getApiV4GroupsIdProjects")
    def get_groups_id_projects(self, call):
        g = call.params["id"].lower()
        deep = call.query.get("include_subgroups") in ("true", "1")
        inside = [
            repo
            for repo in self.repos.values()
            if repo["owner"].lower() == g
            or str(number(repo["owner"])) == g
            or (repo["owner"].lower() + "/").startswith(g + "/")
        ]
        if not inside:
            raise missing("Group")
        return self.listed(
            call,
            [
                repo
                for repo in inside
                if deep or repo["owner"].lower() == g or str(number(repo["owner"])) == g
            ],
        )

    @operation("getApiV4ProjectsId")
    def get_projects_id(self, call):
        return self.project_view(self.project(call), call)

    def member(self, repo, login):
        line = LEVEL[self.role(repo, login)]
        return (
            {
                **self.user(login),
                "access_level": line,
                "created_at": stamp(repo["created_at"]),
                "expires_at": None,
                "membership_state": "active",
            }
            if login in repo["collaborators"] or login in (repo["owner"], self.bot, "bot")
            else None
        )

    @operation("getApiV4ProjectsIdMembersAllUserId", "getApiV4ProjectsIdMembersUserId")
    def get_projects_id_members_all_user_id(self, call):
        r = self.project(call)
        login = self.login(call.params["user_id"])
        m = login and self.member(r, login)
        if not m:
            raise missing("Not found") if False else fail(404, "404 Not found")
        return m

    @operation("getApiV4ProjectsIdMembersAll", "getApiV4ProjectsIdMembers")
    def get_projects_id_members_all(self, call):
        return self.page(
            call,
            [
                m
                for m in (
                    self.member(self.project(call), x)
                    for x in sorted({*self.project(call)["collaborators"], self.bot})
                )
                if m and call.query.get("query", "").lower() in m["username"].lower()
            ],
        )

    @operation("getApiV4ProjectsIdLabels")
    def get_projects_id_labels(self, call):
        return [
            self.label_view(x)
            for x in self.page(
                call,
                sorted(
                    (
                        x
                        for x in self.project(call)["labels"]
                        if call.query.get("search", "").lower() in x["name"].lower()
                    ),
                    key=lambda x: x["name"],
                ),
            )
        ]

    @operation("postApiV4ProjectsIdLabels")
    def post_projects_id_labels(self, call):
        repo = self.project(call, "read")
        if any(x["name"] == call.body["name"] for x in repo["labels"]):
            raise fail(409, "Label already exists")
        if not re.fullmatch("#[0-9a-fA-F]{6}|#[0-9a-fA-F]{3}|[a-z]+", call.body["color"]):
            raise fail(400, {"color": ["must be a valid color code"]})
        return (
            201,
            self.label_view(
                self.new_label(
                    repo, call.body["name"], call.body["color"], call.body.get("description") or ""
                )
            ),
        )

    @operation("getApiV4ProjectsIdLabelsName")
    def get_projects_id_labels_name(self, call):
        x = [
            x
            for x in self.project(call)["labels"]
            if call.params["name"] in (x["name"], str(x["id"]))
        ]
        if not x:
            raise missing("Label")
        return self.label_view(x[0])

    @operation("getApiV4ProjectsIdMilestones")
    def get_projects_id_milestones(self, call):
        repo = self.project(call)
        return self.page(
            call,
            [
                self.milestone_view(repo, x)
                for x in repo["milestones"]
                if call.query.get("title") in (None, x["title"])
            ],
        )

    def access(self, n):
        return [
            {
                "id": 1,
                "access_level": n,
                "access_level_description": "Maintainers"
                if n == 40
                else "Developers + Maintainers",
                "deploy_key_id": None,
                "user_id": None,
                "group_id": None,
            }
        ]

    @operation("getApiV4ProjectsIdProtectedBranches")
    def get_projects_id_protected_branches(self, call):
        repo = self.project(call)
        return self.page(
            call,
            [
                self.prot_view(repo, b)
                for b in repo["settings"]["protected_branches"] or [repo["default_branch"]]
            ],
        )

    @operation("getApiV4ProjectsIdProtectedBranchesName")
    def get_projects_id_protected_branches_name(self, call):
        r = self.project(call)
        if not self.protected(r, call.params["name"]):
            raise fail(404, "404 Not found")
        return self.prot_view(r, call.params["name"])

    def paid(self, call):
        if not self.limits["premium"]:
            raise fail(404, "404 Not Found")

    @operation("getApiV4ProjectsIdApprovals")
    def get_projects_id_approvals(self, call):
        repo = self.paid(call) or self.project(call)
        return {
            "approvers": [],
            "approver_groups": [],
            "approvals_before_merge": repo["settings"]["approvals_required"],
            "reset_approvals_on_push": True,
            "disable_overriding_approvers_per_merge_request": False,
            "merge_requests_author_approval": False,
            "merge_requests_disable_committers_approval": False,
            "require_password_to_approve": False,
        }

    @operation("getApiV4ProjectsIdApprovalRules")
    def get_projects_id_approval_rules(self, call):
        repo = self.paid(call) or self.project(call)
        return self.page(
            call,
            [
                {
                    "id": 1,
                    "name": "All Members",
                    "rule_type": "any_approver",
                    "report_type": None,
                    "eligible_approvers": [],
                    "approvals_required": repo["settings"]["approvals_required"],
                    "users": [],
                    "groups": [],
                    "contains_hidden_groups": False,
                    "protected_branches": [],
                    "applies_to_all_protected_branches": False,
                }
            ]
            if repo["settings"]["approvals_required"]
            else [],
        )

    @operation("getApiV4ProjectsIdPushRule")
    def get_projects_id_push_rule(self, call):
        repo = self.paid(call) or self.project(call)
        return {
            "id": 1,
            "project_id": repo["id"],
            "created_at": stamp(repo["created_at"]),
            "commit_message_regex": None,
            "branch_name_regex": None,
            "deny_delete_tag": False,
            "member_check": False,
            "prevent_secrets": False,
            "max_file_size": 0,
            **(repo["settings"]["push_rule"] or {}),
        }

    @operation("getApiV4ProjectsIdHooks")
    def get_projects_id_hooks(self, call):
        self.project(call, "admin")
        return self.page(call, [])
