"""Accounts, repositories, branches and commits."""

from azure.words import CONTRIBUTE, GIT_SECURITY, READ
from host import operation
from repository import branches, git, rev_list, sha_of


class Repos:
    @operation("connection-get")
    def connection_get(self, call):
        login = self.login(call.token)
        user = {
            "id": self.guid("user", login),
            "descriptor": self.descriptor(login),
            "subjectDescriptor": self.identity(login)["descriptor"],
            "providerDisplayName": login.title(),
            "isActive": True,
            "properties": {"Account": {"$type": "System.String", "$value": login}},
        }
        return {
            "authenticatedUser": user,
            "authorizedUser": user,
            "instanceId": self.guid("instance"),
            "deploymentType": "hosted",
        }

    @operation("repository-list")
    def repository_list(self, call):
        found = sorted(self.repos.values(), key=lambda x: x["id"])
        return self.listed([self.repo_view(x) for x in found if self.can_see(x, call.token)])

    def find_repo(self, call, write=False):
        name = f"{call.params['project']}/{call.params['repositoryId']}"
        repo = self.repos.get(name.lower())
        if not repo or not self.can_see(repo, call.token):
            raise self.missing(f"The Git repository with name or identifier {name}")
        if write and self.role(repo, call.token["login"]) not in ("write", "admin"):
            raise self.denied(name)
        return repo

    def repo_by_guid(self, identifier):
        for repo in self.repos.values():
            if self.guid("repository", repo["id"]) == identifier:
                return repo
        raise self.missing(f"The Git repository with identifier {identifier}")

    @operation("repository-get")
    def repository_get(self, call):
        return self.repo_view(self.find_repo(call))

    def names(self, repo):
        return branches(repo)

    def tip(self, repo, branch):
        return branches(repo).get(branch)

    @operation("ref-list")
    def ref_list(self, call):
        repo = self.find_repo(call)
        start = "refs/" + call.query.get("filter", "")
        found = [
            {"name": f"refs/heads/{name}", "objectId": sha}
            for name, sha in sorted(branches(repo).items())
            if f"refs/heads/{name}".startswith(start)
        ]
        return self.continued(call, found)

    @operation("commit-list")
    def commit_list(self, call):
        repo = self.find_repo(call)
        query = {x.removeprefix("searchCriteria."): y for x, y in call.query.items()}
        base, head = query["itemVersion.version"], query.get("compareVersion.version")
        for name in filter(None, (base, head)):
            if not sha_of(repo, name):
                raise self.fail(404, f"TF401175: The version {name} cannot be resolved.")
        span = f"{base}..{head}" if head else base
        found = [self.commit_view(repo, x, True) for x in rev_list(repo, span)]
        return self.counted(call, found, "searchCriteria.$top", "searchCriteria.$skip")

    @operation("commit-get")
    def commit_get(self, call):
        repo = self.find_repo(call)
        sha = sha_of(repo, call.params["commitId"])
        if not sha:
            raise self.fail(404, f"TF401175: The version {call.params['commitId']} is unknown.")
        return self.commit_view(repo, sha)

    @operation("tree-get")
    def tree_get(self, call):
        repo = self.find_repo(call)
        deep = ["-r", "-t"] if call.query.get("recursive") == "true" else []
        sha = call.params["sha1"]
        entries = []
        for line in git(repo, "ls-tree", "-z", *deep, sha).decode().split("\x00"):
            if line:
                head, _, path = line.partition("\t")
                mode, kind, name = head.split()
                entry = {"objectId": name, "relativePath": path, "mode": mode}
                entries.append({**entry, "gitObjectType": kind})
        return {"objectId": sha, "size": len(entries), "treeEntries": entries}

    @operation("blob-get")
    def blob_get(self, call):
        repo = self.find_repo(call)
        data = git(repo, "cat-file", "blob", call.params["sha1"])
        call.raw = data, "application/octet-stream"

    def logins(self):
        names = {self.bot, "human", "ann"} | {self.login(x) for x in self.tokens.values()}
        for repo in self.repos.values():
            names |= set(repo["collaborators"])
        return sorted(x for x in names if not x.startswith(("nobody", "stranger")))

    @operation("identity-list")
    def identity_list(self, call):
        identifiers = call.query.get("identityIds", "").split(",")
        word = call.query.get("filterValue", "").lower()
        found = [
            x
            for x in self.logins()
            if x.lower() == word or self.identity(x)["id"] in identifiers
        ]
        return self.listed(
            [
                {
                    "id": self.identity(x)["id"],
                    "descriptor": self.descriptor(x),
                    "subjectDescriptor": self.identity(x)["descriptor"],
                    "providerDisplayName": x.title(),
                    "isActive": True,
                    "properties": {},
                }
                for x in found
            ]
        )

    @operation("access-list")
    def access_list(self, call):
        if call.params["securityNamespaceId"] != GIT_SECURITY:
            raise self.fail(404, "The security namespace does not exist.")
        token = call.query["token"]
        _, project, identifier = token.split("/")
        repo = self.repo_by_guid(identifier)
        assert project == self.project_view(repo)["id"]
        wanted = call.query.get("descriptors", "").split(",")
        entries = {}
        for login in self.logins():
            if self.descriptor(login) in wanted:
                role = self.role(repo, login)
                bits = {"none": 0, "read": READ}.get(role, READ | CONTRIBUTE)
                entries[self.descriptor(login)] = {
                    "descriptor": self.descriptor(login),
                    "allow": 0,
                    "deny": 0,
                    "extendedInfo": {"effectiveAllow": bits, "inheritedAllow": bits},
                }
        return self.listed(
            [
                {
                    "inheritPermissions": True,
                    "token": token,
                    "acesDictionary": entries,
                    "includeExtendedInfo": True,
                }
            ]
        )
