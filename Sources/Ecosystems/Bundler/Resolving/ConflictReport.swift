import Gems
import Resolution
import Ruby

/// Explains a conflict as a proof, one sentence per line.
///
/// The Gemfile can be one whose requirements were edited for the attempt. A requirement that accepts
/// the version of the update is therefore never quoted.
struct ConflictReport {
  typealias Conflict = Derivation<String, CandidateRanges, String>

  let toolchain: RubyToolchain
  let gemfile: Gemfile
  /// The versions that the update asks for.
  let pins: [String: GemVersion]
  let index: GemIndex
  /// The versions among which the search chose, ascending.
  let candidates: [String: [GemVersion]]

  /// Every step from what the indexes and the Gemfile say to the contradiction.
  func lines(_ conflict: Conflict) -> [String] {
    let sentences = conflict.facts.compactMap { fact -> String? in
      switch fact.cause {
      case .root: nil
      case .dependency: dependency(fact.claims)
      case .noVersions: fact.claims.first.map(noVersions)
      case .unusable(let reason): reason
      case .derived: derived(fact.claims)
      }
    }
    // A sentence about the version says that it is asked for.
    let known = Set(
      pins.filter { name, version in
        sentences.contains { $0.hasPrefix("\(name) \(version) needs") }
      }.map { requested($0.key, $0.value) })
    let lines = sentences.filter { !known.contains($0) }
    let missing = pins.filter { name, version in
      !lines.contains { $0.contains("\(name) \(version)") }
    }
    let all = lines + leftOut(conflict)
    guard missing.count == pins.count, !pins.isEmpty else { return all }
    return missing.sorted { $0.key < $1.key }.map { requested($0.key, $0.value) } + all
  }

  /// Names newer versions of gems that the search left out.
  private func leftOut(_ conflict: Conflict) -> [String] {
    let names = Set(
      conflict.facts.flatMap(\.claims).filter { $0.versions == .all }.map(\.package))
    return names.subtracting(pins.keys).sorted().compactMap { name in
      guard let chosen = candidates[name]?.last,
        let newest = index[name]?.map(\.version).filter({ !$0.isPrerelease }).max(),
        chosen < newest
      else { return nil }
      return "\(name) \(newest) is newer, but only \(name) up to \(chosen) can be chosen here."
    }
  }

  private func dependency(_ claims: [Conflict.Claim]) -> String? {
    guard claims.count == 2 else { return nil }
    guard claims[0].package == GemProvider.root else {
      return "\(subject(claims[0])) needs \(text(claims[1]))."
    }
    return tool(claims[1].package) ?? line(claims[1])
  }

  /// Quotes the Gemfile's requirement on a gem.
  private func line(_ claim: Conflict.Claim) -> String? {
    guard let line = gemfile.dependencies.first(where: { $0.name == claim.package }) else {
      return "The Gemfile needs \(text(claim))."
    }
    if let pin = pins[line.name], line.requirement.accepts(pin) { return requested(line.name, pin) }
    return line.requirement.isAny
      ? "The Gemfile requires \(line.name)."
      : "The Gemfile requires \(line.name) \(line.requirement)."
  }

  private func noVersions(_ claim: Conflict.Claim) -> String {
    if let pin = pins[claim.package] { return requested(claim.package, pin) }
    if index[claim.package]?.isEmpty == true { return "No source has a gem \(claim.package)." }
    return "No version meets \(text(claim))."
  }

  private func requested(_ name: String, _ version: GemVersion) -> String {
    "The update asks for \(name) \(version)."
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

  private func derived(_ claims: [Conflict.Claim]) -> String? {
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
}

extension ConflictReport {
  /// Returns a claim as the beginning of a sentence.
  private func subject(_ claim: Conflict.Claim) -> String {
    let text = text(claim).replacing(" = ", with: " ")
    return text.hasPrefix("every version of ") ? "E" + text.dropFirst() : text
  }

  private func text(_ claim: Conflict.Claim) -> String {
    let name = claim.package.hasSuffix("\0") ? String(claim.package.dropLast()) : claim.package
    let ranges = claim.versions.ranges.map(Self.text)
    guard claim.versions != .all else {
      // A lock, a requirement or a platform can have left out others before the search.
      let only = candidates[name].flatMap { Set($0).count == 1 ? $0.first : nil }
      return (pins[name] ?? only).map { "\(name) \($0)" }
        ?? "every version of \(name) that can be chosen"
    }
    return ranges.isEmpty ? "no version of \(name)" : "\(name) \(ranges.joined(separator: " or "))"
  }

  private static func text(_ range: CandidateRanges.Range) -> String {
    if let low = range.lower?.version.version, low == range.upper?.version.version {
      return "= \(low)"
    }
    let upper = range.upper.map { (sign: $0.isInclusive ? "<=" : "<", version: $0.version.version) }
    if let lower = range.lower, lower.isInclusive, let upper, upper.sign == "<",
      GemRequirement.Clause("~> \(lower.version.version)").map({ $0.end == upper.version }) == true
    {
      return "~> \(lower.version.version)"
    }
    let lower = range.lower.map { "\($0.isInclusive ? ">=" : ">") \($0.version.version)" }
    return [lower, upper.map { "\($0.sign) \(written($0.version))" }].compactMap(\.self)
      .joined(separator: ", ")
  }

  /// Returns a bound as a person writes it: `2` for `2.A`, which is below every 2.
  private static func written(_ version: GemVersion) -> String {
    version.text.hasSuffix(".A") ? String(version.text.dropLast(2)) : version.text
  }
}

extension GemRequirement.Clause {
  /// The version that `~>` excludes together with all later ones: `2.A` for `~> 1.2`.
  fileprivate var end: GemVersion? { GemVersion("\(version.bump).A") }
}
