import Configuration
import Credentials
import Forges

/// The repository for which data is read, with its owner's App installation and no other owner's.
///
/// Two tenants are equal if forge, owner, visibility and excluded credentials are the same.
struct Tenant: Sendable {
  /// The name of the forge in the configuration.
  var forge: String
  var repository: RepositoryName
  /// Whether everyone may read it; also if that isn't known.
  var isPublic = true
  /// Indexes in `registries` whose credentials are not for the repository.
  var closed: [Int] = []

  /// In lowercase, as GitHub compares names.
  fileprivate var owner: String { repository.owner.lowercased() }
}

extension Tenant: Hashable {
  static func == (left: Tenant, right: Tenant) -> Bool {
    left.forge == right.forge && left.owner == right.owner && left.isPublic == right.isPublic
      && left.closed == right.closed
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(forge)
    hasher.combine(owner)
    hasher.combine(isPublic)
    hasher.combine(closed)
  }
}

extension Tenant {
  /// On whose behalf its data is read.
  var visitor: Visitor {
    .repository(VisitedRepository(forge: forge, name: repository, isPublic: isPublic))
  }
}

extension OperatorFile {
  /// A repository on a forge, with the credentials that it may not use.
  ///
  /// - Parameters:
  ///   - forge: the forge's name.
  ///   - repository: the repository.
  ///   - isPublic: whether everyone may read it; true if that isn't known.
  /// - Returns: the tenant.
  func tenant(
    _ forge: String, _ repository: RepositoryName, isPublic: Bool = true
  ) -> Tenant {
    Tenant(
      forge: forge, repository: repository, isPublic: isPublic,
      closed: registriesClosed(to: repository.description))
  }
}
