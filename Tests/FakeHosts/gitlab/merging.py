"""Merging: at once, when the pipeline succeeds, by merge train, and rebasing."""

from gitlab.words import ACTIVE, LEVEL, fail
from host import operation
from repository import branches


class Merging:
    def accept(self, repo, pull, who, squash=False, remove=False, message=None):
        m = repo["settings"]["merge_method"]
        pull["squashed"] = bool(squash)
        one = "squash" if squash or m != "merge" else "merge"
        if m == "ff" and not squash:
            one = "fast-forward-only"
        self.do_merge(
            repo,
            pull,
            one,
            who,
            message
            or (
                pull["title"]
                if squash
                else f"Merge branch '{pull['head']}' into '{pull['base']}'\n\n{pull['title']}\n\n"
                f"See merge request {repo['full_name']}!{pull['number']}"
            ),
        )
        self.announce(repo, pull, "merged", who)
        if remove and pull["head"] in branches(repo):
            self.set_ref(repo, "refs/heads/" + pull["head"], None, who=who)
        self.note(repo, pull, who, "merged")
        repo["train"] = [x for x in repo["train"] if x["pr"] != pull["number"]]

    def enter(self, repo, pull):
        repo["train"].append(
            {
                "id": self.next_id(),
                "pr": pull["number"],
                "at": self.now(),
                "by": pull["auto_merge_by"],
            }
        )

    @operation("putApiV4ProjectsIdMergeRequestsMergeRequestIidMerge")
    def put_projects_id_merge_requests_merge_request_iid_merge(self, call):
        repo, pull = self.find_mr(call)
        b = call.body
        if (
            call.token is None
            or LEVEL[self.role(repo, call.token["login"])] < 30
            or repo["archived"]
        ):
            raise fail(401, "401 Unauthorized")
        auto = b.get("auto_merge") or b.get("merge_when_pipeline_succeeds")
        pull["checks"] = 0
        d = self.detailed(repo, pull)
        pl = self.head_pipeline(repo, pull)
        wait = bool(pl and pl["status"] in ACTIVE)
        now = d == "mergeable" and not (auto and wait)
        if d in ("not_open", "draft_status") or not now and not auto:
            raise (
                fail(405, "405 Method Not Allowed")
                if d not in ("conflict",)
                else fail(422, "Branch cannot be merged")
            )
        if d == "conflict":
            raise fail(422, "Branch cannot be merged")
        if b.get("sha") and b["sha"] != pull["head_sha"]:
            raise fail(409, f"SHA does not match HEAD of source branch: {pull['head_sha']}")
        squash = (
            b.get("squash", pull.get("squash", False))
            or repo["settings"]["squash_option"] == "always"
        )
        if squash and repo["settings"]["squash_option"] == "never":
            raise fail(405, "405 Method Not Allowed")
        pull["squash"], pull["remove"] = (
            squash,
            b.get("should_remove_source_branch", pull.get("force_remove", False)),
        )
        if now and not (auto and repo["settings"]["merge_trains_enabled"]):
            self.accept(
                repo,
                pull,
                call.token["login"],
                squash,
                pull["remove"],
                b.get("squash_commit_message") if squash else b.get("merge_commit_message"),
            )
        else:
            pull["auto_merge"], pull["auto_merge_by"] = (
                "merge_train"
                if repo["settings"]["merge_trains_enabled"]
                else "merge_when_checks_pass",
                call.token["login"],
            )
            self.note(
                repo,
                pull,
                call.token["login"],
                "enabled an automatic merge when all merge checks pass",
            )
            self.touch(pull)
            if repo["settings"]["merge_trains_enabled"] and d == "mergeable":
                self.enter(repo, pull)
        return self.mr_view(repo, pull, call, True)

    @operation("postApiV4ProjectsIdMergeRequestsMergeRequestIidCancelMergeWhenPipelineSucceeds")
    def post_projects_id_merge_requests_merge_request_iid_cancel_merge_when_pipeline_succeeds(
        self, call
    ):
        repo, pull = self.find_mr(call, "write")
        if pull["state"] != "open":
            raise fail(405, "405 Method Not Allowed")
        if not pull["auto_merge"]:
            raise fail(406, "406 Not Acceptable")
        pull["auto_merge"] = pull["auto_merge_by"] = None
        repo["train"] = [x for x in repo["train"] if x["pr"] != pull["number"]]
        self.note(repo, pull, call.token["login"], "canceled the automatic merge")
        self.touch(pull)
        return 201, self.mr_view(repo, pull, call, True)

    @operation("putApiV4ProjectsIdMergeRequestsMergeRequestIidRebase")
    def put_projects_id_merge_requests_merge_request_iid_rebase(self, call):
        repo, pull = self.find_mr(call, "write")
        if not self.can_merge(repo, pull):
            pull["merge_error"] = (
                "Rebase failed: Rebase locally, resolve all conflicts, then push the branch."
            )
            return 202, {"rebase_in_progress": True}
        self.rebase(repo, pull, call.token["login"])
        return 202, {"rebase_in_progress": True}

    @operation("getApiV4ProjectsIdMergeTrains")
    def get_projects_id_merge_trains(self, call):
        repo = self.paid(call) or self.project(call)
        return [self.car_view(repo, x) for x in self.page(call, repo["train"])]

    @operation("getApiV4ProjectsIdMergeTrainsMergeRequestsMergeRequestIid")
    def get_projects_id_merge_trains_merge_requests_merge_request_iid(self, call):
        self.paid(call)
        repo, pull = self.find_mr(call)
        x = [x for x in repo["train"] if x["pr"] == pull["number"]]
        if not x:
            raise fail(404, "404 Not Found")
        return self.car_view(repo, x[0])

    @operation("postApiV4ProjectsIdMergeTrainsMergeRequestsMergeRequestIid")
    def post_projects_id_merge_trains_merge_requests_merge_request_iid(self, call):
        self.paid(call)
        repo, pull = self.find_mr(call, "write")
        pull["checks"] = 0
        if not repo["settings"]["merge_trains_enabled"]:
            raise fail(403, "403 Forbidden")
        if call.body.get("sha") and call.body["sha"] != pull["head_sha"]:
            raise fail(409, f"SHA does not match HEAD of source branch: {pull['head_sha']}")
        pull["auto_merge"], pull["auto_merge_by"], pull["squash"] = (
            "merge_train",
            call.token["login"],
            call.body.get("squash", False),
        )
        if self.detailed(repo, pull) != "mergeable":
            if call.body.get("auto_merge") or call.body.get("when_pipeline_succeeds"):
                return 202, None
            pull["auto_merge"] = None
            raise fail(400, "400 Bad request - Merge request is not mergeable")
        self.enter(repo, pull)
        return 201, [self.car_view(repo, x) for x in repo["train"]]

    def control_thread(self, method, body, query):
        pull = self.repo(body["repo"])["prs"][body["pr"]]
        pull["unresolved"] = not body.get("resolved", False)
        return {"ok": True}

    def control_train(self, method, body, query):
        repo = self.repo(body["repo"])
        pull = repo["prs"][body["pr"]]
        if body.get("result") == "merged":
            self.accept(
                repo, pull, pull["auto_merge_by"] or "bot", pull.get("squash"), pull.get("remove")
            )
        else:
            repo["train"] = [x for x in repo["train"] if x["pr"] != pull["number"]]
            self.note(
                repo,
                pull,
                "bot",
                "removed this merge request from the merge train because the pipeline did not "
                "succeed",
            )
        return {"train": repo["train"]}
