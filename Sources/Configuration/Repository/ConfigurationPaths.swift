import Text

/// The paths at which a repository may have its configuration.
///
/// martlet's own file comes first, then Dependabot's. Both have the same schema; martlet's own keys
/// and ecosystems belong into its own file, because Dependabot refuses a file with unknown keys.
///
///     let places = ConfigurationPlaces(folders: [".github"])
///     places.own == [".github/martlet.yml", ".github/martlet.yaml", ".martlet.yml", ".martlet.yaml"]
package struct ConfigurationPaths: Hashable, Sendable {
  /// The paths of martlet's own file, by preference.
  package let own: [String]
  /// The paths of Dependabot's file, by preference.
  package let dependabot: [String]

  /// Lists the paths in folders of the host, by preference, and in the root.
  package init(folders: [String]) {
    own =
      folders.flatMap { ["\($0)/martlet.yml", "\($0)/martlet.yaml"] }
      + [".martlet.yml", ".martlet.yaml"]
    dependabot = folders.flatMap { ["\($0)/dependabot.yml", "\($0)/dependabot.yaml"] }
  }

  /// The file to read, and the others.
  package struct Choice: Hashable, Sendable {
    /// The preferred file.
    package var path: String
    /// The files that are not read because of it.
    package var unread: [String]
  }

  /// Returns the preferred file among the paths of a repository; nil if it has none.
  package func choose(among paths: [String]) -> Choice? {
    let present = Set(paths)
    let found = (own + dependabot).filter(present.contains)
    return found.first.map { Choice(path: $0, unread: Array(found.dropFirst())) }
  }
}

extension ConfigurationPaths.Choice {
  /// The findings about the files that are not read.
  ///
  /// A file of Dependabot's beside martlet's own is normal, because Dependabot may serve the rest of
  /// the repository.
  package var findings: [Finding] {
    unread.map { other in
      Finding(
        RepositoryFile.isDependabots(other) && !RepositoryFile.isDependabots(path)
          ? .note : .warning, "is not read, because \(path) exists",
        at: Location(file: other, line: 1, column: 1))
    }
  }
}

extension RepositoryFile {
  /// Whether a file with this name is Dependabot's rather than martlet's own.
  static func isDependabots(_ path: String) -> Bool {
    path.slashParts().last?.hasPrefix("dependabot.") ?? false
  }
}
