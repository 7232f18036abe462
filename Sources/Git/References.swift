import CGit2

extension Repository {
  /// Returns the commit of a reference; nil if the reference does not exist.
  package func reference(_ name: String) throws(GitError) -> String? {
    let store = try open()
    var object = git_oid()
    let result = git_reference_name_to_id(&object, store.pointer, name)
    if result == GIT_ENOTFOUND.rawValue { return nil }
    try Library.check(result, subject: path)
    return ObjectName(object).text
  }

  /// Lists all references whose name starts with `prefix`, sorted by name.
  package func references(startingWith prefix: String = "refs/") throws(GitError) -> [Reference] {
    let store = try open()
    var list = git_strarray()
    try Library.check(git_reference_list(&list, store.pointer), subject: path)
    defer { git_strarray_dispose(&list) }
    let names = UnsafeBufferPointer(start: list.strings, count: list.count)
      .compactMap { $0.map { String(cString: $0) } }.filter { $0.hasPrefix(prefix) }
    var references: [Reference] = []
    for name in names.sorted() {
      guard let commit = try reference(name) else { continue }
      references.append(Reference(name: name, commit: commit))
    }
    return references
  }

  /// Returns the branch that HEAD names, without `refs/heads/`, even if the branch has no commit
  /// yet.
  package func headBranch() throws(GitError) -> String? {
    let store = try open()
    let head = try Handle(subject: path, freedBy: git_reference_free) {
      git_reference_lookup($0, store.pointer, "HEAD")
    }
    guard let target = git_reference_symbolic_target(head.pointer) else { return nil }
    let name = String(cString: target)
    return name.hasPrefix("refs/heads/") ? String(name.dropFirst(11)) : nil
  }

  /// Sets a reference if it has the expected value: a compare-and-swap.
  ///
  /// - Parameters:
  ///   - name: the full name, such as `refs/heads/main`.
  ///   - commit: the new value; nil deletes the reference.
  ///   - expected: the current value; nil if the reference must not exist.
  /// - Throws: `.conflict` if the value is another one; `.invalid` for a name that git does not
  ///   allow.
  package func setReference(
    _ name: String, to commit: String?, expecting expected: String?
  ) throws(GitError) {
    let store = try open()
    guard let commit else {
      return try delete(name, expecting: expected, in: store.pointer)
    }
    var target = try ObjectName(commit, subject: path)
    _ = try self.commit(commit, in: store.pointer).pointer
    _ = try write(name, &target, expecting: expected, in: store.pointer)
  }

  private func write(
    _ name: String, _ target: inout ObjectName, expecting expected: String?,
    in store: OpaquePointer
  ) throws(GitError) -> String {
    guard let expected else {
      return try Handle(subject: path, freedBy: git_reference_free) {
        git_reference_create($0, store, name, &target.value, 0, nil)
      }.name
    }
    var old = try ObjectName(expected, subject: path)
    return try Handle(subject: path, freedBy: git_reference_free) {
      git_reference_create_matching($0, store, name, &target.value, 1, &old.value, nil)
    }.name
  }

  private func delete(
    _ name: String, expecting expected: String?, in store: OpaquePointer
  ) throws(GitError) {
    let reference = try Handle(subject: path, freedBy: git_reference_free) {
      git_reference_lookup($0, store, name)
    }
    let current = git_reference_target(reference.pointer).map { ObjectName($0.pointee).text }
    guard current == expected else {
      throw GitError(.conflict, subject: path, detail: "\(name) moved")
    }
    try Library.check(git_reference_delete(reference.pointer), subject: path)
  }
}

extension Handle {
  /// The name of a reference.
  fileprivate var name: String {
    git_reference_name(pointer).map { String(cString: $0) } ?? ""
  }
}
