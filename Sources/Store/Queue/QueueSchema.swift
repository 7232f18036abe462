import Database

extension Migration {
  /// The queue.
  ///
  /// `lease` and its neighbors are set while a worker has the job, and the columns `again_…` store
  /// a trigger during that time.
  static let queue = Migration(
    """
    CREATE TABLE jobs (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      cause INTEGER NOT NULL,
      due_at INTEGER NOT NULL,
      enqueued_at INTEGER NOT NULL,
      attempts INTEGER NOT NULL DEFAULT 0,
      worker TEXT,
      lease INTEGER,
      leased_until INTEGER,
      again_cause INTEGER,
      again_due_at INTEGER,
      again_enqueued_at INTEGER,
      PRIMARY KEY (forge, repository)
    ) STRICT;
    CREATE INDEX jobs_by_urgency ON jobs (cause DESC, due_at, forge, repository);

    CREATE TABLE deliveries (
      forge TEXT NOT NULL,
      id TEXT NOT NULL,
      received_at INTEGER NOT NULL,
      PRIMARY KEY (forge, id)
    ) STRICT;
    CREATE INDEX deliveries_by_age ON deliveries (received_at);
    """)

  /// Adds a cause for advisories, which are less urgent than a push.
  static let advisoryCause = Migration(
    """
    UPDATE jobs SET cause = cause + 1 WHERE cause >= 2;
    UPDATE jobs SET again_cause = again_cause + 1 WHERE again_cause >= 2;
    """)

  /// Marks jobs that are due only because their visit failed.
  static let retries = Migration(
    "ALTER TABLE jobs ADD COLUMN is_retry INTEGER NOT NULL DEFAULT 0;")

  /// Counts the visits that ended their process, so that they are not repeated forever.
  static let deaths = Migration(
    """
    ALTER TABLE jobs ADD COLUMN deaths INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN taken_over INTEGER NOT NULL DEFAULT 0;
    """)

  /// Stores which lane a repository's next visit uses.
  static let lanes = Migration("ALTER TABLE jobs ADD COLUMN stops INTEGER NOT NULL DEFAULT 0;")
}
