/// Which repositories of a forge are meant: `acme/*`, and by `!` which of them are not.
package struct RepositoryPattern: Hashable, Sendable, CustomStringConvertible {
  /// Owner and name, with groups between them where the forge has such; `*` doesn't cross slashes.
  package let text: String
  /// Whether it takes repositories out again.
  package let isExclusion: Bool

  /// Takes a pattern of at least an owner and a name.
  package init?(_ text: String) {
    isExclusion = text.hasPrefix("!")
    self.text = String(text.drop { $0 == "!" })
    let parts = self.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }) else { return nil }
  }

  /// As it is written: `acme/*`, `!acme/attic`.
  package var description: String { (isExclusion ? "!" : "") + text }

  /// Whether it is the full name of one repository.
  package var isLiteral: Bool { !text.contains("*") }

  /// The part in front of the name, and whether the pattern speaks of all that is below.
  private var owner: (text: Substring, isWhole: Bool) {
    guard let slash = text.lastIndex(of: "/") else { return (text[...], false) }
    return (text[..<slash], text[text.index(after: slash)...] == "*")
  }

  /// Whether the pattern decides of repositories of an owner: an exclusion only where it speaks of
  /// all of them.
  fileprivate func decides(of owner: String) -> Bool {
    let (text, isWhole) = self.owner
    return (isWhole || !isExclusion)
      && wildcardMatches(
        Array(text.lowercased().utf8), Array(owner.lowercased().utf8), barrier: UInt8(ascii: "/"))
  }

  /// Whether the pattern speaks of a repository, without regard to `!`.
  package func matches(_ repository: String) -> Bool {
    wildcardMatches(
      Array(text.lowercased().utf8), Array(repository.lowercased().utf8),
      barrier: UInt8(ascii: "/"))
  }
}

extension [RepositoryPattern] {
  /// Whether a repository is among those meant: the last pattern that speaks of it decides.
  package func include(_ repository: String) -> Bool {
    last { $0.matches(repository) }.map { !$0.isExclusion } ?? false
  }

  /// Whether any repository of an owner may be among those meant.
  package func mayInclude(someOf owner: String) -> Bool {
    last { $0.decides(of: owner) }.map { !$0.isExclusion } ?? false
  }
}
