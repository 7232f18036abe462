#pragma once
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

typedef void *(*martlet_mhd_begin)(
    void *context, const char *target, struct MHD_Connection *connection);

// The daemon's start is variadic, which Swift does not import. It gets no listening socket: to take it
// away again while its thread runs is a race that ends the process (0.9.75).
static inline struct MHD_Daemon *martlet_mhd_start(
    unsigned int connections, size_t headers, martlet_mhd_begin begin,
    MHD_AccessHandlerCallback answer, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context) {
  return MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_NO_LISTEN_SOCKET, 0, NULL,
      NULL, answer, context,
      MHD_OPTION_CONNECTION_LIMIT, connections,
      MHD_OPTION_CONNECTION_MEMORY_LIMIT, headers,
      MHD_OPTION_STRICT_FOR_CLIENT, (int)1,
      MHD_OPTION_URI_LOG_CALLBACK, begin, context,
      MHD_OPTION_NOTIFY_COMPLETED, completed, context,
      MHD_OPTION_NOTIFY_CONNECTION, connection, context,
      MHD_OPTION_END);
}

// What is told of a connection comes by a variadic function too.
static inline int martlet_mhd_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

// Writes the client's numeric address; 0 if there is one.
static inline int martlet_mhd_client(
    struct MHD_Connection *connection, char *text, socklen_t size) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (!info || !info->client_addr) return -1;
  socklen_t length = info->client_addr->sa_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                                              : sizeof(struct sockaddr_in);
  return getnameinfo(info->client_addr, length, text, size, NULL, 0, NI_NUMERICHOST);
}
