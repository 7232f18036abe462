#include "shim.h"

#include <errno.h>
#include <git2/sys/stream.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "../loading/loading.h"

LIBRARY("libgit2.so." LIBGIT2_SOVERSION)

FORWARD(int, git_blob_create_from_buffer,
    (git_oid *id, git_repository *repo, const void *buffer, size_t len), (id, repo, buffer, len))
FORWARD(void, git_blob_free, (git_blob *blob), (blob))
FORWARD(int, git_blob_lookup, (git_blob **blob, git_repository *repo, const git_oid *id),
    (blob, repo, id))
FORWARD(const void *, git_blob_rawcontent, (const git_blob *blob), (blob))
FORWARD(git_object_size_t, git_blob_rawsize, (const git_blob *blob), (blob))
FORWARD(void, git_buf_dispose, (git_buf *buffer), (buffer))
FORWARD(const git_signature *, git_commit_author, (const git_commit *commit), (commit))
FORWARD(const git_signature *, git_commit_committer, (const git_commit *commit), (commit))
FORWARD(git_time_t, git_commit_time, (const git_commit *commit), (commit))
FORWARD(int, git_commit_create_from_ids,
    (git_oid *id, git_repository *repo, const char *update_ref, const git_signature *author, const
    git_signature *committer, const char *message_encoding, const char *message, const git_oid
    *tree, size_t parent_count, const git_oid *parents[]), (id, repo, update_ref, author, committer,
    message_encoding, message, tree, parent_count, parents))
FORWARD(void, git_commit_free, (git_commit *commit), (commit))
FORWARD(int, git_commit_lookup, (git_commit **commit, git_repository *repo, const git_oid *id),
    (commit, repo, id))
FORWARD(const char *, git_commit_message, (const git_commit *commit), (commit))
FORWARD(const git_oid *, git_commit_parent_id, (const git_commit *commit, unsigned int n),
    (commit, n))
FORWARD(unsigned int, git_commit_parentcount, (const git_commit *commit), (commit))
FORWARD(const git_oid *, git_commit_tree_id, (const git_commit *commit), (commit))
FORWARD(int, git_credential_ssh_key_from_agent, (git_credential **out, const char *username),
    (out, username))
FORWARD(int, git_credential_ssh_key_new,
    (git_credential **out, const char *username, const char *publickey, const char *privatekey,
    const char *passphrase), (out, username, publickey, privatekey, passphrase))
FORWARD(int, git_credential_username_new, (git_credential **out, const char *username),
    (out, username))
FORWARD(int, git_credential_userpass_plaintext_new,
    (git_credential **out, const char *username, const char *password), (out, username, password))
FORWARD(void, git_diff_free, (git_diff *diff), (diff))
FORWARD(int, git_diff_to_buf, (git_buf *out, git_diff *diff, git_diff_format_t format),
    (out, diff, format))
FORWARD(int, git_diff_tree_to_tree,
    (git_diff **diff, git_repository *repo, git_tree *old_tree, git_tree *new_tree, const
    git_diff_options *opts), (diff, repo, old_tree, new_tree, opts))
FORWARD(const git_error *, git_error_last, (void), ())
FORWARD(int, git_graph_descendant_of,
    (git_repository *repo, const git_oid *commit, const git_oid *ancestor), (repo, commit,
    ancestor))
FORWARD(void, git_index_free, (git_index *index), (index))
FORWARD(int, git_index_has_conflicts, (const git_index *index), (index))
FORWARD(int, git_index_write_tree_to, (git_oid *out, git_index *index, git_repository *repo),
    (out, index, repo))
FORWARD(int, git_libgit2_init, (void), ())
FORWARD(int, git_merge_base,
    (git_oid *out, git_repository *repo, const git_oid *one, const git_oid *two), (out, repo, one,
    two))
FORWARD(int, git_merge_commits,
    (git_index **out, git_repository *repo, const git_commit *our_commit, const git_commit
    *their_commit, const git_merge_options *opts), (out, repo, our_commit, their_commit, opts))
FORWARD(void, git_object_free, (git_object *object), (object))
FORWARD(const git_oid *, git_object_id, (const git_object *obj), (obj))
FORWARD(int, git_object_lookup,
    (git_object **object, git_repository *repo, const git_oid *id, git_object_t type), (object,
    repo, id, type))
FORWARD(int, git_object_peel,
    (git_object **peeled, const git_object *object, git_object_t target_type), (peeled, object,
    target_type))
FORWARD(git_object_t, git_object_type, (const git_object *obj), (obj))
FORWARD(int, git_odb_exists, (git_odb *db, const git_oid *id), (db, id))
FORWARD(void, git_odb_free, (git_odb *db), (db))
FORWARD(int, git_odb_hash, (git_oid *out, const void *data, size_t len, git_object_t type),
    (out, data, len, type))
FORWARD(int, git_odb_write,
    (git_oid *out, git_odb *odb, const void *data, size_t len, git_object_t type),
    (out, odb, data, len, type))
