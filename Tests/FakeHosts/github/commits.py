"""Commits, statuses and checks."""

from github.words import GitHubError
from host import merge, operation
from repository import git, sha_of


class Commits:
    @operation("repos/compare-commits")
    def repos_compare_commits(self, call):
        r = self.find_repo(call)
        a, _, b = call.params["basehead"].partition("...")
        a, b = a.split(":")[-1], b.split(":")[-1]
        A, B = sha_of(r, a), sha_of(r, b)
        if not A or not B:
            raise GitHubError(404, "Not Found")
        mb = git(r, "merge-base", A, B).decode().strip()
        behind, ahead = map(
            int, git(r, "rev-list", "--left-right", "--count", f"{A}...{B}").split()
        )
        new = git(r, "rev-list", "--reverse", f"{mb}..{B}").decode().split()
        return merge(
            self.synthesizer.value(self.contract.response(call.operation, 200)),
            {
                "url": self.base(),
                "base_commit": self.commit_view(r, A),
                "merge_base_commit": self.commit_view(r, mb),
                "status": "identical"
                if A == B
                else "diverged"
                if ahead and behind
                else "ahead"
                if ahead
                else "behind",
                "ahead_by": ahead,
                "behind_by": behind,
                "total_commits": ahead,
                "commits": [
                    self.commit_view(r, x)
                    for x in (
                        self.page(call, new)
                        if "page" in call.query or "per_page" in call.query
                        else new[:250]
                    )
                ],
                "files": self.files(r, mb, B),
            },
        )

    def files(self, repo, a, b):
        out = []
        for line in git(repo, "diff", "--name-status", "--no-renames", a, b).decode().splitlines():
            st, p = line.split("\t", 1)
            out.append(
                {
                    "sha": git(repo, "rev-parse", "-q", "--verify", f"{b}:{p}", check=False)
                    .stdout.decode()
                    .strip()
                    or None,
                    "filename": p,
                    "status": {"A": "added", "D": "removed"}.get(st, "modified"),
                    "additions": 1,
                    "deletions": 1,
                    "changes": 2,
                    "blob_url": self.base(),
                    "raw_url": self.base(),
                    "contents_url": self.base(),
                    "patch": git(repo, "diff", a, b, "--", p).decode(errors="replace")[:2000],
                }
            )
        return out

    @operation("repos/list-commits")
    def repos_list_commits(self, call):
        s = sha_of(
            self.find_repo(call), call.query.get("sha") or self.find_repo(call)["default_branch"]
        )
        if not s:
            raise GitHubError(404, "Not Found")
        opts = [
            f"--{k}={call.query[k]}"
            for k in ("since", "until", "author", "committer")
            if call.query.get(k)
        ]
        return [
            self.commit_view(self.find_repo(call), x)
            for x in self.page(
                call,
                git(
                    self.find_repo(call),
                    "rev-list",
                    *opts,
                    s,
                    "--",
                    *([call.query["path"]] if call.query.get("path") else []),
                )
                .decode()
                .split(),
            )
        ]

    @operation("repos/list-pull-requests-associated-with-commit")
    def repos_list_pull_requests_associated_with_commit(self, call):
        return self.page(
            call,
            [
                self.pr_view(self.find_repo(call), pull, "PullRequestSimple")
                for pull in self.find_repo(call)["prs"].values()
                if pull["head"]
                and pull["head_sha"] == sha_of(self.find_repo(call), call.params["commit_sha"])
            ],
        )

    def commit_of_call(self, call):
        s = sha_of(self.find_repo(call), call.params["ref"])
        if not s:
            raise GitHubError(422, f"No commit found for SHA: {call.params['ref']}")
        return s

    @operation("repos/get-commit")
    def repos_get_commit(self, call):
        return self.commit_view(self.find_repo(call), self.commit_of_call(call))

    @operation("repos/get-combined-status-for-ref")
    def repos_get_combined_status_for_ref(self, call):
        repo = self.find_repo(call)
        s = self.commit_of_call(call)
        last = {x["context"]: x for x in repo["statuses"].get(s, [])}
        st = [x["state"] for x in last.values()]
        return merge(
            self.make("CombinedCommitStatus"),
            {
                "state": "failure"
                if {"failure", "error"} & set(st)
                else "success"
                if st and set(st) == {"success"}
                else "pending",
                "statuses": [
                    merge(self.make("SimpleCommitStatus"), x)
                    for x in self.page(call, list(last.values()))
                ],
                "sha": s,
                "total_count": len(st),
                "repository": self.repo_view(repo, "MinimalRepository"),
                "commit_url": self.base(),
                "url": self.base(),
            },
        )

    @operation("repos/list-commit-statuses-for-ref")
    def repos_list_commit_statuses_for_ref(self, call):
        return self.page(
            call,
            [
                self.status_view(self.find_repo(call), x)
                for x in reversed(
                    self.find_repo(call)["statuses"].get(self.commit_of_call(call), [])
                )
            ],
        )

    def add_status(self, repo, sha, context, state, description=None, target_url=None):
        x = {
            "id": self.next_id(),
            "node_id": "S",
            "url": self.base(),
            "avatar_url": None,
            "state": state,
            "description": description,
            "target_url": target_url,
            "context": context,
            "created_at": self.now(),
            "updated_at": self.now(False),
        }
        repo["statuses"].setdefault(sha, []).append(x)
        self.fire(
            "status",
            None,
            repo,
            {
                "sha": sha,
                "state": state,
                "context": context,
                "description": description,
                "target_url": target_url,
                "branches": [
                    {
                        "name": pull["head"],
                        "commit": {"sha": sha, "url": self.base()},
                        "protected": False,
                    }
                    for pull in repo["prs"].values()
                    if pull["head_sha"] == sha
                ][:1],
            },
        )
        return x

    @operation("repos/create-commit-status")
    def repos_create_commit_status(self, call):
        return (
            201,
            self.status_view(
                self.find_repo(call),
                self.add_status(
                    self.find_repo(call),
                    call.params["sha"],
                    call.body.get("context", "default"),
                    call.body["state"],
                    call.body.get("description"),
                    call.body.get("target_url"),
                ),
            ),
        )

    @operation("checks/list-for-ref")
    def checks_list_for_ref(self, call):
        repo = self.find_repo(call)
        cs = [
            x
            for x in repo["checks"].get(self.commit_of_call(call), {}).values()
            if call.query.get("check_name") in (None, x["name"])
            and call.query.get("status") in (None, x["status"])
        ]
        return {
            "total_count": len(cs),
            "check_runs": self.page(call, [self.check_view(repo, x) for x in cs]),
        }

    @operation("checks/list-suites-for-ref")
    def checks_list_suites_for_ref(self, call):
        repo = self.find_repo(call)
        s = self.commit_of_call(call)
        cs = list(repo["checks"].get(s, {}).values())
        done = bool(cs) and all(x["status"] == "completed" for x in cs)
        one = (
            merge(
                self.make("CheckSuite"),
                {
                    "id": cs[0]["suite"],
                    "head_sha": s,
                    "head_branch": None,
                    "status": "completed" if done else "in_progress",
                    "conclusion": (
                        "success"
                        if all(x["conclusion"] in ("success", "neutral", "skipped") for x in cs)
                        else "failure"
                    )
                    if done
                    else None,
                    "latest_check_runs_count": len(cs),
                    "head_commit": merge(self.make("SimpleCommit"), {"id": s}),
                    "repository": self.repo_view(repo, "MinimalRepository"),
                    "pull_requests": [],
                },
            )
            if cs
            else None
        )
        return {"total_count": 1 if one else 0, "check_suites": [one] if one else []}

    def control_status(self, method, body, query):
        repo, s = self.commit_of_control(body)
        self.add_status(repo, s, body.get("context", "ci"), body["state"], body.get("description"))
        return self.complete_auto_merges(repo, s)

    def control_check(self, method, body, query):
        repo, s = self.commit_of_control(body)
        n = body.get("name", "build")
        cs = repo["checks"].setdefault(s, {})
        st = body.get("status", "completed")
        suite = next(iter(cs.values()))["suite"] if cs else self.next_id()
        cs[n] = {
            "id": cs[n]["id"] if n in cs else self.next_id(),
            "suite": suite,
            "node_id": "CR",
            "name": n,
            "head_sha": s,
            "external_id": "",
            "url": self.base(),
            "html_url": self.base(),
            "details_url": self.base(),
            "status": st,
            "conclusion": body.get("conclusion", "success") if st == "completed" else None,
            "started_at": self.now(),
            "completed_at": self.now() if st == "completed" else None,
        }
        self.fire(
            "check_run",
            "completed" if st == "completed" else "created",
            repo,
            {
                "check_run": {
                    k: cs[n][k]
                    for k in (
                        "id",
                        "name",
                        "head_sha",
                        "status",
                        "conclusion",
                        "started_at",
                        "completed_at",
                    )
                }
            },
        )
        if all(x["status"] == "completed" for x in cs.values()):
            self.fire(
                "check_suite",
                "completed",
                repo,
                {
                    "check_suite": {
                        "id": suite,
                        "head_sha": s,
                        "status": "completed",
                        "conclusion": "success"
                        if all(
                            x["conclusion"] in ("success", "neutral", "skipped")
                            for x in cs.values()
                        )
                        else "failure",
                    }
                },
            )
        return self.complete_auto_merges(repo, s)

    def commit_of_control(self, body):
        """Returns the repository and the commit that a control call names."""
        repo = self.repos[body["repo"].lower()]
        if "pr" in body:
            return repo, repo["prs"][body["pr"]]["head_sha"]
        return repo, sha_of(repo, body["ref"])

    def complete_auto_merges(self, repo, s):
        """Merges the pull requests of a commit whose automatic merge has waited for its checks."""
        for pull in list(repo["prs"].values()):
            if (
                pull["auto_merge"]
                and pull["state"] == "open"
                and (pull["head_sha"] == s)
                and not self.unmet(repo, pull)
                and self.can_merge(repo, pull)
            ):
                self.do_merge(repo, pull, pull["auto_merge"], pull["user"])
        return {"sha": s}
