#pragma once
#include <sqlite3.h>

// SQLITE_TRANSIENT is a cast of -1 to a function, which Swift does not import: SQLite shall copy.
static inline int martlet_sqlite3_bind_text(
    sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

static inline int martlet_sqlite3_bind_blob(
    sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

// sqlite3_db_config is variadic. Without the quirk a misspelt "column" is an error, not a string.
static inline int martlet_sqlite3_refuse_quoted_strings(sqlite3 *database) {
  int result = sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  if (result != SQLITE_OK) return result;
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}

// Made of two other codes by a macro, which Swift does not import.
static const int martlet_sqlite3_no_room_for_index = SQLITE_IOERR_SHMSIZE;