FORWARD(int, git_odb_write_pack,
    (git_odb_writepack **out, git_odb *db, git_indexer_progress_cb progress_cb, void
    *progress_payload), (out, db, progress_cb, progress_payload))
FORWARD(int, git_oid_fromstr, (git_oid *out, const char *str), (out, str))
FORWARD(void, git_patch_free, (git_patch *patch), (patch))
FORWARD(int, git_patch_from_buffers,
    (git_patch **out, const void *old_buffer, size_t old_len, const char *old_as_path, const void
    *new_buffer, size_t new_len, const char *new_as_path, const git_diff_options *opts), (out,
    old_buffer, old_len, old_as_path, new_buffer, new_len, new_as_path, opts))
FORWARD(int, git_patch_to_buf, (git_buf *out, git_patch *patch), (out, patch))
FORWARD(void, git_packbuilder_free, (git_packbuilder *pb), (pb))
FORWARD(int, git_packbuilder_insert, (git_packbuilder *pb, const git_oid *id, const char *name),
    (pb, id, name))
FORWARD(int, git_packbuilder_new, (git_packbuilder **out, git_repository *repo), (out, repo))
FORWARD(int, git_packbuilder_write_buf, (git_buf *buf, git_packbuilder *pb), (buf, pb))
FORWARD(int, git_reference_create,
    (git_reference **out, git_repository *repo, const char *name, const git_oid *id, int force,
    const char *log_message), (out, repo, name, id, force, log_message))
FORWARD(int, git_reference_create_matching,
    (git_reference **out, git_repository *repo, const char *name, const git_oid *id, int force,
    const git_oid *current_id, const char *log_message), (out, repo, name, id, force, current_id,
    log_message))
FORWARD(int, git_reference_delete, (git_reference *ref), (ref))
FORWARD(void, git_reference_free, (git_reference *ref), (ref))
FORWARD(void, git_reference_iterator_free, (git_reference_iterator *iter), (iter))
FORWARD(int, git_reference_iterator_new, (git_reference_iterator **out, git_repository *repo),
    (out, repo))
FORWARD(int, git_reference_list, (git_strarray *array, git_repository *repo), (array, repo))
FORWARD(int, git_reference_lookup, (git_reference **out, git_repository *repo, const char *name),
    (out, repo, name))
FORWARD(const char *, git_reference_name, (const git_reference *ref), (ref))
FORWARD(int, git_reference_name_to_id, (git_oid *out, git_repository *repo, const char *name),
    (out, repo, name))
FORWARD(int, git_reference_next, (git_reference **out, git_reference_iterator *iter), (out, iter))
FORWARD(int, git_reference_peel, (git_object **out, const git_reference *ref, git_object_t type),
    (out, ref, type))
FORWARD(const char *, git_reference_symbolic_target, (const git_reference *ref), (ref))
FORWARD(const git_oid *, git_reference_target, (const git_reference *ref), (ref))
FORWARD(int, git_remote_connect_ext,
    (git_remote *remote, git_direction direction, const git_remote_connect_options *opts), (remote,
    direction, opts))
FORWARD(int, git_remote_create_anonymous, (git_remote **out, git_repository *repo, const char *url),
    (out, repo, url))
FORWARD(int, git_remote_create_detached, (git_remote **out, const char *url), (out, url))
FORWARD(int, git_remote_disconnect, (git_remote *remote), (remote))
FORWARD(int, git_remote_fetch,
    (git_remote *remote, const git_strarray *refspecs, const git_fetch_options *opts, const char
    *reflog_message), (remote, refspecs, opts, reflog_message))
FORWARD(void, git_remote_free, (git_remote *remote), (remote))
FORWARD(int, git_remote_ls, (const git_remote_head ***out, size_t *size, git_remote *remote),
    (out, size, remote))
FORWARD(int, git_remote_upload,
    (git_remote *remote, const git_strarray *refspecs, const git_push_options *opts), (remote,
    refspecs, opts))
FORWARD(void, git_repository_free, (git_repository *repo), (repo))
FORWARD(int, git_repository_init_ext,
    (git_repository **out, const char *repo_path, git_repository_init_options *opts), (out,
    repo_path, opts))
FORWARD(int, git_repository_odb, (git_odb **out, git_repository *repo), (out, repo))
FORWARD(int, git_repository_open_bare, (git_repository **out, const char *bare_path),
    (out, bare_path))
FORWARD(void, git_revwalk_free, (git_revwalk *walk), (walk))
FORWARD(int, git_revwalk_hide, (git_revwalk *walk, const git_oid *commit_id), (walk, commit_id))
FORWARD(int, git_revwalk_new, (git_revwalk **out, git_repository *repo), (out, repo))
FORWARD(int, git_revwalk_next, (git_oid *out, git_revwalk *walk), (out, walk))
FORWARD(int, git_revwalk_push, (git_revwalk *walk, const git_oid *id), (walk, id))
FORWARD(int, git_revwalk_sorting, (git_revwalk *walk, unsigned int sort_mode), (walk, sort_mode))
FORWARD(void, git_signature_free, (git_signature *sig), (sig))
FORWARD(int, git_signature_new,
    (git_signature **out, const char *name, const char *email, git_time_t time, int offset), (out,
    name, email, time, offset))
