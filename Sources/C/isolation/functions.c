#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

// The one place where martlet starts a program, and that program is martlet.
static const char program[] = "/proc/self/exe";
static char *const words[] = {"martlet", "worker", NULL};
// Packages with libraries of their own start martlet through their loader, which is then the program
// of this process. It starts the file `martlet` beside itself.
static char beside[PATH_MAX];
static char *const loader_words[] = {"martlet", "--argv0", "martlet", beside, "worker", NULL};
static char *const environment[] = {NULL};

// The namespaces of a worker: of users, so that no privilege is needed for the others and none is
// left; of networks, which have no way out; and of processes, so that it sees no other, with a mount
// that shows just these.
#define OF_USERS (CLONE_NEWUSER | CLONE_NEWIPC | CLONE_NEWUTS)
#define OF_PROCESSES (OF_USERS | CLONE_NEWPID | CLONE_NEWNS)

static char *const *arguments = words;

// Finds out before the program starts whether a loader is the program of this process.
__attribute__((constructor)) static void find_arguments(void) {
  ssize_t size = readlink(program, beside, sizeof beside - sizeof "martlet");
  if (size <= 0) return;
  beside[size] = '\0';
  char *name = strrchr(beside, '/');
  if (name == NULL || strncmp(name, "/ld-linux", strlen("/ld-linux")) != 0) return;
  strcpy(name + 1, "martlet");
  arguments = loader_words;
}

struct start {
  int input, output;
  int error;
  unsigned long spaces;
};

// Hides the folder of all processes behind one of the own namespace. Refused where a part of the
// folder is hidden already.
static int show_own_processes(void) {
  if (mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) return -1;
  return mount("proc", "/proc", "proc", MS_NOSUID | MS_NODEV | MS_NOEXEC, NULL);
}

// Runs in the memory of the parent, whose thread waits until execve or _exit: it changes only
// `start` and what the kernel keeps for each process.
static int become_worker(void *context) {
  struct start *start = context;
  struct sigaction usual;
  sigset_t none;
  memset(&usual, 0, sizeof usual);
  usual.sa_handler = SIG_DFL;
  for (int number = 1; number < NSIG; number += 1) (void)sigaction(number, &usual, NULL);
  sigemptyset(&none);
  if (dup2(start->input, STDIN_FILENO) >= 0 && dup2(start->output, STDOUT_FILENO) >= 0 &&
      syscall(SYS_close_range, STDERR_FILENO + 1, ~0U, 0) == 0 && setpgid(0, 0) == 0 &&
      ((start->spaces & CLONE_NEWNS) == 0 || show_own_processes() == 0) &&
      prctl(PR_SET_PDEATHSIG, SIGKILL) == 0 && sigprocmask(SIG_SETMASK, &none, NULL) == 0)
    execve(program, arguments, environment);
  start->error = errno;
  _exit(127);
}

static int spawn_in_namespaces(pid_t *child, int input, int output, unsigned long spaces) {
  const size_t size = 256 << 10;
  struct start start = {input, output, 0, spaces};
  sigset_t all, before;
  void *stack =
      mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK, -1, 0);
  if (stack == MAP_FAILED) return errno;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  *child = clone(become_worker, (char *)stack + size,
      (int)(spaces | CLONE_VM | CLONE_VFORK | SIGCHLD), &start);
  if (*child < 0) start.error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  munmap(stack, size);
  if (*child > 0 && start.error != 0) waitpid(*child, NULL, 0);
  return start.error;
}

static int spawn_plainly(pid_t *child, int input, int output) {
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
    code = posix_spawn(child, program, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code;
}

int martlet_spawn_worker(pid_t *child, int input, int output) {
#ifdef DEBUG
  if (getenv("MARTLET_TEST_PLAIN") != NULL) return spawn_plainly(child, input, output);
#endif
  // A machine that refuses some namespaces starts the worker with fewer of them.
  if (spawn_in_namespaces(child, input, output, OF_PROCESSES | CLONE_NEWNET) == 0) return 0;
  if (spawn_in_namespaces(child, input, output, OF_USERS | CLONE_NEWNET) == 0) return 0;
  return spawn_plainly(child, input, output);
}

int martlet_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int martlet_bell(void) { return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK); }
