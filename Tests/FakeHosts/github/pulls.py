"""Pull requests: list, create, edit, review and merge."""

import base64

from github.words import GitHubError, invalid
from host import merge, operation
from repository import git, put_blob, refs, sha_of


class Pulls:
    def find_pull(self, call, key="pull_number", issues=False):
        repo = self.find_repo(call)
        pull = repo["prs"].get(int(call.params[key])) if call.params[key].isdigit() else None
        if not pull or not issues and not pull["head"]:
            raise GitHubError(404, "Not Found")
        return repo, pull

    def need_branch(self, repo, b, field="base"):
        s = sha_of(repo, "refs/heads/" + b)
        if not s:
            raise invalid("PullRequest", field, "invalid")
        return s

    def missing_checks(self, repo, pull):
        okc = {
            s["context"]
            for s in repo["statuses"].get(pull["head_sha"], [])
            if s["state"] == "success"
        } | {
            c["name"]
            for c in repo["checks"].get(pull["head_sha"], {}).values()
            if c["conclusion"] in ("success", "neutral", "skipped")
        }
        return [c for c in repo["protection"].get("contexts", []) if c not in okc]

    def missing_reviews(self, repo, pull):
        """Returns the number of missing approvals, at least 1 if changes are requested."""
        last = {
            x["user"]: x["state"]
            for x in pull.get("reviews", [])
            if x["state"] in ("APPROVED", "CHANGES_REQUESTED", "DISMISSED")
        }
        need = int(repo["protection"].get("approvals", 0))
        return max(
            need - list(last.values()).count("APPROVED"),
            1 if need and "CHANGES_REQUESTED" in last.values() else 0,
        )

    def unmet(self, repo, pull):
        return bool(self.missing_checks(repo, pull) or self.missing_reviews(repo, pull))

    def new_pr(self, repo, **k):
        n = repo["next"]
        repo["next"] += 1
        t = self.now()
        p = {
            "id": self.next_id(),
            "number": n,
            "node_id": f"{'PR' if k.get('head') else 'I'}_{repo['id']}_{n}",
            "state": "open",
            "draft": False,
            "body": None,
            "labels": [],
            "assignees": [],
            "reviewers": [],
            "comments": [],
            "head": None,
            "head_sha": None,
            "base": None,
            "user": "someone",
            "auto_merge": None,
            "merged_at": None,
            "merged_by": None,
            "merge_sha": None,
            "closed_at": None,
            "closed_by": None,
            "state_reason": None,
            "edits": [],
            "created_at": t,
            "updated_at": t,
            "checks": self.limits["mergeable_lag"],
            "born": len(self.log),
            **k,
        }
        repo["prs"][n] = p
        return p

    @operation("pulls/create")
    def pulls_create(self, call):
        repo = self.find_repo(call)
        b = call.body
        head = b["head"].split(":")[-1]
        self.need_branch(repo, b["base"])
        hs = self.need_branch(repo, head, "head")
        if "title" not in b:
            raise invalid("Issue", "title", "missing_field")
        if len(b.get("body") or "") > 65536:
            raise invalid(
                "PullRequest", "body", "custom", "body is too long (maximum is 65536 characters)"
            )
        if any(
            pull["state"] == "open" and pull["head"] == head and (pull["base"] == b["base"])
            for pull in repo["prs"].values()
        ):
            raise GitHubError(
                422,
                "Validation Failed",
                [
                    {
                        "resource": "PullRequest",
                        "code": "custom",
                        "message": f"A pull request already exists for {repo['owner']}:{head}.",
                    }
                ],
            )
        if not int(git(repo, "rev-list", "--count", f"refs/heads/{b['base']}..{hs}")):
            raise GitHubError(
                422,
                "Validation Failed",
                [
                    {
                        "resource": "PullRequest",
                        "code": "custom",
                        "message": f"No commits between {b['base']} and {head}",
                    }
                ],
            )
        pull = self.new_pr(
            repo,
            title=b["title"],
            body=b.get("body"),
            head=head,
            head_sha=hs,
            base=b["base"],
            draft=bool(b.get("draft")),
            user=call.token["login"],
        )
        self.fire("pull_request", "opened", repo, {"number": pull["number"], "pull_request": pull})
        return 201, self.pr_view(repo, pull)

    @operation("pulls/list")
    def pulls_list(self, call):
        repo = self.find_repo(call)
        st = call.query.get("state", "open")
        ps = [
            pull
            for pull in repo["prs"].values()
            if pull["head"]
            and (st == "all" or pull["state"] == st)
            and (len(self.log) - pull["born"] >= self.limits["pr_list_lag"])
        ]
        # GitHub ignores a head without its owner.
        if call.query.get("head"):
            ps = (
                [
                    pull
                    for pull in ps
                    if f"{repo['owner']}:{pull['head']}".lower() == call.query["head"].lower()
                ]
                if ":" in call.query["head"]
                else ps
            )
        if call.query.get("base"):
            ps = [pull for pull in ps if pull["base"] == call.query["base"]]
        ps.sort(
            key=lambda pull: (
                pull["updated_at"] if call.query.get("sort") == "updated" else pull["number"]
            ),
            reverse=call.query.get("direction", "desc") == "desc",
        )
        return self.page(call, [self.pr_view(repo, pull, "PullRequestSimple") for pull in ps])

    @operation("pulls/get")
    def pulls_get(self, call):
        repo, pull = self.find_pull(call)
        o = self.pr_view(repo, pull)
        # `mergeable` is null in the first response, as on GitHub.
        pull["checks"] -= pull["checks"] > 0
        return o

    @operation("pulls/update")
    def pulls_update(self, call):
        repo, pull = self.find_pull(call)
        b = call.body
        for k in ("title", "body"):
            if k in b:
                pull[k] = b[k]
        if "base" in b:
            self.need_branch(repo, b["base"])
            pull["base"] = b["base"]
        if b.get("state") == "closed" and pull["state"] == "open":
            pull["state"] = "closed"
            pull["closed_at"] = self.touch(pull)
            self.fire(
                "pull_request", "closed", repo, {"number": pull["number"], "pull_request": pull}
            )
        elif b.get("state") == "open" and pull["state"] == "closed":
            if pull["merged_at"] or not sha_of(repo, "refs/heads/" + pull["head"]):
                raise invalid("PullRequest", "state", "invalid", "state cannot be changed.")
            pull["state"] = "open"
            pull["closed_at"] = None
            self.touch(pull)
            self.fire(
                "pull_request", "reopened", repo, {"number": pull["number"], "pull_request": pull}
            )
        else:
            self.touch(pull)
        return self.pr_view(repo, pull)

    @operation("pulls/list-files")
    def pulls_list_files(self, call):
        repo, pull = self.find_pull(call)
        return self.page(
            call,
            self.files(
                repo,
                git(repo, "merge-base", "refs/heads/" + pull["base"], pull["head_sha"])
                .decode()
                .strip(),
                pull["head_sha"],
            ),
        )

    @operation("pulls/list-commits")
    def pulls_list_commits(self, call):
        repo, pull = self.find_pull(call)
        return self.page(
            call,
            [
                self.commit_view(repo, x)
                for x in git(
                    repo, "rev-list", "--reverse", f"refs/heads/{pull['base']}..{pull['head_sha']}"
                )
                .decode()
                .split()
            ],
        )

    @operation("pulls/request-reviewers")
    def pulls_request_reviewers(self, call):
        repo, pull = self.find_pull(call)
        pull["reviewers"] += [
            x for x in call.body.get("reviewers", []) if x not in pull["reviewers"]
        ]
        self.touch(pull)
        return 201, self.pr_view(repo, pull, "PullRequestSimple")

    def do_merge(self, repo, pull, method, who, title=None, msg=None):
        base = "refs/heads/" + pull["base"]
        bt = sha_of(repo, base)
        tree = git(repo, "merge-tree", "--write-tree", base, pull["head_sha"]).decode().split()[0]
        s = self.commit(
            repo,
            tree,
            [bt, pull["head_sha"]] if method == "merge" else [bt],
            (title or f"{pull['title']} (#{pull['number']})") + ("\n\n" + msg if msg else ""),
        )
        pull.update(state="closed", merged_at=self.now(), merged_by=who, merge_sha=s)
        pull["closed_at"] = pull["merged_at"]
        self.touch(pull)
        self.set_ref(repo, base, s, bt, who)
        self.fire("pull_request", "closed", repo, {"number": pull["number"], "pull_request": pull})
        return s

    @operation("pulls/merge")
    def pulls_merge(self, call):
        repo, pull = self.find_pull(call)
        if call.body.get("sha") and call.body["sha"] != pull["head_sha"]:
            raise GitHubError(409, "Head branch was modified. Review and try the merge again.")
        if pull["state"] != "open" or not self.can_merge(repo, pull):
            raise GitHubError(405, "Pull Request is not mergeable")
        m = self.missing_checks(repo, pull)
        if m:
            raise GitHubError(405, f'Required status check "{m[0]}" is expected.')
        n = self.missing_reviews(repo, pull)
        if n:
            raise GitHubError(
                405, f"At least {n} approving review is required by reviewers with write access."
            )
        return {
            "sha": self.do_merge(
                repo,
                pull,
                call.body.get("merge_method", "merge"),
                call.token["login"],
                call.body.get("commit_title"),
                call.body.get("commit_message"),
            ),
            "merged": True,
            "message": "Pull Request successfully merged",
        }

    @operation("pulls/list-reviews")
    def pulls_list_reviews(self, call):
        repo, pull = self.find_pull(call)
        u = self.base()
        return self.page(
            call,
            [
                merge(
                    self.make("PullRequestReview"),
                    {
                        "id": x["id"],
                        "user": self.user(x["user"]),
                        "body": "",
                        "state": x["state"],
                        "submitted_at": x["at"],
                        "commit_id": x["sha"],
                        "html_url": u,
                        "pull_request_url": u,
                        "author_association": "COLLABORATOR",
                        "_links": {"html": {"href": u}, "pull_request": {"href": u}},
                    },
                )
                for x in pull.get("reviews", [])
            ],
        )

    def graphql(self, call):
        """Runs the mutations that a bot needs; GraphQL isn't checked against a schema."""
        q, i = call.body.get("query", ""), (call.body.get("variables") or {}).get("input", {})

        def bad(t, m):
            return {"data": None, "errors": [{"type": t, "message": m}]}

        if "...State" in q:
            return self.survey(call, q)
        if "createCommitOnBranch" in q:
            repo = self.repos.get(i["branch"]["repositoryNameWithOwner"].lower())
            n = i["branch"]["branchName"]
            ref = n if n.startswith("refs/") else "refs/heads/" + n
            tip = repo and refs(repo).get(ref)
            if not tip:
                return bad("NOT_FOUND", "Could not resolve to a branch")
            if tip != i["expectedHeadOid"]:
                return bad(
                    "STALE_DATA",
                    f'Expected branch to point to "{i["expectedHeadOid"]}" but it did not. '
                    "Pull and try again.",
                )
            fc = i.get("fileChanges", {})
            ed = {
                x["path"]: ("100644", put_blob(repo, base64.b64decode(x["contents"])))
                for x in fc.get("additions", [])
            }
            ed.update({x["path"]: ("100644", None) for x in fc.get("deletions", [])})
            m = i["message"]
            s = self.commit(
                repo,
                self.tree_with(repo, tip, ed),
                [tip],
                m["headline"] + ("\n\n" + m["body"] if m.get("body") else ""),
            )
            repo["signed"].add(s)
            self.set_ref(repo, ref, s, tip, call.token["login"])
            return {
                "data": {
                    "createCommitOnBranch": {
                        "commit": {"oid": s, "url": self.base()},
                        "ref": {"name": n},
                        "clientMutationId": i.get("clientMutationId"),
                    }
                }
            }
        if "markPullRequestReadyForReview" in q:
            for repo in self.repos.values():
                for pull in repo["prs"].values():
                    if pull["node_id"] == i.get("pullRequestId"):
                        pull["draft"] = False
                        self.touch(pull)
                        number = {"number": pull["number"]}
                        return {
                            "data": {"markPullRequestReadyForReview": {"pullRequest": number}}
                        }
            return bad("NOT_FOUND", "Could not resolve to a node")
        for name in ("enablePullRequestAutoMerge", "disablePullRequestAutoMerge"):
            if name in q:
                for repo in self.repos.values():
                    for pull in repo["prs"].values():
                        if pull["node_id"] == i.get("pullRequestId"):
                            if name[0] == "e" and not repo["allow_auto_merge"]:
                                return bad(
                                    "UNPROCESSABLE",
                                    "Pull request Auto merge is not allowed for this repository",
                                )
                            if name[0] == "e" and not self.unmet(repo, pull):
                                return bad("UNPROCESSABLE", "Pull request is in clean status")
                            pull["auto_merge"] = (
                                i.get("mergeMethod", "MERGE").lower() if name[0] == "e" else None
                            )
                            return {
                                "data": {
                                    name: {
                                        "pullRequest": {
                                            "id": pull["node_id"],
                                            "number": pull["number"],
                                        }
                                    }
                                }
                            }
                return bad("NOT_FOUND", "Could not resolve to a node")
        if "userContentEdits" in q:
            given = call.body["variables"]
            repo = self.repos.get(f"{given['owner']}/{given['name']}".lower())
            issue = repo and repo["prs"].get(given["number"])
            if not issue:
                return bad("NOT_FOUND", "Could not resolve to an Issue")
            # The first entry is the text before the first edit.
            first = [{"by": issue["user"], "at": issue["created_at"]}] if issue["edits"] else []
            edits = [
                {
                    "editedAt": x["at"],
                    "editor": {
                        "__typename": "Bot" if x["by"].endswith("[bot]") else "User",
                        "login": x["by"].removesuffix("[bot]"),
                    },
                }
                for x in [*first, *issue["edits"]][::-1]
            ]
            return {
                "data": {"repository": {"issue": {"userContentEdits": {"nodes": edits[:100]}}}}
            }
        return bad("UNIMPLEMENTED", "the fake has no such query")

    def control_pr(self, method, body, query):
        repo = self.repos[body["repo"].lower()]
        pull = repo["prs"][body["pr"]]
        who = body.get("by", "human")
        if "labels" in body:
            pull["labels"] = body["labels"]
            self.touch(pull)
        if body.get("merge"):
            self.do_merge(repo, pull, body["merge"], who)
        elif body.get("state", pull["state"]) != pull["state"]:
            pull["state"] = body["state"]
            pull["closed_at"] = self.touch(pull) if body["state"] == "closed" else None
            self.fire(
                "pull_request",
                "closed" if body["state"] == "closed" else "reopened",
                repo,
                {"number": pull["number"], "pull_request": pull, "sender": self.user(who)},
            )
        if body.get("delete_branch"):
            self.set_ref(repo, "refs/heads/" + pull["head"], None, who=who)
        return self.pr_state(pull)

    def control_review(self, method, body, query):
        repo = self.repos[body["repo"].lower()]
        pull = repo["prs"][body["pr"]]
        pull.setdefault("reviews", []).append(
            {
                "id": self.next_id(),
                "user": body.get("user", "ann"),
                "state": body.get("state", "APPROVED"),
                "at": self.now(),
                "sha": pull["head_sha"],
            }
        )
        self.touch(pull)
        if (
            pull["auto_merge"]
            and pull["state"] == "open"
            and not self.unmet(repo, pull)
            and self.can_merge(repo, pull)
        ):
            self.do_merge(repo, pull, pull["auto_merge"], pull["user"])
        return {"reviews": len(pull["reviews"])}

    def pr_state(self, pull):
        return {
            k: pull[k]
            for k in (
                "number",
                "state",
                "title",
                "body",
                "draft",
                "head",
                "base",
                "head_sha",
                "labels",
                "assignees",
                "reviewers",
                "auto_merge",
                "merged_at",
                "merged_by",
                "merge_sha",
                "closed_at",
                "created_at",
                "updated_at",
                "user",
                "edits",
            )
        } | {
            "pinned": False,
            "merged": bool(pull["merged_at"]),
            "comments": [
                {k: x[k] for k in ("id", "user", "body", "created_at")} for x in pull["comments"]
            ],
        }

    def commit_state(self, repo, s):
        if s not in repo["seen"]:
            g = self.gitcommit_view(repo, s)
            repo["seen"][s] = {
                "parents": [x["sha"] for x in g["parents"]],
                "message": g["message"],
                "author": g["author"],
                "committer": g["committer"],
                "tree": {
                    e["path"]: e["sha"]
                    for e in self.tree_view(repo, s, True)["tree"]
                    if e["type"] != "tree"
                },
            }
        return repo["seen"][s]

    def repo_state(self, repo, contents):
        rs = refs(repo)
        br = {k[11:]: v for k, v in rs.items() if k.startswith("refs/heads/")}
        allp = [self.pr_state(pull) for pull in repo["prs"].values()]
        prs = [pull for pull in allp if pull["head"]]
        for pull in prs:
            pull["mergeable"] = (
                self.can_merge(repo, pull)
                if pull["state"] == "open" and pull["base"] in br
                else None
            )
        out = {
            "default_branch": repo["default_branch"],
            "prs": prs,
            "issues": [pull for pull in allp if not pull["head"]],
            "refs": rs,
            "branches": br,
            "tags": {k[10:]: v for k, v in rs.items() if k.startswith("refs/tags/")},
            "commits": {
                s: self.commit_state(repo, s)
                for s in (
                    git(repo, "rev-list", "--max-count=500", "--branches").decode().split()
                    if br
                    else []
                )
            },
            "statuses": {
                s: {x["context"]: x["state"] for x in xs} for s, xs in repo["statuses"].items()
            },
            "checks": {
                s: {n: x["conclusion"] or x["status"] for n, x in xs.items()}
                for s, xs in repo["checks"].items()
            },
            "labels": sorted(repo["labels"]),
            "pushed_at": repo["pushed_at"],
            "updated_at": repo["updated_at"],
            # The fake has no CI of its own and reruns no checks.
            "ci": None,
            "reruns": [],
            "snapshots": len(repo.get("snapshots", [])),
        }
        if repo.get("snapshots"):
            out["submitted"] = repo["snapshots"]
        return out | self.leftovers(repo, prs, br) | self.contents(repo, br, contents)
