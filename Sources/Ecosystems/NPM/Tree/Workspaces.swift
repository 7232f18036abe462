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
  /// All patterns together: folders are compared with each.
  private var expansion = Allowance("alternatives of workspace patterns", 2_000)
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
    if pattern == Self.root, excluded.isEmpty {
      included.append(
        Inclusion(text: text, walk: GlobPattern([]), order: GlobPattern([])))
      return
    }
    guard let alternatives = Self.alternatives(of: text) else {
      throw Problem(
        .refused, "has a workspace pattern beyond *, **, ?, {a,b} and {1..3}", subject: pattern,
        at: place)
    }
    try expansion.spend(alternatives.count, on: String(pattern.prefix(60)), at: place)
    if marks.isMultiple(of: 2) {
      include(text, alternatives)
    } else if included.contains(where: { $0.text == Self.root }) {
      throw Problem(
        .refused, "excludes folders beside the pattern '.'", subject: pattern, at: place)
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

  /// The pattern for the project's own folder, which then links to itself.
  private static let root = "."

  var isEmpty: Bool { included.isEmpty }

  /// The folders that match, in npm's order: those that a pattern names or whose way it goes, sorted,
  /// then those of the next.
  ///
  /// - Parameter folders: candidates relative to the project, those with a manifest.
  /// - Returns: those that are workspaces; the project's own folder is the empty text.
  func folders(in folders: [String]) -> [String] {
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
    if folder.split(separator: "/").contains("node_modules") { return true }
    return excluded.contains { $0.folders.matches(folder) || $0.folders.matches(folder + "/") }
  }
}
