package import Ecosystem
package import Forges

/// What there is at most one open pull request for.
///
/// The branch's name derives from it and from no version, so that the forge itself refuses a second
/// one, whatever happens to the database.
package struct UpdateKey: Hashable, Sendable {
  /// The operator's name of the forge.
  package var forge: String
  /// As the forge calls it now, after any renaming.
  package var repository: RepositoryName
  /// The branch that takes the change.
  package var base: String
  /// Decides the part of the branch's name behind `martlet/`.
  package var scope: Scope
  /// Decides the last part of the branch's name.
  package var subject: Subject

  /// Where in the repository the pull request may reach.
  package enum Scope: Hashable, Sendable {
    /// One directory, as `dependabot.yml` writes it.
    case directory(EcosystemID, String)
    /// All directories of an entry; the number tells entries of one ecosystem apart, from 1 on.
    case directories(EcosystemID, entry: Int)
    /// The entries of a multi-ecosystem group.
    case ecosystems
  }

  /// What the pull request is about.
  package enum Subject: Hashable, Sendable {
    /// A dependency by its name, whichever versions it goes between.
    case dependency(String)
    /// A group of the file by its name, whichever dependencies are in it.
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
    forge: String, repository: RepositoryName, base: String, scope: Scope, subject: Subject
  ) {
    self.forge = forge
    self.repository = repository
    self.base = base
    self.scope = scope
    self.subject = subject
  }
}

extension UpdateKey: CustomStringConvertible {
  /// One line a part, as the database stores it: it tells keys apart.
  package var description: String {
    [
      forge, repository.description, base, scope.ecosystemWord, scope.directoryWord, subject.kind,
      subject.name,
    ].joined(separator: "\n")
  }

  /// Reads back what `description` wrote.
  package init?(_ description: String) {
    let parts = description.split(separator: "\n", omittingEmptySubsequences: false)
      .map(String.init)
    guard parts.count == 7, let repository = RepositoryName(parts[1]),
      let scope = Scope(ecosystem: parts[3], directory: parts[4]),
      let subject = Subject(kind: parts[5], name: parts[6])
    else { return nil }
    self.init(
      forge: parts[0], repository: repository, base: parts[2], scope: scope, subject: subject)
  }
}

extension UpdateKey.Scope {
  /// The one ecosystem that it is about; nil for several.
  var ecosystem: EcosystemID? {
    switch self {
    case .directory(let ecosystem, _), .directories(let ecosystem, _): ecosystem
    case .ecosystems: nil
    }
  }

  /// The ecosystem's name, or `multi` for several.
  package var ecosystemWord: String {
    switch self {
    case .directory(let ecosystem, _), .directories(let ecosystem, _): ecosystem.rawValue
    case .ecosystems: EcosystemID.several
    }
  }

  /// The directory with its slash, or `multi` for several.
  package var directoryWord: String {
    switch self {
    case .directory(_, let directory): directory
    case .directories(_, let entry): entry == 1 ? "multi" : "multi-\(entry)"
    case .ecosystems: "multi"
    }
  }

  /// Reads the two words again.
  package init?(ecosystem: String, directory: String) {
    let number = directory.hasPrefix("multi-") ? Int(directory.dropFirst(6)) : 1
    switch (EcosystemID(rawValue: ecosystem), directory.hasPrefix("/"), number) {
    case (let name?, true, _): self = .directory(name, directory)
    case (let name?, false, let number?): self = .directories(name, entry: number)
    case (nil, _, _) where ecosystem == EcosystemID.several: self = .ecosystems
    default: return nil
    }
  }
}

extension UpdateKey.Subject {
  /// `dependency` or `group`.
  package var kind: String {
    switch self {
    case .dependency: "dependency"
    case .group: "group"
    }
  }

  /// Reads the kind and the name again.
  package init?(kind: String, name: String) {
    switch kind {
    case "dependency": self = .dependency(name)
    case "group": self = .group(name)
    default: return nil
    }
  }
}
