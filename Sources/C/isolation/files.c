#define _GNU_SOURCE
#include "shim.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

// The rules for files (landlock(7)). The numbers are those of the kernel, because the headers of
// Linux 6.1 don't have all of them.

#ifndef SYS_landlock_create_ruleset
#define SYS_landlock_create_ruleset 444
#define SYS_landlock_add_rule 445
#define SYS_landlock_restrict_self 446
#endif

enum {
  EXECUTE = 1 << 0,
  WRITE_FILE = 1 << 1,
  READ_FILE = 1 << 2,
  READ_FOLDER = 1 << 3,
  REMOVE_FOLDER = 1 << 4,
  REMOVE_FILE = 1 << 5,
  MAKE_FOLDER = 1 << 7,
  MAKE_FILE = 1 << 8,
  MOVE = 1 << 13,
  TRUNCATE = 1 << 14,
  DEVICE_CONTROL = 1 << 15,
};

// The attributes of version 6; an older kernel gets the part that it knows.
struct rules {
  uint64_t files, ports, scopes;
};

// One folder or file; the kernel's structure has no padding.
struct place {
  uint64_t access;
  int32_t folder;
} __attribute__((packed));

static const uint64_t of_a_file = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | DEVICE_CONTROL;

// All rights that a version of the interface knows.
static uint64_t known(int version) {
  if (version >= 5) return (1 << 16) - 1;
  if (version >= 3) return (1 << 15) - 1;
  return version == 2 ? (1 << 14) - 1 : (1 << 13) - 1;
}

static int allow(int rules, const char *path, uint64_t access) {
  struct stat status;
  int place = open(path, O_PATH | O_CLOEXEC);
  // What does not exist needs no rule.
  if (place < 0) return errno == ENOENT || errno == ENOTDIR || errno == EACCES ? 0 : -1;
  int code = fstat(place, &status);
  if (code == 0) {
    if (!S_ISDIR(status.st_mode)) access &= of_a_file;
    struct place rule = {access, place};
    code = (int)syscall(SYS_landlock_add_rule, rules, 1, &rule, 0);
  }
  close(place);
  return code;
}

static int allow_all(int rules, const char *const *paths, uint64_t access) {
  for (; *paths != NULL; paths += 1)
    if (allow(rules, *paths, access) != 0) return -1;
  return 0;
}

int martlet_limit_files(const char *const *readable, const char *const *writable) {
  int version = (int)syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
  if (version < 1) return -1;
  uint64_t all = known(version);
  // Ports: none to listen at, and without connections of its own none to connect to. Scopes:
  // sockets without a path, and signals.
  struct rules wanted = {all, 3, 3};
  size_t size = version >= 6 ? sizeof wanted : version >= 4 ? 16 : 8;
  int rules = (int)syscall(SYS_landlock_create_ruleset, &wanted, size, 0);
  if (rules < 0) return -1;
  uint64_t reading = READ_FILE | READ_FOLDER;
  uint64_t writing = (reading | WRITE_FILE | REMOVE_FOLDER | REMOVE_FILE | MAKE_FOLDER |
                      MAKE_FILE | MOVE | TRUNCATE) & all;
  // libdispatch reads /proc/THREAD/stat of its own threads. Landlock refuses what a debugger could
  // read there of processes outside of these rules.
  int code = allow(rules, "/proc", reading);
  if (code == 0) code = allow_all(rules, readable, reading);
  if (code == 0) code = allow_all(rules, writable, writing);
  // Holds for this thread and those that it starts.
  if (code == 0 && !martlet_is_single_threaded()) code = -1;
  if (code == 0) code = (int)syscall(SYS_landlock_restrict_self, rules, 0);
  close(rules);
  return code;
}
