#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function, which Swift does not import: SQLite shall copy.
int martlet_sqlite3_bind_text(
    sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count);
int martlet_sqlite3_bind_blob(
    sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count);

// sqlite3_db_config is variadic. Without the quirk a misspelt "column" is an error, not a string.
int martlet_sqlite3_refuse_quoted_strings(sqlite3 *database);

// Made of two other codes by a macro, which Swift does not import.
static const int martlet_sqlite3_no_room_for_index = SQLITE_IOERR_SHMSIZE;
