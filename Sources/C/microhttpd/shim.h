#pragma once
#include <sys/socket.h>

#include <microhttpd.h>

typedef void *(*martlet_mhd_begin)(
    void *context, const char *target, struct MHD_Connection *connection);

// The daemon's start is variadic, which Swift does not import. It gets no listening socket: to take it
// away again while its thread runs is a race that ends the process (0.9.75).
struct MHD_Daemon *martlet_mhd_start(
    unsigned int connections, size_t headers, martlet_mhd_begin begin,
    MHD_AccessHandlerCallback answer, MHD_RequestCompletedCallback completed,
    MHD_NotifyConnectionCallback connection, void *context);

// What is told of a connection comes by a variadic function too.
int martlet_mhd_socket(struct MHD_Connection *connection);

// Writes the client's numeric address; 0 if there is one.
int martlet_mhd_client(struct MHD_Connection *connection, char *text, socklen_t size);

// The client's address; NULL if the library does not know it.
const struct sockaddr *martlet_mhd_address(struct MHD_Connection *connection);
