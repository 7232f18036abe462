import CGit2

/// A file in the tree of a commit; folders have no entries.
package struct File: Hashable, Sendable {
  /// The path from the root, with forward slashes.
  package var path: String
  /// The mode, such as `0o100644`.
  package var mode: UInt32
  /// The blob; for a submodule the commit of the other repository.
  package var sha: String

  /// Whether this is a regular file, executable or not, and not a link or submodule.
  package var isContent: Bool { mode & 0o170000 == 0o100000 }
}

extension Repository {
  /// Returns the object name of a blob with these bytes; needs no repository.
  package static func blobName(of bytes: [UInt8]) throws(GitError) -> String {
    Library.start()
    var name = git_oid()
    let result = bytes.withUnsafeBytes {
      git_odb_hash(&name, $0.baseAddress, $0.count, GIT_OBJECT_BLOB)
    }
    try Library.check(result, subject: "blob")
    return ObjectName(name).text
  }

  /// Stores a blob and returns its name.
  package func write(blob bytes: [UInt8]) throws(GitError) -> String {
    let store = try open()
    var name = git_oid()
    let result = bytes.withUnsafeBytes {
      git_blob_create_from_buffer(&name, store.pointer, $0.baseAddress, $0.count)
    }
    try Library.check(result, subject: path)
    return ObjectName(name).text
  }

  /// Reads a blob; throws `.tooLarge` if it has more than `limit` bytes.
  package func blob(_ sha: String, limit: Int = .max) throws(GitError) -> [UInt8] {
    let store = try open()
    return try blob(sha, limit: limit, in: store.pointer)
  }

  /// Reads a blob from an open repository.
  func blob(
    _ sha: String, limit: Int, in store: OpaquePointer
  ) throws(GitError) -> [UInt8] {
    var name = try ObjectName(sha, subject: path)
    let blob = try Handle(subject: path, freedBy: git_blob_free) {
      git_blob_lookup($0, store, &name.value)
    }
    let count = git_blob_rawsize(blob.pointer)
    guard count <= limit else {
      throw GitError(.tooLarge(limit: limit), subject: path, detail: sha)
    }
    guard count > 0, let start = git_blob_rawcontent(blob.pointer) else { return [] }
    return Array(UnsafeRawBufferPointer(start: start, count: Int(count)))
  }

  /// Returns the blobs that are missing; the repository is opened once.
  func lacking(_ blobs: [String]) throws(GitError) -> [String] {
    let store = try open()
    let objects = try Handle(subject: path, freedBy: git_odb_free) {
      git_repository_odb($0, store.pointer)
    }
    var lacking: [String] = []
    for sha in blobs {
      var name = try ObjectName(sha, subject: path)
      if git_odb_exists(objects.pointer, &name.value) == 0 { lacking.append(sha) }
    }
    return lacking
  }

  /// Returns whether the commit exists.
  package func hasCommit(_ sha: String) throws(GitError) -> Bool {
    do throws(GitError) {
      let store = try open()
      _ = try commit(sha, in: store.pointer).pointer
      return true
    } catch {
      guard error.code == .notFound else { throw error }
      return false
    }
  }

  /// Looks up a commit for one call.
  func commit(_ sha: String, in store: OpaquePointer) throws(GitError) -> Handle {
    var name = try ObjectName(sha, subject: path)
    return try Handle(subject: path, freedBy: git_commit_free) {
      git_commit_lookup($0, store, &name.value)
    }
  }

  /// Looks up a tree, or the tree of a commit, for one call.
  func tree(_ sha: String, in store: OpaquePointer) throws(GitError) -> Handle {
    var name = try ObjectName(sha, subject: path)
    let object = try Handle(subject: path, freedBy: git_object_free) {
      git_object_lookup($0, store, &name.value, GIT_OBJECT_ANY)
    }
    return try Handle(subject: path, freedBy: git_tree_free) {
      git_object_peel($0, object.pointer, GIT_OBJECT_TREE)
    }
  }
}
