import Gems

/// A line such as `    nokogiri (1.18.8-arm64-darwin)`, `  rails (~> 7.0)!` or one with a digest.
struct LockfileEntry {
  var indent: Int
  var name: String
  /// The text between the parentheses.
  var parenthesized: String?
  var isPinned = false
  /// The digest at the end.
  var trailer: String?

  /// Parses a line; returns nil if it has another form.
  init?(_ line: String) {
    let bytes = Array(line.utf8)
    indent = bytes.prefix { $0 == 0x20 }.count
    var rest = bytes[indent...]
    let name = rest.prefix { $0 != 0x20 && $0 != UInt8(ascii: "!") }
    guard !name.isEmpty else { return nil }
    self.name = String(decoding: name, as: UTF8.self)
    rest = rest.dropFirst(name.count)
    if rest.starts(with: " (".utf8) {
      guard let close = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
      parenthesized = String(decoding: rest[..<close].dropFirst(2), as: UTF8.self)
      rest = rest[(close + 1)...]
    }
    if rest.first == UInt8(ascii: "!") {
      isPinned = true
      rest = rest.dropFirst()
    }
    guard !rest.isEmpty else { return }
    let trailer = rest.dropFirst()
    guard rest.first == 0x20, !trailer.isEmpty, !trailer.contains(0x20) else { return nil }
    self.trailer = String(decoding: trailer, as: UTF8.self)
  }

  /// The line as a dependency.
  var dependency: GemDependency? {
    guard let parenthesized else { return GemDependency(name: name, requirement: .any) }
    return GemRequirement(list: parenthesized).map { GemDependency(name: name, requirement: $0) }
  }

  /// The line as a gem.
  var spec: LockedSpec? {
    guard let parenthesized else { return nil }
    let parts = parenthesized.split(separator: "-", maxSplits: 1)
    guard let first = parts.first, let version = GemVersion(String(first)) else { return nil }
    return LockedSpec(
      name: name, version: version, platform: parts.count > 1 ? String(parts[1]) : "ruby",
      dependencies: [])
  }
}
