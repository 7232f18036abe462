"""Bitbucket's JSON."""

import calendar
import time

from host import number
from repository import commit_info


def milliseconds(text):
    return calendar.timegm(time.strptime(text, "%Y-%m-%dT%H:%M:%SZ")) * 1000 if text else None


class Views:
    def user(self, login):
        login = self.bot if login == "bot" else login
        # The accounts of tokens of projects and repositories have no address.
        is_service = login.startswith("access-token-user")
        user = {
            "name": login,
            "displayName": login.title(),
            "id": number(login),
            "slug": login,
            "active": True,
            "type": "SERVICE" if is_service else "NORMAL",
        }
        return user if is_service else {**user, "emailAddress": f"{login}@fake.invalid"}

    def repo_view(self, repo):
        return {
            "slug": repo["name"],
            "id": repo["id"],
            "name": repo["name"],
            "hierarchyId": f"{repo['id']:020x}",
            "scmId": "git",
            "state": "AVAILABLE",
            "statusMessage": "Available",
            "forkable": True,
            "project": {
                "key": repo["owner"],
                "id": number(repo["owner"]),
                "name": repo["owner"],
                "public": False,
                "type": "PERSONAL" if repo["owner"].startswith("~") else "NORMAL",
            },
            "public": not repo["private"],
            "archived": repo["archived"],
            "links": {"self": [{"href": f"{self.page_of(repo)}/browse"}]},
        }

    def page_of(self, repo):
        return f"{self.base()}/projects/{repo['owner']}/repos/{repo['name']}"

    def ref_view(self, repo, branch, sha):
        return {
            "id": f"refs/heads/{branch}",
            "displayId": branch,
            "latestCommit": sha,
            "type": "BRANCH",
            "repository": self.repo_view(repo),
        }

    def participant(self, login, role, state=None):
        status = {"approved": "APPROVED", "requested_changes": "NEEDS_WORK"}.get(state)
        return {
            "user": self.user(login),
            "role": role,
            "approved": status == "APPROVED",
            "status": status or "UNAPPROVED",
        }

    def pull_view(self, repo, pull):
        properties = {"commentCount": len(pull["comments"])}
        state = "MERGED" if pull["merged_at"] else "DECLINED" if pull["state"] != "open" else "OPEN"
        if state == "OPEN":
            is_known = pull["checks"] <= 0
            outcome = "CLEAN" if self.can_merge(repo, pull) else "CONFLICTED"
            properties["mergeResult"] = {
                "outcome": outcome if is_known else "UNKNOWN",
                "current": is_known,
            }
        if state == "MERGED":
            sha = pull["merge_sha"]
            properties["mergeCommit"] = {"id": sha, "displayId": sha[:11]}
        reviewers = list(dict.fromkeys([*pull["reviewers"], *pull["reviews"]]))
        view = {
            "id": pull["number"],
            "version": pull["version"],
            "title": pull["title"],
            "state": state,
            "open": state == "OPEN",
            "closed": state != "OPEN",
            "draft": pull["draft"],
            "locked": False,
            "createdDate": milliseconds(pull["created_at"]),
            "updatedDate": milliseconds(pull["updated_at"]),
            "fromRef": self.ref_view(repo, pull["head"], pull["head_sha"]),
            "toRef": self.ref_view(repo, pull["base"], self.tip(repo, pull["base"])),
            "author": self.participant(pull["user"], "AUTHOR"),
            "reviewers": [
                self.participant(x, "REVIEWER", pull["reviews"].get(x)) for x in reviewers
            ],
            "participants": [],
            "properties": properties,
            "links": {"self": [{"href": f"{self.page_of(repo)}/pull-requests/{pull['number']}"}]},
        }
        if pull["body"]:
            view["description"] = pull["body"]
        if pull["closed_at"]:
            view["closedDate"] = milliseconds(pull["closed_at"])
        return view

    def comment_view(self, comment):
        return {
            "id": comment["id"],
            "version": comment["version"],
            "text": comment["body"],
            "author": self.user(comment["user"]),
            "createdDate": milliseconds(comment["created_at"]),
            "updatedDate": milliseconds(comment["updated_at"]),
            "comments": [],
            "severity": "NORMAL",
            "state": "OPEN",
        }

    def activity_view(self, event):
        view = {
            "id": event["id"],
            "createdDate": milliseconds(event["at"]),
            "user": self.user(event["by"]),
            "action": event["action"],
        }
        if "comment" in event:
            view["commentAction"] = "ADDED"
            view["comment"] = self.comment_view(event["comment"])
        return view

    def commit_view(self, repo, sha):
        commit = commit_info(repo, sha)

        def person(x):
            # An address that belongs to an account shows the account.
            name, _, host = x["email"].partition("@")
            return (
                self.user(name)
                if host == "fake.invalid" and name != "bot"
                else {"name": x["name"], "emailAddress": x["email"]}
            )

        def moment(x):
            return int(calendar.timegm(time.strptime(x["date"][:19], "%Y-%m-%dT%H:%M:%S"))) * 1000

        return {
            "id": sha,
            "displayId": sha[:11],
            "author": person(commit["author"]),
            "authorTimestamp": moment(commit["author"]),
            "committer": person(commit["committer"]),
            "committerTimestamp": moment(commit["committer"]),
            "message": commit["message"],
            "parents": [{"id": x, "displayId": x[:11]} for x in commit["parents"]],
        }
