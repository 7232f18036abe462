import Forges

/// On whose behalf something is looked up: a repository, whose owner's App installation may be read
/// for it, and no other owner's.
///
/// Two are the same where forge and owner are.
struct Tenant: Sendable {
  /// The operator's name of the forge.
  var forge: String
  var repository: RepositoryName

  /// As GitHub compares names.
  fileprivate var owner: String { repository.owner.lowercased() }
}

extension Tenant: Hashable {
  static func == (left: Tenant, right: Tenant) -> Bool {
    left.forge == right.forge && left.owner == right.owner
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(forge)
    hasher.combine(owner)
  }
}

extension Tenant: CustomStringConvertible {
  /// `hub/acme`.
  var description: String { "\(forge)/\(owner)" }
}
