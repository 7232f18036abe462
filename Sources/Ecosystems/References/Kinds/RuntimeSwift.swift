import Ecosystem
import Text

/// The version of Swift's tools that a manifest needs.
extension ReferenceFile {
  /// The name of the dependency, which has no other files.
  static let toolsVersion = "swift-tools-version"

  /// Adds `// swift-tools-version: 6.0` at the start of a manifest.
  ///
  /// It decides which language the package is written in, so that each step counts as a major one. It
  /// stays at or below the version of Swift that other files name.
  mutating func addToolsVersion(of source: SourceText) {
    let expression =
      #"\A\s*//[ \t]*(?i:swift-tools-version)[ \t]*:[ \t]*(?<version>\d+(?:\.\d+)*)(?=[ \t;\r\n]|\z)"#
    guard let range = source.matches(of: expression).first?["version"] else { return }
    var use = ListedUse(Self.toolsVersion, at: range, in: source, from: .runtime(.swift))
    use.keepsPrecision = true
    use.ceiling = VersionSource.Runtime.swift.rawValue
    use.isDecision = true
    listed.append(use)
  }
}

extension [ReferenceFile] {
  /// Holds the versions of tools back if a lock has a digest of the manifests.
  mutating func holdHashedManifests() {
    guard let lock = first(where: \.hashesManifests)?.source.file else { return }
    for file in indices {
      for use in self[file].listed.indices
      where self[file].listed[use].name == ReferenceFile.toolsVersion {
        self[file].listed[use].blocker =
          "would change the manifest, and \(lock) has its digest (originHash)"
      }
    }
  }
}
