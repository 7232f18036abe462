#pragma once
#include <sys/types.h>

// Functions of the system that take variable arguments or change a child between fork and exec:
// Swift cannot call the first and must not do the second.

/// Starts this program again, and no other, with the word `worker` as its only argument.
///
/// The child gets an empty environment, `input` and `output` as its standard streams, this
/// process's standard error, and no other descriptor. It leads a process group of its own, so that
/// Ctrl-C at a terminal does not reach it. Returns 0, or an errno.
int martlet_spawn_worker(pid_t *child, int input, int output);

/// Makes a pipe whose ends no other program inherits. Returns 0, or -1 and an errno.
int martlet_pipe(int ends[2]);

/// Makes a descriptor that can be read once eight bytes were written to it (eventfd(2)).
int martlet_bell(void);

/// What `martlet_confine` could not do; several are added up.
enum {
  MARTLET_NO_PRIVILEGE_LOCK = 1,
  MARTLET_NO_FILTER = 2,
  MARTLET_NO_DEATH_SIGNAL = 4,
  MARTLET_NO_DUMP_LOCK = 8,
};

/// Takes away from this process what it does not need; cannot be undone. Returns the sum of what
/// could not be done, 0 if everything was.
int martlet_confine(void);

/// Limits the memory that this process may write to, in bytes. Returns 0, or an errno.
int martlet_limit_memory(unsigned long long bytes);

/// Ends this process with SIGXCPU once it has used this many more seconds of CPU time. Returns 0,
/// or an errno.
int martlet_limit_cpu(unsigned long long seconds);

/// Gives the threads of a process group a lower priority. Returns 0, or an errno.
int martlet_lower_priority(pid_t group, int nice);
