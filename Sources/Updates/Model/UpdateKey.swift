package import Ecosystem
package import Forges
package import Store
package import Versioning

/// The key of a pull request: at most one is open for each key.
///
/// The name of the branch is derived from the key and contains no version. The forge refuses a second
/// branch of the same name, so there are no duplicates even if the database is lost.
package struct UpdateKey: Hashable, Codable, Sendable {
  /// The repository, by its current name if it was renamed.
  package var repository: RepositoryID
  /// The base branch.
  package var base: String
  /// Determines the middle part of the branch's name.
  package var scope: Scope
  /// Determines the last part of the branch's name.
  package var subject: Subject
  /// The step of its updates, if `separate` divides them and it isn't the smallest one; nil for all
  /// others.
  package var step: Step?

  /// The part of the repository that the pull request can change.
  package enum Scope: Hashable, Codable, Sendable {
    /// One directory, as `dependabot.yml` writes it.
    case directory(EcosystemID, String)
    /// All directories of an entry. The number distinguishes entries of one ecosystem, from 1.
    case directories(EcosystemID, entry: Int)
    /// The entries of a multi-ecosystem group.
    case ecosystems
  }

  /// The dependency or group that the pull request updates.
  package enum Subject: Hashable, Codable, Sendable {
    /// A dependency by name.
    case dependency(String)
    /// A group of the configuration file by name.
    case group(String)
    /// A deprecated dependency that another package replaces.
    case replacement(Replacement)

    /// The dependency's or the group's name; both names of a replacement.
    package var name: String {
      switch self {
      case .dependency(let name), .group(let name): name
      case .replacement(let replacement): replacement.text
      }
    }
  }

  /// Creates a key.
  package init(
    repository: RepositoryID, base: String, scope: Scope, subject: Subject, step: Step? = nil
  ) {
    self.repository = repository
    self.base = base
    self.scope = scope
    self.subject = subject
    self.step = step
  }
}

extension UpdateKey.Subject {
  /// The subject of pull requests that update a whole lock.
  static let maintenance = UpdateKey.Subject.group("lock-file-maintenance")
}

extension UpdateKey {
  /// Whether its pull request updates a whole lock inside of the requirements.
  package var isMaintenance: Bool { subject == .maintenance }
}

extension UpdateKey: CustomStringConvertible {
  /// The parts, one per line.
  package var description: String {
    [repository.forge, repository.name.description, recordKey].joined(separator: "\n")
  }
}

extension UpdateKey {
  /// The parts within the repository, one per line, as the database stores them.
  package var recordKey: String {
    ([base, scope.ecosystemWord, scope.directoryWord, subject.kind, subject.name]
      + [step?.rawValue].compactMap(\.self)).joined(separator: "\n")
  }

  /// Parses a `recordKey` of a repository; nil if the text has another form.
  package init?(_ recordKey: String, of repository: RepositoryID) {
    let parts = recordKey.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let step = parts.count == 6 ? Step(rawValue: parts[5]) : nil
    guard parts.count == 5 || step != nil,
      let scope = Scope(ecosystem: parts[1], directory: parts[2]),
      let subject = Subject(kind: parts[3], name: parts[4])
    else { return nil }
    self.init(
      repository: repository, base: parts[0], scope: scope, subject: subject, step: step)
  }

  /// Parses the key of a record; nil if it has another form.
  package init?(_ record: PullRequestRecord) { self.init(record.key, of: record.repository) }
}

extension UpdateKey.Scope {
  /// The ecosystem; nil for several.
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

  /// Parses `ecosystemWord` and `directoryWord`.
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
  /// `dependency`, `group` or `replacement`.
  package var kind: String {
    switch self {
    case .dependency: "dependency"
    case .group: "group"
    case .replacement: "replacement"
    }
  }

  /// Parses the kind and the name.
  package init?(kind: String, name: String) {
    switch kind {
    case "dependency": self = .dependency(name)
    case "group": self = .group(name)
    case "replacement":
      guard let replacement = Replacement(name) else { return nil }
      self = .replacement(replacement)
    default: return nil
    }
  }
}
