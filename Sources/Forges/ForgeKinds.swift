extension ForgeKind {
  /// The kinds that martlet serves: the one list of them.
  package static let all: [ForgeKind] = [
    .gitHub, .gitLab, .gitea, .forgejo, .bitbucket, .azureDevOps, .local,
  ]

  /// The folder that every host's repositories may have, because Dependabot's file is in it.
  package static let commonSettingsFolder = ".github"

  /// Returns the folders in which a repository's configuration file can be.
  ///
  /// - Parameter kind: the kind of its host; nil for a working tree of an unknown host.
  /// - Returns: the folders by preference.
  package static func settingsFolders(on kind: ForgeKind?) -> [String] {
    let own = kind?.settingsFolders ?? []
    return own.isEmpty ? allSettingsFolders : own
  }

  /// The settings folders of all kinds, each once.
  private static let allSettingsFolders = all.flatMap(\.settingsFolders)
    .reduce(into: [String]()) { folders, folder in
      if !folders.contains(folder) { folders.append(folder) }
    }

  /// Whether a login or an author's name is a bot's on any host: commits move between hosts.
  package static func isBot(_ name: String) -> Bool {
    all.contains { !$0.text.botSuffix.isEmpty && name.lowercased().hasSuffix($0.text.botSuffix) }
  }
}
