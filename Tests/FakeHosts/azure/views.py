"""Azure DevOps' JSON."""

import urllib.parse

from repository import commit_info


def moment(text):
    """A time with the seven digits that the host sends."""
    return text and text[:19] + ".0000000Z"


class Views:
    def identity(self, login):
        login = self.bot if login == "bot" else login
        return {
            "id": self.guid("user", login),
            "displayName": login.title(),
            "uniqueName": login,
            "url": f"{self.base()}/org/_apis/Identities/{self.guid('user', login)}",
            "descriptor": f"aad.{self.guid('subject', login)}",
        }

    def descriptor(self, login):
        return f"Microsoft.IdentityModel.Claims.ClaimsIdentity;{self.guid('tenant')}\\{login}"

    def project_view(self, repo):
        return {
            "id": self.guid("project", repo["owner"]),
            "name": repo["owner"],
            "state": "wellFormed",
            "visibility": "private" if repo["private"] else "public",
        }

    def page_of(self, repo):
        owner, name = (urllib.parse.quote(repo[x]) for x in ("owner", "name"))
        return f"{self.base()}/org/{owner}/_git/{name}"

    def repo_view(self, repo):
        view = {
            "id": self.guid("repository", repo["id"]),
            "name": repo["name"],
            "project": self.project_view(repo),
            "defaultBranch": f"refs/heads/{repo['default_branch']}",
            "size": 1,
            "remoteUrl": self.page_of(repo),
            "webUrl": self.page_of(repo),
            "isDisabled": repo["archived"],
        }
        return {**view, "isFork": True} if repo["fork"] else view

    def status_of(self, pull):
        if pull["merged_at"]:
            return "completed"
        return "active" if pull["state"] == "open" else "abandoned"

    def merge_status(self, repo, pull):
        if pull["merged_at"]:
            return "succeeded"
        if pull["checks"] > 0 or pull.get("completing"):
            return "queued"
        return "succeeded" if self.can_merge(repo, pull) else "conflicts"

    def vote(self, state):
        return {"approved": 10, "requested_changes": -5}.get(state, 0)

    def pull_view(self, repo, pull, is_listed=False):
        description = pull["body"] or ""
        if is_listed:
            description = description[: self.limits["list_text"]]
        reviewers = dict.fromkeys([*pull["reviewers"], *pull["reviews"]])
        view = {
            "repository": self.repo_view(repo),
            "pullRequestId": pull["number"],
            "codeReviewId": pull["number"],
            "status": self.status_of(pull),
            "createdBy": self.identity(pull["user"]),
            "creationDate": moment(pull["created_at"]),
            "title": pull["title"],
            "sourceRefName": f"refs/heads/{pull['head']}",
            "targetRefName": f"refs/heads/{pull['base']}",
            "isDraft": pull["draft"],
            "mergeId": self.guid("merge", pull["id"]),
            "lastMergeSourceCommit": {"commitId": pull["head_sha"]},
            "reviewers": [
                {**self.identity(x), "vote": self.vote(pull["reviews"].get(x))} for x in reviewers
            ],
            "supportsIterations": True,
        }
        if description:
            view["description"] = description
        if tip := self.tip(repo, pull["base"]):
            view["lastMergeTargetCommit"] = {"commitId": tip}
        if pull["merge_sha"]:
            view["lastMergeCommit"] = {"commitId": pull["merge_sha"]}
        if pull["head"] in self.names(repo) or pull["merged_at"]:
            view["mergeStatus"] = self.merge_status(repo, pull)
        if pull["state"] != "open":
            view["closedDate"] = moment(pull["closed_at"])
            view["closedBy"] = self.identity(pull["merged_by"] or pull["closed_by"])
        return view

    def comment_view(self, comment):
        return {
            "id": 1,
            "parentCommentId": 0,
            "author": self.identity(comment["user"]),
            "content": comment["body"],
            "publishedDate": moment(comment["created_at"]),
            "lastUpdatedDate": moment(comment["updated_at"]),
            "lastContentUpdatedDate": moment(comment["updated_at"]),
            "commentType": "text",
        }

    def thread_view(self, comment):
        view = self.comment_view(comment)
        return {
            "id": comment["id"],
            "publishedDate": view["publishedDate"],
            "lastUpdatedDate": view["lastUpdatedDate"],
            "comments": [view],
            "isDeleted": False,
        }

    def system_thread(self, event):
        """What the host itself says about a push or a vote."""
        view = self.thread_view({**event, "user": "host", "updated_at": event["created_at"]})
        view["comments"][0]["commentType"] = "system"
        return view

    def author_view(self, person):
        return {
            "name": person["name"],
            "email": person["email"],
            "date": moment(person["date"]),
        }

    def commit_view(self, repo, sha, is_listed=False):
        commit = commit_info(repo, sha)
        message = commit["message"]
        view = {
            "commitId": sha,
            "author": self.author_view(commit["author"]),
            "committer": self.author_view(commit["committer"]),
            "comment": message,
            "url": f"{self.page_of(repo)}/commit/{sha}",
        }
        if is_listed and len(message) > 100:
            return {**view, "comment": message[:100], "commentTruncated": True}
        if is_listed:
            return view
        return {**view, "treeId": commit["tree"], "parents": commit["parents"]}

    def status_view(self, status):
        view = {
            "id": status["id"],
            "state": status["state"],
            "context": {"name": status["context"], "genre": status["genre"]},
            "creationDate": moment(status["at"]),
            "createdBy": self.identity(status["by"]),
            "targetUrl": f"{self.base()}/builds/{status['id']}",
        }
        return {**view, "iterationId": status["iteration"]} if status["iteration"] else view
