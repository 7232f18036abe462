#pragma once
#include <git2.h>
#include <git2/sys/commit.h>

// git_libgit2_opts is variadic, which Swift cannot call: one function per option in use.

// Certificate authorities: a file, a folder, or both.
int martlet_git_set_certificates(const char *file, const char *folder);
// Where configuration of a level is looked for; "" is nowhere.
int martlet_git_set_search_path(int level, const char *path);
// The name that servers see.
int martlet_git_set_user_agent(const char *name);
// Whether a repository must belong to the user of this process.
int martlet_git_set_owner_validation(int enabled);
// Whether objects and references are on the disk before a call returns.
int martlet_git_set_fsync(int enabled);

// Opens a connected socket to a host and port; -1 after a failure.
typedef int (*martlet_git_open)(const char *host, const char *port, void *context);
// Sets how the calling thread's connections are opened; null: they fail.
void martlet_git_set_opener(martlet_git_open open, void *context);
// Makes all connections use the opener, once.
int martlet_git_use_opener(void);

// The initialisers of option structs are macros; these return the values.
static inline git_remote_callbacks martlet_git_remote_callbacks(void) {
  git_remote_callbacks value = GIT_REMOTE_CALLBACKS_INIT;
  return value;
}
static inline git_fetch_options martlet_git_fetch_options(void) {
  git_fetch_options value = GIT_FETCH_OPTIONS_INIT;
  return value;
}
static inline git_push_options martlet_git_push_options(void) {
  git_push_options value = GIT_PUSH_OPTIONS_INIT;
  return value;
}
static inline git_remote_connect_options martlet_git_connect_options(void) {
  git_remote_connect_options value = GIT_REMOTE_CONNECT_OPTIONS_INIT;
  return value;
}
static inline git_merge_options martlet_git_merge_options(void) {
  git_merge_options value = GIT_MERGE_OPTIONS_INIT;
  return value;
}
static inline git_repository_init_options martlet_git_init_options(void) {
  git_repository_init_options value = GIT_REPOSITORY_INIT_OPTIONS_INIT;
  return value;
}
