"""The state of many repositories by one GraphQL query, as a bot asks for it."""

import re

from repository import refs, sha_of

ALIAS = re.compile(r'(\w+): repository\(owner: "([^"]+)", name: "([^"]+)"\) \{ \.\.\.State \}')
RED = ("failure", "timed_out", "cancelled", "action_required", "error")


class Survey:
    """Answers queries whose fields all have the fragment `State`."""

    def survey(self, call, query):
        data, errors = {}, []
        for alias, owner, name in ALIAS.findall(query):
            repo = self.repos.get(f"{owner}/{name}".lower())
            if repo and repo["bot_role"] != "none":
                data[alias] = self.surveyed(repo)
            else:
                data[alias] = None
                message = f"Could not resolve to a Repository with the name '{owner}/{name}'."
                errors.append({"type": "NOT_FOUND", "path": [alias], "message": message})
        return {"data": data, **({"errors": errors} if errors else {})}

    def surveyed(self, repo):
        branch = "refs/heads/" + repo["default_branch"]
        head = refs(repo).get(branch)
        pulls = self.newest(p for p in repo["prs"].values() if p["head"])
        issues = self.newest(p for p in repo["prs"].values() if not p["head"])
        opened = [p for p in pulls if p["state"] == "open"]
        return {
            "nameWithOwner": repo["full_name"],
            "isArchived": repo["archived"],
            "viewerPermission": repo["bot_role"].upper(),
            "defaultBranchRef": head
            and {"name": repo["default_branch"], "target": {"oid": head}},
            "open": {
                "totalCount": len(opened),
                "nodes": [self.surveyed_pull(repo, p) for p in opened[:10]],
            },
            "latest": {
                "nodes": [
                    {
                        "number": p["number"],
                        "state": "MERGED" if p["merged_at"] else p["state"].upper(),
                        "updatedAt": p["updated_at"],
                        "comments": self.commented(p),
                    }
                    for p in pulls[:1]
                ]
            },
            "issues": {
                "nodes": [
                    {"number": p["number"], "updatedAt": p["updated_at"]} for p in issues[:1]
                ]
            },
        }

    def surveyed_pull(self, repo, pull):
        return {
            "number": pull["number"],
            "headRefOid": pull["head_sha"],
            "baseRefName": pull["base"],
            "baseRefOid": sha_of(repo, "refs/heads/" + pull["base"]),
            "isDraft": pull["draft"],
            "updatedAt": pull["updated_at"],
            "mergeStateStatus": self.merge_state(repo, pull),
            "reviewDecision": None
            if not repo["protection"].get("approvals")
            else "REVIEW_REQUIRED"
            if self.missing_reviews(repo, pull)
            else "APPROVED",
            "autoMergeRequest": pull["auto_merge"] and {"enabledAt": pull["updated_at"]},
            "comments": self.commented(pull),
            "statusCheckRollup": self.rollup(repo, pull["head_sha"]),
        }

    @staticmethod
    def commented(pull):
        newest = [
            {"databaseId": x["id"], "updatedAt": x.get("updated_at", x["created_at"])}
            for x in pull["comments"][-1:]
        ]
        return {"totalCount": len(pull["comments"]), "nodes": newest}

    def merge_state(self, repo, pull):
        if pull["draft"]:
            return "DRAFT"
        if not self.can_merge(repo, pull):
            return "DIRTY"
        return "BLOCKED" if self.unmet(repo, pull) else "CLEAN"

    def rollup(self, repo, commit):
        statuses = {x["context"]: x for x in repo["statuses"].get(commit, [])}
        checks = repo["checks"].get(commit, {}).values()
        if not statuses and not checks:
            return None
        nodes = [
            {"context": x["context"], "state": x["state"].upper()} for x in statuses.values()
        ] + [
            {
                "databaseId": x["id"],
                "status": x["status"].upper(),
                "conclusion": x["conclusion"] and x["conclusion"].upper(),
            }
            for x in checks
        ]
        words = [x["state"] for x in statuses.values()] + [
            x["conclusion"] if x["status"] == "completed" else "pending" for x in checks
        ]
        state = (
            "FAILURE"
            if any(x in RED for x in words)
            else "PENDING"
            if "pending" in words
            else "SUCCESS"
        )
        return {"state": state, "contexts": {"totalCount": len(nodes), "nodes": nodes[:50]}}

    @staticmethod
    def newest(pulls):
        return sorted(pulls, key=lambda p: (p["updated_at"], p["number"]), reverse=True)
