import Configuration
import Forges

/// On whose behalf something is looked up: a repository, whose owner's App installation may be read
/// for it, and no other owner's.
///
/// Two are the same if forge, owner and the credentials that they may not use are.
struct Tenant: Sendable {
  /// The operator's name of the forge.
  var forge: String
  var repository: RepositoryName
  /// Places in `registries` whose credentials do not serve the repository.
  var closed: [Int] = []

  /// As GitHub compares names.
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
  /// A repository of a forge with the credentials that it may not use.
  func tenant(_ forge: String, _ repository: RepositoryName) -> Tenant {
    Tenant(
      forge: forge, repository: repository,
      closed: registriesClosed(to: repository.description))
  }
}
