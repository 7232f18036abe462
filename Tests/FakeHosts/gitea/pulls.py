"""Pull requests: list, create, edit."""

import re

from errors import HostError
from host import number, operation
from repository import branches, git, rev_list, text


class Pulls:
    def set_title(self, pull, title):
        pull["title"] = title
        pull["draft"] = bool(re.match("(?i)^(WIP:|\\[WIP\\])", title))

    def close(self, repo, pull, who):
        super().close(repo, pull, who)
        self.system(repo, pull, who, "close")

    def reopen(self, repo, pull, who):
        super().reopen(repo, pull, who)
        self.system(repo, pull, who, "reopen")

    @operation("repoListPullRequests")
    def repo_list_pull_requests(self, call):
        repo = self.find_repo(call)
        st = call.query.get("state", "open")
        ps = [
            pull
            for pull in repo["prs"].values()
            if (st == "all" or pull["state"] == st)
            and len(self.log) - pull["born"] >= self.limits["pr_list_lag"]
        ]
        if call.query.get("labels"):
            ps = [
                pull
                for pull in ps
                if call.query["labels"] in [str(x["id"]) for x in self.labels_view(repo, pull)]
            ]
        for k in ("base", "head"):
            if call.query.get(k) and self.options.flavour == "forgejo":
                ps = [pull for pull in ps if pull[k] == call.query[k]]
        if call.query.get("poster"):
            ps = [pull for pull in ps if pull["user"] == call.query["poster"]]
        ps.sort(
            key=lambda pull: (
                pull["updated_at"] if "update" in call.query.get("sort", "") else "",
                pull["number"],
            ),
            reverse=call.query.get("sort") not in ("oldest", "leastupdate"),
        )
        return [self.pr_view(repo, pull, call.token) for pull in self.page(call, ps)]

    @operation("repoGetPullRequest")
    def repo_get_pull_request(self, call):
        repo, pull = self.find_pull(call)
        o = self.pr_view(repo, pull, call.token)
        pull["checks"] -= pull["checks"] > 0
        return o

    @operation("repoGetPullRequestByBaseHead")
    def repo_get_pull_request_by_base_head(self, call):
        repo = self.find_repo(call)
        pull = [
            pull
            for pull in repo["prs"].values()
            if pull["base"] == call.params["base"]
            and pull["head"] == call.params["head"].split(":")[-1]
            and (pull["state"] == "open")
        ]
        if not pull:
            raise self.gone()
        return self.pr_view(repo, pull[-1], call.token)

    def ids_to_names(self, repo, ids, strict=True):
        out = []
        for i in ids or []:
            x = next((y for y in repo["labels"] if i in (y["id"], y["name"])), None)
            if isinstance(i, str) and not self.limits["label_names"]:
                raise self.fail(
                    422,
                    '[]: json: cannot unmarshal number " into Go struct field '
                    "IssueLabelsOption.Labels of type int64",
                )
            if x:
                out.append(x["name"])
        return out

    def assign(self, pull, names):
        for x in names:
            if not self.exists(x):
                raise self.fail(
                    422,
                    "Assignee does not exist: "
                    f"[name: user does not exist [uid: 0, name: {x}, keyid: 0]]",
                )
        pull["assignees"] = list(dict.fromkeys(names))

    @operation("repoCreatePullRequest")
    def repo_create_pull_request(self, call):
        repo = self.find_repo(call)
        b = call.body
        head = (b.get("head") or "").split(":")[-1]
        who = call.token["login"]
        if not repo["settings"]["has_pull_requests"]:
            raise self.gone()
        if b.get("base") not in branches(repo):
            raise self.absent("IsBranchExist")
        if head not in branches(repo):
            raise self.gone()
        if head == b["base"]:
            raise self.fail(
                422, "Invalid PullRequest: There are no changes between the head and the base"
            )
        if not b.get("title"):
            raise self.fail(422, "[Title]: Required")
        t = next(
            (
                pull
                for pull in repo["prs"].values()
                if pull["state"] == "open" and pull["head"] == head and (pull["base"] == b["base"])
            ),
            None,
        )
        if t:
            raise self.fail(
                409,
                f"pull request already exists for these targets [id: {t['id']}, "
                f"issue_id: {t['id']}, head_repo_id: {repo['id']}, base_repo_id: {repo['id']}, "
                f"head_branch: {head}, base_branch: {b['base']}]",
            )
        pull = self.new_pr(
            repo,
            body=b.get("body") or "",
            head=head,
            head_sha=branches(repo)[head],
            base=b["base"],
            user=who,
        )
        self.set_title(pull, b["title"])
        pull["labels"] = self.ids_to_names(repo, b.get("labels"))
        self.assign(pull, b.get("assignees") or [])
        pull["milestone"] = b.get("milestone") or None
        self.system(repo, pull, who, "pull_push")
        git(repo, "update-ref", f"refs/pull/{pull['number']}/head", pull["head_sha"])
        self.hook_pr(repo, pull, "opened", who)
        return 201, self.pr_view(repo, pull, call.token)

    @operation("repoEditPullRequest")
    def repo_edit_pull_request(self, call):
        repo, pull = self.find_pull(call)
        b = call.body
        who = call.token["login"]
        if self.role(repo, who) not in ("write", "admin") and who != pull["user"]:
            raise self.fail(403, "")
        if pull["merged_at"] and b.get("state"):
            raise self.fail(412, "cannot change state of this pull request, it was already merged")
        if b.get("base") and b["base"] not in branches(repo):
            raise HostError(
                404,
                {
                    "message": f"new base '{b['base']}' not exist",
                    "url": f"{self.base()}/api/swagger",
                },
            )
        if b.get("title"):
            self.set_title(pull, b["title"])
        if b.get("body") is not None:
            pull["body"] = b["body"]
        if b.get("base"):
            pull["base"] = b["base"]
            pull["checks"] = self.limits["mergeable_lag"]
        if b.get("assignees") is not None:
            self.assign(pull, b["assignees"])
        if b.get("labels") is not None:
            pull["labels"] = self.ids_to_names(repo, b["labels"])
        if b.get("milestone"):
            if not any(m["id"] == b["milestone"] for m in repo["milestones"]):
                raise self.fail(500, "")
            pull["milestone"] = b["milestone"]
        if b.get("state") == "closed" and pull["state"] == "open":
            self.close(repo, pull, who)
            self.announce(repo, pull, "closed", who)
        elif b.get("state") == "open" and pull["state"] == "closed":
            self.reopen(repo, pull, who)
            self.announce(repo, pull, "open", who)
        elif b.get("title") or b.get("body") is not None:
            self.hook_pr(repo, pull, "edited", who)
        self.touch(pull)
        return 201, self.pr_view(repo, pull, call.token)

    @operation("repoGetPullRequestCommits")
    def repo_get_pull_request_commits(self, call):
        repo, pull = self.find_pull(call)
        return [
            self.commit_view(repo, x)
            for x in self.page(
                call, rev_list(repo, f"refs/heads/{pull['base']}..{pull['head_sha']}")
            )
        ]

    @operation("repoGetPullRequestFiles")
    def repo_get_pull_request_files(self, call):
        repo, pull = self.find_pull(call)
        return self.page(
            call,
            [
                {
                    "filename": line.split("\t", 1)[1],
                    "status": {"A": "added", "D": "deleted"}.get(line[0], "changed"),
                    "additions": 1,
                    "deletions": 0,
                    "changes": 1,
                    "html_url": self.base(),
                    "contents_url": self.base(),
                    "raw_url": self.base(),
                }
                for line in git(
                    repo,
                    "diff",
                    "--name-status",
                    "--no-renames",
                    text(repo, "merge-base", "refs/heads/" + pull["base"], pull["head_sha"]),
                    pull["head_sha"],
                )
                .decode()
                .splitlines()
            ],
        )

    @operation("repoCreatePullReviewRequests")
    def repo_create_pull_review_requests(self, call):
        repo, pull = self.find_pull(call, "write")
        for x in call.body.get("reviewers") or []:
            if not self.exists(x):
                raise self.absent(f"User '{x}' not exist")
            if x == pull["user"]:
                raise self.fail(
                    422,
                    f"poster of pr can't be reviewer [user_id: {number(x)}, repo_id: {repo['id']}]",
                )
        pull["reviewers"] = list(
            dict.fromkeys(pull["reviewers"] + (call.body.get("reviewers") or []))
        )
        self.touch(pull)
        return (
            201,
            [self.review_view(repo, pull, x, "asked") for x in call.body.get("reviewers") or []],
        )

    @operation("repoListPullReviews")
    def repo_list_pull_reviews(self, call):
        repo, pull = self.find_pull(call)
        return self.page(
            call,
            [self.review_view(repo, pull, x, s) for x, s in pull["reviews"].items()]
            + [
                self.review_view(repo, pull, x, "asked")
                for x in pull["reviewers"]
                if x not in pull["reviews"]
            ],
        )
