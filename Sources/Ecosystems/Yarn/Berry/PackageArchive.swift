import Archives
import Text
import Crypto
import JavaScript

/// The ZIP file that Yarn 3 and 4 keep of a package, whose SHA-512 is the lock's checksum.
///
/// The entries are in the order of the tarball, each after its missing parent folders; a later content
/// of a path replaces an earlier one in its place. All have the same time, and no extra fields.
///
/// The tarball is decompressed twice, once for the paths and once for the contents, so that only
/// single files are in memory.
struct PackageArchive {
  /// How files are compressed.
  enum Compression: Hashable, Sendable {
    /// `0`: not at all, the default of Yarn 4.
    case stored
    /// `mixed`: at level 9 if that is smaller, the default of Yarn 3.
    case mixed
    /// A level from 1 to 9: all files, even if that makes them larger.
    case deflated(level: Int)
  }

  /// How much memory and time an archive may take.
  struct Limits: Hashable, Sendable {
    /// The bytes of the tarball.
    var tarball: Int
    /// The bytes of all contents.
    var content: Int
    /// The bytes of contents in memory at one time.
    var held: Int

    /// Enough for most packages, many at the same time.
    static let usual = Limits(tarball: 8 << 20, content: 64 << 20, held: 16 << 20)
    /// Enough for the largest packages, one at a time.
    static let large = Limits(tarball: 128 << 20, content: 1 << 30, held: 128 << 20)
  }

  /// The package, below whose folder in `node_modules` the files are.
  let name: String
  let compression: Compression
  let limits: Limits
  /// Whether the entries are in the order of their names, as in a copy that Yarn patches.
  var isSorted = false

  /// The folder of the package.
  var root: String { "node_modules/" + name }

  /// Returns the hexadecimal SHA-512 of the file that Yarn makes of a tarball.
  func checksum(of tarball: [UInt8]) throws(ArchiveFailure) -> String {
    try checksum(of: tarball, try paths(of: tarball), replacing: [:])
  }

  /// Returns the paths of a tarball in the order of the archive.
  func paths(of tarball: [UInt8]) throws(ArchiveFailure) -> ArchivePaths {
    guard tarball.count <= limits.tarball else { throw .tooLarge }
    var paths = ArchivePaths()
    try paths.add(folder: root)
    try read(tarball) { (part) throws(ArchiveFailure) in
      if case .entry(let entry) = part { try paths.add(entry, below: root) }
    }
    if isSorted { paths.sort() }
    return paths
  }

  /// Returns the checksum with other contents for some entries of the tarball, by their numbers.
  func checksum(
    of tarball: [UInt8], _ paths: ArchivePaths, replacing replaced: [Int: [UInt8]]
  ) throws(ArchiveFailure) -> String {
    var writer = ArchiveWriter(paths, compression, limits, replacing: replaced)
    try read(tarball) { (part) throws(ArchiveFailure) in try writer.receive(part) }
    return try writer.finish()
  }

  /// Returns the contents of entries of a tarball, by their numbers.
  func contents(
    of numbers: Set<Int>, in tarball: [UInt8]
  ) throws(ArchiveFailure) -> [Int: [UInt8]] {
    var result: [Int: [UInt8]] = [:]
    var number = -1
    var size = 0
    try read(tarball) { (part) throws(ArchiveFailure) in
      switch part {
      case .entry:
        number += 1
        if numbers.contains(number) { result[number] = [] }
      case .content(let bytes) where numbers.contains(number):
        size += bytes.count
        guard size <= limits.held else { throw .tooLarge }
        result[number]? += bytes
      case .content, .end: break
      }
    }
    return result
  }

  /// Whether a tarball has a file.
  func contains(_ file: String, in tarball: [UInt8]) throws(ArchiveFailure) -> Bool {
    var isFound = false
    try read(tarball) { part in
      if case .entry(let entry) = part, entry.path == file { isFound = true }
    }
    return isFound
  }

  private func read(
    _ tarball: [UInt8], _ receive: (TarballReader.Part) throws(ArchiveFailure) -> Void
  ) throws(ArchiveFailure) {
    try TarballReader.read(gzip: tarball, limit: limits.content, receive)
  }
}

/// The paths of an archive in their order.
struct ArchivePaths {
  /// What a path has in the end.
  enum Content: Hashable {
    case folder
    case link(String)
    /// The content of an entry of the tarball, by its number.
    case file(entry: Int, isExecutable: Bool)
    /// A file that a patch adds.
    case added([UInt8], isExecutable: Bool)
  }

  /// ZIP without extensions counts files with two bytes.
  private static let limits = (count: Int(UInt16.max), bytes: 64 << 20)

  private(set) var ordered: [(path: String, content: Content)] = []
  private var indices: [String: Int] = [:]
  private var size = 0
  private var entries = 0

  mutating func add(folder: String) throws(ArchiveFailure) {
    var path = ""
    for part in folder.slashParts() {
      path += part + "/"
      try set(path, .folder, replaces: false)
    }
  }

  mutating func add(
    _ entry: TarballReader.Entry, below root: String
  ) throws(ArchiveFailure) {
    defer { entries += 1 }
    let path = root + "/" + entry.path
    guard entry.kind != .folder else { return try add(folder: path) }
    try add(folder: Paths.dirname(path))
    switch entry.kind {
    case .folder: break
    case .link(let target): try set(path, .link(target), replaces: true)
    case .file(let isExecutable):
      try set(path, .file(entry: entries, isExecutable: isExecutable), replaces: true)
    }
  }

  /// What a path has; nil if the archive doesn't have it.
  subscript(path: String) -> Content? { indices[path].map { ordered[$0].content } }

  /// Adds a file behind all others.
  mutating func append(_ path: String, _ content: [UInt8], isExecutable: Bool)
    throws(ArchiveFailure)
  {
    try set(path, .added(content, isExecutable: isExecutable), replaces: false)
  }

  /// Sorts the entries of each folder by name; each folder is before its entries.
  mutating func sort() {
    let parts = ordered.map { (item: $0, names: $0.path.slashParts().map(String.init)) }
    ordered = parts.sorted { left, right in
      for (one, other) in zip(left.names, right.names) where one != other {
        return one.utf16.lexicographicallyPrecedes(other.utf16)
      }
      return left.names.count < right.names.count
    }.map(\.item)
    indices = Dictionary(
      uniqueKeysWithValues: ordered.enumerated().map { ($0.element.path, $0.offset) })
  }

  private mutating func set(
    _ path: String, _ content: Content, replaces: Bool
  ) throws(ArchiveFailure) {
    // Counted even if the path is known, because that takes time too.
    size += path.utf8.count
    guard size <= Self.limits.bytes else { throw .tooLarge }
    if let index = indices[path] {
      if replaces { ordered[index].content = content }
      return
    }
    guard ordered.count < Self.limits.count else { throw .tooLarge }
    indices[path] = ordered.count
    ordered.append((path, content))
  }
}
