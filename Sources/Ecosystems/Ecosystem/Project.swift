/// A manifest and its lock, updated together and apart from all others of the tree.
package struct Project: Hashable, Codable, Sendable {
  /// Decides who reads its files; a folder may hold projects of several.
  package var ecosystem: EcosystemName
  /// As `dependabot.yml` writes it: `/` is the root of the tree, `/ios` a folder below.
  package var directory: String
  /// Path of the manifest from the root of the tree: `ios/App.xcodeproj/project.pbxproj`.
  package var manifest: String
  /// Path of the lock from the root of the tree; nil where none stands there yet.
  package var lock: String?

  /// Names a project by its files.
  package init(ecosystem: EcosystemName, directory: String, manifest: String, lock: String?) {
    self.ecosystem = ecosystem
    self.directory = directory
    self.manifest = manifest
    self.lock = lock
  }
}
