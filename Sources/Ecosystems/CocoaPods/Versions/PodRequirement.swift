package import Ecosystem

/// The versions that a `pod` line or a podspec accepts: clauses that all must hold.
///
/// Its text in locks has the clauses sorted: `< 1.2, >= 1.0`. (CocoaPods Core 1.16.2, `Requirement`.)
package struct PodRequirement: Sendable {
  /// An operator and a version.
  package struct Clause: Hashable, Sendable {
    /// `=`, `!=`, `>`, `<`, `>=`, `<=` or `~>`.
    package var operation: String
    /// The operand.
    package var version: PodVersion

    /// The text in locks: `~> 1.0`.
    package var text: String { "\(operation) \(version.text)" }
  }

  /// In the order in which they were written.
  package var clauses: [Clause]

  /// The requirement that every release satisfies, `>= 0`.
  package static let any = PodRequirement([.init(operation: ">=", version: .zero)])

  init(_ clauses: [Clause]) {
    self.clauses = clauses
    parts = clauses.map(\.text).sortedByBytes()
  }

  /// Parses clauses such as `~> 1.0` and `1.2.3`; none means any version.
  ///
  /// Nil if CocoaPods rejects one.
  package init?(_ texts: [String]) {
    var seen: Set<String> = []
    var clauses: [Clause] = []
    for text in texts where seen.insert(text).inserted {
      guard let clause = Clause(text) else { return nil }
      clauses.append(clause)
    }
    self.init(clauses.isEmpty ? PodRequirement.any.clauses : clauses)
  }

  /// Accepts exactly one version.
  init(exactly version: PodVersion) {
    self.init([.init(operation: "=", version: version)])
  }

  /// The clauses as text, sorted.
  let parts: [String]

  /// The text in locks: `= 1.2.3`, `< 2.0, >= 1.0`.
  package var text: String { parts.joined(separator: ", ") }

  /// Whether it accepts every version.
  package var isAny: Bool { parts == [">= 0"] }

  /// Whether a clause names a pre-release.
  var isPrerelease: Bool { clauses.contains { $0.version.isPrerelease } }

  /// Whether a version satisfies all clauses, without the rule for pre-releases.
  package func accepts(_ version: PodVersion) -> Bool { clauses.allSatisfy { $0.accepts(version) } }

  /// The clauses of both.
  static func & (left: PodRequirement, right: PodRequirement) -> PodRequirement {
    if right.isAny { return left }
    return left.isAny ? right : PodRequirement(left.parts + right.parts) ?? left
  }
}

extension PodRequirement: Hashable {
  /// Compares the texts in locks.
  package static func == (left: PodRequirement, right: PodRequirement) -> Bool {
    left.parts == right.parts
  }

  /// Hashes what `==` compares.
  package func hash(into hasher: inout Hasher) { hasher.combine(parts) }
}

extension PodRequirement.Clause {
  private static let operations = ["!=", ">=", "<=", "~>", "=", ">", "<"]

  /// Parses one clause; a bare version means exactly that version.
  init?(_ text: String) {
    let text = text.trimmingPodSpace()
    let operation = Self.operations.first { text.hasPrefix($0) }
    let rest = text.dropFirst(operation?.utf8.count ?? 0)
    guard let version = PodVersion(String(rest)), !version.text.isEmpty else { return nil }
    self.init(operation: operation ?? "=", version: version)
  }

  func accepts(_ candidate: PodVersion) -> Bool {
    let order = candidate.compare(version)
    switch operation {
    case "=": return order == 0
    case "!=": return order != 0
    // Only these two compare equal versions by their texts.
    case ">": return version < candidate
    case "<": return candidate < version
    case ">=": return order >= 0
    case "<=": return order <= 0
    default:
      guard order >= 0, let release = candidate.release, let bound = version.bump else {
        return false
      }
      return release < bound
    }
  }
}

extension PodRequirement {
  /// Whether a version satisfies clauses separated by commas, as in `>= 1.2, < 3`.
  @Sendable package static func isSatisfied(
    by version: String, _ requirement: String
  ) throws(Problem) -> Bool {
    guard let version = PodVersion(version), !version.text.isEmpty else {
      throw Problem(.usage, "is not a version of a pod", subject: version)
    }
    let texts = requirement.split(separator: ",", omittingEmptySubsequences: false)
    guard let parsed = PodRequirement(texts.map(String.init)) else {
      throw Problem(.usage, "is not a requirement on a pod", subject: requirement)
    }
    return parsed.accepts(version)
  }
}
