/// The advisories about the packages of a lock file.
package struct AdvisoryAnswer: Sendable {
  /// All advisories by package, sorted by id, for packages with an affected version.
  package private(set) var advisories: [AdvisedPackage: [Advisory]] = [:]
  /// The reason why no current answer is available.
  package var failure: AdvisoryFailure?
  /// The ecosystems that the failure concerns, by their names in OSV; empty if it concerns all.
  package private(set) var unreadable: [String] = []
  /// Ids of records that could not be read.
  ///
  /// Their packages are not evaluated.
  package private(set) var unread: [String] = []
  /// Whether this is the answer of an earlier pass.
  package var isRecalled = false

  /// Creates an answer, by default without advisories.
  package init(
    advisories: [AdvisedPackage: [Advisory]] = [:], failure: AdvisoryFailure? = nil
  ) {
    self.advisories = advisories
    self.failure = failure
  }

  /// Returns the advisories that affect a version, sorted by id.
  package func hits(on version: AdvisedVersion) -> [Advisory] {
    (advisories[version.package] ?? []).filter { $0.hits(version.version, of: version.package) }
  }

  /// Adds the answer about the packages of another ecosystem.
  mutating func merge(_ other: AdvisoryAnswer, about ecosystem: String) {
    advisories.merge(other.advisories) { own, _ in own }
    unread += other.unread
    failure = failure ?? other.failure
    if other.failure != nil { unreadable.append(ecosystem) }
    isRecalled = isRecalled || other.isRecalled
  }

  /// Adds the records of each package.
  ///
  /// A package with a missing record is left out, because none of its versions could be called
  /// safe.
  mutating func fill(_ listing: Listing, _ records: [String: Advisory]) {
    for row in listing.rows {
      let found = row.references.compactMap { records[$0.id] }
      if found.count == row.references.count {
        advisories[row.package] = found.sorted { $0.id < $1.id }
      } else {
        unread += row.references.map(\.id).filter { records[$0] == nil }
      }
    }
  }
}
