extension Table {
  /// The queue.
  ///
  /// `lease` and its neighbors are set while a worker has the job, and the columns `again_…` store
  /// a trigger during that time. `forge` is that of the repository, which never changes: claims
  /// select by it.
  static let jobs = ofRepositories(
    "jobs",
    """
    forge TEXT NOT NULL,
    cause INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    enqueued_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    deaths INTEGER NOT NULL,
    stops INTEGER NOT NULL,
    is_retry INTEGER NOT NULL DEFAULT 0,
    is_taken_over INTEGER NOT NULL DEFAULT 0,
    worker TEXT,
    lease INTEGER,
    leased_until INTEGER,
    again_cause INTEGER,
    again_due_at INTEGER,
    again_enqueued_at INTEGER
    """, key: "repository_id",
    indexes: [
      "jobs_by_urgency ON jobs (cause DESC, due_at, repository_id)",
      "jobs_by_lease ON jobs (lease) WHERE lease IS NOT NULL",
      "delayed_jobs ON jobs (due_at) WHERE is_retry = 1 OR stops > 0",
    ])
}
