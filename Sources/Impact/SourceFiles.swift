package import Ecosystem
import Synchronization
import Text

/// Selects the source files of a project among the files of a repository.
package struct SourceFiles: Sendable {
  /// Folders that the tools of ecosystems fill.
  package var generatedFolders: [String]

  /// Folders with third-party or generated files, in projects of any kind.
  private static let foreignFolders: Set<Substring> = [
    "vendor", "dist", "build", "coverage", "third_party", "public", "tmp",
  ]

  /// Creates a selection that also leaves out the folders of ecosystems.
  package init(generatedFolders: [String] = []) {
    self.generatedFolders = generatedFolders
  }

  /// Selects the sources of a project, once for all updates of a tree.
  ///
  /// - Parameters:
  ///   - endings: of source files, such as `.swift`.
  ///   - directory: the project's folder as in `dependabot.yml`.
  ///   - listing: the files of the repository.
  /// - Returns: those closest to the project's folder first.
  package func callAsFunction(
    _ endings: [String], below directory: String, in listing: TreeListing
  ) -> [String] {
    let folder = String(directory.drop { $0 == "/" })
    let key = SourceIndex.Key(endings: endings, folder: folder, skipped: generatedFolders)
    return listing.view { _ in SourceIndex() }.paths(of: key) {
      select(endings, among: listing.files(below: folder))
    }
  }

  private func select(_ endings: [String], among paths: [String]) -> [String] {
    let skipped = Self.foreignFolders.union(generatedFolders.map { $0[...] })
    let found = paths.filter { path in
      endings.contains { path.hasSuffix($0) }
        && !path.contains(".min.") && !path.hasSuffix(".d.ts")
        && !path.slashParts().contains(where: skipped.contains)
    }
    func depth(_ path: String) -> Int { path.utf8.count { $0 == UInt8(ascii: "/") } }
    return found.sorted { (depth($0), $0) < (depth($1), $1) }
  }
}

/// The sources of a tree's projects, selected when they are first needed.
private final class SourceIndex: Sendable {
  struct Key: Hashable {
    var endings: [String]
    var folder: String
    var skipped: [String]
  }

  private let known = Mutex<[Key: [String]]>([:])

  func paths(of key: Key, _ select: () -> [String]) -> [String] {
    if let paths = known.withLock({ $0[key] }) { return paths }
    let paths = select()
    known.withLock { $0[key] = paths }
    return paths
  }
}
