/// A package's name as registries know it: `left-pad` or `@scope/left-pad`.
///
/// Takes what validate-npm-package-name 5 calls valid for old packages, without the two that could
/// climb out of a folder. `__proto__` begins with an underscore and is none; `constructor` is one.
package struct PackageName: Hashable, Sendable, CustomStringConvertible {
  /// The whole name with its scope, as manifests spell it.
  package let description: String

  /// Checks a name; nil where npm would not ask a registry for it.
  package init?(_ text: String) {
    let parts = PackageName.parts(of: text)
    guard !parts.isEmpty, text.utf8.count <= 512,
      parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(\.isUnreserved) }),
      let first = text.utf8.first, first != UInt8(ascii: "."), first != UInt8(ascii: "_"),
      !["node_modules", "favicon.ico"].contains(text.lowercased()),
      !parts.contains("."), !parts.contains("..")
    else { return nil }
    description = text
  }

  /// One part, or two where a scope stands before the slash; none where it is neither.
  private static func parts(of text: String) -> [Substring] {
    let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
    switch parts.count {
    case 1: return parts
    case 2 where parts[0].hasPrefix("@"): return [parts[0].dropFirst(), parts[1]]
    default: return []
    }
  }

  /// The scope with its `@`; nil for a name without one.
  package var scope: String? {
    description.hasPrefix("@") ? description.split(separator: "/").first.map(String.init) : nil
  }

  /// The name as the last part of a registry's URL: the slash of a scope is escaped.
  package var escaped: String { description.replacing("/", with: "%2f") }
}

extension UInt8 {
  /// Whether `encodeURIComponent` leaves it as it is.
  var isUnreserved: Bool { isIdentifier || "_.!~*'()".utf8.contains(self) }
}
