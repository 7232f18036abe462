package import Ecosystem
package import Text

/// The patterns of `workspaces` in a `package.json`, as @npmcli/map-workspaces 3 applies them.
///
///     var workspaces = Workspaces()
///     try workspaces.add("packages/*", at: nil)
///     workspaces.folders(in: ["packages/a", "docs"])  // ["packages/a"]
package struct Workspaces {
  /// A pattern that includes folders.
  private struct Inclusion {
    var text: String
    /// Matches folders.
    var walk: GlobPattern
    /// Decides which of the found folders come first.
    var order: GlobPattern
  }

  /// A pattern after `!`.
  private struct Exclusion {
    /// Matches the inclusion patterns that the exclusion cancels.
    var patterns: GlobPattern
    /// Matches folders.
    var folders: GlobPattern
  }

  private var included: [Inclusion] = []
  /// Limits the alternatives of all patterns together, since each folder is compared with each.
  private var expansion = Budget("alternatives of workspace patterns", 2_000)
  private var excluded: [Exclusion] = []

  /// Creates an empty list of patterns.
  package init() {}

  /// Adds a pattern of a manifest's `workspaces`; the order is significant.
  ///
  /// - Throws: `Problem` if the pattern has unsupported syntax, such as `[ab]` and `..`.
  package mutating func add(_ pattern: String, at location: Location?) throws(Problem) {
    let marks = pattern.prefix { $0 == "!" }.count
    var rest = pattern.dropFirst(marks)
    if rest.hasPrefix("./") { rest = rest.dropFirst() }
    rest = rest.drop { $0 == "/" }
    let text = String(rest)
    if Self.roots.contains(pattern), excluded.isEmpty {
      included.append(
        Inclusion(text: Self.root, walk: GlobPattern([]), order: GlobPattern([])))
      return
    }
    guard let alternatives = Self.alternatives(of: text) else {
      throw Problem(
        .refused, "has a workspace pattern beyond *, **, ?, {a,b} and {1..3}", subject: pattern,
        at: location)
    }
    try expansion.spend(alternatives.count, on: String(pattern.prefix(60)), at: location)
    if marks.isMultiple(of: 2) {
      include(text, alternatives)
    } else if included.contains(where: { $0.text == Self.root }) {
      throw Problem(
        .refused, "excludes folders beside the pattern '.'", subject: pattern, at: location)
    } else {
      excluded.append(
        Exclusion(
          patterns: GlobPattern(alternatives),
          folders: GlobPattern(alternatives, matchesDots: true, isMerged: true)))
    }
  }

  /// Adds a pattern after cancelling the earlier exclusions that match its text.
  ///
  /// Like npm, skips the exclusion after each cancelled one.
  private mutating func include(_ text: String, _ alternatives: [String]) {
    var index = 0
    while index < excluded.count {
      if excluded[index].patterns.matches(text) { excluded.remove(at: index) }
      index += 1
    }
    included.append(
      Inclusion(
        text: text, walk: GlobPattern(alternatives.map { $0 + "/" }, isMerged: true),
        order: GlobPattern(alternatives)))
  }

  /// Expands the braces of a pattern; nil if it has unsupported syntax.
  private static func alternatives(of pattern: String) -> [String]? {
    let isKnown = pattern.utf8.allSatisfy { $0 >= 32 && !"[]()\\!".utf8.contains($0) }
    guard isKnown, !pattern.hasPrefix("#"),
      let alternatives = BraceExpansion.alternatives(of: pattern)
    else { return nil }
    let areBelow = alternatives.allSatisfy { alternative in
      let parts = TreePath.parts(of: alternative)
      return !parts.isEmpty && alternative.utf8.first != UInt8(ascii: "/") && !parts.contains(".")
        && !parts.contains("..")
    }
    return areBelow ? alternatives : nil
  }

  /// The pattern for the project's own folder, which npm links to itself.
  private static let root = "."
  /// Its spellings, which npm 10, Yarn 1 and Yarn 4 read alike.
  private static let roots = [root, "./", "./."]

  /// Whether no pattern includes folders.
  package var isEmpty: Bool { included.isEmpty }

  /// Returns the folders that are workspaces, in npm's order.
  ///
  /// Sorted by pattern, then by name. The first pattern that could match a part of the path counts.
  ///
  /// - Parameter folders: the folders with a manifest, relative to the project.
  /// - Returns: the workspaces; the project's own folder is the empty text.
  package func folders(in folders: [String]) -> [String] {
    let patterns = included.filter { pattern in
      !excluded.contains { $0.patterns.matches(pattern.text) }
    }
    let found = folders.filter { folder in
      !isOut(folder) && patterns.contains { $0.walk.matches(folder + "/") }
    }.sorted(by: Collation.precedes)
    var result: [String] = []
    var known: Set<String> = []
    for pattern in patterns {
      if pattern.text == Self.root, known.insert("").inserted { result.append("") }
      for folder in found where !known.contains(folder) {
        guard pattern.order.matches(folder, isPartial: true) else { continue }
        known.insert(folder)
        result.append(folder)
      }
    }
    return result
  }

  private func isOut(_ folder: String) -> Bool {
    if folder.slashParts().contains("node_modules") { return true }
    return excluded.contains { $0.folders.matches(folder) || $0.folders.matches(folder + "/") }
  }
}
