package import Ecosystem
package import Text

/// The configuration of another bot, which `martlet config import` and onboarding convert.
package struct OtherBotFile: Hashable, Sendable {
  /// The bots whose files are converted.
  package enum Bot: String, Hashable, Sendable {
    case renovate = "Renovate"
    case mergify = "Mergify"
    case steward = "Scala Steward"
    /// Dependabot, and dependabot-gitlab.
    case dependabot = "Dependabot"
  }

  /// The path in the repository, or on the command line.
  package let path: String
  /// Whose it is.
  package let bot: Bot

  /// Whether it is a manifest, which only counts with a key of its own.
  package var isManifest: Bool {
    path.slashParts().last.map(String.init) == manifestOfRenovate
  }

  /// Recognizes a file by its path; others count as Dependabot's.
  package init(_ path: String) {
    self.path = path
    bot =
      isRenovate(path)
      ? .renovate : isMergify(path) ? .mergify : isSteward(path) ? .steward : .dependabot
  }

  /// Returns the files that a repository may have, in the order in which the bots look for them; a
  /// manifest only counts with a key `renovate`.
  ///
  /// - Parameters:
  ///   - paths: all files of the repository.
  ///   - folders: the folders in which hosts have settings.
  /// - Returns: the files.
  package static func candidates(among paths: [String], folders: [String]) -> [OtherBotFile] {
    let known = Set(paths)
    let options = ["renovate.json", "renovate.json5"]
    let renovate = options + folders.flatMap { folder in options.map { "\(folder)/\($0)" } }
    let others = [".renovaterc", ".renovaterc.json", ".renovaterc.json5", manifestOfRenovate]
    let mergify = [".mergify.yml", ".mergify/config.yml"] + folders.map { "\($0)/mergify.yml" }
    let steward = (["."] + folders.map { "\($0)/." } + [".config/."]).map {
      $0 + "scala-steward.conf"
    }
    return (renovate + others + mergify + steward).filter(known.contains).map { OtherBotFile($0) }
  }

  /// Converts the file.
  ///
  /// - Parameters:
  ///   - source: the file's text.
  ///   - ecosystems: the ecosystems that are served.
  ///   - found: the words of ecosystems that the repository has files of; nil if they aren't known.
  ///   - presets: the texts of Renovate's presets in other repositories, by the text in `extends`.
  /// - Returns: a file without errors, or the reason why it can't be converted.
  package func imported(
    _ source: SourceText, ecosystems: EcosystemCatalog, found: Set<String>? = nil,
    presets: [String: SourceText] = [:]
  ) -> ImportedFile {
    switch bot {
    case .renovate:
      importedRenovate(
        source, ecosystems: ecosystems, schema: FileKind.repository.schema(ecosystems),
        found: found, presets: presets)
    case .mergify: importedMergify(source, ecosystems: ecosystems, found: found)
    case .steward: importedSteward(source, ecosystems: ecosystems, found: found)
    case .dependabot: Configuration.imported(source, ecosystems: ecosystems)
    }
  }
}
