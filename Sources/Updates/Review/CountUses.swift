import Ecosystem
import Impact
import Text

/// Counts the source files that import a dependency.
///
/// The number of files is limited, because each file may cost a request. Files closest to the
/// project's root are read first, and the result contains the number of files left out.
struct UseCount: Sendable {
  /// The maximum number of files for one dependency.
  var limit = 40
  /// The maximum size in bytes; larger sources are generated.
  var sizeLimit = 400_000
  /// Folders that the tools of ecosystems fill.
  var generatedFolders: [String] = []

  /// Finds the files of a project that import a dependency.
  ///
  /// - Parameters:
  ///   - rule: how the dependency is imported.
  ///   - directory: the project's folder as in `dependabot.yml`.
  ///   - tree: the repository.
  /// - Returns: nil if no file could import it; files that can't be read are skipped.
  func callAsFunction(
    _ rule: ImportRule, below directory: String, in tree: SourceTree
  ) async -> Uses? {
    let candidates = SourceFiles(generatedFolders: generatedFolders)(
      rule.endings, below: directory, in: tree.listing)
    guard !candidates.isEmpty else { return nil }
    let chosen = Array(candidates.prefix(limit))
    await tree.prefetch(chosen)
    let found = await concurrently(chosen, limit: 8) { path -> (path: String, imports: Bool?) in
      guard let text = try? await tree.read(path), text.bytes.count <= sizeLimit else {
        return (path, nil)
      }
      let modules = rule.modules(String(decoding: text.bytes, as: UTF8.self))
      return (path, !modules.isDisjoint(with: rule.names))
    }
    return Uses(
      files: found.filter { $0.imports == true }.map(\.path).sorted(),
      read: found.count { $0.imports != nil }, candidates: candidates.count)
  }
}
