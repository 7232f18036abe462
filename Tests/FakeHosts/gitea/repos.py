"""Repositories, their owners and collaborators."""

from host import operation


class Repos:
    @operation("getVersion")
    def get_version(self, call):
        return {
            "version": {
                "gitea": "1.22.6",
                "forgejo-11": "11.0.3+gitea-1.22.0",
                "forgejo": "16.0.1+gitea-1.22.0",
            }[self.options.flavour]
        }

    @operation("getGeneralAPISettings")
    def get_general_apisettings(self, call):
        return {
            "max_response_items": self.limits["max_items"],
            "default_paging_num": 30,
            "default_git_trees_per_page": 1000,
            "default_max_blob_size": 10485760,
        }

    @operation("userGetCurrent")
    def user_get_current(self, call):
        if call.token is None:
            raise self.fail(401, "token is required")
        return self.user(call.token["login"])

    @operation("userGet")
    def user_get(self, call):
        if not self.exists(call.params["username"]):
            raise self.fail(404, f"user redirect does not exist [name: {call.params['username']}]")
        return self.user(call.params["username"])

    def seen(self, call, keep=lambda repo: True):
        return [
            repo
            for repo in sorted(self.repos.values(), key=lambda repo: repo["id"])
            if self.can_see(repo, call.token) and keep(repo)
        ]

    @operation("userCurrentListRepos")
    def user_current_list_repos(self, call):
        if call.token is None:
            raise self.fail(401, "token is required")
        return [
            self.repo_view(repo, call.token)
            for repo in self.page(
                call,
                self.seen(
                    call,
                    lambda repo: (
                        self.role(repo, call.token["login"]) in ("write", "admin")
                        or call.token["login"] in repo["collaborators"]
                    ),
                ),
            )
        ]

    @operation("orgListRepos")
    def org_list_repos(self, call):
        rs = self.seen(call, lambda repo: repo["owner"].lower() == call.params["org"].lower())
        if not rs:
            words = f"user redirect does not exist [name: {call.params['org']}]"
            raise self.absent("GetOrgByName", [words])
        return [self.repo_view(repo, call.token) for repo in self.page(call, rs)]

    @operation("userListRepos")
    def user_list_repos(self, call):
        return [
            self.repo_view(repo, call.token)
            for repo in self.page(
                call,
                self.seen(
                    call, lambda repo: repo["owner"].lower() == call.params["username"].lower()
                ),
            )
        ]

    @operation("repoSearch")
    def repo_search(self, call):
        return {
            "ok": True,
            "data": [
                self.repo_view(repo, call.token)
                for repo in self.page(
                    call,
                    self.seen(
                        call,
                        lambda repo: (
                            call.query.get("q", "").lower() in repo["name"].lower()
                            and (
                                call.query.get("archived") not in ("true", "false")
                                or repo["archived"] == (call.query["archived"] == "true")
                            )
                        ),
                    ),
                )
            ],
        }

    @operation("repoGet")
    def repo_get(self, call):
        return self.repo_view(self.find_repo(call), call.token)

    @operation("repoGetByID")
    def repo_get_by_id(self, call):
        repo = next(
            (repo for repo in self.repos.values() if str(repo["id"]) == call.params["id"]), None
        )
        return (
            self.repo_view(repo, call.token)
            if repo and self.can_see(repo, call.token)
            else (_ for _ in ()).throw(self.gone())
        )

    @operation("repoGetRepoPermissions")
    def repo_get_repo_permissions(self, call):
        r = self.find_repo(call)
        u = call.params["collaborator"]
        if call.token is None or (
            self.role(r, call.token["login"]) != "admin"
            and (self.options.flavour == "gitea" or u != call.token["login"])
        ):
            raise self.fail(
                403,
                "Only admins can query all permissions, repo admins can query all repo "
                "permissions, collaborators can query only their own",
            )
        p = self.role(r, u)
        return {"permission": p, "role_name": p, "user": self.user(u)}

    @operation("repoListCollaborators")
    def repo_list_collaborators(self, call):
        return [
            self.user(x)
            for x in self.page(call, sorted({*self.find_repo(call)["collaborators"], self.bot}))
        ]

    @operation("repoCheckCollaborator")
    def repo_check_collaborator(self, call):
        repo = self.find_repo(call)
        if not self.exists(call.params["collaborator"]):
            raise self.fail(422, "user does not exist")
        if (
            call.params["collaborator"] not in repo["collaborators"]
            and call.params["collaborator"] != self.bot
        ):
            raise self.gone()
        return 204, None

    @operation("repoGetAssignees", "repoGetReviewers")
    def repo_get_assignees(self, call):
        repo = self.find_repo(call)
        return [
            self.user(x)
            for x in sorted(
                {
                    *[k for k, v in repo["collaborators"].items() if v in ("write", "admin")],
                    *([] if call.operation["id"] == "repoGetReviewers" else [self.bot]),
                }
            )
        ]

    @operation("repoListHooks")
    def repo_list_hooks(self, call):
        self.find_repo(call, "admin")
        return self.page(call, [])
