"""Builds, rules and merging."""

from bitbucket.views import milliseconds
from host import operation

METHODS = {"no-ff": "merge", "squash": "squash", "rebase-ff-only": "rebase"}


class Merging:
    @operation("build-list")
    def build_list(self, call):
        sha = call.params["commitId"]
        found = [x for repo in self.repos.values() for x in repo["statuses"].get(sha, [])]
        return self.page(call, found[::-1], self.build_view)

    def build_view(self, build):
        key, _, slug = build["repository"].partition("/")
        at = milliseconds(build["at"])
        return {
            "key": build["key"],
            "parent": build["parent"],
            "name": build["key"],
            "state": build["state"],
            "url": build["url"],
            "projectKey": key,
            "repositorySlug": slug,
            "createdDate": at,
            "updatedDate": at,
        }

    @operation("required-build-list")
    def required_build_list(self, call):
        repo = self.find_repo(call)
        rule = repo["settings"]["protection"]
        return self.page(call, [rule] if rule and rule["contexts"] else [], self.condition(repo))

    def condition(self, repo):
        branch = repo["default_branch"]
        usual = {
            "id": f"refs/heads/{branch}",
            "displayId": branch,
            "type": {"id": "BRANCH", "name": "Branch"},
        }
        return lambda rule: {
            "id": 1,
            "buildParentKeys": rule["contexts"],
            "refMatcher": rule["matcher"] or usual,
        }

    @operation("settings-get")
    def settings_get(self, call):
        repo = self.find_repo(call)
        rule = repo["settings"]["protection"] or {"approvals": 0, "builds": 0}
        strategies = [
            {"id": x, "name": x, "description": x, "flag": f"--{x}", "enabled": True}
            for x in repo["settings"]["strategies"]
        ]
        return {
            "mergeConfig": {
                "type": "repository",
                "strategies": strategies,
                "defaultStrategy": strategies[0],
                "commitSummaries": 20,
            },
            "requiredAllApprovers": False,
            "requiredAllTasksComplete": False,
            "requiredApprovers": {
                "enabled": rule["approvals"] > 0,
                "count": str(rule["approvals"]),
            },
            "requiredSuccessfulBuilds": {
                "enabled": rule["builds"] > 0,
                "count": str(rule["builds"]),
            },
        }

    def vetoes(self, repo, pull):
        """Returns why merge checks forbid a merge."""
        if pull["draft"]:
            return ["The pull request is a draft"]
        rule = repo["settings"]["protection"] if pull["base"] == repo["default_branch"] else None
        if not rule:
            return []
        builds = repo["statuses"].get(pull["head_sha"], [])
        good = {x["parent"] for x in builds if x["state"] == "SUCCESSFUL"}
        bad = {x["parent"] for x in builds if x["state"] != "SUCCESSFUL"}
        found = [
            f"The build {x} has not succeeded" for x in rule["contexts"] if x not in good - bad
        ]
        if len(good) < rule["builds"] or (rule["builds"] and bad):
            found.append("Not all builds are successful")
        approved = sum(1 for x in pull["reviews"].values() if x == "approved")
        if approved < rule["approvals"]:
            found.append(f"It needs {rule['approvals'] - approved} more approval")
        return found

    def veto_views(self, repo, pull):
        return [
            {"summaryMessage": "A merge check is not met", "detailedMessage": x}
            for x in self.vetoes(repo, pull)
        ]

    @operation("pull-request-can-merge")
    def pull_request_can_merge(self, call):
        repo, pull = self.find_pull(call)
        self.check_open(pull)
        is_clean = self.can_merge(repo, pull)
        return {
            "conflicted": not is_clean,
            "outcome": "CLEAN" if is_clean else "CONFLICTED",
            "vetoes": self.veto_views(repo, pull),
        }

    def check_open(self, pull):
        if pull["state"] != "open":
            message = "This pull request has been closed"
            raise self.conflict(message, "pull.IllegalPullRequestStateException")

    @operation("pull-request-merge")
    def pull_request_merge(self, call):
        repo, pull = self.find_pull(call, write=True)
        who, strategy = self.login(call.token), call.body.get("strategyId", "no-ff")
        if "emailAddress" not in self.user(who):
            raise self.denied()
        self.check_version(repo, pull, call.query.get("version", call.body.get("version", -1)))
        self.check_open(pull)
        if strategy not in repo["settings"]["strategies"]:
            raise self.fail(400, f"{strategy} is disabled", "ArgumentValidationException")
        if not self.can_merge(repo, pull):
            message = "The pull request has conflicts and cannot be merged."
            raise self.conflict(message, "pull.PullRequestMergeConflictException", conflicted=True)
        if vetoes := self.veto_views(repo, pull):
            raise self.conflict(
                "A merge check vetoed the merge.",
                "pull.PullRequestMergeVetoedException",
                conflicted=False,
                vetoes=vetoes,
            )
        title = f"Pull request #{pull['number']}: {pull['title']}"
        self.do_merge(repo, pull, METHODS[strategy], who, title)
        self.announce(repo, pull, "merged", who)
        return self.pull_view(repo, pull)

    def do_merge(self, repo, pull, method, who, message=None):
        sha = super().do_merge(repo, pull, method, who, message)
        self.bump(pull)
        self.note(pull, "MERGED", who)
        return sha
