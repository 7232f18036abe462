"""Pipelines of jobs, and commit statuses."""

from gitlab.words import fail, missing
from host import operation
from repository import ZERO, branches, sha_of


class Pipelines:
    def latest(self, repo, sha):
        return next(
            (
                x
                for x in reversed(repo["pipelines"])
                if x["sha"] == sha and len(self.log) - x["born"] >= self.limits["pipeline_lag"]
            ),
            None,
        )

    def head_pipeline(self, repo, pull):
        mine = [x for x in repo["pipelines"] if pull["head_sha"] in (x["sha"], x["tested"])]
        prefer = [x for x in mine if x["source"] == "merge_request_event"] or mine
        return prefer[-1] if prefer else None

    def composite(self, jobs):
        """Returns the status of a pipeline from its jobs.

        An allowed failure counts as success, and an optional manual job as skipped.
        """
        s = [
            (
                "skipped"
                if j["status"] == "manual"
                else "success"
                if j["status"] in ("failed", "canceled")
                else j["status"]
            )
            if j["allow_failure"]
            else j["status"]
            for j in jobs
        ]
        if not s:
            return "skipped"
        for many, one in (
            (("running",), "running"),
            (("waiting_for_resource",), "waiting_for_resource"),
            (("preparing",), "preparing"),
        ):
            if set(s) & set(many):
                return one
        if set(s) == {"skipped"}:
            return (
                "success"
                if any(j["status"] == "failed" for j in jobs)
                else "manual"
                if all(j["status"] == "manual" for j in jobs)
                else "skipped"
            )
        if set(s) <= {"success", "skipped"}:
            return "success"
        if set(s) & {"pending", "created", "scheduled"}:
            return (
                "running"
                if set(s) & {"success", "failed"}
                else "pending"
                if "pending" in s
                else "scheduled"
                if "scheduled" in s
                else "created"
            )
        if "manual" in s and "failed" not in s:
            return "manual"
        return "canceled" if "canceled" in s and "failed" not in s else "failed"

    def new_pipeline(self, repo, sha, ref, source, jobs):
        t = self.now()
        x = {
            "id": self.next_id(),
            "iid": len(repo["pipelines"]) + 1,
            "sha": sha,
            "ref": ref,
            "source": source,
            "created_at": t,
            "updated_at": t,
            "jobs": [
                {
                    "id": self.next_id(),
                    "stage": "test",
                    "allow_failure": False,
                    "status": "created",
                    **j,
                }
                for j in jobs
            ],
            "born": len(self.log),
            # The head whose merge it tests.
            "tested": None,
        }
        repo["pipelines"].append(x)
        self.settle_pipeline(repo, x)
        return x

    def settle_pipeline(self, repo, x, status=None):
        before, x["status"] = x.get("status"), status or self.composite(x["jobs"])
        time = self.now()
        # As on GitLab, a job or a report that doesn't change the status leaves the time.
        if x["status"] != before:
            x["updated_at"] = time
        pull = next(
            (
                pull
                for pull in repo["prs"].values()
                if pull["head_sha"] == x["sha"] and pull["state"] == "open"
            ),
            None,
        )
        self.fire(
            "Pipeline Hook",
            {
                "object_kind": "pipeline",
                "object_attributes": {
                    "id": x["id"],
                    "iid": x["iid"],
                    "name": None,
                    "ref": x["ref"],
                    "tag": False,
                    "sha": x["sha"],
                    "before_sha": ZERO,
                    "source": x["source"],
                    "status": x["status"],
                    "detailed_status": "passed" if x["status"] == "success" else x["status"],
                    "stages": sorted({j["stage"] for j in x["jobs"]}),
                    "created_at": x["created_at"].replace("T", " ").replace("Z", " UTC"),
                    "finished_at": None,
                    "duration": None,
                    "queued_duration": None,
                    "variables": [],
                    "url": f"{self.base()}/{repo['full_name']}/-/pipelines/{x['id']}",
                },
                "merge_request": pull
                and {
                    "id": pull["id"],
                    "iid": pull["number"],
                    "title": pull["title"],
                    "source_branch": pull["head"],
                    "source_project_id": repo["id"],
                    "target_branch": pull["base"],
                    "target_project_id": repo["id"],
                    "state": "opened",
                    "merge_status": "can_be_merged",
                    "detailed_merge_status": self.detailed(repo, pull),
                    "url": f"{self.base()}/{repo['full_name']}/-/merge_requests/{pull['number']}",
                },
                "user": self.hook_user("ci"),
                "project": self.hook_project(repo),
                "commit": self.hook_commit(repo, x["sha"]),
                "builds": [
                    {
                        "id": j["id"],
                        "stage": j["stage"],
                        "name": j["name"],
                        "status": j["status"],
                        "allow_failure": j["allow_failure"],
                        "manual": j["status"] == "manual",
                        "when": "on_success",
                    }
                    for j in x["jobs"]
                ],
            },
        )
        self.try_auto(repo, x["sha"])

    def set_status(self, repo, sha, context, state, description, who, more):
        """Sets a commit status; as on GitLab it belongs to a pipeline of its own."""
        state = {"failure": "failed", "error": "failed"}.get(state, state)
        x = self.latest(repo, sha)
        ref = next((b for b, s in branches(repo).items() if s == sha), repo["default_branch"])
        x = x if x and x["source"] == "external" else None
        j = next((j for j in x["jobs"] if j["name"] == context), None) if x else None
        if not j:
            j = {
                "id": self.next_id(),
                "name": context,
                "stage": "external",
                "status": state,
                "allow_failure": bool(more.get("allow_failure")),
                "description": description,
                "by": who,
                "target_url": more.get("target_url"),
            }
            if x:
                x["jobs"].append(j)
            else:
                x = self.new_pipeline(repo, sha, ref, "external", [j])
                j = x["jobs"][0]
                repo["statuses"].setdefault(sha, []).append({"context": context, "state": state})
                return x, j
        j.update(status=state, description=description)
        repo["statuses"].setdefault(sha, []).append({"context": context, "state": state})
        self.settle_pipeline(repo, x)
        return x, j

    def try_auto(self, repo, sha=None):
        for pull in list(repo["prs"].values()):
            if pull["auto_merge"] and pull["state"] == "open" and (sha in (None, pull["head_sha"])):
                pull["checks"] = 0
                if self.detailed(repo, pull) == "mergeable" and (
                    not self.head_pipeline(repo, pull)
                    or self.head_pipeline(repo, pull)["status"] in ("success", "skipped")
                ):
                    self.accept(
                        repo, pull, pull["auto_merge_by"], pull.get("squash"), pull.get("remove")
                    )

    @operation("getApiV4ProjectsIdRepositoryCommitsShaStatuses")
    def get_projects_id_repository_commits_sha_statuses(self, call):
        repo, s = self.commit_of(call)
        q = call.query
        pls = [
            x
            for x in repo["pipelines"]
            if x["sha"] == s
            and (not q.get("pipeline_id") or str(x["id"]) == q["pipeline_id"])
            and (q.get("ref") in (None, x["ref"]))
        ]
        rows = [
            self.status_view(repo, x, j)
            for x in pls
            for j in x["jobs"]
            if q.get("name") in (None, j["name"])
        ]
        if q.get("all") not in ("true", "1"):
            rows = list({x["name"]: x for x in rows}.values())
        return self.page(call, rows)

    @operation("postApiV4ProjectsIdStatusesSha")
    def post_projects_id_statuses_sha(self, call):
        r = self.project(call, "write")
        s = sha_of(r, call.params["sha"])
        x, j = self.set_status(
            r,
            s,
            call.body.get("name") or call.body.get("context") or "default",
            call.body["state"],
            call.body.get("description"),
            call.token["login"],
            call.body,
        )
        return 201, self.status_view(r, x, j)

    @operation("getApiV4ProjectsIdPipelines")
    def get_projects_id_pipelines(self, call):
        repo = self.project(call)
        q = call.query
        return [
            self.pipeline_view(repo, x)
            for x in self.page(
                call,
                [
                    x
                    for x in reversed(repo["pipelines"])
                    if all(q.get(k) in (None, x[k]) for k in ("sha", "ref", "status", "source"))
                    and (not self.limits["dated"] or x["updated_at"] > q.get("updated_after", ""))
                ],
            )
        ]

    def pipeline(self, call, write=None):
        repo = self.project(call, write)
        x = next((x for x in repo["pipelines"] if str(x["id"]) == call.params["pipeline_id"]), None)
        if not x:
            raise fail(404, "404 Not found")
        return repo, x

    @operation("getApiV4ProjectsIdPipelinesPipelineId")
    def get_projects_id_pipelines_pipeline_id(self, call):
        r, x = self.pipeline(call)
        return self.pipeline_view(r, x, True)

    @operation("getApiV4ProjectsIdPipelinesPipelineIdJobs")
    def get_projects_id_pipelines_pipeline_id_jobs(self, call):
        r, x = self.pipeline(call)
        return [
            self.job_view(r, x, j)
            for j in self.page(
                call,
                [
                    j
                    for j in x["jobs"]
                    if call.query.get("scope[]", call.query.get("scope")) in (None, j["status"])
                ],
            )
        ]

    @operation("getApiV4ProjectsIdPipelinesPipelineIdBridges")
    def get_projects_id_pipelines_pipeline_id_bridges(self, call):
        self.pipeline(call)
        return self.page(call, [])

    @operation("postApiV4ProjectsIdPipelinesPipelineIdRetry")
    def post_projects_id_pipelines_pipeline_id_retry(self, call):
        r, x = self.pipeline(call, "write")
        [j.update(status="pending") for j in x["jobs"] if j["status"] in ("failed", "canceled")]
        self.settle_pipeline(r, x)
        return 201, self.pipeline_view(r, x, True)

    @operation("postApiV4ProjectsIdJobsJobIdPlay")
    def post_projects_id_jobs_job_id_play(self, call):
        repo = self.project(call, "write")
        x, j = next(
            (
                (x, j)
                for x in repo["pipelines"]
                for j in x["jobs"]
                if str(j["id"]) == call.params["job_id"]
            ),
            (None, None),
        )
        if not j:
            raise missing("Job")
        if j["status"] != "manual":
            raise fail(400, "400 Bad request - Unplayable Job")
        j["status"] = "pending"
        self.settle_pipeline(repo, x)
        return self.job_view(repo, x, j)

    def control_pipeline(self, method, body, query):
        repo = self.repo(body["repo"])
        pull = repo["prs"].get(body.get("pr"))
        s = pull["head_sha"] if pull else sha_of(repo, body["ref"])
        ref = pull["head"] if pull else body["ref"]
        if body.get("merge"):
            # A pipeline of the merge that GitLab would make, at a commit of its own.
            s, ref = sha_of(repo, pull["base"]), f"refs/merge-requests/{pull['number']}/merge"
        x = self.new_pipeline(
            repo,
            s,
            ref,
            body.get("source", "merge_request_event" if pull else "push"),
            body.get("jobs", []),
        )
        if body.get("merge"):
            x["tested"] = pull["head_sha"]
        if "status" in body:
            self.settle_pipeline(repo, x, body["status"])
        return {"id": x["id"], "status": x["status"]}

    def control_job(self, method, body, query):
        repo = self.repo(body["repo"])
        x = next(
            x
            for x in reversed(repo["pipelines"])
            if "pipeline" not in body or x["id"] == body["pipeline"]
        )
        if "name" not in body:
            self.settle_pipeline(repo, x, body["status"])
            return {"pipeline": x["id"], "status": x["status"]}
        j = next(j for j in x["jobs"] if j["name"] == body["name"])
        j.update({k: v for k, v in body.items() if k in ("status", "allow_failure")})
        self.settle_pipeline(repo, x)
        return {"pipeline": x["id"], "status": x["status"]}
