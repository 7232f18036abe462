package import Configuration
package import Ecosystem
import Forges
package import Languages
import Text

/// The configuration that martlet proposes to a repository without one.
package struct ProposedFile: Hashable, Sendable {
  /// Where it belongs on the host.
  package var path: String
  /// The file in YAML, with comments.
  package var text: String
  /// The names of ecosystems that the file can't have, because Dependabot refuses them.
  package var leftOut: [String]
  /// The manifests in directories whose names would be read as patterns, so that no entry can name them.
  package var unnameable: [String] = []
  /// What it was converted from; nil if it has an entry for every project.
  package var imported: Imported?

  /// A configuration of another bot that was converted.
  package struct Imported: Hashable, Sendable {
    /// The file: `renovate.json`.
    package var path: String
    /// The bot: `Renovate`.
    package var bot: String
    /// What isn't carried over, or works in another way, a line each.
    package var report: [String]
  }

  /// Proposes a converted file.
  init(path: String, text: String, imported: Imported) {
    (self.path, self.text, leftOut, self.imported) = (path, text, [], imported)
  }

  /// Describes the projects that were found; nil without projects.
  ///
  /// - Parameters:
  ///   - kind: whose file it is; a host without a folder for Dependabot's gets martlet's.
  ///   - projects: all projects of the tree.
  ///   - ecosystems: the served ecosystems.
  ///   - folders: the host's folders for settings.
  ///   - language: the language of comments.
  package init?(
    _ kind: OnboardingSettings.File, for projects: [Project], ecosystems: EcosystemCatalog,
    folders: [String], language: Language = .english
  ) {
    let paths = ConfigurationPaths(folders: folders)
    let isDependabots = kind == .dependabot && !paths.dependabot.isEmpty
    guard let path = isDependabots ? paths.dependabot.first : paths.own.first else { return nil }
    let entries = Self.entries(projects, ecosystems)
    let usable = entries.filter { !isDependabots || !ecosystems.isOwnWord($0.word) }
    guard !usable.isEmpty else { return nil }
    self.path = path
    leftOut = entries.filter { !usable.contains($0) }.map(\.word)
    unnameable = projects.filter { !Self.isPlain($0.directory) }.map(\.manifest)
    let head = Self.head(language) + (isDependabots ? "version: 2\n" : "") + "updates:\n"
    text = head + usable.map { $0.text(language) }.joined()
  }

  /// An entry for each word, with all directories that have a project.
  fileprivate struct Entry: Hashable {
    var word: String
    var directories: [String]
    var manifests: [String]
  }

  private static func entries(
    _ projects: [Project], _ ecosystems: EcosystemCatalog
  ) -> [Entry] {
    var entries: [String: Entry] = [:]
    for project in projects where isPlain(project.directory) {
      guard let word = ecosystems.word(for: project) else { continue }
      entries[word, default: Entry(word: word, directories: [], manifests: [])].directories
        .append(project.directory)
      entries[word]?.manifests.append(project.manifest)
    }
    return entries.values.sorted { $0.word < $1.word }.map { entry in
      Entry(
        word: entry.word, directories: Set(entry.directories).sorted(),
        manifests: Set(entry.manifests).sorted())
    }
  }

  /// Whether a directory can be written as itself, because no character of it is a pattern.
  private static func isPlain(_ directory: String) -> Bool {
    !directory.contains { "*?[]{}!\\\"".contains($0) }
  }

  private static func head(_ language: Language) -> String {
    """
    # \(language("What martlet keeps up to date in this repository, and when."))
    # \(language("All keys are optional but those that are written here."))

    """
  }
}

extension ProposedFile.Entry {
  /// The entry in YAML.
  fileprivate func text(_ language: Language) -> String {
    let names = manifests.prefix(5).map { oneLine(shown($0)) }
    let rest = manifests.count - names.count
    let list = language.list(names) + (rest > 0 ? language(" and \(rest) more") : "")
    let found = language("Found: \(list)")
    let days = language(
      "Releases are looked for on Mondays; daily, monthly and cron are possible, too.")
    let limit = language("Not more than these are open at once; security updates don't count.")
    let small = language("One pull request for all small steps; a major step gets its own.")
    let locations =
      directories.count == 1
      ? "    directory: \"\(directories[0])\"\n"
      : "    directories:\n" + directories.map { "      - \"\($0)\"\n" }.joined()
    return """
        # \(found)
        - package-ecosystem: \(word)
      \(locations)    # \(days)
          schedule:
            interval: weekly
          # \(limit)
          open-pull-requests-limit: 5
          groups:
            # \(small)
            minor-and-patch:
              update-types: [minor, patch]

      """
  }
}
