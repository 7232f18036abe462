"""Policies, statuses and builds."""

from azure.views import moment
from azure.words import EVALUATIONS, POLICIES
from host import number, operation


class Policies:
    def policy(self, kind, settings, blocking=True):
        identifier, name = POLICIES[kind]
        return {
            "id": number(f"{kind} {sorted(settings.items())}"),
            "type": {"id": identifier, "displayName": name},
            "isEnabled": True,
            "isBlocking": blocking,
            "isDeleted": False,
            "revision": 1,
            "settings": settings,
        }

    def policies(self, repo, branch):
        """Returns the policies of a branch: only the default branch has some."""
        rule = repo["protection"] if branch == repo["default_branch"] else None
        if not rule:
            return []
        found = [self.policy("status", {"statusName": x}) for x in rule.get("contexts") or []]
        for name in rule.get("optional") or []:
            found.append(self.policy("status", {"statusName": name}, False))
        if rule.get("approvals"):
            settings = {"minimumApproverCount": rule["approvals"]}
            found.append(self.policy("approvals", settings))
        if allowed := repo["settings"]["strategies"]:
            names = {"merge": "allowNoFastForward", "squash": "allowSquash"}
            found.append(self.policy("strategy", {names[x]: True for x in allowed}))
        if rule.get("resolved"):
            found.append(self.policy("comments", {}))
        return found

    @operation("policy-list")
    def policy_list(self, call):
        repo = self.repo_by_guid(call.query["repositoryId"])
        branch = call.query["refName"].removeprefix("refs/heads/")
        return self.continued(call, self.policies(repo, branch))

    def evaluation(self, repo, pull, policy):
        kind = next(x for x, y in POLICIES.items() if y[0] == policy["type"]["id"])
        if kind == "status":
            statuses = repo["statuses"].get(pull["head_sha"], [])
            name = policy["settings"]["statusName"]
            states = [x["state"] for x in statuses if x["context"] == name]
            return EVALUATIONS[states[-1]] if states else "queued"
        if kind == "approvals":
            votes = list(pull["reviews"].values())
            if "requested_changes" in votes:
                return "rejected"
            enough = votes.count("approved") >= policy["settings"]["minimumApproverCount"]
            return "approved" if enough else "running"
        if kind == "comments":
            return "approved" if not repo["settings"].get("unresolved") else "rejected"
        return "approved"

    def unmet(self, repo, pull):
        return [
            x["type"]["displayName"]
            for x in self.policies(repo, pull["base"])
            if x["isBlocking"] and self.evaluation(repo, pull, x) != "approved"
        ]

    @operation("evaluation-list")
    def evaluation_list(self, call):
        _, _, project, pull_number = call.query["artifactId"].rsplit("/", 3)
        for repo in self.repos.values():
            if self.project_view(repo)["id"] == project and call.params["project"] == repo["owner"]:
                for pull in repo["prs"].values():
                    if str(pull["number"]) == pull_number:
                        return self.counted(call, self.evaluations(repo, pull))
        raise self.missing(f"The artifact {call.query['artifactId']}")

    def evaluations(self, repo, pull):
        found = [
            {
                "evaluationId": self.guid("evaluation", pull["id"], x["id"]),
                "configuration": x,
                "status": self.evaluation(repo, pull, x),
                "startedDate": moment(pull["created_at"]),
            }
            for x in self.policies(repo, pull["base"])
        ]
        # A policy for other paths.
        other = self.policy("status", {"statusName": "elsewhere"})
        return [*found, {"configuration": other, "status": "notApplicable"}]

    @operation("commit-status-list")
    def commit_status_list(self, call):
        repo = self.find_repo(call)
        found = repo["statuses"].get(call.params["commitId"], [])
        found = [self.status_view(x) for x in found[::-1] if not x["pull"]]
        return self.counted(call, found, "top", "skip")

    @operation("pull-status-list")
    def pull_status_list(self, call):
        repo, pull = self.find_pull(call)
        found = [x for values in repo["statuses"].values() for x in values]
        return self.listed([self.status_view(x) for x in found if x["pull"] == pull["number"]])

    @operation("iteration-list")
    def iteration_list(self, call):
        _, pull = self.find_pull(call)
        return self.listed(
            [
                {"id": i + 1, "sourceRefCommit": {"commitId": sha}}
                for i, sha in enumerate(pull["pushes"])
            ]
        )

    @operation("build-list")
    def build_list(self, call):
        if "repositoryId" not in call.query:
            return self.listed([])
        repo = self.repo_by_guid(call.query["repositoryId"])
        branch = call.query["branchName"]
        found = [
            {
                "id": i + 1,
                "definition": {"id": number(x["name"]), "name": x["name"]},
                "status": x.get("status", "completed"),
                "result": x.get("result", "succeeded"),
                "sourceBranch": f"refs/heads/{x['branch']}",
                "sourceVersion": self.tip(repo, x["branch"]),
            }
            for i, x in enumerate(repo["settings"]["builds"])
            if f"refs/heads/{x['branch']}" == branch
        ]
        return self.listed(found[::-1])
