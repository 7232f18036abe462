package import Advisories
package import Configuration
package import Ecosystem

/// An advisory that affects a locked version.
package struct Alert: Hashable, Codable, Sendable {
  /// The identifier, such as `GHSA-35jh-r3h4-6jhm`.
  package var id: String
  /// Other identifiers, such as CVE numbers.
  package var aliases: [String]
  /// `high` or another word, or a CVSS vector; nil if the record has no severity.
  package var severity: String?
  /// One line of untrusted text; may be empty.
  package var summary: String
  /// The web page of the advisory.
  package var page: String
  /// The affected versions in readable form: `< 4.17.21`.
  package var ranges: [String]
  /// The locked versions that it affects; several if the lock file has several copies.
  package var affected: [String]
  /// Releases that it doesn't affect.
  package var safe: Set<String>
  /// The vulnerable functions and types, such as `Parser.parse`; empty if the record names none.
  package var symbols: [String] = []
}

/// The advisories about one dependency.
package struct PackageAdvisories: Sendable {
  private let package: AdvisedPackage
  private let answer: AdvisoryAnswer

  /// Extracts the advisories for a package; nil if the answer doesn't mention the package.
  package init?(_ package: AdvisedPackage, _ answer: AdvisoryAnswer) {
    guard answer.advisories[package] != nil else { return nil }
    self.package = package
    self.answer = answer
  }

  /// Whether no advisory affects a version.
  package func isSafe(_ version: String) -> Bool {
    answer.hits(on: AdvisedVersion(package, version)).isEmpty
  }

  /// Returns the advisories that affect any of the locked versions, with the releases that are safe.
  package func alerts(on versions: [String], releases: [String]) -> [Alert] {
    let advisories = versions.flatMap { answer.hits(on: AdvisedVersion(package, $0)) }
    return advisories.unique.sorted { $0.id < $1.id }.map { advisory in
      let isHit = { (version: String) in advisory.hits(version, of: package) }
      return Alert(
        id: advisory.id, aliases: advisory.aliases, severity: advisory.severity,
        summary: advisory.summary, page: advisory.page, ranges: advisory.ranges(of: package),
        affected: versions.filter(isHit), safe: Set(releases.filter { !isHit($0) }),
        symbols: advisory.symbols(of: package))
    }
  }
}

extension Dependency {
  /// Returns the package as its ecosystem's advisories name it.
  ///
  /// Nil if it can't be in any advisory, or if its name must not leave the operator's network.
  package func advisedPackage(in ecosystem: EcosystemDescription) -> AdvisedPackage? {
    // A workflow also names images, which no record about an action is about.
    guard problem == nil, !isPrivate, !isImage, let osv = ecosystem.advisories else { return nil }
    return osv.packageName(of: self).map { AdvisedPackage(osv, $0) }
  }

  /// Returns the dependency, marked as private if the operator says so, or if it comes from a
  /// repository that isn't public.
  ///
  /// A private registry alone doesn't make it private: it may be a proxy for public packages.
  ///
  /// - Parameters:
  ///   - ecosystem: the ecosystem of its project.
  ///   - hosts: the operator's own hosts, in lowercase.
  ///   - names: the operator's own packages, such as `acme-*`.
  ///   - isPrivate: whether a forge calls a repository private, such as `github.com/acme/kit`, in
  ///     lowercase.
  /// - Returns: the dependency, marked or unchanged.
  package func markedPrivate(
    in ecosystem: EcosystemDescription, _ hosts: Set<String>, _ names: [NamePattern],
    _ isPrivate: (String) -> Bool
  ) -> Dependency {
    var result = self
    if names.contains(where: { $0.matches(registryName ?? name) }) { result.isPrivate = true }
    if ecosystem.isRepository(self),
      let address = source.flatMap(repositoryAddress)?.lowercased()
    {
      let host = String(address.prefix { $0 != "/" && $0 != ":" })
      if hosts.contains(host) || isPrivate(address) { result.isPrivate = true }
    }
    return result
  }
}
