/// Where a dependency's makers publish, and what is unusual about a step to another version.
package struct Upstream: Hashable, Sendable {
  /// Addresses that may lead to the repository, the best first, in any spelling.
  package var addresses: [String]
  /// The package's folder in that repository, where the registry tells.
  package var directory: String?
  /// The changelog's own page, where the registry tells.
  package var changelog: String?
  /// What a reviewer should see before anything else.
  package var cautions: [Caution]

  /// Gathers what a registry tells; nothing is looked up.
  package init(
    addresses: [String] = [], directory: String? = nil, changelog: String? = nil,
    cautions: [Caution] = []
  ) {
    self.addresses = addresses
    self.directory = directory
    self.changelog = changelog
    self.cautions = cautions
  }
}

/// Something about a change that changes how much a reviewer trusts it.
package enum Caution: Codable, Hashable, Sendable {
  /// The version runs a script when it is installed, and the one before did not.
  case installScript(package: String, version: String)
  /// The version was published by an account that published none up to the current one.
  case newPublisher(package: String, publisher: String)
  /// The registry names another repository than before.
  case repositoryMoved(package: String, from: String, to: String)
  /// The current version says how it was built, the new one no longer does.
  case provenanceLost(package: String, version: String)
  /// The makers advise against the version, in their words.
  case deprecated(package: String, version: String, message: String)
}