FORWARD(void, git_strarray_dispose, (git_strarray *array), (array))
FORWARD(int, git_stream_register, (git_stream_t type, git_stream_registration *registration),
    (type, registration))
FORWARD(const git_signature *, git_tag_tagger, (const git_tag *tag), (tag))
FORWARD(int, git_tree_create_updated,
    (git_oid *out, git_repository *repo, git_tree *baseline, size_t nupdates, const git_tree_update
    *updates), (out, repo, baseline, nupdates, updates))
FORWARD(git_filemode_t, git_tree_entry_filemode, (const git_tree_entry *entry), (entry))
FORWARD(const git_oid *, git_tree_entry_id, (const git_tree_entry *entry), (entry))
FORWARD(const char *, git_tree_entry_name, (const git_tree_entry *entry), (entry))
FORWARD(void, git_tree_free, (git_tree *tree), (tree))
FORWARD(int, git_tree_walk,
    (const git_tree *tree, git_treewalk_mode mode, git_treewalk_cb callback, void *payload), (tree,
    mode, callback, payload))
FORWARD(void, git_treebuilder_free, (git_treebuilder *bld), (bld))
FORWARD(int, git_treebuilder_new,
    (git_treebuilder **out, git_repository *repo, const git_tree *source), (out, repo, source))
FORWARD(int, git_treebuilder_write, (git_oid *id, git_treebuilder *bld), (id, bld))

static __typeof__(git_libgit2_opts) *options(void) {
  static __typeof__(git_libgit2_opts) *_Atomic found;
  LOADED(git_libgit2_opts, found)
  return function;
}

int martlet_git_set_certificates(const char *file, const char *folder) {
  return options()(GIT_OPT_SET_SSL_CERT_LOCATIONS, file, folder);
}

int martlet_git_set_search_path(int level, const char *path) {
  return options()(GIT_OPT_SET_SEARCH_PATH, level, path);
}

int martlet_git_set_user_agent(const char *name) {
  return options()(GIT_OPT_SET_USER_AGENT, name);
}

int martlet_git_set_owner_validation(int enabled) {
  return options()(GIT_OPT_SET_OWNER_VALIDATION, enabled);
}

int martlet_git_set_fsync(int enabled) {
  return options()(GIT_OPT_ENABLE_FSYNC_GITDIR, enabled);
}

// Connections whose socket the caller opens, so that the library resolves no host name itself.

// The library's SSH transport reads `socket` where its own type has it (git_socket_stream of 1.1 to
// 1.9: the stream, host, port, and the socket).
struct connection {
  git_stream parent;
  char *host;
  char *port;
  int socket;
};

static _Thread_local martlet_git_open opener;
static _Thread_local void *opener_context;

void martlet_git_set_opener(martlet_git_open open, void *context) {
  opener = open;
  opener_context = context;
}

static int connection_open(git_stream *stream) {
  struct connection *connection = (struct connection *)stream;
  if (!opener) return -1;
  connection->socket = opener(connection->host, connection->port, opener_context);
  return connection->socket < 0 ? -1 : 0;
}

static ssize_t connection_read(git_stream *stream, void *data, size_t length) {
  ssize_t count;
  do count = recv(((struct connection *)stream)->socket, data, length, 0);
  while (count < 0 && errno == EINTR);
  return count;
}

static ssize_t connection_write(git_stream *stream, const char *data, size_t length, int flags) {
  ssize_t count;
  do count = send(((struct connection *)stream)->socket, data, length, flags | MSG_NOSIGNAL);
  while (count < 0 && errno == EINTR);
  return count;
}

static int connection_close(git_stream *stream) {
  struct connection *connection = (struct connection *)stream;
  if (connection->socket >= 0) close(connection->socket);
  connection->socket = -1;
  return 0;
}

static void connection_free(git_stream *stream) {
  struct connection *connection = (struct connection *)stream;
  connection_close(stream);
  free(connection->host);
  free(connection->port);
  free(connection);
}

static int connection_create(git_stream **out, const char *host, const char *port) {
  struct connection *connection = calloc(1, sizeof *connection);
  if (!connection) return -1;
  connection->parent.version = GIT_STREAM_VERSION;
  connection->parent.connect = connection_open;
  connection->parent.read = connection_read;
  connection->parent.write = connection_write;
  connection->parent.close = connection_close;
  connection->parent.free = connection_free;
  connection->host = strdup(host);
  connection->port = strdup(port);
  connection->socket = -1;
  *out = &connection->parent;
  if (connection->host && connection->port) return 0;
  connection_free(&connection->parent);
  return -1;
}

int martlet_git_use_opener(void) {
  git_stream_registration registration = {
      .version = GIT_STREAM_VERSION, .init = connection_create};
  return git_stream_register(GIT_STREAM_STANDARD, &registration);
}
