"""Accounts, repositories, branches and commits."""

from host import operation
from repository import branches, rev_list, sha_of


class Repos:
    @operation("properties-get")
    def properties_get(self, call):
        return {
            "version": self.limits.get("version", "9.4.3"),
            "buildNumber": "9004003",
            "buildDate": "1734000000000",
            "displayName": "Bitbucket",
        }

    @operation("user-list")
    def user_list(self, call):
        names = {self.bot, "human"}
        for repo in self.repos.values():
            names |= set(repo["collaborators"])
        names |= {self.login(x) for x in self.tokens.values()}
        word = call.query.get("filter", "").lower()
        found = sorted(x for x in names if word in x.lower() and self.exists(x))
        if call.query.get("permission"):
            key = call.query["permission.projectKey"]
            slug = call.query["permission.repositorySlug"]
            repo = self.repos[f"{key}/{slug}".lower()]
            found = [x for x in found if self.role(repo, x) in ("write", "admin")]
        return self.page(call, found, self.user)

    @operation("repository-list")
    def repository_list(self, call):
        roles = ("write", "admin") if call.query.get("permission") == "REPO_WRITE" else ("read",)
        found = [
            x
            for x in sorted(self.repos.values(), key=lambda x: x["id"])
            if (call.query.get("archived") == "ALL" or not x["archived"])
            and self.role(x, call.token["login"]) in roles
            and x["full_name"].count("/") == 1
        ]
        return self.page(call, found, self.repo_view)

    @operation("repository-get")
    def repository_get(self, call):
        return self.repo_view(self.find_repo(call))

    @operation("default-branch-get")
    def default_branch_get(self, call):
        repo = self.find_repo(call)
        name = repo["default_branch"]
        if name not in branches(repo):
            raise self.fail(404, "There is no default branch", "repository.NoDefaultBranchException")
        return {"id": f"refs/heads/{name}", "displayId": name, "type": "BRANCH"}

    @operation("branch-list")
    def branch_list(self, call):
        repo = self.find_repo(call)
        word = call.query.get("filterText", "").lower()
        found = [x for x in sorted(branches(repo).items()) if word in x[0].lower()]

        def view(item):
            name, sha = item
            return {
                "id": f"refs/heads/{name}",
                "displayId": name,
                "type": "BRANCH",
                "latestCommit": sha,
                "default": name == repo["default_branch"],
            }

        return self.page(call, found, view)

    @operation("commit-list")
    def commit_list(self, call):
        repo = self.find_repo(call)
        until, since = call.query.get("until") or "HEAD", call.query.get("since")
        for name in filter(None, (until, since)):
            if not sha_of(repo, name):
                message = f"Commit '{name}' does not exist in repository '{repo['name']}'."
                raise self.fail(404, message, "commit.NoSuchCommitException")
        span = [f"{since}..{until}"] if since else [until]
        return self.page(call, rev_list(repo, *span), lambda x: self.commit_view(repo, x))

    def tip(self, repo, branch):
        return branches(repo).get(branch)
