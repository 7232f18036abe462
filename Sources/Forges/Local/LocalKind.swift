extension ForgeKind {
  /// A folder of bare repositories, with pull requests as files.
  package static let local: ForgeKind = {
    var kind = ForgeKind(id: "local", name: "a local folder") { connection in
      LocalForge(name: connection.name, url: connection.url)
    }
    kind.sharesFiles = true
    kind.settings.signatures = .none
    kind.settingsFolders = []
    kind.codeOwners = CodeOwnersFormat().after([commonSettingsFolder])
    kind.settings.needsURL = false
    kind.settings.needsCredential = false
    return kind
  }()
}
