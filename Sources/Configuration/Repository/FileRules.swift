import Text

/// How the keys of a repository's file are read, which depends on its name and on the host.
package struct FileRules: Hashable, Sendable {
  /// Whether it is martlet's own file, in which `version` is optional.
  package var isOwn: Bool
  /// Whether Dependabot itself reads it, in which `reviewers` has no effect since 2025.
  package var isReadByDependabot: Bool

  /// Derives the rules from a path.
  ///
  /// - Parameters:
  ///   - path: the path in the repository, or just the name.
  ///   - hasDependabot: whether the host runs Dependabot; nil if the host is unknown.
  package init(of path: String, hasDependabot: Bool? = nil) {
    let parts = path.slashParts()
    let folder = parts.dropLast().last
    isOwn = parts.last.map { $0.hasPrefix("martlet.") || $0.hasPrefix(".martlet.") } ?? false
    let isInItsFolder =
      folder.map { folder in RepositoryFile.paths.contains { $0.hasPrefix("\(folder)/") } } ?? true
    isReadByDependabot = !isOwn && (hasDependabot ?? true) && isInItsFolder
  }

  /// Whether it is a file of Dependabot's format for another service, which has more keys.
  var hasKeysOfOthers: Bool { !isOwn && !isReadByDependabot }
}
