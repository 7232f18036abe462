#pragma once
#include <libpq-fe.h>

// By default libpq prints the server's notices to standard error, which belongs to the log.
static inline void martlet_pq_ignore(void *context, const PGresult *notice) {
  (void)context;
  (void)notice;
}

static inline void martlet_pq_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, martlet_pq_ignore, (void *)0);
}

// Written as characters, which Swift does not import.
static const int martlet_pq_sql_state = PG_DIAG_SQLSTATE;
static const int martlet_pq_primary_message = PG_DIAG_MESSAGE_PRIMARY;
