import Text

/// A valid package name: `left-pad` or `@scope/left-pad`.
///
/// Accepts what validate-npm-package-name 5 calls valid for old packages, except for `.` and `..` as
/// parts. `__proto__` is invalid because of its underscore, `constructor` is valid.
package struct PackageName: Hashable, Sendable, CustomStringConvertible {
  /// The name with its scope, as in manifests.
  package let description: String

  /// Parses a name; nil if npm would not request it from a registry.
  package init?(_ text: String) {
    let parts = PackageName.parts(of: text)
    guard !parts.isEmpty, text.utf8.count <= 512,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isUnreserved) }),
      let first = text.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "_"),
      !PackageName.isReserved(text),
      !parts.contains(where: { $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) })
    else { return nil }
    description = text
  }

  /// Whether a name of characters of ASCII is one that npm has another use for.
  private static func isReserved(_ text: String) -> Bool {
    // Lowercasing is slow.
    (11...12).contains(text.utf8.count)
      && ["node_modules", "favicon.ico"].contains(text.lowercased())
  }

  /// Splits a name into scope and name; empty if it has another number of parts.
  private static func parts(of text: String) -> [Substring.UTF8View] {
    let parts = text.utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: 2, omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return parts
    case 2 where parts[0].first == UInt8(ascii: "@"): return [parts[0].dropFirst(), parts[1]]
    default: return []
    }
  }

  /// The scope with its `@`; nil for a name without a scope.
  package var scope: String? {
    description.hasPrefix("@") ? description.slashParts().first.map(String.init) : nil
  }

  /// The name without its scope.
  package var withoutScope: String {
    let slash = description.utf8.firstIndex(of: UInt8(ascii: "/"))
    return slash.map { String(description[description.index(after: $0)...]) } ?? description
  }

  /// The name as the last part of a URL: the slash after a scope is escaped.
  package var escaped: String {
    guard let slash = description.utf8.firstIndex(of: UInt8(ascii: "/")) else { return description }
    return description[..<slash] + "%2f" + description[description.index(after: slash)...]
  }
}

extension UInt8 {
  /// Whether JavaScript's `encodeURIComponent` keeps the byte.
  var isUnreserved: Bool { isIdentifier || "_.!~*'()".utf8.contains(self) }
}
