import Text

/// Why a tarball can't be read.
package enum ArchiveFailure: Error, Hashable {
  /// The file isn't a gzip file with a tar archive, or it is truncated.
  case malformed
  /// The file has more content, entries or paths than allowed.
  case tooLarge
  /// zlib has no memory.
  case noMemory
}

/// Reads the archive of a package piece by piece, so that its size doesn't matter.
///
/// Reads ustar with the extensions of POSIX (`x`, `g`) and GNU (`L`, `K`).
package struct TarballReader {
  /// What a path of the archive is.
  package enum Kind: Hashable {
    case folder
    case file(isExecutable: Bool)
    /// A symbolic link to a path.
    case link(String)
  }

  /// A path of the archive, in packages of npm without its first part.
  package struct Entry: Hashable {
    /// The path below the package's folder, without `.` and `..`.
    package var path: String
    /// What the path has.
    package var kind: Kind
  }

  /// A step of reading: an entry comes first, then its content in pieces, then its end.
  package enum Part {
    /// The path of the next entry.
    case entry(Entry)
    /// A piece of the content of the entry.
    case content(ArraySlice<UInt8>)
    /// The end of the entry.
    case end
  }

  private enum State {
    case header
    case content(TarballHeader, left: Int)
    case padding(Int)
    /// After the end mark, behind which everything is ignored.
    case ended
  }

  /// The values of extended headers.
  private struct Fields {
    var path: String?
    var link: String?
    var size: Int?
  }

  private static let block = 512
  /// The largest number of entries, and the largest extended header and path in bytes.
  private static let limits = (entries: 200_000, header: 1 << 20, path: 4096)

  private var state = State.header
  private var buffer: [UInt8] = []
  private var entries = 0
  /// The extended header of the next entry, and the one of all further entries.
  private var next = Fields()
  private var defaults = Fields()
  private var isDelivered = false
  /// The number of parts that are removed from each path; entries with fewer parts are left out.
  private let removedParts: Int

  /// Creates a reader at the beginning of an archive.
  ///
  /// - Parameter removedParts: the number of folders around the package, one for npm.
  package init(removedParts: Int = 1) {
    self.removedParts = removedParts
  }

  /// Reads a compressed archive to its end.
  ///
  /// - Parameters:
  ///   - bytes: the gzip file.
  ///   - limit: the largest decompressed size in bytes.
  ///   - receive: gets the entries and their contents.
  /// - Throws: `ArchiveFailure` if the archive is malformed, truncated or larger than the limit.
  package static func read(
    gzip bytes: [UInt8], limit: Int, _ receive: (Part) throws(ArchiveFailure) -> Void
  ) throws(ArchiveFailure) {
    var reader = TarballReader()
    let outcome = try Gzip.decompress(bytes, limit: limit) { (piece) throws(ArchiveFailure) in
      try reader.read(piece, receive)
    }
    switch outcome {
    case .complete: try reader.finish()
    case .malformed: throw .malformed
    case .tooLarge: throw .tooLarge
    case .noMemory: throw .noMemory
    }
  }

  /// Reads the next piece of the archive.
  package mutating func read(
    _ bytes: ArraySlice<UInt8>, _ receive: (Part) throws(ArchiveFailure) -> Void
  ) throws(ArchiveFailure) {
    var rest = bytes
    while !rest.isEmpty {
      switch state {
      case .ended: return
      case .header:
        let taken = rest.prefix(Self.block - buffer.count)
        buffer += taken
        rest = rest.dropFirst(taken.count)
        if buffer.count == Self.block { try readHeader(receive) }
      case .content(let header, let left):
        let taken = rest.prefix(left)
        rest = rest.dropFirst(taken.count)
        if header.isExtension { buffer += taken }
        if isDelivered { try receive(.content(taken)) }
        state = .content(header, left: left - taken.count)
        if left == taken.count { try endContent(header, receive) }
      case .padding(let left):
        let count = min(left, rest.count)
        rest = rest.dropFirst(count)
        state = left == count ? .header : .padding(left - count)
      }
    }
  }

  /// Checks that the archive isn't truncated.
  package func finish() throws(ArchiveFailure) {
    switch state {
    case .ended, .padding: return
    case .header: if !buffer.isEmpty { throw .malformed }
    case .content: throw .malformed
    }
  }

  private mutating func readHeader(
    _ receive: (Part) throws(ArchiveFailure) -> Void
  ) throws(ArchiveFailure) {
    defer { buffer.removeAll(keepingCapacity: true) }
    if buffer.allSatisfy({ $0 == 0 }) {
      state = .ended
      return
    }
    entries += 1
    guard entries <= Self.limits.entries else { throw .tooLarge }
    guard var header = TarballHeader(buffer) else { throw .malformed }
    header.size = next.size ?? defaults.size ?? header.size
    guard header.size >= 0 else { throw .malformed }
    guard !header.isExtension || header.size <= Self.limits.header else { throw .tooLarge }
    if !header.isExtension, let entry = try entry(header) {
      try receive(.entry(entry))
      isDelivered = true
    }
    state = .content(header, left: header.size)
    if header.size == 0 {
      buffer.removeAll(keepingCapacity: true)
      try endContent(header, receive)
    }
  }

  private mutating func endContent(
    _ header: TarballHeader, _ receive: (Part) throws(ArchiveFailure) -> Void
  ) throws(ArchiveFailure) {
    if isDelivered { try receive(.end) }
    isDelivered = false
    switch header.type {
    case UInt8(ascii: "L"): next.path = TarballHeader.text(buffer[...])
    case UInt8(ascii: "K"): next.link = TarballHeader.text(buffer[...])
    case UInt8(ascii: "x"): try Self.read(buffer[...], into: &next)
    case UInt8(ascii: "g"): try Self.read(buffer[...], into: &defaults)
    default: next = Fields()
    }
    buffer.removeAll(keepingCapacity: true)
    let excess = header.size % Self.block
    state = excess == 0 ? .header : .padding(Self.block - excess)
  }

  /// Returns what Yarn keeps of an entry; nil if it keeps nothing.
  private func entry(_ header: TarballHeader) throws(ArchiveFailure) -> Entry? {
    let path = next.path ?? defaults.path ?? header.path
    let link = next.link ?? defaults.link ?? header.link
    guard path.utf8.count <= Self.limits.path, link.utf8.count <= Self.limits.path else {
      throw .tooLarge
    }
    let parts = TreePath.parts(of: path).filter { $0 != "." }
    guard path.utf8.first != UInt8(ascii: "/"), !parts.contains(".."),
      parts.count > removedParts
    else { return nil }
    let inner = parts.dropFirst(removedParts).joined(separator: "/")
    switch header.type {
    case UInt8(ascii: "5"): return Entry(path: inner, kind: .folder)
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      let file = Kind.file(isExecutable: header.mode & 0o111 != 0)
      return Entry(path: inner, kind: path.hasSuffix("/") ? .folder : file)
    case UInt8(ascii: "2"): return Entry(path: inner, kind: .link(link))
    default: return nil
    }
  }

  /// Reads the records of POSIX: `length key=value\n`.
  private static func read(
    _ bytes: ArraySlice<UInt8>, into fields: inout Fields
  ) throws(ArchiveFailure) {
    var rest = bytes
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 2, length <= rest.count
      else { throw .malformed }
      let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
      let parts = record.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        let value = String(decoding: parts[1], as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "path": fields.path = value
        case "linkpath": fields.link = value
        case "size": fields.size = Int(value)
        default: break
        }
      }
      rest = rest.dropFirst(length)
    }
  }
}
