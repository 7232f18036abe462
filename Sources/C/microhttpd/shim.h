#pragma once
#include <stdbool.h>
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

// Whether a target, as the begin callback gets it, has no NUL byte inside: the library cuts the first
// line into pieces where they are, so the version must follow the target's end.
bool martlet_mhd_is_whole(const char *target);

// Whether a header is one line: the library puts NUL bytes in place of the line's end, so white space or
// another NUL byte must follow the value, and the value follows its name, unless the library has moved
// the name to append a continuation line to it (0.9.75).
bool martlet_mhd_is_one_line(const char *name, const char *value);

// Whether the head ends after its last header's value. The library takes a line that begins with a
// colon for the empty line at the end (0.9.75), and what follows for the body or another request.
bool martlet_mhd_ends_head(const char *value);
