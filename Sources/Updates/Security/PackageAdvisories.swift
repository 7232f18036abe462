package import Advisories
package import Configuration
package import Ecosystem

/// An advisory that hits the version which a lock has.
package struct Alert: Hashable, Sendable {
  /// Such as `GHSA-35jh-r3h4-6jhm`.
  package var id: String
  /// Its names elsewhere, such as CVE numbers.
  package var aliases: [String]
  /// `high` or another word, or a CVSS vector; nil where the record says nothing.
  package var severity: String?
  /// One line of foreign text; may be empty.
  package var summary: String
  /// Where people read it.
  package var page: String
  /// The versions that are hit, as people write them: `< 4.17.21`.
  package var ranges: [String]
  /// The versions of the lock that it hits; one, unless copies lie in the tree.
  package var hits: [String]
  /// Released versions that it does not hit.
  package var safe: Set<String>
}

/// What the source of advisories says of one dependency.
package struct PackageAdvisories: Sendable {
  private let package: AdvisedPackage
  private let answer: AdvisoryAnswer

  /// Joins a package with the answer that speaks of it; nil where the answer does not.
  package init?(_ package: AdvisedPackage, _ answer: AdvisoryAnswer) {
    guard answer.advisories[package] != nil else { return nil }
    self.package = package
    self.answer = answer
  }

  /// Whether no advisory hits a version.
  package func isSafe(_ version: String) -> Bool {
    answer.hits(on: AdvisedVersion(package, version)).isEmpty
  }

  /// What hits any of the versions that a lock has, and which releases are free of it.
  package func alerts(on versions: [String], releases: [String]) -> [Alert] {
    guard let scheme = answer.schemes[package.ecosystem] else { return [] }
    let advisories = versions.flatMap { answer.hits(on: AdvisedVersion(package, $0)) }
    return advisories.unique.sorted { $0.id < $1.id }.map { advisory in
      let isHit = { (version: String) in advisory.hits(version, of: package, by: scheme) }
      return Alert(
        id: advisory.id, aliases: advisory.aliases, severity: advisory.severity,
        summary: advisory.summary, page: advisory.page,
        ranges: advisory.ranges(of: package, by: scheme), hits: versions.filter(isHit),
        safe: Set(releases.filter { !isHit($0) }))
    }
  }
}

extension Dependency {
  /// The dependency as advisories of its project's ecosystem name it; nil where they cannot speak
  /// of it.
  package func advised(in ecosystem: EcosystemName) -> AdvisedPackage? {
    guard problem == nil, !isPrivate else { return nil }
    switch ecosystem {
    case .npm: return AdvisedPackage(.npm, registryName ?? name)
    case .bundler: return AdvisedPackage(.rubygems, name)
    case .swift: return source.flatMap(address).map { AdvisedPackage(.swift, $0) }
    }
  }
}

extension Dependency {
  /// The dependency, marked where the operator calls it private, or where it comes from a repository
  /// that is certainly not for everybody.
  ///
  /// A registry is none: it may well serve what is public at second hand.
  ///
  /// - Parameters:
  ///   - project: where it stands.
  ///   - hosts: the operator's own, in small letters.
  ///   - names: the operator's own packages, such as `acme-*`.
  ///   - isPrivate: whether a forge calls a repository private, such as `github.com/acme/kit`, in
  ///     small letters.
  /// - Returns: the dependency, marked or as it was.
  package func discreet(
    in project: Project, _ hosts: Set<String>, _ names: [NamePattern],
    _ isPrivate: (String) -> Bool
  ) -> Dependency {
    let isRepository =
      switch project.ecosystem {
      case .npm: false
      case .bundler: source?.hasSuffix("/gems/\(name)") == false
      case .swift: true
      }
    var result = self
    if names.contains(where: { $0.matches(registryName ?? name) }) { result.isPrivate = true }
    if isRepository, let place = source.flatMap(address)?.lowercased() {
      let host = String(place.prefix { $0 != "/" && $0 != ":" })
      if hosts.contains(host) || isPrivate(place) { result.isPrivate = true }
    }
    return result
  }
}

/// Spells a repository's address as advisories do: `github.com/apple/swift-nio`.
private func address(_ source: String) -> String? {
  var rest = source[...]
  if let scheme = rest.firstRange(of: "://") {
    guard ["https", "http", "ssh", "git"].contains(rest[..<scheme.lowerBound]) else { return nil }
    rest = rest[scheme.upperBound...]
    if let sign = rest.prefix(while: { $0 != "/" }).firstIndex(of: "@") {
      rest = rest[rest.index(after: sign)...]
    }
  } else if let sign = rest.firstIndex(of: "@"), let colon = rest[sign...].firstIndex(of: ":") {
    // git@github.com:apple/swift-nio.git
    rest = rest[rest.index(after: sign)..<colon] + "/" + rest[rest.index(after: colon)...]
  } else {
    return nil
  }
  while rest.last == "/" { rest.removeLast() }
  if rest.hasSuffix(".git") { rest.removeLast(4) }
  let parts = rest.split(separator: "/", maxSplits: 1)
  return parts.count == 2 ? "\(parts[0].lowercased())/\(parts[1])" : nil
}
