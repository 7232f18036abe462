/// The versions that a dependency accepts: `Gem::Requirement` of RubyGems 3.x.
package struct GemRequirement: Hashable, Sendable, CustomStringConvertible {
  /// The comparison of a clause; the raw value is Ruby's operator.
  package enum Operator: String, CaseIterable, Hashable, Sendable {
    /// The only operator of a bare version.
    case equal = "="
    /// Excludes one version.
    case unequal = "!="
    /// Excludes the version itself.
    case greater = ">"
    /// Excludes the version itself.
    case less = "<"
    /// Includes the version itself.
    case greaterOrEqual = ">="
    /// Includes the version itself.
    case lessOrEqual = "<="
    /// At least the version, and below `version.bump`.
    case pessimistic = "~>"
  }

  /// One comparison.
  package struct Clause: Hashable, Sendable, CustomStringConvertible {
    /// Between a candidate, on the left, and the version.
    package var comparison: Operator
    /// The right side.
    package var version: GemVersion

    /// Creates a comparison.
    package init(comparison: Operator, version: GemVersion) {
      self.comparison = comparison
      self.version = version
    }

    /// As the lock writes it: `>= 1.2`.
    package var description: String { "\(comparison.rawValue) \(version)" }
  }

  /// The conditions, all of which must hold, in the order written; never empty.
  package let clauses: [Clause]

  /// The default, `>= 0`, which accepts all releases.
  package static let any = GemRequirement(
    clauses: [Clause(comparison: .greaterOrEqual, version: .zero)])

  /// Creates a requirement of clauses; without clauses, the default.
  package init(clauses: [Clause]) {
    self.clauses =
      clauses.isEmpty ? [Clause(comparison: .greaterOrEqual, version: .zero)] : clauses
  }

  /// Parses clauses such as `~> 1.2` and drops duplicates; returns nil if one is ill-formed.
  package init?(_ texts: [String]) {
    var seen: Set<String> = []
    var clauses: [Clause] = []
    for text in texts where seen.insert(text).inserted {
      guard let clause = Clause(text) else { return nil }
      clauses.append(clause)
    }
    self.init(clauses: clauses)
  }

  /// Parses clauses separated by commas, as in a lock.
  package init?(list: String) {
    self.init(list.split(separator: ",").map { $0.trimmed })
  }

  /// Accepts only one version.
  package init(exactly version: GemVersion) {
    self.init(clauses: [Clause(comparison: .equal, version: version)])
  }

  /// Accepts a version and all later ones.
  package init(atLeast version: GemVersion) {
    self.init(clauses: [Clause(comparison: .greaterOrEqual, version: version)])
  }

  /// In the order written: `>= 1, < 2`.
  package var description: String { clauses.map(\.description).joined(separator: ", ") }

  /// Returns whether a version meets all clauses, for prereleases as for releases.
  package func accepts(_ version: GemVersion) -> Bool {
    clauses.allSatisfy { $0.accepts(version) }
  }

  /// Whether it is the default, which the lock doesn't write.
  package var isAny: Bool {
    clauses.count == 1 && clauses[0].comparison == .greaterOrEqual && clauses[0].version == .zero
  }

  /// Whether it is a single `=`.
  package var isExact: Bool { clauses.count == 1 && clauses[0].comparison == .equal }

  /// Whether a clause names a prerelease, so that RubyGems accepts prereleases.
  package var isPrerelease: Bool { clauses.contains { $0.version.isPrerelease } }

  /// As the lock writes it: clauses sorted as text in descending order; nil for the default.
  package var locked: String? {
    guard !isAny else { return nil }
    let texts = clauses.map(\.description).sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
    return texts.joined(separator: ", ")
  }
}

extension GemRequirement.Clause {
  /// Parses an operator, by default `=`, and a version.
  package init?(_ text: String) {
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

  /// Returns whether a version meets the clause.
  package func accepts(_ candidate: GemVersion) -> Bool {
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
  /// Ignores the order of clauses; `~> 1.0` and `~> 1` differ, `> 1.0` and `> 1` don't.
  package static func == (left: GemRequirement, right: GemRequirement) -> Bool {
    guard left.clauses.count == right.clauses.count else { return false }
    let (mine, other) = (left.sortedClauses, right.sortedClauses)
    return mine == other
      && zip(mine, other).allSatisfy {
        $0.comparison != .pessimistic || $0.version.text == $1.version.text
      }
  }

  /// Ignores the order of clauses.
  package func hash(into hasher: inout Hasher) {
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
