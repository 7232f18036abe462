import Ecosystem

/// The files of a package's tarball, in the order of the archive.
///
/// Reads ustar with the extensions of POSIX (`x`, `g`) and GNU (`L`, `K`).
struct Tarball {
  /// What a path of the archive is.
  enum Content: Hashable {
    case folder
    case file([UInt8], isExecutable: Bool)
    /// A symbolic link to a path.
    case link(String)
  }

  /// A path with its first part removed, and its content.
  struct Entry: Hashable {
    var path: String
    var content: Content
  }

  private(set) var entries: [Entry] = []

  /// The largest number of entries.
  private static let limit = 200_000
  private static let block = 512

  /// Reads an archive.
  ///
  /// - Parameters:
  ///   - bytes: the decompressed archive.
  ///   - name: the package, for refusals.
  /// - Throws: a `Problem` if the archive is malformed or truncated.
  init(_ bytes: [UInt8], of name: String) throws(Problem) {
    var size = Allowance("entries of a tarball", Self.limit)
    var position = 0
    var long: (path: String?, link: String?, size: Int?) = (nil, nil, nil)
    var defaults: (path: String?, link: String?, size: Int?) = (nil, nil, nil)
    while position + Self.block <= bytes.count {
      let header = bytes[position..<position + Self.block]
      if header.allSatisfy({ $0 == 0 }) { return }
      try size.spend(on: name)
      guard let parsed = Header(header) else { throw Self.malformed(name) }
      let length = long.size ?? defaults.size ?? parsed.size
      position += Self.block
      guard length >= 0, position + length <= bytes.count else { throw Self.malformed(name) }
      let content = bytes[position..<position + length]
      position += (length + Self.block - 1) / Self.block * Self.block
      switch parsed.type {
      case UInt8(ascii: "L"): long.path = Self.text(content)
      case UInt8(ascii: "K"): long.link = Self.text(content)
      case UInt8(ascii: "x"):
        guard Self.read(content, into: &long) else { throw Self.malformed(name) }
      case UInt8(ascii: "g"):
        guard Self.read(content, into: &defaults) else { throw Self.malformed(name) }
      default:
        add(
          long.path ?? defaults.path ?? parsed.path, parsed, content,
          link: long.link ?? defaults.link ?? parsed.link)
        long = (nil, nil, nil)
      }
    }
    if position < bytes.count { throw Self.malformed(name) }
  }

  private static func malformed(_ name: String) -> Problem {
    Problem(.failed, "has a malformed tarball in the registry", subject: name)
  }

  private mutating func add(
    _ path: String, _ header: Header, _ content: ArraySlice<UInt8>, link: String
  ) {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !path.hasPrefix("/"), !parts.contains(".."), parts.count > 1 else { return }
    let place = parts.dropFirst().joined(separator: "/")
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
    _ bytes: ArraySlice<UInt8>, into target: inout (path: String?, link: String?, size: Int?)
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
