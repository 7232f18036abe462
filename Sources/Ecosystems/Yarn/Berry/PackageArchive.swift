import Crypto
import Ecosystem
import JavaScript

/// The ZIP file that Yarn 3 and 4 keep of a package, whose SHA-512 is the lock's checksum.
///
/// The entries are in the order of the tarball, each after its missing parent folders. All have the
/// same time, and no extra fields.
struct PackageArchive {
  /// How files are compressed.
  enum Compression: Hashable, Sendable {
    /// `0`: not at all, the default of Yarn 4.
    case stored
    /// `mixed`: at level 9 if that is smaller, the default of Yarn 3.
    case mixed
  }

  /// The bytes of the file.
  let bytes: [UInt8]

  /// The hexadecimal SHA-512.
  var checksum: String { Digest(.sha512, of: bytes).hexadecimal }

  /// 22 June 1984, 21:50, in MS-DOS format.
  private static let time: [UInt16] = [0xAE40, 0x08D6]

  /// Converts a tarball.
  ///
  /// - Parameters:
  ///   - tarball: the files.
  ///   - name: the package, below whose folder in `node_modules` the files are.
  ///   - compression: depends on the version of Yarn.
  /// - Throws: `Problem` if zlib has no memory.
  init(_ tarball: Tarball, of name: String, _ compression: Compression) throws(Problem) {
    var files = Files()
    let root = "node_modules/" + name
    files.add(folder: root)
    for entry in tarball.entries { files.add(entry, below: root) }
    var body: [UInt8] = []
    var directory: [UInt8] = []
    for (path, content) in files.ordered {
      let record = try Record(path, content, compression, of: name)
      directory += record.directoryEntry(at: UInt32(body.count), Self.time)
      body += record.localHeader(Self.time) + record.data
    }
    var end: [UInt8] = []
    end.add(0x0605_4B50 as UInt32)
    let count = UInt16(clamping: files.ordered.count)
    for number in [0, 0, count, count] { end.add(number) }
    end.add(UInt32(directory.count))
    end.add(UInt32(body.count))
    end.add(0 as UInt16)
    bytes = body + directory + end
  }

  /// The paths of an archive: a later content replaces an earlier one in its place.
  private struct Files {
    private(set) var ordered: [(path: String, content: Tarball.Content)] = []
    private var places: [String: Int] = [:]

    mutating func add(folder: String) {
      var path = ""
      for part in folder.split(separator: "/") {
        path += part + "/"
        set(path, .folder, replaces: false)
      }
    }

    mutating func add(_ entry: Tarball.Entry, below root: String) {
      let path = root + "/" + entry.path
      if entry.content == .folder {
        add(folder: path)
      } else {
        add(folder: Paths.dirname(path))
        set(path, entry.content, replaces: true)
      }
    }

    private mutating func set(_ path: String, _ content: Tarball.Content, replaces: Bool) {
      if let place = places[path] {
        if replaces { ordered[place].content = content }
        return
      }
      places[path] = ordered.count
      ordered.append((path, content))
    }
  }

  /// One file of the archive.
  private struct Record {
    var path: [UInt8]
    var version: UInt16 = 10
    var flags: UInt16 = 0
    var method: UInt16 = 0
    var crc: UInt32 = 0
    var size = 0
    var data: [UInt8] = []
    var mode: UInt32

    init(
      _ path: String, _ content: Tarball.Content, _ compression: Compression, of name: String
    ) throws(Problem) {
      self.path = Array(path.utf8)
      switch content {
      case .folder:
        version = 20
        mode = 0o40755
      case .link(let target):
        mode = 0o120777
        data = Array(target.utf8)
        crc = Gzip.checksum(data)
        size = data.count
        guard compression == .mixed else { return }
        try compress(name)
      case .file(let bytes, let isExecutable):
        mode = isExecutable ? 0o100755 : 0o100644
        data = bytes
        crc = Gzip.checksum(bytes)
        size = bytes.count
        guard compression == .mixed, size > 0 else { return }
        try compress(name)
      }
    }

    private mutating func compress(_ name: String) throws(Problem) {
      guard let packed = Gzip.deflated(data) else {
        throw Problem(.failed, "can't be compressed", subject: name)
      }
      guard packed.count < size else { return }
      (version, flags, method, data) = (20, 2, 8, packed)
    }

    /// The fields that both headers have.
    private func fields(_ time: [UInt16]) -> [UInt8] {
      var bytes: [UInt8] = []
      for number in [version, flags, method] + time { bytes.add(number) }
      bytes.add(crc)
      bytes.add(UInt32(data.count))
      bytes.add(UInt32(size))
      bytes.add(UInt16(path.count))
      bytes.add(0 as UInt16)
      return bytes
    }

    func localHeader(_ time: [UInt16]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.add(0x0403_4B50 as UInt32)
      return bytes + fields(time) + path
    }

    func directoryEntry(at offset: UInt32, _ time: [UInt16]) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.add(0x0201_4B50 as UInt32)
      bytes.add(0x033F as UInt16)
      bytes += fields(time)
      for number: UInt16 in [0, 0, 0] { bytes.add(number) }
      bytes.add(mode << 16)
      bytes.add(offset)
      return bytes + path
    }
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
