package import Ecosystem

/// The files of a package's tarball, in the order of the archive.
///
/// The archive is decompressed piece by piece, and only the contents in question are kept.
package struct Tarball {
  /// The kind of an entry, with its content.
  package enum Content: Hashable {
    /// A folder.
    case folder
    /// A file; empty if its path is not kept.
    case file([UInt8], isExecutable: Bool)
    /// A symbolic link to a path.
    case link(String)
  }

  /// A path and its content.
  package struct Entry: Hashable {
    /// The path below the package's folder, without `.` and `..`.
    package var path: String
    /// What the path has.
    package var content: Content
  }

  /// The entries; a path can occur several times, and the last one counts.
  package private(set) var entries: [Entry] = []
  /// The bytes of all files, also of those that aren't kept.
  package private(set) var size = 0

  /// Reads a compressed archive.
  ///
  /// - Parameters:
  ///   - bytes: the gzip file.
  ///   - name: the package, for refusals.
  ///   - limit: the largest decompressed size in bytes.
  ///   - removedParts: the number of folders around the package.
  ///   - isKept: whether to keep the content of a path; other files are empty.
  /// - Throws: a `Problem` if the archive is malformed, truncated or larger than the limit.
  package init(
    gzip bytes: [UInt8], of name: String, limit: Int, removedParts: Int = 1,
    keeping isKept: (String) -> Bool = { _ in true }
  ) throws(Problem) {
    var reader = TarballReader(removedParts: removedParts)
    var content: [UInt8]?
    do throws(ArchiveFailure) {
      let outcome = try Gzip.decompress(bytes, limit: limit) { (piece) throws(ArchiveFailure) in
        try reader.read(piece) { (part) throws(ArchiveFailure) in
          switch part {
          case .entry(let entry):
            content = isKept(entry.path) ? [] : nil
            entries.append(Entry(entry))
          case .content(let piece):
            size += piece.count
            content? += piece
          case .end:
            if let content { entries[entries.count - 1].fill(content) }
          }
        }
      }
      guard outcome == .complete else { throw .tooLarge }
      try reader.finish()
    } catch {
      let reason = error == .malformed ? "malformed" : "malformed or too large"
      throw Problem(.failed, "has a \(reason) tarball in the registry", subject: name)
    }
  }
}

extension Tarball.Entry {
  /// Creates an entry whose content follows.
  fileprivate init(_ entry: TarballReader.Entry) {
    path = entry.path
    content =
      switch entry.kind {
      case .folder: .folder
      case .link(let target): .link(target)
      case .file(let isExecutable): .file([], isExecutable: isExecutable)
      }
  }

  /// Sets the content of a file.
  fileprivate mutating func fill(_ bytes: [UInt8]) {
    guard case .file(_, let isExecutable) = content else { return }
    content = .file(bytes, isExecutable: isExecutable)
  }
}
