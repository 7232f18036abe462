import Ecosystem
package import Time

/// What rules and minimum ages need to know of the release that a lead moves to.
package struct LeadFacts: Hashable, Codable, Sendable {
  /// When the release was published or first seen; nil if neither is known.
  package var published: Timestamp?
  /// Its licence; nil if it isn't known.
  package var licence: String?
  /// The licence of the version before; nil if it isn't known.
  package var formerLicence: String?
  /// Whether an advisory affects the version before; nil if that isn't known.
  package var isAdvised: Bool?

  /// Whether the release is older, because the registry has withdrawn the version before.
  package var isRollback = false
  /// Why the newest release isn't proposed instead; nil if it is.
  package var held: UpdateState?

  /// Creates facts that are all unknown.
  package init() {}
}

extension CandidateSet {
  /// The known facts about a release.
  func leadFacts(of release: Release) -> LeadFacts {
    var known = LeadFacts()
    known.published = release.published ?? facts.firstSeen[release.version]
    known.licence = facts.licences[release.version]
    known.formerLicence = dependency.current.flatMap { facts.licences[$0] }
    known.isAdvised = facts.isAdvised
    known.isRollback = isRollback
    known.held = held
    return known
  }
}

extension Update {
  /// The newest releases of its dependencies that are held back, unless the resolution already says
  /// why.
  var heldReleases: [HeldBackRelease] {
    let known = Set(parts.flatMap(\.change.heldBack))
    return leads.compactMap { lead -> HeldBackRelease? in
      guard case .heldBack(let version, let reason)? = lead.facts.held else { return nil }
      let isKnown = known.contains { $0.name == lead.dependency.name && $0.version == version }
      return isKnown
        ? nil : HeldBackRelease(name: lead.dependency.name, version: version, reason: reason)
    }.unique
  }
}
