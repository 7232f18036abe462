/// Describes single facts and pairs of facts.
///
/// `ReportWriter` puts them in order.
struct Sentences<SomeWording: Wording> {
  typealias Failure = Derivation<SomeWording.Package, SomeWording.Versions, SomeWording.Reason>

  let wording: SomeWording
  let root: SomeWording.Package

  /// Describes one fact as a clause without a full stop.
  func text(of fact: Failure.Fact) -> String {
    if case .derived = fact.cause { return derived(fact.claims) }
    if let own = wording.sentence(for: fact) { return own }
    guard let first = fact.claims.first else { return "version solving failed" }
    switch fact.cause {
    case .root: return "\(wording.name(of: root)) is the package being resolved"
    case .noVersions: return noVersions(first)
    case .unusable(let reason): return "\(subject(first)) \(wording.explanation(of: reason))"
    case .dependency, .derived:
      guard fact.claims.count == 2 else { return "\(subject(first)) cannot be chosen" }
      return "\(subject(first)) depends on \(object(fact.claims[1]))"
    }
  }

  private func noVersions(_ claim: Failure.Claim) -> String {
    let requirement = wording.requirement(claim.versions, of: claim.package)
    let name = wording.name(of: claim.package)
    return requirement.isEmpty
      ? "\(name) has no versions" : "no versions of \(name) match \(requirement)"
  }

  private func derived(_ claims: [Failure.Claim]) -> String {
    let chosen = claims.filter(\.isPositive)
    let denied = claims.filter { !$0.isPositive }
    if chosen.isEmpty { return necessity(denied) }
    if denied.isEmpty { return exclusion(chosen) }
    let needed = denied.map(object).joined(separator: " or ")
    if chosen.count == 1 { return "\(subject(chosen[0])) requires \(needed)" }
    return "if \(chosen.map(object).joined(separator: " and ")) then \(needed)"
  }

  private func necessity(_ denied: [Failure.Claim]) -> String {
    switch denied.count {
    case 0: "version solving failed"
    case 1: "\(object(denied[0])) is required"
    case 2: "either \(object(denied[0])) or \(object(denied[1])) is required"
    default: "one of \(denied.map(object).joined(separator: " or ")) is required"
    }
  }

  private func exclusion(_ chosen: [Failure.Claim]) -> String {
    if chosen.allSatisfy({ $0.package == root }) { return "version solving failed" }
    switch chosen.count {
    case 1: return "\(subject(chosen[0])) is forbidden"
    case 2: return "\(subject(chosen[0])) is incompatible with \(object(chosen[1]))"
    default: return "one of \(chosen.map(object).joined(separator: " or ")) must be left out"
    }
  }

  /// Describes a claim's versions as the subject of a sentence.
  func subject(_ claim: Failure.Claim) -> String {
    if claim.package == root { return wording.name(of: root) }
    let requirement = wording.requirement(claim.versions, of: claim.package)
    let name = wording.name(of: claim.package)
    return requirement.isEmpty ? "every version of \(name)" : "\(name) \(requirement)"
  }

  /// Describes a claim's versions inside a sentence.
  func object(_ claim: Failure.Claim) -> String {
    if claim.package == root { return wording.name(of: root) }
    let requirement = wording.requirement(claim.versions, of: claim.package)
    let name = wording.name(of: claim.package)
    return requirement.isEmpty ? name : "\(name) \(requirement)"
  }
}
