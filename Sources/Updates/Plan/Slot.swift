package import Ecosystem

/// Which dependency of a pull request a version belongs to, in one word.
///
/// The name is enough in one directory; the directory, and for several ecosystems theirs, comes
/// before it elsewhere: `ms`, `/web ms`, `npm /web ms`.
package struct Slot: Hashable, Sendable, CustomStringConvertible {
  /// The one in which `name` is to be looked up.
  package var ecosystem: EcosystemID
  /// As `dependabot.yml` writes it: `/`, `/web`.
  package var directory: String
  /// The dependency.
  package var name: String
  /// The word itself: `ms`, `/web ms` or `npm /web ms`, by the scope of the pull request.
  package var description: String

  /// Names a dependency of a project for pull requests of a scope.
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

  /// Reads a word again; nil where it is none of the scope's.
  package init?(_ word: String, in scope: UpdateKey.Scope) {
    description = word
    switch scope {
    case .directory(let ecosystem, let directory):
      (self.ecosystem, self.directory, name) = (ecosystem, directory, word)
    case .directories(let ecosystem, _):
      guard let split = Self.split(word[...]) else { return nil }
      (self.ecosystem, directory, name) = (ecosystem, split.directory, split.name)
    case .ecosystems:
      let halves = word.split(separator: " ", maxSplits: 1)
      guard halves.count == 2, let ecosystem = EcosystemID(rawValue: String(halves[0])),
        let split = Self.split(halves[1])
      else { return nil }
      (self.ecosystem, directory, name) = (ecosystem, split.directory, split.name)
    }
  }

  /// Directories may hold spaces, names hold none.
  private static func split(_ text: Substring) -> (directory: String, name: String)? {
    guard text.hasPrefix("/"), let space = text.lastIndex(of: " ") else { return nil }
    return (String(text[..<space]), String(text[text.index(after: space)...]))
  }
}

extension Update {
  /// Proposed versions by slot.
  package var versions: [String: String] {
    var versions: [String: String] = [:]
    for part in parts {
      for lead in part.leads {
        let slot = Slot(lead.dependency.name, of: part.project, in: key.scope)
        versions[slot.description] = lead.to
      }
    }
    return versions
  }
}
