#define _GNU_SOURCE
#include "../loading/loading.h"
#include "shim.h"

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

int martlet_is_single_threaded(void) {
  int count = 0;
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return 0;
  for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads))
    if (entry->d_name[0] != '.') count += 1;
  closedir(threads);
  return count == 1;
}

static int put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = write(file, text, strlen(text));
  close(file);
  return count > 0 ? 0 : -1;
}

int martlet_protect_memory(void) {
  struct rlimit none = {0, 0};
  int code = setrlimit(RLIMIT_CORE, &none);
  // No dump, also not to another program, and no process of the same user reads or traces it.
  return prctl(PR_SET_DUMPABLE, 0) == 0 ? code : -1;
}

// Gives up the capabilities that a process of root has.
static int drop_capabilities(void) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct held[2], none[2];
  memset(none, 0, sizeof none);
  for (int number = 0; prctl(PR_CAPBSET_READ, number) >= 0; number += 1)
    (void)prctl(PR_CAPBSET_DROP, number);
  (void)prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (syscall(SYS_capget, &header, held) != 0) return -1;
  if (memcmp(held, none, sizeof none) == 0) return 0;
  return (int)syscall(SYS_capset, &header, none);
}

static int lower(int resource, rlim_t most) {
  struct rlimit limit;
  if (getrlimit(resource, &limit) != 0) return -1;
  if (limit.rlim_max > most) limit.rlim_max = most;
  if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  return setrlimit(resource, &limit);
}

// The first process of a namespace gets no signal whose action is the usual one, not even from
// itself: it ends as a shell reports a signal.
static void end_by_signal(int number) { _exit(128 + number); }

static int is_first_process(void) { return getpid() == 1; }

// In a namespace of its own, no user has a number.
static int has_own_users(void) {
  char byte;
  int file = open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t count = read(file, &byte, 1);
  close(file);
  return count == 0;
}

static int limit_resources(void) {
  int code = lower(RLIMIT_NOFILE, MARTLET_MOST_FILES) | lower(RLIMIT_FSIZE, MARTLET_LARGEST_FILE);
  // Too large a file is an error of the call, and not the end of the worker.
  signal(SIGXFSZ, SIG_IGN);
  // Counted per user and namespace: without a namespace of its own, it would count the processes of
  // others, too.
  return has_own_users() ? code | lower(RLIMIT_NPROC, MARTLET_MOST_THREADS) : code;
}

static int begins(const char *text, const char *start) {
  return strncmp(text, start, strlen(start)) == 0;
}

// A worker may not map code any more: it loads what it can need. A library that is missing is reported
// when it is used.
static void load_libraries(void) {
  (void)dlopen("libgcc_s.so.1", RTLD_LAZY | RTLD_LOCAL);
  for (int number = 0; number < martlet_library_count; number += 1) {
    const char *file = martlet_libraries[number];
    if (begins(file, "libmicrohttpd") || begins(file, "libpq")) continue;
    (void)dlopen(file, RTLD_LAZY | RTLD_LOCAL);
  }
}

int martlet_confine(const char *const *readable, const char *const *writable) {
  int missing = 0;
  load_libraries();
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) missing |= MARTLET_NO_DEATH_SIGNAL;
  // Where the machine runs out of memory, a worker goes before its parent.
  (void)put("/proc/self/oom_score_adj", "800");
  if (martlet_protect_memory() != 0) missing |= MARTLET_NO_DUMP_LOCK;
  if (!has_own_users()) missing |= MARTLET_NO_NAMESPACES;
  if (is_first_process()) {
    signal(SIGABRT, end_by_signal);
    signal(SIGXCPU, end_by_signal);
  } else {
    missing |= MARTLET_NO_OWN_PROCESSES;
  }
  if (limit_resources() != 0) missing |= MARTLET_NO_LIMITS;
  if (drop_capabilities() != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    missing |= MARTLET_NO_PRIVILEGE_LOCK;
  if (martlet_limit_files(readable, writable) != 0) missing |= MARTLET_NO_FILES;
  if (martlet_filter_calls() != 0) missing |= MARTLET_NO_FILTER;
  return missing;
}

int martlet_limit_memory(unsigned long long bytes) {
  struct rlimit limit = {bytes, bytes};
  return setrlimit(RLIMIT_DATA, &limit) == 0 ? 0 : errno;
}

int martlet_limit_cpu(unsigned long long seconds) {
  struct rusage used;
  struct rlimit limit;
  if (getrusage(RUSAGE_SELF, &used) != 0 || getrlimit(RLIMIT_CPU, &limit) != 0) return errno;
  limit.rlim_cur = (rlim_t)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) + seconds + 1;
  return setrlimit(RLIMIT_CPU, &limit) == 0 ? 0 : errno;
}

int martlet_lower_priority(pid_t group, int nice) {
  return setpriority(PRIO_PGRP, (id_t)group, nice) == 0 ? 0 : errno;
}
