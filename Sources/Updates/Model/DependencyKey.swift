package import Ecosystem

/// Identifies a dependency within a pull request: `ms`, `/web ms` or `npm /web ms`.
///
/// The directory is included if the pull request covers several directories, and the ecosystem if it
/// covers several ecosystems.
package struct DependencyKey: Hashable, Sendable, CustomStringConvertible {
  /// The ecosystem of the dependency.
  package var ecosystem: EcosystemID
  /// As `dependabot.yml` writes it: `/`, `/web`.
  package var directory: String
  /// The dependency's name, or its identity if it is one of several of that name: `react@16`.
  package var name: String
  /// The text of the key, as records and body markers store it.
  package var description: String

  /// Creates the key of a project's dependency for pull requests of a scope.
  package init(_ name: String, of project: Project, in scope: UpdateKey.Scope) {
    ecosystem = project.ecosystem
    directory = project.directory
    self.name = name
    description =
      switch scope {
      case .directory: name
      case .directories: "\(project.directory) \(name)"
      case .ecosystems: "\(project.ecosystem.rawValue) \(project.directory) \(name)"
      }
  }

  /// Parses the text of a key; nil if it does not fit the scope.
  package init?(_ text: String, in scope: UpdateKey.Scope) {
    description = text
    switch scope {
    case .directory(let ecosystem, let directory):
      (self.ecosystem, self.directory, name) = (ecosystem, directory, text)
    case .directories(let ecosystem, _):
      guard let split = Self.split(text[...]) else { return nil }
      (self.ecosystem, directory, name) = (ecosystem, split.directory, split.name)
    case .ecosystems:
      let halves = text.split(separator: " ", maxSplits: 1)
      guard halves.count == 2, let ecosystem = EcosystemID(rawValue: String(halves[0])),
        let split = Self.split(halves[1])
      else { return nil }
      (self.ecosystem, directory, name) = (ecosystem, split.directory, split.name)
    }
  }

  /// Directories can contain spaces, names cannot.
  private static func split(_ text: Substring) -> (directory: String, name: String)? {
    guard text.hasPrefix("/"), let space = text.lastIndex(of: " ") else { return nil }
    return (String(text[..<space]), String(text[text.index(after: space)...]))
  }
}

extension Update {
  /// The proposed versions by dependency key; a successor has the key of its own name.
  package var versions: [String: String] {
    var versions: [String: String] = [:]
    for part in parts {
      for lead in part.leads {
        let name = lead.successor ?? lead.dependency.id
        let dependencyKey = DependencyKey(name, of: part.project, in: key.scope)
        versions[dependencyKey.description] = lead.to
      }
    }
    return versions
  }
}
