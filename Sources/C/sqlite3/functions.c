#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libsqlite3.so.0")

FORWARD(int, sqlite3_backup_finish, (sqlite3_backup *p), (p))
FORWARD(sqlite3_backup *, sqlite3_backup_init,
    (sqlite3 *pDest, const char *zDestName, sqlite3 *pSource, const char *zSourceName),
    (pDest, zDestName, pSource, zSourceName))
FORWARD(int, sqlite3_backup_step, (sqlite3_backup *p, int nPage), (p, nPage))
FORWARD(int, sqlite3_bind_blob64,
    (sqlite3_stmt *statement, int place, const void *value, sqlite3_uint64 size, void
    (*release)(void *)), (statement, place, value, size, release))
FORWARD(int, sqlite3_bind_double, (sqlite3_stmt *statement, int place, double value),
    (statement, place, value))
FORWARD(int, sqlite3_bind_int64, (sqlite3_stmt *statement, int place, sqlite3_int64 value),
    (statement, place, value))
FORWARD(int, sqlite3_bind_null, (sqlite3_stmt *statement, int place), (statement, place))
FORWARD(int, sqlite3_bind_parameter_count, (sqlite3_stmt *statement), (statement))
FORWARD(int, sqlite3_bind_text64,
    (sqlite3_stmt *statement, int place, const char *value, sqlite3_uint64 size, void
    (*release)(void *), unsigned char encoding), (statement, place, value, size, release, encoding))
FORWARD(int, sqlite3_bind_zeroblob, (sqlite3_stmt *statement, int place, int n),
    (statement, place, n))
FORWARD(int, sqlite3_busy_timeout, (sqlite3 *database, int ms), (database, ms))
FORWARD(sqlite3_int64, sqlite3_changes64, (sqlite3 *database), (database))
FORWARD(int, sqlite3_clear_bindings, (sqlite3_stmt *statement), (statement))
FORWARD(int, sqlite3_close_v2, (sqlite3 *database), (database))
FORWARD(const void *, sqlite3_column_blob, (sqlite3_stmt *statement, int place), (statement, place))
FORWARD(int, sqlite3_column_bytes, (sqlite3_stmt *statement, int place), (statement, place))
FORWARD(int, sqlite3_column_count, (sqlite3_stmt *pStmt), (pStmt))
FORWARD(double, sqlite3_column_double, (sqlite3_stmt *statement, int place), (statement, place))
FORWARD(sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt *statement, int place),
    (statement, place))
FORWARD(const char *, sqlite3_column_name, (sqlite3_stmt *statement, int place), (statement, place))
FORWARD(const unsigned char *, sqlite3_column_text, (sqlite3_stmt *statement, int place),
    (statement, place))
FORWARD(int, sqlite3_column_type, (sqlite3_stmt *statement, int place), (statement, place))
FORWARD(int, sqlite3_errcode, (sqlite3 *db), (db))
FORWARD(const char *, sqlite3_errmsg, (sqlite3 *database), (database))
FORWARD(const char *, sqlite3_errstr, (int code), (code))
FORWARD(int, sqlite3_exec,
    (sqlite3 *database, const char *sql, int (*callback)(void *, int, char **, char **), void
    *context, char **errmsg), (database, sql, callback, context, errmsg))
FORWARD(int, sqlite3_extended_errcode, (sqlite3 *db), (db))
FORWARD(int, sqlite3_extended_result_codes, (sqlite3 *database, int onoff), (database, onoff))
FORWARD(int, sqlite3_finalize, (sqlite3_stmt *pStmt), (pStmt))
FORWARD(int, sqlite3_get_autocommit, (sqlite3 *database), (database))
FORWARD(int, sqlite3_open_v2, (const char *filename, sqlite3 **ppDb, int flags, const char *zVfs),
    (filename, ppDb, flags, zVfs))
FORWARD(int, sqlite3_prepare_v3,
    (sqlite3 *db, const char *zSql, int nByte, unsigned int prepFlags, sqlite3_stmt **ppStmt, const
    char **pzTail), (db, zSql, nByte, prepFlags, ppStmt, pzTail))
FORWARD(int, sqlite3_reset, (sqlite3_stmt *pStmt), (pStmt))
FORWARD(int, sqlite3_step, (sqlite3_stmt *statement), (statement))

int martlet_sqlite3_bind_text(
    sqlite3_stmt *statement, int place, const char *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, bytes, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}

int martlet_sqlite3_bind_blob(
    sqlite3_stmt *statement, int place, const void *bytes, sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

int martlet_sqlite3_refuse_quoted_strings(sqlite3 *database) {
  static __typeof__(sqlite3_db_config) *_Atomic found;
  LOADED(sqlite3_db_config, found)
  int result = function(database, SQLITE_DBCONFIG_DQS_DDL, 0, (int *)0);
  if (result != SQLITE_OK) return result;
  return function(database, SQLITE_DBCONFIG_DQS_DML, 0, (int *)0);
}
