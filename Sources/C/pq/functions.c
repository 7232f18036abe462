#include "shim.h"

#include "../loading/loading.h"

LIBRARY("libpq.so.5")

FORWARD(void, PQclear, (PGresult *res), (res))
FORWARD(char *, PQcmdStatus, (PGresult *res), (res))
FORWARD(char *, PQcmdTuples, (PGresult *res), (res))
FORWARD(PGconn *, PQconnectdbParams,
    (const char *const *keywords, const char *const *values, int expand_dbname), (keywords, values,
    expand_dbname))
FORWARD(int, PQconnectionNeedsPassword, (const PGconn *conn), (conn))
FORWARD(int, PQconnectionUsedPassword, (const PGconn *conn), (conn))
FORWARD(void, PQconninfoFree, (PQconninfoOption *connOptions), (connOptions))
FORWARD(PQconninfoOption *, PQconninfoParse, (const char *conninfo, char **errmsg),
    (conninfo, errmsg))
FORWARD(int, PQconsumeInput, (PGconn *conn), (conn))
FORWARD(char *, PQerrorMessage, (const PGconn *conn), (conn))
FORWARD(void, PQfinish, (PGconn *conn), (conn))
FORWARD(int, PQflush, (PGconn *conn), (conn))
FORWARD(char *, PQfname, (const PGresult *res, int field_num), (res, field_num))
FORWARD(void, PQfreemem, (void *ptr), (ptr))
FORWARD(Oid, PQftype, (const PGresult *res, int field_num), (res, field_num))
FORWARD(PGresult *, PQgetResult, (PGconn *conn), (conn))
FORWARD(int, PQgetisnull, (const PGresult *res, int tup_num, int field_num),
    (res, tup_num, field_num))
FORWARD(int, PQgetlength, (const PGresult *res, int tup_num, int field_num),
    (res, tup_num, field_num))
FORWARD(char *, PQgetvalue, (const PGresult *res, int tup_num, int field_num),
    (res, tup_num, field_num))
FORWARD(int, PQisBusy, (PGconn *conn), (conn))
FORWARD(int, PQnfields, (const PGresult *res), (res))
FORWARD(PGnotify *, PQnotifies, (PGconn *conn), (conn))
FORWARD(int, PQntuples, (const PGresult *res), (res))
FORWARD(char *, PQresultErrorField, (const PGresult *res, int fieldcode), (res, fieldcode))
FORWARD(char *, PQresultErrorMessage, (const PGresult *res), (res))
FORWARD(ExecStatusType, PQresultStatus, (const PGresult *res), (res))
FORWARD(int, PQsendQuery, (PGconn *conn, const char *query), (conn, query))
FORWARD(int, PQsendQueryParams,
    (PGconn *conn, const char *command, int nParams, const Oid *paramTypes, const char *const
    *paramValues, const int *paramLengths, const int *paramFormats, int resultFormat), (conn,
    command, nParams, paramTypes, paramValues, paramLengths, paramFormats, resultFormat))
FORWARD(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *conn, PQnoticeReceiver proc, void *arg),
    (conn, proc, arg))
FORWARD(int, PQsetnonblocking, (PGconn *conn, int arg), (conn, arg))
FORWARD(int, PQsocket, (const PGconn *conn), (conn))
FORWARD(ConnStatusType, PQstatus, (const PGconn *conn), (conn))
FORWARD(PGTransactionStatusType, PQtransactionStatus, (const PGconn *conn), (conn))

static void ignore(void *context, const PGresult *notice) {
  (void)context;
  (void)notice;
}

void martlet_pq_ignore_notices(PGconn *connection) {
  PQsetNoticeReceiver(connection, ignore, NULL);
}
