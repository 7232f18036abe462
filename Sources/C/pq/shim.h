#pragma once
#include <postgresql/libpq-fe.h>

// By default libpq prints the server's notices to standard error, which belongs to the log.
void martlet_pq_ignore_notices(PGconn *connection);

// Written as characters, which Swift does not import.
static const int martlet_pq_sql_state = PG_DIAG_SQLSTATE;
static const int martlet_pq_primary_message = PG_DIAG_MESSAGE_PRIMARY;
