#define _GNU_SOURCE
#include "shim.h"

// What a worker that was taken over would try; only for tests.
#ifdef DEBUG

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <unistd.h>

struct aim {
  pid_t parent;
  const char *file;
};

// Returns 0 for a result that is not negative, otherwise the error.
static int outcome(long result) { return result >= 0 ? 0 : errno ? errno : EPERM; }

static int open_of(pid_t process, const char *name, int flags) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/%s", (int)process, name);
  return outcome(open(path, flags));
}

static int read_memory(struct aim aim) { return open_of(aim.parent, "mem", O_RDONLY); }
static int write_memory(struct aim aim) { return open_of(aim.parent, "mem", O_RDWR); }
static int read_environment(struct aim aim) { return open_of(aim.parent, "environ", O_RDONLY); }

static int read_descriptors(struct aim aim) {
  char path[64], target[64];
  snprintf(path, sizeof path, "/proc/%d/fd/0", (int)aim.parent);
  return outcome(readlink(path, target, sizeof target));
}

static int vm_read(struct aim aim) {
  char byte;
  struct iovec own = {&byte, 1}, other = {(void *)0x400000, 1};
  return outcome(process_vm_readv(aim.parent, &own, 1, &other, 1, 0));
}

static int trace(struct aim aim) { return outcome(ptrace(PTRACE_SEIZE, aim.parent, 0, 0)); }
static int signal_process(struct aim aim) { return outcome(syscall(SYS_kill, aim.parent, SIGUSR1)); }

static int signal_thread(struct aim aim) {
  return outcome(syscall(SYS_tkill, aim.parent, SIGUSR1));
}

static int signal_group(struct aim aim) {
  return outcome(syscall(SYS_tgkill, aim.parent, aim.parent, SIGUSR1));
}

static int queue_signal(struct aim aim) {
  siginfo_t information;
  memset(&information, 0, sizeof information);
  information.si_code = SI_QUEUE;
  return outcome(syscall(SYS_rt_sigqueueinfo, aim.parent, SIGUSR1, &information));
}

static int open_process(struct aim aim) { return outcome(syscall(SYS_pidfd_open, aim.parent, 0)); }

static int limit_parent(struct aim aim) {
  struct rlimit limit;
  return outcome(prlimit(aim.parent, RLIMIT_NOFILE, NULL, &limit));
}

static int own_signals(struct aim aim) {
  return outcome(fcntl(STDERR_FILENO, F_SETOWN, aim.parent));
}

// A namespace for users in which mounts are possible.
static int clone_spaces(struct aim aim) {
  (void)aim;
  long child = syscall(SYS_clone, CLONE_NEWUSER | CLONE_NEWNS | SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return outcome(child);
}

static int clone_process(struct aim aim) {
  (void)aim;
  long child = syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
  if (child == 0) _exit(0);
  return outcome(child);
}

static int clone_by_structure(struct aim aim) {
  (void)aim;
  unsigned long long arguments[8] = {CLONE_NEWUSER, 0, 0, 0, SIGCHLD, 0, 0, 0};
  long child = syscall(SYS_clone3, arguments, sizeof arguments);
  if (child == 0) _exit(0);
  return outcome(child);
}

static int leave_spaces(struct aim aim) {
  (void)aim;
  return outcome(unshare(CLONE_NEWUSER | CLONE_NEWNS));
}

static int open_mount(struct aim aim) {
  (void)aim;
  return outcome(syscall(SYS_open_tree, AT_FDCWD, "/", 1));
}

static int make_mount(struct aim aim) {
  (void)aim;
  return outcome(syscall(SYS_fsopen, "tmpfs", 0));
}

static int make_ring(struct aim aim) {
  (void)aim;
  char parameters[120] = {0};
  return outcome(syscall(SYS_io_uring_setup, 1, parameters));
}

static int run_program(struct aim aim) {
  (void)aim;
  char *const words[] = {"true", NULL};
  // Reaches the next line only if it was refused.
  syscall(SYS_execve, "/bin/true", words, NULL);
  return errno;
}

static int map_code(struct aim aim) {
  (void)aim;
  void *place =
      mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return place == MAP_FAILED ? errno : 0;
}

static int make_code(struct aim aim) {
  (void)aim;
  void *place = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  return place == MAP_FAILED ? errno : outcome(mprotect(place, 4096, PROT_READ | PROT_EXEC));
}

static int anonymous_file(struct aim aim) {
  (void)aim;
  return outcome(syscall(SYS_memfd_create, "code", 0));
}

static int read_file(struct aim aim) { return outcome(open(aim.file, O_RDONLY)); }
static int write_file(struct aim aim) { return outcome(open(aim.file, O_WRONLY)); }

static int list_root(struct aim aim) {
  (void)aim;
  return outcome(open("/", O_RDONLY | O_DIRECTORY));
}

static int write_temporary(struct aim aim) {
  (void)aim;
  return outcome(open("/tmp", O_TMPFILE | O_RDWR, 0600));
}

static int listen_locally(struct aim aim) {
  (void)aim;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_addr = {htonl(INADDR_LOOPBACK)}};
  int place = socket(AF_INET, SOCK_STREAM, 0);
  if (place < 0) return errno;
  if (bind(place, (struct sockaddr *)&address, sizeof address) != 0) return errno;
  return outcome(listen(place, 1));
}

