import Ecosystem
import Text

/// Which folders of a project are its workspaces, as @npmcli/map-workspaces 3 finds them.
struct Workspaces {
  /// A pattern that names folders.
  private struct Inclusion {
    var text: String
    /// Finds folders.
    var walk: GlobPattern
    /// Says which of the folders found come first.
    var order: GlobPattern
  }

  /// A pattern after `!`.
  private struct Exclusion {
    /// Says which patterns it takes back.
    var patterns: GlobPattern
    /// Says which folders.
    var folders: GlobPattern
  }

  private var included: [Inclusion] = []
  private var excluded: [Exclusion] = []

  /// Adds a pattern of a manifest's `workspaces`; their order counts.
  ///
  /// - Throws: a refusal of what is not followed, such as `[ab]` and `..`.
  mutating func add(_ pattern: String, at place: Location?) throws(Problem) {
    let marks = pattern.prefix { $0 == "!" }.count
    var rest = pattern.dropFirst(marks)
    if rest.hasPrefix("./") { rest = rest.dropFirst() }
    rest = rest.drop { $0 == "/" }
    let text = String(rest)
    guard let alternatives = Self.alternatives(of: text) else {
      throw Problem(
        .refused, "has a workspace pattern beyond *, **, ?, {a,b} and {1..3}", subject: pattern,
        at: place)
    }
    if marks.isMultiple(of: 2) {
      include(text, alternatives)
    } else {
      excluded.append(
        Exclusion(
          patterns: GlobPattern(alternatives),
          folders: GlobPattern(alternatives, matchesDots: true, isMerged: true)))
    }
  }

  /// A pattern takes back the exclusions before it that would hit its own text; npm then forgets to
  /// look at the one that follows.
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

  /// What a pattern's braces stand for; nil where anything in it is not followed.
  private static func alternatives(of pattern: String) -> [String]? {
    let isKnown = pattern.utf8.allSatisfy { $0 >= 32 && !"[]()\\!".utf8.contains($0) }
    guard isKnown, !pattern.hasPrefix("#"),
      let alternatives = BraceExpansion.alternatives(of: pattern)
    else { return nil }
    let areBelow = alternatives.allSatisfy { alternative in
      let parts = alternative.split(separator: "/")
      return !parts.isEmpty && !alternative.hasPrefix("/") && !parts.contains(".")
        && !parts.contains("..")
    }
    return areBelow ? alternatives : nil
  }

  var isEmpty: Bool { included.isEmpty }

  /// The folders that match, in npm's order: those that a pattern names or whose way it goes, sorted,
  /// then those of the next.
  ///
  /// - Parameter folders: candidates relative to the project, those with a manifest.
  /// - Returns: those that are workspaces.
  func folders(in folders: [String]) -> [String] {
    let patterns = included.filter { pattern in
      !excluded.contains { $0.patterns.matches(pattern.text) }
    }
    let found = folders.filter { folder in
      !isOut(folder) && patterns.contains { $0.walk.matches(folder + "/") }
    }.sorted(by: Collation.precedes)
    var result: [String] = []
    for pattern in patterns {
      for folder in found where !result.contains(folder) {
        if pattern.order.matches(folder, isPartial: true) { result.append(folder) }
      }
    }
    return result
  }

  private func isOut(_ folder: String) -> Bool {
    if folder.split(separator: "/").contains("node_modules") { return true }
    return excluded.contains { $0.folders.matches(folder) || $0.folders.matches(folder + "/") }
  }
}
