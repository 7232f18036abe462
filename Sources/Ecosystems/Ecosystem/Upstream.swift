/// Where a dependency is developed, and anything unusual about a step to another version.
package struct Upstream: Hashable, Sendable {
  /// Addresses that may lead to the repository, the best first, in any spelling.
  package var addresses: [String]
  /// The package's folder in that repository; nil if the registry doesn't report it.
  package var directory: String?
  /// The address of the changelog; nil if the registry doesn't report it.
  package var changelog: String?
  /// The points that a reviewer should see first.
  package var warnings: [Warning]

  /// Creates a value from the data of a registry.
  package init(
    addresses: [String] = [], directory: String? = nil, changelog: String? = nil,
    warnings: [Warning] = []
  ) {
    self.addresses = addresses
    self.directory = directory
    self.changelog = changelog
    self.warnings = warnings
  }
}

/// Something that a reviewer should check before trusting a change.
package enum Warning: Codable, Hashable, Sendable {
  /// The version runs a script on installation, and the previous one didn't.
  case installScript(package: String, version: String)
  /// The version was published by an account that published no earlier version.
  case newPublisher(package: String, publisher: String)
  /// The registry names another repository than before.
  case repositoryMoved(package: String, from: String, to: String)
  /// The registry says who published the current version, and not who published the new one.
  case publisherLost(package: String, version: String, from: String)
  /// The registry names a repository for the current version, and none for the new one.
  case repositoryLost(package: String, version: String, from: String)
  /// The current version has a provenance statement, and the new one doesn't.
  case provenanceLost(package: String, version: String)
  /// The version doesn't support the platform that is taken as the project's.
  ///
  /// `needs` says what it supports: `os has to be darwin, not linux`.
  case otherPlatform(package: String, version: String, needs: String)
  /// A direct dependency gets another version of a peer than its range admits, and didn't before.
  ///
  /// The tool installs it with a warning.
  case unmetPeer(package: String, version: String, peer: String, range: String, found: String)
  /// A direct dependency of one manifest wants another version of a peer than a manifest of the same
  /// workspace has, and didn't before.
  ///
  /// Some tools give it a copy of its own, others the version of the workspace's root.
  case divergentPeer(package: String, version: String, peer: String, range: String, found: String)
  /// The authors deprecated the version, with a message.
  case deprecated(package: String, version: String, message: String)
  /// The lock had a hash of its project that isn't the computed one, which replaces it.
  case hashReplaced(lock: String)
  /// The version changes what the project may not be able to use, and that isn't known.
  ///
  /// `change` is a predicate of the version: `needs iOS 15`. `reason` is a sentence without its period:
  /// `the target App of project.yml computes its deployment target`.
  case unchecked(package: String, version: String, change: String, reason: String)
}

extension Warning {
  /// The package of a version whose origin isn't that of the current one: published by somebody else,
  /// from elsewhere, without the proof that there was, or with a script that runs on installation; nil
  /// for other warnings.
  package var originOf: String? {
    switch self {
    case .installScript(let package, _), .newPublisher(let package, _),
      .repositoryMoved(let package, _, _), .publisherLost(let package, _, _),
      .repositoryLost(let package, _, _), .provenanceLost(let package, _):
      package
    case .otherPlatform, .unmetPeer, .divergentPeer, .deprecated, .hashReplaced, .unchecked: nil
    }
  }

  /// Whether a package and its peer aren't released for each other.
  package var isOfPeers: Bool {
    switch self {
    case .unmetPeer, .divergentPeer: true
    default: false
    }
  }
}
