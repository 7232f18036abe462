import Text
import CGit2

/// The folders and files of a commit, as a host's API lists them.
///
/// A commit can be built on it without its parent's objects, for servers that lack version 2 of git's
/// protocol.
package struct ListedTree: Hashable, Sendable {
  /// An entry of a folder.
  package struct Entry: Hashable, Sendable {
    /// The mode, such as `0o100644`, or `0o040000` for a folder.
    package var mode: UInt32
    /// The object name.
    package var sha: String

    /// Creates an entry.
    package init(mode: UInt32, sha: String) {
      self.mode = mode
      self.sha = sha
    }

    fileprivate var isFolder: Bool { mode == Self.folder }
    fileprivate static let folder: UInt32 = 0o040000
  }

  /// The object name of the root.
  package var root: String
  /// By folder, with an empty text for the root, then by name.
  private var folders: [String: [String: Entry]]

  /// Creates a tree from its entries by path from the root; folders are entries, too.
  package init(root: String, entries: [String: Entry]) {
    self.root = root
    folders = ["": [:]]
    for (path, entry) in entries {
      let split = Self.split(path)
      folders[split.folder, default: [:]][split.name] = entry
      if entry.isFolder, folders[path] == nil { folders[path] = [:] }
    }
  }

  /// The part before the last slash, and the part behind it.
  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// The folders of a path, from its own to the root.
  private static func parents(of path: String) -> [String] {
    var result = [split(path).folder]
    while let last = result.last, !last.isEmpty { result.append(split(last).folder) }
    return result
  }

  /// Writes the folders that changes touch.
  ///
  /// - Parameters:
  ///   - changes: by path; nil removes a file, and removing a missing file changes nothing.
  ///   - store: writes an object and returns its name.
  /// - Returns: the object name of the new root.
  /// - Throws: `GitError`, `.invalid` for a path that git doesn't allow, for a file in the place of a
  ///   folder, and if a listed folder doesn't have the object name of its entries.
  func writing(
    _ changes: [String: Entry?], to store: (Repository.RawObject) throws(GitError) -> String
  ) throws(GitError) -> String {
    var tree = self
    var touched: Set<String> = []
    for (path, entry) in changes {
      try tree.set(path, to: entry)
      touched.formUnion(Self.parents(of: path))
    }
    // The deepest folders come first.
    for folder in touched.sorted(by: { Self.parents(of: $0).count > Self.parents(of: $1).count })
    where folder != "" {
      try check(folder)
      try tree.write(folder, store)
    }
    try check("")
    return try store(try Self.object(tree.folders[""] ?? [:]))
  }

  private mutating func write(
    _ folder: String, _ store: (Repository.RawObject) throws(GitError) -> String
  ) throws(GitError) {
    let split = Self.split(folder)
    let entries = folders[folder] ?? [:]
    guard !entries.isEmpty else {
      folders[split.folder]?[split.name] = nil
      return
    }
    let sha = try store(try Self.object(entries))
    folders[split.folder, default: [:]][split.name] = Entry(mode: Entry.folder, sha: sha)
  }

  private mutating func set(_ path: String, to entry: Entry?) throws(GitError) {
    let parts = path.slashParts(omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !["", ".", ".."].contains($0) && $0.lowercased() != ".git" }) else {
      throw GitError(.invalid, subject: path, detail: "not a path of git")
    }
    for folder in Self.parents(of: path) where !folder.isEmpty {
      let split = Self.split(folder)
      if let there = folders[split.folder]?[split.name], !there.isFolder {
        throw GitError(.invalid, subject: path, detail: "\(folder) is not a folder")
      }
    }
    let split = Self.split(path)
    let there = folders[split.folder]?[split.name]
    guard there?.isFolder != true else {
      throw GitError(.invalid, subject: path, detail: "it is a folder")
    }
    if entry != nil || there != nil { folders[split.folder, default: [:]][split.name] = entry }
  }

  /// Compares the entries of a listed folder with its object name: a list may be cut off.
  private func check(_ folder: String) throws(GitError) {
    let split = Self.split(folder)
    let sha = folder.isEmpty ? root : folders[split.folder]?[split.name]?.sha
    guard let sha else { return }
    guard try Self.object(folders[folder] ?? [:]).name() == sha else {
      throw GitError(
        .invalid, subject: "/\(folder)", detail: "the list of the folder is incomplete")
    }
  }

  /// A folder in git's format, sorted as if the names of folders ended with a slash.
  private static func object(_ entries: [String: Entry]) throws(GitError) -> Repository.RawObject {
    let sorted = entries.map { name, entry in
      (key: Array((entry.isFolder ? name + "/" : name).utf8), name: name, entry: entry)
    }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    var bytes: [UInt8] = []
    for item in sorted {
      let name = try ObjectName(item.entry.sha, subject: item.name)
      bytes += Array("\(String(item.entry.mode, radix: 8)) \(item.name)\0".utf8)
      bytes += withUnsafeBytes(of: name.value.id) { Array($0) }
    }
    return Repository.RawObject(kind: .tree, bytes: bytes)
  }
}

extension Repository {
  /// An object in git's own format, whose references are not checked.
  struct RawObject: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case tree, commit

      fileprivate var native: git_object_t {
        self == .tree ? GIT_OBJECT_TREE : GIT_OBJECT_COMMIT
      }
    }

    var kind: Kind
    var bytes: [UInt8]

    /// The object name.
    func name() throws(GitError) -> String {
      Library.start()
      var name = git_oid()
      let result = bytes.withUnsafeBytes {
        git_odb_hash(&name, $0.baseAddress, $0.count, kind.native)
      }
      try Library.check(result, subject: "object")
      return ObjectName(name).text
    }
  }

  /// Stores an object and returns its name.
  func write(raw object: RawObject) throws(GitError) -> String {
    let store = try open()
    let objects = try Handle(subject: path, freedBy: git_odb_free) {
      git_repository_odb($0, store.pointer)
    }
    var name = git_oid()
    let result = object.bytes.withUnsafeBytes {
      git_odb_write(&name, objects.pointer, $0.baseAddress, $0.count, object.kind.native)
    }
    try Library.check(result, subject: path)
    return ObjectName(name).text
  }
}

extension Repository.RawObject {
  /// A commit with one parent; author and committer are the same.
  static func commit(
    tree: String, parent: String, message: String, author: Signature
  ) -> Repository.RawObject {
    let commit = UnsignedCommit(tree: tree, parent: parent, message: message, author: author)
    return Repository.RawObject(kind: .commit, bytes: commit.bytes)
  }
}
