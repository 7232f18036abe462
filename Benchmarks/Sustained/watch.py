"""Reads what the service and its workers use, and how long its queue is."""
import os
import re
import threading
import time
import urllib.request

TICKS = os.sysconf("SC_CLK_TCK")


def read(path):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""


def children(process):
    found = []
    for thread in os.listdir(f"/proc/{process}/task"):
        found += read(f"/proc/{process}/task/{thread}/children").split()
    return [int(x) for x in found]


def memory(process):
    """Returns the resident and the proportional memory of a process in MB; shared pages count once in the latter."""
    text = read(f"/proc/{process}/smaps_rollup")
    values = [re.search(rf"^{name}:\s+(\d+) kB", text, re.M) for name in ("Rss", "Pss")]
    return [int(x[1]) / 1024 if x else 0 for x in values]


def cpu(process):
    """Returns the seconds of CPU of a process, and of its ended children."""
    fields = read(f"/proc/{process}/stat").rpartition(")")[2].split()
    return [sum(map(int, fields[a : a + 2])) / TICKS for a in (11, 13)] if fields else [0, 0]


def metric(text, name):
    return sum(float(x) for x in re.findall(rf"^{name}(?:\{{[^}}]*\}})? (\S+)$", text, re.M))


class Watch(threading.Thread):
    """Samples processes every other second, and the service's metrics as often as Prometheus would."""

    scrape = 15

    def __init__(self, process, url):
        super().__init__(daemon=True)
        self.process, self.url = process, url
        self.samples, self.scrapes = [], []
        self.is_over = threading.Event()

    def run(self):
        next_scrape = 0
        while not self.is_over.wait(2):
            self.samples.append(self.sample())
            if time.time() >= next_scrape:
                self.scrapes.append(self.queue())
                next_scrape = self.scrapes[-1]["t"] + self.scrape

    def sample(self):
        workers = children(self.process)
        sizes = {x: memory(x) for x in [self.process, *workers]}
        return {
            "t": time.time(),
            "workers": len(workers),
            "service": sizes[self.process],
            "rss": sum(x[0] for x in sizes.values()),
            "pss": sum(x[1] for x in sizes.values()),
            "load": float(read("/proc/loadavg").split()[0]),
        }

    def queue(self):
        start = time.time()
        text = self.metrics()
        return {
            "t": start,
            "seconds": time.time() - start,
            "due": metric(text, "martlet_queue_due"),
            "oldest": metric(text, "martlet_queue_oldest_due_seconds"),
            "running": metric(text, "martlet_jobs_running"),
            "passes": metric(text, "martlet_passes_total"),
            "deaths": metric(text, "martlet_worker_deaths_total"),
        }

    def metrics(self):
        request = urllib.request.Request(
            self.url + "/metrics", headers={"Authorization": "Bearer pages-token"}
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.read().decode()
        except OSError:
            return ""

    def cpu(self):
        """Returns the seconds of CPU so far: of the service, and of all workers, ended ones too."""
        own, ended = cpu(self.process)
        return own, ended + sum(sum(cpu(x)) for x in children(self.process))
