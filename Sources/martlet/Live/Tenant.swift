import Configuration
import Forges

/// The repository for which data is read, with its owner's App installation and no other owner's.
///
/// Two tenants are equal if forge, owner and excluded credentials are the same.
struct Tenant: Sendable {
  /// The name of the forge in the configuration.
  var forge: String
  var repository: RepositoryName
  /// Indexes in `registries` whose credentials are not for the repository.
  var closed: [Int] = []

  /// In lowercase, as GitHub compares names.
  fileprivate var owner: String { repository.owner.lowercased() }
}

extension Tenant: Hashable {
  static func == (left: Tenant, right: Tenant) -> Bool {
    left.forge == right.forge && left.owner == right.owner && left.closed == right.closed
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(forge)
    hasher.combine(owner)
    hasher.combine(closed)
  }
}

extension Tenant: CustomStringConvertible {
  /// `hub/acme`.
  var description: String { "\(forge)/\(owner)" }
}

extension OperatorFile {
  /// A repository on a forge, with the credentials that it may not use.
  func tenant(_ forge: String, _ repository: RepositoryName) -> Tenant {
    Tenant(
      forge: forge, repository: repository,
      closed: registriesClosed(to: repository.description))
  }
}
