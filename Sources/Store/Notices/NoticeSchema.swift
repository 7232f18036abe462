/// What happened in the fleet, and the messages about it that have to be sent.
///
/// A fact is written in the transaction that records its cause, so neither exists without the other.
let notices: [Table] = [
  Table(
    name: "facts",
    columns: """
      id BIGSERIAL PRIMARY KEY,
      repository_id INTEGER NOT NULL REFERENCES repositories (id) ON DELETE CASCADE,
      kind TEXT NOT NULL,
      subject TEXT NOT NULL,
      at INTEGER NOT NULL,
      number INTEGER,
      summary TEXT NOT NULL,
      severity TEXT,
      is_planned INTEGER NOT NULL DEFAULT 0,
      UNIQUE (repository_id, kind, subject)
      """,
    indexes: [
      "unplanned_facts ON facts (id) WHERE is_planned = 0", "facts_by_age ON facts (at)",
    ]),
  Table(
    name: "outbox",
    columns: """
      fact_id INTEGER NOT NULL REFERENCES facts (id) ON DELETE CASCADE,
      target TEXT NOT NULL,
      due_at INTEGER NOT NULL,
      message TEXT,
      attempts INTEGER NOT NULL DEFAULT 0,
      lease INTEGER,
      leased_until INTEGER,
      state TEXT NOT NULL,
      failure TEXT NOT NULL DEFAULT '',
      done_at INTEGER,
      PRIMARY KEY (fact_id, target)
      """,
    indexes: [
      "outbox_by_due ON outbox (due_at) WHERE state = 'waiting'",
      "outbox_by_end ON outbox (done_at) WHERE done_at IS NOT NULL",
      "outbox_by_lease ON outbox (lease) WHERE lease IS NOT NULL",
      "unsent_messages ON outbox (state) WHERE state <> 'sent'",
      "outbox_by_message ON outbox (message)", "outbox_by_target ON outbox (target, due_at)",
    ]),
]
