import Ecosystem
import FileAccess
import Text

/// The paths that git tracks with the commits of submodules, from the file `index` of a repository (format versions 2 to 4).
///
/// An entry has 62 bytes with times, modes and the object's name, two more if it is extended, and
/// its path. In version 4 the path is given by what differs from the one before.
struct GitIndex {
  private(set) var paths: [String] = []
  /// The commits of submodules by path.
  private(set) var submodules: [String: String] = [:]

  private static let header = Array("DIRC".utf8)
  private static let fixedSize = 62
  private static let extendedFlag: UInt8 = 0x40

  /// Creates the index of a repository that tracks nothing.
  init() {}

  /// Reads an index; nil for another format, or for one with longer names of objects.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 12, bytes.starts(with: Self.header) else { return nil }
    let version = Self.number(bytes, at: 4)
    let count = Self.number(bytes, at: 8)
    guard (2...4).contains(version), count <= bytes.count / Self.fixedSize else { return nil }
    var offset = 12
    var last: [UInt8] = []
    for _ in 0..<count {
      guard offset + Self.fixedSize <= bytes.count else { return nil }
      let isExtended = bytes[offset + Self.fixedSize - 2] & Self.extendedFlag != 0
      var start = offset + Self.fixedSize + (isExtended ? 2 : 0)
      if version == 4 {
        guard let kept = Self.kept(bytes, &start, of: last.count) else { return nil }
        last = Array(last.prefix(kept))
      } else {
        last = []
      }
      guard start <= bytes.count, let end = bytes[start...].firstIndex(of: 0) else { return nil }
      last += bytes[start..<end]
      let path = String(decoding: last, as: UTF8.self)
      paths.append(path)
      if Self.number(bytes, at: offset + 24) & 0o170000 == 0o160000 {
        submodules[path] = bytes[offset + 40..<offset + 60].map { byte in
          (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        .joined()
      }
      // Up to version 3 an entry has a multiple of eight bytes, with at least one zero.
      offset = version == 4 ? end + 1 : offset + (end - offset + 8) / 8 * 8
    }
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Reads how many bytes of the last path stay: git writes how many go.
  private static func kept(_ bytes: [UInt8], _ offset: inout Int, of length: Int) -> Int? {
    var removed = -1
    repeat {
      guard offset < bytes.count, removed < 1 << 24 else { return nil }
      removed = (removed + 1) << 7 | Int(bytes[offset] & 0x7F)
      offset += 1
    } while bytes[offset - 1] & 0x80 != 0
    return removed <= length ? length - removed : nil
  }
}

extension WorkingTree {
  /// Returns the paths that git tracks below the root; nil if it is in no repository.
  ///
  /// - Throws: a `Problem` if the repository's index can't be read.
  func trackedPaths() throws(Problem) -> [String]? {
    guard let (index, prefix) = try index() else { return nil }
    return index.paths.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Returns the commits of the submodules below the root, by path.
  ///
  /// - Throws: a `Problem` if the repository's index can't be read.
  func submodules() throws(Problem) -> [String: String] {
    guard let (index, prefix) = try index() else { return [:] }
    let own = index.submodules.filter { $0.key.hasPrefix(prefix) }
    return Dictionary(own.map { (String($0.key.dropFirst(prefix.count)), $0.value) }) { $1 }
  }

  /// Reads the index of the repository that contains the root, with the root's path in it; nil without a
  /// repository.
  private func index() throws(Problem) -> (index: GitIndex, prefix: String)? {
    var folder = root
    while true {
      if let path = try indexPath(in: folder) {
        let prefix = root == folder ? "" : String(root.dropFirst(folder.utf8.count + 1)) + "/"
        return (try readIndex(path), prefix)
      }
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
  }

  /// Finds the index of a folder's repository; `.git` of a worktree is a file that names a folder.
  private func indexPath(in folder: String) throws(Problem) -> String? {
    let git = folder + "/.git"
    if Self.isFolder(git) { return git + "/index" }
    do throws(FileError) {
      let text = String(decoding: try readFile(git, limit: 1 << 16), as: UTF8.self)
      guard text.hasPrefix("gitdir: ") else { return nil }
      let path = text.dropFirst("gitdir: ".count).prefix { $0 != "\n" }
      return (path.hasPrefix("/") ? String(path) : "\(folder)/\(path)") + "/index"
    } catch {
      return nil
    }
  }

  private func readIndex(_ path: String) throws(Problem) -> GitIndex {
    // A repository without a commit and without added files has no index.
    guard Self.exists(path) else { return GitIndex() }
    do throws(FileError) {
      if let index = GitIndex(try readFile(path, limit: 1 << 30)) { return index }
    } catch {
      throw Problem(.failed, "cannot be read", subject: path)
    }
    throw Problem(.failed, "has a format that is not known", subject: path)
  }
}
