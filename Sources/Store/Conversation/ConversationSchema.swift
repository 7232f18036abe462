/// Comments and reactions on pull requests that were processed.
let conversation: [Table] = [
  .ofRepositories(
    "ignores",
    """
    ecosystem TEXT NOT NULL,
    directory TEXT NOT NULL,
    dependency TEXT NOT NULL,
    condition TEXT NOT NULL,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    number INTEGER NOT NULL,
    comment TEXT NOT NULL,
    created_at INTEGER NOT NULL
    """, key: "repository_id, ecosystem, directory, dependency, condition, version"),
  .ofRepositories(
    "rebuild_requests",
    """
    key TEXT NOT NULL,
    kind TEXT NOT NULL,
    number INTEGER NOT NULL,
    comment INTEGER NOT NULL,
    author TEXT NOT NULL,
    head TEXT NOT NULL,
    created_at INTEGER NOT NULL
    """, key: "repository_id, key, comment"),
  .ofRepositories(
    "processed_comments",
    """
    comment INTEGER NOT NULL,
    processed_at INTEGER NOT NULL
    """, key: "repository_id, comment"),
  .ofRepositories(
    "conversations",
    """
    number INTEGER NOT NULL,
    comments INTEGER NOT NULL,
    updated_at INTEGER NOT NULL
    """, key: "repository_id, number"),
  .ofRepositories("activity_marks", "reached_at INTEGER NOT NULL", key: "repository_id"),
]
