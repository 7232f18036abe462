#pragma once
#include <sys/types.h>

// Functions of the system that take variable arguments or change a child between fork and exec:
// Swift cannot call the first and must not do the second.

/// Starts this program again, and no other, with the word `worker` as its only argument.
///
/// The child gets an empty environment, `input` and `output` as its standard streams, this
/// process's standard error, and no other descriptor. It leads a process group of its own, so that
/// Ctrl-C at a terminal does not reach it. If the kernel allows it, it has namespaces of its own for
/// users, processes and networks. Returns 0, or an errno.
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
  MARTLET_NO_FILES = 16,
  MARTLET_NO_NAMESPACES = 32,
  MARTLET_NO_LIMITS = 64,
  MARTLET_NO_OWN_PROCESSES = 128,
};

/// The limits of a worker.
enum {
  MARTLET_MOST_FILES = 1024,
  MARTLET_MOST_THREADS = 512,
};

/// The size of the largest file that a worker writes, in bytes.
#define MARTLET_LARGEST_FILE (16ULL << 30)

/// Takes away from this process what it does not need; cannot be undone. Called before other
/// threads exist.
///
/// `readable` and `writable` are the files and folders that it may still open, each ending with
/// NULL. Returns the sum of what could not be done, 0 if everything was.
int martlet_confine(const char *const *readable, const char *const *writable);

/// Refuses core dumps, and other processes of the same user the memory of this one. Returns 0, or -1.
int martlet_protect_memory(void);

/// Refuses files outside of the named files and folders, and signals to others (Landlock). Returns 0, or -1.
int martlet_limit_files(const char *const *readable, const char *const *writable);

/// Refuses system calls that a worker does not make (seccomp). Returns 0, or -1.
int martlet_filter_calls(void);

/// Returns whether this process has only one thread.
int martlet_is_single_threaded(void);

/// Limits the memory that this process may write to, in bytes. Returns 0, or an errno.
int martlet_limit_memory(unsigned long long bytes);

/// Ends this process with SIGXCPU once it has used this many more seconds of CPU time. Returns 0,
/// or an errno.
int martlet_limit_cpu(unsigned long long seconds);

/// Gives the threads of a process group a lower priority. Returns 0, or an errno.
int martlet_lower_priority(pid_t group, int nice);

/// The name of what a test tries in a worker; NULL after the last one. Only debug builds have it.
const char *martlet_attempt_name(int number);

/// Tries it. Returns 0 if it succeeded, otherwise the errno of the refusal. Only debug builds have it.
int martlet_attempt(int number, pid_t parent, const char *file);
