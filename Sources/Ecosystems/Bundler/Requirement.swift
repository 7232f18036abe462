/// What versions a dependency accepts, as `Gem::Requirement` of RubyGems 3.x: all clauses hold.
struct GemRequirement: Hashable, Sendable, CustomStringConvertible {
  /// How a clause compares.
  enum Operator: String, CaseIterable, Hashable, Sendable {
    case equal = "="
    case unequal = "!="
    case greater = ">"
    case less = "<"
    case greaterOrEqual = ">="
    case lessOrEqual = "<="
    /// At least this, and below the version that `bump` names.
    case pessimistic = "~>"
  }

  /// One comparison.
  struct Clause: Hashable, Sendable, CustomStringConvertible {
    var comparison: Operator
    var version: GemVersion

    var description: String { "\(comparison.rawValue) \(version)" }
  }

  /// In the order written; never empty.
  let clauses: [Clause]

  /// Accepts every release: `>= 0`.
  static let any = GemRequirement(clauses: [Clause(comparison: .greaterOrEqual, version: .zero)])

  /// Joins clauses; none at all accept everything.
  init(clauses: [Clause]) {
    self.clauses =
      clauses.isEmpty ? [Clause(comparison: .greaterOrEqual, version: .zero)] : clauses
  }

  /// Reads clauses such as `~> 1.2`; the same text counts once, nil where one is ill-formed.
  init?(_ texts: [String]) {
    var seen: Set<String> = []
    var clauses: [Clause] = []
    for text in texts where seen.insert(text).inserted {
      guard let clause = Clause(text) else { return nil }
      clauses.append(clause)
    }
    self.init(clauses: clauses)
  }

  /// Reads clauses that commas separate, as the lock writes them.
  init?(list: String) {
    self.init(list.split(separator: ",").map { $0.trimmed })
  }

  /// Accepts one version alone.
  init(exactly version: GemVersion) {
    self.init(clauses: [Clause(comparison: .equal, version: version)])
  }

  /// Accepts a version and all later ones.
  init(atLeast version: GemVersion) {
    self.init(clauses: [Clause(comparison: .greaterOrEqual, version: version)])
  }

  var description: String { clauses.map(\.description).joined(separator: ", ") }

  /// Whether a version meets all clauses; prereleases are not treated apart here.
  func accepts(_ version: GemVersion) -> Bool {
    clauses.allSatisfy { $0.accepts(version) }
  }

  /// The default, which the lock does not write.
  var isAny: Bool {
    clauses.count == 1 && clauses[0].comparison == .greaterOrEqual && clauses[0].version == .zero
  }

  /// A single `=`.
  var isExact: Bool { clauses.count == 1 && clauses[0].comparison == .equal }

  /// Whether any clause names a prerelease, which lets prereleases in.
  var isPrerelease: Bool { clauses.contains { $0.version.isPrerelease } }

  /// As the lock writes it: clauses sorted as text, the last first; nil for the default.
  var locked: String? {
    guard !isAny else { return nil }
    let texts = clauses.map(\.description).sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
    return texts.joined(separator: ", ")
  }
}

extension GemRequirement.Clause {
  /// Reads an operator, `=` where there is none, and a version.
  init?(_ text: String) {
    let trimmed = text.trimmed
    let comparison =
      Self.longestFirst.first { trimmed.hasPrefix($0.rawValue) }
    let rest = trimmed.dropFirst(comparison?.rawValue.count ?? 0).trimmed
    guard !rest.isEmpty, let version = GemVersion(rest) else { return nil }
    self.init(comparison: comparison ?? .equal, version: version)
  }

  private static let longestFirst: [GemRequirement.Operator] = [
    .unequal, .greaterOrEqual, .lessOrEqual, .pessimistic, .equal, .greater, .less,
  ]

  /// Whether a version compares as the operator asks.
  func accepts(_ candidate: GemVersion) -> Bool {
    switch comparison {
    case .equal: candidate == version
    case .unequal: candidate != version
    case .greater: candidate > version
    case .less: candidate < version
    case .greaterOrEqual: candidate >= version
    case .lessOrEqual: candidate <= version
    case .pessimistic: candidate >= version && candidate.release < version.bump
    }
  }
}

extension GemRequirement {
  /// Equal are the same clauses in any order; `~> 1.0` and `~> 1` differ, `> 1.0` and `> 1` not.
  static func == (left: GemRequirement, right: GemRequirement) -> Bool {
    guard left.clauses.count == right.clauses.count else { return false }
    let (mine, other) = (left.sortedClauses, right.sortedClauses)
    return mine == other
      && zip(mine, other).allSatisfy {
        $0.comparison != .pessimistic || $0.version.text == $1.version.text
      }
  }

  func hash(into hasher: inout Hasher) {
    var sum = 0
    for clause in clauses {
      var own = Hasher()
      own.combine(clause.comparison)
      own.combine(clause.version)
      sum ^= own.finalize()
    }
    hasher.combine(sum)
  }

  private var sortedClauses: [Clause] {
    clauses.count == 1 ? clauses : clauses.sorted { $0.description < $1.description }
  }
}
