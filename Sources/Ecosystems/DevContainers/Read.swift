import Containers
package import Ecosystem
import JSON
import Text

extension DevContainersEcosystem {
  /// Parses the configurations of a folder and their locks.
  package func open(
    _ project: Project, in tree: SourceTree
  ) async throws(Problem) -> any OpenProject {
    let folder = String(project.directory.dropFirst())
    let paths = FeaturePaths.files(of: folder, in: tree.listing)
    var files: [ImageFile] = []
    var locks: [String: FeatureLock] = [:]
    for path in paths {
      files.append(try ImageFile(features: try await tree.readManifest(path)))
      let lock = FeaturePaths.lock(of: path)
      if tree.listing.contains(lock) { locks[path] = try FeatureLock(try await tree.read(lock)) }
    }
    let registry = ImageRegistry(http: http)
    return DevContainersProject(
      features: ImageProject(
        project: project, files: files, registry: registry, namesRegistries: true),
      locks: locks, registry: registry)
  }
}

/// The keys of `features` of a configuration, and its image, in JSON with comments and final commas.
///
///     "features": {"ghcr.io/devcontainers/features/node:1": {"version": "22"}}
///
/// Source: https://containers.dev/implementors/json_reference/.
enum FeatureKeys {
  /// Returns the keys as written, with their bytes between the quotes.
  ///
  /// - Throws: a problem with the place of a syntax error.
  static func all(
    in source: SourceText
  ) throws(Problem) -> [(key: String, range: Range<Int>, isPlain: Bool)] {
    (try root(of: source)["features"]?.members ?? []).map { member in
      let range = (member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)
      return (member.key, range, source[range] == member.key)
    }
  }

  /// Returns the value of `image`, with its bytes between the quotes; nil if there is none.
  ///
  /// - Throws: a problem with the place of a syntax error.
  static func image(in source: SourceText) throws(Problem) -> (text: String, range: Range<Int>)? {
    guard let value = try root(of: source)["image"], let text = value.string else { return nil }
    return (text, (value.range.lowerBound + 1)..<(value.range.upperBound - 1))
  }

  private static func root(of source: SourceText) throws(Problem) -> Node {
    do throws(SyntaxError) {
      let plain = SourceText(file: source.file, bytes: source.bytes.withoutComments)
      return try Document(plain).root
    } catch {
      throw Problem(.refused, "isn't valid JSON: \(error.message)", at: error.location)
    }
  }
}

extension ImageFile {
  /// Parses the features of a configuration; local ones and those from archives have no tags.
  ///
  /// - Throws: a problem with the place of a syntax error.
  init(features source: SourceText) throws(Problem) {
    self.init(source, uses: [])
    if let (text, range) = try FeatureKeys.image(in: source), !text.contains("$"),
      source[range] == text, let use = ImageUse(text, at: range, in: source)
    {
      uses.append(use)
    }
    for (key, range, isPlain) in try FeatureKeys.all(in: source) {
      if key.hasPrefix("./") || key.hasPrefix("../") || key.hasPrefix("https://") { continue }
      let location = source.location(at: range.lowerBound)
      guard isPlain, let use = ImageUse(key, at: range, in: source), use.image.registry != nil
      else {
        unread.append(
          UnsupportedReference(
            key, "isn't the name of a feature in a registry", at: location,
            advice: "write it as ghcr.io/OWNER/REPOSITORY/FEATURE:VERSION"))
        continue
      }
      uses.append(use)
    }
  }
}
