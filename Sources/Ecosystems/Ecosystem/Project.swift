/// A manifest and its lock file, which are updated together.
package struct Project: Hashable, Codable, Sendable {
  /// The ecosystem that reads the files; a folder can contain projects of several.
  package var ecosystem: EcosystemID
  /// The folder as in `dependabot.yml`: `/` is the root of the tree, `/ios` a folder below it.
  package var directory: String
  /// The path of the manifest from the root of the tree: `ios/App.xcodeproj/project.pbxproj`.
  package var manifest: String
  /// The path of the lock file from the root of the tree; nil if there is no lock file yet.
  package var lock: String?

  /// Creates a project.
  package init(ecosystem: EcosystemID, directory: String, manifest: String, lock: String?) {
    self.ecosystem = ecosystem
    self.directory = directory
    self.manifest = manifest
    self.lock = lock
  }
}
