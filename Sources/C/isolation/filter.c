#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// The filter of system calls (seccomp(2)): a list of those that a worker makes; all others are
// refused. Calls whose arguments matter have a block of their own.

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__)
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

// The highest number of Linux 6.1. A C library that tries a newer call uses an older one instead if
// the kernel doesn't know it.
#define NEWEST 450

#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)(field))
#define ARGUMENT(n) LOAD(offsetof(struct seccomp_data, args) + 8 * (n))
#define ANSWER(code) BPF_STMT(BPF_RET | BPF_K, (code))
#define ALLOW ANSWER(SECCOMP_RET_ALLOW)
#define REFUSE ANSWER(SECCOMP_RET_ERRNO | EPERM)
#define IF_EQUAL(value, yes, no) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)(value), yes, no)
#define IF_ANY(bits, yes, no) BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (unsigned)(bits), yes, no)

// Allows a call with all arguments.
#define CALL(name) IF_EQUAL(__NR_##name, 0, 1), ALLOW,
// Begins the block of a call, which has `length` instructions and ends with an answer.
#define BLOCK(name, length) IF_EQUAL(__NR_##name, 0, length)
// Allows a value of the loaded argument.
#define VALUE(value) IF_EQUAL(value, 0, 1), ALLOW,

// Files; Landlock and the permissions of the user decide which.
#define FILE_CALLS                                                                                 \
  CALL(openat) CALL(openat2) CALL(close) CALL(close_range) CALL(read) CALL(write) CALL(readv)      \
  CALL(writev) CALL(pread64) CALL(pwrite64) CALL(preadv) CALL(pwritev) CALL(preadv2)               \
  CALL(pwritev2) CALL(lseek) CALL(fstat) CALL(statx) CALL(faccessat) CALL(faccessat2)              \
  CALL(readlinkat) CALL(getdents64) CALL(getcwd) CALL(mkdirat) CALL(unlinkat) CALL(renameat2)      \
  CALL(linkat) CALL(fchmod) CALL(fchmodat) CALL(ftruncate) CALL(truncate) CALL(fallocate)          \
  CALL(fsync) CALL(fdatasync) CALL(flock) CALL(utimensat) CALL(umask) CALL(statfs) CALL(fstatfs)   \
  CALL(dup) CALL(dup3) CALL(pipe2) CALL(fadvise64) CALL(sendfile) CALL(copy_file_range)            \
  CALL(fgetxattr) CALL(getxattr) CALL(renameat) CALL(newfstatat)

// Memory, threads and time of this process.
#define OWN_CALLS                                                                                  \
  CALL(brk) CALL(munmap) CALL(mremap) CALL(madvise) CALL(mincore) CALL(msync) CALL(mlock)          \
  CALL(munlock) CALL(futex) CALL(set_tid_address) CALL(set_robust_list) CALL(rseq)                 \
  CALL(membarrier) CALL(sched_yield) CALL(sched_getaffinity) CALL(sched_getparam)                  \
  CALL(sched_getscheduler) CALL(sched_get_priority_max) CALL(sched_get_priority_min) CALL(getcpu)  \
  CALL(rt_sigaction) CALL(rt_sigprocmask) CALL(rt_sigreturn) CALL(rt_sigtimedwait)                 \
  CALL(rt_sigsuspend) CALL(rt_sigpending) CALL(sigaltstack) CALL(restart_syscall) CALL(exit)       \
  CALL(exit_group) CALL(nanosleep) CALL(clock_nanosleep) CALL(clock_gettime) CALL(clock_getres)    \
  CALL(gettimeofday) CALL(times) CALL(getrandom) CALL(getpid) CALL(gettid) CALL(getppid)           \
  CALL(getpgid) CALL(getsid) CALL(getuid) CALL(geteuid) CALL(getgid) CALL(getegid)                 \
  CALL(getresuid) CALL(getresgid) CALL(getgroups) CALL(capget) CALL(getrusage) CALL(getrlimit)     \
  CALL(setrlimit) CALL(getpriority) CALL(uname) CALL(sysinfo)

// Waiting for descriptors.
#define WAITING_CALLS                                                                              \
  CALL(ppoll) CALL(pselect6) CALL(epoll_create1) CALL(epoll_ctl) CALL(epoll_pwait) CALL(eventfd2)  \
  CALL(timerfd_create) CALL(timerfd_settime) CALL(timerfd_gettime) CALL(signalfd4)

