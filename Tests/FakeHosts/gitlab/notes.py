"""Comments, which GitLab calls notes, with quick actions and reactions."""

import re

from gitlab.words import LEVEL, QUICK_ACTIONS, fail, missing
from host import number, operation


class Notes:
    def note(self, repo, pull, who, body):
        return self.add_comment(repo, pull, who, body, system=True)

    def quick(self, repo, pull, who, body):
        """Runs the quick actions of a text, such as `/merge`, and removes their lines.

        Lines in code blocks are text. Returns the rest of the text and the actions by name.
        """
        keep, changes, fence = [], {}, None
        if LEVEL[self.role(repo, who)] < 30:
            return body, {}
        for line in (body or "").split("\n"):
            m = re.match("^\\s*(```+|~~~+|>>>)", line)
            if m:
                fence = None if fence and m[1].startswith(fence[:3]) else fence or m[1]
            q = not fence and re.match("^/(\\w+)(?:\\s+(.*))?$", line.rstrip())
            if not q or q[1] not in QUICK_ACTIONS:
                keep.append(line)
                continue
            cmd, arg = q[1], (q[2] or "").strip()
            pull.setdefault("quick", []).append(line.strip())
            changes[cmd] = arg or True
            names = [x.strip('"~@ ') for x in re.findall('~"[^"]+"|[~@]?[\\w.:-]+', arg)]
            if cmd == "close" and pull["state"] == "open":
                self.close(repo, pull, who)
                self.announce(repo, pull, "closed", who)
            if cmd == "reopen" and pull["state"] == "closed":
                self.reopen(repo, pull, who)
            if cmd == "label":
                self.set_labels(
                    repo,
                    pull,
                    pull["labels"]
                    + [x for x in names if any(label["name"] == x for label in repo["labels"])],
                )
            if cmd == "unlabel":
                self.set_labels(repo, pull, [x for x in pull["labels"] if names and x not in names])
            if cmd == "assign":
                pull["assignees"] = names[:1]
            if cmd == "title" and arg:
                pull["title"] = arg
            if cmd == "draft":
                self.set_title(pull, pull["title"] if pull["draft"] else "Draft: " + pull["title"])
            if cmd == "ready":
                self.set_title(
                    pull, re.sub("(?i)^\\s*(\\[draft\\]|\\(draft\\)|draft:)\\s*", "", pull["title"])
                )
            if cmd == "approve":
                pull["reviews"][who] = "approved"
            if cmd == "merge" and pull["state"] == "open":
                pull["auto_merge"], pull["auto_merge_by"] = "merge_when_checks_pass", who
                self.try_auto(repo, pull["head_sha"])
        return "\n".join(keep).strip("\n") if changes else body, changes

    def commented(self, repo, pull, x):
        if not x.get("system"):
            x["body"], done = self.quick(repo, pull, x["user"], x["body"])
            if done and not x["body"]:
                pull["comments"].remove(x)
                return done
        if self.hooks:
            self.fire(
                "Note Hook",
                {
                    "object_kind": "note",
                    "event_type": "note",
                    "user": self.hook_user(x["user"]),
                    "project_id": repo["id"],
                    "project": self.hook_project(repo),
                    "repository": self.hook_repository(repo),
                    "object_attributes": {
                        "id": x["id"],
                        "internal": False,
                        "note": x["body"],
                        "noteable_type": "MergeRequest",
                        "noteable_id": pull["id"],
                        "author_id": number(x["user"]),
                        "created_at": x["created_at"].replace("T", " ").replace("Z", " UTC"),
                        "updated_at": x["updated_at"].replace("T", " ").replace("Z", " UTC"),
                        "project_id": repo["id"],
                        "system": bool(x.get("system")),
                        "description": x["body"],
                        "action": "create",
                        "url": f"{self.base()}/{repo['full_name']}/-/merge_requests/"
                        f"{pull['number']}#note_{x['id']}",
                    },
                    "merge_request": self.hook_attrs(repo, pull),
                },
            )

    def find_note(self, call, write=None):
        repo, pull = self.find_mr(call, write)
        x = next((x for x in pull["comments"] if str(x["id"]) == call.params["note_id"]), None)
        if not x:
            raise missing("Note") if False else fail(404, "404 Not found")
        return repo, pull, x

    @operation("getApiV4ProjectsIdMergeRequestsNoteableIdNotes")
    def get_projects_id_merge_requests_noteable_id_notes(self, call):
        repo, pull = self.find_mr(call)
        f = call.query.get("activity_filter", "all_notes")
        k = call.query.get("order_by", "created_at")
        xs = [
            x
            for x in pull["comments"]
            if f == "all_notes" or (f == "only_activity") == bool(x.get("system"))
        ]
        xs.sort(key=lambda x: (x[k], x["id"]), reverse=call.query.get("sort", "desc") == "desc")
        return [self.note_view(repo, pull, x) for x in self.page(call, xs)]

    @operation("postApiV4ProjectsIdMergeRequestsNoteableIdNotes")
    def post_projects_id_merge_requests_noteable_id_notes(self, call):
        repo, pull = self.find_mr(call, "read")
        if not call.body["body"].strip():
            raise fail(400, '400 Bad request - Note {:note=>["can\'t be blank"]}')
        if len(call.body["body"]) > 1000000:
            raise fail(400, "400 Bad request - Note is too long (maximum is 1000000 characters)")
        x = self.add_comment(repo, pull, call.token["login"], call.body["body"])
        done = self.commented(repo, pull, x)
        return (
            (202, {"commands_changes": done, "summary": [f"Applied {', '.join(done)}."]})
            if done
            else (201, self.note_view(repo, pull, x))
        )

    @operation("getApiV4ProjectsIdMergeRequestsNoteableIdNotesNoteId")
    def get_projects_id_merge_requests_noteable_id_notes_note_id(self, call):
        return self.note_view(*self.find_note(call))

    @operation("putApiV4ProjectsIdMergeRequestsNoteableIdNotesNoteId")
    def put_projects_id_merge_requests_noteable_id_notes_note_id(self, call):
        repo, pull, x = self.find_note(call, "read")
        if x["user"] != call.token["login"]:
            raise fail(403, "403 Forbidden")
        x["body"] = call.body.get("body", x["body"])
        x["updated_at"] = self.now()
        self.touch(pull)
        return self.note_view(repo, pull, x)

    @operation("deleteApiV4ProjectsIdMergeRequestsNoteableIdNotesNoteId")
    def delete_projects_id_merge_requests_noteable_id_notes_note_id(self, call):
        repo, pull, x = self.find_note(call, "write")
        pull["comments"].remove(x)
        return 204, None

    @operation("getApiV4ProjectsIdMergeRequestsMergeRequestIidNotesNoteIdAwardEmoji")
    def get_projects_id_merge_requests_merge_request_iid_notes_note_id_award_emoji(self, call):
        repo, pull, x = self.find_note(call)
        return self.page(call, [self.award_view(pull, x, e) for e in x["reactions"]])

    @operation("postApiV4ProjectsIdMergeRequestsMergeRequestIidNotesNoteIdAwardEmoji")
    def post_projects_id_merge_requests_merge_request_iid_notes_note_id_award_emoji(self, call):
        repo, pull, x = self.find_note(call, "read")
        n = call.body["name"].strip(":")
        me = call.token["login"]
        if n in ("+1", "-1"):
            n = {"+1": "thumbsup", "-1": "thumbsdown"}[n]
        if n not in (
            "thumbsup",
            "thumbsdown",
            "confused",
            "eyes",
            "rocket",
            "heart",
            "tada",
            "white_check_mark",
        ):
            raise missing("Award Emoji Name is not a valid emoji name")
        if any(e["user"] == me and e["content"] == n for e in x["reactions"]):
            raise missing("Award Emoji Name has already been taken")
        e = {"id": self.next_id(), "user": me, "content": n}
        x["reactions"].append(e)
        return 201, self.award_view(pull, x, e)

    @operation("deleteApiV4ProjectsIdMergeRequestsMergeRequestIidNotesNoteIdAwardEmojiAwardId")
    def delete_projects_id_merge_requests_merge_request_iid_notes_note_id_award_emoji_award_id(
        self, call
    ):
        repo, pull, x = self.find_note(call, "read")
        x["reactions"][:] = [e for e in x["reactions"] if str(e["id"]) != call.params["award_id"]]
        return 204, None
