import Text

/// The keys of a rule that replaces requirements, in the form of any tool.
///
///     "kett": {"mini": …}  npm     "kett>mini@^1"  pnpm     "kett/**/mini"  Yarn
package struct RuleKey {
  /// The package that is replaced.
  package let name: String
  /// Whether the rule is for a dependent only.
  package let hasDependent: Bool
  /// Whether the rule is for certain ranges only.
  package let hasRange: Bool
  /// Whether it has the form of a rule below others: `{"mini": {".": "1.0.0"}}`.
  private let isNested: Bool

  /// Reads the keys that lead to a rule, the outermost first; a dot means the package of the key above.
  package init(_ path: [String]) {
    let keys = path.filter { $0 != "." }
    let below = Self.afterDependent(keys.last ?? "")
    let mark = below.indices.dropFirst().first {
      below[$0] == "@" && below[below.index(before: $0)] != "/"
    }
    let parts = below[..<(mark ?? below.endIndex)].slashParts(omittingEmptySubsequences: false)
    let isScoped = parts.count > 1 && parts[parts.count - 2].hasPrefix("@")
    let own = parts.suffix(isScoped ? 2 : 1)
    name = own.joined(separator: "/")
    hasRange = mark != nil
    isNested = path.count > 1
    hasDependent =
      keys.count > 1 || below.startIndex != (keys.last ?? "").startIndex
      || parts.dropLast(own.count).contains { $0 != "**" }
  }

  /// The part behind the last `>` that isn't one of a range.
  private static func afterDependent(_ key: String) -> Substring {
    var start = key.startIndex
    for index in key.indices.dropFirst() where key[index] == ">" {
      if !" |@".contains(key[key.index(before: index)]) { start = key.index(after: index) }
    }
    return key[start...]
  }

  /// Whether the rule replaces requirements of a package, but isn't simply one for all of them.
  package func isNarrow(_ name: String) -> Bool {
    self.name == name && (hasDependent || hasRange || isNested)
  }
}
