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
    "previews",
    """
    ecosystem TEXT NOT NULL,
    directory TEXT NOT NULL,
    dependency TEXT NOT NULL,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    requested_at INTEGER NOT NULL,
    made_at INTEGER,
    title TEXT NOT NULL,
    body TEXT NOT NULL,
    diff TEXT NOT NULL,
    failure TEXT NOT NULL
    """, key: "repository_id, ecosystem, directory, dependency"),
  .ofRepositories(
    "merge_requests",
    """
    key TEXT NOT NULL,
    number INTEGER NOT NULL,
    method TEXT NOT NULL,
    versions TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at INTEGER NOT NULL
    """, key: "repository_id, key"),
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
  .ofRepositories(
    "own_issues",
    """
    purpose TEXT NOT NULL,
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    previous TEXT NOT NULL,
    is_alone INTEGER NOT NULL,
    written_at INTEGER,
    note TEXT NOT NULL
    """, key: "repository_id, purpose"),
  .ofRepositories(
    "dashboard_requests",
    """
    kind TEXT NOT NULL,
    ecosystem TEXT NOT NULL,
    directory TEXT NOT NULL,
    dependency TEXT NOT NULL,
    version TEXT NOT NULL,
    author TEXT NOT NULL,
    created_at INTEGER NOT NULL
    """, key: "repository_id, kind, ecosystem, directory, dependency, version"),
  .ofRepositories(
    "onboardings",
    """
    state TEXT NOT NULL,
    number INTEGER NOT NULL,
    digest TEXT NOT NULL,
    head TEXT NOT NULL,
    begun_at INTEGER NOT NULL
    """, key: "repository_id",
    indexes: ["onboardings_by_start ON onboardings (begun_at)"]),
  .ofRepositories("activity_marks", "reached_at INTEGER NOT NULL", key: "repository_id"),
]