// The names that only x86-64 has.
#ifdef __x86_64__
#define OLD_CALLS                                                                                  \
  CALL(open) CALL(creat) CALL(stat) CALL(lstat) CALL(access) CALL(poll) CALL(select) CALL(pipe)    \
  CALL(dup2) CALL(mkdir) CALL(rmdir) CALL(rename) CALL(unlink) CALL(link) CALL(chmod)              \
  CALL(readlink) CALL(utimes) CALL(utime) CALL(getdents) CALL(getpgrp) CALL(time)                  \
  CALL(epoll_create) CALL(epoll_wait) CALL(eventfd)
#else
#define OLD_CALLS
#endif

#define CHECKED_CALLS                                                                              \
  /* Threads, but no processes and no namespaces. */                                               \
  BLOCK(clone, 5), ARGUMENT(0), IF_ANY(CLONE_THREAD, 0, 2), IF_ANY(OTHER_SPACES, 1, 0), ALLOW,     \
      REFUSE, /* Its flags are in memory; the C library then uses clone. */                        \
      BLOCK(clone3, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS), /* Memory is never made code. */       \
      BLOCK(mprotect, 4), ARGUMENT(2), IF_ANY(PROT_EXEC, 1, 0), ALLOW, REFUSE,                     \
      /* Signals to this process only. */                                                          \
      BLOCK(tgkill, 4), ARGUMENT(0), IF_EQUAL(self, 0, 1), ALLOW, REFUSE,                          \
      BLOCK(prlimit64, 4), ARGUMENT(0), IF_EQUAL(0, 0, 1), ALLOW, REFUSE, BLOCK(setpriority, 6),   \
      ARGUMENT(0), IF_EQUAL(PRIO_PROCESS, 0, 3), ARGUMENT(1), IF_EQUAL(0, 0, 1), ALLOW, REFUSE,    \
      BLOCK(ioctl, 12), ARGUMENT(1), VALUE(FIONREAD) VALUE(FIONBIO) VALUE(FIOCLEX)                 \
      VALUE(FIONCLEX) VALUE(TCGETS) REFUSE, /* No owner of a descriptor, which gets signals. */    \
      BLOCK(fcntl, 26), ARGUMENT(1), VALUE(F_DUPFD) VALUE(F_GETFD) VALUE(F_SETFD) VALUE(F_GETFL)   \
      VALUE(F_SETFL) VALUE(F_GETLK) VALUE(F_SETLK) VALUE(F_SETLKW) VALUE(F_DUPFD_CLOEXEC)          \
      VALUE(F_OFD_GETLK) VALUE(F_OFD_SETLK) VALUE(F_OFD_SETLKW) REFUSE,                            \
      BLOCK(prctl, 12), ARGUMENT(0), VALUE(PR_SET_NAME) VALUE(PR_GET_NAME) VALUE(PR_GET_DUMPABLE)  \
      VALUE(PR_CAPBSET_READ) VALUE(PR_SET_VMA) REFUSE,

#define OTHER_SPACES                                                                               \
  (CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID |     \
      CLONE_NEWNET | CLONE_PTRACE | CLONE_PARENT)

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#endif
#ifndef CLONE_NEWCGROUP
#define CLONE_NEWCGROUP 0x02000000
#endif

#define BEGIN                                                                                      \
  LOAD(offsetof(struct seccomp_data, arch)), IF_EQUAL(ARCHITECTURE, 1, 0), REFUSE,                 \
      LOAD(offsetof(struct seccomp_data, nr)), NO_SECOND_INTERFACE                                 \
      BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, NEWEST, 0, 1), ANSWER(SECCOMP_RET_ERRNO | ENOSYS),

#ifdef __x86_64__
// The numbers of the x32 interface, which would be another way to the same calls.
#define NO_SECOND_INTERFACE BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, 0x40000000, 0, 1), REFUSE,
#else
#define NO_SECOND_INTERFACE
#endif

#ifdef ARCHITECTURE
static int install(struct sock_filter *rules, unsigned short count) {
  struct sock_fprog filter = {count, rules};
  // Holds for all threads that exist. systemd's @system-service lets only prctl through, which holds
  // for this thread and those that it starts.
  if (syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &filter) == 0)
    return 0;
  if (!martlet_is_single_threaded()) return -1;
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0);
}

// Code comes from files that were mapped before.
int martlet_filter_calls(void) {
  unsigned self = (unsigned)getpid();
  struct sock_filter rules[] = {
      BEGIN FILE_CALLS OWN_CALLS WAITING_CALLS OLD_CALLS CHECKED_CALLS
      BLOCK(mmap, 4), ARGUMENT(2), IF_ANY(PROT_EXEC, 1, 0), ALLOW, REFUSE, REFUSE,
  };
  return install(rules, sizeof rules / sizeof *rules);
}

#else
int martlet_filter_calls(void) {
  errno = ENOSYS;
  return -1;
}
#endif
