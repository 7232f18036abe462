/// What the source of advisories says of the packages of a lock.
package struct AdvisoryAnswer: Sendable {
  /// All advisories on the packages of which a version is hit, by id; other packages are absent.
  package private(set) var advisories: [AdvisedPackage: [Advisory]] = [:]
  /// The orders of versions by which they are to be read.
  package var schemes: [AdvisedPackage.Ecosystem: VersionScheme]
  /// Why there is no answer of today's.
  package var failure: AdvisoryFailure?
  /// Ids of records that cannot be read; the packages that they are about are not judged.
  package private(set) var unread: [String] = []
  /// Whether it is the answer of an earlier pass.
  package var isRecalled = false

  /// Starts from nothing found.
  package init(
    schemes: [AdvisedPackage.Ecosystem: VersionScheme] = [:],
    advisories: [AdvisedPackage: [Advisory]] = [:], failure: AdvisoryFailure? = nil
  ) {
    self.schemes = schemes
    self.advisories = advisories
    self.failure = failure
  }

  /// The advisories that hit a version, by id.
  package func hits(on version: AdvisedVersion) -> [Advisory] {
    guard let scheme = schemes[version.package.ecosystem] else { return [] }
    return (advisories[version.package] ?? []).filter {
      $0.hits(version.version, of: version.package, by: scheme)
    }
  }

  /// Takes the records of each package; one of which a record is missing is left out, since no
  /// version of it could be called safe.
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
