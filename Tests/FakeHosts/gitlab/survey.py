"""The state of many projects by GraphQL, as far as a bot asks for it."""

from gitlab.graphql import Field, Parser, Problem, Schema
from gitlab.words import LEVEL
from repository import branches

ORDER = "sort", "authorUsername", "state"
TYPES = {
    "Query": {
        "projects": Field("Project", True, ("ids", "fullPaths", "membership", "sort")),
        "queryComplexity": Field("QueryComplexity"),
    },
    "QueryComplexity": {"limit": Field(), "score": Field()},
    "Project": {
        "id": Field(),
        "fullPath": Field(),
        "archived": Field(),
        "issuesEnabled": Field(),
        "mergeRequestsEnabled": Field(),
        "onlyAllowMergeIfPipelineSucceeds": Field(),
        "onlyAllowMergeIfAllDiscussionsAreResolved": Field(),
        "allowMergeOnSkippedPipeline": Field(),
        "mergeRequestsFfOnlyEnabled": Field(),
        "userPermissions": Field("ProjectPermissions"),
        "repository": Field("Repository"),
        "mergeRequests": Field("MergeRequest", True, ORDER, resolver=True),
        "issues": Field("Issue", True, ORDER, resolver=True),
    },
    "ProjectPermissions": {"pushCode": Field()},
    "Repository": {
        "rootRef": Field(gitaly=True),
        "tree": Field("Tree", arguments=("ref", "path"), resolver=True, gitaly=True),
    },
    "Tree": {"lastCommit": Field("Commit", resolver=True, gitaly=True)},
    "Commit": {"sha": Field()},
    "MergeRequest": {
        "iid": Field(),
        "state": Field(),
        "updatedAt": Field(),
        "diffHeadSha": Field(gitaly=True),
        "targetBranch": Field(),
        "sourceBranchExists": Field(gitaly=True),
        "draft": Field(),
        "detailedMergeStatus": Field(gitaly=True),
        "conflicts": Field(),
        "autoMergeEnabled": Field(),
        "mergeUser": Field("User"),
        "mergeableDiscussionsState": Field(gitaly=True),
        "userNotesCount": Field(resolver=True),
        "mergedAt": Field(cost=5),
        "pipelines": Field("Pipeline", True, ("sha", "status"), resolver=True),
    },
    "User": {"username": Field()},
    "Pipeline": {
        "id": Field(),
        "sha": Field(),
        "status": Field(),
        "updatedAt": Field(),
        "jobs": Field("CiJob", True, ("retried",), resolver=True),
    },
    "CiJob": {"id": Field(), "name": Field(), "status": Field(), "allowFailure": Field()},
    "Issue": {
        "iid": Field(),
        "state": Field(),
        "updatedAt": Field(),
        "userNotesCount": Field(resolver=True),
    },
}


