import CGit2

extension Repository {
  /// Returns whether a commit is the same as another one or reachable from it through parents.
  package func isAncestor(_ ancestor: String, of commit: String) throws(GitError) -> Bool {
    guard ancestor != commit else { return true }
    let store = try open()
    var old = try ObjectName(ancestor, subject: path)
    var new = try ObjectName(commit, subject: path)
    let result = git_graph_descendant_of(store.pointer, &new.value, &old.value)
    try Library.check(result, subject: path)
    return result == 1
  }

  /// Returns the merge base of two commits; nil if they have no common history.
  package func mergeBase(_ one: String, _ other: String) throws(GitError) -> String? {
    let store = try open()
    var left = try ObjectName(one, subject: path)
    var right = try ObjectName(other, subject: path)
    var base = git_oid()
    let result = git_merge_base(&base, store.pointer, &left.value, &right.value)
    if result == GIT_ENOTFOUND.rawValue { return nil }
    try Library.check(result, subject: path)
    return ObjectName(base).text
  }

  /// Merges the trees of two commits in memory; nil if there are conflicts.
  package func mergedTree(_ ours: String, _ theirs: String) throws(GitError) -> String? {
    let store = try open()
    let left = try commit(ours, in: store.pointer)
    let right = try commit(theirs, in: store.pointer)
    var options = martlet_git_merge_options()
    let index = try Handle(subject: path, freedBy: git_index_free) {
      git_merge_commits($0, store.pointer, left.pointer, right.pointer, &options)
    }
    guard git_index_has_conflicts(index.pointer) == 0 else { return nil }
    var name = git_oid()
    try Library.check(git_index_write_tree_to(&name, index.pointer, store.pointer), subject: path)
    return ObjectName(name).text
  }

  /// Returns the changes from `old` to `new` as a patch for `git apply`.
  package func diff(from old: String, to new: String) throws(GitError) -> [UInt8] {
    let store = try open()
    let left = try tree(old, in: store.pointer)
    let right = try tree(new, in: store.pointer)
    let diff = try Handle(subject: path, freedBy: git_diff_free) {
      git_diff_tree_to_tree($0, store.pointer, left.pointer, right.pointer, nil)
    }
    var buffer = git_buf()
    try Library.check(
      git_diff_to_buf(&buffer, diff.pointer, GIT_DIFF_FORMAT_PATCH), subject: path)
    defer { git_buf_dispose(&buffer) }
    guard let start = buffer.ptr else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: buffer.size))
  }
}
