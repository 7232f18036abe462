import Text

/// A pattern for repositories of a forge, such as `acme/*`; `!` excludes repositories.
package struct RepositoryPattern: Hashable, Sendable, CustomStringConvertible {
  /// The owner, groups if the forge has them, and the name; `*` doesn't cross slashes, and the part
  /// `**` stands for any number of groups.
  package let text: String
  /// Whether it excludes repositories.
  package let isExclusion: Bool

  /// Parses a pattern with at least an owner and a name.
  package init?(_ text: String) {
    isExclusion = text.hasPrefix("!")
    self.text = String(text.drop { $0 == "!" })
    let parts = self.text.slashParts(omittingEmptySubsequences: false)
    guard parts.count >= 2, parts.allSatisfy({ !$0.isEmpty }),
      !self.text.contains(where: { "[]{}?".contains($0) })
    else { return nil }
  }

  /// The text in the file: `acme/*`, `!acme/attic`.
  package var description: String { (isExclusion ? "!" : "") + text }

  /// Whether it is the full name of one repository.
  package var isLiteral: Bool { !text.contains("*") }

  /// Whether the topmost owner is written in full: `acme/*`, and not `*/web`.
  package var hasLiteralOwner: Bool { !(parts.first?.contains("*") ?? true) }

  private var parts: [Substring] { text.lowercased().slashParts() }

  /// Whether the pattern decides about an owner: an exclusion only if it matches all of the owner's
  /// repositories.
  fileprivate func decides(of owner: String) -> Bool {
    let parts = parts
    guard let name = parts.last, !isExclusion || name == "*" || name == Self.anyDepth else {
      return false
    }
    let groups = name == Self.anyDepth ? parts[...] : parts.dropLast()
    return Self.match(groups, Self.split(owner)[...], least: 0)
  }

  /// Whether the pattern matches a repository, ignoring `!`.
  package func matches(_ repository: String) -> Bool {
    Self.match(parts[...], Self.split(repository)[...], least: 1)
  }

  /// Stands for groups in groups, and at the end for everything below: `acme/**`.
  private static let anyDepth: Substring = "**"

  private static func split(_ name: String) -> [Substring] {
    name.lowercased().slashParts()
  }

  /// Compares part by part.
  ///
  /// - Parameters:
  ///   - pattern: parts, in which `*` stands for any characters and the part `**` for any parts.
  ///   - name: the parts of a name.
  ///   - least: how many parts a `**` at the end stands for at least.
  /// - Returns: whether all of the name matches.
  private static func match(
    _ pattern: ArraySlice<Substring>, _ name: ArraySlice<Substring>, least: Int
  ) -> Bool {
    guard let first = pattern.first else { return name.isEmpty }
    let rest = pattern.dropFirst()
    if first == anyDepth {
      if rest.isEmpty { return name.count >= least }
      return (0...name.count).contains { match(rest, name.dropFirst($0), least: least) }
    }
    guard let part = name.first else { return false }
    return wildcardMatches(Array(first.utf8), Array(part.utf8))
      && match(rest, name.dropFirst(), least: least)
  }
}

extension [RepositoryPattern] {
  /// Whether a repository is selected: the last matching pattern decides.
  package func include(_ repository: String) -> Bool {
    last { $0.matches(repository) }.map { !$0.isExclusion } ?? false
  }

  /// Whether any repository of an owner can be selected.
  package func mayInclude(someOf owner: String) -> Bool {
    last { $0.decides(of: owner) }.map { !$0.isExclusion } ?? false
  }
}
