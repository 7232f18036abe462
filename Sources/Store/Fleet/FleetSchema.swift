/// The data for the status pages; all of it can be lost.
///
/// It consists of the dependencies as last read, the events of pull requests, and the results of
/// passes, by week too. Dependencies are counted when they are written, since a page would read a
/// million of them; an index finds the few with advisories.
let fleet: [Table] = [
  .ofRepositories(
    "observations",
    """
    branch TEXT NOT NULL,
    manifest TEXT NOT NULL,
    name TEXT NOT NULL,
    ecosystem TEXT NOT NULL,
    directory TEXT NOT NULL,
    kind TEXT NOT NULL,
    purpose TEXT NOT NULL,
    requirement TEXT NOT NULL,
    current TEXT,
    latest TEXT,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    number INTEGER,
    behind INTEGER,
    seen_at INTEGER NOT NULL,
    advisories TEXT NOT NULL,
    fix TEXT,
    advised TEXT,
    versions TEXT NOT NULL,
    held TEXT,
    held_version TEXT,
    held_until INTEGER
    """, key: "repository_id, branch, manifest, name",
    indexes: [
      "observations_by_name ON observations (ecosystem, name)",
      "observations_by_advised ON observations (ecosystem, advised) WHERE advised IS NOT NULL",
      "vulnerable_observations ON observations (repository_id) WHERE \(isVulnerable)",
    ]),
  .dependencyCounts,
  .ofRepositories(
    "events",
    """
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    kind TEXT NOT NULL,
    details TEXT NOT NULL
    """, key: "repository_id, number, at, kind, details", indexes: ["events_by_age ON events (at)"]),
  .ofRepositories(
    "visit_logs",
    """
    job TEXT NOT NULL,
    at INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    outcome TEXT NOT NULL,
    lines TEXT NOT NULL
    """, key: "repository_id, job", indexes: ["visit_logs_by_age ON visit_logs (at)"]),
  .ofRepositories(
    "trends",
    """
    week INTEGER NOT NULL,
    open INTEGER NOT NULL,
    merged INTEGER NOT NULL,
    timed INTEGER NOT NULL,
    merge_seconds INTEGER NOT NULL,
    behind INTEGER NOT NULL
    """, key: "repository_id, week", indexes: ["trends_by_week ON trends (week)"]),
  .ofRepositories(
    "passes",
    """
    at INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    problems TEXT NOT NULL,
    condition TEXT NOT NULL
    """, key: "repository_id"),
]

/// SQL condition: an observation has advisories.
let isVulnerable = "advisories <> '[]'"
