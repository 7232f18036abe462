import Ecosystem
import JSON
import JavaScript
import Text

extension BerryLock {
  /// Parses a lock; an empty file is an empty lock.
  ///
  /// - Throws: a refusal with its location for everything that Yarn's own writer doesn't produce.
  init(_ source: SourceText) throws(Problem) {
    var reader = BerryLockReader(source)
    self.init(version: 0, cacheKey: nil)
    let root = try reader.block(indent: 0)
    for node in root {
      if node.key == "__metadata" {
        version = node.children.first { $0.key == "version" }?.value.flatMap { Int($0) } ?? 0
        cacheKey = node.children.first { $0.key == "cacheKey" }?.value
      } else {
        entries.append(try reader.entry(node))
      }
    }
  }
}

/// Reads the subset of YAML that Yarn writes.
private struct BerryLockReader {
  /// A key with a text or with members.
  struct Node {
    var key: String
    var value: String?
    var children: [Node] = []
    var offset: Int
  }

  private let source: SourceText
  /// The lines that have contents; their texts, as slices, would take twice the memory.
  private let lines: [Swift.Range<Int>]
  private var next = 0

  init(_ source: SourceText) {
    self.source = source
    var lines: [Swift.Range<Int>] = []
    for line in source.bytes.lines {
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if let first = text.first(where: { $0 != UInt8(ascii: " ") }), first != UInt8(ascii: "#") {
        lines.append(text.indices)
      }
    }
    self.lines = lines
  }

  /// Returns the members with an indentation.
  mutating func block(indent: Int) throws(Problem) -> [Node] {
    var result: [Node] = []
    while next < lines.count {
      let line = source.bytes[lines[next]]
      let start = line.startIndex
      let depth = line.prefix { $0 == UInt8(ascii: " ") }.count
      if depth < indent { break }
      guard depth == indent, indent <= 8 else {
        throw refusal("has an unexpected indentation", start)
      }
      next += 1
      var node = try self.node(line.dropFirst(indent), start + indent)
      if node.value == nil { node.children = try block(indent: indent + 2) }
      result.append(node)
    }
    return result
  }

  private mutating func node(
    _ line: ArraySlice<UInt8>, _ start: Int
  ) throws(Problem) -> Node {
    // A key of more than 1024 characters has a line of its own.
    if line.starts(with: "? ".utf8) {
      let (key, rest) = try key(line.dropFirst(2), start)
      guard rest.isEmpty, next < lines.count, source.bytes[lines[next]].elementsEqual(":".utf8)
      else {
        throw refusal("is a key without a value", start)
      }
      next += 1
      return Node(key: key, offset: start)
    }
    let (key, rest) = try key(line, start)
    guard rest.first == UInt8(ascii: ":") else { throw refusal("is not a key", start) }
    let value = rest.dropFirst()
    if value.isEmpty { return Node(key: key, offset: start) }
    guard value.first == UInt8(ascii: " ") else { throw refusal("is not a key", start) }
    return Node(key: key, value: try scalar(value.dropFirst(), start), offset: start)
  }

  private func key(
    _ line: ArraySlice<UInt8>, _ start: Int
  ) throws(Problem) -> (String, ArraySlice<UInt8>) {
    if line.first == UInt8(ascii: "\"") {
      let length = quotedLength(line)
      return (try scalar(line.prefix(length), start), line.dropFirst(length))
    }
    let text = line.prefix { $0 != UInt8(ascii: ":") }
    return (String(decoding: text, as: UTF8.self), line.dropFirst(text.count))
  }

  private func quotedLength(_ bytes: ArraySlice<UInt8>) -> Int {
    var isEscaped = false
    for (offset, byte) in bytes.enumerated().dropFirst() {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        return offset + 1
      }
    }
    return bytes.count
  }

  private func scalar(_ bytes: ArraySlice<UInt8>, _ start: Int) throws(Problem) -> String {
    guard bytes.first == UInt8(ascii: "\"") else {
      guard let first = bytes.first, !"'{[|>&*!%@`".utf8.contains(first) else {
        throw refusal("has a value that Yarn doesn't write", start)
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    if bytes.count > 1, bytes.last == UInt8(ascii: "\""),
      !bytes.contains(UInt8(ascii: "\\"))
    {
      return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
    }
    guard let text = (try? Document(Array(bytes), named: "text"))?.root.string else {
      throw refusal("has a malformed text", start)
    }
    return text
  }

  func refusal(_ message: String, _ offset: Int) -> Problem {
    Problem(.refused, message, subject: source.file, at: source.location(at: offset))
  }
}

extension BerryLockReader {
  /// Converts a member of the root.
  func entry(_ node: Node) throws(Problem) -> BerryLock.Entry {
    guard let resolution = node.children.first(where: { $0.key == "resolution" })?.value else {
      throw refusal("has an entry without a resolution", node.offset)
    }
    var package = BerryPackage(locator: Pattern(resolution))
    var checksum: String?
    for field in node.children {
      switch field.key {
      case "resolution": break
      case "version": package.version = field.value
      case "dependencies": package.dependencies = try patterns(field)
      case "peerDependencies": package.peerDependencies = try patterns(field)
      case "dependenciesMeta": package.dependenciesMeta = try meta(field)
      case "peerDependenciesMeta": package.peerDependenciesMeta = try meta(field)
      case "bin":
        for member in field.children { package.bin[member.key] = try text(member) }
      case "checksum": checksum = field.value
      case "conditions": package.conditions = field.value
      case "languageName": package.languageName = try text(field)
      case "linkType": package.isSoft = field.value == "soft"
      default: throw refusal("has the unknown field \(field.key)", field.offset)
      }
    }
    if package.isSoft { package.version = nil }
    return BerryLock.Entry(
      descriptors: Self.descriptors(in: node.key), package: package, checksum: checksum)
  }

  /// Splits a key at commas with the blanks around them; a range can end with a blank.
  private static func descriptors(in key: String) -> [Pattern] {
    let blank = UInt8(ascii: " ")
    let parts = key.utf8.split(separator: UInt8(ascii: ","))
    return parts.indices.map { index in
      var part = parts[index]
      if index > 0 { part = part.drop { $0 == blank } }
      while index < parts.count - 1, part.last == blank { part = part.dropLast() }
      return Pattern(String(Substring(part)))
    }
  }

  private func text(_ node: Node) throws(Problem) -> String {
    guard let value = node.value else { throw refusal("is not a text", node.offset) }
    return value
  }

  private func patterns(_ node: Node) throws(Problem) -> [Pattern] {
    var result: [Pattern] = []
    for member in node.children {
      result.append(Pattern(name: member.key, range: try text(member)))
    }
    return result
  }

  private func meta(_ node: Node) throws(Problem) -> BerryPackage.Meta {
    var result: BerryPackage.Meta = [:]
    for member in node.children {
      for field in member.children {
        let value = try text(field)
        guard value == "true" || value == "false" else {
          throw refusal("is neither true nor false", field.offset)
        }
        result[member.key, default: [:]][field.key] = value == "true"
      }
    }
    return result
  }
}
