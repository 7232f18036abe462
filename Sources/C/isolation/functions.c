#define _GNU_SOURCE
#include "shim.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

// The one place where martlet starts a program, and that program is martlet.
static const char program[] = "/proc/self/exe";

int martlet_spawn_worker(pid_t *child, int input, int output) {
  char *const words[] = {"martlet", "worker", NULL};
  char *const environment[] = {NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return code;
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return code;
  }
  sigemptyset(&none);
  sigfillset(&all);
  if ((code = posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)) == 0 &&
      (code = posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)) == 0 &&
      (code = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1)) == 0 &&
      (code = posix_spawnattr_setsigmask(&attributes, &none)) == 0 &&
      (code = posix_spawnattr_setsigdefault(&attributes, &all)) == 0 &&
      (code = posix_spawnattr_setpgroup(&attributes, 0)) == 0 &&
      (code = posix_spawnattr_setflags(&attributes,
           POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP)) == 0)
    code = posix_spawn(child, program, &actions, &attributes, words, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int martlet_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int martlet_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#define REFUSE BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM)
#define DENY(name) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, 1), REFUSE

static int is_single_threaded(void) {
  int count = 0;
  DIR *threads = opendir("/proc/self/task");
  if (threads == NULL) return 0;
  for (struct dirent *entry = readdir(threads); entry != NULL; entry = readdir(threads))
    if (entry->d_name[0] != '.') count += 1;
  closedir(threads);
  return count == 1;
}

// Refuses to start programs, to look into or signal other processes, and to change the machine.
static int filter_calls(void) {
#ifdef ARCHITECTURE
  struct sock_filter rules[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
      REFUSE,
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
#ifdef __x86_64__
      // The numbers of the x32 interface, which would be another way to the same calls.
      BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1),
      REFUSE,
#endif
      DENY(execve),
      DENY(execveat),
      DENY(ptrace),
      DENY(process_vm_readv),
      DENY(process_vm_writev),
      DENY(kill),
      DENY(pidfd_send_signal),
      DENY(pidfd_getfd),
      DENY(mount),
      DENY(umount2),
      DENY(pivot_root),
      DENY(chroot),
      DENY(setns),
      DENY(unshare),
      DENY(bpf),
      DENY(perf_event_open),
      DENY(keyctl),
      DENY(add_key),
      DENY(request_key),
      DENY(userfaultfd),
      DENY(kexec_load),
      DENY(init_module),
      DENY(finit_module),
      DENY(delete_module),
      DENY(swapon),
      DENY(reboot),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog filter = {sizeof rules / sizeof *rules, rules};
  // systemd's @system-service lets prctl through, which holds for this thread and those that it
  // starts; the runtime may have started others already.
  if (is_single_threaded()) return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter);
#else
  return -1;
#endif
}

static int put(const char *path, const char *text) {
  int file = open(path, O_WRONLY | O_CLOEXEC);
  if (file < 0) return -1;
  ssize_t count = write(file, text, strlen(text));
  close(file);
  return count > 0 ? 0 : -1;
}

// A core dump that goes to another program ignores the limit; then it holds no memory.
static int prevent_dumps(void) {
  struct rlimit none = {0, 0};
  int code = setrlimit(RLIMIT_CORE, &none);
  (void)put("/proc/self/coredump_filter", "0");
  return code;
}

int martlet_confine(void) {
  int missing = 0;
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) missing |= MARTLET_NO_DEATH_SIGNAL;
  if (prevent_dumps() != 0) missing |= MARTLET_NO_DUMP_LOCK;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) missing |= MARTLET_NO_PRIVILEGE_LOCK;
  // Where the machine runs out of memory, a worker goes before its parent.
  (void)put("/proc/self/oom_score_adj", "800");
  if (filter_calls() != 0) missing |= MARTLET_NO_FILTER;
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
