package import Ecosystem
package import Forges

/// What there is at most one open pull request for.
///
/// The branch's name derives from it and from no version, so that the forge itself refuses a second
/// one, whatever happens to the database.
package struct UpdateKey: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  package var repository: RepositoryName
  /// The branch that takes the change.
  package var base: String
  package var ecosystem: EcosystemName
  /// As `dependabot.yml` writes it.
  package var directory: String
  package var subject: Subject

  /// What the pull request is about.
  package enum Subject: Hashable, Sendable {
    case dependency(String)
    case group(String)

    /// The dependency's or the group's name.
    package var name: String {
      switch self {
      case .dependency(let name), .group(let name): name
      }
    }
  }

  /// Joins the parts of the key.
  package init(
    forge: String, repository: RepositoryName, base: String, ecosystem: EcosystemName,
    directory: String, subject: Subject
  ) {
    self.forge = forge
    self.repository = repository
    self.base = base
    self.ecosystem = ecosystem
    self.directory = directory
    self.subject = subject
  }
}

extension UpdateKey: CustomStringConvertible {
  /// One line that tells keys apart, as the database stores it.
  package var description: String {
    [
      forge, repository.description, base, ecosystem.rawValue, directory, subject.kind,
      subject.name,
    ].joined(separator: "\n")
  }
}
