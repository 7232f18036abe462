import Database

/// The schema as a list of migrations; a released migration is never changed.
let schema = [
  Migration(
    """
    CREATE TABLE repositories (
      forge TEXT NOT NULL,
      name TEXT NOT NULL,
      default_branch TEXT NOT NULL,
      visited_at INTEGER NOT NULL,
      PRIMARY KEY (forge, name)
    ) STRICT;

    CREATE TABLE pull_requests (
      key TEXT PRIMARY KEY NOT NULL,
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      branch TEXT NOT NULL,
      head TEXT NOT NULL,
      base TEXT NOT NULL,
      digest TEXT NOT NULL,
      state TEXT NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX pull_requests_by_repository ON pull_requests (forge, repository);

    CREATE TABLE pull_request_versions (
      key TEXT NOT NULL REFERENCES pull_requests (key) ON DELETE CASCADE,
      dependency TEXT NOT NULL,
      version TEXT NOT NULL,
      PRIMARY KEY (key, dependency)
    ) STRICT;

    CREATE TABLE intents (
      key TEXT PRIMARY KEY NOT NULL,
      branch TEXT NOT NULL,
      started_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE first_seen (
      source TEXT NOT NULL,
      version TEXT NOT NULL,
      at INTEGER NOT NULL,
      PRIMARY KEY (source, version)
    ) STRICT;

    CREATE TABLE contents (
      name TEXT PRIMARY KEY NOT NULL,
      bytes BLOB NOT NULL,
      used_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE responses (
      key TEXT PRIMARY KEY NOT NULL,
      url TEXT NOT NULL,
      headers TEXT NOT NULL,
      body BLOB NOT NULL,
      stored_at INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE runs (
      id TEXT PRIMARY KEY NOT NULL,
      started_at INTEGER NOT NULL,
      finished_at INTEGER,
      repositories INTEGER NOT NULL DEFAULT 0,
      problems INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """),
  .queue,
  .verdicts,
  .conversation,
  .fleet,
  .agendas,
  .fleetCounts,
  .observedAdvisories,
  .confirmedBranches,
  .advisedUses,
  .identifiers,
  .advisoryCause,
  .branchMarks,
  .deaths,
  // A log of writes that were begun, which only tests read.
  Migration("DROP TABLE intents;"),
  .retries,
  .checkEvents,
  .lanes,
  .begunBranches,
  .imprints,
]
