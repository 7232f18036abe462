import Ecosystem
import GitSubmodules
import FileAccess
import Libc
import Text

/// A working tree on this machine, which is read as a tree and changed atomically.
struct WorkingTree: Sendable {
  /// The absolute path without symbolic links.
  let root: String

  /// Finds the folder at a path.
  ///
  /// - Throws: a `Problem` if there is no folder.
  init(_ path: String) throws(Problem) {
    guard !path.isEmpty else {
      throw Problem(.usage, "PATH is empty", advice: "'.' is the present folder")
    }
    guard let resolved = realpath(path, nil) else {
      throw Problem(.usage, "no such folder", subject: path)
    }
    defer { free(resolved) }
    root = String(cString: resolved)
    var status = stat()
    guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw Problem(.usage, "is not a folder", subject: path)
    }
  }

  /// Lists all files below the root, except those of version control.
  ///
  /// Of folders that tools make, such as `Pods`, only files that git tracks are listed, as in the tree
  /// that a forge has.
  ///
  /// A link to a file counts as a file; its target is checked when it is read.
  ///
  /// - Parameter overlooked: called for each subfolder that cannot be listed.
  /// - Returns: the tree, which is read on demand.
  /// - Throws: a `Problem` if the folder cannot be listed or has too many files.
  func source(overlooked: (Problem) -> Void) throws(Problem) -> SourceTree {
    var paths: [String] = []
    var open = try entries(of: "")
    var tracked: [String]?
    while let entry = open.popLast() {
      switch entry.kind {
      case .file: paths.append(entry.path)
      case .folder where Self.made.contains(TreePath.name(of: entry.path)):
        if tracked == nil { tracked = try trackedPaths() ?? [] }
        let all = tracked ?? []
        paths += all.filter { $0.hasPrefix(entry.path + "/") && kind(of: $0) == .file }
      case .folder:
        do throws(Problem) { open += try entries(of: entry.path) } catch { overlooked(error) }
      case .other: break
      }
      guard paths.count <= Self.fileLimit else {
        throw Problem(.failed, "holds more than \(Self.fileLimit) files", subject: root)
      }
    }
    let name = root.slashParts().last.map(String.init) ?? ""
    var source = SourceTree(name: name, paths: paths.sorted()) { path throws(Problem) in
      try self.read(path)
    }
    source.address = GitConfiguration(above: root)?.origin
    // Reading the index of a large repository takes long.
    if source.listing.contains(SubmoduleEcosystem.file) { source.submodules = try submodules() }
    return source
  }

  /// The names of folders that tools make.
  private static let made = Set(servedEcosystems.descriptions.flatMap(\.generatedFolders))
  private static let fileLimit = 1_000_000

  private struct Entry {
    enum Kind { case file, folder, other }
    var path: String
    var kind: Kind
  }

  private func entries(of folder: String) throws(Problem) -> [Entry] {
    guard let stream = opendir(folder.isEmpty ? root : "\(root)/\(folder)") else {
      throw Problem(.failed, "cannot be listed: \(reason())", subject: folder)
    }
    defer { closedir(stream) }
    var result: [Entry] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != "..", name != ".git" else { continue }
      let path = folder.isEmpty ? name : "\(folder)/\(name)"
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR): result.append(Entry(path: path, kind: .folder))
      case Int(DT_REG): result.append(Entry(path: path, kind: .file))
      // Some file systems do not report the type, and a link has the type of its target.
      default: result.append(Entry(path: path, kind: kind(of: path)))
      }
    }
    return result
  }

  /// Returns the type of an entry.
  ///
  /// A link to a folder is ignored, because it could form a loop.
  private func kind(of path: String) -> Entry.Kind {
    var itself = stat()
    var target = stat()
    guard lstat("\(root)/\(path)", &itself) == 0 else { return .other }
    if itself.st_mode & S_IFMT == S_IFDIR { return .folder }
    guard stat("\(root)/\(path)", &target) == 0 else { return .other }
    return target.st_mode & S_IFMT == S_IFREG ? .file : .other
  }

  /// Whether a path is a folder, or a link to one.
  static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  /// Whether anything is at a path.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  private func read(_ path: String) throws(Problem) -> SourceText {
    let file = try resolvedPath(of: path)
    do throws(FileError) {
      return SourceText(file: path, bytes: try readFile(file, limit: 50 << 20))
    } catch {
      switch error {
      case .tooLarge: throw Problem(.failed, "is larger than 50 MiB", subject: path)
      case .systemError(let why): throw Problem(.failed, "cannot be read: \(why)", subject: path)
      }
    }
  }

  /// Returns the path of a file with links resolved; the path itself for a missing file.
  ///
  /// - Throws: a `Problem` for a link that leads out of the tree, because files outside must
  ///   neither be read nor replaced.
  func resolvedPath(of path: String) throws(Problem) -> String {
    let file = "\(root)/\(path)"
    var status = stat()
    guard lstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return file }
    guard let resolved = realpath(file, nil) else {
      throw Problem(.refused, "is a symbolic link that leads nowhere", subject: path)
    }
    defer { free(resolved) }
    let target = String(cString: resolved)
    guard target.hasPrefix(root == "/" ? root : root + "/") else {
      throw Problem(
        .refused, "is a symbolic link that leads out of the folder", subject: path,
        advice: "name the folder that holds both, with --directory for the project in it")
    }
    return target
  }
}

extension SourceTree {
  /// Refuses to write the commit of a submodule, which git has in its index and not in a file.
  func requireNoSubmodule(among changes: [FileChange]) throws(Problem) {
    for change in changes where submodules[change.path] != nil {
      let commit = String(decoding: change.after ?? [], as: UTF8.self)
      throw Problem(
        .refused, "is a submodule, which only git moves in a working tree", subject: change.path,
        advice: "git -C \(change.path) fetch origin \(commit), then checkout \(commit) there; "
          + "'martlet run' moves it in a pull request")
    }
  }
}

/// The error message of the last system call.
func reason() -> String {
  String(cString: strerror(errno))
}
