"""GitLab's JSON."""

import re
import urllib.parse

from gitlab.words import ACTIVE, LEVEL, stamp
from host import number
from repository import ZERO, branches, commit_info, is_ancestor, sha_of, tags, text


class Views:
    def user(self, login):
        self.users[number(login)] = login
        return {
            "id": number(login),
            "username": login,
            "public_email": None,
            "name": login.title(),
            "state": "active",
            "locked": False,
            "avatar_url": None,
            "web_url": f"{self.base()}/{login}",
        }

    def login(self, uid):
        return self.users.get(int(uid))

    def project_view(self, repo, call=None, simple=False):
        u = f"{self.base()}/{repo['full_name']}"
        o = {
            "id": repo["id"],
            "description": None,
            "name": repo["name"],
            "name_with_namespace": " / ".join(repo["full_name"].split("/")),
            "path": repo["name"],
            "path_with_namespace": repo["full_name"],
            "created_at": stamp(repo["created_at"]),
            "default_branch": repo["default_branch"],
            "tag_list": [],
            "topics": [],
            "ssh_url_to_repo": f"git@127.0.0.1:{repo['full_name']}.git",
            "http_url_to_repo": u + ".git",
            "web_url": u,
            "readme_url": None,
            "forks_count": 0,
            "avatar_url": None,
            "star_count": 0,
            "last_activity_at": stamp(repo["active_at"]),
            "namespace": {
                "id": number(repo["owner"]),
                "name": repo["owner"],
                "path": repo["owner"].split("/")[-1],
                "kind": "group",
                "full_path": repo["owner"],
                "parent_id": None,
                "avatar_url": None,
                "web_url": f"{self.base()}/groups/{repo['owner']}",
            },
        }
        if simple:
            return o
        s = repo["settings"]
        role = LEVEL[self.role(repo, call.token["login"])] if call and call.token else 0
        return {
            **o,
            "visibility": "private" if repo["private"] else "public",
            "archived": repo["archived"],
            "empty_repo": not branches(repo),
            "packages_enabled": True,
            "issues_enabled": repo["has_issues"],
            "merge_requests_enabled": s["merge_requests_enabled"],
            "wiki_enabled": False,
            "jobs_enabled": True,
            "snippets_enabled": False,
            "can_create_merge_request_in": role >= 30,
            "creator_id": 1,
            "open_issues_count": 0,
            "issues_access_level": "enabled",
            "repository_access_level": "enabled",
            "merge_requests_access_level": "enabled" if s["merge_requests_enabled"] else "disabled",
            "builds_access_level": "enabled",
            "public_jobs": True,
            "shared_with_groups": [],
            "import_status": "none",
            "request_access_enabled": True,
            **{
                k: s[k]
                for k in (
                    "only_allow_merge_if_pipeline_succeeds",
                    "allow_merge_on_skipped_pipeline",
                    "only_allow_merge_if_all_discussions_are_resolved",
                    "remove_source_branch_after_merge",
                    "merge_method",
                    "squash_option",
                )
            },
            "autoclose_referenced_issues": True,
            "lfs_enabled": True,
            "shared_runners_enabled": True,
            "ci_config_path": None,
            "suggestion_commit_message": None,
            "merge_commit_template": None,
            "squash_commit_template": None,
            "resolve_outdated_diff_discussions": False,
            "printing_merge_request_link_enabled": True,
            **({"forked_from_project": {"id": 1, "name": "up"}} if repo["fork"] else {}),
            **(
                {
                    "merge_trains_enabled": s["merge_trains_enabled"],
                    "merge_pipelines_enabled": s["merge_pipelines_enabled"],
                    "approvals_before_merge": s["approvals_required"],
                }
                if self.limits["premium"]
                else {}
            ),
            **(
                {
                    "permissions": {
                        "project_access": {"access_level": role, "notification_level": 3}
                        if role
                        else None,
                        "group_access": None,
                    }
                }
                if call and call.token
                else {}
            ),
        }

    def commit_view(self, repo, sha, detail=False, stats=True):
        g = commit_info(repo, sha)
        o = {
            "id": sha,
            "short_id": sha[:8],
            "created_at": g["committer"]["date"],
            "parent_ids": g["parents"],
            "title": g["message"].split("\n")[0][:255],
            "message": g["message"] + "\n",
            "author_name": g["author"]["name"],
            "author_email": g["author"]["email"],
            "authored_date": g["author"]["date"],
            "committer_name": g["committer"]["name"],
            "committer_email": g["committer"]["email"],
            "committed_date": g["committer"]["date"],
            "trailers": {},
            "extended_trailers": {},
            "web_url": f"{self.base()}/{repo['full_name']}/-/commit/{sha}",
        }
        if detail:
            pl = self.latest(repo, sha)
            o.update(
                status=pl and pl["status"],
                project_id=repo["id"],
                last_pipeline=pl and self.pipeline_view(repo, pl),
                **{"stats": {"additions": 1, "deletions": 1, "total": 2}} if stats else {},
            )
        return o

    def branch_view(self, repo, b, sha):
        return {
            "name": b,
            "commit": self.commit_view(repo, sha),
            "merged": b != repo["default_branch"]
            and is_ancestor(repo, sha, "refs/heads/" + repo["default_branch"]),
            "protected": self.protected(repo, b),
            "developers_can_push": not self.protected(repo, b),
            "developers_can_merge": not self.protected(repo, b),
            "can_push": not self.protected(repo, b),
            "default": b == repo["default_branch"],
            "web_url": f"{self.base()}/{repo['full_name']}/-/tree/{urllib.parse.quote(b)}",
        }

    def label_view(self, x):
        return {
            "id": x["id"],
            "name": x["name"],
            "description": x["description"] or None,
            "description_html": x["description"] or "",
            "text_color": "#FFFFFF",
            "color": "#" + x["color"],
            "subscribed": False,
            "priority": None,
            "is_project_label": True,
            "archived": False,
        }

    def milestone_view(self, repo, x):
        return {
            "id": x["id"],
            "iid": x["iid"],
            "project_id": repo["id"],
            "title": x["title"],
            "description": "",
            "state": "active",
            "created_at": stamp(repo["created_at"]),
            "updated_at": stamp(repo["created_at"]),
            "due_date": None,
            "start_date": None,
            "expired": False,
            "web_url": f"{self.base()}/{repo['full_name']}/-/milestones/{x['iid']}",
        }

    def mr_view(self, repo, pull, call=None, full=False, labels=False):
        d = self.detailed(repo, pull)
        n = pull["number"]
        ref = f"!{n}"

        def who(x):
            return self.user(x) if x else None

        names = {x["name"]: x for x in repo["labels"]}
        ms = next((m for m in repo["milestones"] if m["id"] == pull["milestone"]), None)
        boxes = re.findall("(?m)^\\s*(?:[-*+]|\\d+[.)]) \\[([ xX])\\]", pull["body"] or "")
        o = {
            "id": pull["id"],
            "iid": n,
            "project_id": repo["id"],
            "title": pull["title"],
            "description": pull["body"],
            "state": "merged"
            if pull["merged_at"]
            else {"open": "opened"}.get(pull["state"], pull["state"]),
            "created_at": stamp(pull["created_at"]),
            "updated_at": stamp(pull["updated_at"]),
            "merged_by": who(pull["merged_by"]),
            "merge_user": who(pull["merged_by"] or pull["auto_merge_by"]),
            "merged_at": stamp(pull["merged_at"]),
            "closed_by": who(pull["closed_by"]),
            "closed_at": stamp(None if pull["merged_at"] else pull["closed_at"]),
            "target_branch": pull["base"],
            "source_branch": pull["head"],
            "user_notes_count": len([x for x in pull["comments"] if not x.get("system")]),
            "upvotes": 0,
            "downvotes": 0,
            "author": who(pull["user"]),
            "assignees": [who(x) for x in pull["assignees"]],
            "assignee": who(pull["assignees"][0]) if pull["assignees"] else None,
            "reviewers": [who(x) for x in pull["reviewers"]],
            "source_project_id": repo["id"],
            "target_project_id": repo["id"],
            "labels": [self.label_view(names[x]) if labels else x for x in pull["labels"]],
            "draft": pull["draft"],
            "imported": False,
            "imported_from": "none",
            "work_in_progress": pull["draft"],
            "milestone": self.milestone_view(repo, ms) if ms else None,
            "merge_when_pipeline_succeeds": bool(pull["auto_merge"]),
            "merge_status": "checking"
            if pull["checks"] > 0
            else "can_be_merged"
            if pull["state"] != "open" or self.can_merge(repo, pull)
            else "cannot_be_merged",
            "detailed_merge_status": d,
            "merge_after": None,
            "sha": pull["head_sha"],
            "merge_commit_sha": pull["merge_sha"] if not pull.get("squashed") else None,
            "squash_commit_sha": pull["merge_sha"] if pull.get("squashed") else None,
            "discussion_locked": None,
            "should_remove_source_branch": pull.get("remove"),
            "force_remove_source_branch": pull.get("force_remove", False),
            "prepared_at": stamp(pull["created_at"]),
            "reference": ref,
            "references": {"short": ref, "relative": ref, "full": repo["full_name"] + ref},
            "web_url": f"{self.base()}/{repo['full_name']}/-/merge_requests/{n}",
            "time_stats": {
                "time_estimate": 0,
                "total_time_spent": 0,
                "human_time_estimate": None,
                "human_total_time_spent": None,
            },
            "squash": pull.get("squash", False),
            "squash_on_merge": pull.get("squash", False),
            "task_completion_status": {
                "count": len(boxes),
                "completed_count": len([x for x in boxes if x != " "]),
            },
            "has_conflicts": pull["state"] == "open"
            and pull["checks"] <= 0
            and not self.can_merge(repo, pull),
            "blocking_discussions_resolved": not pull.get("unresolved"),
        }
        if full:
            pl = self.head_pipeline(repo, pull)
            b = sha_of(repo, "refs/heads/" + pull["base"])
            mb = text(repo, "merge-base", b, pull["head_sha"]) if b else None
            o.update(
                subscribed=True,
                changes_count="1",
                latest_build_started_at=None,
                latest_build_finished_at=None,
                first_deployed_to_production_at=None,
                pipeline=pl and self.pipeline_view(repo, pl),
                head_pipeline=pl and self.pipeline_view(repo, pl, True),
                diff_refs={"base_sha": mb, "head_sha": pull["head_sha"], "start_sha": b},
                merge_error=pull.get("merge_error"),
                first_contribution=False,
                user={
                    "can_merge": bool(
                        call and call.token and (LEVEL[self.role(repo, call.token["login"])] >= 30)
                    )
                },
            )
            if call and call.query.get("include_diverged_commits_count") in ("true", "1"):
                o["diverged_commits_count"] = int(
                    text(
                        repo,
                        "rev-list",
                        "--count",
                        f"{pull['head_sha']}..refs/heads/{pull['base']}",
                    )
                )
            if call and call.query.get("include_rebase_in_progress") in ("true", "1"):
                o["rebase_in_progress"] = False
        return o

    def detailed(self, repo, pull):
        """Returns the first obstacle to a merge, in GitLab's order."""
        s = repo["settings"]
        if pull["state"] != "open":
            return "not_open"
        if pull["checks"] > 0:
            return "checking"
        if pull["draft"]:
            return "draft_status"
        if not self.can_merge(repo, pull):
            return "conflict"
        if "requested_changes" in pull["reviews"].values() and self.limits["premium"]:
            return "requested_changes"
        if s["only_allow_merge_if_pipeline_succeeds"]:
            pl = self.head_pipeline(repo, pull)
            if pl and pl["status"] in ACTIVE:
                return "ci_still_running"
            if not pl or (
                pl["status"] != "success"
                and not (pl["status"] == "skipped" and s["allow_merge_on_skipped_pipeline"])
            ):
                return "ci_must_pass"
        if s["only_allow_merge_if_all_discussions_are_resolved"] and pull.get("unresolved"):
            return "discussions_not_resolved"
        if len([x for x in pull["reviews"].values() if x == "approved"]) < s["approvals_required"]:
            return "not_approved"
        if s["merge_method"] in ("ff", "rebase_merge") and self.behind(repo, pull):
            return "need_rebase"
        return "mergeable"

    def pipeline_view(self, repo, x, full=False):
        o = {
            "id": x["id"],
            "iid": x["iid"],
            "project_id": repo["id"],
            "sha": x["sha"],
            "ref": x["ref"],
            "status": x["status"],
            "source": x["source"],
            "created_at": stamp(x["created_at"]),
            "updated_at": stamp(x["updated_at"]),
            "web_url": f"{self.base()}/{repo['full_name']}/-/pipelines/{x['id']}",
        }
        if full:
            warn = x["status"] == "success" and any(j["status"] == "failed" for j in x["jobs"])
            g = "success-with-warnings" if warn else x["status"]
            o.update(
                before_sha=ZERO,
                tag=False,
                yaml_errors=x.get("yaml_errors"),
                user=self.user("ci"),
                started_at=stamp(x["created_at"]),
                finished_at=None if x["status"] in ACTIVE else stamp(x["updated_at"]),
                committed_at=None,
                duration=None,
                queued_duration=None,
                coverage=None,
                archived=False,
                detailed_status={
                    "icon": "status_" + x["status"],
                    "text": "Warning" if warn else x["status"].title(),
                    "label": "passed with warnings" if warn else x["status"],
                    "group": g,
                    "tooltip": g,
                    "has_details": True,
                    "details_path": f"/{repo['full_name']}/-/pipelines/{x['id']}",
                    "illustration": None,
                    "favicon": "",
                },
            )
        return o

    def job_view(self, repo, x, j):
        return {
            "id": j["id"],
            "status": j["status"],
            "stage": j["stage"],
            "name": j["name"],
            "ref": x["ref"],
            "tag": False,
            "coverage": None,
            "allow_failure": j["allow_failure"],
            "created_at": stamp(x["created_at"]),
            "started_at": stamp(x["created_at"]),
            "finished_at": None if j["status"] in ACTIVE else stamp(x["updated_at"]),
            "erased_at": None,
            "duration": 1.0,
            "queued_duration": 0.1,
            "commit": self.commit_view(repo, x["sha"]),
            "pipeline": self.pipeline_view(repo, x),
            "web_url": f"{self.base()}/{repo['full_name']}/-/jobs/{j['id']}",
            "project": {"ci_job_token_scope_enabled": False},
            **({"failure_reason": "script_failure"} if j["status"] == "failed" else {}),
        }

    def status_view(self, repo, x, j):
        return {
            "id": j["id"],
            "sha": x["sha"],
            "ref": x["ref"],
            "status": j["status"],
            "name": j["name"],
            "target_url": j.get("target_url")
            or f"{self.base()}/{repo['full_name']}/-/jobs/{j['id']}",
            "description": j.get("description"),
            "created_at": stamp(x["created_at"]),
            "started_at": None,
            "finished_at": None if j["status"] in ACTIVE else stamp(x["updated_at"]),
            "allow_failure": j["allow_failure"],
            "coverage": None,
            "pipeline_id": x["id"],
            "author": self.user(j.get("by", "ci")),
        }

    def release_view(self, repo, x):
        s = tags(repo).get(x["tag_name"])
        return {
            "name": x["name"],
            "tag_name": x["tag_name"],
            "description": x["body"],
            "created_at": stamp(x["created_at"]),
            "released_at": x["published_at"],
            "upcoming_release": False,
            "author": self.user(repo["owner"].split("/")[0]),
            **({"commit": self.commit_view(repo, s)} if s else {}),
            "commit_path": f"/{repo['full_name']}/-/commit/{s}",
            "tag_path": f"/{repo['full_name']}/-/tags/{x['tag_name']}",
            "evidences": [],
            "_links": {"self": f"{self.base()}/{repo['full_name']}/-/releases/{x['tag_name']}"},
        }

    def note_view(self, repo, pull, x):
        return {
            "id": x["id"],
            "type": None,
            "body": x["body"],
            "author": self.user(x["user"]),
            "created_at": stamp(x["created_at"]),
            "updated_at": stamp(x["updated_at"]),
            "system": bool(x.get("system")),
            "noteable_id": pull["id"],
            "noteable_type": "MergeRequest",
            "project_id": repo["id"],
            "resolvable": False,
            "confidential": False,
            "internal": False,
            "imported": False,
            "imported_from": "none",
            "noteable_iid": pull["number"],
            "commands_changes": {},
        }

    def award_view(self, p, x, e):
        return {
            "id": e["id"],
            "name": e["content"],
            "user": self.user(e["user"]),
            "created_at": stamp(x["created_at"]),
            "updated_at": stamp(x["created_at"]),
            "awardable_id": x["id"],
            "awardable_type": "Note",
            "url": None,
        }

    def prot_view(self, repo, b):
        return {
            "id": number(b),
            "name": b,
            "push_access_levels": self.access(40),
            "merge_access_levels": self.access(30),
            "allow_force_push": False,
        }

    def car_view(self, repo, x):
        pull = repo["prs"][x["pr"]]
        pl = self.head_pipeline(repo, pull)
        return {
            "id": x["id"],
            "merge_request": {
                "id": pull["id"],
                "iid": pull["number"],
                "project_id": repo["id"],
                "title": pull["title"],
                "state": "opened",
            },
            "user": self.user(x["by"] or "bot"),
            "pipeline": pl and self.pipeline_view(repo, pl),
            "created_at": stamp(x["at"]),
            "updated_at": stamp(x["at"]),
            "target_branch": pull["base"],
            "status": "fresh",
            "merged_at": None,
            "duration": None,
        }
