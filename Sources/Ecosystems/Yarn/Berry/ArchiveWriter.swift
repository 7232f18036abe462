import Archives
import Crypto
import JavaScript

/// Computes the SHA-512 of a ZIP file from the entries of a tarball, as they come.
///
/// A content that comes before its place in the file is held until then.
struct ArchiveWriter: ~Copyable {
  /// 22 June 1984, 21:50, in MS-DOS format.
  static let time: [UInt16] = [0xAE40, 0x08D6]

  private let paths: ArchivePaths
  private let compression: PackageArchive.Compression
  private let limit: Int
  /// The entries of the tarball whose contents are in the file.
  private let wanted: Set<Int>
  /// Contents that replace those of entries of the tarball, by number.
  private let replaced: [Int: [UInt8]]
  private var held: [Int: [UInt8]] = [:]
  private var heldSize = 0
  /// The content of the current entry; nil if it isn't in the file.
  private var current: [UInt8]?
  private var entry = 0
  private var next = 0
  private var offset = 0
  private var directory: [UInt8] = []
  private var digest = RunningDigest(.sha512)

  init(
    _ paths: ArchivePaths, _ compression: PackageArchive.Compression,
    _ limits: PackageArchive.Limits, replacing replaced: [Int: [UInt8]] = [:]
  ) {
    self.paths = paths
    self.compression = compression
    self.replaced = replaced
    limit = limits.held
    wanted = Set(
      paths.ordered.compactMap { item in
        if case .file(let entry, _) = item.content { entry } else { nil }
      })
  }

  /// Processes a part of the tarball.
  mutating func receive(_ part: TarballReader.Part) throws(ArchiveFailure) {
    switch part {
    case .entry: current = wanted.contains(entry) ? [] : nil
    case .content(let bytes):
      guard current != nil else { return }
      heldSize += bytes.count
      guard heldSize <= limit else { throw .tooLarge }
      current? += bytes
    case .end:
      if let current {
        let content = replaced[entry] ?? current
        heldSize += content.count - current.count
        held[entry] = content
      }
      current = nil
      entry += 1
      try write()
    }
  }

  /// Returns the hexadecimal SHA-512.
  consuming func finish() throws(ArchiveFailure) -> String {
    try write()
    guard next == paths.ordered.count, UInt32(exactly: offset) != nil else { throw .malformed }
    let count = UInt16(clamping: next)
    var end: [UInt8] = []
    end.add(0x0605_4B50 as UInt32)
    for number in [0, 0, count, count] { end.add(number) }
    end.add(UInt32(clamping: directory.count))
    end.add(UInt32(clamping: offset))
    end.add(0 as UInt16)
    digest.update(directory)
    digest.update(end)
    return digest.finish().hexadecimal
  }

  /// Writes the files whose contents are known, in their order.
  private mutating func write() throws(ArchiveFailure) {
    while next < paths.ordered.count {
      let (path, content) = paths.ordered[next]
      var record = ArchiveRecord(path: path, mode: 0o40755)
      switch content {
      case .folder: record.version = 20
      case .link(let target):
        record.mode = 0o120777
        try record.set(Array(target.utf8), compression)
      case .added(let bytes, let isExecutable):
        record.mode = isExecutable ? 0o100755 : 0o100644
        try record.set(bytes, compression)
      case .file(let entry, let isExecutable):
        guard let bytes = held.removeValue(forKey: entry) else { return }
        heldSize -= bytes.count
        record.mode = isExecutable ? 0o100755 : 0o100644
        try record.set(bytes, compression)
      }
      guard let start = UInt32(exactly: offset) else { throw .tooLarge }
      directory += record.directoryEntry(at: start)
      let header = record.localHeader
      digest.update(header)
      digest.update(record.data)
      offset += header.count + record.data.count
      next += 1
    }
  }
}

/// One file of a ZIP file.
struct ArchiveRecord {
  let path: [UInt8]
  var mode: UInt32
  var version: UInt16 = 10
  private var flags: UInt16 = 0
  private var method: UInt16 = 0
  private var crc: UInt32 = 0
  private var size = 0
  private(set) var data: [UInt8] = []

  /// Creates a record without content.
  init(path: String, mode: UInt32) {
    self.path = Array(path.utf8)
    self.mode = mode
    // Says that the path is in UTF-8.
    if self.path.contains(where: { $0 > 127 }) { flags = 0x0800 }
  }

  mutating func set(
    _ bytes: [UInt8], _ compression: PackageArchive.Compression
  ) throws(ArchiveFailure) {
    data = bytes
    crc = Gzip.checksum(bytes)
    size = bytes.count
    switch compression {
    case .stored: break
    case .mixed: if size > 0 { try deflate(at: 9, onlyIfSmaller: true) }
    case .deflated(let level): try deflate(at: level, onlyIfSmaller: false)
    }
  }

  /// Compresses the content, and states the effort as libzip does.
  private mutating func deflate(at level: Int, onlyIfSmaller: Bool) throws(ArchiveFailure) {
    guard let packed = Gzip.deflated(data, level: level) else { throw .noMemory }
    if onlyIfSmaller, packed.count >= size { return }
    let effort: UInt16 = level < 3 ? 4 : level > 7 ? 2 : 0
    (version, flags, method, data) = (20, flags | effort, 8, packed)
  }

  /// The fields that both headers have; sizes and paths are bounded where they are read.
  private var fields: [UInt8] {
    var bytes: [UInt8] = []
    for number in [version, flags, method] + ArchiveWriter.time { bytes.add(number) }
    bytes.add(crc)
    bytes.add(UInt32(clamping: data.count))
    bytes.add(UInt32(clamping: size))
    bytes.add(UInt16(clamping: path.count))
    bytes.add(0 as UInt16)
    return bytes
  }

  var localHeader: [UInt8] {
    var bytes: [UInt8] = []
    bytes.add(0x0403_4B50 as UInt32)
    return bytes + fields + path
  }

  func directoryEntry(at offset: UInt32) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.add(0x0201_4B50 as UInt32)
    bytes.add(0x033F as UInt16)
    bytes += fields
    for number: UInt16 in [0, 0, 0] { bytes.add(number) }
    bytes.add(mode << 16)
    bytes.add(offset)
    return bytes + path
  }
}

extension [UInt8] {
  /// Appends a number, the lowest byte first.
  fileprivate mutating func add<Number: FixedWidthInteger>(_ number: Number) {
    for shift in stride(from: 0, to: Number.bitWidth, by: 8) {
      append(UInt8(truncatingIfNeeded: number >> Number(shift)))
    }
  }
}
