"""What happens to a fleet meanwhile: deliveries without news, pushes, and commands of people."""
import queue
import random
import threading
import time

from hub import deliver

COMMANDS = ["rebase", "show ignored", "help", "recreate"]
# A delivery of GitHub has about 7 KB.
PAD = "x" * 6_500


class Load:
    """Sends deliveries at random times with a rate, and commands in turn to the same repositories."""

    def __init__(self, hub, address, fleet, rate, commands_a_minute, seed=1):
        self.hub, self.address, self.fleet = hub, address, fleet
        self.rate, self.commands_a_minute = rate, commands_a_minute
        self.random = random.Random(seed)
        self.responses = []
        self.commands = []
        self.failures = []
        self.work = queue.Queue()

    def run(self, seconds):
        threads = [threading.Thread(target=self.send, daemon=True) for _ in range(8)]
        threads.append(threading.Thread(target=self.command, args=(seconds,), daemon=True))
        for thread in threads:
            thread.start()
        end, at = time.time() + seconds, time.time()
        while at < end:
            time.sleep(max(0, at - time.time()))
            self.work.put((at, self.event()))
            at += self.random.expovariate(self.rate)
        for _ in range(8):
            self.work.put(None)
        for thread in threads:
            thread.join()

    def send(self):
        while item := self.work.get():
            at, (event, payload) = item
            try:
                status, _ = deliver(self.address, event, payload)
                # From the time at which it was due, so that a slow response isn't left out.
                self.responses.append((at, time.time() - at, event))
                if status != 202:
                    self.failures.append(f"{event}: {status}")
            except OSError as error:
                self.failures.append(f"{event}: {error}")

    def event(self):
        """Returns an event and its payload, as often as in a fleet where most events aren't about martlet."""
        dice = self.random.random()
        name = self.random.choice(self.fleet["all"])
        commit = f"{self.random.getrandbits(160):040x}"
        payload = {
            "repository": {"full_name": name, "default_branch": "main"},
            "sender": {"login": "someone"},
            "pad": PAD,
        }
        if dice < 0.45:
            run = {"head_sha": commit, "check_suite": {"head_branch": "feature", "head_sha": commit}}
            return "check_run", {**payload, "action": "completed", "check_run": run}
        if dice < 0.60:
            return "status", {**payload, "sha": commit, "state": "success", "branches": [{"name": "feature"}]}
        if dice < 0.77:
            return "push", {**payload, "ref": "refs/heads/feature", "after": commit}
        if dice < 0.88:
            pull = {"head": {"ref": "feature", "sha": commit, "repo": {"full_name": name}}}
            return "pull_request", {**payload, "action": "synchronize", "pull_request": pull}
        if dice < 0.98:
            more = {"issue": {"number": 1, "pull_request": {}}, "comment": {"body": "Looks good to me."}}
            return "issue_comment", {**payload, "action": "created", **more}
        # A person's push to the default branch, which starts a visit.
        pushed = self.hub.control("commit", {"repo": name, "files": {"README.md": commit + "\n"}})
        return "push", {**payload, "ref": "refs/heads/main", "after": pushed["sha"]}

    def command(self, seconds):
        names = self.fleet["command"]
        interval, end = 60 / self.commands_a_minute, time.time() + seconds
        for number in range(int(seconds / interval)):
            self.order(names[number % len(names)], COMMANDS[number // len(names) % len(COMMANDS)])
            time.sleep(max(0, interval - 0.1) if time.time() < end else 0)

    def order(self, name, words):
        body = f"@martlet {words}"
        try:
            self.hub.control("comment", {"repo": name, "pr": 1, "user": "ann", "body": body})
        except OSError:
            self.failures.append(f"{name} has no pull request")
            return
        payload = {
            "action": "created",
            "issue": {"number": 1, "pull_request": {}},
            "comment": {"body": body},
            "repository": {"full_name": name, "default_branch": "main"},
            "sender": {"login": "ann"},
        }
        start = time.time()
        try:
            status, _ = deliver(self.address, "issue_comment", payload)
            self.commands.append({"t": start, "repo": name, "words": words, "status": status})
        except OSError as error:
            self.failures.append(f"command: {error}")


def answers(commands, requests):
    """Adds to each command how long its first visible action and its acknowledgement took."""
    for command in commands:
        own = [
            x for x in requests
            if x["mutating"] and x["t"] >= command["t"] and f"/repos/{command['repo']}/" in x["path"]
            and (x["status"] or 0) in range(200, 300)
        ]
        signs = [x for x in own if x["op"].startswith("reactions/") or "comment" in x["op"]]
        command["first"] = own[0]["t_end"] - command["t"] if own else None
        command["answer"] = signs[0]["t_end"] - command["t"] if signs else None
    return commands
