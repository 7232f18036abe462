package import Ecosystem
import Text

extension Settings {
  /// Parses the `.npmrc` beside a manifest.
  ///
  /// - Parameters:
  ///   - manifest: the path of the manifest from the root of the tree.
  ///   - tree: the files of the repository.
  ///   - scopes: the operator's registries by scope; the file has precedence.
  /// - Returns: settings without entries if there is no such file.
  /// - Throws: `Problem` if the file is unreadable or too large.
  package static func read(
    beside manifest: String, in tree: SourceTree, scopes: [String: String]
  ) async throws(Problem) -> Settings {
    let npmrc = TreePath.join(TreePath.folder(of: manifest), ".npmrc")
    var settings = Settings.none
    if tree.listing.contains(npmrc) {
      let source = try await tree.read(npmrc)
      var size = Budget("bytes of settings", Settings.sizeLimit)
      try size.spend(source.bytes.count, on: npmrc, at: source.location(at: 0))
      settings = Settings(source)
    }
    settings.scopes = scopes
    return settings
  }
}
