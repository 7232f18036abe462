import CGit2

extension Repository {
  /// A change of one path in a tree.
  package enum TreeChange: Hashable, Sendable {
    /// The path has this object afterwards.
    case set(sha: String, mode: UInt32)
    /// The path is removed, with the folders that become empty.
    case remove
  }

  /// How much the paths of a repository's own tree may take, in bytes: about two million files.
  package static let treeLimit = 512 << 20

  /// Lists all files of a commit or tree, in git's order.
  ///
  /// - Throws: `GitError`, `.tooLarge` if the paths take more than `limit` bytes.
  package func tree(of sha: String, limit: Int = treeLimit) throws(GitError) -> [File] {
    let store = try open()
    let tree = try tree(sha, in: store.pointer)
    return try files(of: tree.pointer, limit: limit) { _ in true }
  }

  /// Lists the files of an open tree that a filter selects.
  ///
  /// The same folder can occur in a tree any number of times, so that a few kilobytes stand for any
  /// number of files. The limit counts all of them, selected or not, and ends the walk.
  func files(
    of tree: OpaquePointer, limit: Int, _ select: @escaping (File) -> Bool
  ) throws(GitError) -> [File] {
    try listing(of: tree, limit: limit, select).files
  }

  private func listing(
    of tree: OpaquePointer, limit: Int, _ select: @escaping (File) -> Bool
  ) throws(GitError) -> Listing {
    let list = Listing(limit: limit, select)
    let payload = Unmanaged.passUnretained(list).toOpaque()
    let result = git_tree_walk(
      tree, GIT_TREEWALK_PRE,
      { root, entry, payload in
        guard let root, let entry, let payload else { return -1 }
        let list = Unmanaged<Listing>.fromOpaque(payload).takeUnretainedValue()
        return list.add(root: String(cString: root), entry)
      }, payload)
    guard !withExtendedLifetime(list, { list.isTooLarge }) else {
      throw GitError(.tooLarge(limit: limit), subject: path, detail: "the list of its files")
    }
    try Library.check(result, subject: path)
    return list
  }

  /// Lists the object names of all folders of a commit or tree, including the root.
  func folders(of sha: String) throws(GitError) -> [String] {
    let store = try open()
    let tree = try tree(sha, in: store.pointer)
    let list = try listing(of: tree.pointer, limit: Self.treeLimit) { _ in false }
    return [git_object_id(tree.pointer)].compactMap { $0.map { ObjectName($0.pointee).text } }
      + list.folders
  }

  /// Creates a tree from another one and changes.
  ///
  /// - Parameters:
  ///   - base: a commit or tree; nil for an empty one.
  ///   - changes: by path; removing a missing path changes nothing.
  /// - Returns: the name of the tree.
  /// - Throws: `GitError`, `.invalid` for paths that git does not allow.
  package func writeTree(
    from base: String?, _ changes: [String: TreeChange]
  ) throws(GitError) -> String {
    let store = try open()
    let start: String
    if let base { start = base } else { start = try emptyTree(in: store.pointer) }
    let tree = try tree(start, in: store.pointer)
    let present = Set(try self.tree(of: start).map(\.path))
    let wanted = changes.filter { $0.value != .remove || present.contains($0.key) }
    var name = git_oid()
    let result = try Updates.with(wanted, subject: path) { updates in
      git_tree_create_updated(
        &name, store.pointer, tree.pointer, updates.count, updates.baseAddress)
    }
    try Library.check(result, subject: path)
    return ObjectName(name).text
  }

  private func emptyTree(in store: OpaquePointer) throws(GitError) -> String {
    let builder = try Handle(subject: path, freedBy: git_treebuilder_free) {
      git_treebuilder_new($0, store, nil)
    }
    var name = git_oid()
    try Library.check(git_treebuilder_write(&name, builder.pointer), subject: path)
    return ObjectName(name).text
  }
}

/// Collects the files and folders while walking a tree.
private final class Listing {
  /// The longest path that systems can open; it also bounds the depth of the walk, which recurses.
  private static let pathLimit = 4096
  /// What an entry takes besides its path.
  private static let entryCost = 64

  var files: [File] = []
  /// Their object names.
  var folders: [String] = []
  /// Whether the walk was ended.
  private(set) var isTooLarge = false
  private var room: Int
  private let select: (File) -> Bool

  init(limit: Int, _ select: @escaping (File) -> Bool) {
    room = limit
    self.select = select
  }

  func add(root: String, _ entry: OpaquePointer) -> Int32 {
    let mode = git_tree_entry_filemode(entry)
    guard let name = git_tree_entry_name(entry), let sha = git_tree_entry_id(entry) else {
      return 0
    }
    let path = root + String(cString: name)
    room -= path.utf8.count + Self.entryCost
    guard room >= 0, path.utf8.count <= Self.pathLimit else {
      isTooLarge = true
      return -1
    }
    guard mode != GIT_FILEMODE_TREE else {
      folders.append(ObjectName(sha.pointee).text)
      return 0
    }
    let file = File(
      path: path, mode: UInt32(mode.rawValue), sha: ObjectName(sha.pointee).text)
    if select(file) { files.append(file) }
    return 0
  }
}

/// Converts changes to the C library's type.
private enum Updates {
  static func with(
    _ changes: [String: Repository.TreeChange], subject: String,
    _ body: (UnsafeBufferPointer<git_tree_update>) -> Int32
  ) throws(GitError) -> Int32 {
    let sorted = changes.sorted { $0.key < $1.key }
    var updates = try sorted.map { (_, change) throws(GitError) in
      try update(change, subject: subject)
    }
    return Strings.withArray(sorted.map(\.key)) { paths in
      for index in updates.indices {
        updates[index].path = UnsafePointer(paths.pointee.strings?[index])
      }
      return updates.withUnsafeBufferPointer(body)
    }
  }

  private static func update(
    _ change: Repository.TreeChange, subject: String
  ) throws(GitError) -> git_tree_update {
    var update = git_tree_update()
    switch change {
    case .remove:
      update.action = GIT_TREE_UPDATE_REMOVE
    case .set(let sha, let mode):
      update.action = GIT_TREE_UPDATE_UPSERT
      update.id = try ObjectName(sha, subject: subject).value
      update.filemode = git_filemode_t(rawValue: mode)
    }
    return update
  }
}
