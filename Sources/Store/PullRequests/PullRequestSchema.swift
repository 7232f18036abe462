/// Pull requests; verdicts outlive them, so that pages can show the result.
let publishing: [Table] = [
  .ofRepositories(
    "pull_requests",
    """
    key TEXT NOT NULL,
    number INTEGER NOT NULL,
    branch TEXT NOT NULL,
    head TEXT NOT NULL,
    base TEXT NOT NULL,
    digest TEXT NOT NULL,
    versions TEXT NOT NULL,
    dependencies TEXT NOT NULL,
    imprint TEXT NOT NULL,
    pins TEXT NOT NULL,
    origin_warnings TEXT NOT NULL,
    unread_origins TEXT NOT NULL,
    steps TEXT NOT NULL,
    impacts TEXT NOT NULL,
    state TEXT NOT NULL,
    updated_at INTEGER NOT NULL
    """, key: "repository_id, key"),
  .ofRepositories(
    "begun_branches",
    """
    branch TEXT NOT NULL,
    base TEXT NOT NULL,
    imprints TEXT NOT NULL
    """, key: "repository_id, branch"),
  .ofRepositories(
    "verdicts",
    """
    key TEXT NOT NULL,
    number INTEGER NOT NULL,
    head TEXT NOT NULL,
    since INTEGER NOT NULL,
    verdict TEXT NOT NULL,
    checks TEXT NOT NULL,
    steps TEXT NOT NULL,
    merging TEXT NOT NULL,
    merging_note TEXT NOT NULL,
    checked_at INTEGER NOT NULL,
    is_final INTEGER NOT NULL,
    needs_check INTEGER NOT NULL,
    events INTEGER NOT NULL,
    seen_events INTEGER NOT NULL,
    comment INTEGER,
    comment_digest TEXT NOT NULL,
    mark TEXT NOT NULL
    """, key: "repository_id, key"),
]
