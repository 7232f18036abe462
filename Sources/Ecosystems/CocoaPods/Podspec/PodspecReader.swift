import Ecosystem
import Ruby
import Text

/// Evaluates podspecs of a tree, in Ruby or JSON.
struct PodspecReader: Sendable {
  private let tree: SourceTree
  private var manifests: RubyManifests

  init(tree: SourceTree) {
    self.tree = tree
    manifests = RubyManifests(tree, form: "the declarative form of a podspec")
  }

  /// Reads a podspec.
  ///
  /// - Throws: a refusal with the place of a construct that isn't evaluated.
  func read(_ path: String, _ extent: PodspecHost.Extent) async throws(Problem) -> Podspec {
    if path.hasSuffix(".json") { return try Podspec(json: try await tree.read(path)) }
    var manifests = manifests
    let specs = try await manifests.evaluate { files throws(RubyStop) in
      guard let text = try files.text(path) else {
        throw .refused("is not in the repository", file: path, range: 0..<0)
      }
      if extent == .all, text.bytes.contains(0x0D) {
        throw .refused("has the line ends of Windows", file: path, range: 0..<1)
      }
      return try PodspecHost.specs(text, files: files, extent)
    }
    return try Podspec(specs: specs, file: path)
  }
}
