import Configuration
import Credentials
import Forges

/// The repository for which data is read, with its owner's App installation and no other owner's.
///
/// Two tenants are equal if forge, owner, visibility, excluded credentials and default registry are the
/// same.
struct Tenant: Sendable {
  var repository: RepositoryID
  /// Whether everyone may read it; also if that isn't known.
  var isPublic = true
  /// Indexes in `registries` whose credentials are not for the repository.
  var closed: [Int] = []
  /// The registry for its packages without a scope; nil: the public one.
  var defaultRegistry: String?
}

extension RepositoryID {
  /// Names the owner on its forge, in lowercase as GitHub compares names: `hub/acme`.
  var ownerKey: String { "\(forge)/\(name.owner.lowercased())" }
}

extension Tenant: Hashable {
  static func == (left: Tenant, right: Tenant) -> Bool {
    left.repository.ownerKey == right.repository.ownerKey && left.isPublic == right.isPublic
      && left.closed == right.closed
      && left.defaultRegistry == right.defaultRegistry
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(repository.ownerKey)
    hasher.combine(isPublic)
    hasher.combine(closed)
    hasher.combine(defaultRegistry)
  }
}

extension Tenant {
  /// On whose behalf its data is read.
  var visitor: Visitor {
    .repository(VisitedRepository(repository, isPublic: isPublic))
  }
}

extension OperatorFile {
  /// A repository on a forge, with the credentials that it may not use.
  ///
  /// - Parameters:
  ///   - repository: the repository.
  ///   - isPublic: whether everyone may read it; true if that isn't known.
  /// - Returns: the tenant.
  func tenant(_ repository: RepositoryID, isPublic: Bool = true) -> Tenant {
    Tenant(
      repository: repository, isPublic: isPublic,
      closed: registriesClosed(to: "\(repository.name)"),
      defaultRegistry: defaultRegistry(for: "\(repository.name)"))
  }
}
