import Resolution

/// Explains a conflict as a proof, one sentence per line.
struct ConflictReport {
  typealias Conflict = Derivation<String, CandidateRanges, String>

  private let toolchain: RubyToolchain

  init(_ toolchain: RubyToolchain) {
    self.toolchain = toolchain
  }

  /// Every step from what the indexes and the Gemfile say to the contradiction.
  func lines(_ conflict: Conflict) -> [String] {
    conflict.facts.compactMap { fact in
      switch fact.cause {
      case .root: nil
      case .dependency: dependency(fact.claims)
      case .noVersions: fact.claims.first.map { "No version meets \(Self.text($0))." }
      case .unusable(let reason): reason
      case .derived: Self.derived(fact.claims)
      }
    }
  }

  private func dependency(_ claims: [Conflict.Claim]) -> String? {
    guard claims.count == 2 else { return nil }
    if claims[0].package == GemProvider.root, let tool = tool(claims[1].package) { return tool }
    let depender = claims[0].package == GemProvider.root ? "The Gemfile" : Self.text(claims[0])
    return "\(depender) needs \(Self.text(claims[1]))."
  }

  /// States the version of a tool and what names it.
  private func tool(_ package: String) -> String? {
    switch package {
    case MetaPackage.ruby:
      "Ruby is \(toolchain.shownRuby), as \(toolchain.rubyOrigin ?? "nothing") says."
    case MetaPackage.rubygems: "RubyGems is \(toolchain.rubygems)."
    default: nil
    }
  }

  private static func derived(_ claims: [Conflict.Claim]) -> String? {
    let facts = claims.filter { $0.package != GemProvider.root }
    guard !facts.isEmpty else { return "So no set of versions meets the Gemfile." }
    if facts.count == 1 {
      return facts[0].isPositive
        ? "So \(text(facts[0])) cannot be used." : "So \(text(facts[0])) is needed."
    }
    let positive = facts.filter(\.isPositive).map(text)
    let negative = facts.filter { !$0.isPositive }.map(text)
    guard !positive.isEmpty else { return "So \(negative.joined(separator: " or ")) is needed." }
    let left = positive.joined(separator: " with ")
    return negative.isEmpty
      ? "So \(left) cannot be used together."
      : "So \(left) needs \(negative.joined(separator: " or "))."
  }

  private static func text(_ claim: Conflict.Claim) -> String {
    let name = claim.package.hasSuffix("\0") ? String(claim.package.dropLast()) : claim.package
    let ranges = claim.versions.ranges.map(text)
    // A lock or a requirement can have left out others before the search.
    guard claim.versions != .all else { return "every version of \(name) that can be chosen" }
    return ranges.isEmpty ? "no version of \(name)" : "\(name) \(ranges.joined(separator: " or "))"
  }

  private static func text(_ range: CandidateRanges.Range) -> String {
    let lower = range.lower.map { "\($0.isInclusive ? ">=" : ">") \($0.version.version)" }
    let upper = range.upper.map { "\($0.isInclusive ? "<=" : "<") \($0.version.version)" }
    if let low = range.lower?.version.version, low == range.upper?.version.version {
      return "= \(low)"
    }
    return [lower, upper].compactMap(\.self).joined(separator: ", ")
  }
}
