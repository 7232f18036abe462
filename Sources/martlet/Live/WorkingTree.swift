import Ecosystem
import FoundationEssentials
import Glibc
import Text

/// A folder of this machine: read as a tree, written aside and renamed.
struct WorkingTree: Sendable {
  /// Absolute, with links resolved.
  let root: String

  /// Finds the folder that `path` leads to.
  ///
  /// - Throws: a `Problem` where there is none.
  init(_ path: String) throws(Problem) {
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

  /// All files below the root, but for those of tools and of version control.
  func source() throws(Problem) -> SourceTree {
    var paths: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for entry in try entries(of: folder) {
        let path = folder.isEmpty ? entry.name : "\(folder)/\(entry.name)"
        switch entry.kind {
        case .folder where !Self.skipped.contains(entry.name): folders.append(path)
        case .file: paths.append(path)
        default: break
        }
      }
      guard paths.count <= Self.fileLimit else {
        throw Problem(.failed, "holds more than \(Self.fileLimit) files", subject: root)
      }
    }
    let name = root.split(separator: "/").last.map(String.init) ?? ""
    return SourceTree(name: name, paths: paths.sorted()) { path throws(Problem) in
      try self.read(path)
    }
  }

  private static let skipped: Set = [
    ".git", ".build", "node_modules", "DerivedData", ".bundle", "Pods", "Carthage",
  ]
  private static let fileLimit = 1_000_000

  private enum Kind { case file, folder, other }

  private func entries(of folder: String) throws(Problem) -> [(name: String, kind: Kind)] {
    guard let stream = opendir(folder.isEmpty ? root : "\(root)/\(folder)") else {
      throw Problem(.failed, "cannot be listed: \(reason())", subject: folder)
    }
    defer { closedir(stream) }
    var result: [(String, Kind)] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard name != ".", name != ".." else { continue }
      switch Int(entry.pointee.d_type) {
      case Int(DT_DIR): result.append((name, .folder))
      case Int(DT_REG): result.append((name, .file))
      // A link could lead out of the tree, or round in circles.
      default: result.append((name, .other))
      }
    }
    return result
  }

  private func read(_ path: String) throws(Problem) -> SourceText {
    let file = "\(root)/\(path)"
    var status = stat()
    guard stat(file, &status) == 0 else {
      throw Problem(.failed, "cannot be read: \(reason())", subject: path)
    }
    guard status.st_size <= 50 << 20 else {
      throw Problem(.failed, "is larger than 50 MiB", subject: path)
    }
    do {
      return SourceText(file: path, bytes: Array(try Data(contentsOf: URL(filePath: file))))
    } catch {
      throw Problem(.failed, "cannot be read: \(reason())", subject: path)
    }
  }

  /// Puts changed files in place: all are written aside first, then renamed one by one.
  func apply(_ changes: [FileChange]) throws(Problem) {
    var staged: [(aside: String, target: String)] = []
    do throws(Problem) {
      for change in changes {
        guard let bytes = change.after else { continue }
        let target = "\(root)/\(change.path)"
        staged.append((try stage(bytes, for: target, change.path), target))
      }
    } catch {
      for file in staged { unlink(file.aside) }
      throw error
    }
    for (aside, target) in staged where rename(aside, target) != 0 {
      throw Problem(.failed, "cannot be replaced: \(reason())", subject: target)
    }
    for change in changes where change.after == nil {
      guard unlink("\(root)/\(change.path)") == 0 || errno == ENOENT else {
        throw Problem(.failed, "cannot be removed: \(reason())", subject: change.path)
      }
    }
  }

  /// Writes bytes beside their target, on the disk when it returns, with the target's mode.
  private func stage(
    _ bytes: [UInt8], for target: String, _ path: String
  ) throws(Problem) -> String {
    let folder = target.split(separator: "/").dropLast().map { "/" + $0 }.joined()
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    let aside = "\(target).martlet-\(getpid())"
    var status = stat()
    let mode = stat(target, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode)
    guard descriptor >= 0 else {
      throw Problem(.failed, "cannot be written: \(reason())", subject: path)
    }
    defer { close(descriptor) }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let why = reason()
        unlink(aside)
        throw Problem(.failed, "cannot be written: \(why)", subject: path)
      }
      rest = rest.dropFirst(count)
    }
    guard fsync(descriptor) == 0 else {
      let why = reason()
      unlink(aside)
      throw Problem(.failed, "cannot be written: \(why)", subject: path)
    }
    return aside
  }
}

/// The C library's words for its latest failure.
private func reason() -> String {
  String(cString: strerror(errno))
}
