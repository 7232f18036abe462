import Database

extension Migration {
  /// Comments and reactions on pull requests that were processed.
  static let conversation = Migration(
    """
    CREATE TABLE ignores (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      ecosystem TEXT NOT NULL,
      directory TEXT NOT NULL,
      dependency TEXT NOT NULL,
      condition TEXT NOT NULL,
      version TEXT NOT NULL,
      author TEXT NOT NULL,
      number BIGINT NOT NULL,
      comment TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (forge, repository, ecosystem, directory, dependency, condition, version)
    );

    CREATE TABLE rebuild_requests (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      key TEXT NOT NULL,
      comment BIGINT NOT NULL,
      number BIGINT NOT NULL,
      kind TEXT NOT NULL,
      author TEXT NOT NULL,
      head TEXT NOT NULL,
      created_at BIGINT NOT NULL,
      PRIMARY KEY (key, comment)
    );

    CREATE TABLE heeded_comments (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      comment BIGINT NOT NULL,
      heeded_at BIGINT NOT NULL,
      PRIMARY KEY (forge, repository, comment)
    );

    CREATE TABLE conversations (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      number BIGINT NOT NULL,
      comments BIGINT NOT NULL,
      updated_at BIGINT NOT NULL,
      PRIMARY KEY (forge, repository, number)
    );

    CREATE TABLE activity_marks (
      forge TEXT NOT NULL,
      repository TEXT NOT NULL,
      reached_at BIGINT NOT NULL,
      PRIMARY KEY (forge, repository)
    );
    """)
}
