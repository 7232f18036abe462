"""Merging, statuses and branch rules."""

import fnmatch

from host import operation
from repository import branches, commit_info, git, sha_of


class Merging:
    def set_status(self, repo, sha, context, state, description, who, more):
        x = {
            "id": self.next_id(),
            "context": context,
            "state": state,
            "description": description,
            "by": who,
            "at": self.now(),
            "target_url": more.get("target_url"),
        }
        repo["statuses"].setdefault(sha, []).append(x)
        if self.limits["status_event"]:
            self.fire(
                "status",
                {
                    "id": x["id"],
                    "sha": sha,
                    "state": state,
                    "context": context,
                    "description": description or "",
                    "target_url": x["target_url"] or "",
                    "created_at": x["at"],
                    "updated_at": x["at"],
                    "commit": {"id": sha, "message": commit_info(repo, sha)["message"]},
                    "repository": self.repo_view(repo),
                    "sender": self.user(who),
                },
            )
        self.try_auto(repo, sha)
        return x

    def latest(self, repo, sha):
        return list({x["context"]: x for x in repo["statuses"].get(sha, [])}.values())

    def combined(self, xs):
        got = {x["state"] for x in xs}
        if not got:
            return ""
        if got & {"error", "failure"}:
            return "failure"
        return (
            "warning"
            if "warning" in got and "pending" not in got
            else "pending"
            if "pending" in got
            else "success"
        )

    def guarded(self, repo, who):
        return (
            ["refs/heads/" + repo["default_branch"]]
            if repo["settings"]["protection"] and self.role(repo, who) != "admin"
            else []
        )

    def lacking(self, repo, pull):
        """Returns the reason why a branch rule forbids the merge, None if none does.

        The required contexts are patterns such as `ci/*`.
        """
        g = repo["settings"]["protection"] if pull["base"] == repo["default_branch"] else None
        if not g:
            return None
        xs = self.latest(repo, pull["head_sha"])
        if g["contexts"] is not None:
            hit = [x for c in g["contexts"] for x in xs if fnmatch.fnmatchcase(x["context"], c)]
            none = [
                c
                for c in g["contexts"]
                if not any(fnmatch.fnmatchcase(x["context"], c) for x in xs)
            ]
            green = all(x["state"] in ("success", "skipped") for x in hit)
            ok = (
                bool(xs) and (green if hit else self.combined(xs) == "success")
                if self.limits["ignore_missing_contexts"]
                else green
                and not none
                and (bool(hit) or not g["contexts"] and self.combined(xs) == "success")
            )
            if not ok:
                return "Not all required status checks successful"
        if len([x for x in pull["reviews"].values() if x == "approved"]) < g["required_approvals"]:
            return "Does not have enough approvals"
        if g["block_on_rejected_reviews"] and "requested_changes" in pull["reviews"].values():
            return "There are requested changes"
        if g["block_on_outdated_branch"] and self.behind(repo, pull):
            return "The head branch is behind the base branch"
        return None

    def try_auto(self, repo, sha):
        for pull in list(repo["prs"].values()):
            if (
                pull["auto_merge"]
                and pull["state"] == "open"
                and (pull["head_sha"] == sha)
                and not pull["draft"]
                and not self.lacking(repo, pull)
                and self.can_merge(repo, pull)
                and (
                    repo["settings"]["protection"]
                    or self.combined(self.latest(repo, sha)) == "success"
                )
            ):
                self.accept(
                    repo, pull, pull["auto_merge"], pull["auto_merge_by"], pull.get("remove")
                )

    def accept(self, repo, pull, how, who, remove=False, title=None, body=None):
        self.do_merge(
            repo,
            pull,
            how,
            who,
            (
                title
                or (
                    f"{pull['title']} (#{pull['number']})"
                    if how == "squash"
                    else f"Merge pull request '{pull['title']}' (#{pull['number']}) "
                    f"from {pull['head']} into {pull['base']}"
                )
            )
            + ("\n\n" + body if body else ""),
        )
        self.system(repo, pull, who, "merge_pull")
        self.announce(repo, pull, "merged", who)
        if remove and pull["head"] in branches(repo):
            self.set_ref(repo, "refs/heads/" + pull["head"], None, who=who)

    @operation("repoPullRequestIsMerged")
    def repo_pull_request_is_merged(self, call):
        repo, pull = self.find_pull(call)
        if not pull["merged_at"]:
            raise self.gone()
        return 204, None

    @operation("repoMergePullRequest")
    def repo_merge_pull_request(self, call):
        repo, pull = self.find_pull(call, "write")
        b = call.body
        how = b["Do"]
        who = call.token["login"]
        if pull["state"] != "open":
            raise self.fail(405, "")
        if how not in (
            "merge",
            "rebase",
            "rebase-merge",
            "squash",
            "fast-forward-only",
            "manually-merged",
        ):
            raise self.fail(422, "[Do]: In")
        if pull["checks"] > 0:
            pull["checks"] -= 1
            raise self.fail(405, "Please try again later")
        if pull["draft"]:
            raise self.fail(405, "Work in progress PRs cannot be merged")
        if (
            not repo["settings"]["allow_squash_merge"]
            and how == "squash"
            or not repo["settings"]["allow_merge_commits"]
            and how == "merge"
            or not repo["settings"]["allow_rebase"]
            and how == "rebase"
        ):
            raise self.fail(405, "Invalid merge style")
        why = self.lacking(repo, pull)
        wait = b.get("merge_when_checks_succeed")
        if wait and (
            why == "Not all required status checks successful"
            or (
                not repo["settings"]["protection"]
                and self.combined(self.latest(repo, pull["head_sha"])) in ("pending", "failure")
            )
        ):
            if pull["auto_merge"]:
                raise self.fail(
                    409,
                    "pull request is already scheduled to auto merge when checks succeed "
                    f"[pull_id: {pull['id']}]",
                )
            pull["auto_merge"], pull["auto_merge_by"], pull["remove"] = (
                how,
                who,
                b.get("delete_branch_after_merge", False),
            )
            self.system(repo, pull, who, "pull_scheduled_merge")
            # Gitea doesn't look at head_commit_id here.
            return 201, None
        if why:
            raise self.fail(405, f"not allowed to merge [reason: {why}]")
        if not self.can_merge(repo, pull):
            raise (
                self.fail(405, "not allowed to merge [reason: conflicts]")
                if False
                else self.fail(409, "merge conflict")
            )
        if b.get("head_commit_id") and b["head_commit_id"] != pull["head_sha"]:
            raise self.fail(409, "head out of date")
        self.accept(
            repo,
            pull,
            how,
            who,
            b.get("delete_branch_after_merge"),
            b.get("MergeTitleField"),
            b.get("MergeMessageField"),
        )
        return 200, None

    @operation("repoCancelScheduledAutoMerge")
    def repo_cancel_scheduled_auto_merge(self, call):
        repo, pull = self.find_pull(call)
        if not pull["auto_merge"]:
            raise self.gone()
        if (
            pull["auto_merge_by"] != call.token["login"]
            and self.role(repo, call.token["login"]) != "admin"
        ):
            raise self.fail(403, "user has no permission to cancel the scheduled auto merge")
        pull["auto_merge"] = pull["auto_merge_by"] = None
        self.system(repo, pull, call.token["login"], "pull_cancel_scheduled_merge")
        return 204, None

    @operation("repoUpdatePullRequest")
    def repo_update_pull_request(self, call):
        repo, pull = self.find_pull(call, "write")
        base = sha_of(repo, "refs/heads/" + pull["base"])
        style = call.query.get("style", "merge")
        if not self.can_merge(repo, pull):
            raise self.fail(409, "merge failed because of conflict")
        if style == "rebase":
            self.rebase(repo, pull, call.token["login"])
            return 200, None
        s = self.commit(
            repo,
            git(repo, "merge-tree", "--write-tree", pull["head_sha"], base).decode().split()[0],
            [pull["head_sha"], base],
            f"Merge branch '{pull['base']}' into {pull['head']}",
        )
        self.set_ref(repo, "refs/heads/" + pull["head"], s, pull["head_sha"], call.token["login"])
        return 200, None

    @operation("repoCreateStatus")
    def repo_create_status(self, call):
        r = self.find_repo(call, "write")
        s = sha_of(r, call.params["sha"])
        x = self.set_status(
            r,
            s,
            call.body.get("context") or "default",
            call.body.get("state") or "",
            call.body.get("description"),
            call.token["login"],
            call.body,
        )
        return 201, self.status_view(r, s, x)

    def ref_of(self, call):
        r = self.find_repo(call)
        k = call.params.get("ref") or call.params.get("sha")
        s = branches(r).get(k) or sha_of(r, k)
        if not s:
            raise self.gone()
        return r, s

    @operation("repoListStatuses", "repoListStatusesByRef")
    def repo_list_statuses(self, call):
        repo, s = self.ref_of(call)
        return [
            self.status_view(repo, s, x)
            for x in self.page(call, list(reversed(repo["statuses"].get(s, []))))
        ]

    @operation("repoGetCombinedStatusByRef")
    def repo_get_combined_status_by_ref(self, call):
        repo, s = self.ref_of(call)
        xs = self.latest(repo, s)
        if not xs:
            return {
                "state": "",
                "sha": "",
                "total_count": 0,
                "statuses": None,
                "repository": None,
                "commit_url": "",
                "url": "",
            }
        u = f"{self.base()}/api/v1/repos/{repo['full_name']}"
        return {
            "state": self.combined(xs),
            "sha": s,
            "total_count": len(xs),
            "statuses": [self.status_view(repo, s, x) for x in self.page(call, xs)],
            "repository": self.repo_view(repo, call.token),
            "commit_url": f"{u}/commits/{s}",
            "url": f"{u}/commits/{s}/status",
        }

    @operation("repoListBranchProtection")
    def repo_list_branch_protection(self, call):
        repo = self.find_repo(call, "admin")
        return [self.rule_view(repo)] if repo["settings"]["protection"] else []

    @operation("repoGetBranchProtection")
    def repo_get_branch_protection(self, call):
        repo = self.find_repo(call, "admin")
        if not repo["settings"]["protection"] or call.params["name"] != repo["default_branch"]:
            raise self.gone()
        return self.rule_view(repo)