class Survey:
    """Answers GraphQL queries, which cost no more than `graphql_complexity`."""

    def graphql(self, call):
        schema = Schema(TYPES, self.limits["graphql_without"])
        try:
            parts = Parser(call.body.get("query", "")).document()
            score, most = schema.complexity("Query", parts), self.limits["graphql_complexity"]
            if score > most:
                words = f"Query has complexity of {score}, which exceeds max complexity of {most}"
                raise Problem(words)
            call.rec["complexity"] = score

            def resolve(kind, value, name, arguments):
                if kind == "Query":
                    found = {"limit": most, "score": score}
                    return found if name != "projects" else self.asked(call, arguments)
                return getattr(self, f"graph_{kind}")(call, value, name, arguments)

            return {"data": schema.run("Query", parts, None, resolve)}
        except Problem as problem:
            return {"errors": [problem.reply]}

    def asked(self, call, arguments):
        """The projects of a query, the newest first."""
        if len(arguments.get("fullPaths", [])) > 50:
            raise Problem("You cannot provide more than 50 full_paths")
        paths = {x.lower() for x in arguments.get("fullPaths", [])}
        numbers = {int(x.removeprefix("gid://gitlab/Project/")) for x in arguments.get("ids", [])}
        found = [
            repo
            for repo in self.repos.values()
            if self.can_see(repo, call.token)
            and ("ids" not in arguments or repo["id"] in numbers)
            and ("fullPaths" not in arguments or repo["full_name"].lower() in paths)
        ]
        return sorted(found, key=lambda repo: -repo["id"])

    def graph_Project(self, call, repo, name, arguments):
        s = repo["settings"]
        level = LEVEL[self.role(repo, call.token["login"])]
        if name == "repository":
            return repo if level >= LEVEL["read"] or not repo["private"] else None
        if name == "mergeRequests":
            return self.graph_threads(repo["prs"], arguments)
        if name == "issues":
            return self.graph_threads(repo["issues"], arguments) if repo["has_issues"] else None
        if name == "userPermissions":
            return {"pushCode": level >= LEVEL["write"] and not repo["archived"]}
        return {
            "id": f"gid://gitlab/Project/{repo['id']}",
            "fullPath": repo["full_name"],
            "archived": repo["archived"],
            "issuesEnabled": repo["has_issues"],
            "mergeRequestsEnabled": s["merge_requests_enabled"],
            "onlyAllowMergeIfPipelineSucceeds": s["only_allow_merge_if_pipeline_succeeds"],
            "onlyAllowMergeIfAllDiscussionsAreResolved": s[
                "only_allow_merge_if_all_discussions_are_resolved"
            ],
            "allowMergeOnSkippedPipeline": s["allow_merge_on_skipped_pipeline"],
            "mergeRequestsFfOnlyEnabled": s["merge_method"] == "ff",
        }[name]

    def graph_ProjectPermissions(self, call, permissions, name, arguments):
        return permissions[name]

    def graph_Repository(self, call, repo, name, arguments):
        head = branches(repo).get(repo["default_branch"])
        if name == "rootRef":
            return head and repo["default_branch"]
        return head

    def graph_Tree(self, call, head, name, arguments):
        return head

    def graph_Commit(self, call, head, name, arguments):
        return head

    def graph_threads(self, threads, arguments):
        """Merge requests or issues, by their last changes."""
        state = {"opened": "open", "closed": "closed"}.get(arguments.get("state"))
        found = [
            {**x, "of": threads}
            for x in threads.values()
            if state in (None, x["state"])
            and arguments.get("authorUsername") in (None, x["user"])
        ]
        return sorted(found, key=lambda x: (x["updated_at"], x["number"]), reverse=True)

    def graph_MergeRequest(self, call, pull, name, arguments):
        repo = next(x for x in self.repos.values() if x["prs"] is pull["of"])
        if name == "detailedMergeStatus":
            return self.detailed(repo, pull).upper()
        if name == "conflicts":
            return pull["checks"] <= 0 and not self.can_merge(repo, pull)
        if name == "sourceBranchExists":
            return pull["head"] in branches(repo)
        if name == "mergeUser":
            return pull["merged_by"] or pull["auto_merge_by"]
        if name == "pipelines":
            heads = [x for x in repo["pipelines"] if pull["head_sha"] in (x["sha"], x["tested"])]
            return heads[::-1]
        if name == "state":
            state = {"open": "opened"}.get(pull["state"], pull["state"])
            return "merged" if pull["merged_at"] else state
        return {
            "iid": str(pull["number"]),
            "updatedAt": pull["updated_at"],
            "diffHeadSha": pull["head_sha"],
            "targetBranch": pull["base"],
            "draft": pull["draft"],
            "autoMergeEnabled": bool(pull["auto_merge"]),
            "mergeableDiscussionsState": not pull.get("unresolved"),
            "userNotesCount": len([x for x in pull["comments"] if not x.get("system")]),
            "mergedAt": pull["merged_at"],
        }[name]

    def graph_User(self, call, login, name, arguments):
        return login

    def graph_Pipeline(self, call, pipeline, name, arguments):
        return {
            "id": f"gid://gitlab/Ci::Pipeline/{pipeline['id']}",
            "sha": pipeline["sha"],
            "status": pipeline["status"].upper(),
            "updatedAt": pipeline["updated_at"],
            "jobs": pipeline["jobs"][::-1],
        }[name]

    def graph_CiJob(self, call, job, name, arguments):
        return {
            "id": f"gid://gitlab/Ci::Build/{job['id']}",
            "name": job["name"],
            "status": job["status"].upper(),
            "allowFailure": job["allow_failure"],
        }[name]

    def graph_Issue(self, call, issue, name, arguments):
        return {
            "iid": str(issue["number"]),
            "state": {"open": "opened"}.get(issue["state"], issue["state"]),
            "updatedAt": issue["updated_at"],
            "userNotesCount": len([x for x in issue["comments"] if not x.get("system")]),
        }[name]
