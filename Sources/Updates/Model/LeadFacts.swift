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
    return known
  }
}
