import JavaScript
import Text

/// The key of a package in a lock: `name@version(patch_hash=…)(peer@1.0.0)`.
///
/// Source: `packages/dependency-path` of pnpm 10. Paths are split at bytes, since a resolution splits
/// tens of thousands and characters take several times as long.
enum DependencyPath {
  /// The offsets of the patch's hash and of the peers; nil for a path without them.
  private static func suffixes(of path: String) -> (patch: Int?, peers: Int?) {
    let bytes = path.utf8.span
    guard bytes.count > 0, bytes[bytes.count - 1] == ")" else { return (nil, nil) }
    var open = 1
    var index = bytes.count - 1
    while index > 0 {
      index -= 1
      switch bytes[index] {
      case "(": open -= 1
      case ")": open += 1
      default:
        guard open == 0 else { continue }
        let start = index + 1
        guard path.utf8.dropFirst(start).starts(with: "(patch_hash=".utf8) else {
          return (nil, start)
        }
        return (start, (start + 1..<bytes.count).first { bytes[$0] == "(" })
      }
    }
    return (nil, nil)
  }

  /// Returns the path without the hash of a patch and without peers: the key in `packages`.
  static func withoutSuffix(_ path: String) -> String {
    let (patch, peers) = suffixes(of: path)
    return (patch ?? peers).map { prefix(of: path, $0) } ?? path
  }

  /// Returns the path without peers.
  static func withoutPeers(_ path: String) -> String {
    suffixes(of: path).peers.map { prefix(of: path, $0) } ?? path
  }

  private static func prefix(of path: String, _ count: Int) -> String {
    String(Substring(path.utf8.prefix(count)))
  }

  /// Returns the path that a reference of a lock leads to; nil for a link.
  ///
  /// A reference is the version if the alias is the package's name: `1.0.0(b@2.0.0)`.
  static func path(of reference: String, alias: String) -> String? {
    if reference.hasPrefix("link:") { return nil }
    if reference.hasPrefix("@") { return reference }
    let mark = reference.utf8.first { "@:(".utf8.contains($0) }
    return mark == UInt8(ascii: "@") ? reference : "\(alias)@\(reference)"
  }

  /// Returns the reference to a path: the inverse of `path(of:alias:)`.
  static func reference(to path: String, alias: String, name: String) -> String {
    guard alias == name, path.hasPrefix(name + "@") else { return path }
    let start = path.utf8.index(path.startIndex, offsetBy: name.utf8.count + 1)
    return String(path[start...])
  }

  /// Splits a path at the `@` after its name; nil without one.
  static func parts(_ path: String) -> (name: String, version: String)? {
    let (patch, peers) = suffixes(of: path)
    let bytes = path.utf8.span
    let end = patch ?? peers ?? bytes.count
    var at = 1
    while at < end, bytes[at] != "@" { at += 1 }
    guard at < end else { return nil }
    let version = path.utf8.prefix(end).dropFirst(at + 1)
    return (prefix(of: path, at), String(Substring(version)))
  }
}

extension String {
  /// Whether the text precedes another in the order of code units, which pnpm sorts by.
  func precedesLexically(_ other: String) -> Bool {
    // Spans are compared several times as fast as collections.
    let left = utf8.span
    let right = other.utf8.span
    for index in 0..<min(left.count, right.count) where left[index] != right[index] {
      return left[index] < right[index]
    }
    return left.count < right.count
  }

  /// Whether the text precedes another as a key of a sorted JavaScript object, which lists integers
  /// first.
  func precedesAsKey(_ other: String) -> Bool {
    switch (arrayIndex, other.arrayIndex) {
    case (let left?, let right?): left < right
    case (_?, nil): true
    case (nil, _?): false
    case (nil, nil): precedesLexically(other)
    }
  }

  /// The number of a key such as `123`; nil for `0123` and other texts.
  private var arrayIndex: UInt32? {
    guard let first = utf8.first, UInt8(ascii: "0")...UInt8(ascii: "9") ~= first,
      let number = UInt32(self), number < .max, String(number) == self
    else { return nil }
    return number
  }
}
