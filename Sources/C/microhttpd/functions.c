#include "shim.h"

#include <netdb.h>
#include <netinet/in.h>
#include <string.h>

#include "../loading/loading.h"

LIBRARY("libmicrohttpd.so.12")

FORWARD(enum MHD_Result, MHD_add_connection,
    (struct MHD_Daemon *daemon, MHD_socket client_socket, const struct sockaddr *addr, socklen_t
    addrlen), (daemon, client_socket, addr, addrlen))
FORWARD(enum MHD_Result, MHD_add_response_header,
    (struct MHD_Response *response, const char *header, const char *content), (response, header,
    content))
FORWARD(struct MHD_Response *, MHD_create_response_from_buffer,
    (size_t size, void *buffer, enum MHD_ResponseMemoryMode mode), (size, buffer, mode))
FORWARD(void, MHD_destroy_response, (struct MHD_Response *response), (response))
FORWARD(int, MHD_get_connection_values,
    (struct MHD_Connection *connection, enum MHD_ValueKind kind, MHD_KeyValueIterator iterator, void
    *iterator_cls), (connection, kind, iterator, iterator_cls))
FORWARD(enum MHD_Result, MHD_queue_response,
    (struct MHD_Connection *connection, unsigned int status_code, struct MHD_Response *response),
    (connection, status_code, response))
FORWARD(void, MHD_resume_connection, (struct MHD_Connection *connection), (connection))
FORWARD(void, MHD_stop_daemon, (struct MHD_Daemon *daemon), (daemon))
FORWARD(void, MHD_suspend_connection, (struct MHD_Connection *connection), (connection))

struct MHD_Daemon *martlet_mhd_start(
    unsigned int connections, size_t headers, martlet_mhd_begin begin,
    MHD_AccessHandlerCallback answer, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context) {
  static __typeof__(MHD_start_daemon) *_Atomic found;
  LOADED(MHD_start_daemon, found)
  return function(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL,
      NULL, answer, context,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, headers,
      // The strict mode hangs up without an answer; RequestFraming checks more, and answers 400.
      MHD_OPTION_STRICT_FOR_CLIENT, (int)0,
      MHD_OPTION_URI_LOG_CALLBACK, begin, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_END);
}

static const union MHD_ConnectionInfo *info(
    struct MHD_Connection *connection, enum MHD_ConnectionInfoType kind) {
  static __typeof__(MHD_get_connection_info) *_Atomic found;
  LOADED(MHD_get_connection_info, found)
  return function(connection, kind);
}

int martlet_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *told = info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return told ? (int)told->connect_fd : -1;
}

const struct sockaddr *martlet_mhd_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *told = info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return told ? told->client_addr : NULL;
}

int martlet_mhd_client(struct MHD_Connection *connection, char *text, socklen_t size) {
  const union MHD_ConnectionInfo *told = info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!told || !told->client_addr) return -1;
  socklen_t length = told->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                              : sizeof(struct sockaddr_in);
  return getnameinfo(told->client_addr, length, text, size, NULL, 0, NI_NUMERICHOST);
}
