import Database

extension Migration {
  /// The data for the status pages; all of it can be lost.
  ///
  /// It consists of the dependencies as last read, the events of pull requests, and the results of
  /// passes.
  static let fleet = Migration(
    """
    CREATE TABLE observations (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
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
      words TEXT NOT NULL,
      number INTEGER,
      seen_at INTEGER NOT NULL,
      PRIMARY KEY (forge, repository, branch, manifest, name)
    ) STRICT;
    CREATE INDEX observations_by_name ON observations (ecosystem, name);

    CREATE TABLE events (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      number INTEGER NOT NULL,
      at INTEGER NOT NULL,
      kind TEXT NOT NULL,
      words TEXT NOT NULL,
      PRIMARY KEY (forge, repository, number, at, kind, words)
    ) STRICT;
    CREATE INDEX events_by_age ON events (at);

    CREATE TABLE passes (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      at INTEGER NOT NULL,
      seconds INTEGER NOT NULL,
      problems TEXT NOT NULL,
      PRIMARY KEY (forge, repository)
    ) STRICT;
    """)

  /// Allows counting a fleet with a million dependencies from an index.
  static let fleetCounts = Migration(
    "CREATE INDEX observations_by_state ON observations (forge, repository, state);")
}