static int packet_socket(struct aim aim) {
  (void)aim;
  return outcome(socket(AF_VSOCK, SOCK_STREAM, 0));
}

static int type_into_terminal(struct aim aim) {
  (void)aim;
  char letter = '\n';
  return outcome(ioctl(STDERR_FILENO, TIOCSTI, &letter));
}

static int allow_dumps(struct aim aim) {
  (void)aim;
  return outcome(prctl(PR_SET_DUMPABLE, 1));
}

static int slow_parent(struct aim aim) {
  return outcome(setpriority(PRIO_PROCESS, (id_t)aim.parent, 19));
}

static const struct {
  const char *name;
  int (*attempt)(struct aim);
} attempts[] = {
    {"to read the parent's memory", read_memory},
    {"to write the parent's memory", write_memory},
    {"to read the parent's environment", read_environment},
    {"to read the parent's descriptors", read_descriptors},
    {"to copy the parent's memory", vm_read},
    {"to trace the parent", trace},
    {"to kill the parent", signal_process},
    {"to tkill the parent", signal_thread},
    {"to tgkill the parent", signal_group},
    {"to queue a signal to the parent", queue_signal},
    {"to open the parent's process", open_process},
    {"to read the parent's limits", limit_parent},
    {"to send signals by a descriptor", own_signals},
    {"to slow the parent down", slow_parent},
    {"to clone into a namespace", clone_spaces},
    {"to clone a process", clone_process},
    {"to clone3 into a namespace", clone_by_structure},
    {"to unshare a namespace", leave_spaces},
    {"to open a mount", open_mount},
    {"to make a mount", make_mount},
    {"to set up io_uring", make_ring},
    {"to run a program", run_program},
    {"to map memory that can be written and run", map_code},
    {"to make memory code", make_code},
    {"to make an anonymous file", anonymous_file},
    {"to read a file of the user", read_file},
    {"to write a file of the user", write_file},
    {"to list the root folder", list_root},
    {"to write a temporary file", write_temporary},
    {"to listen at a port", listen_locally},
    {"to make a socket of another family", packet_socket},
    {"to type into the terminal", type_into_terminal},
    {"to allow core dumps", allow_dumps},
};

const char *martlet_attempt_name(int number) {
  return number < (int)(sizeof attempts / sizeof *attempts) ? attempts[number].name : NULL;
}

int martlet_attempt(int number, pid_t parent, const char *file) {
  struct aim aim = {parent, file};
  errno = 0;
  return attempts[number].attempt(aim);
}

#endif
