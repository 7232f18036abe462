package import Ecosystem

/// The files of a package's tarball, in the order of the archive.
///
/// Reads ustar with the extensions of POSIX (`x`, `g`) and GNU (`L`, `K`). The archive is
/// decompressed piece by piece, and only the contents in question are kept.
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

  /// A path with its first part removed, and its content.
  package struct Entry: Hashable {
    /// The path below the package's folder, without `.` and `..`.
    package var path: String
    /// What the path has.
    package var content: Content
  }

  /// The entries; a path can occur several times, and the last one counts.
  package private(set) var entries: [Entry] = []

  /// The largest number of entries.
  private static let limit = 200_000
  private static let block = 512
  /// The largest extension in bytes; real ones have a few hundred.
  private static let extensionLimit = 1 << 20

  private let name: String
  private let isKept: (String) -> Bool
  private var size: Allowance
  /// The bytes that were not read yet.
  private var pending: [UInt8] = []
  /// The number of bytes to ignore before the next entry.
  private var ignored = 0
  private var hasEnded = false
  private var long: Extension = (nil, nil, nil)
  private var defaults: Extension = (nil, nil, nil)

  /// What extensions of the format state about an entry.
  private typealias Extension = (path: String?, link: String?, size: Int?)

  /// Reads a compressed archive.
  ///
  /// - Parameters:
  ///   - bytes: the gzip file.
  ///   - name: the package, for refusals.
  ///   - limit: the largest decompressed size in bytes.
  ///   - isKept: whether to keep the content of a path; other files are empty.
  /// - Throws: a `Problem` if the archive is malformed, truncated or larger than the limit.
  package init(
    gzip bytes: [UInt8], of name: String, limit: Int,
    keeping isKept: @escaping (String) -> Bool = { _ in true }
  ) throws(Problem) {
    self.name = name
    self.isKept = isKept
    size = Allowance("entries of a tarball", Self.limit)
    let outcome = try Gzip.decompress(bytes, limit: limit) { (piece) throws(Problem) in
      try add(piece)
    }
    guard outcome == .complete else {
      throw Problem(.failed, "has a malformed or too large tarball in the registry", subject: name)
    }
    if !hasEnded, !pending.isEmpty || ignored > 0 { throw malformed }
    pending = []
  }

  private var malformed: Problem {
    Problem(.failed, "has a malformed tarball in the registry", subject: name)
  }

  /// Reads the complete entries of the bytes so far.
  private mutating func add(_ piece: ArraySlice<UInt8>) throws(Problem) {
    if hasEnded { return }
    pending += piece
    var position = 0
    while !hasEnded, let next = try entry(at: position) { position = next }
    pending.removeFirst(position)
  }

  /// Reads the entry at a position; nil if it is incomplete.
  ///
  /// - Returns: the position after it.
  private mutating func entry(at position: Int) throws(Problem) -> Int? {
    if ignored > 0 {
      let count = min(ignored, pending.count - position)
      ignored -= count
      return count > 0 ? position + count : nil
    }
    guard position + Self.block <= pending.count else { return nil }
    let header = pending[position..<position + Self.block]
    if header.allSatisfy({ $0 == 0 }) {
      hasEnded = true
      return pending.count
    }
    guard let parsed = Header(header) else { throw malformed }
    let length = long.size ?? defaults.size ?? parsed.size
    guard length >= 0, length <= Int.max >> 1 else { throw malformed }
    let padded = (length + Self.block - 1) / Self.block * Self.block
    let start = position + Self.block
    let isExtension = "LKxg".utf8.contains(parsed.type)
    if isExtension, length > Self.extensionLimit { throw malformed }
    let path = long.path ?? defaults.path ?? parsed.path
    if !isExtension, !(Self.place(of: path).map(isKept) ?? false) {
      try take(parsed, path, [])
      ignored = padded
      return start
    }
    guard start + padded <= pending.count else { return nil }
    try take(parsed, path, pending[start..<start + length])
    return start + padded
  }

  private mutating func take(
    _ header: Header, _ path: String, _ content: ArraySlice<UInt8>
  ) throws(Problem) {
    try size.spend(on: name)
    switch header.type {
    case UInt8(ascii: "L"): long.path = Self.text(content)
    case UInt8(ascii: "K"): long.link = Self.text(content)
    case UInt8(ascii: "x"): guard Self.read(content, into: &long) else { throw malformed }
    case UInt8(ascii: "g"): guard Self.read(content, into: &defaults) else { throw malformed }
    default:
      add(path, header, content, link: long.link ?? defaults.link ?? header.link)
      long = (nil, nil, nil)
    }
  }

  /// Returns a path without its first part; nil for one that is ignored.
  private static func place(of path: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !path.hasPrefix("/"), !parts.contains(".."), parts.count > 1 else { return nil }
    return parts.dropFirst().joined(separator: "/")
  }

  private mutating func add(
    _ path: String, _ header: Header, _ content: ArraySlice<UInt8>, link: String
  ) {
    guard let place = Self.place(of: path) else { return }
    let isFolder = path.hasSuffix("/")
    switch header.type {
    case UInt8(ascii: "5"): entries.append(Entry(path: place, content: .folder))
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      if isFolder {
        entries.append(Entry(path: place, content: .folder))
      } else {
        let isExecutable = header.mode & 0o111 != 0
        entries.append(
          Entry(path: place, content: .file(Array(content), isExecutable: isExecutable)))
      }
    case UInt8(ascii: "2"): entries.append(Entry(path: place, content: .link(link)))
    default: break
    }
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Reads the records of POSIX: `length key=value\n`.
  private static func read(
    _ bytes: ArraySlice<UInt8>, into target: inout Extension
  ) -> Bool {
    var rest = bytes
    while let first = rest.first, first != 0 {
      let digits = rest.prefix { $0 != UInt8(ascii: " ") }
      guard let length = Int(String(decoding: digits, as: UTF8.self)),
        length > digits.count + 2, length <= rest.count
      else { return false }
      let record = rest.prefix(length).dropFirst(digits.count + 1).dropLast()
      let text = String(decoding: record, as: UTF8.self)
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 {
        switch parts[0] {
        case "path": target.path = String(parts[1])
        case "linkpath": target.link = String(parts[1])
        case "size": target.size = Int(parts[1])
        default: break
        }
      }
      rest = rest.dropFirst(length)
    }
    return true
  }

  /// The fixed part of an entry.
  private struct Header {
    var path: String
    var mode: Int
    var size: Int
    var type: UInt8
    var link: String

    init?(_ block: ArraySlice<UInt8>) {
      let start = block.startIndex
      let field = { (from: Int, count: Int) in block[start + from..<start + from + count] }
      guard let mode = Self.number(field(100, 8)), let size = Self.number(field(124, 12)) else {
        return nil
      }
      let sum = block.enumerated().reduce(0) { sum, item in
        sum + (148..<156 ~= item.offset ? 32 : Int(item.element))
      }
      guard Self.number(field(148, 8)) == sum else { return nil }
      self.mode = mode
      self.size = size
      type = block[start + 156]
      link = Tarball.text(field(157, 100))
      let prefix = Tarball.text(field(345, 155))
      let isPOSIX = field(257, 6).elementsEqual("ustar\0".utf8)
      let name = Tarball.text(field(0, 100))
      path = isPOSIX && !prefix.isEmpty ? prefix + "/" + name : name
    }

    /// Octal digits, or GNU's binary form.
    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
      guard let first = field.first else { return nil }
      if first == 0x80 {
        return field.dropFirst().suffix(7).reduce(0) { $0 << 8 | Int($1) }
      }
      let text = String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
        .filter { $0 != " " }
      return text.isEmpty ? 0 : Int(text, radix: 8)
    }
  }
}
